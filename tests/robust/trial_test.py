"""The trial notices every bad end of a worker, and understands what make would run."""

import pathlib
import shutil
import sys
import tempfile
import unittest

import packages
import passes

# Runs the worker beside it once a unit, as fsfind does, and kills it where it takes too long.
FSFIND = f"""#!{sys.executable}
import json, pathlib, subprocess, sys
folder = pathlib.Path(sys.argv[sys.argv.index("-p") + 1])
for unit in json.loads((folder / "compile_commands.json").read_text()):
    worker = subprocess.Popen([pathlib.Path(__file__).parent / "fsfind-facts"], stdin=subprocess.PIPE,
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    worker.stdin.write(json.dumps(unit).encode())
    worker.stdin.close()
    try:
        worker.wait(3)
    except subprocess.TimeoutExpired:
        worker.kill()
        worker.wait()
"""

WORKER = f"""#!{sys.executable}
import ctypes, json, os, signal, sys, time
ctypes.CDLL(None).prctl(1, signal.SIGKILL)
file = json.load(sys.stdin)["file"]
if file == "crash.c":
    os.kill(os.getpid(), signal.SIGSEGV)
if file == "hang.c":
    time.sleep(60)
if file == "leak.c":
    print("==1==ERROR: LeakSanitizer: detected memory leaks\\n    #0 0x12 in malloc a.c:1\\n"
          "    #1 0x34 in fsfind::take() b.cpp:2", file=sys.stderr)
    sys.exit(23)
print(json.dumps({{"failure": "", "errors": 2, "first_error": "e.c:1: x"}}))
"""

DRY_RUN = """make: Entering directory '/p'
make[1]: Entering directory '/p/src'
echo CC a.o;gcc -DX='"y z"' -I. -c -o a.o a.c && mv a.o b.o
g++ -o program a.o
make[1]: Leaving directory '/p/src'
if /usr/bin/x86_64-linux-gnu-g++-12 -MD \\
 -c `test -f 'b.cc' || echo './'`b.cc; then true; fi
"""


class EndsOfWorkers(unittest.TestCase):
    def setUp(self) -> None:
        self.folder = pathlib.Path(tempfile.mkdtemp())
        self.addCleanup(shutil.rmtree, self.folder)

    def script(self, name: str, text: str) -> pathlib.Path:
        path = self.folder / name
        path.write_text(text)
        path.chmod(0o755)
        return path

    def test_each_is_told(self) -> None:
        worker = self.script("worker", WORKER)
        tools = passes.Tools(self.script("fsfind", FSFIND), worker, worker, worker, "clang", "", 1)
        names = ["good.c", "crash.c", "hang.c", "leak.c"]
        units = [{"directory": "/", "file": name, "arguments": ["cc", "-c", name]} for name in names]
        outcomes = passes.check(units, worker, tools, self.folder / "out")
        told = {one.unit["file"]: one for one in outcomes}
        self.assertEqual("", told["good.c"].symptom)
        self.assertEqual(2, told["good.c"].errors)
        self.assertEqual("crash (SIGSEGV)", told["crash.c"].symptom)
        self.assertEqual("hang", told["hang.c"].symptom)
        self.assertIn("LeakSanitizer", told["leak.c"].symptom)
        self.assertIn("fsfind::take", told["leak.c"].top)


class Commands(unittest.TestCase):
    def test_of_make(self) -> None:
        first, second = packages.from_dry_run(DRY_RUN, "/p")
        self.assertEqual("/p/src/a.c", first["file"])
        self.assertEqual(["gcc", '-DX="y z"', "-I.", "-c", "-o", "a.o", "a.c"], first["arguments"])
        self.assertEqual(("/p", "/p/b.cc"), (second["directory"], second["file"]))

    def test_of_all_packages_can_be_told(self) -> None:
        known = packages.load()
        self.assertTrue(all(one.cmake or one.dry_run or one.files for one in known))
        self.assertGreaterEqual(len({one.source or one.name for one in known}), 25)
        self.assertGreaterEqual(sum(one.units for one in known), 3000)


if __name__ == "__main__":
    unittest.main()
