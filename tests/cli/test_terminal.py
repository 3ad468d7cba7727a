#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What only a terminal sees: its width, its characters, colours. usage: test_terminal.py OCC

The program runs on a pseudo terminal of a given size. Progress is in test_batch.py.
"""
import fcntl
import os
import pathlib
import pty
import re
import struct
import subprocess
import sys
import termios

HERE = pathlib.Path(__file__).resolve().parent
INK = re.compile(r"\x1b\[[0-9;]*m")
LAUNCH = ["-d", "sm_89", "-b", "256", "-r", "48", "-s", "16K"]
failures = []


def check(what, is_right, got):
    if not is_right:
        failures.append(what)
        print(f"FAIL {what}\n{got!r}")


def environment(**more):
    kept = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
    return kept | {"PATH": "/usr/bin:/bin", "TERM": "xterm", "HOME": "/nonexistent"} | more


def read_all(fd):
    data = b""
    while True:
        try:
            piece = os.read(fd, 65536)
        except OSError:  # Linux: the other side was closed
            return data.decode(errors="backslashreplace").replace("\r\n", "\n")
        if not piece:
            return data.decode(errors="backslashreplace")
        data += piece


def on_terminal(arguments, columns=80, **env):
    """@return what the terminal got"""
    ours, theirs = pty.openpty()
    fcntl.ioctl(theirs, termios.TIOCSWINSZ, struct.pack("HHHH", 24, columns, 0, 0))
    with subprocess.Popen([OCC, *arguments], cwd=HERE, env=environment(**env),
                          stdin=subprocess.DEVNULL, stdout=theirs, stderr=theirs) as child:
        os.close(theirs)
        text = read_all(ours)
        os.close(ours)
        check(f"{arguments}: exit status", child.wait() == 0, text)
        return text


def widest(text):
    """Of the paragraphs: headings and tables stay as they are."""
    return max(len(INK.sub("", line)) for line in text.splitlines() if INK.sub("", line).startswith("  "))


def check_width():
    """Paragraphs fill the terminal from 40 to 100 columns; a terminal that has no size has 80."""
    long = ["-d", "sm_89", "-b", "256", "-r", "48", "-s", "16K", "--target", "100", "--static-smem", "1K"]
    for columns, least, most in ((0, 61, 80), (20, 31, 40), (40, 31, 40), (60, 41, 60), (100, 81, 100),
                                 (240, 81, 100), (65535, 81, 100)):
        text = on_terminal(long, columns)
        check(f"{columns} columns", least <= widest(text) <= most, text)
    narrow, wide = on_terminal(long, 60), on_terminal(long, 600)
    check("width changes where lines end, not what they say", narrow.split() == wide.split(), narrow)


def check_characters():
    """UTF-8 where the locale says so; the first that is set decides, and empty is not set."""
    for env, is_utf8 in (({"LC_ALL": "C.UTF-8"}, True), ({"LC_ALL": "C", "LANG": "C.UTF-8"}, False),
                         ({"LC_ALL": "", "LC_CTYPE": "en_US.utf8"}, True), ({"LANG": "de_DE.UTF-8"}, True),
                         ({"LANG": "de_DE"}, False), ({}, False)):
        text = on_terminal(LAUNCH, **env)
        check(f"characters with {env}", text.isascii() != is_utf8, text)


def check_colours():
    for arguments in (LAUNCH, ["-d", "sm_89", "-b", "64..256:64"], ["--list-devices"],
                      [*LAUNCH, "--plot"], [*LAUNCH, "--picture"], ["-d", "sm_89", "--suggest"],
                      ["../input/samples/cubins/small_sm90.cubin", "-b", "64"]):
        coloured = on_terminal(arguments, LC_ALL="C")
        plain = on_terminal(arguments, LC_ALL="C", NO_COLOR="1")
        dumb = on_terminal(arguments, LC_ALL="C", TERM="dumb")
        check(f"{arguments}: colours", INK.search(coloured) is not None, coloured)
        check(f"{arguments}: every colour ends", INK.findall(coloured)[-1:] == ["\x1b[0m"],
              coloured)
        check(f"{arguments}: no colours", "\x1b" not in plain + dumb and plain == dumb, plain)
        if "--plot" not in arguments and "--picture" not in arguments:
            check(f"{arguments}: colours change nothing else", INK.sub("", coloured) == plain, plain)


def main():
    check_width()
    check_characters()
    check_colours()
    print(f"{len(failures)} failed")
    return 1 if failures else 0


OCC = str(pathlib.Path(sys.argv[1]).resolve())
sys.exit(main())
