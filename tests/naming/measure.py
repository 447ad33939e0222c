#!/usr/bin/env python3
"""Measures how many contended samples fsfind names truly: compiles programs of every shape in many
ways, records them by simulation, and holds the reports to what the programs told of their memory.

    tests/naming/measure.py --fsfind build/dev/fsfind
    tests/naming/measure.py --fsfind build/dev/fsfind --only 'c_ring/*'
    tests/naming/measure.py --fsfind build/dev/fsfind --explain c_ring/gcc/O2

Ends with 1 if a target is missed, and with 77 (a skip for CTest) where nothing can be recorded.
"""
import argparse
import concurrent.futures
import fnmatch
import json
import os
import pathlib
import signal
import subprocess
import sys
import tempfile

sys.dont_write_bytecode = True
import cases  # noqa: E402
import explain  # noqa: E402
import score  # noqa: E402
import tables  # noqa: E402
import truth  # noqa: E402

SKIPPED = 77
TARGET = 0.98
PAGE = cases.ROOT / "docs/naming.md"
# A sample of the set that a test run has time for.
SUBSET = ["c_table/gcc/O2", "c_globals/gcc/O2", "cpp_table/gcc/O2", "rust_static/rustc/O2",
          "go_array/go/O2", "c_nested/gcc/O2", "c_stack/gcc/O2", "cpp_locks/clang/O2",
          "cpp_virtual/gcc/O2", "cpp_branches/clang/O2", "c_wide/gcc/O3", "c_reuse/gcc/O2", "rust_closures/rustc/O2"]


def options_given():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--fsfind", default=str(cases.ROOT / "build/dev/fsfind"))
    parser.add_argument("--work", default=str(cases.ROOT / "build/naming"),
                        help="folder that keeps programs and recordings (default build/naming)")
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--only", action="append", metavar="PATTERN",
                        help="of PROGRAM/COMPILER/LEVEL; may be repeated")
    parser.add_argument("--subset", action="store_true", help="the few that the tests run")
    parser.add_argument("--no-variants", action="store_true", help="O0, O2 and O3 only")
    parser.add_argument("--record-again", action="store_true", help="even what is recorded")
    parser.add_argument("--explain", metavar="CASE", help="what went wrong in one case")
    parser.add_argument("--everything", action="store_true",
                        help="with --explain: the sites that went well too, and whole functions")
    parser.add_argument("--cases", action="store_true", help="list the cases that are not perfect")
    parser.add_argument("--json", metavar="FILE", help="write the results")
    parser.add_argument("--compare", metavar="FILE", help="with results written before")
    parser.add_argument("--update", action="store_true", help="write the table of docs/naming.md")
    options = parser.parse_args()
    if options.update and (options.only or options.subset or options.no_variants):
        parser.error("--update takes the whole set")
    options.fsfind = os.path.abspath(options.fsfind)
    return options


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def check_emulator(fsfind):
    with tempfile.TemporaryDirectory() as folder:
        done = subprocess.run([fsfind, "record", "--engine=simulate", "-q", "/bin/true"],
                              cwd=folder, capture_output=True, text=True)
    if done.returncode != 0:
        skip(f"nothing can be simulated here: {done.stderr.strip()}")


def measured(workshop, case):
    recording, told = workshop.record(case)
    told = told.read_text()
    return score.score(json.loads(workshop.report(recording)), truth.Truth(told)), told


def attempt(workshop, case):
    """The score, or why there is none."""
    try:
        return measured(workshop, case)[0]
    except (RuntimeError, ValueError, OSError, subprocess.TimeoutExpired) as problem:
        return problem


def chosen(options):
    todo, missing = cases.all_cases(not options.no_variants)
    for compiler in sorted(missing):
        print(f"not compiled with {compiler}: it is not installed")
    patterns = [options.explain] if options.explain else SUBSET if options.subset else options.only
    todo = [case for case in todo
            if not patterns or any(fnmatch.fnmatch(str(case), pattern) for pattern in patterns)]
    if not todo:
        skip("no such case, or no compiler for it")
    return todo


def missed_targets(total):
    if total.share(score.TRUE) < TARGET:
        yield f"{tables.percent(total.share(score.TRUE))} % named truly, fewer than 98 %"
    if total.sure_and_wrong:
        yield f"{total.sure_and_wrong} samples named wrongly with high confidence"
    for finding in total.false_findings:
        yield f"a finding of high confidence is false: {finding}"


def publish(options, results):
    print(tables.text_table(results))
    print(tables.perf_note())
    if options.cases:
        print(tables.case_table(results))
    if options.compare:
        print(tables.changes(results, json.loads(pathlib.Path(options.compare).read_text())))
    if options.json:
        pathlib.Path(options.json).write_text(json.dumps(
            {str(case): found.summary() for case, found in results.items()}, indent=1) + "\n")
    if options.update:
        tables.write_page(PAGE, tables.markdown(results))


def main():
    options = options_given()
    check_emulator(options.fsfind)
    workshop = cases.Workshop(options.work, options.fsfind, options.record_again)
    todo = chosen(options)
    if options.explain:
        signal.signal(signal.SIGPIPE, signal.SIG_DFL)  # for a pager that is left early
        for case in todo:
            explain.explain(case, *measured(workshop, case), options.everything)
        return 0
    with concurrent.futures.ThreadPoolExecutor(options.jobs) as pool:
        outcomes = dict(zip(todo, pool.map(lambda case: attempt(workshop, case), todo)))
    failures = {case: found for case, found in outcomes.items() if isinstance(found, Exception)}
    results = {case: found for case, found in outcomes.items() if case not in failures}
    total = tables.sums(results, lambda case: "all").get("all", score.Score())
    publish(options, results)
    missed = list(missed_targets(total)) + [f"{case}: {problem}"
                                            for case, problem in failures.items()]
    print(*missed, sep="\n")
    return 1 if missed else 0


if __name__ == "__main__":
    sys.exit(main())
