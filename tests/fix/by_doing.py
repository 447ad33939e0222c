"""Proofs of `fsfind fix --prove`, with a real build, simulated recordings and native runs.

usage: by_doing.py --fsfind FSFIND
The program has three findings with edits: one pays, one does not, and one is cold.
"""
import argparse
import json
import os
import pathlib
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import unittest

ROOT = pathlib.Path(__file__).resolve().parents[2]
SOURCE = ROOT / "tests/fix/by_doing/tickets.c"
BUILD = "echo build >>\"$LOG\"; gcc -O2 -g -pthread tickets.c -o tickets"
RUN = "./tickets 300000"
SKIPPED = 77
PATIENCE = 120  # seconds


class ByDoing(unittest.TestCase):
    fsfind = None

    def setUp(self):
        self.temporary = tempfile.TemporaryDirectory()
        self.folder = pathlib.Path(self.temporary.name).resolve()
        self.project = self.folder / "project"
        self.project.mkdir()
        shutil.copy(SOURCE, self.project)
        self.log = self.folder / "builds"
        self.environment = {**os.environ, "XDG_CACHE_HOME": str(self.folder / "cache"),
                            "LOG": str(self.log), "LC_ALL": "C.UTF-8"}

    def tearDown(self):
        self.temporary.cleanup()

    def start(self, *options, build=BUILD, run=RUN, engine="simulate"):
        command = [self.fsfind, "fix", "--no-cache", "tickets.c", "--prove", build, "--run", run,
                   f"--engine={engine}", *options, "--", "-std=c11"]
        return subprocess.Popen(command, cwd=self.project, env=self.environment, text=True,
                                stdout=subprocess.PIPE, stderr=subprocess.PIPE)

    def prove(self, *options, **commands):
        process = self.start(*options, **commands)
        out, err = process.communicate(timeout=600)
        self.assertEqual(process.returncode, 0, err)
        return out, err

    def builds(self):
        return self.log.read_text().count("build") if self.log.exists() else 0

    def copies(self):
        return [path for path in (self.folder / "cache").rglob("tickets.c")]

    def edited(self):
        text = (self.project / "tickets.c").read_text()
        return {name for name in ("pair", "desk", "start")
                if "_Alignas" in text.split(f"struct {name} {{")[1].split("};")[0]}

    def test_keeps_what_pays_and_applies_it(self):
        before = (self.project / "tickets.c").read_text()
        out, err = self.prove()
        self.assertEqual(self.edited(), set())
        self.assertEqual([path.name for path in self.project.iterdir()], ["tickets.c"])
        self.assertEqual(self.copies(), [])
        self.assertIn("the edits of 1 of 3 findings are proved", out)
        self.assertRegex(out, r"proved .* pair\.\{left, right\}")
        self.assertRegex(out, r"taken back .* desk\.\{ticket, calls\}")
        self.assertIn("is not tried: its data are not contended when the program runs", out)
        self.assertIn("as before, exit code 0", out)
        self.assertIn("medians of 10 runs", out)
        patched = subprocess.run(["patch", "-s", "-p1", "-o", "-"], cwd=self.project, input=out,
                                 capture_output=True, text=True, check=True).stdout
        self.assertNotEqual(patched, before)

        # The same proof is not done again only to be written.
        done = self.builds()
        out, err = self.prove("--apply", "--format=json")
        self.assertEqual(self.builds(), done)
        self.assertEqual(self.edited(), {"pair"})
        self.assertEqual((self.project / "tickets.c").read_text(), patched)
        self.validate(out)
        report = json.loads(out)
        verdicts = {edit["finding"]["record"]["name"]: edit for edit in report["edits"]}
        self.assertEqual({name: edit["verdict"] for name, edit in verdicts.items()},
                         {"pair": "proved", "desk": "taken-back", "start": "taken-back"})
        loads = verdicts["pair"]["contended"]
        self.assertGreater(loads["before"], 100)
        self.assertLess(loads["after"], loads["before"] / 20)
        self.assertEqual(report["times"]["runs"], 10)
        self.assertTrue(report["output_compared"])

    def test_records_code_that_records_itself(self):
        out, _ = self.prove("--format=json", engine="instrumented",
                            build=BUILD.replace("-pthread", "-pthread -fsanitize=thread"))
        report = json.loads(out)
        self.assertIn("instrumented code", report["recorded"])
        verdicts = {edit["finding"]["record"]["name"]: edit["verdict"] for edit in report["edits"]}
        self.assertEqual(verdicts["pair"], "proved", report["edits"])

    def test_finds_data_again_that_only_the_sources_name(self):
        shutil.copy(SOURCE.with_name("workers.cpp"), self.project)
        command = [self.fsfind, "fix", "--no-cache", "--format=json", "workers.cpp", "--engine=simulate",
                   "--prove", "g++ -std=c++17 -O2 -g -pthread workers.cpp -o workers", "--run", "./workers",
                   "--", "-std=c++17"]
        ran = subprocess.run(command, cwd=self.project, env=self.environment, capture_output=True, text=True,
                             timeout=600)
        self.assertEqual(ran.returncode, 0, ran.stderr)
        edits = json.loads(ran.stdout)["edits"]
        self.assertEqual([edit["verdict"] for edit in edits], ["proved"])
        self.assertGreater(edits[0]["contended"]["before"], 100)
        self.assertLess(edits[0]["contended"]["after"], edits[0]["contended"]["before"] / 20)

    def test_goes_on_after_an_interrupt(self):
        sleeper = self.folder / "sleeper"
        waits = f"test -e '{self.folder}/go' || {{ sleep 600 & echo $! >'{sleeper}'; wait; }};"
        # The program as it is has no alignment yet, and is built at once.
        build = f"grep -q _Alignas tickets.c && {{ {waits} }}; {BUILD}"
        process = self.start(build=build)
        self.assertTrue(self.soon(lambda: sleeper.exists() and sleeper.read_text()),
                        "the edited program is built")
        process.send_signal(signal.SIGINT)
        out, err = process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 128 + signal.SIGINT, err)
        self.assertEqual(out, "")
        self.assertIn("goes on from here", err)
        self.assertTrue(self.soon(lambda: not self.lives(int(sleeper.read_text()))))
        self.assertEqual(self.builds(), 1)
        (self.folder / "go").touch()
        out, err = self.prove(build=build)
        self.assertIn("going on with what an earlier call has found out", err)
        self.assertEqual(err.count("recording it"), 2, "the program as it is was recorded before")
        self.assertIn("the edits of 1 of 3 findings are proved", out)

    def test_a_changed_source_begins_anew(self):
        gate = f"test -e '{self.folder}/go' || {{ kill -INT $(ps -o ppid= -p $$); sleep 60; }};"
        build = f"grep -q _Alignas tickets.c && {{ {gate} }}; {BUILD}"
        process = self.start(build=build)
        process.communicate(timeout=PATIENCE)
        self.assertEqual(process.returncode, 128 + signal.SIGINT)
        with open(self.project / "tickets.c", "a") as file:
            file.write("// more\n")
        (self.folder / "go").touch()
        _, err = self.prove(build=build)
        self.assertNotIn("going on", err)

    def test_output_that_changes_with_time_is_not_compared(self):
        out, _ = self.prove(run=RUN + "; date +%N")
        self.assertIn("the edits of 1 of 3 findings are proved", out)
        self.assertIn("not compared, since it differs from run to run; exit code 0 as before", out)

    def test_names_the_edit_that_breaks_the_build(self):
        build = f"! grep -q '_Alignas(64) volatile long right' tickets.c || exit 3; {BUILD}"
        out, _ = self.prove(build=build)
        self.assertIn("pair.{left, right} (tickets.c:9) is taken back: the build fails with exit "
                      "code 3", out)
        self.assertIn("the edits of 0 of 3 findings are proved", out)

    def test_refuses_an_edit_that_changes_the_output(self):
        out, _ = self.prove(run=RUN + "; grep -c _Alignas tickets.c; true")
        self.assertIn("the program's output changes", out)
        self.assertIn("the edits of 0 of 3 findings are proved", out)

    def validate(self, text):
        document = self.folder / "proof.json"
        document.write_text(text)
        checked = subprocess.run([sys.executable, "-B", ROOT / "tests/cli/validate_schema.py",
                                  ROOT / "docs/proof.schema.json", document], capture_output=True,
                                 text=True)
        self.assertIn(checked.returncode, (0, SKIPPED), checked.stdout + checked.stderr)

    @staticmethod
    def soon(holds):
        end = time.monotonic() + PATIENCE
        while not holds() and time.monotonic() < end:
            time.sleep(0.05)
        return holds()

    @staticmethod
    def lives(pid):
        try:
            state = pathlib.Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0]
        except OSError:
            return False
        return state != "Z"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsfind", required=True)
    options, rest = parser.parse_known_args()
    ByDoing.fsfind = str(pathlib.Path(options.fsfind).resolve())
    with tempfile.TemporaryDirectory() as folder:
        tried = subprocess.run([ByDoing.fsfind, "record", "--engine=simulate", "-q", "-o",
                                f"{folder}/try.data", "/bin/true"], capture_output=True, text=True)
    if tried.returncode != 0:
        print("skipped:", tried.stderr.strip())
        sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
