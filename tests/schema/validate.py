#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Validate JSON files against a JSON schema, or check that they break it.

    validate.py [--lines] [--expect-invalid] SCHEMA FILE...

--lines: a file holds one JSON value per line. FILE may be - for standard input.
Exit status: 0 as expected, 1 not, 77 without python3-jsonschema (ctest: skipped).
"""
import argparse
import json
import sys

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)


def values(path, lines):
    with sys.stdin if path == "-" else open(path, encoding="utf-8") as stream:
        if not lines:
            return [(path, json.load(stream))]
        return [(f"{path}:{n}", json.loads(line)) for n, line in enumerate(stream, 1)]


def main():
    parser = argparse.ArgumentParser(usage=__doc__)
    parser.add_argument("--lines", action="store_true")
    parser.add_argument("--expect-invalid", action="store_true")
    parser.add_argument("schema")
    parser.add_argument("files", nargs="+")
    args = parser.parse_args()

    with open(args.schema, encoding="utf-8") as stream:
        schema = json.load(stream)
    validator_class = jsonschema.validators.validator_for(schema)
    validator_class.check_schema(schema)
    validator = validator_class(schema)
    wrong = 0
    count = 0
    for path in args.files:
        for where, value in values(path, args.lines):
            errors = list(validator.iter_errors(value))
            count += 1
            if args.expect_invalid and not errors:
                print(f"{where}: valid, but should not be")
                wrong += 1
            for error in errors:
                if not args.expect_invalid:
                    print(f"{where}: {error.json_path}: {error.message[:200]}")
                    wrong += 1
    print(f"{count} checked, {wrong} wrong")
    return 1 if wrong or not count else 0


sys.exit(main())
