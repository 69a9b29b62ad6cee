"""Judges events by a JSON Schema and by the C library, neither of which knows of the other.

    judge_events.py SCHEMA LIBRARY EVENTS NOW [BUNDLE_ID…]

EVENTS has one event a line, in Base64, or "null" for a record without a value. Of each a line of JSON is written: "schema"
is whether the schema lets it pass, "violations" are those of the library, whose clock stands at NOW.
"""

import base64
import ctypes
import json
import sys

from jsonschema import Draft202012Validator


class Violation(ctypes.Structure):
    _fields_ = [
        ("code", ctypes.c_char_p),
        ("path", ctypes.c_char_p),
        ("message", ctypes.c_char_p),
        ("byte_offset", ctypes.c_int64),
    ]


class Result(ctypes.Structure):
    _fields_ = [("count", ctypes.c_size_t), ("violations", ctypes.POINTER(Violation))]


class Options(ctypes.Structure):
    _fields_ = [
        ("now", ctypes.c_int64),
        ("bundle_ids", ctypes.POINTER(ctypes.c_char_p)),
        ("bundle_id_count", ctypes.c_size_t),
    ]


def refuse(constant):
    raise ValueError(f"{constant} is no JSON")


def passes(validator, value):
    """Whether the schema lets a value pass; what is no JSON text has no chance."""
    try:
        event = json.loads((value or b"").decode("utf-8"), parse_constant=refuse)
    except (ValueError, RecursionError):
        return False
    return validator.is_valid(event)


def violations(library, value, options):
    result = Result()
    answer = library.consumption_check_with(value, len(value or b""), ctypes.byref(options), ctypes.byref(result))
    found = [
        {
            "code": item.code.decode(),
            "path": item.path.decode(),
            "byteOffset": None if item.byte_offset < 0 else item.byte_offset,
            "message": item.message.decode(),
        }
        for item in result.violations[: result.count]
    ]
    assert answer == bool(found), f"answered {answer} with {found}"
    library.consumption_result_free(ctypes.byref(result))
    assert result.count == 0 and not result.violations
    return found


def main():
    schema_file, library_file, events, now, *bundle_ids = sys.argv[1:]
    # Python would refuse integers that JSON allows.
    sys.set_int_max_str_digits(0)
    with open(schema_file, encoding="utf-8") as file:
        schema = json.load(file)
    Draft202012Validator.check_schema(schema)
    validator = Draft202012Validator(schema)
    library = ctypes.CDLL(library_file)
    ids = (ctypes.c_char_p * len(bundle_ids))(*(name.encode() for name in bundle_ids))
    options = Options(int(now), ids if bundle_ids else None, len(bundle_ids))
    with open(events, encoding="ascii") as lines:
        for line in lines:
            value = None if line == "null\n" else base64.b64decode(line)
            print(json.dumps({"schema": passes(validator, value), "violations": violations(library, value, options)}))


main()
