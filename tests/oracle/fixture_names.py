#!/usr/bin/env python3
"""Holds fsfind's names to what the fixture recordings are known to touch (their truth.json), and the
composed recordings to fixtures/rebuild.

Where `go` is installed the Go program is built and judged, too.
"""
import argparse
import filecmp
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import known_sharing  # noqa: E402

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Recordings that cannot name anything, and those that hold only a part of their samples.
NAMELESS = {"no-addresses.perf.data", "cycles.perf.data"}
PARTIAL = {"truncated.perf.data"}
SIMULATED = {"perf.data", "padded.perf.data"}


def measured_members(line):
    """name -> [loads, stores] of the line's accesses."""
    members = {}
    for access in line["accesses"]:
        counts = members.setdefault(known_sharing.named(access), [0, 0])
        counts[access["op"] == "store"] += access["count"]
    return members


def line_differences(truth, line, partial):
    expected = {member["name"]: [member["loads"], member["stores"]] for member in truth["members"]}
    measured = measured_members(line)
    found = [f"line {truth['address']}: {name} is {measured.get(name)}, not {counts}"
             for name, counts in expected.items()
             if (name not in measured if partial else measured.get(name) != counts)]
    return found + [f"line {truth['address']}: nothing lies at {name}"
                    for name in measured if name not in expected]


def check(fsfind, recording, truth):
    if recording.name in NAMELESS:
        result = subprocess.run([fsfind, "report", str(recording)], capture_output=True, text=True)
        told = result.returncode == 2 and "perf c2c record" in result.stderr
        return [] if told else ["what to record instead is not told"]
    if truth["machine"] == "simulated":
        return check_simulated(known_sharing.report(fsfind, recording), truth)
    result = known_sharing.report(fsfind, recording, "--show-all")
    if not truth["contended"]:  # a queue's indices are truly shared, padded or not
        return [f"false sharing found on the padded twin: {finding['message']}"
                for finding in result["findings"] if finding["sharing"] != "true"]
    lines = {line["address"]: line for line in result["lines"]}
    found = []
    for expected in truth["lines"]:
        line = lines.get(expected["address"])
        if line:
            found += line_differences(expected, line, recording.name in PARTIAL)
        elif len({tid for member in expected["members"] for tid in member["threads"]}) > 2:
            found.append(f"line {expected['address']} is missing")
    return found + ([] if result["findings"] else ["no finding"])


def check_simulated(result, truth):
    program = truth["binary"].removesuffix("_padded")
    found = [] if result["source"]["simulated"] else ["it is not told that this was simulated"]
    return found + (known_sharing.contended_differences(result, program) if truth["contended"]
                    else known_sharing.padded_differences(result, program))


def check_folder(fsfind, folder):
    failures = 0
    for name, truth in json.loads((folder / "truth.json").read_text()).items():
        try:
            found = check(fsfind, folder / name, truth)
        except RuntimeError as error:
            found = [str(error)]
        failures += bool(found)
        if found:
            print(f"{folder.name}/{name}:", *found[:12], sep="\n    ")
    return failures


def is_same(fsfind, shipped, composed):
    """Releases of zstd compress to other bytes: of those recordings what they hold is compared."""
    if filecmp.cmp(shipped, composed, shallow=False):
        return True
    return "zstd" in shipped.name and (known_sharing.report(fsfind, shipped, "--show-all")["lines"]
                                       == known_sharing.report(fsfind, composed, "--show-all")["lines"])


def rebuilt_differs(fsfind, compose, output):
    """Composed recordings that fixtures/rebuild would write otherwise."""
    subprocess.run([ROOT / "fixtures/rebuild", "--compose", compose, "--output", output], check=True)
    shipped = sorted((ROOT / "fixtures").glob("*/*perf.data"))
    return [file for file in shipped if file.name not in SIMULATED
            and not is_same(fsfind, file, output / file.relative_to(ROOT / "fixtures"))]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("--compose", required=True)
    options = parser.parse_args()
    folders = [path.parent for path in sorted((ROOT / "fixtures").glob("*/truth.json"))]
    failures = sum(check_folder(options.fsfind, folder) for folder in folders)
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch)
        for file in rebuilt_differs(options.fsfind, options.compose, output):
            failures += 1
            print(f"{file} is not what fixtures/rebuild composes")
        if shutil.which("go"):
            subprocess.run([ROOT / "fixtures/rebuild", "--compose", options.compose, "--only",
                            "worker_totals", "--output", output], check=True)
            failures += check_folder(options.fsfind, output / "worker_totals")
        else:
            print("not checked: worker_totals, because go is not installed")
    print(f"{len(folders)} folders checked, {failures} recordings differ")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
