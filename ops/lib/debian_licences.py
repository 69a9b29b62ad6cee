"""What Debian's copyright file of a package says of its licences, in the words of SPDX where there are any."""

import re
from pathlib import Path

# Debian's short names (https://www.debian.org/doc/packaging-manuals/copyright-format/1.0/#license-short-name) that are
# not SPDX's, in small letters.
SPDX = {
    "apache-2": "Apache-2.0", "apache-2.0": "Apache-2.0", "artistic": "Artistic-1.0-Perl",
    "bsd-2-clause": "BSD-2-Clause", "bsd3": "BSD-3-Clause", "bsd-3-clause": "BSD-3-Clause",
    "bsd-4-clause": "BSD-4-Clause", "bsd-4-clause-uc": "BSD-4-Clause-UC", "curl": "curl", "expat": "MIT",
    "fsfullr": "FSFULLR", "isc": "ISC", "mit": "MIT", "mpl-2.0": "MPL-2.0", "oldap-2.8": "OLDAP-2.8",
    "openldap-2.8": "OLDAP-2.8", "openssl": "OpenSSL", "x11": "X11", "zlib": "Zlib",
}
GNU = re.compile(r"((?:L|A)?GPL|GFDL)-([123](?:\.[0-9])?)(\+?)")

# Files in no fixed form: the words that tell, the more particular ones first.
FREE_FORM = [
    (r"GCC Runtime Library Exception", "GPL-3.0-or-later WITH GCC-exception-3.1"),
    (r"Lesser General Public\s+License.{0,200}?version 2\.1.{0,80}?any\s+later", "LGPL-2.1-or-later"),
    (r"misrepresented; you must not claim that you wrote the original", "Zlib"),
]


def spdx(name):
    """SPDX's name for Debian's short name; None when it has none."""
    if found := GNU.fullmatch(name):
        number = found[2] if "." in found[2] else found[2] + ".0"
        return f"{found[1]}-{number}-{'or-later' if found[3] else 'only'}"
    return SPDX.get(name.lower())


def entry(name):
    known = spdx(name)
    return {"license": {"id": known} if known else {"name": name}}


def declared(name):
    """The member `licenses`: an expression where the user may choose."""
    choices = [spdx(choice) for choice in re.split(r",? or ", name)]
    return [{"expression": " OR ".join(choices)}] if len(choices) > 1 and all(choices) else [entry(name)]


def names(text):
    """The licences of a copyright file in Debian's form: that of `Files: *`, and those of all files."""
    paragraphs = re.split(r"\n\s*\n", text)
    files = [p for p in paragraphs if re.search(r"^Files:", p, re.MULTILINE)]
    found = [(p, re.search(r"^License:[ \t]*(\S[^\n]*)", p, re.MULTILINE)) for p in files]
    main = next((name[1].strip() for p, name in found if name and re.search(r"^Files:\s*\*\s*$", p, re.MULTILINE)), None)
    return main, sorted({name[1].strip() for _, name in found if name})


def of(package):
    """The members `licenses` and `evidence` of a CycloneDX component: what the package is under, and all its file names."""
    path = Path("/usr/share/doc", package, "copyright")
    unknown = {"licenses": [{"license": {"name": f"see {path}"}}]}
    if not path.exists():
        return unknown
    text = path.read_text(encoding="utf-8", errors="replace")
    main, every = names(text)
    if every:
        licences = declared(main) if main else [entry(name) for name in every]
        return {"licenses": licences, "evidence": {"licenses": [entry(name) for name in every]}}
    for words, name in FREE_FORM:
        if re.search(words, text, re.DOTALL):
            return {"licenses": [{"expression": name}]}
    return unknown
