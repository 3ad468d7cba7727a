#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Every image of README and docs is what a command in docs/pictures.md writes, byte for byte.

usage: check_images.py [--update] OCC
"""
import re
import shlex
import sys

from picture_data import PROJECT, Occ, expect, finish


def main(arguments):
    is_update = "--update" in arguments
    occ = Occ([a for a in arguments if a != "--update"][0])
    page = (PROJECT / "docs/pictures.md").read_text(encoding="utf-8")
    commands = re.findall(r"^occ (.*) --svg docs/img/(\S+)$", page, re.M)
    made = {name: words for words, name in commands}
    shown = set()
    for path in [PROJECT / "README.md", *(PROJECT / "docs").glob("*.md")]:
        shown |= set(re.findall(r"!\[[^\]]+\]\((?:docs/)?img/(\S+?\.svg)\)", path.read_text(encoding="utf-8")))
    there = {path.name for path in (PROJECT / "docs/img").glob("*.svg")}
    expect(shown == set(made), f"shown {sorted(shown)}, made {sorted(made)}")
    for name, words in made.items():
        path = PROJECT / "docs/img" / name
        text = occ(*shlex.split(words), "--svg", "-")
        if is_update:
            path.write_text(text, encoding="utf-8")
        else:
            expect(name in there and path.read_text(encoding="utf-8") == text,
                   f"docs/img/{name} is not what occ {words} draws: --update, and look at it")
    expect(is_update or there == set(made), f"in docs/img: {sorted(there)}, made: {sorted(made)}")
    finish(f"{len(made)} images")


if __name__ == "__main__":
    main(sys.argv[1:])
