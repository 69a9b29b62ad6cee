"""list_components.py PROGRAM: the components of the built program as CycloneDX 1.5, for ops/components."""

import hashlib
import json
import os
import re
import subprocess
import sys
import time
import uuid
from pathlib import Path
from urllib.parse import quote

import debian_licences

PACKAGES = Path("ops/lib/runtime_packages")
FIELDS = ("Package", "Version", "Architecture", "Maintainer", "Homepage", "source:Package", "source:Version", "Depends")


def output(*command):
    return subprocess.run(command, stdout=subprocess.PIPE, check=True, text=True).stdout


def sha256(path):
    return {"alg": "SHA-256", "content": hashlib.sha256(Path(path).read_bytes()).hexdigest()}


def loaded_libraries(program):
    """The path of each shared library that the program is loaded with, the loader included."""
    lines = output("ldd", program).splitlines()
    return sorted(set(re.findall(r"(?:=> |^\s*)(/\S+) \(0x", "\n".join(lines), re.MULTILINE)))


def packages_of(paths):
    """The Debian package that holds each file, whichever of its names dpkg knows; None for those in no package."""
    names = {path: (path, os.path.realpath(path), path.removeprefix("/usr")) for path in paths}
    # It says which files it does not know, too, and ends with 1 for these.
    search = ["dpkg-query", "--search", *sorted({name for all_names in names.values() for name in all_names})]
    found = subprocess.run(search, capture_output=True, text=True).stdout
    packages = {name: package for package, name in re.findall(r"^([^:,\s]+)(?::\S+)?: (.+)$", found, re.MULTILINE)}
    return {path: next(filter(None, map(packages.get, names[path])), None) for path in paths}


def facts_of(packages):
    form = "\\t".join(f"${{{field}}}" for field in FIELDS) + "\\n"
    lines = output("dpkg-query", "--show", f"--showformat={form}", *packages).splitlines()
    return {facts["Package"]: facts for facts in (dict(zip(FIELDS, line.split("\t"))) for line in lines)}


def distribution():
    text = Path("/etc/os-release").read_text(encoding="utf-8")
    facts = dict(re.findall(r'^(\w+)="?([^"\n]*)"?$', text, re.MULTILINE))
    return f"{facts['ID']}-{facts['VERSION_ID']}"


def supplier(maintainer):
    name, _, address = maintainer.partition(" <")
    return {"name": name, "contact": [{"name": name, "email": address.rstrip(">")}]}


def file_component(path):
    return {"type": "file", "bom-ref": f"file:{path}", "name": path, "hashes": [sha256(path)]}


def debian_component(facts, files):
    name = facts["Package"]
    version, architecture = facts["Version"], facts["Architecture"]
    purl = f"pkg:deb/debian/{quote(name)}@{quote(version, safe='.~-')}?arch={architecture}&distro={distribution()}"
    component = {
        # What holds no library, such as the authorities' certificates, is data to the program.
        "type": "library" if files else "data",
        "bom-ref": purl,
        "supplier": supplier(facts["Maintainer"]),
        "name": name,
        "version": version,
        "purl": purl,
        "properties": [
            {"name": "debian:source", "value": f"{facts['source:Package']} {facts['source:Version']}"},
        ],
        "components": [file_component(path) for path in sorted(files)],
    }
    if facts["Homepage"]:
        component["externalReferences"] = [{"type": "website", "url": facts["Homepage"]}]
    return component | debian_licences.of(name)


def swift_component(files):
    """The language's runtime, which ops/build-release links into the program; `files` is what is loaded of it instead."""
    version = re.search(r"Swift version (\S+)", output("swift", "--version"))[1]
    purl = f"pkg:github/swiftlang/swift@swift-{version}-RELEASE"
    return {
        "type": "framework",
        "bom-ref": purl,
        "supplier": {"name": "The Swift project", "url": ["https://www.swift.org"]},
        "name": "swift-runtime",
        "version": version,
        "description": "Swift's standard library, concurrency, Dispatch and FoundationEssentials",
        "licenses": [{"expression": "Apache-2.0 WITH Swift-exception"}],
        "purl": purl,
        "properties": [{"name": "linkage", "value": "shared" if files else "static"}],
        "components": [file_component(path) for path in sorted(files)],
    }


def program_component(program):
    name, version, commit = re.fullmatch(r"(\S+) (\S+) \((.+)\)\n", output(program, "--version")).groups()
    return {
        "type": "application",
        "bom-ref": f"pkg:generic/{name}@{version}",
        "name": name,
        "version": version,
        "hashes": [sha256(program)],
        "licenses": [{"license": {"id": "MIT"}}],
        "purl": f"pkg:generic/{name}@{version}",
        "properties": [{"name": "commit", "value": commit}],
    }


def dependencies(program, components, facts):
    """What depends on what: the program on all that it was built for, a package on what Debian says it depends on."""
    refs = {component["name"]: component["bom-ref"] for component in components}
    wanted = [refs[name] for name in ("swift-runtime", *PACKAGES.read_text(encoding="utf-8").split())]
    yield {"ref": program["bom-ref"], "dependsOn": sorted(wanted)}
    for name, ref in sorted(refs.items()):
        depends = facts[name]["Depends"] if name in facts else ""
        names = set(re.findall(r"(?:^|[,|])\s*([a-z0-9][a-z0-9+.-]*)", depends)) & refs.keys() - {name}
        yield {"ref": ref, "dependsOn": sorted(refs[other] for other in names)}


def timestamp():
    moment = int(os.environ.get("SOURCE_DATE_EPOCH", time.time()))
    return time.strftime("%Y-%m-%dT%H:%M:%SZ", time.gmtime(moment))


def main(program):
    files = {name: [] for name in PACKAGES.read_text(encoding="utf-8").split()}
    swift_files = []
    for path, package in packages_of(loaded_libraries(program)).items():
        (swift_files if package is None else files.setdefault(package, [])).append(path)
    facts = facts_of(files)
    components = [swift_component(swift_files)] + [debian_component(facts[name], files[name]) for name in sorted(files)]
    described = program_component(program)
    content = {"components": components, "dependencies": list(dependencies(described, components, facts))}
    # The same content has the same number.
    serial = uuid.uuid5(uuid.NAMESPACE_URL, json.dumps([described, content], sort_keys=True))
    document = {
        "$schema": "http://cyclonedx.org/schema/bom-1.5.schema.json",
        "bomFormat": "CycloneDX",
        "specVersion": "1.5",
        "serialNumber": f"urn:uuid:{serial}",
        "version": 1,
        "metadata": {"timestamp": timestamp(), "component": described},
    } | content
    print(json.dumps(document, indent=2))


main(*sys.argv[1:])
