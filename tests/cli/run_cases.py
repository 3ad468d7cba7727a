#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Run command-line cases and compare what they print and return, exactly.

usage: run_cases.py [--update] [--env NAME=VALUE]... PROGRAM DIRECTORY...

A directory holds cases of three kinds. All run in the directory of this file, with `occ` meaning
PROGRAM and with a fixed environment.

  NAME.cmd     a shell command. NAME.stdout, NAME.stderr and NAME.exit hold what it must print and
               return; a file that is missing stands for nothing printed, or for exit status 0.
  NAME.tsv     one case a line: command, exit status, standard error with \\n for its line ends,
               separated by tabs. Nothing may be printed on standard output.
  NAME.shows   "$ command", then lines that the answer must show ("> text") or must not show
               ("! text"), white space counting as one space; "exit N" unless that is 0.
               Standard error counts as part of the answer.

Lines that are empty or begin with # separate and explain, in all but .cmd. --update rewrites the
expectations of the first two kinds: read the difference before you commit it.
"""
import concurrent.futures
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
EXPECTATIONS = (".stdout", ".stderr", ".exit")

# Far above what any case takes under valgrind on a slow machine.
HANGS_AFTER_S = 600


def environment(bin_dir):
    kept = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
    return kept | {"PATH": f"{bin_dir}:/usr/bin:/bin", "LC_ALL": "C", "TERM": "dumb",
                   "COLUMNS": "200", "HOME": "/nonexistent"}


def run(command, env):
    with subprocess.Popen(["sh", "-c", command], cwd=HERE, env=env, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                          start_new_session=True) as child:
        try:
            out, err = child.communicate(timeout=HANGS_AFTER_S)
        except subprocess.TimeoutExpired:
            os.killpg(child.pid, signal.SIGKILL)
            return "hangs", b"", b""
    return child.returncode, out, err


def show(data):
    text = data if isinstance(data, str) else data.decode(errors="backslashreplace")
    return text if text.endswith("\n") else text + " (no line end)\n" if text else "(nothing)\n"


def describe(name, command, differences):
    lines = [f"FAIL {name}\n  $ {command.strip()}\n"]
    for what, wanted, got in differences:
        lines.append(f"--- {what} wanted\n{show(wanted)}+++ {what} got\n{show(got)}")
    return "".join(lines)


class Golden:
    """NAME.cmd and the files beside it."""

    def __init__(self, path):
        self.name = f"{path.parent.name}/{path.stem}"
        self.path = path
        self.command = path.read_text(encoding="utf-8")

    def wanted(self, suffix):
        path = self.path.with_suffix(suffix)
        return path.read_bytes() if path.exists() else b""

    def check(self, got):
        code, out, err = got
        pairs = [("exit", self.wanted(".exit").strip() or b"0", str(code).encode()),
                 ("stdout", self.wanted(".stdout"), out), ("stderr", self.wanted(".stderr"), err)]
        return [(what, wanted, is_) for what, wanted, is_ in pairs if wanted != is_]

    def update(self, got):
        code, out, err = got
        contents = {".stdout": out, ".stderr": err, ".exit": f"{code}\n".encode() if code else b""}
        for suffix, content in contents.items():
            path = self.path.with_suffix(suffix)
            if content:
                path.write_bytes(content)
            else:
                path.unlink(missing_ok=True)


class Row:
    """One line of NAME.tsv."""

    def __init__(self, name, line):
        cells = line.split("\t")
        if len(cells) == 1:
            cells += ["", ""]  # new: --update fills them in
        if len(cells) != 3:
            raise ValueError(f"{name}: {len(cells)} cells, not command, exit, stderr")
        self.name = name
        self.command, self.exit, self.stderr = cells

    def check(self, got):
        code, out, err = got
        pairs = [("exit", self.exit, str(code)), ("stdout", b"", out),
                 ("stderr", self.stderr.replace("\\n", "\n").encode(), err)]
        return [(what, wanted, is_) for what, wanted, is_ in pairs if wanted != is_]

    def line(self, got):
        code, _, err = got
        text = err.decode(errors="surrogateescape").replace("\n", "\\n")
        return f"{self.command}\t{code}\t{text}"


class Shown:
    """One command of NAME.shows."""

    def __init__(self, name, command):
        self.name = name
        self.command = command
        self.exit = 0
        self.texts = []

    def add(self, line):
        mark, _, text = line.partition(" ")
        if mark == "exit":
            self.exit = int(text)
        elif mark in (">", "!") and text.strip():
            self.texts.append((mark == ">", " ".join(text.split())))
        else:
            raise ValueError(f"{self.name}: not understood: {line}")

    def check(self, got):
        code, out, err = got
        answer = (out + err).decode(errors="backslashreplace")
        flat = " ".join(answer.split())
        differences = [("exit", str(self.exit), str(code))] if code != self.exit else []
        for is_wanted, text in self.texts:
            if (text in flat) != is_wanted:
                what = "text" if is_wanted else "absent text"
                differences.append((what, text, answer))
        if not self.texts:
            differences.append(("lines with >", "at least one", "none"))
        return differences


def meaningful(path):
    text = path.read_text(encoding="utf-8", errors="surrogateescape")
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip() and not line.startswith("#"):
            yield number, line


def read_shows(path):
    cases = []
    for number, line in meaningful(path):
        if line.startswith("$ "):
            cases.append(Shown(f"{path.parent.name}/{path.name}:{number}", line[2:]))
        elif cases:
            cases[-1].add(line)
        else:
            raise ValueError(f"{path.name}:{number}: text before the first command")
    return cases


def read_table(path):
    return [Row(f"{path.parent.name}/{path.name}:{n}", line) for n, line in meaningful(path)]


def read_directory(directory):
    cases = []
    for path in sorted(directory.iterdir()):
        if path.suffix == ".cmd":
            cases.append(Golden(path))
        elif path.suffix == ".tsv":
            cases += read_table(path)
        elif path.suffix == ".shows":
            cases += read_shows(path)
        elif path.suffix not in EXPECTATIONS or not path.with_suffix(".cmd").exists():
            raise ValueError(f"{path}: belongs to no case")
    if not cases:
        raise ValueError(f"{directory}: no cases")
    return cases


def update_table(path, answers):
    lines = path.read_text(encoding="utf-8", errors="surrogateescape").splitlines()
    for number, _ in meaningful(path):
        row = f"{path.parent.name}/{path.name}:{number}"
        lines[number - 1] = answers[row][0].line(answers[row][1])
    path.write_text("\n".join(lines) + "\n", encoding="utf-8", errors="surrogateescape")


def update(directories, answers):
    for case, got in answers.values():
        if isinstance(case, Golden):
            case.update(got)
    for directory in directories:
        for path in sorted(directory.glob("*.tsv")):
            update_table(path, answers)


def main(argv):
    is_update = "--update" in argv
    arguments = [a for a in argv if a != "--update"]
    added = []
    while arguments[:1] == ["--env"]:
        added.append(arguments[1].split("=", 1))
        arguments = arguments[2:]
    if len(arguments) < 2:
        sys.exit(__doc__)
    program = pathlib.Path(arguments[0]).resolve()
    directories = [pathlib.Path(d).resolve() for d in arguments[1:]]
    try:
        cases = [case for d in directories for case in read_directory(d)]
    except (ValueError, OSError) as error:
        sys.exit(f"run_cases: {error}")
    with tempfile.TemporaryDirectory() as bin_dir:
        os.symlink(program, f"{bin_dir}/occ")
        env = environment(bin_dir) | dict(added)
        with concurrent.futures.ThreadPoolExecutor(2) as pool:
            results = list(pool.map(lambda case: run(case.command, env), cases))
    answers = {case.name: (case, got) for case, got in zip(cases, results)}
    if is_update:
        update(directories, answers)
        answers = {n: a for n, a in answers.items() if isinstance(a[0], Shown)}
    failures = [describe(name, case.command, bad) for name, (case, got) in answers.items()
                if (bad := case.check(got))]
    print("".join(failures) + f"{len(cases)} cases, {len(failures)} failed")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
