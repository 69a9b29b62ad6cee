"""The tables of ops/bench, as Markdown."""

import os
import platform
import subprocess
from pathlib import Path

from stages import read_baseline

TITLES = {
    "worker": "**consumption-worker**",
    "mq_bridge": "mq-bridge 1.2.0",
    "arroyo": "sentry-arroyo 2.48.0",
    "aiohttp": "confluent-kafka + aiohttp",
}


def machine(worker: Path) -> str:
    processor = next(
        (line.split(":")[1].strip() for line in Path("/proc/cpuinfo").read_text().splitlines() if "model name" in line),
        platform.machine(),
    )
    version = subprocess.run([worker, "--version"], capture_output=True, text=True).stdout.strip().splitlines()[0]
    return (
        f"{version}; {os.cpu_count()} cores of {processor}, Linux {platform.release()}, load {os.getloadavg()[0]:.1f} at the "
        "start. Medians; in brackets the lowest and the highest of the rounds."
    )


def number(value: float) -> str:
    if value >= 100:
        return f"{value:,.0f}".replace(",", " ")
    return f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def cell(figure) -> str:
    if figure is None:
        return ""
    if isinstance(figure, tuple):
        median, lowest, highest = figure
        return f"{number(median)} ({number(lowest)}–{number(highest)})"
    return number(figure)


def table(head: list[str], rows: list[list[str]]) -> str:
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(line) + " |" for line in lines)


def contenders(results: dict) -> str:
    ours = results["worker"]["rate"][0]
    rows = [
        [
            TITLES.get(name, name),
            cell(run["rate"]),
            f"{run['rate'][0] / ours:.2f}",
            cell(run["cpu"]),
            cell(run.get("memory")),
        ]
        for name, run in results.items()
    ]
    return table(["", "events/s", "of the worker's", "CPU µs per event", "peak MiB"], rows)


def figures(results: dict) -> str:
    names = list(next(iter(results.values())))
    return table(["", *names], [[str(key), *(cell(run[name]) for name in names)] for key, run in results.items()])


def stages(costs: dict) -> str:
    baseline = read_baseline()
    rows = []
    for name, cost in costs.items():
        before = baseline.get(name, (None, None))[1]
        change = f"{100 * (cost.instructions / before - 1):+.1f} %" if before and cost.instructions else ""
        instructions = number(cost.instructions) if cost.instructions else ""
        rows.append(
            [
                name,
                f"{number(cost.nanoseconds)} ± {number(cost.spread)}",
                f"{cost.allocations:.1f}",
                number(cost.bytes),
                instructions,
                change,
            ]
        )
    return table(["stage", "ns", "allocations", "bytes", "instructions", "to the baseline"], rows)
