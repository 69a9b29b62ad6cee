"""Takes spans over OTLP/HTTP in JSON and shows them: span_receiver.py PORT

PUT /take, /refuse or /hang says what becomes of the next requests; GET / gives the bodies of those taken.
"""

import json
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer


class Receiver(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    conduct = "take"
    taken = []

    def log_message(self, *_):
        pass

    def answer(self, status, value):
        body = json.dumps(value).encode()
        self.send_response(status)
        self.send_header("Content-Type", "application/json")
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def do_GET(self):
        self.answer(200, self.taken)

    def do_PUT(self):
        Receiver.conduct = self.path[1:]
        self.answer(200, {})

    def do_POST(self):
        body = self.rfile.read(int(self.headers["Content-Length"]))
        if self.conduct == "hang":
            time.sleep(3600)
        if self.conduct == "refuse":
            return self.answer(503, {"message": "full"})
        if self.path != "/v1/traces" or self.headers["Content-Type"] != "application/json":
            return self.answer(404, {})
        self.taken.append(json.loads(body))
        self.answer(200, {"partialSuccess": {}})


server = ThreadingHTTPServer(("127.0.0.1", int(sys.argv[1])), Receiver)
server.daemon_threads = True
print("receiving", flush=True)
server.serve_forever()
