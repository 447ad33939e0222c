"""`cmake --install` gives a tree from which fsfind runs, with licence and manual.

usage: installed_tree.py CMAKE BUILD_DIRECTORY VERSION
"""
import pathlib
import subprocess
import sys
import tempfile

import project

EXPECTED = ["bin/fsfind", "lib/fsfind/build-qemu", "lib/fsfind/fsfind-facts", "share/doc/fsfind/LICENSE",
            "share/doc/fsfind/README.md", "share/doc/fsfind/ci/gerrit/post",
            "share/doc/fsfind/contrib/prometheus/fsfind.rules.yml", "share/man/man1/fsfind.1",
            "share/man/man1/fsfind-record.1"]

cmake, build, version = sys.argv[1:]
with tempfile.TemporaryDirectory() as prefix:
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True)
    problems = [f"{path} is not installed" for path in EXPECTED
                if not (pathlib.Path(prefix) / path).exists()]
    said = subprocess.run([f"{prefix}/bin/fsfind", "--version"], capture_output=True, text=True,
                          check=True).stdout
    if not said.startswith(f"fsfind {version}\n"):
        problems.append(f"fsfind --version says {said!r}")
    checked = subprocess.run([f"{prefix}/bin/fsfind", "check", "--no-cache",
                              "tests/analyzer/patterns/p01-element-address.c", "--"],
                             cwd=project.ROOT, capture_output=True, text=True)
    if "fsfind-per-thread-slots" not in checked.stdout:
        problems.append(f"the installed fsfind check: {checked.stdout}{checked.stderr}")
    plugins = {path.name for path in pathlib.Path(prefix).glob("lib*/**/fsfind/fsfind-record-v*.so")}
    if built := {path.name for path in pathlib.Path(build).glob("fsfind-record-v*.so")}:
        if plugins != built:
            problems.append(f"of the plugins {sorted(built)} these are installed: {sorted(plugins)}")
        recorded = subprocess.run(
            [f"{prefix}/bin/fsfind", "record", "--engine=simulate", "-q", "-o", f"{prefix}/perf.data",
             "/bin/true"], capture_output=True, text=True)
        if "is not beside fsfind" in recorded.stderr:
            problems.append(f"the installed fsfind finds no plugin: {recorded.stderr}")
        elif recorded.returncode != 0:
            print(f"not tried with QEMU: {recorded.stderr.strip()}")
project.finish(problems)
