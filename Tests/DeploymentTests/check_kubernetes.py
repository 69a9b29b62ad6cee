"""check_kubernetes.py FOLDER: prints a line for each thing that is wrong with the Kubernetes files in a folder.

Kubernetes' own kinds are checked against the schemas of every version that the package kubernetes-validate has from 1.30
on; the two kinds of others against what is used of them here.
"""

import re
import sys
from pathlib import Path

import jsonschema
import kubernetes_validate
import yaml

VERSIONS = ["1.30", "1.34", "1.37"]
NOT_APPLIED = {"secret.example.yaml", "horizontal-pod-autoscaler.yaml"}


def closed(required, **properties):
    return {"type": "object", "required": required, "properties": properties, "additionalProperties": False}


TEXT, COUNT = {"type": "string"}, {"type": "integer", "minimum": 1}
TRIGGER = closed(
    ["type", "metadata"],
    type={"const": "prometheus"},
    name=TEXT,
    metricType={"enum": ["AverageValue", "Value"]},
    metadata=closed(
        ["serverAddress", "query", "threshold"],
        serverAddress=TEXT,
        query=TEXT,
        threshold={"type": "string", "pattern": "^[0-9]+$"},
    ),
)
SCALED_OBJECT = closed(
    ["apiVersion", "kind", "metadata", "spec"],
    apiVersion={"const": "keda.sh/v1alpha1"},
    kind=TEXT,
    metadata={"type": "object"},
    spec=closed(
        ["scaleTargetRef", "triggers"],
        scaleTargetRef=closed(["name"], apiVersion=TEXT, kind=TEXT, name=TEXT),
        pollingInterval=COUNT,
        minReplicaCount=COUNT,
        maxReplicaCount=COUNT,
        fallback=closed(["failureThreshold", "replicas"], failureThreshold=COUNT, replicas=COUNT),
        advanced=closed([], horizontalPodAutoscalerConfig=closed([], behavior={"type": "object"})),
        triggers={"type": "array", "minItems": 1, "items": TRIGGER},
    ),
)
KUSTOMIZATION = closed(
    ["apiVersion", "kind", "resources"],
    apiVersion={"const": "kustomize.config.k8s.io/v1beta1"},
    kind=TEXT,
    namespace=TEXT,
    resources={"type": "array", "items": TEXT},
    images={"type": "array", "items": closed(["name"], name=TEXT, newName=TEXT, newTag=TEXT)},
)
OTHER_KINDS = {"ScaledObject": SCALED_OBJECT, "Kustomization": KUSTOMIZATION}


def schema_faults(document):
    if schema := OTHER_KINDS.get(document["kind"]):
        for error in jsonschema.Draft202012Validator(schema).iter_errors(document):
            yield f"{'.'.join(map(str, error.absolute_path))}: {error.message}"
        return
    for version in VERSIONS:
        try:
            kubernetes_validate.validate(document, version, strict=True)
        except kubernetes_validate.ValidationError as error:
            yield f"Kubernetes {version}: {'.'.join(map(str, error.path))}: {error.message}"


def seconds(duration):
    number, unit = re.fullmatch(r"(\d+)(s|m)", duration).groups()
    return int(number) * {"s": 1, "m": 60}[unit]


def configuration_faults(configuration, text, pod, container):
    """What the worker's configuration and the pod around it do not agree on."""
    names = {variable["name"] for variable in container["env"]}
    for name in sorted(set(re.findall(r"\$\{(\w+)\}", text)) - names):
        yield f"the configuration names ${{{name}}}, which the pod does not set"
    mounts = [mount["mountPath"] + "/" for mount in container["volumeMounts"]]
    files = [app["privateKeyFile"] for app in configuration["appStore"]["apps"]]
    for file in files + [configuration["kafka"]["properties"]["ssl.ca.location"]]:
        if not any(file.startswith(mount) for mount in mounts):
            yield f"the configuration names {file}, which nothing mounts"
    # A worker that hangs ends itself two seconds after its grace.
    if pod["terminationGracePeriodSeconds"] < seconds(configuration["shutdown"]["grace"]) + 5:
        yield "terminationGracePeriodSeconds is not longer than shutdown.grace"
    port = int(configuration["http"]["listen"].rpartition(":")[2])
    if [port] != [entry["containerPort"] for entry in container["ports"]]:
        yield f"the worker listens on {port}, and the container's port is another"


def pod_faults(pod, container):
    """What a hardened pod has, beyond what the namespace enforces."""
    if not container["securityContext"].get("readOnlyRootFilesystem"):
        yield "the root file system may be written to"
    if pod["securityContext"].get("runAsUser", 0) == 0:
        yield "the pod runs as root"
    for probe in ["livenessProbe", "readinessProbe", "startupProbe"]:
        if probe not in container:
            yield f"there is no {probe}"
    volumes = {volume["name"] for volume in pod["volumes"]}
    for mount in container["volumeMounts"]:
        if mount["name"] not in volumes:
            yield f"there is no volume {mount['name']}"


def reference_faults(documents):
    """Names by which one file speaks of another."""
    workers = documents["StatefulSet"]
    labels = workers["spec"]["template"]["metadata"]["labels"]
    selectors = {
        "StatefulSet": workers["spec"]["selector"]["matchLabels"],
        "Service": documents["Service"]["spec"]["selector"],
        "PodDisruptionBudget": documents["PodDisruptionBudget"]["spec"]["selector"]["matchLabels"],
        "NetworkPolicy": documents["NetworkPolicy"]["spec"]["podSelector"]["matchLabels"],
    }
    for kind, selector in selectors.items():
        if not selector.items() <= labels.items():
            yield f"{kind} selects other pods than the workers"
    for kind in ["ScaledObject", "HorizontalPodAutoscaler"]:
        target = documents[kind]["spec"]["scaleTargetRef"]
        if (target["kind"], target["name"]) != (workers["kind"], workers["metadata"]["name"]):
            yield f"{kind} scales something else than the workers"
    if workers["spec"]["serviceName"] != documents["Service"]["metadata"]["name"]:
        yield "the workers name another service"


def main(folder):
    files = {path.name: list(yaml.safe_load_all(path.read_text(encoding="utf-8"))) for path in Path(folder).glob("*.yaml")}
    for name, documents in files.items():
        for document in documents:
            yield from (f"{name}: {fault}" for fault in schema_faults(document))
    applied = set(files["kustomization.yaml"][0]["resources"])
    for name in sorted(applied ^ (files.keys() - NOT_APPLIED - {"kustomization.yaml"})):
        yield f"kustomization.yaml: {name} is missing, or there is no such file"
    documents = {document["kind"]: document for each in files.values() for document in each}
    yield from reference_faults(documents)
    pod = documents["StatefulSet"]["spec"]["template"]["spec"]
    (container,) = pod["containers"]
    yield from pod_faults(pod, container)
    text = documents["ConfigMap"]["data"]["worker.yaml"]
    yield from configuration_faults(yaml.safe_load(text), text, pod, container)


print("\n".join(main(sys.argv[1])), end="")
