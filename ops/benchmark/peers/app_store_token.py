"""The token for Apple's API, as PyJWT makes it: what the worker signs as well."""

import os
import time

import jwt


def bearer_token() -> str:
    now = int(time.time())
    claims = {
        "iss": os.environ["ISSUER"],
        "iat": now,
        "exp": now + 1200,
        "aud": "appstoreconnect-v1",
        "bid": os.environ["APP"],
    }
    with open(os.environ["KEY_FILE"]) as file:
        key = file.read()
    return jwt.encode(claims, key, algorithm="ES256", headers={"kid": os.environ["KEY"]})
