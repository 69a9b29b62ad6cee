"""A secure door in front of a Kafka broker on this machine: TLS, and SASL where a password is given.

secure_proxy.py PORT TARGET CERTIFICATE KEY CLIENTS [USER PASSWORD]

CLIENTS is the authority that has to have signed a client's certificate, or "-" where none is asked for. It takes PLAIN,
SCRAM-SHA-256 and SCRAM-SHA-512 (RFC 5802), and OAUTHBEARER (RFC 7628) with a token that USER's PASSWORD has signed. It puts
its own port in place of the broker's in what the broker says of itself, so that clients come back through the door.
"""

import asyncio
import base64
import hashlib
import hmac
import json
import os
import ssl
import struct
import sys
import time

PORT, TARGET = int(sys.argv[1]), int(sys.argv[2])
USER, PASSWORD = (sys.argv[6:8] + [None, None])[:2]
# https://kafka.apache.org/protocol#protocol_api_keys
SASL_HANDSHAKE, API_VERSIONS, SASL_AUTHENTICATE = 17, 18, 36
UNSUPPORTED_MECHANISM, AUTHENTICATION_FAILED = 33, 58
HASHES = {"SCRAM-SHA-256": "sha256", "SCRAM-SHA-512": "sha512"}
MECHANISMS = ["PLAIN", "OAUTHBEARER", *HASHES]


class Refused(Exception):
    pass


def plain():
    """One message: authorization id, user and password."""
    _, user, password = (yield).split(b"\0")
    if (user.decode(), password.decode()) != (USER, PASSWORD):
        raise Refused("Invalid username or password")
    yield b""


def scram(name):
    first = (yield).decode()
    bare = first.split(",", 2)[2]
    fields = dict(part.split("=", 1) for part in bare.split(","))
    salt, rounds = os.urandom(16), 4096
    nonce = fields["r"] + base64.b64encode(os.urandom(12)).decode()
    challenge = f"r={nonce},s={base64.b64encode(salt).decode()},i={rounds}"
    last = (yield challenge.encode()).decode()
    without_proof, _, proof = last.rpartition(",p=")
    salted = hashlib.pbkdf2_hmac(name, PASSWORD.encode(), salt, rounds)
    client_key = hmac.digest(salted, b"Client Key", name)
    text = f"{bare},{challenge},{without_proof}".encode()
    signature = hmac.digest(hashlib.new(name, client_key).digest(), text, name)
    expected = bytes(one ^ other for one, other in zip(client_key, signature))
    if fields["n"] != USER or not hmac.compare_digest(base64.b64decode(proof), expected):
        raise Refused("Authentication failed during authentication due to invalid credentials with SASL mechanism")
    server_key = hmac.digest(salted, b"Server Key", name)
    yield b"v=" + base64.b64encode(hmac.digest(server_key, text, name))


def is_good(token):
    """Whether USER's PASSWORD has signed this JSON Web Token, and it has not expired."""
    head, _, signature = token.rpartition(".")
    expected = base64.urlsafe_b64encode(hmac.digest(PASSWORD.encode(), head.encode(), "sha256")).rstrip(b"=")
    if not hmac.compare_digest(signature.encode(), expected):
        return False
    claims = json.loads(base64.urlsafe_b64decode(head.split(".")[1] + "=="))
    return claims["sub"] == USER and claims["exp"] > time.time()


def oauthbearer():
    fields = dict(field.split("=", 1) for field in (yield).decode().split("\x01") if "=" in field)
    if not is_good(fields["auth"].removeprefix("Bearer ")):
        # The client answers to it, and is refused then.
        yield b'{"status": "invalid_token"}'
        raise Refused("Authentication failed during authentication due to invalid credentials with SASL mechanism")
    yield b""


def text(value):
    return struct.pack(">h", -1) if value is None else struct.pack(">h", len(value)) + value.encode()


async def read_frame(reader):
    (length,) = struct.unpack(">i", await reader.readexactly(4))
    return await reader.readexactly(length)


def write_frame(writer, frame):
    writer.write(struct.pack(">i", len(frame)) + frame)


class Door:
    """One connection: who has not shown a password yet may ask for versions and nothing else."""

    def __init__(self):
        self.is_open = PASSWORD is None
        self.exchange = None

    def answer(self, frame):
        """The answer to a request that is the door's own business; None for one that is the broker's."""
        key, version, correlation, client = struct.unpack(">hhih", frame[:10])
        body = frame[10 + max(client, 0) :]
        if key == SASL_HANDSHAKE:
            return struct.pack(">i", correlation) + self.handshake(body)
        if key == SASL_AUTHENTICATE:
            # From version 2 on there are tagged fields, and lengths of another kind.
            flexible = version >= 2
            token = body[2:-1] if flexible else body[4:]
            return struct.pack(">i", correlation) + self.authenticate(token, version, flexible)
        if not self.is_open and key != API_VERSIONS:
            raise Refused("not authenticated")
        return None

    def handshake(self, body):
        mechanism = body[2:].decode()
        names = struct.pack(">i", len(MECHANISMS)) + b"".join(map(text, MECHANISMS))
        if mechanism not in MECHANISMS:
            return struct.pack(">h", UNSUPPORTED_MECHANISM) + names
        others = {"PLAIN": plain, "OAUTHBEARER": oauthbearer}
        self.exchange = scram(HASHES[mechanism]) if mechanism in HASHES else others[mechanism]()
        next(self.exchange)
        return struct.pack(">h", 0) + names

    def authenticate(self, token, version, flexible):
        try:
            error, message, reply = 0, None, self.exchange.send(token)
            self.is_open = reply == b"" or reply.startswith(b"v=")
        except Refused as refusal:
            error, message, reply = AUTHENTICATION_FAILED, str(refusal), b""
        if flexible:
            written = b"\0" if message is None else bytes([len(message) + 1]) + message.encode()
            answer = b"\0" + struct.pack(">h", error) + written + bytes([len(reply) + 1]) + reply
            return answer + struct.pack(">q", 0) + b"\0"
        answer = struct.pack(">h", error) + text(message) + struct.pack(">i", len(reply)) + reply
        return answer + (struct.pack(">q", 0) if version >= 1 else b"")


async def inward(reader, writer, broker):
    door = Door()
    while True:
        frame = await read_frame(reader)
        answer = door.answer(frame)
        if answer is None:
            write_frame(broker, frame)
            await broker.drain()
        else:
            write_frame(writer, answer)
            await writer.drain()


async def outward(broker, writer):
    address, own = (b"127.0.0.1" + struct.pack(">i", port) for port in (TARGET, PORT))
    while True:
        write_frame(writer, (await read_frame(broker)).replace(address, own))
        await writer.drain()


async def serve(reader, writer):
    try:
        broker_reader, broker_writer = await asyncio.open_connection("127.0.0.1", TARGET)
        both = inward(reader, writer, broker_writer), outward(broker_reader, writer)
        _, others = await asyncio.wait([asyncio.ensure_future(one) for one in both], return_when="FIRST_COMPLETED")
        for other in others:
            other.cancel()
        broker_writer.close()
    except OSError:
        pass
    writer.close()


async def main():
    context = ssl.create_default_context(ssl.Purpose.CLIENT_AUTH)
    context.load_cert_chain(sys.argv[3], sys.argv[4])
    if sys.argv[5] != "-":
        context.load_verify_locations(sys.argv[5])
        context.verify_mode = ssl.CERT_REQUIRED
    # A client that does not trust the certificate goes away: its business, not ours.
    asyncio.get_running_loop().set_exception_handler(lambda *_: None)
    server = await asyncio.start_server(serve, "127.0.0.1", PORT, ssl=context)
    print("open", flush=True)
    await server.serve_forever()


asyncio.run(main())
