#!/usr/bin/env python3
"""Holds fsfind to perf: totals counter by counter and shared lines row by row, on the fixture
recordings or on random ones. Without --fsfind it checks perf against decode_table.py alone.

Exits with 77 (a skip for CTest) where perf is missing.
"""
import argparse
import concurrent.futures
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.path.append(str(ROOT / "tests/compose"))
import decode_table  # noqa: E402
import perf_output as output  # noqa: E402
import random_recordings  # noqa: E402
import significance  # noqa: E402

MODES = ("tot", "lcl", "rmt", "peer")
SKIP = 77
# perf 6.1 reads no COMPRESSED2 and no recording without these parts; fsfind does.
PERF_CANNOT = {"pipe": "pipe mode", "truncated": "torn", "interrupted": "no data size",
               "no-numa": "no NUMA_TOPOLOGY feature", "zstd2": "COMPRESSED2 records"}


def compare(recording, fsfind, modes):
    """Disagreements of perf and fsfind on one recording. With --show-all both list everything; by
    default fsfind leaves out what is below perf's cut-off and what is below its own floor.
    """
    theirs, ours = output.perf_stats(recording), output.fsfind_stats(fsfind, recording)
    found = []
    for block, counts in theirs.items():
        found += output.differences(counts, ours[block], block)
    for mode in modes:
        everything = output.fsfind_report(fsfind, recording, mode, True)
        default = output.fsfind_report(fsfind, recording, mode, False)
        found += output.table_differences(output.perf_table(recording, mode, True),
                                          output.in_mode(output.shared_lines(everything), mode),
                                          f"-d {mode} --show-all")
        rows = output.perf_table(recording, mode, False)
        found += output.table_differences(significance.worth_showing(rows, everything, default),
                                          output.shared_lines(default), f"-d {mode}")
        found += significance.wrong_findings(everything, default)
    return found


def check_fixtures(options):
    failures = compared = 0
    for recording in sorted(options.fixtures.glob("*/*perf.data")):
        kind = recording.name.removesuffix("perf.data").rstrip(".")
        try:
            found = compare(recording, options.fsfind, MODES)
            compared += 1
        except output.NoMemorySamples:
            print(f"not compared: {recording}: no memory samples")
            continue
        except output.Refused as refusal:
            found = [] if kind in PERF_CANNOT else [f"perf refused it: {refusal}"]
            print(f"not compared: {recording}: {PERF_CANNOT.get(kind, 'unexpected')}")
        failures += report(recording, found)
    print(f"{compared} fixture recordings compared, {failures} differ")
    return failures


def report(recording, found):
    if found:
        print(f"{recording} differs:", *found[:20], sep="\n    ")
    return bool(found)


def check_random(options, scratch):
    seeds = range(options.seed, options.seed + options.count)
    jobs = []
    for seed in seeds:
        spec, recording = scratch / f"{seed}.json", scratch / f"{seed}.perf.data"
        composed = random_recordings.compose(seed)
        spec.write_text(json.dumps(composed))
        jobs.append((seed, composed, spec, recording))
    for start in range(0, len(jobs), 100):
        subprocess.run([options.compose, *[str(path) for _, _, spec, recording in
                                           jobs[start:start + 100] for path in (spec, recording)]],
                       check=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda job: check_one(options, *job), jobs))
    failures = sum(report(recording, found) and keep(options, spec, recording)
                   for (_, _, spec, recording), found in zip(jobs, results))
    print(f"{len(jobs)} random recordings compared (seeds {seeds[0]} to {seeds[-1]}), "
          f"{failures} differ")
    return failures


def check_one(options, seed, composed, _, recording):
    try:
        samples = [record for record in composed["records"] if record["kind"] == "sample"]
        found = output.differences(output.perf_stats(recording)["Trace Event"],
                                   decode_table.expected_stats(samples)
                                   | {"Load LLC hit": None}, "decode table")
        found = [text for text in found if "LLC" not in text and "Rejects" not in text]
        if options.fsfind:
            found += compare(recording, options.fsfind, [MODES[seed % 4]])
        return found
    except output.NoMemorySamples:
        return []
    except (output.Refused, RuntimeError, ValueError, subprocess.TimeoutExpired) as problem:
        return [str(problem)]


def keep(options, *files):
    if options.keep:
        options.keep.mkdir(parents=True, exist_ok=True)
        for file in files:
            shutil.copy(file, options.keep)
    return True


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fsfind", help="the binary")
    parser.add_argument("--compose", help="compose_recording, for random recordings")
    parser.add_argument("--fixtures", type=pathlib.Path, help="directory with fixture recordings")
    parser.add_argument("--count", type=int, default=120, help="random recordings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="copy recordings that differ here")
    options = parser.parse_args()
    if not shutil.which("perf"):
        print("skipped: perf is not installed (package linux-perf or linux-tools-generic)")
        return SKIP
    failures = check_fixtures(options) if options.fixtures else 0
    if options.compose:
        with tempfile.TemporaryDirectory() as scratch:
            failures += check_random(options, pathlib.Path(scratch))
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
