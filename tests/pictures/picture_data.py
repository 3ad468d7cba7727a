# SPDX-License-Identifier: MIT
"""Running occ and reading its pictures, for the tests beside this file."""
import json
import os
import pathlib
import re
import subprocess
import sys
import xml.etree.ElementTree as ET

SVG = "{http://www.w3.org/2000/svg}"
PROJECT = pathlib.Path(__file__).resolve().parents[2]
LOG = PROJECT / "tests/input/samples/logs/nvcc13.0_multiarch_small.log"

failures = []


def expect(condition, what):
    if not condition:
        failures.append(what)


def finish(what):
    print("\n".join(f"FAIL {failure}" for failure in failures))
    print(f"{what}, {len(failures)} failed")
    sys.exit(1 if failures else 0)


class Occ:
    """The program under test."""

    def __init__(self, path):
        self.path = str(pathlib.Path(path).resolve())
        self.env = {k: v for k, v in os.environ.items() if k.endswith("SAN_OPTIONS")}
        self.env |= {"PATH": os.environ["PATH"], "LC_ALL": "C", "TERM": "dumb", "HOME": "/nonexistent"}

    def __call__(self, *words, given=None):
        done = subprocess.run([self.path, *words], env=self.env, input=given, text=True, check=False,
                              stdin=subprocess.DEVNULL if given is None else None,
                              capture_output=True, encoding="utf-8", errors="surrogateescape")
        if done.returncode not in (0, 1):
            raise RuntimeError(f"occ {' '.join(words)}: {done.stderr}")
        return done.stdout

    def results(self, *words):
        """The complete results of one launch or of a sweep, from --json."""
        answer = json.loads(self(*words, "--json"))
        return answer.get("points", [answer])


def parse_page(text):
    """A page is HTML and well-formed XML at once."""
    assert text.startswith("<!DOCTYPE html>\n")
    return ET.fromstring(text.removeprefix("<!DOCTYPE html>\n"))


def shown_percent(occupancy):
    return f"{occupancy * 100:.2f}".rstrip("0").rstrip(".")


def shown_answer(result):
    blocks = result["active_blocks"]
    if blocks == 0:
        return "cannot run"
    return f"{blocks} block{'' if blocks == 1 else 's'}/SM, {shown_percent(result['occupancy'])} %"


LANES = {"threads": "warps", "warps": "warps", "cluster": "cluster", "blocks": "blocks",
         "registers": "registers", "shared": "shared", "barriers": "barriers"}


def shown_limiters(result):
    return {LANES[limiter] for limiter in result["limiters"]}


class Step:
    """What a chart says of one of its steps: "41..48 registers: 5 blocks/SM, 83.33 %, limited by x"."""

    def __init__(self, element):
        self.text = element.get("data-step")
        self.command = element.get("data-command")
        found = re.fullmatch(r"(\d+)(?:\.\.(\d+))? (threads|registers|B): (.*?), "
                             r"(?:limited by|because of) (.*)", self.text)
        if not found:
            raise ValueError(f"not understood: {self.text}")
        self.first, self.last = int(found[1]), int(found[2] or found[1])
        self.unit, self.answer = found[3], found[4]
        self.limiters = set(found[5].split(" + "))
        self.setting = element.get("data-set")

    def agrees(self, result):
        option = {"threads": "block", "registers": "regs", "B": "smem"}[self.unit]
        return self.setting == f"{option}={self.last}" and self.answer == shown_answer(result) and self.limiters == shown_limiters(result)


def charts_of(root):
    """The charts of a document: (title, marked text or None, steps)."""
    for group in root.iter(f"{SVG}g"):
        if group.get("class") != "chart":
            continue
        marked = [t.text for t in group.iter(f"{SVG}text") if "asked" in (t.get("class") or "")]
        steps = [Step(r) for r in group.iter(f"{SVG}rect") if r.get("class") == "hit"]
        yield group.find(f"{SVG}title").text, marked[0] if marked else None, steps
