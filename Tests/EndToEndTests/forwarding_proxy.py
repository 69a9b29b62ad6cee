"""Forwards TCP connections to a port of 127.0.0.1: forwarding_proxy.py ADDRESS PORT TARGET"""

import asyncio
import sys


async def pump(reader, writer):
    try:
        while data := await reader.read(65536):
            writer.write(data)
            await writer.drain()
    except ConnectionError:
        pass
    finally:
        writer.close()


async def forward(reader, writer):
    try:
        far_reader, far_writer = await asyncio.open_connection("127.0.0.1", int(sys.argv[3]))
    except ConnectionError:
        writer.close()
        return
    await asyncio.gather(pump(reader, far_writer), pump(far_reader, writer))


async def main():
    server = await asyncio.start_server(forward, sys.argv[1], int(sys.argv[2]))
    print("forwarding", flush=True)
    await server.serve_forever()


asyncio.run(main())
