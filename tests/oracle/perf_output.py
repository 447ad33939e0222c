"""Reads what `perf c2c report` and `fsfind report` say of a recording into one shape."""
import json
import re
import subprocess

LINE_FIELDS = ["records", "loads", "stores", "st_l1hit", "st_l1miss", "st_na", "ld_fbhit", "ld_l1hit",
               "ld_l2hit", "ld_llchit", "lcl_hitm", "rmt_hit", "rmt_hitm", "lcl_dram", "rmt_dram"]
ROW = re.compile(r"^\s*\d+\s+(0x[0-9a-f]+|0)\s+(\S+)\s.*?([\d.]+)%\s+([\d ]+)$")


class Refused(Exception):
    """perf does not read this recording."""


class NoMemorySamples(Exception):
    """fsfind says that the recording holds none, where perf prints zeros."""


def run_perf(recording, *options):
    """Without source lines: perf dies of SIGPIPE where addr2line does not find a mapped file."""
    result = subprocess.run(["perf", "c2c", "report", "-f", "-i", str(recording), "--stdio",
                             "--no-source", *options],
                            capture_output=True, text=True, errors="replace", timeout=120)
    if result.returncode != 0 or "Trace Event Information" not in result.stdout:
        lines = result.stderr.strip().splitlines()
        raise Refused(f"exit code {result.returncode}, {lines[-1] if lines else 'no message'}")
    return result.stdout


def parse_stats(text):
    """label -> count of both blocks; the percentages are left out (perf prints nan for 0 of 0)."""
    blocks = {"Trace Event": {}, "Global Shared": {}}
    block = None
    for line in text.splitlines():
        for name in blocks:
            if name in line:
                block = blocks[name]
        if "c2c details" in line:
            break
        match = re.match(r"  (\S.*?)\s*:\s*(\d+)$", line)
        if match and block is not None:
            block[match[1]] = int(match[2])
    return blocks


def parse_table(text, mode):
    """The Shared Data Cache Line Table: rows with address, share and counters, in order."""
    table = text.partition("Shared Data Cache Line Table")[2]
    table = table.partition("Shared Cache Line Distribution Pareto")[0]
    rows = []
    for line in table.splitlines():
        if match := ROW.match(line):
            numbers = [int(number) for number in match[4].split()]
            first = ["tot_peer", "lcl_peer", "rmt_peer"] if mode == "peer" else \
                ["tot_hitm", "lcl_hitm", "rmt_hitm"]
            if len(numbers) != len(first) + len(LINE_FIELDS):
                raise ValueError(f"a row of another shape: {line}")
            row = dict(zip(first, numbers)) | dict(zip(LINE_FIELDS, numbers[len(first):]))
            rows.append(row | {"address": int(match[1], 16), "share": match[3],
                               "home": int(match[2]) if match[2].isdigit() else None})
        elif re.match(r"^\s*\d+\s", line):
            raise ValueError(f"a row of another shape: {line}")
    return rows


def perf_stats(recording):
    return parse_stats(run_perf(recording, "--stats"))


def in_mode(rows, mode):
    """Without the lines that lack what the mode ranks by: with --show-all perf lists every line
    of the recording, fsfind every shared one.
    """
    key = {"tot": "tot_hitm", "lcl": "lcl_hitm", "rmt": "rmt_hitm", "peer": "tot_peer"}[mode]
    return [row for row in rows if row[key]]


def perf_table(recording, mode, show_all):
    options = ["-d", mode] + ["--show-all"] * show_all
    rows = parse_table(run_perf(recording, *options), mode)
    return in_mode(rows, mode) if show_all else rows


def run_fsfind(fsfind, recording, *options):
    """perf counts in lines of the machine it runs on; so must fsfind to be compared."""
    result = subprocess.run([fsfind, "report", "--line-size", "64", "-q", *options, str(recording)],
                            capture_output=True, text=True, timeout=120)
    if result.returncode == 2 and "perf c2c record" in result.stderr:
        raise NoMemorySamples(result.stderr.strip())
    if result.returncode != 0:
        raise RuntimeError(f"fsfind {' '.join(options)}: exit code {result.returncode}: "
                           f"{result.stderr.strip()}")
    return result.stdout


def fsfind_stats(fsfind, recording):
    return parse_stats(run_fsfind(fsfind, recording, "--stats"))


def fsfind_report(fsfind, recording, mode, show_all):
    options = ["--format=json", "--lines", "0", "--display", mode] + ["--show-all"] * show_all
    return json.loads(run_fsfind(fsfind, recording, *options))


def shared_lines(report):
    """As rows of perf's table."""
    rows = []
    for line in report["lines"]:
        if line["store_evidence_only"]:
            continue
        counters = line["counters"]
        row = {name: counters[name] for name in
               [*LINE_FIELDS, "tot_hitm", "tot_peer", "lcl_peer", "rmt_peer"]}
        row |= {"records": line["records"], "loads": line["loads"],
                "address": int(line["address"], 16), "share": f"{100 * line['hitm_share']:.2f}",
                "home": line["home"]}
        rows.append(row)
    return rows


def fsfind_table(fsfind, recording, mode, show_all):
    rows = shared_lines(fsfind_report(fsfind, recording, mode, show_all))
    return in_mode(rows, mode) if show_all else rows


def differences(perf, fsfind, what):
    """One line of text for each place where two dictionaries disagree on perf's keys."""
    return [f"{what}: {key}: perf {value}, fsfind {fsfind.get(key)}"
            for key, value in perf.items() if fsfind.get(key) != value]


def table_differences(perf, fsfind, what):
    """Memory that is mapped at several addresses is one line; perf prints it at the address of its
    first sample, fsfind at the lowest.
    """
    found = []
    for index, (theirs, ours) in enumerate(zip(perf, fsfind)):
        if ours["address"] < theirs["address"] and not (ours["address"] ^ theirs["address"]) & 0xFFF:
            theirs = theirs | {"address": ours["address"]}
        found += differences(theirs, ours, f"{what} row {index} ({theirs['address']:#x})")
    if len(perf) != len(fsfind):
        found.append(f"{what}: perf has {len(perf)} lines, fsfind {len(fsfind)}")
    return found
