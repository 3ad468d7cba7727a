#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Hold a translated document to its original: the same commands and outputs, the same links.

usage: translation.py [--update] ORIGINAL TRANSLATION     --update copies the commands and outputs
"""
import os
import pathlib
import re
import sys

BLOCK = re.compile(r"^```(\w*)\n(.*?)^```$", re.MULTILINE | re.DOTALL)
LINK = re.compile(r"\]\(([^()\s]+)\)")


def targets(path, text):
    """What a document links to, apart from the two documents themselves."""
    found = {os.path.normpath(path.parent / link) for link in LINK.findall(BLOCK.sub("", text))}
    return {target for target in found if not os.path.basename(target).startswith("README")}


def update(original, translation):
    blocks = iter([block.group() for block in BLOCK.finditer(original.read_text(encoding="utf-8"))])
    text = translation.read_text(encoding="utf-8")
    translation.write_text(BLOCK.sub(lambda block: next(blocks), text), encoding="utf-8")
    return 0


def main(original, translation):
    paths = [pathlib.Path(original), pathlib.Path(translation)]
    texts = [path.read_text(encoding="utf-8") for path in paths]
    blocks, translated = (BLOCK.findall(text) for text in texts)
    complaints = []
    if len(blocks) != len(translated):
        complaints.append(f"{len(blocks)} blocks there, {len(translated)} here")
    complaints += [f"block {number} differs: {theirs[1].splitlines()[0]}"
                   for number, (ours, theirs) in enumerate(zip(blocks, translated), 1) if ours != theirs]
    links, theirs = (targets(path, text) for path, text in zip(paths, texts))
    complaints += [f"links to {link} in one alone" for link in sorted(links ^ theirs)]
    for complaint in complaints:
        print(f"{translation}: {complaint}")
    print(f"{translation}: {len(blocks)} blocks, {len(links)} links")
    return 1 if complaints or not blocks else 0


if __name__ == "__main__":
    if sys.argv[1] == "--update":
        sys.exit(update(*map(pathlib.Path, sys.argv[2:])))
    sys.exit(main(*sys.argv[1:]))
