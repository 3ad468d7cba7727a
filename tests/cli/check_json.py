#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Validate every JSON output among the expectations of the cases against docs/schema.

usage: check_json.py SCHEMA_DIRECTORY CASES_DIRECTORY

Fails as well where a schema is exercised by no case, and where a spoilt answer is accepted. Exit
status 77 (skipped) without python3-jsonschema.
"""
import copy
import json
import pathlib
import sys
import warnings

try:
    import jsonschema
except ImportError:
    print("skipped: python3-jsonschema is not installed")
    sys.exit(77)

# Device files: what --show-device --json prints is the file, which has a test of its own. Checks need
# a GPU.
NOT_OF_CASES = {"device-1.json", "check-1.json"}

SPOILERS = {
    "a key that is not described": lambda answer: answer.update(extra=1),
    "a key missing": lambda answer: answer.pop("active_blocks"),
    "a nested key missing": lambda answer: answer["device"].pop("name"),
    "a nested key that is not described": lambda answer: answer["limits"].update(extra={}),
    "text for a number": lambda answer: answer.update(active_warps="40"),
    "occupancy above 1": lambda answer: answer.update(occupancy=1.5),
    "a fraction of a block": lambda answer: answer["next"].update(blocks=1.5),
    "an unknown limiter": lambda answer: answer.update(limiters=["luck"]),
}


def validators(directory):
    """One for each schema file, by its name; they refer to one another by it."""
    texts = {path.name: json.loads(path.read_text()) for path in sorted(directory.glob("*.json"))}
    for text in texts.values():
        jsonschema.Draft202012Validator.check_schema(text)
    store = texts | {text["$id"]: text for text in texts.values()}
    # Debian 12 has only this one, later versions prefer another.
    warnings.simplefilter("ignore", DeprecationWarning)
    return {name: jsonschema.Draft202012Validator(
                text, resolver=jsonschema.RefResolver(text["$id"], text, store=store))
            for name, text in texts.items()}


def schema_file(answer):
    """occ.result/1 is described by result-1.json; only short lines of batches do not say what they are."""
    if "schema" not in answer:
        return "batch-1.json"
    return answer["schema"].removeprefix("occ.").replace("/", "-") + ".json"


def batch_answers(name, text):
    """The lines of a batch; a complete answer is a result with the caller's id."""
    for answer in map(json.loads, text.splitlines()):
        if "schema" in answer:
            answer.pop("id")
        yield name, answer


def answers(directory):
    for path in sorted(directory.glob("*/*.stdout")):
        text = path.read_text(encoding="utf-8")
        if text.startswith("{") and path.parent.name == "batch":
            yield from batch_answers(path.name, text)
        elif text.startswith("{"):
            yield path.name, json.loads(text)


def check_cases(known, directory):
    seen, bad = {}, 0
    for name, answer in answers(directory):
        file = schema_file(answer)
        seen[file] = seen.get(file, 0) + 1
        if file not in known:
            print(f"{name}: no schema {file}")
            bad += 1
            continue
        for error in known[file].iter_errors(answer):
            print(f"{name}: {error.json_path}: {error.message[:300]}")
            bad += 1
    for file in known.keys() - seen.keys() - NOT_OF_CASES:
        print(f"{file}: no case has such an answer")
        bad += 1
    print(", ".join(f"{count} of {file}" for file, count in sorted(seen.items())))
    return bad


def check_spoilers(validator, answer):
    bad = 0
    for what, spoil in SPOILERS.items():
        spoilt = copy.deepcopy(answer)
        spoil(spoilt)
        if validator.is_valid(spoilt):
            print(f"accepted with {what}")
            bad += 1
    return bad


def main(schemas, cases):
    known = validators(pathlib.Path(schemas))
    sound = json.loads((pathlib.Path(cases) / "query/readme-json.stdout").read_text())
    bad = check_cases(known, pathlib.Path(cases))
    bad += check_spoilers(known["result-1.json"], sound)
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]) if len(sys.argv) == 3 else __doc__)
