"""Checks what every target imports: only what it declares, and each C library only in its one adapter."""

import json
import re
import subprocess
import sys
from pathlib import Path

IMPORT_NOTHING = {"ConsumptionRules", "Flow"}
TOOLCHAIN = {"Dispatch", "FoundationEssentials", "Glibc", "Synchronization"}
TOOLCHAIN_IN_TESTS = TOOLCHAIN | {"Foundation", "Testing"}
ADAPTERS = {
    "CConsumptionRules": {"ConsumptionRulesForC"},
    "CEpoll": {"HTTPClient"},
    "CGnuTLS": {"HTTPServer"},
    "CMicrohttpd": {"HTTPServer"},
    "CNghttp2": {"HTTPClient"},
    "COpenSSL": {"AppStoreServer", "AppStoreStandIn", "HTTPClient", "Worker"},
    "CRdkafka": {"Kafka"},
    "CYAML": {"Configuration"},
}

# Strings and comments, in which the word import means nothing.
TEXT = re.compile(
    r'(#*)""".*?"""\1|#+".*?"#+|"(?:\\.|[^"\\\n])*"|//[^\n]*|/\*.*?\*/', re.DOTALL
)
IMPORT = re.compile(
    r"(?:^|;)\s*(?:@\w+(?:\([^)]*\))?\s+)*(?:(?:public|package|internal|fileprivate|private)\s+)?"
    r"import\s+(?:(?:struct|class|enum|protocol|typealias|func|let|var|actor)\s+)?(\w+)",
    re.MULTILINE,
)


def imports(source):
    """The line and module of each import in a Swift source text."""
    blanked = TEXT.sub(lambda text: "\n" * text[0].count("\n"), source)
    return [(blanked.count("\n", 0, found.start(1)) + 1, found[1]) for found in IMPORT.finditer(blanked)]


def complaint(target, module, c_libraries):
    """Why this target may not import this module; None when it may."""
    name = target["name"]
    toolchain = TOOLCHAIN_IN_TESTS if target["path"].startswith("Tests/") else TOOLCHAIN
    if name in IMPORT_NOTHING:
        return f"{name} imports nothing, not even {module}"
    if module in c_libraries:
        adapters = ADAPTERS.get(module, set())
        if name not in adapters and name.removesuffix("Tests") not in adapters:
            return f"{module} is imported by its adapter only ({', '.join(sorted(adapters)) or 'none is named here'})"
    declared = {dependency.replace("-", "_") for dependency in target.get("target_dependencies", [])}
    if module not in declared | toolchain:
        return f"{name} imports {module}, which Package.swift does not name among its dependencies"
    return None


def source_faults(target, c_libraries):
    """A line of text for each import of this target that breaks a rule."""
    for source in target["sources"]:
        path = Path(target["path"], source)
        for line, module in imports(path.read_text(encoding="utf-8")):
            if reason := complaint(target, module, c_libraries):
                yield f"{path}:{line}: {reason}"


def shim_faults(target):
    """A line of text for what is missing in the directory of a C library."""
    module_map = Path(target["path"], "module.modulemap")
    if not module_map.exists():
        yield f"{module_map} is missing"
        return
    for header in re.findall(r'header\s+"([^"]+)"', module_map.read_text(encoding="utf-8")):
        if not module_map.with_name(header).exists():
            yield f"{module_map}: the header {header} is missing"


def main():
    described = subprocess.run(
        ["swift", "package", "describe", "--type", "json"], stdout=subprocess.PIPE, check=True
    )
    targets = json.loads(described.stdout)["targets"]
    c_libraries = {target["name"] for target in targets if target["type"] == "system-target"}
    faults = []
    for target in targets:
        is_c_library = target["name"] in c_libraries
        faults += shim_faults(target) if is_c_library else source_faults(target, c_libraries)
    print("\n".join(faults), end="\n" if faults else "")
    sys.exit(bool(faults))


main()
