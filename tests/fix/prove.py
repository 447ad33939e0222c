"""Proves the edits of `fsfind fix` on programs of many shapes: applied, they compile, the programs
say what they said, and the contention is gone, at the size that was told.

usage: prove.py --fsfind FSFIND [--only NAME]

Each program of programs/ is built by gcc and by clang and recorded by simulation, before and after
`fsfind fix --apply`; those of recorded/ are edited by what that recording shows. Compiled with
-DSIZES and called with an argument, a program prints the sizes of its records; fix, which would not
edit a record whose size is printed, reads it without. Programs of which no record grows have no
such part. A line `// named: a b` tells members that the report before must name, `// standard: c++11`
the language's version.
"""
import argparse
import json
import os
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile

HERE = pathlib.Path(__file__).resolve().parent
PROGRAMS, RECORDED = HERE / "programs", HERE / "recorded"
STANDARDS = {".c": "c11", ".cpp": "c++17"}
COMPILERS = {".c": [["gcc"], ["clang", "clang-19", "clang-18", "clang-16", "clang-14"]],
             ".cpp": [["g++"], ["clang++", "clang++-19", "clang++-18", "clang++-16", "clang++-14"]]}
# Turns short and samples dense: these programs run for a moment only.
SIMULATE = ["--engine=simulate", "-q", "--quantum=50", "--period-loads=2"]
# A program's environment lies on its stack and moves what main has there: the same for all runs.
ENVIRONMENT = {"PATH": "/usr/local/bin:/usr/bin:/bin", "HOME": os.environ.get("HOME", "/")}
LEFT = 0.05       # of the HITM before
LEAST_HITM = 100  # fewer before prove nothing
RECORDINGS = 4    # at most, until threads meet
SKIPPED = 77


def run(*command, **options):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=300, **options)
    if done.returncode != 0:
        raise RuntimeError(f"{pathlib.Path(str(command[0])).name} {command[1] if command[1:] else ''}"
                           f": exit code {done.returncode}: {done.stderr.strip()[:400]}")
    return done.stdout


def options_of(source):
    told = re.search(r"^// standard: (.*)$", source.read_text(), re.MULTILINE)
    return [f"-std={told[1] if told else STANDARDS[source.suffix]}", "-O2", "-g", "-pthread"]


def compilers(suffix):
    found = {names[0]: next(filter(shutil.which, names), None) for names in COMPILERS[suffix]}
    for name, command in found.items():
        if not command:
            print(f"left out: {name} is not installed")
    return [command for command in found.values() if command]


class Build:
    """A program as one compiler made it, and what a recording of it shows. Where its threads are to meet, it is
    recorded anew if they did not: a host that lets one of them run late has them run one after the other."""

    def __init__(self, fsfind, compiler, source, name, least=0):
        binary = source.parent / name
        run(compiler, "-Wall", "-Wextra", "-Werror", "-DSIZES", *options_of(source), source, "-o",
            binary)
        self.output = run(binary)
        has_sizes = "SIZES" in source.read_text()
        self.sizes = {name: int(size) for name, size in
                      (line.split() for line in run(binary, "sizes").splitlines() if has_sizes)}
        self.recording = binary.with_suffix(".data")
        for _ in range(RECORDINGS):
            self.record(fsfind, binary)
            if self.hitm() >= least:
                break

    def record(self, fsfind, binary):
        run(fsfind, "record", *SIMULATE, "-o", self.recording, binary, env=ENVIRONMENT)
        report = json.loads(run(fsfind, "report", "--format=json", "--show-all", "--lines", "0",
                                self.recording))
        self.accesses = [access for line in report["lines"] for access in line["accesses"]
                         if pathlib.Path(access["module"]).name == binary.name]

    def hitm(self, names=None):
        """Loads that met another core's modified copy: in all of the program, or of those names."""
        return sum(access["lcl_hitm"] + access["rmt_hitm"] for access in self.accesses
                   if names is None or {leaf(access["object"]["name"]), leaf(access["member"])} & names)


def leaf(path):
    """`counters` of `ns::counters[].x`; the last member's name."""
    return re.sub(r"\[[^]]*\]", "", path or "").rpartition("::")[2].rpartition(".")[2]


def ended(fsfind, source):
    """Findings that fix ends, with the advice it follows; the source is edited."""
    options = ["--", *options_of(source)]
    found = json.loads(run(fsfind, "check", "--no-cache", "--format=json", source, *options))
    run(fsfind, "fix", "--no-cache", "--apply", "-q", source, *options, cwd=source.parent)
    return [(finding, advice) for finding in found["findings"]
            if (advice := next((one for one in finding["advice"] if one["edits"]), None))]


def ended_by_recording(fsfind, source, recording):
    """Findings of the recording that have edits, with these; the source is edited."""
    options = ["--", *options_of(source)]
    facts = source.with_suffix(".facts")
    run(fsfind, "check", "--no-cache", "--facts-out", facts, source, *options)
    found = json.loads(run(fsfind, "report", "--format=json", "--lines", "1", "--facts", facts,
                           recording))
    run(fsfind, "fix", "--no-cache", "--apply", "-q", recording, source, *options, cwd=source.parent)
    return [(finding, advice) for finding in found["findings"] if finding["verdict"] != "latent"
            if (advice := next((one for one in finding["advice"] if one["edits"]), None))]


def size_problems(findings, before, after):
    for finding, advice in findings:
        name = finding["record"] and leaf(finding["record"]["name"])
        for what, told, sizes in (("before", advice["size_before"], before),
                                  ("after", advice["size_after"], after)):
            if name in sizes and told != sizes[name]:
                yield f"{name} takes {sizes[name]} bytes {what}, not {told} as told"


def problems(findings, before, after):
    measured = any(finding["verdict"] != "latent" for finding, _ in findings)
    names = {leaf(member["path"]) for finding, _ in findings for member in finding["members"]}
    if before.output != after.output:
        yield f"says {after.output!r} instead of {before.output!r}"
    for what, of in (("its members have", names), ("the program has", None))[measured:]:
        if before.hitm(of) < LEAST_HITM:
            yield f"{what} only {before.hitm(of)} HITM before"
        elif after.hitm(of) > LEFT * before.hitm(of):
            yield f"{what} {after.hitm(of)} HITM after {before.hitm(of)}"
    yield from size_problems(findings, before.sizes, after.sizes)


def unnamed(build, source):
    """Members that the program says the report names, and it does not."""
    told = re.search(r"^// named: (.*)$", source.read_text(), re.MULTILINE)
    return set(told[1].split() if told else ()) - {leaf(one["member"]) for one in build.accesses}


def prove(fsfind, program, folder):
    """A line for each compiler, and whether all is well."""
    source = folder / program.name
    shutil.copy(program, source)
    befores = {compiler: Build(fsfind, compiler, source, f"before-{compiler}", LEAST_HITM)
               for compiler in compilers(program.suffix)}
    recording = next(iter(befores.values())).recording
    findings = (ended_by_recording(fsfind, source, recording) if program.parent == RECORDED
                else ended(fsfind, source))
    if not findings:
        yield "no finding has edits", False
    for compiler, before in befores.items():
        for member in sorted(unnamed(before, program)):
            yield f"{compiler}: the report does not name {member}", False
    for compiler, before in befores.items():
        after = Build(fsfind, compiler, source, f"after-{compiler}")
        wrong = list(problems(findings, before, after))
        sizes = ", ".join(f"{name} {size} → {after.sizes[name]} bytes"
                          for name, size in before.sizes.items())
        yield (f"{compiler}: {before.hitm()} → {after.hitm()} HITM{'; ' + sizes if sizes else ''}"
               + "".join("; WRONG: " + one for one in wrong)), not wrong


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("--only", default="", help="the program of this file name")
    options = parser.parse_args()
    fsfind = pathlib.Path(options.fsfind).resolve()
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(temporary).resolve()
        try:
            run(fsfind, "record", *SIMULATE, "-o", folder / "try.data", "/bin/true")
        except RuntimeError as error:
            skip(str(error))
        for program in sorted([*PROGRAMS.iterdir(), *RECORDED.iterdir()]):
            if options.only not in ("", program.name):
                continue
            try:
                for line, good in prove(fsfind, program, folder):
                    print(f"{program.name}: {line}", flush=True)
                    failed += not good
            except RuntimeError as error:
                print(f"{program.name}: {error}", flush=True)
                failed += 1
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
