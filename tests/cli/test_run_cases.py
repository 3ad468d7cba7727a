#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The runner must fail where a case differs in any way. usage: test_run_cases.py"""
import pathlib
import subprocess
import sys
import tempfile

RUNNER = pathlib.Path(__file__).with_name("run_cases.py")

GOOD = {"a.cmd": "occ x; exit 3", "a.stdout": "out\n", "a.stderr": "err\n", "a.exit": "3\n"}

# What the directory holds beside or instead of GOOD, and whether the runner must be content.
ROWS = [
    ("as it is", {}, True),
    ("other stdout", {"a.stdout": "OUT\n"}, False),
    ("more stdout", {"a.stdout": "out\nmore\n"}, False),
    ("stdout without line end", {"a.stdout": "out"}, False),
    ("no stdout wanted", {"a.stdout": None}, False),
    ("other stderr", {"a.stderr": "ERR\n"}, False),
    ("no stderr wanted", {"a.stderr": None}, False),
    ("other exit", {"a.exit": "2\n"}, False),
    ("exit 0 wanted", {"a.exit": None}, False),
    ("expectation without case", {"b.stdout": "x"}, False),
    ("file of no kind", {"README": "x"}, False),
    ("no cases", {name: None for name in GOOD}, False),
    ("table", {"t.tsv": "# rows\n\nocc x >&-\t0\terr\\n\n"}, True),
    ("table, stdout not empty", {"t.tsv": "occ x\t0\terr\\n\n"}, False),
    ("table, other exit", {"t.tsv": "occ x >&-\t1\terr\\n\n"}, False),
    ("table, other stderr", {"t.tsv": "occ x >&-\t0\terr\n"}, False),
    ("table, a cell too many", {"t.tsv": "occ x >&-\t0\terr\\n\tx\n"}, False),
    ("shown", {"s.shows": "$ occ x\n>  out\n! OUT\n"}, True),
    ("shown, text missing", {"s.shows": "$ occ x\n> OUT\n"}, False),
    ("shown, unwanted text", {"s.shows": "$ occ x\n> out\n! err\n"}, False),
    ("shown, other exit", {"s.shows": "$ occ x\n> out\nexit 1\n"}, False),
    ("shown, nothing asked", {"s.shows": "$ occ x\n"}, False),
    ("shown, text first", {"s.shows": "> out\n"}, False),
]

PROGRAM = "#!/bin/sh\necho out 2>/dev/null\necho err >&2\n"


def run(directory, files, *options):
    cases = directory / "cases"
    cases.mkdir()
    for name, text in files.items():
        if text is not None:
            (cases / name).write_text(text)
    done = subprocess.run([sys.executable, RUNNER, *options, directory / "occ", cases],
                          capture_output=True, text=True, check=False)
    return done, {path.name: path.read_text() for path in cases.iterdir()}


def prepared():
    directory = tempfile.TemporaryDirectory()
    program = pathlib.Path(directory.name) / "occ"
    program.write_text(PROGRAM)
    program.chmod(0o755)
    return directory


def main():
    bad = 0
    for name, changes, is_good in ROWS:
        with prepared() as directory:
            done, _ = run(pathlib.Path(directory), GOOD | changes)
        if (done.returncode == 0) != is_good:
            print(f"{name}: exit {done.returncode}\n{done.stdout}{done.stderr}")
            bad += 1
    with prepared() as directory:
        stale = {"a.cmd": GOOD["a.cmd"], "a.stdout": "old\n", "t.tsv": "# why\nocc x >&-\n"}
        done, files = run(pathlib.Path(directory), stale, "--update")
    if done.returncode != 0 or files != GOOD | {"t.tsv": "# why\nocc x >&-\t0\terr\\n\n"}:
        print(f"--update wrote {files}\n{done.stdout}{done.stderr}")
        bad += 1
    print(f"{len(ROWS) + 1} checks, {bad} failed")
    return 1 if bad else 0


if __name__ == "__main__":
    sys.exit(main())
