#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""No line of a text answer is wider than 80 columns. usage: check_width.py CASES_DIRECTORY

Looks at the expectations of the cases. JSON, CSV and SVG have no width, nor has one word that is wider.
"""
import pathlib
import re
import sys

COLUMNS = 80
INK = re.compile(r"ESC\[[0-9;]*m")


def wide_lines(text):
    for number, line in enumerate(text.splitlines(), 1):
        plain = INK.sub("", line)
        if len(plain) > COLUMNS and len(plain.split()) > 1:
            yield number, line


def is_text(path):
    command = path.with_suffix(".cmd").read_text(encoding="utf-8")
    return not re.search(r"--(json|csv|svg|html|batch)\b", command)


def main(directory):
    assert list(wide_lines("x" * 40 + " " + "y" * 40)), "this check cannot fail"
    bad = checked = 0
    for path in sorted(pathlib.Path(directory).glob("*/*.stdout")):
        if not is_text(path):
            continue
        checked += 1
        for number, line in wide_lines(path.read_text(encoding="utf-8")):
            print(f"{path.parent.name}/{path.name}:{number}: {len(line)} columns: {line}")
            bad += 1
    print(f"{checked} text answers, {bad} lines too wide")
    return 1 if bad or not checked else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
