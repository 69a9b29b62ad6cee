"""Where clients get their tokens (OAuth 2.0, client credentials): JSON Web Tokens that a secret has signed.

token_server.py PORT CLIENT CLIENT_SECRET SIGNING_SECRET

A client that shows another secret is answered 401. A line is written for each token.
"""

import base64
import hmac
import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

PORT, CLIENT, CLIENT_SECRET, SIGNING_SECRET = int(sys.argv[1]), *sys.argv[2:]
CREDENTIALS = "Basic " + base64.b64encode(f"{CLIENT}:{CLIENT_SECRET}".encode()).decode()


def part(value):
    return base64.urlsafe_b64encode(json.dumps(value).encode()).rstrip(b"=")


def token():
    now = int(time.time())
    head = part({"alg": "HS256", "typ": "JWT"}) + b"." + part({"sub": CLIENT, "iat": now, "exp": now + 3600})
    signature = hmac.digest(SIGNING_SECRET.encode(), head, "sha256")
    return (head + b"." + base64.urlsafe_b64encode(signature).rstrip(b"=")).decode()


class TokenEndpoint(BaseHTTPRequestHandler):
    def do_POST(self):
        self.rfile.read(int(self.headers["Content-Length"]))
        if self.headers["Authorization"] == CREDENTIALS:
            self.answer(200, {"access_token": token(), "token_type": "bearer", "expires_in": 3600})
            print("token", flush=True)
        else:
            self.answer(401, {"error": "invalid_client", "error_description": "unknown client or secret"})

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_message(self, *_):
        pass


server = ThreadingHTTPServer(("127.0.0.1", PORT), TokenEndpoint)
print("open", flush=True)
server.serve_forever()
