"""check_compose.py SCHEMA FILE: prints a line for each thing that is wrong with a Compose file."""

import json
import sys
from pathlib import Path

import jsonschema
import yaml


def schema_faults(schema, document):
    for error in jsonschema.Draft7Validator(schema).iter_errors(document):
        yield f"{'.'.join(map(str, error.absolute_path))}: {error.message}"


def mount_faults(folder, name, service):
    """What is mounted from a folder of the repository and is not in it: an engine would make a directory of that name."""
    for mount in service.get("volumes", []):
        source = mount.split(":")[0]
        path = folder / source
        if source.startswith(".") and path.parent.exists() and not path.exists():
            yield f"services.{name}.volumes: there is no {source}"


def service_faults(name, service, services):
    image = service.get("image", "")
    tag = image.rpartition("/")[2].partition(":")[2]
    if tag in ("", "latest"):
        yield f"services.{name}.image: {image} names no version"
    for other in service.get("depends_on", []):
        if other not in services:
            yield f"services.{name}.depends_on: there is no service {other}"
    for port in service.get("ports", []):
        if not port.startswith("127.0.0.1:"):
            yield f"services.{name}.ports: {port} is open to other machines"


def main(schema, file):
    document = yaml.safe_load(Path(file).read_text(encoding="utf-8"))
    services = document["services"]
    yield from schema_faults(json.loads(Path(schema).read_text(encoding="utf-8")), document)
    for name, service in services.items():
        yield from service_faults(name, service, services)
        yield from mount_faults(Path(file).parent, name, service)


print("\n".join(main(*sys.argv[1:])), end="")
