"""What the measured programs talk to: a Kafka cluster and an App Store, each in a process of its own."""

import http.client
import re
import socket
import ssl
import subprocess
from pathlib import Path

from program import Program, wait_until

HERE = Path(__file__).resolve().parent
MODULES = "/usr/lib/nginx/modules"


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def make_certificates(folder: Path):
    """An authority, a certificate for 127.0.0.1 and a signing key as App Store Connect gives them out."""

    def openssl(*words):
        subprocess.run(["openssl", *words], cwd=folder, check=True, capture_output=True)

    subject = ["-subj", "/CN=ops-bench"]
    curve = ["-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes"]
    openssl("req", "-x509", *curve, "-days", "2", *subject, "-keyout", "ca.key", "-out", "ca.pem")
    openssl("req", *curve, *subject, "-keyout", "server.key", "-out", "server.csr")
    (folder / "names").write_text("subjectAltName=IP:127.0.0.1\n")
    signing = ["-CA", "ca.pem", "-CAkey", "ca.key", "-CAcreateserial", "-days", "2", "-extfile", "names"]
    openssl("x509", "-req", "-in", "server.csr", *signing, "-out", "server.pem")
    openssl("genpkey", "-algorithm", "EC", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-out", "key.p8")
    (folder / "key.p8").chmod(0o600)


class Store(Program):
    """The App Store: counts what it accepts, and can write down which event came when."""

    def __init__(self, folder: Path, *, arrivals: bool = False):
        self.folder = folder
        self.arrivals_log = folder / "arrivals.log"
        self.port, self.slow_port = free_port(), free_port()
        text = (HERE / "nginx.conf").read_text()
        log = f"{self.arrivals_log} arrivals" if arrivals else "off"
        for mark, value in [
            ("MODULES", MODULES),
            ("FOLDER", folder),
            ("PORT", self.port),
            ("SLOW", self.slow_port),
            ("access_log LOG", f"access_log {log}"),
        ]:
            text = text.replace(mark, str(value))
        configuration = folder / "nginx.conf"
        configuration.write_text(text)
        super().__init__(["nginx", "-p", folder, "-c", configuration], folder, "store")
        self.trust = ssl.create_default_context(cafile=folder / "ca.pem")
        self.questions = 0
        self.connection = None
        wait_until(self.answers, "nginx to listen")

    def url(self, slow: bool = False) -> str:
        return f"https://127.0.0.1:{self.slow_port if slow else self.port}"

    def answers(self) -> bool:
        try:
            return self.accepted() >= 0
        except OSError:
            self.connection = None
            return False

    def accepted(self) -> int:
        """Requests that it has taken, without our own questions."""
        if self.connection is None:
            self.connection = http.client.HTTPSConnection("127.0.0.1", self.port, context=self.trust)
        self.connection.request("GET", "/count")
        text = self.connection.getresponse().read().decode()
        self.questions += 1
        return int(re.findall(r"\d+", text)[3]) - self.questions

    def arrivals(self) -> list[tuple[float, str]]:
        """Seconds since 1970 and the transaction of each request, in their order."""
        lines = self.arrivals_log.read_text().splitlines()
        return [(float(line.split()[0]), line.split()[1]) for line in lines if len(line.split()) == 2]

    def forget_arrivals(self):
        self.arrivals_log.write_text("")


class Cluster(Program):
    """librdkafka's mock cluster in a process of its own; a partition keeps its latest 5 MB."""

    def __init__(self, benchmark: Path, folder: Path, topics: dict[str, int]):
        names = [f"{name}:{partitions}" for name, partitions in topics.items()]
        pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
        super().__init__([benchmark, "cluster", *names], folder, "cluster", **pipes)
        self.benchmark = benchmark
        self.folder = folder
        self.servers = self.process.stdout.readline().strip()

    def produce(self, topic: str, count: int, *options) -> list[str]:
        command = [self.benchmark, "produce", self.servers, topic, count, *options]
        done = subprocess.run([str(word) for word in command], check=True, capture_output=True, text=True)
        return done.stdout.splitlines()

    def stop(self):
        self.process.stdin.close()
        self.process.wait(30)
