"""`cmake --install` gives a tree from which fsfind runs, with licence and manual.

usage: installed_tree.py CMAKE BUILD_DIRECTORY VERSION
"""
import pathlib
import subprocess
import sys
import tempfile

import project

EXPECTED = ["bin/fsfind", "share/doc/fsfind/LICENSE", "share/doc/fsfind/README.md"]

cmake, build, version = sys.argv[1:]
with tempfile.TemporaryDirectory() as prefix:
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True)
    problems = [f"{path} is not installed" for path in EXPECTED
                if not (pathlib.Path(prefix) / path).exists()]
    said = subprocess.run([f"{prefix}/bin/fsfind", "--version"], capture_output=True, text=True,
                          check=True).stdout
    if said != f"fsfind {version}\n":
        problems.append(f"fsfind --version says {said!r}")
project.finish(problems)
