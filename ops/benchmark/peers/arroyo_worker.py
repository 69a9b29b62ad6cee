"""sentry-arroyo with the smallest handler that sends an event: its own thread pool strategy runs it, its own commit strategy
commits what is done."""

import json
import os
import signal

import urllib3
from app_store_token import bearer_token
from arroyo.backends.kafka import KafkaConsumer, KafkaPayload
from arroyo.backends.kafka.configuration import build_kafka_consumer_configuration
from arroyo.processing import StreamProcessor
from arroyo.processing.strategies import CommitOffsets, ProcessingStrategyFactory, RunTaskInThreads
from arroyo.types import Message, Topic

IN_FLIGHT = int(os.environ["IN_FLIGHT"])
pool = urllib3.PoolManager(num_pools=1, maxsize=IN_FLIGHT, block=True, ca_certs=os.environ["CA_FILE"])
headers = {"authorization": f"Bearer {bearer_token()}", "content-type": "application/json"}


def send(message: Message[KafkaPayload]):
    event = json.loads(message.payload.value)
    url = f"{os.environ['URL']}/inApps/v2/transactions/consumption/{event['transactionId']}"
    body = json.dumps(event["consumptionRequest"])
    retries = urllib3.Retry(10, status_forcelist=[429, 500, 502, 503], allowed_methods=None, backoff_factor=0.5)
    pool.request("PUT", url, body=body, headers=headers, retries=retries)


class Factory(ProcessingStrategyFactory[KafkaPayload]):
    def create_with_partitions(self, commit, partitions):
        return RunTaskInThreads(
            processing_function=send,
            concurrency=IN_FLIGHT,
            max_pending_futures=4 * IN_FLIGHT,
            next_step=CommitOffsets(commit),
        )


consumer = KafkaConsumer(
    build_kafka_consumer_configuration(
        {"session.timeout.ms": int(os.environ["SESSION_TIMEOUT"])},
        group_id=os.environ["GROUP"],
        auto_offset_reset="earliest",
        bootstrap_servers=os.environ["SERVERS"].split(","),
    )
)
processor = StreamProcessor(consumer=consumer, topic=Topic(os.environ["TOPIC"]), processor_factory=Factory())
signal.signal(signal.SIGTERM, lambda *_: processor.signal_shutdown())
processor.run()
