#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""Pages and SVG files in a real browser: what is drawn, what the script does, what is asked for.

usage: check_browser.py OCC DIRECTORY     (screenshots go to the directory)

Exit status 77 without Debian's chromium.
"""
import html
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import zlib

from picture_data import LOG, Occ, expect, finish, shown_answer

LAUNCH = "-d sm_89 -b 256 -r 48 -s 16K".split()
SIZES = {"phone": (390, 844), "desk": (1440, 900)}
# Browsers call home, sooner or later and to more and more hosts. Each request in the log is annotated with what makes it
# (Chromium's traffic annotations): these are a page's, its resources, frames and sockets.
OF_A_PAGE = {"101845102", "63171670", "17188928"}
HOST = r'"url":"(?:https?|wss?|ftp)://([^"/:]+)'
# A window is never narrower than 500 pixels, so pages are shown in a frame of their size.
FRAME = """<!DOCTYPE html><title>frame</title><body style="margin:0"><iframe src="{0}"
style="border:0;display:block;width:{1}px;height:{2}px"></iframe><script>
addEventListener('message', function (event) {{
  var out = document.createElement('pre');
  out.id = 'probe';
  out.textContent = event.data;
  document.body.appendChild(out);
}});</script>"""
HERE = pathlib.Path(__file__).resolve().parent
FLAGS = ["--headless", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run",
         "--disable-background-networking", "--disable-component-update", "--disable-sync",
         "--disable-default-apps", "--disable-extensions", "--hide-scrollbars",
         "--disable-dev-shm-usage", "--host-resolver-rules=MAP * ~NOTFOUND", "--enable-logging=stderr"]


class Browser:
    def __init__(self, program, scratch):
        self.program = program
        self.scratch = pathlib.Path(scratch)

    def look(self, address, size, *flags):
        with tempfile.TemporaryDirectory(dir=self.scratch) as profile:
            log = f"{profile}/net.json"
            done = subprocess.run(
                [self.program, *FLAGS, f"--user-data-dir={profile}/data", f"--log-net-log={log}",
                 f"--window-size={size[0]},{size[1]}", *flags, address], capture_output=True,
                text=True, encoding="utf-8", errors="replace", timeout=240, check=False)
            net = pathlib.Path(log).read_text(encoding="utf-8") if pathlib.Path(log).exists() else ""
        expect(done.returncode == 0, f"{address}: the browser ended with {done.returncode}")
        return done.stdout, done.stderr, net

    @staticmethod
    def requests_of(seen):
        """The hosts that were asked, but for those that only the browser itself asked."""
        annotated = re.findall(r'"traffic_annotation":(\d+),' + HOST, seen[2])
        of_browser = {host for annotation, host in annotated if annotation not in OF_A_PAGE}
        of_page = {host for annotation, host in annotated if annotation in OF_A_PAGE}
        return (set(re.findall(HOST, seen[2])) - of_browser) | of_page

    def check_quiet(self, name, seen):
        """Nothing on the console, nothing asked of a network."""
        console = [line for line in seen[1].splitlines() if "CONSOLE" in line]
        expect(not console, f"{name}: on the console: {console}")
        asked = self.requests_of(seen)
        expect(not asked, f"{name}: asks for {sorted(asked)}")
        return not console and not asked

    def framed(self, path, size):
        frame = self.scratch / f"{path.stem}-frame.html"
        frame.write_text(FRAME.format(path.resolve().as_uri(), *size), encoding="utf-8")
        return frame.as_uri()

    def probe(self, name, document, size, *flags):
        """What tests/pictures/probe.js sees in a copy of a document."""
        path = self.scratch / f"{name}.html"
        script = f"<script>{(HERE / 'probe.js').read_text(encoding='utf-8')}</script>"
        path.write_text(document.replace("</body>", script + "</body>"), encoding="utf-8")
        seen = self.look(self.framed(path, size), size, "--virtual-time-budget=3000", "--dump-dom",
                         *flags)
        self.check_quiet(name, seen)
        found = re.search(r'<pre id="probe">(.*?)</pre>', seen[0], re.S)
        expect(found, f"{name}: the page did not load")
        return json.loads(html.unescape(found[1])) if found else {}


def check_png(path, width):
    """A picture of that width in which something is drawn."""
    data = path.read_bytes() if path.exists() else b""
    expect(data.startswith(b"\x89PNG"), f"{path.name}: no picture")
    if not data:
        return
    expect(int.from_bytes(data[16:20], "big") == width, f"{path.name}: not {width} pixels wide")
    packed, at = b"", 8
    while at < len(data):
        length = int.from_bytes(data[at:at + 4], "big")
        if data[at + 4:at + 8] == b"IDAT":
            packed += data[at + 8:at + 8 + length]
        at += length + 12
    expect(len(set(zlib.decompress(packed))) > 60, f"{path.name}: nearly empty")


def in_page(svg):
    body = svg.split("?>", 1)[1]
    return f'<!DOCTYPE html><html lang="en"><body style="margin:0">{body}</body></html>'


def check_charts(name, seen, result, count):
    charts = seen.get("charts", [])
    expect(len(charts) == count, f"{name}: {len(charts)} charts")
    expect(not seen.get("outside"), f"{name}: text outside the picture: {seen.get('outside')}")
    expect(not seen.get("crossing"), f"{name}: labels cross at {seen.get('crossing')}")
    for chart in charts:
        expect(chart["dots"] == 1 and chart["mark"] and chart["mark"].endswith(shown_answer(result)),
               f"{name}: {chart['title']}: the launch is not marked: {chart['mark']}")
        expect(set(chart["letters"]) <= set("WBRSACx") and chart["letters"],
               f"{name}: {chart['title']}: letters {chart['letters']}")


def check_page(browser, occ, result, size_name, size):
    page = occ(*LAUNCH, "--html", "-")
    seen = browser.probe(f"page-{size_name}", page, size)
    check_charts(f"page-{size_name}", seen, result, 3)
    expect(seen.get("width") == size[0], f"page: {seen.get('width')} wide, not {size[0]}")
    expect(seen.get("overflow") == 0, f"page-{size_name}: {seen.get('overflow')} px too wide")
    expect(seen.get("panelBefore") is True and seen.get("panel") == seen.get("wanted"),
           f"page-{size_name}: pointing at a step shows {seen.get('panel')}")
    dark = browser.probe(f"page-{size_name}-dark", page, size, "--blink-settings=preferredColorScheme=0")
    expect(seen.get("background") == "rgb(255, 255, 255)" and dark.get("background") == "rgb(13, 17, 23)",
           f"page: light {seen.get('background')}, dark {dark.get('background')}")


def check_table(browser, occ):
    seen = browser.probe("kernels", occ(str(LOG), "-b", "256", "--html", "-"), SIZES["desk"])
    order = seen.get("unsorted", [])
    expect(seen.get("ascending") == sorted(order) and seen.get("descending") == sorted(order)[::-1] and
           len(set(order)) > 1, f"kernels: sorting gives {seen.get('ascending')}")


def take_screenshots(browser, occ, directory):
    documents = {"page.html": occ(*LAUNCH, "--html", "-"), "charts.svg": occ(*LAUNCH, "--svg", "-"),
                 "sm.svg": occ(*LAUNCH, "--picture", "--svg", "-"),
                 "map.svg": occ("-d", "sm_89", "-b", "32..1024:32", "-r", "16..128:8", "--svg", "-")}
    for name, text in documents.items():
        path = directory / name
        path.write_text(text, encoding="utf-8")
        for size_name, size in SIZES.items():
            picture = path.with_suffix(f".{size_name}.png")
            picture.unlink(missing_ok=True)
            tall = (size[0], 4 * size[1]) if name == "page.html" else size
            seen = browser.look(browser.framed(path, tall), tall, f"--screenshot={picture}")
            browser.check_quiet(name, seen)
            check_png(picture, size[0])


def check_detects(browser):
    """The checks themselves can fail: a page that complains, and one that asks for something."""
    path = browser.scratch / "loud.html"
    for body in ("<script>console.error('no')</script>", "<img src='http://127.0.0.1:9/x.png'>",
                 "<img src='https://accounts.google.com/x.png'>", "<iframe src='http://127.0.0.1:9/'></iframe>",
                 "<script>new WebSocket('ws://127.0.0.1:9/')</script>"):
        path.write_text(f"<!DOCTYPE html><title>x</title>{body}", encoding="utf-8")
        seen = browser.look(path.as_uri(), (800, 600), "--virtual-time-budget=1000", "--dump-dom")
        console = [line for line in seen[1].splitlines() if "CONSOLE" in line]
        expect(console or browser.requests_of(seen), f"not noticed: {body}")


def main(arguments):
    program = shutil.which("chromium")
    if program is None:
        print("skipped: no chromium here (apt-get install chromium)")
        return 77
    occ, directory = Occ(arguments[0]), pathlib.Path(arguments[1])
    directory.mkdir(parents=True, exist_ok=True)
    result = occ.results(*LAUNCH)[0]
    with tempfile.TemporaryDirectory() as scratch:
        browser = Browser(program, scratch)
        for size_name, size in SIZES.items():
            check_page(browser, occ, result, size_name, size)
        check_charts("svg", browser.probe("svg", in_page(occ(*LAUNCH, "--svg", "-")), SIZES["desk"]),
                     result, 3)
        check_charts("sm", browser.probe("sm", in_page(occ(*LAUNCH, "--picture", "--svg", "-")),
                                         SIZES["desk"]), result, 0)
        check_table(browser, occ)
        check_detects(browser)
        take_screenshots(browser, occ, directory)
    return finish("pages and SVG files in a browser")


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
