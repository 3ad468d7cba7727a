#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run the examples of a document and compare what they print with what it shows.

usage: run_examples.py [--update] OCC FILE...     (in the project's directory)

Examples are the lines between ```console and ``` of a Markdown file, or between .EX and .EE of a
manual page: "$ command", then what it prints on standard output and error. --update rewrites the
latter: read the difference before you commit it. An example with jq is left out where there is
none, and said so.
"""
import os
import pathlib
import shutil
import subprocess
import sys


def from_roff(line):
    line = line.removeprefix("\\&").replace("\\-", "-").replace("\\(aq", "'")
    return line.replace("\\(ti", "~").replace("\\(ha", "^").replace("\\(ga", "`").replace("\\e", "\\")


def to_roff(line):
    line = line.replace("\\", "\\e").replace("-", "\\-").replace("'", "\\(aq")
    line = line.replace("~", "\\(ti").replace("^", "\\(ha").replace("`", "\\(ga")
    return "\\&" + line if line.startswith(".") else line


def same(line):
    return line


# opening line, closing line, from the file's characters to plain ones and back
ROFF = (".EX", ".EE", from_roff, to_roff)
MARKDOWN = ("```console", "```", same, same)


def run(command, occ):
    env = {"PATH": f"{occ.parent}:{os.environ['PATH']}", "LC_ALL": "C", "TERM": "dumb",
           "HOME": "/nonexistent"}
    env |= {name: value for name, value in os.environ.items() if name.endswith("SAN_OPTIONS")}
    done = subprocess.run(["sh", "-c", command], env=env, stdin=subprocess.DEVNULL, text=True,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
    return done.stdout.splitlines()


def examples(lines, opening, closing):
    """(index of the command, index behind what it prints), from the last to the first."""
    found, inside = [], False
    for index, line in enumerate(lines):
        ends = inside and (line == closing or line.startswith("$ "))
        if ends and found and found[-1][1] is None:
            found[-1][1] = index
        if line == closing and inside:
            inside = False
        elif line == opening:
            inside = True
        elif inside and line.startswith("$ "):
            found.append([index, None])
    return reversed(found)


def check(path, occ, is_update):
    lines = path.read_text(encoding="utf-8").splitlines()
    opening, closing, to_plain, from_plain = MARKDOWN if path.suffix == ".md" else ROFF
    failures = count = 0
    for start, end in examples(lines, opening, closing):
        count += 1
        command = to_plain(lines[start]).removeprefix("$ ")
        if "| jq " in command and shutil.which("jq") is None:
            print(f"{path.name}:{start + 1}: left out, no jq here")
            continue
        got = run(command, occ)
        wanted = [to_plain(line) for line in lines[start + 1:end]]
        if got == wanted:
            continue
        if is_update:
            lines[start + 1:end] = [from_plain(line) for line in got]
            continue
        failures += 1
        print(f"{path.name}:{start + 1}: prints something else\n  $ {command}")
        print("\n".join([f"  -{line}" for line in wanted] + [f"  +{line}" for line in got]))
    if is_update:
        path.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{path.name}: {count} examples, {failures} differ")
    return failures == 0 and count > 0


def main(arguments):
    is_update = "--update" in arguments
    occ, *files = [argument for argument in arguments if argument != "--update"]
    results = [check(pathlib.Path(name), pathlib.Path(occ).resolve(), is_update) for name in files]
    return 0 if results and all(results) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
