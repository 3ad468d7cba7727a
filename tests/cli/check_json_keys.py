#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The tables of keys in docs/json.md are those of the schemas.

usage: check_json_keys.py [--update] SCHEMA_DIRECTORY PAGE

A table stands behind a line `<!-- keys of NAME.json -->`, up to the next empty line. --update
rewrites the tables. Fails where a schema has no table, or a key no description.
"""
import json
import pathlib
import re
import sys

MARK = re.compile(r"<!-- keys of (\S+\.json) -->")
NOT_PRINTED = {"device-1.json"}  # files, docs/device-format.md


def type_of(schema):
    if "const" in schema:
        return f'`"{schema["const"]}"`'
    if "enum" in schema:
        return "text"
    names = schema.get("type", "object")
    names = [names] if isinstance(names, str) else names
    words = {"integer": "whole number", "number": "number", "string": "text", "boolean": "boolean",
             "array": "list", "object": "object", "null": "null"}
    return " or ".join(words[name] for name in names)


def follow(schema, root):
    """Behind local references, keeping the description that stands nearest."""
    while schema.get("$ref", "").startswith("#/"):
        target = root
        for step in schema["$ref"].removeprefix("#/").split("/"):
            target = target[step]
        schema = target | {k: v for k, v in schema.items() if k != "$ref"}
    return schema


def elsewhere(schema):
    """The page's words for a reference into another schema, or None."""
    can_be_null = "anyOf" in schema and {"type": "null"} in schema["anyOf"]
    refs = [s["$ref"] for s in schema.get("anyOf", [schema]) if "$ref" in s]
    if not refs:
        return None
    names = [ref.split(".json")[0].replace("-", "/") for ref in refs]
    words = "as in " + " or ".join(f"occ.{name}" for name in dict.fromkeys(names))
    return words + ("; null: no answer" if can_be_null else "")


def rows(schema, root, path):
    for key, member in schema.get("properties", {}).items():
        member = follow(member, root)
        name = f"{path}{key}"
        note = elsewhere(member)
        if note:
            yield name, "object", note
            continue
        optional = "" if key in schema.get("required", []) else ", not always there"
        yield name, type_of(member) + optional, member.get("description")
        items = follow(member.get("items", {}), root)
        for part in items.get("allOf", []):
            yield from rows(follow(part, root), root, f"{name}[].")
        if elsewhere(items):
            yield f"{name}[]", "object", elsewhere(items)
        elif "properties" in items:
            yield from rows(items, root, f"{name}[].")
        yield from rows(member, root, f"{name}.")


def table(schema):
    lines = ["| key | type | meaning and unit |", "| --- | --- | --- |"]
    for name, kind, meaning in rows(schema, schema, ""):
        if not meaning:
            raise ValueError(f"{name}: no description")
        lines.append(f"| `{name}` | {kind} | {meaning.replace('|', chr(92) + '|')} |")
    return lines


def with_tables(lines, tables):
    made, skipping = [], False
    for line in lines:
        mark = MARK.fullmatch(line)
        if skipping and line == "":
            skipping = False
        if not skipping:
            made.append(line)
        if mark:
            made += tables[mark.group(1)]
            skipping = True
    return made


def main(arguments):
    is_update = "--update" in arguments
    directory, page = [pathlib.Path(a) for a in arguments if a != "--update"]
    tables = {path.name: table(json.loads(path.read_text()))
              for path in sorted(directory.glob("*.json")) if path.name not in NOT_PRINTED}
    lines = page.read_text(encoding="utf-8").splitlines()
    missing = tables.keys() - set(MARK.findall("\n".join(lines)))
    made = with_tables(lines, tables)
    if is_update:
        page.write_text("\n".join(made) + "\n", encoding="utf-8")
        lines = made
    for name in sorted(missing):
        print(f"{page.name}: no table of {name}")
    differ = [line for line in made if line not in lines] + [l for l in lines if l not in made]
    for line in differ:
        print(f"{page.name}: differs from the schemas: {line}")
    print(f"{len(tables)} tables, {sum(map(len, tables.values()))} lines")
    return 1 if missing or made != lines else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
