"""An HTTP/1.1 server on 127.0.0.1 whose first path segment says how it behaves.

It prints "port N" when it listens and then one JSON line for each request that it has read. It also serves as a
proxy for CONNECT.

    misbehaving_server.py [--tls CERTIFICATE KEY] [--client-ca FILE] [--redirect-to URL] [--refuse-tunnels STATUS]
"""

import argparse
import itertools
import json
import socket
import ssl
import struct
import threading
import time


def respond(status, body=b"", headers=()):
    lines = [f"HTTP/1.1 {status} Whatever", f"Content-Length: {len(body)}", *headers, "", ""]
    return "\r\n".join(lines).encode() + body


ERROR = b'{"errorCode":4040002,"errorMessage":"Account not found. Please try again."}'


def accept(stream):
    stream.sendall(respond(202))


def accept_and_close(stream):
    stream.sendall(respond(202, headers=["Connection: close"]))
    return "close"


def not_found(stream):
    stream.sendall(respond(404, ERROR))


def drip(stream):
    answer = respond(404, ERROR)
    for start in range(0, len(answer), 16):
        stream.sendall(answer[start:start + 16])
        time.sleep(0.002)


def hang(stream):
    stream.recv(1)


def reset(stream):
    stream.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    return "close"


def accept_then_drop(stream):
    """Serves one request on each connection and breaks off at the next."""
    if stream in served:
        return "close"
    served.add(stream)
    accept(stream)


def close_early(stream):
    return "close"


def cut_error(stream):
    stream.sendall(respond(404, ERROR)[:-40])
    return "close"


def accept_then_hang(stream):
    stream.sendall(respond(202, b"never sent")[:-10])
    stream.recv(1)


def unauthorized(stream):
    stream.sendall(respond(401))


def redirect(stream):
    stream.sendall(respond(307, headers=[f"Location: {options.redirect_to}"]))


def see_other(stream):
    stream.sendall(respond(303, headers=[f"Location: {options.redirect_to}"]))


def big_error(stream):
    stream.sendall(respond(500, b"x" * 1_000_000))


def endless_error(stream):
    stream.sendall(b"HTTP/1.1 500 Whatever\r\n\r\n")
    return endless(stream)


def big_acceptance(stream):
    stream.sendall(respond(202, b"x" * 1_000_000))


def throttle(stream):
    stream.sendall(respond(429, headers=["Retry-After: 1893456120000", "Date: Tue, 01 Jan 2030 00:00:00 GMT"]))


def continue_first(stream):
    stream.sendall(b"HTTP/1.1 100 Continue\r\n\r\n" + respond(202))


def continue_only(stream):
    stream.sendall(b"HTTP/1.1 100 Continue\r\n\r\n")
    return "close"


def rubbish(stream):
    stream.sendall(b"SSH-2.0-OpenSSH_9.2\r\n")
    return "close"


def many_headers(stream):
    stream.sendall(respond(202, headers=[f"X-Filler-{n}: {'x' * 1000}" for n in range(1000)]))


def endless_header(stream):
    stream.sendall(b"HTTP/1.1 404 Whatever\r\nX-Filler: ")
    return endless(stream)


def endless_headers_slowly(stream):
    stream.sendall(b"HTTP/1.1 404 Whatever\r\n")
    return slowly(stream, b"X-Filler: x\r\n")


def endless_body_slowly(stream):
    stream.sendall(b"HTTP/1.1 404 Whatever\r\n\r\n")
    return slowly(stream, b" ")


def endless(stream):
    try:
        while True:
            stream.sendall(b"x" * 65_536)
    except OSError:
        return "close"


def slowly(stream, part):
    try:
        while True:
            stream.sendall(part)
            time.sleep(0.01)
    except OSError:
        return "close"


def read_request(stream, buffer):
    while b"\r\n\r\n" not in buffer:
        part = stream.recv(65_536)
        if not part:
            return None, buffer
        buffer += part
    head, buffer = buffer.split(b"\r\n\r\n", 1)
    first, *lines = head.decode("latin-1").split("\r\n")
    method, path, _ = first.split(" ")
    headers = {name.lower(): value.strip() for name, value in (line.split(":", 1) for line in lines)}
    length = int(headers.get("content-length", "0"))
    while len(buffer) < length:
        buffer += stream.recv(65_536)
    body, buffer = buffer[:length], buffer[length:]
    return {"method": method, "path": path, "headers": headers, "body": body.decode("latin-1")}, buffer


def report(line):
    with output:
        print(line, flush=True)


def tunnel(stream, target):
    host, port = target.rsplit(":", 1)
    with socket.create_connection((host, int(port))) as onward:
        stream.sendall(b"HTTP/1.1 200 Tunnel\r\n\r\n")
        threading.Thread(target=copy, args=(onward, stream), daemon=True).start()
        copy(stream, onward)


def copy(source, target):
    while part := source.recv(65_536):
        target.sendall(part)
    target.shutdown(socket.SHUT_WR)


def serve(raw, number):
    try:
        if number == options.reset_connection:
            reset(raw)
            raw.close()
            return
        if options.reset_connection:
            time.sleep(0.2)
        stream = context.wrap_socket(raw, server_side=True) if context else raw
        buffer = b""
        while True:
            request, buffer = read_request(stream, buffer)
            if request is None:
                break
            report(json.dumps(request | {"connection": number}))
            if request["method"] == "CONNECT":
                if options.refuse_tunnels:
                    stream.sendall(respond(options.refuse_tunnels, ERROR, ["Retry-After: 600"]))
                else:
                    tunnel(stream, request["path"])
                break
            behaviour = globals()[request["path"].split("/")[1]]
            if behaviour(stream) == "close":
                break
        stream.close()
    except OSError:
        raw.close()


parser = argparse.ArgumentParser()
parser.add_argument("--tls", nargs=2)
parser.add_argument("--client-ca")
parser.add_argument("--redirect-to")
parser.add_argument("--refuse-tunnels", type=int)
parser.add_argument("--reset-connection", type=int, help="is reset before a word, and all others are slow to begin")
options = parser.parse_args()
output = threading.Lock()
served = set()
context = None
if options.tls:
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(*options.tls)
    context.set_alpn_protocols(["http/1.1"])
    if options.client_ca:
        context.load_verify_locations(options.client_ca)
        context.verify_mode = ssl.CERT_REQUIRED

listener = socket.create_server(("127.0.0.1", 0), backlog=512)
report(f"port {listener.getsockname()[1]}")
for connection_number in itertools.count(1):
    accepted, _ = listener.accept()
    accepted.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    threading.Thread(target=serve, args=(accepted, connection_number), daemon=True).start()
