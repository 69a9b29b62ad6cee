"""A worker as one writes it by hand in Python: confluent-kafka reads, aiohttp sends so many at once, offsets are stored when
a batch is through. Its rules are the few that a first version has."""

import asyncio
import json
import os
import ssl

import aiohttp
from app_store_token import bearer_token
from confluent_kafka import Consumer

IN_FLIGHT = int(os.environ["IN_FLIGHT"])


def body_of(value: bytes) -> tuple[str, dict]:
    event = json.loads(value)
    request = event["consumptionRequest"]
    if event["type"] == "Auto-Renewable Subscription" and "consumptionPercentage" in request:
        raise ValueError("an auto-renewable subscription has no percentage")
    return event["transactionId"], request


async def send(session: aiohttp.ClientSession, value: bytes):
    transaction, body = body_of(value)
    for attempt in range(10):
        url = f"{os.environ['URL']}/inApps/v2/transactions/consumption/{transaction}"
        async with session.put(url, json=body) as response:
            await response.read()
            if response.status < 500 and response.status != 429:
                return
        await asyncio.sleep(0.5 * 2**attempt)


async def main():
    consumer = Consumer(
        {
            "bootstrap.servers": os.environ["SERVERS"],
            "group.id": os.environ["GROUP"],
            "auto.offset.reset": "earliest",
            "enable.auto.commit": False,
            "session.timeout.ms": int(os.environ["SESSION_TIMEOUT"]),
        }
    )
    consumer.subscribe([os.environ["TOPIC"]])
    trust = ssl.create_default_context(cafile=os.environ["CA_FILE"])
    connector = aiohttp.TCPConnector(limit=IN_FLIGHT, ssl=trust)
    headers = {"authorization": f"Bearer {bearer_token()}"}
    loop = asyncio.get_running_loop()
    slots = asyncio.Semaphore(IN_FLIGHT)
    async with aiohttp.ClientSession(connector=connector, headers=headers) as session:

        async def limited(value: bytes):
            async with slots:
                await send(session, value)

        while True:
            messages = await loop.run_in_executor(None, consumer.consume, 500, 0.1)
            good = [message for message in messages if message.error() is None]
            await asyncio.gather(*(limited(message.value()) for message in good))
            if good:
                consumer.commit(asynchronous=True)


asyncio.run(main())
