"""A program that is measured: started on a core of its own, with its CPU time and memory read from /proc."""

import os
import signal
import subprocess
import sys
import time
from pathlib import Path

TICKS = os.sysconf("SC_CLK_TCK")
CORES = sorted(os.sched_getaffinity(0))
# What is measured has one core, its surroundings have the other ones: so neither takes the other's time.
MEASURED_CORES = set(CORES[-1:])
OTHER_CORES = set(CORES[:-1]) or set(CORES)


class Program:
    def __init__(self, command, folder: Path, name: str, *, cores=None, environment=None, **options):
        self.name = name
        self.log = folder / f"{name}.log"
        chosen = OTHER_CORES if cores is None else cores
        self.process = subprocess.Popen(
            [str(part) for part in command],
            stderr=self.log.open("ab"),
            env={**os.environ, **(environment or {})},
            preexec_fn=lambda: os.sched_setaffinity(0, chosen),
            **options,
        )

    @property
    def cpu(self) -> float:
        """CPU seconds so far, over all its threads."""
        try:
            fields = Path(f"/proc/{self.process.pid}/stat").read_text().rsplit(")", 1)[1].split()
        except (FileNotFoundError, ProcessLookupError):
            raise RuntimeError(f"{self.name} has ended; its log is {self.log}") from None
        return (int(fields[11]) + int(fields[12])) / TICKS

    @property
    def peak_memory(self) -> int:
        """The most resident bytes so far."""
        for line in Path(f"/proc/{self.process.pid}/status").read_text().splitlines():
            if line.startswith("VmHWM:"):
                return int(line.split()[1]) * 1024
        return 0

    @property
    def runs(self) -> bool:
        return self.process.poll() is None

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.runs:
            self.process.send_signal(signal.SIGTERM)
            try:
                self.process.wait(30)
            except subprocess.TimeoutExpired:
                self.kill()

    def __enter__(self):
        return self

    def __exit__(self, failure, *_):
        self.stop()
        if failure:
            print(f"The end of the log of {self.name}:", *self.log.read_text().splitlines()[-20:], sep="\n", file=sys.stderr)


def wait_until(condition, what: str, programs=(), limit: float = 120.0, pause: float = 0.02):
    """Waits for the condition and gives its value; a run that never gets there, or whose program has ended, ends here."""
    end = time.monotonic() + limit
    while time.monotonic() < end:
        if value := condition():
            return value
        for program in programs:
            if not program.runs:
                raise RuntimeError(f"{program.name} ended while the trial waited for this: {what}")
        time.sleep(pause)
    raise RuntimeError(f"waited {limit:.0f} s in vain: {what}")
