"""check_components.py PACKAGES FILE: prints a line for each thing that is wrong with a list of components, and for what it lacks."""

import json
import sys
from pathlib import Path

import cyclonedx.schema
import jsonschema
from referencing import Registry, Resource

SCHEMAS = Path(cyclonedx.schema.__file__).parent / "_res"


def schema(name):
    return json.loads((SCHEMAS / f"{name}.SNAPSHOT.schema.json").read_text(encoding="utf-8"))


def schema_faults(document):
    others = ("spdx", "jsf-0.82")
    named = [(f"http://cyclonedx.org/schema/{name}.SNAPSHOT.schema.json", schema(name)) for name in others]
    registry = Registry().with_resources((uri, Resource.from_contents(contents)) for uri, contents in named)
    validator = jsonschema.Draft7Validator(schema("bom-1.5"), registry=registry)
    for error in validator.iter_errors(document):
        yield f"{'.'.join(map(str, error.absolute_path))}: {error.message}"


def package_faults(packages, document):
    components = {component["name"]: component for component in document["components"]}
    for name in packages:
        component = components.get(name)
        if component is None:
            yield f"{name} is missing"
        elif not component["purl"].startswith(f"pkg:deb/debian/{name.replace('+', '%2B')}@"):
            yield f"{name} has another package URL: {component['purl']}"
        elif "licenses" not in component or "name" in component["licenses"][0].get("license", {}):
            yield f"{name} has no licence that SPDX knows: {component.get('licenses')}"
        elif component["type"] == "library" and not component["components"]:
            yield f"{name} has no file"
    if "swift-runtime" not in components:
        yield "swift-runtime is missing"


def reference_faults(document):
    files = [file["bom-ref"] for component in document["components"] for file in component["components"]]
    top = [component["bom-ref"] for component in [document["metadata"]["component"], *document["components"]]]
    if len(set(files + top)) != len(files + top):
        yield "two components have one reference"
    for dependency in document["dependencies"]:
        for ref in [dependency["ref"], *dependency["dependsOn"]]:
            if ref not in top:
                yield f"{ref} is no component"


def main(packages, file):
    document = json.loads(Path(file).read_text(encoding="utf-8"))
    yield from schema_faults(document)
    yield from package_faults(Path(packages).read_text(encoding="utf-8").split(), document)
    yield from reference_faults(document)


print("\n".join(main(*sys.argv[1:])), end="")
