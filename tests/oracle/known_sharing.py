"""Holds a report to what is known of a fixture program from its source (fixtures/workloads.py): which
members fight over a line, who writes them, and that its padded twin leaves nothing to find.
"""
import json
import pathlib
import re
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "fixtures"))
import workloads  # noqa: E402


def report(fsfind, recording, *options):
    result = subprocess.run([fsfind, "report", "--format=json", "--lines", "0", *options,
                             str(recording)], capture_output=True, text=True)
    if result.returncode != 0:
        raise RuntimeError(f"exit code {result.returncode}: {result.stderr.strip()}")
    return json.loads(result.stdout)


def unscoped(name):
    return name.replace("(anonymous namespace)::", "").rpartition("::")[2].rpartition(".")[2]


def named(access):
    """`variable[index].member`, as fixtures/workloads.py spells it."""
    thing = access["object"]
    name = unscoped(thing["name"])
    if thing.get("index") is not None:
        name += f"[{thing['index']}]"
    member = access.get("member") or ""
    return name + ("." + member if member and not member.startswith("[") else member)


def without_indices(name):
    return re.sub(r"\[\d*\]", "", name)


def found_members(finding):
    """What a finding names: members of one variable, or neighbouring variables."""
    paths = {without_indices(member["path"]) for member in finding["members"]}
    if not finding["record"]:
        return paths
    return {f"{unscoped(finding['object']['name'])}.{path}" for path in paths}


def expected_writers(program):
    """name -> number of threads, of the members that are known to be shared falsely."""
    contended = set().union(*workloads.FALSELY_SHARED[program])
    writers = {}
    for use in workloads.PROGRAMS[program][1]:
        if use.op == "store" and without_indices(use.name) in contended:
            writers.setdefault(use.name, set()).add(use.thread)
    return {name: len(threads) for name, threads in writers.items()}


def measured_writers(said):
    writers = {}
    for line in said["lines"]:
        for access in line["accesses"]:
            if access["op"] == "store":
                writers.setdefault(named(access), set()).add(access["tid"])
    return {name: len(threads) for name, threads in writers.items()}


def contended_differences(said, program):
    """Where a report on the program does not say what is known of it."""
    sure = [found_members(finding) for finding in said["findings"]
            if finding["sharing"] == "false" and finding["confidence"] == "high"]
    writers = measured_writers(said)
    told = [f"{finding['sharing']} {finding['confidence']} {finding['message']}"
            for finding in said["findings"]]
    return [f"no finding of high confidence that {', '.join(sorted(members))} share falsely, "
            f"but {told}"
            for members in workloads.FALSELY_SHARED[program] if members not in sure] + \
           [f"{name}: {writers.get(name, 0)} writer threads, not {count}"
            for name, count in expected_writers(program).items() if writers.get(name) != count]


def padded_differences(said, program):
    """Findings on the padded twin, save true sharing where the program has it."""
    truly_shared = {without_indices(name) for name in workloads.TRULY_SHARED.get(program, ())}
    return [f"finding on the padded twin: {finding['message']}" for finding in said["findings"]
            if finding["sharing"] != "true" or not found_members(finding) <= truly_shared]
