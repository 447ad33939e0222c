"""The example of docs/install.md for Meson: the test of the program with a finding fails, the other passes.

usage: meson_project.py FSFIND
"""
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

FSFIND = pathlib.Path(sys.argv[1])
HERE = pathlib.Path(__file__).resolve().parent
PAGE = HERE.parents[1] / "docs" / "install.md"


class MesonProject(unittest.TestCase):
    def test_fails_on_findings_of_the_named_files(self):
        with tempfile.TemporaryDirectory() as folder:
            project = pathlib.Path(folder) / "project"
            shutil.copytree(HERE / "project", project)
            example = re.search(r"^```meson\n(.*?)^```", PAGE.read_text(), re.MULTILINE | re.DOTALL)
            (project / "meson.build").write_text(example[1])
            path = {**os.environ, "PATH": f"{FSFIND.parent}:{os.environ['PATH']}"}
            subprocess.run(["meson", "setup", "build"], cwd=project, env=path, check=True)
            tested = subprocess.run(["meson", "test", "-C", "build", "--print-errorlogs"], cwd=project, env=path,
                                    capture_output=True, text=True)
        outcomes = dict(re.findall(r"(\w+)-sharing +(\w+)", tested.stdout))
        self.assertEqual(outcomes, {"counters": "FAIL", "quiet": "OK"}, tested.stdout + tested.stderr)
        self.assertIn("include/till.h:3:8: high", tested.stdout)


if not shutil.which("meson"):
    print("skipped: no meson")
    sys.exit(77)
unittest.main(argv=sys.argv[:1])
