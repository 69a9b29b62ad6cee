"""The trials of ops/bench: each runs programs against the same cluster and store, and gives back what was measured."""

import datetime
import json
import re
import resource
import statistics
import subprocess
import tempfile
import time
import urllib.request
from collections import Counter
from contextlib import contextmanager
from pathlib import Path

import contenders
from contenders import PEERS, Task
from program import MEASURED_CORES, Program, wait_until
from surroundings import Cluster, Store, free_port, make_certificates


class Bench:
    def __init__(self, worker: Path, benchmark: Path, scale: float, rounds: int):
        self.worker_program, self.benchmark = worker, benchmark
        self.scale, self.rounds = scale, rounds
        self.groups = 0

    def count(self, full: int) -> int:
        return max(200, int(full * self.scale))

    @contextmanager
    def surroundings(self, topics: dict[str, int], arrivals: bool = False):
        with tempfile.TemporaryDirectory(prefix="ops-bench-") as path:
            folder = Path(path)
            make_certificates(folder)
            with Store(folder, arrivals=arrivals) as store:
                with Cluster(self.benchmark, folder, {"letters": 4, **topics}) as cluster:
                    yield folder, store, cluster

    def task(self, folder: Path, store: Store, cluster: Cluster, topic: str, slow: bool = False, **more) -> Task:
        self.groups += 1
        return Task(folder, cluster.servers, topic, f"bench-{self.groups}", store.url(slow), **more)

    def start(self, name: str, task: Task, cores=MEASURED_CORES) -> Program:
        if name == "worker":
            return contenders.worker(task, self.worker_program, port=free_port(), cores=cores)
        return contenders.peer(name, task, cores)


def through(store: Store, programs: list[Program], count: int) -> dict:
    """Waits until so many more events are accepted; counts from the first one on, so that no start is in it."""
    base = store.accepted()
    wait_until(lambda: store.accepted() > base, "the first event", programs)
    begin, first = time.monotonic(), store.accepted() - base
    cpu = sum(program.cpu for program in programs)
    wait_until(lambda: store.accepted() - base >= count, f"{count} events", programs, limit=600)
    seconds, done = time.monotonic() - begin, store.accepted() - base - first
    return {
        "rate": done / seconds,
        "cpu": (sum(program.cpu for program in programs) - cpu) / done * 1e6,
        "memory": max(program.peak_memory for program in programs) / 2**20,
    }


def middle(runs: list[dict]) -> dict:
    """Of each figure the median, and how far its runs lie apart."""
    return {
        name: (statistics.median(values), min(values), max(values))
        for name in runs[0]
        if (values := [run[name] for run in runs])
    }


def backlog(bench: Bench, in_flight: int = 64, slow: bool = False, peers: bool = True, full: int = 50_000) -> dict:
    """(a), and with `slow` (b): a backlog, every contender in turn, once a round."""
    results: dict[str, list[dict]] = {}
    count = bench.count(full)
    with bench.surroundings({"events": 32}) as (folder, store, cluster):
        cluster.produce("events", count)
        bare = contenders.build_bare_libcurl(folder)
        for _ in range(bench.rounds):
            for name in ["worker", *(PEERS if peers else [])]:
                task = bench.task(folder, store, cluster, "events", slow, in_flight=in_flight)
                with bench.start(name, task) as program:
                    results.setdefault(name, []).append(through(store, [program], count))
            task = bench.task(folder, store, cluster, "events", slow, in_flight=in_flight)
            for version in "1", "2":
                command = [bare, task.store, folder / "ca.pem", count, in_flight, version]
                results.setdefault(f"bare libcurl, HTTP/{version}", []).append(client_alone(command, count))
            results.setdefault("h2load", []).append(client_alone(contenders.h2load(task, count), count))
    return {name: middle(runs) for name, runs in results.items()}


def client_alone(command: list, count: int) -> dict:
    before, begin = resource.getrusage(resource.RUSAGE_CHILDREN), time.monotonic()
    command = ["taskset", "-c", ",".join(map(str, MEASURED_CORES)), *(str(word) for word in command)]
    subprocess.run(command, check=True, capture_output=True)
    seconds, after = time.monotonic() - begin, resource.getrusage(resource.RUSAGE_CHILDREN)
    cpu = after.ru_utime + after.ru_stime - before.ru_utime - before.ru_stime
    return {"rate": count / seconds, "cpu": cpu / count * 1e6}


def scrape(program_port: int) -> str:
    with urllib.request.urlopen(f"http://127.0.0.1:{program_port}/metrics", timeout=10) as answer:
        return answer.read().decode()


def total(text: str, name: str) -> float:
    """The sum over all series of a metric."""
    pattern = rf"^{name}(?:\{{[^}}]*\}})? (\S+)"
    return sum(float(value) for value in re.findall(pattern, text, re.MULTILINE))


def refused(bench: Bench) -> dict:
    """(c): nothing but events that break a rule, each of which becomes a dead letter."""
    count, runs = bench.count(100_000), []
    with bench.surroundings({"events": 64, "letters": 128}) as (folder, store, cluster):
        cluster.produce("events", count, "--invalid")
        for _ in range(bench.rounds):
            port = free_port()
            task = bench.task(folder, store, cluster, "events")
            with contenders.worker(task, bench.worker_program, port=port) as program:

                def letters() -> float:
                    try:
                        return total(scrape(port), "consumption_dead_letters_total")
                    except OSError:
                        return 0

                wait_until(letters, "the first dead letter", [program])
                begin, first, cpu = time.monotonic(), letters(), program.cpu
                # A scrape is work, too: not too often.
                wait_until(lambda: letters() >= count, "all dead letters", [program], pause=0.1)
                seconds = time.monotonic() - begin
                runs.append(
                    {
                        "rate": (count - first) / seconds,
                        "cpu": (program.cpu - cpu) / (count - first) * 1e6,
                        "memory": program.peak_memory / 2**20,
                    }
                )
    return middle(runs)


def paced(bench: Bench) -> dict:
    """(d): a steady flow; from each event's birth to its arrival at the store.

    The mock cluster lets a fetch wait to its end although a record has come, which no broker does. So for the delays it is
    asked every 2 ms, and what a worker costs that need not ask so often is measured apart.
    """
    delays, busy = flow(bench, max(10, int(120 * bench.scale)), fetch_wait=2)
    _, calm = flow(bench, max(10, int(30 * bench.scale)), fetch_wait=500)
    return {
        "p50": delays[len(delays) // 2],
        "p99": delays[len(delays) * 99 // 100],
        "CPU, % of a core": 100 * calm,
        "the same at 500 fetches a second": 100 * busy,
    }


def flow(bench: Bench, seconds: int, fetch_wait: int) -> tuple[list[float], float]:
    """The delays of 50 events a second in order, in milliseconds, and the part of a core that the worker took."""
    with bench.surroundings({"events": 6}, arrivals=True) as (folder, store, cluster):
        task = bench.task(folder, store, cluster, "events", linger="0ms", fetch_wait=fetch_wait)
        with contenders.worker(task, bench.worker_program, port=free_port()) as program:
            cluster.produce("events", 50)
            wait_until(lambda: len(store.arrivals()) >= 50, "the first events")
            store.forget_arrivals()
            cpu, begin = program.cpu, time.monotonic()
            born = dict(
                reversed(line.split()) for line in cluster.produce("events", 50 * seconds, "--from", 1000, "--rate", 50)
                if len(line.split()) == 2
            )
            wait_until(lambda: len(store.arrivals()) >= 50 * seconds, "all events")
            share = (program.cpu - cpu) / (time.monotonic() - begin)
            return sorted(1000 * time_ - float(born[event]) / 1000 for time_, event in store.arrivals()), share


def growing(bench: Bench) -> dict:
    """(e): what an event costs when more of them wait."""
    results = {}
    for full in 10_000, 100_000, 1_000_000:
        count = bench.count(full)
        with bench.surroundings({"events": 256}) as (folder, store, cluster):
            cluster.produce("events", count)
            task = bench.task(folder, store, cluster, "events")
            with bench.start("worker", task) as program:
                results[full] = through(store, [program], count)
    return results


def growing_group(bench: Bench) -> dict:
    """(f): more workers before a slow store, 16 requests at once each."""
    results = {}
    for size in 1, 2, 4:
        count = bench.count(8_000) * size
        with bench.surroundings({"events": 32}, arrivals=True) as (folder, store, cluster):
            ports = [free_port() for _ in range(size)]
            task = bench.task(folder, store, cluster, "events", slow=True, in_flight=16)
            programs = [
                contenders.worker(task, bench.worker_program, port=port, name=f"worker-{port}") for port in ports
            ]

            def shares() -> list[float]:
                try:
                    return [total(scrape(port), "consumption_assigned_partitions") for port in ports]
                except OSError:
                    return []

            wait_until(lambda: shares() == [32 / size] * size, "every worker's share")
            # A new share of a limit counts after a second.
            time.sleep(1.2)
            cluster.produce("events", count)
            results[size] = through(store, programs, count)
            for program in programs:
                program.stop()
    return results


def starting(bench: Bench) -> dict:
    """(g): from the assignment to the first event at the store, as log and store say."""
    delays = []
    for _ in range(bench.rounds):
        with bench.surroundings({"events": 6}, arrivals=True) as (folder, store, cluster):
            cluster.produce("events", 100)
            with bench.start("worker", bench.task(folder, store, cluster, "events")) as program:
                wait_until(store.arrivals, "the first event")
                assigned = wait_until(lambda: assignment_time(program.log.read_text()), "a line about the assignment")
                delays.append({"seconds": store.arrivals()[0][0] - assigned})
    return middle(delays)


def assignment_time(log: str) -> float | None:
    for line in log.splitlines():
        entry = json.loads(line)
        if entry.get("message") == "partitions assigned":
            return datetime.datetime.fromisoformat(entry["time"]).timestamp()
    return None


def many_apps(bench: Bench) -> dict:
    """(h): the backlog of (a) from a thousand apps."""
    count, runs = bench.count(50_000), []
    with bench.surroundings({"events": 32}) as (folder, store, cluster):
        cluster.produce("events", count, "--apps", 1000)
        for _ in range(bench.rounds):
            task = bench.task(folder, store, cluster, "events", apps=1000)
            with bench.start("worker", task) as program:
                runs.append(through(store, [program], count))
    return middle(runs)


def killed(bench: Bench) -> dict:
    """What comes twice, or never, when each contender is killed three times amid its work."""
    results = {}
    count = bench.count(6_000)
    for name in ["worker", *PEERS]:
        with bench.surroundings({"events": 8}, arrivals=True) as (folder, store, cluster):
            cluster.produce("events", count)
            task = bench.task(folder, store, cluster, "events", slow=True)
            for part in 1, 2, 3:
                program = bench.start(name, task)
                wait_until(lambda: len(store.arrivals()) >= count * part / 4, "a quarter more", limit=120)
                program.kill()
            with bench.start(name, task):
                wait_until(lambda: len({event for _, event in store.arrivals()}) >= count, "all events", limit=300)
                time.sleep(1)
            times = Counter(event for _, event in store.arrivals())
            results[name] = {"twice": sum(times.values()) - len(times), "lost": count - len(times)}
    return results
