"""The stages by themselves: time, allocations and instructions of one operation, beside those of the baseline."""

import os
import subprocess
import tempfile
from dataclasses import dataclass
from pathlib import Path

from surroundings import HERE

BASELINE = HERE / "baseline.tsv"
# Instructions differ a little with the C library and its choice of routines.
ALLOWANCE = 1.1


@dataclass
class Cost:
    nanoseconds: float
    spread: float
    allocations: float
    bytes: float
    instructions: float | None = None


def measure(benchmark: Path, *, instructions: bool) -> dict[str, Cost]:
    lines = subprocess.run([benchmark, "stages"], check=True, capture_output=True, text=True).stdout.splitlines()
    costs = {line.split("\t")[0]: Cost(*map(float, line.split("\t")[1:])) for line in lines}
    if instructions:
        with tempfile.TemporaryDirectory() as folder:
            # Its own debugging information is more than Debian's valgrind can read.
            stripped = Path(folder) / "benchmark"
            subprocess.run(["strip", "-o", stripped, benchmark], check=True)
            for name, cost in costs.items():
                cost.instructions = instructions_of(stripped, name, cost)
    return costs


def instructions_of(benchmark: Path, name: str, cost: Cost) -> float:
    """Of two runs that differ in the number of operations alone; so what a start costs is not in it."""
    # Starts differ by some ten million instructions: enough operations that this is next to nothing for each.
    few = max(20, min(2_000, int(2_000_000 / cost.nanoseconds)))
    if few >= 100:
        few -= few % 100
    return (executed(benchmark, name, 3 * few) - executed(benchmark, name, few)) / (2 * few)


def executed(benchmark: Path, name: str, operations: int) -> int:
    command = ["valgrind", "--tool=callgrind", "--callgrind-out-file=/dev/null", benchmark, "perform", name, str(operations)]
    fixed = {**os.environ, "SWIFT_DETERMINISTIC_HASHING": "1"}
    text = subprocess.run(command, check=True, capture_output=True, text=True, env=fixed).stderr
    line = next(line for line in text.splitlines() if "Collected" in line)
    return int(line.split(":")[1])


def read_baseline() -> dict[str, tuple[float, float]]:
    rows = [line.split("\t") for line in BASELINE.read_text().splitlines() if line and not line.startswith("#")]
    return {name: (float(allocations), float(instructions)) for name, allocations, instructions in rows}


def write_baseline(costs: dict[str, Cost]):
    lines = ["# What one operation of each stage may cost: allocations, instructions. ops/bench --keep-baseline writes it."]
    lines += [f"{name}\t{cost.allocations:.2f}\t{cost.instructions:.0f}" for name, cost in costs.items()]
    BASELINE.write_text("\n".join(lines) + "\n")


def regressions(costs: dict[str, Cost]) -> list[str]:
    """What costs more than it did; seconds are not asked, since they say more about the machine than about the program."""
    baseline = read_baseline()
    found = [f"{name}: not in {BASELINE.name}" for name in costs if name not in baseline]
    for name, (allocations, instructions) in baseline.items():
        if name not in costs:
            found.append(f"{name}: is in {BASELINE.name} only")
            continue
        cost = costs[name]
        if cost.allocations > allocations * ALLOWANCE + 0.1:
            found.append(f"{name}: {cost.allocations:.2f} allocations, {allocations:.2f} before")
        if cost.instructions and cost.instructions > instructions * ALLOWANCE + 20:
            found.append(f"{name}: {cost.instructions:.0f} instructions, {instructions:.0f} before")
    return found
