"""Runs the trials that the command line of ops/bench names and writes their tables."""

import argparse
import sys
from pathlib import Path

import report
import stages
from trials import (
    Bench,
    backlog,
    growing,
    growing_group,
    killed,
    many_apps,
    paced,
    refused,
    starting,
)

TRIALS = {
    "a": ("(a) A backlog of 50 000, 64 requests at once", lambda bench: report.contenders(backlog(bench))),
    "a16": (
        "(a) The same with 16",
        lambda bench: report.contenders(backlog(bench, in_flight=16, peers=False)),
    ),
    "a100": (
        "(a) The same with 100",
        lambda bench: report.contenders(backlog(bench, in_flight=100, peers=False)),
    ),
    "b": (
        "(b) 64 at once before a store that takes 20 ms",
        lambda bench: report.contenders(backlog(bench, slow=True, peers=False, full=15_000)),
    ),
    "c": ("(c) Nothing but refused events", lambda bench: report.figures({"worker": refused(bench)})),
    "d": ("(d) 50 a second, linger 0: milliseconds to the store", lambda bench: report.figures({"worker": paced(bench)})),
    "e": ("(e) A growing backlog", lambda bench: report.figures(growing(bench))),
    "f": ("(f) More workers, 16 requests at once each, 20 ms", lambda bench: report.figures(growing_group(bench))),
    "g": ("(g) From the assignment to the first event", lambda bench: report.figures({"worker": starting(bench)})),
    "h": ("(h) A thousand apps", lambda bench: report.figures({"worker": many_apps(bench)})),
    "k": ("Killed three times over 6 000 events", lambda bench: report.figures(killed(bench))),
}


def options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(prog="ops/bench")
    parser.add_argument("--worker", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--benchmark", type=Path, required=True, help=argparse.SUPPRESS)
    parser.add_argument("--only", default="stages," + ",".join(TRIALS), help="stages and trials, such as stages,a,d")
    parser.add_argument("--scale", type=float, default=1.0, help="a part of the usual number of events, such as 0.1")
    parser.add_argument("--rounds", type=int, default=5, help="so often each, in turns")
    parser.add_argument("--check", action="store_true", help="only whether a stage allocates or executes more than before")
    parser.add_argument("--keep-baseline", action="store_true", help="from now on what the stages cost today is the measure")
    return parser.parse_args()


def check(benchmark: Path) -> int:
    found = stages.regressions(stages.measure(benchmark, instructions=True))
    for line in found:
        print(line, file=sys.stderr)
    print("Stages cost more than before." if found else "No stage costs more than before.")
    return 1 if found else 0


def main() -> int:
    chosen = options()
    if chosen.check:
        return check(chosen.benchmark)
    bench = Bench(chosen.worker, chosen.benchmark, chosen.scale, chosen.rounds)
    print(report.machine(chosen.worker), flush=True)
    for name in chosen.only.split(","):
        if name == "stages":
            costs = stages.measure(chosen.benchmark, instructions=True)
            if chosen.keep_baseline:
                stages.write_baseline(costs)
            print(f"\n### Stages\n\n{report.stages(costs)}", flush=True)
        else:
            title, trial = TRIALS[name]
            print(f"\n### {title}\n\n{trial(bench)}", flush=True)
    return 0


sys.exit(main())
