#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Look for links between documents that lead nowhere.

usage: links.py FILE...     Markdown files; links to other sites are not followed.
"""
import pathlib
import re
import sys

LINK = re.compile(r"\]\(([^()\s]+)\)")
HEADING = re.compile(r"^#+\s+(.*)$", re.MULTILINE)
CODE = re.compile(r"^```.*?^```", re.MULTILINE | re.DOTALL)


def prose(path):
    return CODE.sub(lambda block: "\n" * block.group().count("\n"), path.read_text(encoding="utf-8"))


def anchors(path):
    """As GitHub makes them of headings."""
    titles = (re.sub(r"[^\w\- ]", "", title.lower()) for title in HEADING.findall(prose(path)))
    return {title.strip().replace(" ", "-") for title in titles}


def broken(path, link):
    target, _, anchor = link.partition("#")
    if re.match(r"[a-z]+:", link):
        return False
    found = path.parent / target if target else path
    return not found.exists() or (anchor and found.suffix == ".md" and anchor not in anchors(found))


def main(names):
    count = failures = 0
    for path in map(pathlib.Path, names):
        for number, line in enumerate(prose(path).splitlines(), 1):
            for link in LINK.findall(line):
                count += 1
                if broken(path, link):
                    failures += 1
                    print(f"{path}:{number}: leads nowhere: {link}")
    print(f"{len(names)} documents, {count} links, {failures} broken")
    return 1 if failures or not count else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
