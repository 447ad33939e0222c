"""fsfind-machine.exe: what it measures, writes and says, when Wine runs it.

Times are not looked at: they say nothing about Windows.
"""
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import unittest

WINE, PROGRAM, VERSION, PREFIX = sys.argv[1:5]
ROOT = pathlib.Path(__file__).parents[2]
# Wine asks for neither .NET nor a browser, and keeps its own messages to itself.
ENVIRONMENT = {**os.environ, "WINEPREFIX": PREFIX, "WINEDEBUG": "-all", "WINEDLLOVERRIDES": "mscoree,mshtml="}


def run(*arguments, cwd=None):
    return subprocess.run([WINE, PROGRAM, *arguments], cwd=cwd, env=ENVIRONMENT, capture_output=True, timeout=200)


class Machine(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.addClassCleanup(cls.folder.cleanup)
        result = run("--time", "2", "--format=json", "-o", "m.json", cwd=cls.folder.name)
        assert result.returncode == 0, result.stderr
        cls.path = pathlib.Path(cls.folder.name, "m.json")
        cls.map = json.loads(cls.path.read_bytes())

    def test_writes_what_the_schema_says(self):
        done = subprocess.run([sys.executable, ROOT / "tests/cli/validate_schema.py",
                               ROOT / "docs/machine.schema.json", self.path], capture_output=True)
        self.assertEqual(done.returncode, 0, done.stdout + done.stderr)

    def test_measures_the_cpus_that_the_system_has(self):
        cpus = {cpu["cpu"] for cpu in self.map["cpus"]}
        self.assertTrue(cpus)
        self.assertLessEqual(cpus, set(range(os.cpu_count())))
        pairs = {tuple(sorted((one["a"], one["b"]))) for one in self.map["transfers"]}
        self.assertEqual(pairs, set(itertools.combinations(sorted(cpus), 2)))
        for cpu in self.map["cpus"]:
            self.assertIsNotNone(cpu["core"])
            self.assertIsNotNone(cpu["socket"])
            self.assertIn(cpu["node"], self.map["machine"]["nodes"])
        self.assertTrue(self.map["memory_latencies"])
        self.assertTrue(self.map["bandwidths"])

    def test_describes_the_machine(self):
        machine = self.map["machine"]
        self.assertEqual(machine["arch"], "x86_64")
        self.assertRegex(machine["kernel"], r"^Windows \d+\.\d+\.\d+$")
        self.assertIn(machine["line_size_bytes"], (32, 64, 128))
        self.assertIsInstance(machine["virtual_machine"], bool)

    def test_shows_what_it_wrote(self):
        text = run("m.json", cwd=self.folder.name)
        self.assertEqual(text.returncode, 0, text.stderr)
        lines = text.stdout.decode().split("\n")
        self.assertTrue(lines[0].startswith("fsfind machine: "))
        self.assertIn("Load from memory, ns (each address is known only when the load before is done)", lines)
        self.assertNotIn("\r", text.stdout.decode())
        again = run("m.json", "--format=json", "-o", "again.json", cwd=self.folder.name)
        self.assertEqual(again.returncode, 0, again.stderr)
        self.assertEqual(self.path.with_name("again.json").read_bytes(), self.path.read_bytes())
        self.assertEqual(sorted(os.listdir(self.folder.name)), ["again.json", "m.json"], "no temporary file stays")

    def test_replaces_a_file_but_not_its_input(self):
        for _ in range(2):
            self.assertEqual(run("m.json", "-o", "twice.txt", cwd=self.folder.name).returncode, 0)
        os.remove(os.path.join(self.folder.name, "twice.txt"))
        refused = run("m.json", "--format=json", "-o", "m.json", cwd=self.folder.name)
        self.assertEqual(refused.returncode, 2)
        self.assertIn(b"would be overwritten", refused.stderr)

    def test_says_what_is_wrong(self):
        for arguments, words in ((("nowhere.json",), b"nowhere.json: cannot be read"),
                                 (("--time", "0"), b"0 is not a number from 0.1"),
                                 (("--tiem", "1"), b"--time"),
                                 (("--storage", "."), b"storage is measured on Linux only"),
                                 (("-o", "no/folder/m.json"), b"cannot write")):
            result = run(*arguments)
            self.assertEqual(result.returncode, 2, arguments)
            self.assertEqual(result.stdout, b"")
            self.assertIn(words, result.stderr)

    def test_tells_its_version_and_its_options(self):
        version = run("--version")
        self.assertEqual((version.returncode, version.stdout.decode()), (0, f"fsfind-machine {VERSION}\n"))
        options = run("--help").stdout.decode()
        for option in ("--time", "--only", "--handover", "--seed", "--format text|json", "--output"):
            self.assertIn(option, options)
        self.assertIn("fsfind-machine --format=json -o machine.json", options)


if __name__ == "__main__":
    if WINE.endswith("NOTFOUND"):
        print("skipped: no wine")
        sys.exit(77)
    unittest.main(argv=sys.argv[:1])
