#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""The numbers in the pictures are those of --json; SVG and pages are well-formed; names do no harm.

usage: check_numbers.py OCC
"""
import re
import shlex
import sys
import xml.etree.ElementTree as ET

from picture_data import (LOG, SVG, Occ, Step, charts_of, expect, finish, parse_page, shown_answer,
                          shown_limiters)

LAUNCHES = [
    "-d sm_89 -b 256 -r 48 -s 16K",
    "-d sm_90 -b 32 -r 8 -s 12K",
    "-d sm_60 -b 96 -r 40 -s 1000",
    "-d sm_86 -b 16x10 -r 33 --launch-bounds 500 --barriers 4",
    "-d sm_90 -b 64 -r 32 --cluster 4 --carveout 50",
    "-d sm_90 -b 1024 -r 80",
    "-d sm_75 -b 7 --static-smem 512 --dynamic-smem 2000",
    "-d sm_90 -b 128 -r 40 -s 1K+8*block",
]
OPTION = {"threads": "-b", "registers": "-r", "B": "-s"}


def check_steps(occ, name, steps, fixed):
    """Every step at both its ends, and that none is left out between them."""
    option = OPTION[steps[0].unit]
    for step, following in zip(steps, steps[1:]):
        expect(following.first == step.last + 1, f"{name}: a gap after {step.text}")
    ends = sorted({value for step in steps for value in (step.first, step.last)})
    results = {}
    for i in range(0, len(ends), 60):
        part = ends[i:i + 60]
        found = occ.results(*fixed, option, ",".join(map(str, part)))
        results |= dict(zip(part, found))
    for step in steps:
        for value in (step.first, step.last):
            expect(step.agrees(results[value]), f"{name}: {step.text}, but at {value} "
                   f"{shown_answer(results[value])}, {shown_limiters(results[value])}")


def without(words, unit):
    """The words of a command line without what a chart varies."""
    names = {OPTION[unit]} | ({"--static-smem", "--dynamic-smem"} if unit == "B" else set())
    kept, skip = [], False
    for word in words:
        if not skip and word not in names:
            kept.append(word)
        skip = not skip and word in names
    return kept


def check_launch(occ, launch):
    words = launch.split()
    result = occ.results(*words)[0]
    charts = list(charts_of(ET.fromstring(occ(*words, "--svg", "-"))))
    expect(len(charts) == 3, f"{launch}: {len(charts)} charts")
    for title, marked, steps in charts:
        name = f"{launch}: {title}"
        if marked is not None:
            expect(marked.endswith(": " + shown_answer(result)), f"{name}: marked {marked}")
        check_steps(occ, name, steps, without(words, steps[0].unit))
        for step in steps[:: max(1, len(steps) // 4)]:
            asked = occ.results(*shlex.split(step.command)[1:])[0]
            expect(step.agrees(asked), f"{name}: {step.command} gives {shown_answer(asked)}")
    check_text(occ, words, charts)
    check_picture(occ, launch, words, result)
    parse_page(occ(*words, "--html", "-"))


def check_text(occ, words, charts):
    """The steps written below the charts of the terminal are those of the SVG."""
    text = " ".join(occ(*words, "--plot").split())
    paragraphs = re.findall(r"Steps ((?:\S+: (?:cannot run|\S+ % \(\d+\)),? ?)+)", text)
    expect(len(paragraphs) == len(charts), f"{words}: {len(paragraphs)} lines of steps")
    for paragraph, (_, _, steps) in zip(paragraphs, charts):
        for span, percent, blocks in re.findall(r"(\S+): (?:(\S+) % \((\d+)\)|cannot run)", paragraph):
            first = int(span.split("..")[0])
            step = next(s for s in steps if s.first <= first <= s.last)
            plural = "" if blocks == "1" else "s"
            wanted = f"{blocks} block{plural}/SM, {percent} %" if blocks else "cannot run"
            expect(step.answer == wanted, f"{words}: text {span}: {wanted}, SVG {step.text}")


def check_picture(occ, launch, words, result):
    slots = "".join(re.findall(r"^  sub-partition \d +((?:[A-Za-z.] ?)+)  ", occ(*words, "--picture"), re.M))
    if result["launch"]["registers_per_thread"] is not None:
        taken = len(re.findall("[A-Za-z]", slots))
        expect(taken == result["active_warps"], f"{launch}: {taken} warp slots are taken")
        expect(len(set(re.findall("[A-Za-z]", slots))) == result["active_blocks"],
               f"{launch}: other blocks than {result['active_blocks']}")
    root = ET.fromstring(occ(*words, "--picture", "--svg", "-"))
    shown = [r for r in root.iter(f"{SVG}rect") if r.get("class") == "slot"]
    bars = sum(1 for key in ("registers", "shared") if (result["limits"][key]["per_block"] or 0) > 0
               and result["limits"][key]["blocks"] is not None)
    expect(len(shown) == result["active_warps"] + bars * result["active_blocks"],
           f"{launch}: {len(shown)} pieces in the picture")


def check_map(occ):
    words = "-d sm_89 -b 32..1024:96 -r 16..128:24".split()
    results = {(r["launch"]["threads_per_block"], r["launch"]["registers_per_thread"]): r
               for r in occ.results(*words)}
    root = ET.fromstring(occ(*words, "--svg", "-"))
    cells = [(r.find(f"{SVG}title").text, r.get("data-set")) for r in root.iter(f"{SVG}rect")
             if r.get("class") == "cell" and r.find(f"{SVG}title") is not None]
    expect(len(cells) == len(results), f"map: {len(cells)} cells for {len(results)} launches")
    for cell, setting in cells:
        found = re.fullmatch(r"(\d+) threads, (\d+) registers: (.*), (.*)", cell)
        result = results[int(found[1]), int(found[2])]
        expect(found[3] == shown_answer(result) and set(found[4].split(" + ")) == shown_limiters(result),
               f"map: {cell}, but {shown_answer(result)}")
        expect(setting == f"block={found[1]} regs={found[2]}", f"map: {cell} has {setting}")
    digits = [line.split("|")[1].split() for line in occ(*words, "--plot").splitlines() if "|" in line]
    levels = [["." if r["active_blocks"] == 0 else "*" if r["occupancy"] == 1
               else str(int(r["active_warps"] * 10 // r["max_warps"]))
               for (_, regs), r in results.items() if regs == wanted]
              for wanted in dict.fromkeys(regs for _, regs in results)]
    expect(digits == levels, f"map: {digits}, wanted {levels}")


def check_page(occ):
    """The table of a page of kernels says what --json says."""
    kernels = __import__("json").loads(occ(str(LOG), "-b", "256", "--json"))["kernels"]
    root = parse_page(occ(str(LOG), "-b", "256", "--html", "-"))
    html = "{http://www.w3.org/1999/xhtml}"
    table = next(t for t in root.iter(f"{html}table") if t.get("id") == "answers")
    rows = [["".join(c.itertext()) for c in row] for row in table.find(f"{html}tbody")]
    expect(len(rows) == len(kernels), f"page: {len(rows)} rows for {len(kernels)} kernels")
    for row, kernel in zip(rows, kernels):
        expect(row[0] == (kernel["demangled"] or kernel["kernel"]) and
               row[5] == str(kernel["active_blocks"]) and
               row[7] == f"{kernel['occupancy'] * 100:.2f}", f"page: {row}")


def check_names(occ):
    """A name from a file stays text, whatever it holds."""
    evil = "</title><script>alert(1)</script><img src=x onerror=alert(2)>&amp;\x01\"'"
    head = ('"ID","Process ID","Process Name","Host Name","Kernel Name","Context","Stream","Block Size",'
            '"Grid Size","Device","CC","Section Name","Metric Name","Metric Unit","Metric Value"\n')
    metrics = [("Block Size", "", "256"), ("Registers Per Thread", "register/thread", "40"),
               ("Grid Size", "", "1000"), ("Theoretical Occupancy", "%", "75")]
    log = head + "".join(
        f'"0","1","p","h","{evil.replace(chr(34), chr(34) * 2)}","1","7","(256, 1, 1)","(1000, 1, 1)","0",'
        f'"9.0","Launch Statistics","{name}","{unit}","{value}"\n' for name, unit, value in metrics)
    for form in ("--html", "--svg"):
        text = occ("--from", "-", form, "-", given=log)
        root = parse_page(text) if form == "--html" else ET.fromstring(text)
        seen = "".join(root.itertext())
        expect("<script>alert(1)</script><img" in seen, f"{form}: the name is not shown")
        kinds = [e.tag.rpartition("}")[2] for e in root.iter()]
        expect("img" not in kinds and kinds.count("script") == (form == "--html"),
               f"{form}: the name has become markup")
        expect("\x01" not in text, f"{form}: a control character got through")


def main(arguments):
    occ = Occ(arguments[0])
    for launch in LAUNCHES:
        check_launch(occ, launch)
    check_map(occ)
    check_page(occ)
    check_names(occ)
    # The comparison itself can fail.
    wrong = ET.fromstring('<r data-set="regs=48" data-step="1..48 registers: 6 blocks/SM, 100 %, limited by warps"/>')
    expect(not Step(wrong).agrees(occ.results(*LAUNCHES[0].split())[0]), "a wrong step agrees")
    finish(f"{len(LAUNCHES)} launches, a map, a page, hostile names")


if __name__ == "__main__":
    main(sys.argv[1:])
