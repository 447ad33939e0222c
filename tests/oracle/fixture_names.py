#!/usr/bin/env python3
"""Holds fsfind's names to what the fixture recordings are known to touch (their truth.json), and the
shipped recordings to fixtures/rebuild.

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

ROOT = pathlib.Path(__file__).resolve().parents[2]
# Recordings that cannot name anything, and those that hold only a part of their samples.
NAMELESS = {"no-addresses.perf.data", "cycles.perf.data"}
PARTIAL = {"truncated.perf.data"}


def report(fsfind, recording):
    result = subprocess.run([fsfind, "report", "--format=json", "--lines", "0", "--show-all",
                             str(recording)], capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"exit code {result.returncode}: {result.stderr.strip()}")
    return json.loads(result.stdout)


def named(access):
    """`variable[index].member`, as truth.json spells it."""
    thing = access["object"]
    name = thing["name"].replace("(anonymous namespace)::", "")
    name = name.rpartition("::")[2].rpartition(".")[2]
    if thing.get("index") is not None:
        name += f"[{thing['index']}]"
    member = access.get("member") or ""
    return name + ("." + member if member and not member.startswith("[") else member)


def measured_members(line):
    """name -> [loads, stores] of the line's accesses."""
    members = {}
    for access in line["accesses"]:
        counts = members.setdefault(named(access), [0, 0])
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
    result = report(fsfind, recording)
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


def rebuilt_differs(compose, output):
    """Recordings that fixtures/rebuild would write otherwise."""
    subprocess.run([ROOT / "fixtures/rebuild", "--compose", compose, "--output", output], check=True)
    shipped = sorted((ROOT / "fixtures").glob("*/*perf.data"))
    return [file for file in shipped
            if not filecmp.cmp(file, output / file.relative_to(ROOT / "fixtures"), shallow=False)]


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("--compose", required=True)
    options = parser.parse_args()
    folders = [path.parent for path in sorted((ROOT / "fixtures").glob("*/truth.json"))]
    failures = sum(check_folder(options.fsfind, folder) for folder in folders)
    with tempfile.TemporaryDirectory() as scratch:
        output = pathlib.Path(scratch)
        for file in rebuilt_differs(options.compose, output):
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
