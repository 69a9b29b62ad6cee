"""Produces the records that a file of JSON describes, each in a batch of its own: produce_records.py SERVERS TOPIC FILE"""

import json
import sys

from confluent_kafka import Producer

servers, topic, file = sys.argv[1:]
producers, failures = {}, []


def read(text):
    return None if text is None else bytes.fromhex(text)


for record in json.load(open(file)):
    codec = record["codec"]
    if codec not in producers:
        producers[codec] = Producer(
            {"bootstrap.servers": servers, "compression.codec": codec, "message.max.bytes": 10_000_000}
        )
    producers[codec].produce(
        topic,
        key=read(record["key"]),
        value=read(record["value"]),
        headers=[(name, read(value)) for name, value in record["headers"]],
        timestamp=record["timestamp"],
        on_delivery=lambda error, _: error and failures.append(str(error)),
    )
    if producers[codec].flush(30) or failures:
        sys.exit(f"{record['name']} was not taken: {failures}")
print("produced")
