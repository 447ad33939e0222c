"""What is wrong with outcomes: units that were not survived, and units that took long."""

import pathlib
import shlex
import statistics
import sys

import packages
import passes
from passes import Outcome, Tools

# Reading may take so many times what clang's parse takes. Units that take less than this many seconds
# are not compared: there, starting costs most. So many of a package are.
SLOW_RATIO = 3
COMPARED_SECONDS = 0.15
COMPARED = 12


def to_compare(outcomes: list[Outcome]) -> list[Outcome]:
    """Those that took the longest, and others from everywhere. Clang ends at a missing header, where
    fsfind reads on: so none with errors."""
    worth = [
        one
        for one in outcomes
        if one.seconds >= COMPARED_SECONDS and not (one.symptom or one.errors or one.failure)
    ]
    worth.sort(key=lambda one: -one.seconds)
    return worth[: COMPARED // 3] + packages.spread(worth[COMPARED // 3 :], COMPARED * 2 // 3)


def ratios_of(outcomes: list[Outcome], tools: Tools, folder: pathlib.Path) -> list[dict]:
    """Processor time of units as times of clang's. Those that seem slow are measured once more, since
    other programs run beside."""
    pairs = []
    for one in to_compare(outcomes):
        alone = passes.clang(one.unit, tools)
        if alone.status == 0 and not alone.failure:
            pairs.append([one, one.seconds, alone.seconds])
    slow = [pair for pair in pairs if pair[1] > SLOW_RATIO * pair[2]]
    if slow:
        units = [pair[0].unit for pair in slow]
        again = {str(one.unit): one for one in passes.check(units, tools.worker, tools, folder)}
        for pair in slow:
            if second := again.get(str(pair[0].unit)):
                pair[1] = min(pair[1], second.seconds)
            pair[2] = max(pair[2], passes.clang(pair[0].unit, tools).seconds)
    return [{"unit": one.unit, "seconds": mine, "clang": clangs} for one, mine, clangs in pairs]


def faults_of(way: str, outcomes: list[Outcome], tools: Tools) -> list[dict]:
    """Outcomes with a symptom; where clang alone has one, too, it is nothing that fsfind can mend."""
    return [
        {
            "way": way,
            "unit": one.unit,
            "symptom": one.symptom,
            "top": one.top,
            "said": one.said,
            "clang_too": one.unit["file"] != passes.ALL and bool(passes.clang(one.unit, tools).symptom),
        }
        for one in outcomes
        if one.symptom
    ]


def tell(outcome: dict) -> None:
    for fault in outcome["faults"]:
        whose = " (so does clang alone)" if fault["clang_too"] else ""
        print(f"  {fault['way']}: {fault['unit']['file']}: {fault['symptom']}{whose}")
        if fault["top"]:
            print(f"    at {fault['top']}")
        print(f"    cd {fault['unit']['directory']} && {shlex.join(fault['unit']['arguments'])}")
    for one in slow_in(outcome):
        print(f"  slow: {one['unit']['file']}: {one['seconds']:.2f} s, clang {one['clang']:.2f} s")
    sys.stdout.flush()


def ratio(one: dict) -> float:
    return one["seconds"] / max(one["clang"], 0.01)


def slow_in(outcome: dict) -> list[dict]:
    return [one for one in outcome["ratios"] if ratio(one) > SLOW_RATIO]


def summary(outcomes: list[dict]) -> str:
    lines = ["package                units errors  sanitized tidy   CPU s  ratio  worst"]
    for one in outcomes:
        ratios = sorted(ratio(pair) for pair in one["ratios"]) or [0]
        lines.append(
            f"{one['package']:22} {one['units']:5} {len(one['with_errors']):6} {one['sanitized']:10} {one['tidied']:4}"
            f" {one['seconds']:7.0f} {statistics.median(ratios):6.2f} {ratios[-1]:6.2f}"
        )
    total = {key: sum(one[key] for one in outcomes) for key in ("units", "sanitized", "tidied")}
    errors = sum(len(one["with_errors"]) for one in outcomes)
    found = [fault for one in outcomes for fault in one["faults"]]
    ratios = [ratio(pair) for one in outcomes for pair in one["ratios"]]
    lines += [
        "",
        f"{total['units']} units of {len(outcomes)} packages; {errors / total['units']:.1%} with errors;"
        f" {total['sanitized']} read under sanitizers, {total['tidied']} by clang-tidy",
        f"{len([one for one in found if not one['clang_too']])} faults,"
        f" {len([one for one in found if one['clang_too']])} of clang's own;"
        f" {sum(len(slow_in(one)) for one in outcomes)} of {len(ratios)} compared units slow:"
        f" median {statistics.median(ratios or [0]):.2f}, worst {max(ratios, default=0):.2f} times clang's time",
    ]
    return "\n".join(lines)
