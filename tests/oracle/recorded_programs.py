#!/usr/bin/env python3
"""Compiles the fixture programs of one language, records them and their padded twins by simulation,
and holds the reports to what the sources are known to share. Where perf is installed, it must read
every recording and count the same.

usage: recorded_programs.py --fsfind FSFIND LANGUAGE
Exits with 77 (a skip for CTest) where the language's compiler or QEMU is missing.
"""
import argparse
import concurrent.futures
import dataclasses
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import known_sharing  # noqa: E402
import perf_output  # noqa: E402

FIXTURES = known_sharing.ROOT / "fixtures"
SKIPPED = 77
C = ["-std=gnu17", "-g", "-O2", "-pthread"]
CPP = ["-std=c++20", "-g", "-O2", "-pthread"]
RUST = ["-g", "-C", "opt-level=2", "--check-cfg", "cfg(padded)"]


@dataclasses.dataclass(frozen=True)
class Compiler:
    names: tuple  # the first that is installed
    options: list
    padded: list


COMPILERS = {
    "c": [Compiler(("gcc",), C, ["-DPADDED"]), Compiler(("clang", "clang-19"), C, ["-DPADDED"])],
    "cpp": [Compiler(("g++",), CPP, ["-DPADDED"]),
            Compiler(("clang++", "clang++-19"), CPP, ["-DPADDED"])],
    "rust": [Compiler(("rustc",), RUST, ["--cfg", "padded"])],
    "go": [Compiler(("go",), ["build"], [])],
    "aarch64": [Compiler(("aarch64-linux-gnu-gcc",), C, ["-DPADDED"])],
}
PROGRAMS = {"c": ["shard_stats", "hot_flag"], "cpp": ["ring_queue"], "rust": ["atomic_shards"],
            "go": ["worker_totals"], "aarch64": ["shard_stats", "hot_flag"]}


@dataclasses.dataclass(frozen=True)
class Case:
    """One compiled program, and where its recording goes."""
    program: str
    padded: bool
    compiler: str
    command: list
    binary: pathlib.Path

    def __str__(self):
        return f"{self.program}{' padded' * self.padded}, {self.compiler}"


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def cases(language, folder):
    for compiler in COMPILERS[language]:
        found = next(filter(shutil.which, compiler.names), None)
        if not found:
            print(f"not compiled with {compiler.names[0]}: it is not installed")
            continue
        for program in PROGRAMS[language]:
            source = FIXTURES / known_sharing.workloads.PROGRAMS[program][0]
            for padded in (False, True):
                binary = folder / found / (program + "_padded" * padded)
                sources = [source.name] if language != "go" else \
                    [source.name, "pad_line.go" if padded else "pad_none.go"]
                yield Case(program, padded, found,
                           [found, *compiler.options, *compiler.padded * padded,
                            "-o", str(binary), *sources], binary)


def compile_program(case):
    case.binary.parent.mkdir(exist_ok=True)
    source = FIXTURES / known_sharing.workloads.PROGRAMS[case.program][0]
    done = subprocess.run(case.command, cwd=source.parent, capture_output=True, text=True)
    if done.returncode != 0:
        raise RuntimeError(done.stderr.strip())


def record(fsfind, binary):
    recording = binary.with_suffix(".perf.data")
    done = subprocess.run([fsfind, "record", "--engine=simulate", "-q", "-o", str(recording),
                           str(binary)], capture_output=True, text=True, timeout=300)
    if done.returncode != 0:
        raise RuntimeError(f"recording ended with {done.returncode}: {done.stderr.strip()}")
    return recording


def run_perf(*command):
    done = subprocess.run(["perf", *command, "-f"], capture_output=True, text=True, errors="replace",
                          timeout=120)
    if done.returncode != 0:
        raise perf_output.Refused(f"perf {command[0]}: exit code {done.returncode}: "
                                  f"{done.stderr.strip()}")
    return done.stdout


def perf_differences(fsfind, recording, samples):
    """Where perf does not read the recording, or counts otherwise."""
    found = perf_output.table_differences(perf_output.perf_table(recording, "tot", True),
                                          perf_output.fsfind_table(fsfind, recording, "tot", True),
                                          "table")
    ours = perf_output.fsfind_stats(fsfind, recording)
    for block, counts in perf_output.perf_stats(recording).items():
        found += perf_output.differences(counts, ours[block], block)
    listed = run_perf("script", "-F", "comm,tid,time,event,addr", "-i", str(recording)).count("\n")
    if listed != samples:
        found.append(f"perf script lists {listed} samples, not {samples}")
    if not re.search("^# Samples: [1-9]", run_perf("mem", "report", "--stdio", "-i", str(recording)),
                     re.MULTILINE):
        found.append("perf mem report shows no samples")
    return found


def differences(fsfind, case):
    compile_program(case)
    recording = record(fsfind, case.binary)
    said = known_sharing.report(fsfind, recording)
    check = known_sharing.padded_differences if case.padded else \
        known_sharing.contended_differences
    found = check(said, case.program)
    if not said["source"]["simulated"]:
        found.append("the report does not say that this was simulated")
    if shutil.which("perf"):
        found += perf_differences(fsfind, recording, said["summary"]["samples"])
    return found


def judged(fsfind, case):
    try:
        found = differences(fsfind, case)
    except (RuntimeError, ValueError, perf_output.Refused, subprocess.TimeoutExpired) as problem:
        found = [str(problem)]
    print(f"{case}: {'as known' if not found else ''}", *found, sep="\n    ")
    return bool(found)


def check_emulator(fsfind, case):
    """The recorder names what it lacks; only a QEMU that serves is a reason to skip."""
    compile_program(case)
    try:
        record(fsfind, case.binary)
    except RuntimeError as obstacle:
        if "QEMU" in str(obstacle):
            skip(str(obstacle))


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("language", choices=COMPILERS)
    options = parser.parse_args()
    if not shutil.which("perf"):
        print("not compared with perf: it is not installed")
    with tempfile.TemporaryDirectory() as folder:
        todo = list(cases(options.language, pathlib.Path(folder)))
        if not todo:
            skip("no compiler for this language")
        check_emulator(options.fsfind, todo[0])
        with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
            failures = sum(pool.map(lambda case: judged(options.fsfind, case), todo))
    print(f"{len(todo)} programs recorded, {failures} differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
