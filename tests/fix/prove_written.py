"""Proves the edits of `fsfind fix perf.data` on programs in Rust and Go: applied, they compile, the
programs say what they said, and the contention is gone.

usage: prove_written.py --fsfind FSFIND --only NAME
"""
import argparse
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

import prove

PROGRAMS = pathlib.Path(__file__).resolve().parent / "written"
BUILD = {".go": ["go", "build", "-o"], ".rs": ["rustc", "-O", "-g", "-o"]}
# What the program itself lays out; the languages' runtimes have contended data of their own.
RECORDS = {".go": {"main.lane", "main.meter"}, ".rs": {"lanes::Lane"}}


def hitm(fsfind, source):
    """Builds and records the program: what it prints, the recording, its records' contended loads."""
    binary = source.with_suffix(".out")
    prove.run(*BUILD[source.suffix], binary, source, cwd=source.parent)
    said = subprocess.run([binary], capture_output=True, text=True, check=True, timeout=300)
    recording = source.with_suffix(".data")
    prove.run(fsfind, "record", *prove.SIMULATE, "-o", recording, binary)
    report = json.loads(prove.run(fsfind, "report", "--format=json", "--show-all", "--lines", "0",
                                  recording))
    loads = {name: 0 for name in RECORDS[source.suffix]}
    for line in report["lines"]:
        for access in line["accesses"]:
            if access["object"]["type"] in loads:
                loads[access["object"]["type"]] += access["lcl_hitm"] + access["rmt_hitm"]
    return said.stdout + said.stderr, recording, loads


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("--only", required=True, help="the program of this file name")
    options = parser.parse_args()
    fsfind = pathlib.Path(options.fsfind).resolve()
    compiler = BUILD[pathlib.Path(options.only).suffix][0]
    if not shutil.which(compiler):
        prove.skip(f"{compiler} is not installed")
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        try:
            prove.run(fsfind, "record", *prove.SIMULATE, "-o", folder / "try.data", "/bin/true")
        except RuntimeError as error:
            prove.skip(str(error))
        source = folder / options.only
        shutil.copy(PROGRAMS / options.only, source)
        before, recording, contended = hitm(fsfind, source)
        prove.run(fsfind, "fix", "--apply", "-q", recording, cwd=folder)
        after, _, left = hitm(fsfind, source)
    print(f"{options.only}: {contended} → {left} HITM")
    good = before == after and all(loads >= prove.LEAST_HITM and left[name] <= prove.LEFT * loads
                                   for name, loads in contended.items())
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
