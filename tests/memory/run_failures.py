#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Fail every allocation of a program, one at a time, and look at what it says.

usage: run_failures.py SHIM OCC FILE [K]     (in the project's directory)

FILE has one command a line, `occ` standing for the program. With allocation N failed it must answer as
if nothing had happened, or say in one line that memory is short, print nothing else and exit with 2.
Of each chain of callers K allocations fail (2 unless given; 0: all), or the thousands of a parser would take
long. Sanitizers, where the program has them, see what it leaks.
"""
import os
import pathlib
import shlex
import subprocess
import sys
import tempfile

# What the dynamic loader of glibc 2.36 says before it ends a program in which dlopen() got no memory.
LOADER = (127, b"", b"out of memory\n")
SKIPPED = 77


def environment(shim, **more):
    env = {name: value for name, value in os.environ.items() if name not in ("LD_PRELOAD", "LANG")}
    # The sanitizer wants to be loaded first; its allocator is the next behind the shim's.
    options = [env.get("ASAN_OPTIONS", ""), "verify_asan_link_order=0", "detect_leaks=1", "exitcode=99"]
    loader = pathlib.Path(__file__).with_name("loader.supp")
    env["LSAN_OPTIONS"] = f"suppressions={loader}:print_suppressions=0"
    env |= {"LC_ALL": "C", "LD_PRELOAD": str(shim), "ASAN_OPTIONS": ":".join(filter(None, options))}
    return env | more


def run(arguments, env):
    return subprocess.run(arguments, env=env, stdin=subprocess.DEVNULL, capture_output=True, check=False)


def plain(output):
    """Without memory for it a name stays mangled (src/input/demangle.h): the rest must be the same."""
    lines = [line for line in output.splitlines() if b'"demangled"' not in line]
    filtered = subprocess.run(["c++filt"], input=b"\n".join(lines), capture_output=True, check=True)
    return filtered.stdout.split()


def complaint(status, out, err, expected):
    """What is wrong with one failure, "" if nothing."""
    if os.WIFSIGNALED(status):
        return f"signal {os.WTERMSIG(status)}"
    code = os.waitstatus_to_exitcode(status)
    if (code, out, err) in ((expected.returncode, expected.stdout, expected.stderr), LOADER):
        return ""
    if (code, err) == (expected.returncode, expected.stderr) and plain(out) == plain(expected.stdout):
        return ""
    if code != 2 or out != b"" or not err.startswith(b"occ: ") or b"memory" not in err:
        return f"exit {code}"
    return "" if err.count(b"\n") == 1 else "more than one line"


def check(command, shim, occ, each):
    arguments = shlex.split(command)
    arguments[0] = str(occ)
    expected = run(arguments, environment(shim))
    with tempfile.TemporaryDirectory() as name:
        scratch = pathlib.Path(name)
        again = run(arguments, environment(shim, FAIL_ALLOC_DIR=name, FAIL_ALLOC_EACH=each))
        if again.returncode != expected.returncode or again.stdout != expected.stdout:
            print(f"{command}: the runs differ: exit {expected.returncode} and {again.returncode}")
            return 1, 1
        log = scratch / "log"
        rows = [line.split() for line in log.read_text().splitlines()] if log.exists() else []
        wrong = 0
        for number, status in rows:
            out, err = ((scratch / f"{number}.{suffix}").read_bytes() for suffix in ("out", "err"))
            text = complaint(int(status), out, err, expected)
            if text == "":
                continue
            wrong += 1
            if wrong <= 3:
                print(f"{command}: allocation {number}: {text}, {len(out)} B printed")
                print("\n".join(f"  {line}" for line in err.decode(errors='replace').splitlines()[:12]))
    print(f"{len(rows):6} allocations, {wrong} wrong: {command}", flush=True)
    return len(rows), wrong


def main(shim, occ, commands, each="2"):
    lines = pathlib.Path(commands).read_text(encoding="utf-8").splitlines()
    results = [check(line, pathlib.Path(shim).resolve(), pathlib.Path(occ).resolve(), each)
               for line in lines if line and not line.startswith("#")]
    count, wrong = (sum(column) for column in zip(*results))
    print(f"{len(results)} commands, {count} failed allocations, {wrong} wrong")
    if count == 0:
        print("skipped: the program's own allocator comes first")
        return SKIPPED
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
