"""Opens a page in headless Chromium, says so, and prints, as one JSON object, what a person would see of it.

Speaks to Chromium's driver by its own protocol (https://www.w3.org/TR/webdriver2/), with nothing but Python's library.
"""

import argparse
import base64
import json
import re
import shutil
import subprocess
import sys
import time
import urllib.error
import urllib.request

# Nothing but loopback: no host has an address, and Chromium's own services are off.
SWITCHES = [
    "--headless=new",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-background-networking",
    "--disable-component-update",
    "--no-first-run",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]

SEEN = """({
    title: document.title,
    state: document.documentElement.dataset.state,
    text: document.body.innerText,
    ground: getComputedStyle(document.body).backgroundColor,
    ink: getComputedStyle(document.body).color,
    overflow: document.documentElement.scrollWidth - document.documentElement.clientWidth,
    scripts: document.scripts.length,
    images: document.images.length,
})"""


class Browser:
    """One window of a browser of its own."""

    def __init__(self):
        command = [command_path("chromedriver"), "--port=0"]
        self.driver = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
        for line in self.driver.stdout:
            if found := re.search(r"started successfully on port (\d+)", line):
                self.base = f"http://127.0.0.1:{found[1]}"
                break
        else:
            sys.exit("chromedriver ended before it listened")
        self.session = self.begin()["sessionId"]

    def begin(self):
        """Starts Chromium, which on a busy machine now and then gives up before it is there."""
        wanted = {
            "browserName": "chrome",
            "goog:chromeOptions": {"binary": command_path("chromium"), "args": SWITCHES},
            "goog:loggingPrefs": {"browser": "ALL"},
        }
        for _ in range(3):
            try:
                return self.post("/session", capabilities={"alwaysMatch": wanted})
            except urllib.error.HTTPError as error:
                reason = error.read().decode()
        self.driver.kill()
        sys.exit(f"Chromium did not start: {reason}")

    def post(self, path, **body):
        request = urllib.request.Request(
            self.base + path, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=120) as answer:
            return json.load(answer)["value"]

    def command(self, path, **body):
        return self.post(f"/session/{self.session}/{path}", **body)

    def devtools(self, name, **parameters):
        """A command of the Chrome DevTools Protocol."""
        return self.command("goog/cdp/execute", cmd=name, params=parameters)

    def value(self, expression):
        """What a JavaScript expression amounts to; works as well where the page may run no scripts."""
        answer = self.devtools("Runtime.evaluate", expression=expression, returnByValue=True)
        if "exceptionDetails" in answer:
            sys.exit(f"{expression}: {answer['exceptionDetails']}")
        return answer["result"].get("value")

    def wait(self, expression, seconds):
        """Whether the expression becomes true in time."""
        end = time.monotonic() + seconds
        while not self.value(expression):
            if time.monotonic() > end:
                return False
            time.sleep(0.1)
        return True

    def close(self):
        try:
            urllib.request.urlopen(
                urllib.request.Request(f"{self.base}/session/{self.session}", method="DELETE"), timeout=30
            ).close()
        finally:
            self.driver.terminate()
            self.driver.wait()


def command_path(name):
    return shutil.which(name) or sys.exit(f"there is no {name} on PATH (ops/test installs it)")


def arguments():
    parser = argparse.ArgumentParser()
    parser.add_argument("url")
    parser.add_argument("--width", type=int, default=1180)
    parser.add_argument("--height", type=int, default=900)
    parser.add_argument("--dark", action="store_true")
    parser.add_argument("--no-scripts", action="store_true")
    parser.add_argument("--until", help="a JavaScript expression that has to become true within 60 s")
    parser.add_argument("--picture", help="a PNG file to write")
    return parser.parse_args()


def look(browser, options):
    browser.devtools(
        "Emulation.setDeviceMetricsOverride",
        width=options.width,
        height=options.height,
        deviceScaleFactor=1,
        mobile=options.width < 600,
    )
    scheme = "dark" if options.dark else "light"
    browser.devtools("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    if options.no_scripts:
        browser.devtools("Emulation.setScriptExecutionDisabled", value=True)
    browser.command("url", url=options.url)
    before = browser.value(SEEN)
    print("the page is there", flush=True)
    came = browser.wait(options.until, 60) if options.until else True
    seen = browser.value(SEEN)
    if options.picture:
        image = browser.devtools("Page.captureScreenshot", format="png", captureBeyondViewport=True)
        with open(options.picture, "wb") as file:
            file.write(base64.b64decode(image["data"]))
    console = [entry["message"] for entry in browser.command("se/log", type="browser")]
    return seen | {"before": before["text"], "came": came, "console": console}


def main():
    browser = Browser()
    try:
        print(json.dumps(look(browser, arguments())))
    finally:
        browser.close()


main()
