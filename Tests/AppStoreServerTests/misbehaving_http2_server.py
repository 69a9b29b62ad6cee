"""An HTTP/2 server on 127.0.0.1, over TLS, that misbehaves in one way.

It prints "port N" when it listens and then one JSON line for each request that it has read: the number in its body, the
connection, the stream, and how many streams the client has reset on that connection. Frames are written by hand, as
servers that keep to the rules do not misbehave.

    misbehaving_http2_server.py CERTIFICATE KEY BEHAVIOUR
"""

import contextlib
import itertools
import json
import signal
import socket
import ssl
import struct
import sys
import threading
import time

DATA, HEADERS, RST_STREAM, SETTINGS, PING, GOAWAY, WINDOW_UPDATE, CONTINUATION = 0, 1, 3, 4, 6, 7, 8, 9
END_STREAM, ACK, END_HEADERS = 1, 1, 4
NO_ERROR, INTERNAL_ERROR, REFUSED_STREAM = 0, 2, 7
PREFACE = b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"
ERROR = b'{"errorCode":4040002,"errorMessage":"Account not found. Please try again."}'


def header_string(text):
    """RFC 7541, section 5.2, without Huffman coding."""
    length, prefix = len(text), b""
    if length >= 127:
        rest, prefix = length - 127, b"\x7f"
        while rest >= 128:
            prefix += bytes([rest % 128 + 128])
            rest //= 128
        return prefix + bytes([rest]) + text.encode()
    return bytes([length]) + text.encode()


def header_block(status, *fields):
    """Literal fields without indexing; 8 is the place of :status in the static table."""
    block = b"\x08" + header_string(str(status))
    return block + b"".join(b"\x00" + header_string(name) + header_string(value) for name, value in fields)


def frame(kind, flags, stream, payload=b""):
    return struct.pack(">I", len(payload))[1:] + struct.pack(">BBI", kind, flags, stream) + payload


class Connection:
    """One client's connection, with what it has been sent and what it sends."""

    def __init__(self, stream, number):
        self.stream, self.number = stream, number
        self.requests, self.resets = 0, 0
        self.sending = threading.Lock()

    def send(self, kind, flags, stream, payload=b""):
        with self.sending:
            self.stream.sendall(frame(kind, flags, stream, payload))

    def answer(self, stream, status, body=b"", fields=()):
        self.send(HEADERS, END_HEADERS | (0 if body else END_STREAM), stream, header_block(status, *fields))
        if body:
            self.send(DATA, END_STREAM, stream, body)

    def reset(self, stream, code):
        self.send(RST_STREAM, 0, stream, struct.pack(">I", code))

    def go_away(self, last_stream, code):
        self.send(GOAWAY, 0, 0, struct.pack(">II", last_stream, code))

    def requests_in_order(self):
        """Yields stream and body of each request, and does what the protocol wants in between."""
        if self.read(len(PREFACE)) != PREFACE:
            return
        if behaviour is silent_first and self.number == 1:
            threading.Event().wait()
        if behaviour is hang_up:
            report(json.dumps({"number": 0, "connection": self.number, "stream": 0, "resets": 0}))
            # In one piece, so that no request comes in between.
            self.stream.sendall(frame(SETTINGS, 0, 0) + frame(GOAWAY, 0, 0, struct.pack(">II", 0, NO_ERROR)))
            return
        self.send(SETTINGS, 0, 0)
        bodies = {}
        while True:
            length, kind, flags, stream = struct.unpack(">IBBI", b"\0" + self.read(9))
            payload = self.read(length)
            if kind == SETTINGS and not flags & ACK:
                self.send(SETTINGS, ACK, 0)
            elif kind == PING and not flags & ACK:
                self.send(PING, ACK, 0, payload)
            elif kind == RST_STREAM:
                self.resets += 1
            elif kind == HEADERS:
                bodies[stream] = b""
            elif kind == DATA:
                bodies[stream] += payload
                if payload:
                    self.send(WINDOW_UPDATE, 0, 0, struct.pack(">I", len(payload)))
                if flags & END_STREAM:
                    yield stream, bodies.pop(stream)

    def read(self, count):
        data = b""
        while len(data) < count:
            part = self.stream.recv(count - len(data))
            if not part:
                raise OSError("closed")
            data += part
        return data


def accept(connection, stream, number):
    connection.answer(stream, 202)


def accept_with_length(connection, stream, number):
    connection.answer(stream, 202, fields=[("content-length", "0")])


def accept_in_two_frames(connection, stream, number):
    connection.send(HEADERS, END_HEADERS, stream, header_block(202))
    connection.send(DATA, END_STREAM, stream)


def accept_with_length_in_two_frames(connection, stream, number):
    connection.send(HEADERS, END_HEADERS, stream, header_block(202, ("content-length", "0")))
    connection.send(DATA, END_STREAM, stream)


def the_odd_one(misbehave):
    """Misbehaves at the request that carries this number, each time that it comes, and accepts all others."""
    return lambda connection, stream, number: (misbehave if number == 7 else accept)(connection, stream, number)


def hang(connection, stream, number):
    pass


def fail(connection, stream, number):
    connection.reset(stream, INTERNAL_ERROR)


def refuse(connection, stream, number):
    connection.reset(stream, REFUSED_STREAM)


def accept_late(connection, stream, number):
    threading.Timer(0.05, accept, (connection, stream, number)).start()


def see_other(connection, stream, number):
    connection.answer(stream, 303, fields=[("location", "https://127.0.0.1:1/elsewhere")])


def continue_first(connection, stream, number):
    connection.send(HEADERS, END_HEADERS, stream, header_block(100))
    accept(connection, stream, number)


def continue_only(connection, stream, number):
    connection.send(HEADERS, END_HEADERS, stream, header_block(100))
    fail(connection, stream, number)


def big_header(connection, stream, number):
    block = header_block(202, ("x-filler", "x" * 200_000))
    connection.send(HEADERS, END_STREAM, stream, block[:16_000])
    for start in range(16_000, len(block), 16_000):
        is_last = start + 16_000 >= len(block)
        connection.send(CONTINUATION, END_HEADERS if is_last else 0, stream, block[start:start + 16_000])


def drip(connection, stream, number):
    def send():
        connection.send(HEADERS, END_HEADERS, stream, header_block(404))
        for start in range(0, len(ERROR), 8):
            time.sleep(0.002)
            is_last = start + 8 >= len(ERROR)
            connection.send(DATA, END_STREAM if is_last else 0, stream, ERROR[start:start + 8])

    threading.Thread(target=send, daemon=True).start()


def drip_without_end(connection, stream, number):
    def send():
        connection.send(HEADERS, END_HEADERS, stream, header_block(404))
        with contextlib.suppress(OSError):
            while True:
                connection.send(DATA, 0, stream, b" ")
                time.sleep(0.01)

    threading.Thread(target=send, daemon=True).start()


def cut_without_error(connection, stream, number):
    """Says that nothing went wrong, and has not said all."""
    connection.send(HEADERS, END_HEADERS, stream, header_block(404))
    connection.send(DATA, 0, stream, ERROR[:20])
    connection.reset(stream, NO_ERROR)


def rubbish(connection, stream, number):
    connection.send(HEADERS, END_HEADERS | END_STREAM, stream, b"\xff" * 40)


def rubbish_first(connection, stream, number):
    """Serves later connections; on the first one it breaks the rules after two requests, as soon as SIGUSR1 tells it to, goes on as
    if nothing had happened, and prints "broken"."""
    if connection.number > 1:
        accept(connection, stream, number)
    elif connection.requests == 2:
        told.wait()
        rubbish(connection, stream, number)
        connection.send(PING, 0, 0, bytes(8))
        report("broken")


def from_the_tenth_on(misbehave):
    """Accepts what comes first on each connection; the tenth request and what follows it get something else."""
    return lambda connection, stream, number: (
        accept if connection.requests < 10 else misbehave)(connection, stream, number)


def close(connection, stream, number):
    return "close"


def go_away(connection, stream, number):
    """Says that this request and all that follow it have not been looked at."""
    connection.go_away(stream - 2, NO_ERROR)
    return "close"


def go_away_in_order(connection, stream, number):
    """First says that it will go, as a server does that is to be shut down, and serves what still comes."""
    if connection.requests == 10:
        connection.go_away(2**31 - 1, NO_ERROR)
    accept(connection, stream, number)


def stop(connection, stream, number):
    """Keeps the connection, as a stopped process does, and never looks at it again."""
    threading.Event().wait()


def stop_first(connection, stream, number):
    """Stops on the first connection and serves later ones."""
    (stop if connection.number == 1 else accept)(connection, stream, number)


def silent_first(connection, stream, number):
    """Says nothing at all on the first connection, not even its settings."""
    accept(connection, stream, number)


def hang_up(connection, stream, number):
    """Goes away from every connection as soon as it is there, and tells of each."""


BEHAVIOURS = {
    "accept": accept,
    "accept_late": accept_late,
    "accept_with_length": accept_with_length,
    "accept_in_two_frames": accept_in_two_frames,
    "accept_with_length_in_two_frames": accept_with_length_in_two_frames,
    "close": from_the_tenth_on(close),
    "go_away": from_the_tenth_on(go_away),
    "go_away_in_order": go_away_in_order,
    "hang_up": hang_up,
    "rubbish_first": rubbish_first,
    "silent_first": silent_first,
    "stop": from_the_tenth_on(stop),
    "stop_first": from_the_tenth_on(stop_first),
} | {
    one.__name__: the_odd_one(one)
    for one in (hang, fail, refuse, see_other, continue_first, continue_only, big_header, drip, drip_without_end,
                cut_without_error, rubbish)
}


def report(line):
    with output:
        print(line, flush=True)


def serve(raw, number):
    try:
        connection = Connection(context.wrap_socket(raw, server_side=True), number)
        for stream, body in connection.requests_in_order():
            connection.requests += 1
            request = {"number": json.loads(body).get("number", 0), "connection": number, "stream": stream}
            report(json.dumps(request | {"resets": connection.resets}))
            if behaviour(connection, stream, request["number"]) == "close":
                break
        connection.stream.close()
    except OSError:
        raw.close()


certificate, key, name = sys.argv[1:]
behaviour = BEHAVIOURS[name]
output = threading.Lock()
told = threading.Event()
signal.signal(signal.SIGUSR1, lambda *_: told.set())
context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
context.load_cert_chain(certificate, key)
context.set_alpn_protocols(["h2"])
listener = socket.create_server(("127.0.0.1", 0), backlog=512)
report(f"port {listener.getsockname()[1]}")
for connection_number in itertools.count(1):
    accepted, _ = listener.accept()
    accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=serve, args=(accepted, connection_number), daemon=True).start()
