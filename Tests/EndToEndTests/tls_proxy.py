"""A TLS listener in front of a broker: tls_proxy.py PORT TARGET CERTIFICATE KEY USER PASSWORD

It takes TLS on a port of 127.0.0.1 and forwards what is inside to another, once the client has named USER and PASSWORD
with SASL PLAIN. The broker's answers name its own port; it is replaced by this proxy's.
See https://kafka.apache.org/protocol for the requests.
"""

import asyncio
import ssl
import struct
import sys

port, target = int(sys.argv[1]), int(sys.argv[2])
user, password = sys.argv[5:7]
ours, theirs = (b"127.0.0.1" + struct.pack(">i", number) for number in (port, target))
API_VERSIONS, SASL_HANDSHAKE, SASL_AUTHENTICATE = 18, 17, 36


async def read_frame(reader):
    return await reader.readexactly(struct.unpack(">i", await reader.readexactly(4))[0])


def frame(body):
    return struct.pack(">i", len(body)) + body


def answer(request):
    """The answer to a request of SASL's, and whether the client has proved itself with it."""
    api, version, correlation, name_size = struct.unpack(">hhih", request[:10])
    body = request[10 + max(name_size, 0) :]
    head = struct.pack(">i", correlation)
    if api == SASL_HANDSHAKE:
        return head + struct.pack(">hih", 0, 1, 5) + b"PLAIN", False
    is_right = body[4:] == f"\0{user}\0{password}".encode()
    lifetime = struct.pack(">q", 0) if version >= 1 else b""
    return head + struct.pack(">hhi", 0 if is_right else 58, -1, 0) + lifetime, is_right


async def admit(reader, writer, far_reader, far_writer):
    """Waits until the client has proved itself; only what versions there are may be asked for before."""
    while True:
        request = await read_frame(reader)
        api = struct.unpack(">h", request[:2])[0]
        is_admitted = False
        if api == API_VERSIONS:
            far_writer.write(frame(request))
            said = await read_frame(far_reader)
        elif api in (SASL_HANDSHAKE, SASL_AUTHENTICATE):
            said, is_admitted = answer(request)
        else:
            return False
        writer.write(frame(said))
        await writer.drain()
        if is_admitted:
            return True


async def pump(reader, writer, change=lambda body: body):
    try:
        while True:
            writer.write(frame(change(await read_frame(reader))))
            await writer.drain()
    finally:
        writer.close()


async def forward(reader, writer):
    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", target)
    try:
        if await admit(reader, writer, far_reader, far_writer):
            await asyncio.gather(
                pump(reader, far_writer),
                pump(far_reader, writer, lambda body: body.replace(theirs, ours)),
            )
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()
        far_writer.close()


async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3], sys.argv[4])
    server = await asyncio.start_server(forward, "127.0.0.1", port, ssl=context)
    print("forwarding", flush=True)
    await server.serve_forever()


asyncio.run(main())
