#!/usr/bin/env python3
"""Runs the simulator's plugin under the installed QEMU on the shipped programs, without the recorder:
the records are well formed, contended programs contend, their padded twins do not, and the same lines
contend in each run.

usage: simulator_plugin.py PLUGIN...
QEMU is the one that tools/build-qemu built, or else PATH's.
"""
import collections
import os
import pathlib
import platform
import shutil
import struct
import subprocess
import sys
import tempfile

FIXTURES = pathlib.Path(__file__).resolve().parents[2] / "fixtures"
SKIPPED = 77
COMM, EXIT, FORK, SAMPLE, MMAP2 = 3, 4, 7, 9, 10
LOADS, STORES = 1, 2
SMALL = 1 << 18  # bytes of a recording that has to be thinned
HITM = 0x10 << 19
REMOTE = 1 << 37
HEAD = 496  # bytes of a recording before its records: kHeadSize (RecordingStatus.h)
DATA_OFFSET = 40  # in the head: where the records begin (perf_file_header)
FIXED_ADDRESSES = 0x0040000  # ADDR_NO_RANDOMIZE


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)


def same_addresses():
    import ctypes
    ctypes.CDLL(None).personality(FIXED_ADDRESSES)


def run(plugin, program, *arguments, options=""):
    """The raw records of a run, and what it printed."""
    with tempfile.TemporaryDirectory() as folder:
        out = pathlib.Path(folder) / "records"
        head = bytearray(HEAD)
        struct.pack_into("<Q", head, DATA_OFFSET, HEAD)
        out.write_bytes(head)
        done = subprocess.run(
            [f"qemu-{platform.machine()}", "-plugin", f"file={plugin},out={out}{options}",
             str(program), *arguments], capture_output=True, text=True, timeout=300,
            preexec_fn=same_addresses)
        return out.read_bytes()[HEAD:], done


def records(data):
    at = 0
    while at < len(data):
        kind, misc, size = struct.unpack_from("<IHH", data, at)
        assert size >= 8 and size % 8 == 0 and at + size <= len(data), f"record of {size} at {at}"
        yield kind, misc, data[at + 8:at + size]
        at += size


def samples(data):
    """event, ip, pid, tid, time, address, cpu, period, weight, data source, physical address"""
    return [struct.unpack("<QQIIQQQQQQQ", body) for kind, _, body in records(data) if kind == SAMPLE]


def check_mapped(data):
    known = []
    for kind, _, body in records(data):
        if kind == MMAP2:
            known.append(struct.unpack_from("<QQ", body, 8))
        elif kind == SAMPLE:
            _, ip, _, _, _, address, *_ = struct.unpack("<QQIIQQQQQQQ", body)
            for place in (ip, address):
                assert any(start <= place < start + length for start, length in known), \
                    f"no mapping recorded before a sample at {place:#x}"


def hitm_loads(data):
    return sum(sample[0] == LOADS and sample[9] & HITM != 0 for sample in samples(data))


def check_contention(plugin):
    for name in ("shard_stats", "hot_flag"):
        contended, done = run(plugin, FIXTURES / name / name)
        padded, _ = run(plugin, FIXTURES / name / f"{name}_padded")
        assert done.returncode == 0, done.stderr
        few, many = hitm_loads(padded), hitm_loads(contended)
        print(f"{name}: {many} HITM loads, {few} padded")
        assert many > 1000 and few < 100
        check_mapped(contended)


def check_records(plugin):
    data, _ = run(plugin, FIXTURES / "shard_stats" / "shard_stats", options=",cpus=4,nodes=2")
    kinds = [kind for kind, _, _ in records(data)]
    assert kinds[0] == COMM and kinds.count(FORK) == 8 and kinds.count(EXIT) == 9, kinds[:9]
    assert {sample[6] for sample in samples(data)} == {0, 1, 2, 3}
    distances = {sample[9] & REMOTE for sample in samples(data) if sample[9] & HITM}
    assert distances == {0, REMOTE}, "HITM on one of the two nodes only"
    few, _ = run(plugin, FIXTURES / "shard_stats" / "shard_stats", options=f",max_bytes={SMALL}")
    periods = {event: {sample[7] for sample in samples(few) if sample[0] == event}
               for event in (LOADS, STORES)}
    assert HEAD + len(few) <= SMALL < HEAD + len(data), f"{HEAD + len(few)} bytes"
    assert all(len(period) == 1 for period in periods.values()), periods
    assert min(periods[LOADS]) > min(sample[7] for sample in samples(data)), periods


def contended_lines(data):
    """HITM loads by line, but for lines that hardly have any."""
    lines = collections.Counter(sample[5] & ~63 for sample in samples(data)
                                if sample[0] == LOADS and sample[9] & HITM)
    return {line: count for line, count in lines.items() if count > 50}


def check_again(plugin):
    """No two recordings are equal, but the same lines contend in each, and alike."""
    for name in ("shard_stats", "hot_flag", "ring_queue"):
        program = FIXTURES / name / name
        one, other = (contended_lines(run(plugin, program, options=f",seed={seed}")[0]) for seed in (5, 6))
        print(f"{name}: HITM loads {one} and {other}")
        assert one and one.keys() == other.keys(), "other lines contend"
        for line, count in one.items():
            assert count / 1.5 < other[line] < count * 1.5, f"{line:#x} contends otherwise"


def prefer_own_qemu():
    data = os.environ.get("XDG_DATA_HOME") or pathlib.Path.home() / ".local/share"
    os.environ["PATH"] = f"{data}/fsfind/qemu:{os.environ['PATH']}"


def usable(plugins):
    prefer_own_qemu()
    if platform.machine() != "x86_64" or not shutil.which("qemu-x86_64"):
        skip("needs qemu-x86_64 on an x86_64 host, to run the shipped programs")
    for plugin in map(os.path.abspath, plugins):
        _, done = run(plugin, "/bin/true")
        if done.returncode == 0:
            return plugin
        reason = done.stderr.strip()
    return skip(f"this QEMU loads none of the plugins: {reason}")


chosen = usable(sys.argv[1:])
check_contention(chosen)
check_records(chosen)
check_again(chosen)
