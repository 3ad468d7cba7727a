#!/usr/bin/env python3
# SPDX-License-Identifier: MIT
"""What --batch does beside its answers: flushing, memory, broken pipes, progress, GNU parallel.

usage: test_batch.py PROGRAM
"""
import os
import pty
import resource
import select
import shutil
import signal
import subprocess
import sys
import time
import unittest

OCC = sys.argv.pop(1)
HEADER = b"id,threads_per_block,registers_per_thread\n"
PATIENCE = 60  # seconds; how long something that should happen at once may take


def lines(count):
    return b"".join(b"%d,%d,%d\n" % (i, 1 + i % 1024, 1 + i % 255) for i in range(count))


def command(*options):
    return [OCC, "-d", "sm_89", "--batch", "-", *options]


def run(data, *options):
    return subprocess.run(command(*options), input=data, capture_output=True, check=False)


class Batch(unittest.TestCase):
    def test_answers_as_soon_as_the_input_pauses(self):
        with subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.PIPE) as occ:
            for sent, answer in [(HEADER, b"id,device"), (b"1,256,48\n", b"1,sm_89"),
                                 (b"2,64,48\n3,32,", b"2,sm_89"), (b"32\n", b"3,sm_89")]:
                occ.stdin.write(sent)
                occ.stdin.flush()
                ready, _, _ = select.select([occ.stdout], [], [], PATIENCE)
                self.assertTrue(ready, f"no answer to {sent}")
                self.assertTrue(os.read(occ.stdout.fileno(), 4096).startswith(answer))
            occ.stdin.close()
            self.assertEqual(occ.wait(PATIENCE), 0)

    def test_memory_stays_the_same(self):
        most = []
        for count in (1000, 200000):
            # Through a shell: what this process holds would count as the child's.
            subprocess.run(["sh", "-c", f"seq {count} | sed '1s/.*/threads_per_block/' | "
                            f"{OCC} -d sm_89 --batch - >/dev/null"], check=True)
            most.append(resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss)
        self.assertLess(most[1] - most[0], 2048, "KiB more for 200 times as many lines")

    def test_ends_when_nobody_reads(self):
        for disposition, expected in [(signal.SIG_DFL, -signal.SIGPIPE), (signal.SIG_IGN, 2)]:
            reader, writer = os.pipe()
            os.close(reader)
            occ = subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=writer,
                                   stderr=subprocess.PIPE, restore_signals=False,
                                   preexec_fn=lambda d=disposition: signal.signal(signal.SIGPIPE, d))
            os.close(writer)
            _, stderr = occ.communicate(HEADER + lines(20000))
            self.assertEqual(occ.returncode, expected)
            self.assertEqual(stderr, b"" if expected < 0 else
                             b"occ: standard output: cannot be written\n")

    def test_shows_progress_on_a_terminal_only(self):
        terminal, slave = pty.openpty()
        with subprocess.Popen(command(), stdin=subprocess.PIPE, stdout=subprocess.DEVNULL,
                              stderr=slave) as occ:
            occ.stdin.write(HEADER + lines(65536))
            occ.stdin.flush()
            time.sleep(1.1)  # it is shown once a second
            occ.stdin.write(lines(65536 * 2))
            occ.stdin.close()
            self.assertEqual(occ.wait(PATIENCE), 0)
        os.close(slave)
        self.assertRegex(os.read(terminal, 4096), rb"^\rocc: \d+ lines, \d+ a second")
        self.assertEqual(run(HEADER + lines(65536)).stderr, b"")

    @unittest.skipUnless(shutil.which("parallel"), "GNU parallel is not here")
    def test_gnu_parallel_gives_what_one_process_gives(self):
        data = HEADER + lines(20000)
        split = subprocess.run(
            ["parallel", "--will-cite", "--pipe", "--keep-order", "--header", ":", "--block", "50K",
             "-j2", f"{OCC} -d sm_89 --batch - --json=compact"],
            input=data, capture_output=True, check=True, env=os.environ | {"LC_ALL": "C"})
        self.assertEqual(split.stdout, run(data, "--json=compact").stdout)


if __name__ == "__main__":
    unittest.main(verbosity=2)
