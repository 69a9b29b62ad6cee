"""Checks Tests/Stories.md: every story once, and every test that it names exists and carries the story's number."""

import re
import sys
from pathlib import Path

TABLE = Path("Tests/Stories.md")
STORIES = [f"R{number:02}" for number in range(1, 66)]
ROW = re.compile(r"^\| (R\d+) \| (.+?) \| (.+?) \|$", re.MULTILINE)
NAMED = re.compile(r"`(\w+Tests)`: `([^`]+)`")
SUITE = re.compile(r"^(?:struct|final class) (\w+Tests)\b|^@Suite.*? struct (\w+Tests)\b", re.MULTILINE)
TITLE = re.compile(r"\bfunc `([^`]+)`")
NUMBER = re.compile(r"\bR\d\d\b")


def titles_by_suite():
    """The titles of all tests, by the suite whose declaration precedes them."""
    suites = {}
    for path in Path("Tests").rglob("*.swift"):
        suite = None
        for line in path.read_text(encoding="utf-8").splitlines():
            if found := SUITE.search(line):
                suite = found[1] or found[2]
            if found := TITLE.search(line):
                suites.setdefault(suite, set()).add(found[1])
    return suites


def row_faults(story, shown_by, suites):
    """A line of text for each test of a row that is not as the row says."""
    named = NAMED.findall(shown_by)
    if not named and not shown_by.startswith("Cannot happen"):
        yield f"{story} names neither a test nor the reason why it cannot happen"
    for suite, title in named:
        if title not in suites.get(suite, ()):
            yield f"{story} names a test that does not exist: {suite}: {title}"
        if story not in NUMBER.findall(title):
            yield f"{story} names a test without its number: {suite}: {title}"


def unlisted(rows, suites):
    """A line of text for each test that carries a number and is not in that story's row."""
    for suite, titles in suites.items():
        for title in titles:
            for story in NUMBER.findall(title):
                if (suite, title) not in NAMED.findall(rows.get(story, "")):
                    yield f"{story} does not name the test that carries its number: {suite}: {title}"


def main():
    found = ROW.findall(TABLE.read_text(encoding="utf-8"))
    suites = titles_by_suite()
    faults = []
    if [story for story, _, _ in found] != STORIES:
        faults.append("the stories are not R01 to R65, each once and in order")
    for story, _, shown_by in found:
        faults += row_faults(story, shown_by, suites)
    faults += sorted(unlisted({story: shown_by for story, _, shown_by in found}, suites))
    print("\n".join(f"{TABLE}: {fault}" for fault in faults), end="\n" if faults else "")
    sys.exit(bool(faults))


main()
