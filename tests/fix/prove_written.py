"""Proves the edits of `fsfind fix perf.data` on programs in Rust and Go: applied, they compile, the
programs say what they said, and the contention is gone. What is written is the project's own way.

usage: prove_written.py --fsfind FSFIND --only NAME
"""
import argparse
import dataclasses
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

import prove

PROGRAMS = pathlib.Path(__file__).resolve().parent / "written"


@dataclasses.dataclass
class Program:
    build: list      # the command, in its folder
    binary: str
    records: list    # what the program itself lays out; the runtimes have contended data of their own
    written: list    # new lines, without indentation
    formatted: list = dataclasses.field(default_factory=list)  # a command that names what is not


GO = ["go", "build", "-o", "program", "."]
RUST = ["rustc", "-O", "-g", "-o", "program"]
CARGO = ["cargo", "build", "--quiet", "--release", "--offline"]
KNOWN = {
    "lanes.go": Program(["go", "build", "-o", "program", "lanes.go"], "program",
                        ["main.lane", "main.meter"],
                        ["_       [40]byte", "_        [64]byte"], ["gofmt", "-l", "lanes.go"]),
    "lines": Program(GO, "program", ["main.lane", "main.meter"],
                     ["_       [cacheLine - 24]byte", "_        cpu.CacheLinePad"],
                     ["gofmt", "-l", "."]),
    "lanes.rs": Program([*RUST, "lanes.rs"], "program", ["lanes::Lane"], ["#[repr(align(64))]"]),
    "gauge.rs": Program([*RUST, "gauge.rs"], "program", ["gauge::Gauge"],
                        ["inflow: OwnLine<AtomicU64>,", "outflow: OwnLine<AtomicU64>,",
                         "inflow: OwnLine(AtomicU64::new(0)),",
                         "outflow: OwnLine(AtomicU64::new(0)),"]),
    "wrapped": Program(CARGO, "target/release/wrapped", ["wrapped::Worker", "wrapped::Conveyor"],
                       ["loaded: CachePadded<AtomicU64>,", "unloaded: CachePadded<AtomicU64>,",
                        "loaded: CachePadded::new(AtomicU64::new(0)),",
                        "unloaded: CachePadded::new(AtomicU64::new(0)),",
                        "#[repr(align(128))]"]),
}


def hitm(fsfind, program, folder):
    """Builds and records the program: what it prints, the recording, its records' contended loads."""
    prove.run(*program.build, cwd=folder)
    binary = folder / program.binary
    said = subprocess.run([binary], capture_output=True, text=True, check=True, timeout=300)
    recording = folder / "perf.data"
    prove.run(fsfind, "record", *prove.SIMULATE, "-o", recording, binary)
    report = json.loads(prove.run(fsfind, "report", "--format=json", "--show-all", "--lines", "0",
                                  recording))
    loads = {name: 0 for name in program.records}
    for line in report["lines"]:
        for access in line["accesses"]:
            if access["object"]["type"] in loads:
                loads[access["object"]["type"]] += access["lcl_hitm"] + access["rmt_hitm"]
    return said.stdout + said.stderr, recording, loads


def lines_of(folder):
    return [line.strip() for path in sorted(folder.rglob("*"))
            if path.suffix in (".go", ".rs") and "target" not in path.relative_to(folder).parts
            for line in path.read_text().splitlines()]


def new_lines(before, after):
    """Each line as often as it was added."""
    for line in before:
        if line in after:
            after.remove(line)
    return sorted(after)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("--only", required=True, help="the program of this name")
    options = parser.parse_args()
    fsfind = pathlib.Path(options.fsfind).resolve()
    program = KNOWN[options.only]
    if not shutil.which(program.build[0]):
        prove.skip(f"{program.build[0]} is not installed")
    os.environ.pop("CARGO_TARGET_DIR", None)
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve() / "program"
        try:
            prove.run(fsfind, "record", *prove.SIMULATE, "-o", folder.parent / "try.data",
                      "/bin/true")
        except RuntimeError as error:
            prove.skip(str(error))
        source = PROGRAMS / options.only
        if source.is_dir():
            shutil.copytree(source, folder)
        else:
            folder.mkdir()
            shutil.copy(source, folder)
        text = lines_of(folder)
        before, recording, contended = hitm(fsfind, program, folder)
        prove.run(fsfind, "fix", "--apply", "-q", recording, cwd=folder)
        written = new_lines(text, lines_of(folder))
        unformatted = prove.run(*program.formatted, cwd=folder) if program.formatted else ""
        after, _, left = hitm(fsfind, program, folder)
    print(f"{options.only}: {contended} → {left} HITM; written: {written}")
    good = before == after and all(loads >= prove.LEAST_HITM and left[name] <= prove.LEFT * loads
                                   for name, loads in contended.items())
    if written != sorted(program.written) or unformatted:
        print(f"wanted: {sorted(program.written)}; not formatted: {unformatted or 'none'}")
        good = False
    sys.exit(0 if good else 1)


if __name__ == "__main__":
    main()
