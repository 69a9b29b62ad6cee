"""The programs that are compared: each takes events from a topic and has an App Store accept them."""

import os
import subprocess
import sys
from dataclasses import dataclass
from pathlib import Path

from program import MEASURED_CORES, Program
from surroundings import HERE

APP = "com.example.game"
ISSUER = "57246542-96fe-1a63-e053-0824d011072a"
KEY = "2X9R4HXF34"


@dataclass
class Task:
    """What to take from where to where."""

    folder: Path
    servers: str
    topic: str
    group: str
    store: str
    in_flight: int = 64
    apps: int = 1
    linger: str = "5ms"
    # The mock cluster does not end a fetch when a record comes, as Kafka does, but when its wait is over.
    fetch_wait: int = 500
    session_timeout: int = 6000


def worker(task: Task, program: Path, *, port: int, cores=MEASURED_CORES, name: str = "worker") -> Program:
    apps = "\n".join(
        f"    - {{ bundleId: {APP}{number}, issuerId: {ISSUER}, keyId: {KEY}, privateKeyFile: key.p8 }}"
        for number in range(task.apps)
    )
    configuration = task.folder / f"{name}.yaml"
    configuration.write_text(
        f"""kafka:
  topic: {task.topic}
  groupId: {task.group}
  deadLetterTopic: letters
  properties:
    bootstrap.servers: {task.servers}
    auto.offset.reset: earliest
    session.timeout.ms: {task.session_timeout}
    fetch.wait.max.ms: {task.fetch_wait}
appStore:
  productionURL: {task.store}
  sandboxURL: {task.store}
  caFile: ca.pem
  apps:
{apps}
submission:
  batchSize: {max(50, task.in_flight)}
  linger: {task.linger}
  maxInFlight: {task.in_flight}
  rateLimit: {{ production: 1000000, sandbox: 1000000 }}
deadLetters:
  brake: {{ consecutive: 1000000, share: 1, over: 1000000, hold: 1m }}
http:
  listen: 127.0.0.1:{port}
"""
    )
    return Program([program, "run", "--config", configuration], task.folder, name, cores=cores)


def peer(name: str, task: Task, cores=MEASURED_CORES) -> Program:
    """One of peers/: it reads what to do from the environment."""
    environment = {
        "SERVERS": task.servers,
        "TOPIC": task.topic,
        "GROUP": task.group,
        "URL": task.store,
        "CA_FILE": str(task.folder / "ca.pem"),
        "KEY_FILE": str(task.folder / "key.p8"),
        "IN_FLIGHT": str(task.in_flight),
        "SESSION_TIMEOUT": str(task.session_timeout),
        "ISSUER": ISSUER,
        "KEY": KEY,
        "APP": f"{APP}0",
    }
    command = [sys.executable, HERE / "peers" / f"{name}_worker.py"]
    return Program(command, task.folder, name, cores=cores, environment=environment)


PEERS = ["mq_bridge", "arroyo", "aiohttp"]


def build_bare_libcurl(folder: Path) -> Path:
    program = folder / "bare-libcurl"
    flags = subprocess.run(["pkg-config", "--cflags", "--libs", "libcurl"], check=True, capture_output=True, text=True)
    source = HERE / "bare_libcurl.c"
    subprocess.run(["cc", "-O2", "-o", program, source, *flags.stdout.split()], check=True)
    return program


def h2load(task: Task, count: int) -> list[str]:
    """The same requests as fast as nghttp2's own tool makes them, over one connection."""
    body = task.folder / "body.json"
    body.write_text(
        '{"consumptionPercentage":67932,"customerConsented":true,"deliveryStatus":"DELIVERED",'
        '"refundPreference":"GRANT_PRORATED","sampleContentProvided":false}'
    )
    # As long as a token is.
    token = "Bearer " + "x" * 330
    headers = ["-H", ":method: PUT", "-H", "content-type: application/json", "-H", f"authorization: {token}"]
    target = f"{task.store}/inApps/v2/transactions/consumption/2000000000000001"
    return ["h2load", "-n", str(count), "-c", "1", "-m", str(task.in_flight), "-d", str(body), *headers, target]
