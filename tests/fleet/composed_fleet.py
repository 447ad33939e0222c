#!/usr/bin/env python3
"""Composes a fleet: recordings of many hosts that run the programs of fixtures/, and their profiles,
as fsfind itself makes them.

    tests/fleet/composed_fleet.py --compose build/dev/compose_recording --fsfind build/dev/fsfind \\
        --hosts 1000 --output DIR

Three services run on it. `frontend` contends since release 1.2 (it was padded before), `queue`
always does, and `proxy` on the hosts with kernel 6.8 only. One more host runs `writer`, of which no load was
sampled, and one `queue`, whose clock is far ahead. The planted counts are in DIR/planted.json, the
profiles in DIR/profiles.
"""
import argparse
import collections
import concurrent.futures
import datetime
import json
import os
import pathlib
import random
import re
import shutil
import subprocess
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
sys.dont_write_bytecode = True
sys.path[:0] = [str(ROOT / "tests/compose"), str(ROOT / "fixtures")]
import vendors  # noqa: E402
import workloads  # noqa: E402
from elf_sites import Program  # noqa: E402

PID, PIE_BASE = 4242, 0x555555554000
SAMPLES = 120  # of a host
MACHINES = ("intel-skylake", "intel-sapphire-rapids", "amd-zen4")
KERNELS = ("6.1.0", "6.8.0")
RELEASES = ("1.1", "1.2")
SERVICES = ("frontend", "queue", "proxy")
PROGRAM = {"frontend": "shard_stats", "queue": "ring_queue", "proxy": "hot_flag"}
FIRST_DAY = datetime.date(2024, 11, 18)
WRONG_DAY = datetime.date(2199, 1, 1)  # of a clock that is ahead of that of who asks
DAYS_OF_RELEASE, DAYS_BETWEEN = 6, 14  # the last seven days of a service are of its last release
# What no profile may tell.
DOMAIN, PASSWORD = "rack7.internal.example", "hunter2"


class Host:
    """What one host is and runs, by its number."""

    def __init__(self, number):
        self.number = number
        self.random = random.Random(number)
        self.service = SERVICES[number % 3]
        self.release = RELEASES[number // 3 % 2]
        self.kernel = KERNELS[number // 6 % 2]
        self.machine = MACHINES[number // 12 % 3]
        program = PROGRAM[self.service]
        self.contends = {"frontend": self.release == "1.2", "queue": True,
                         "proxy": self.kernel == "6.8.0"}[self.service]
        self.binary = program if self.contends else program + "_padded"
        first = FIRST_DAY + datetime.timedelta(days=DAYS_BETWEEN * RELEASES.index(self.release))
        self.day = first + datetime.timedelta(days=self.random.randrange(DAYS_OF_RELEASE))

    def uses(self):
        """What it may be sampled at."""
        return workloads.PROGRAMS[self.binary][1]

    @property
    def name(self):
        return f"host-{self.number:05}"


class Writer(Host):
    """Only stores are sampled on it."""

    def __init__(self, number):
        super().__init__(number)
        self.service, self.binary, self.contends = "writer", PROGRAM["frontend"], True

    def uses(self):
        return [use for use in super().uses() if use.op == "store"]


class Ahead(Host):
    """Its clock is wrong."""

    def __init__(self, number):
        super().__init__(number)
        self.service, self.binary, self.contends = "queue", PROGRAM["queue"], True
        self.release, self.day = RELEASES[0], WRONG_DAY


def datum(name):
    """The object and the member of a name in workloads, as profiles give them."""
    name = re.sub(r"\[\d+\]", "[]", name)
    found, _, member = name.partition(".")
    return found.removesuffix("[]"), member


class Composer:
    """The recording of one host, and how many contended loads it has of each datum."""

    def __init__(self, host, program):
        self.host, self.program = host, program
        self.features, self.events = vendors.MACHINES[host.machine]
        self.words = vendors.DATA_SOURCES[host.machine]
        self.mix = workloads.MIX[host.machine][0 if host.contends else 1]
        self.base = 0 if program.segments[0][0] >= 0x400000 else PIE_BASE
        self.contended = collections.Counter()

    def event(self, op):
        """The last one of its kind: a machine may have an auxiliary event before."""
        wanted = "store" if op == "store" else "loads"
        fitting = [i for i, event in enumerate(self.events) if wanted in event["name"]]
        return fitting[-1] if fitting else 0

    def sample(self, use, time):
        mix = self.mix[use.op]
        source = self.host.random.choices(list(mix), weights=list(mix.values()))[0]
        if use.op == "load" and ("hitm" in source or source == "locked"):
            self.contended[datum(use.name)] += 1
        sites = (self.program.loads if use.op == "load" else self.program.stores)[use.site]
        nodes, cpus = len(self.features["numa"]), len(self.features["cpus"])
        cpu = use.thread % nodes * (cpus // nodes) + use.thread // nodes
        latency = workloads.LATENCY.get(source, 0)
        return {"kind": "sample", "event": self.event(use.op), "ip": self.base + sites[0],
                "pid": PID, "tid": PID + 1 + use.thread, "cpu": cpu, "time": time,
                "addr": self.base + self.program.symbol(use.symbol) + use.offset,
                "weight": latency + self.host.random.randrange(latency) if latency else 0,
                "data_src": self.words[source]}

    def records(self):
        yield {"kind": "comm", "pid": PID, "tid": PID, "comm": self.host.binary[:15], "exec": True,
               "time": 1000}
        yield from self.program.maps(self.base, "/opt/demo/" + self.host.binary, PID, 1001)
        uses = self.host.uses()
        for thread in sorted({use.thread for use in uses}):
            yield {"kind": "fork", "pid": PID, "parent_pid": PID, "tid": PID + 1 + thread,
                   "parent_tid": PID, "time": 1003}
        chosen = self.host.random.choices(uses, weights=[use.weight for use in uses], k=SAMPLES)
        for number, use in enumerate(chosen):
            yield self.sample(use, 10000 + 1000 * number)

    def spec(self):
        features = self.features | {
            "hostname": f"{self.host.name}.{DOMAIN}", "os_release": self.host.kernel,
            "cmdline": ["perf", "c2c", "record", self.host.binary, f"--password={PASSWORD}"],
            "build_ids": [{"id": self.program.build_id, "file": "/opt/demo/" + self.host.binary}]}
        return {"events": self.events, "features": features, "records": list(self.records())}


def programs(recordings):
    """Binary -> Program, each copied to where the recordings are, so that fsfind finds it."""
    found = {}
    for name in PROGRAM.values():
        for binary in (name, name + "_padded"):
            shutil.copy(ROOT / "fixtures" / name / binary, recordings)
            found[binary] = Program(recordings / binary,
                                    ROOT / "fixtures" / workloads.PROGRAMS[binary][0])
    return found


def compose(tool, hosts, recordings):
    """Writes a recording for each host; returns what was planted in each."""
    of_binary, planted, arguments = programs(recordings), [], []
    for host in hosts:
        composer = Composer(host, of_binary[host.binary])
        spec = recordings / f"{host.name}.json"
        spec.write_text(json.dumps(composer.spec()))
        arguments += [str(spec), str(recordings / f"{host.name}.data")]
        planted.append({"host": host.name, "service": host.service, "release": host.release,
                        "kernel": host.kernel, "machine": host.machine, "day": str(host.day),
                        "contended": [[*names, count]
                                      for names, count in sorted(composer.contended.items())]})
    chunk = 200  # files a call
    for begin in range(0, len(arguments), 2 * chunk):
        subprocess.run([tool, *arguments[begin:begin + 2 * chunk]], check=True)
    for spec in recordings.glob("*.json"):
        spec.unlink()
    return planted


def profile(fsfind, host, recordings, profiles):
    subprocess.run([fsfind, "report", "--quiet", "--format=profile", "--threads=1",
                    "-o", profiles / f"{host.name}.ndjson.zst", "--label", f"service={host.service}",
                    "--label", f"release={host.release}", "--recorded-at", str(host.day),
                    recordings / f"{host.name}.data"], check=True)


def make(compose_tool, fsfind, count, output):
    """Returns what was planted: a dictionary for each host."""
    hosts = [*(Host(number) for number in range(count)), Writer(count), Ahead(count + 1)]
    recordings, profiles = output / "recordings", output / "profiles"
    for folder in (recordings, profiles):
        folder.mkdir(parents=True, exist_ok=True)
    planted = compose(compose_tool, hosts, recordings)
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
        list(pool.map(lambda host: profile(fsfind, host, recordings, profiles), hosts))
    return planted


def main():
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--compose", required=True, help="the built compose_recording")
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("--hosts", type=int, default=1000)
    parser.add_argument("--output", type=pathlib.Path, required=True)
    options = parser.parse_args()
    options.output.mkdir(parents=True, exist_ok=True)
    planted = make(options.compose, options.fsfind, options.hosts, options.output)
    (options.output / "planted.json").write_text(json.dumps(planted) + "\n")


if __name__ == "__main__":
    main()
