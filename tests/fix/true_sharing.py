"""Proves the examples for what all threads share: programs of true-sharing/ are recorded as they
are, and with -DCURED as their author would write them after the example.

usage: true_sharing.py --fsfind FSFIND [--only NAME]

The first lines of a program name the remedy and the data: `// remedy: batch of next_page`. Before,
the report on recording and sources must advise that remedy for the data, with an example; after,
few of the data's contended loads may be left, and the program must say the same.
"""
import argparse
import json
import pathlib
import re
import shutil
import sys
import tempfile

import prove

PROGRAMS = pathlib.Path(__file__).resolve().parent / "true-sharing"
# Turns of a few instructions: threads of a machine meet at each step, too.
SIMULATE = ["--engine=simulate", "-q", "--quantum=5", "--period-loads=2"]
LEFT = 0.35  # of the data's HITM before
TRIES = 3  # a busy host may not let two threads run at a time


class Run:
    """The program as it is, or cured, and what its recording shows of the data."""

    def __init__(self, fsfind, source, names, *defines):
        compiler = "gcc" if source.suffix == ".c" else "g++"
        options = [*prove.options_of(source), *defines]
        binary = source.parent / "".join(["program", *defines])
        prove.run(compiler, "-Wall", "-Wextra", "-Werror", *options, source, "-o", binary)
        self.output = prove.run(binary)
        recording = binary.with_suffix(".data")
        prove.run(fsfind, "record", *SIMULATE, "-o", recording, binary)
        database = source.parent / "compile_commands.json"
        database.write_text(json.dumps([{"directory": str(source.parent), "file": str(source),
                                         "arguments": [compiler, *options, "-c", str(source)]}]))
        report = json.loads(prove.run(fsfind, "report", "--format=json", "--no-cache", "-p", database,
                                      recording))
        self.findings = [finding for finding in report["findings"] if finding["verdict"] != "latent"
                         and names & {prove.leaf(member["path"]) for member in finding["members"]}]
        self.hitm = sum(finding["cost"]["hitm"] for finding in self.findings)


def wrongs(remedy, before, after):
    examples = [one["example"] for finding in before.findings for one in finding["advice"]
                if one["remedy"] == remedy and one.get("example")]
    if not examples:
        yield f"no example of {remedy}"
    if before.output != after.output:
        yield f"says {after.output!r} instead of {before.output!r}"
    if before.hitm < prove.LEAST_HITM:
        yield f"only {before.hitm} HITM before"
    elif after.hitm > LEFT * before.hitm:
        yield f"{after.hitm} HITM after {before.hitm}"


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
            prove.run(fsfind, "record", *SIMULATE, "-o", folder / "try.data", "/bin/true")
        except RuntimeError as error:
            prove.skip(str(error))
        for program in sorted(PROGRAMS.iterdir()):
            if options.only not in ("", program.name):
                continue
            source = folder / program.name
            shutil.copy(program, source)
            remedy, data = re.search(r"// remedy: (\S+) of (.+)", program.read_text()).groups()
            names = set(data.split(", "))
            for _ in range(TRIES):
                before = Run(fsfind, source, names)
                after = Run(fsfind, source, names, "-DCURED")
                wrong = list(wrongs(remedy, before, after))
                if not wrong:
                    break
            print(f"{program.name}: {remedy}: {before.hitm} → {after.hitm} HITM"
                  + "".join("; WRONG: " + one for one in wrong), flush=True)
            failed += bool(wrong)
    return failed != 0


if __name__ == "__main__":
    sys.exit(main())
