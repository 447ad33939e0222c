"""Recomputes, from what `fsfind report --show-all` says, which lines are worth showing by default
(rules/measured/usage/Significance.h). perf has no such floor: its default list is held to fsfind's less the
lines that this file, too, finds too little.
"""
import collections

MIN_SAMPLES, MIN_SHARE, MIN_STORE_SHARE, SHOWN_SHARE = 8, 0.00004, 0.001, 0.001
ALMOST = 1e-9  # shares are compared in floating point


class Floor:
    def __init__(self, everything):
        summary, totals = everything["summary"], everything["totals"]
        loads, stores = summary["estimated_loads"], summary["estimated_stores"]
        self.load = loads / totals["loads"] / (loads + stores) if loads and totals["loads"] else 1
        self.store = stores / totals["stores"] / (loads + stores) if stores and totals["stores"] else 1

    def is_reached(self, contended, stores):
        return contended >= MIN_SAMPLES and contended * self.load >= MIN_SHARE - ALMOST or \
            stores >= MIN_SAMPLES and stores * self.store >= MIN_STORE_SHARE - ALMOST

    def is_reached_by(self, line):
        stores = sum(access["count"] for access in line["accesses"] if access["op"] == "store")
        return self.is_reached(contended_of(line), stores if has_store_evidence(line) else 0)


def contended_of(line):
    return sum(access["contended"] for access in line["accesses"])


def has_store_evidence(line):
    """As rules/measured/usage/Contention.h has it: how many pairs of samples by different threads."""
    loads, stores, offsets = collections.Counter(), collections.Counter(), set()
    for access in line["accesses"]:
        thread = (access["pid"], access["tid"])
        (stores if access["op"] == "store" else loads)[thread] += access["count"]
        if access["op"] == "store":
            offsets.add(access["offset"])
    of_loads, of_stores = sum(loads.values()), sum(stores.values())
    most_stores, most = max(stores.values(), default=0), max((loads + stores).values(), default=0)
    return min(of_stores, of_loads, of_loads + of_stores - most) >= 8 or \
        len(offsets) > 1 and min(of_stores // 2, of_stores - most_stores) >= 4


def worth_showing(rows, everything, default):
    """Of perf's default rows those that fsfind should list. Both lists are in perf's order, so the
    rows are the first of all shared lines.
    """
    floor = Floor(everything)
    of_findings = {address for finding in default["findings"] for address in finding["lines"]}
    lines = [line for line in everything["lines"] if not line["store_evidence_only"]]
    return [row for row, line in zip(rows, lines)
            if line["address"] in of_findings or floor.is_reached_by(line)]


def wrong_findings(everything, default):
    """Findings left out by default that are not too little, and any that were made up."""
    def key(finding):
        return finding["rule"], finding["message"], *finding["lines"]
    floor, shown = Floor(everything), {key(finding) for finding in default["findings"]}
    contended = sum(map(contended_of, everything["lines"]))
    return [f"left out: {finding['message']}" for finding in everything["findings"]
            if key(finding) not in shown and finding["cost"]["hitm"] >= SHOWN_SHARE * contended
            and floor.is_reached(finding["cost"]["hitm"], 0)] + \
        [f"only by default: {one[1]}" for one in shown - set(map(key, everything["findings"]))]
