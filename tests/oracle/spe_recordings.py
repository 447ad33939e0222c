#!/usr/bin/env python3
"""Holds fsfind's decoding of Arm SPE to perf's, on random recordings that are composed packet by
packet: its totals and shared lines are those of perf c2c on the recording itself and on what perf
inject makes of it, and its report on either is the same.

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
import compare_perf  # noqa: E402
import perf_output as output  # noqa: E402
import random_spe  # noqa: E402

# Those of the injected recording tell of another file with another event.
OF_THE_FILE = ("source", "notes")


def inject(recording):
    injected = recording.with_suffix(".injected")
    result = subprocess.run(["perf", "inject", "--itrace=M", "-i", str(recording), "-o",
                             str(injected)], capture_output=True, text=True, timeout=120)
    if result.returncode != 0:
        raise output.Refused(f"perf inject: exit code {result.returncode}: {result.stderr[-300:]}")
    return injected


def rounded(value):
    """Sums of fractions depend on the order of samples, which is by CPU here and by time there."""
    if isinstance(value, dict):
        return {key: rounded(part) for key, part in value.items()}
    if isinstance(value, list):
        return [rounded(part) for part in value]
    return round(value, 9) if isinstance(value, float) else value


def report_of(options, recording):
    report = output.fsfind_report(options.fsfind, recording, "tot", True)
    return {key: rounded(value) for key, value in report.items() if key not in OF_THE_FILE}


def compare_injected(options, recording):
    injected = inject(recording)
    ours = output.fsfind_stats(options.fsfind, recording)
    found = []
    for block, counts in output.perf_stats(injected).items():
        found += output.differences(counts, ours[block], f"injected, {block}")
    return found + output.differences(report_of(options, injected), report_of(options, recording),
                                      "report on the injected recording")


def check_one(options, seed, damaged, recording):
    try:
        found = compare_perf.compare(recording, options.fsfind, [compare_perf.MODES[seed % 4]])
        # perf inject gives what it read of a damaged record the time 0, before all mappings.
        return found if damaged else found + compare_injected(options, recording)
    except output.NoMemorySamples:
        return []
    except (output.Refused, RuntimeError, ValueError, subprocess.TimeoutExpired) as problem:
        return [str(problem)]


def check(options, scratch):
    jobs, arguments = [], []
    for seed in range(options.seed, options.seed + options.count):
        spec, recording = scratch / f"{seed}.json", scratch / f"{seed}.perf.data"
        composed = random_spe.compose(seed)
        spec.write_text(json.dumps(composed))
        jobs.append((seed, random_spe.is_damaged(composed), recording))
        arguments += [str(spec), str(recording)]
    subprocess.run([options.compose, *arguments], check=True)
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        results = list(pool.map(lambda job: check_one(options, *job), jobs))
    failures = 0
    for (seed, _, recording), found in zip(jobs, results):
        failures += compare_perf.report(recording, found)
        if found:
            compare_perf.keep(options, recording, scratch / f"{seed}.json")
    print(f"{len(jobs)} SPE recordings compared (seeds {jobs[0][0]} to {jobs[-1][0]}), "
          f"{failures} differ")
    return failures


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fsfind", required=True, help="the binary")
    parser.add_argument("--compose", required=True, help="compose_recording")
    parser.add_argument("--count", type=int, default=60, help="random recordings")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="copy recordings that differ here")
    options = parser.parse_args()
    if not shutil.which("perf"):
        print("skipped: perf is not installed (package linux-perf or linux-tools-generic)")
        return compare_perf.SKIP
    with tempfile.TemporaryDirectory() as scratch:
        return 1 if check(options, pathlib.Path(scratch)) else 0


if __name__ == "__main__":
    sys.exit(main())
