"""mq-bridge as its documentation sets a route from Kafka to HTTP up: retry, a dead-letter topic, and as many requests at
once as the others may have. It has one fixed address and token, and sends the record's value as it is."""

import os

from app_store_token import bearer_token
from mq_bridge import Route

in_flight = int(os.environ["IN_FLIGHT"])
kafka = {"url": os.environ["SERVERS"]}
route = Route.from_config(
    {
        "input": {
            "kafka": {
                **kafka,
                "topic": os.environ["TOPIC"],
                "group_id": os.environ["GROUP"],
                "consumer_options": [
                    ["auto.offset.reset", "earliest"],
                    ["session.timeout.ms", os.environ["SESSION_TIMEOUT"]],
                ],
            }
        },
        "output": {
            "middlewares": [
                {"dlq": {"endpoint": {"kafka": {**kafka, "topic": "letters", "create_topic": False}}}},
                {"retry": {"max_attempts": 10, "initial_interval_ms": 500}},
            ],
            "http": {
                "url": os.environ["URL"] + "/",
                "method": "PUT",
                "tls": {"required": True, "ca_file": os.environ["CA_FILE"]},
                "custom_headers": {"authorization": f"Bearer {bearer_token()}", "content-type": "application/json"},
                "batch_concurrency": in_flight,
                "request_timeout_ms": 10000,
            },
        },
        # The mock cluster takes 3 s for a group's first join.
        "startup_timeout_ms": 30000,
    },
    "benchmark",
)
route.run()
