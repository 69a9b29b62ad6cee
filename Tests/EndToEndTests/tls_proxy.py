"""Takes TLS on a port of 127.0.0.1 and forwards what is inside to another: tls_proxy.py PORT TARGET CERTIFICATE KEY

The broker's answers name its own port; four bytes each, which are replaced by this proxy's.
"""

import asyncio
import ssl
import struct
import sys

port, target = int(sys.argv[1]), int(sys.argv[2])
own, theirs = struct.pack(">i", port), struct.pack(">i", target)
host = b"127.0.0.1"


async def pump(reader, writer, change=lambda frame: frame):
    try:
        while True:
            size = await reader.readexactly(4)
            frame = await reader.readexactly(struct.unpack(">i", size)[0])
            writer.write(size + change(frame))
            await writer.drain()
    except (ConnectionError, asyncio.IncompleteReadError):
        pass
    finally:
        writer.close()


async def forward(reader, writer):
    far_reader, far_writer = await asyncio.open_connection("127.0.0.1", target)
    await asyncio.gather(
        pump(reader, far_writer),
        pump(far_reader, writer, lambda frame: frame.replace(host + theirs, host + own)),
    )


async def main():
    context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
    context.load_cert_chain(sys.argv[3], sys.argv[4])
    server = await asyncio.start_server(forward, "127.0.0.1", port, ssl=context)
    print("forwarding", flush=True)
    await server.serve_forever()


asyncio.run(main())
