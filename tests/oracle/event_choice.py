#!/usr/bin/env python3
"""`fsfind record` held to perf's own tables: on every machine of sampling_machines.py it may choose only
events that the model has, with values that their formats hold, and that the kernel's driver accepts from
that user. What perf printed earlier serves for all models; the installed perf is asked as well, for the
models of its own architecture.
"""
import argparse
import glob
import itertools
import json
import os
import pathlib
import platform
import re
import shutil
import subprocess
import sys
import tempfile

import perf_tables
import sampling_machines

LINUX = {(6, 1): "6.1.0-44-amd64", (6, 8): "6.8.0-31-generic", (6, 14): "6.14.2"}
NEWEST = LINUX[max(LINUX)]
USERS = ["user", "root"]
TARGETS = ["task", "all"]
LEVELS = [0, 1, 2, 3]
THRESHOLDS = [0, 50]
PERIOD = 1000

# What a table calls the events that sample loads, stores, and what has to lead the group of loads.
LOADS = re.compile(r"(load_latency_gt|latency_above_threshold)_([1-9]\d*)$")
STORES = re.compile(r"all_stores|precise_store|store_sample|store_latency")
LEADER = re.compile(r"ld_blocks.store_forward")
MARKED = "pm_mrk_inst_cmpl"
SPE_COUNTERS = ["sample_pop", "sample_feed", "sample_filtrate", "sample_collision"]
POWER_EVENT_BITS = 0xfffff  # without the fields that choose and time the marked instruction


class Choices:
    """Asks fsfind's code."""

    def __init__(self, probe):
        self.probe = probe
        self.commands = {}

    def ask(self, root, user="root", target="task", threshold=0, period=0):
        words = [self.probe, root, user, target, threshold, period]
        return json.loads(subprocess.run([str(word) for word in words], capture_output=True, text=True,
                                         check=True, timeout=60).stdout)

    def all_commands(self, machine):
        """The commands that fsfind makes of this machine for any user, without output and target."""
        if machine.name in self.commands:
            return self.commands[machine.name]
        found = self.commands[machine.name] = []
        with tempfile.TemporaryDirectory() as folder:
            root = machine.write(pathlib.Path(folder))
            for level, user, threshold in itertools.product([1, 2], USERS, THRESHOLDS):
                machine.boot(root, NEWEST, level)
                told = self.ask(root, user, "task", threshold)
                if "command" in told and (words := sampling_words(told["command"])) not in found:
                    found.append(words)
        return found


def sampling_words(command):
    return command[1:command.index("-o")]


def fields_of(text):
    """`event=0xcd,umask=1,ldlat=3` -> numbers by name; a name alone is 1."""
    pairs = (term.partition("=") for term in text.split(",") if term)
    return {name: int(value, 0) if value else 1 for name, _, value in pairs}


def encodings(machine, event):
    """The fields of each PMU event in perf's words, resolved as sysfs says: (pmu, name, fields)."""
    for pmu_name, text in re.findall(r"([\w]+)/([^/]*)/", event):
        pmu = machine.pmus[pmu_name]
        first, _, rest = text.partition(",")
        if "=" not in first and first:
            if first not in pmu.events:
                raise perf_tables.Refused(f"{pmu_name} has no event {first}")
            fields = fields_of(pmu.events[first]) | fields_of(rest)
        else:
            first, fields = "", fields_of(text)
        for name, value in fields.items():
            check_format(pmu, name, value)
        yield pmu_name, first, fields


def check_format(pmu, name, value):
    if name not in pmu.format:
        raise perf_tables.Refused(f"there is no format {name}")
    ranges = re.findall(r"(\d+)(?:-(\d+))?", pmu.format[name].partition(":")[2])
    bits = sum(int(high or low) - int(low) + 1 for low, high in ranges)
    if value >= 1 << bits:
        raise perf_tables.Refused(f"{name} has {bits} bits, not enough for {value}")


class Failures(list):
    def expect(self, condition, *where):
        if not condition:
            self.append(": ".join(str(word) for word in where))


def table_names(table, pattern, pmu, fields):
    """The table's events of that kind and PMU with the same event number and mask. perf 6.8 calls the only
    core PMU default_core."""
    def same(code):
        known = fields_of(code.split("/")[1])
        return code.startswith((f"{pmu}/", "default_core/")) and all(known.get(key, 0) == fields.get(key, 0)
                                                                     for key in ("event", "umask"))
    return [name for name, code in table.items() if pattern.search(name) and same(code)]


def check_against_table(machine, table, pmu, name, fields, failures):
    """Whether the model's table has what would be recorded."""
    where = (machine.name, pmu, name, fields)
    if pmu.startswith("arm_spe"):
        failures.expect(all(counter in table for counter in SPE_COUNTERS), *where, "the model has no SPE")
    elif pmu == "ibs_op":
        failures.expect(not any(LOADS.search(other) for other in table), *where, "the model has load latencies")
    elif machine.arch == "powerpc":
        code = fields_of(table.get(MARKED, "cpu/event=0/").split("/")[1])["event"]
        failures.expect(fields["event"] & POWER_EVENT_BITS == code, *where, f"is not {MARKED}")
    elif name == "mem-loads":
        same = table_names(table, LOADS, pmu, fields)
        failures.expect(same, *where, "no load latency of the table")
        for event in same:
            failures.expect(fields_of(table[event].split("/")[1])["ldlat"] == int(LOADS.search(event)[2]),
                            event, "its threshold is not the latency in its name")
    else:
        kind = LEADER if name == "mem-loads-aux" else STORES
        failures.expect(table_names(table, kind, pmu, fields), *where, "not in the table")


def samples_memory(table):
    """Whether a table tells of memory sampling; AMD's does not, since IBS is beside its counters."""
    return any(LOADS.search(name) for name in table) or set(SPE_COUNTERS) <= set(table)


def check_events(machine, perf, choices, failures):
    """All commands that fsfind makes of a machine choose events that the model has."""
    with tempfile.TemporaryDirectory() as folder:
        root = machine.write(pathlib.Path(folder))
        table = perf.events(machine, root)
        commands = choices.all_commands(machine)
        failures.expect(table or not commands or not machine.table, machine.name, "perf has no table of it")
        if machine.arch != "powerpc" and "ibs_op" not in machine.pmus:
            failures.expect(bool(commands) == samples_memory(table), machine.name, "chosen against the table")
        for words in commands:
            try:
                for event in perf.chosen(machine, root, words):
                    for pmu, name, fields in encodings(machine, event):
                        check_against_table(machine, table, pmu, name, fields, failures)
            except perf_tables.Refused as refusal:
                failures.expect(False, machine.name, " ".join(words), refusal)
    return len(commands)


def refusal_of(words, user, level, linux, target, period=0):
    """Why the kernel would refuse these words of perf, by the drivers' rules; None if it accepts."""
    text = " ".join(words)
    ibs, spe = "ibs_op" in text, "arm_spe" in text
    privileged = user == "root"
    if ibs and linux < (6, 2) and target == "task":
        return "IBS has no context of tasks"
    if ibs and period and (period % 16 or period < 0x90):
        return "a period that IBS cannot count"
    if privileged:
        return None
    if level > 2 or (level > 0 and target == "all"):
        return "perf_event_paranoid"
    if level > 1 and (words[0] == "c2c" or "--phys-data" in words):
        return "physical addresses"
    if level > 1 and ibs and "swfilt=1" not in text:
        return "IBS cannot leave out the kernel"
    if "pa_enable=1" in text and (level > 1 or linux < (6, 13)):
        return "physical addresses in SPE's packets"
    return None


def most_modest(machine):
    """The words that ask the kernel for least."""
    if "ibs_op" in machine.pmus:
        return ["record", "ibs_op/swfilt=1/u" if "swfilt" in machine.pmus["ibs_op"].format else "ibs_op//"]
    return ["mem", "record"]


def kernels_and_users(machine):
    """The machine's folder, for each kernel and level, with each user and target."""
    with tempfile.TemporaryDirectory() as folder:
        root = machine.write(pathlib.Path(folder))
        for (linux, release), level in itertools.product(LINUX.items(), LEVELS):
            machine.boot(root, release, level)
            for user, target in itertools.product(USERS, TARGETS):
                yield root, (linux, release), level, user, target


def check_permissions(machine, choices, failures):
    """fsfind chooses only what the kernel accepts, and gives up only where it accepts nothing."""
    for root, (linux, release), level, user, target in kernels_and_users(machine):
        told = choices.ask(root, user, target, 0, PERIOD)
        where = (machine.name, release, f"level {level}", user, target)
        if "command" in told:
            command = told["command"]
            period = int(command[command.index("-c") + 1])
            failures.expect(refusal_of(sampling_words(command), user, level, linux, target, period) is None,
                            *where, " ".join(command), "the kernel refuses it")
        else:
            failures.expect(refusal_of(most_modest(machine), user, level, linux, target), *where, told["lack"],
                            "the kernel would accept it")


def installed_perf():
    """The installed perf on a machine of its architecture, with an emulator; None without either. Ubuntu's
    command is a script that starts the perf of a kernel."""
    qemu_folder = pathlib.Path.home() / ".local/share/fsfind/qemu"
    emulator = shutil.which("qemu-x86_64", path=f"{os.environ['PATH']}:{qemu_folder}")
    candidates = [shutil.which("perf"), *sorted(glob.glob("/usr/lib/linux-tools-*/perf"), reverse=True)]
    if not emulator or platform.machine() != "x86_64":
        return None
    for perf in filter(None, candidates):
        # A processor of Intel's, since perf asks it for its vendor whatever PERF_CPUID says.
        live = perf_tables.LivePerf(perf, [emulator, "-cpu", "Skylake-Server"])
        if re.match(r"\d+\.\d+", live.version()):
            return live
    return None


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--probe", required=True, help="the program record_choice")
    choices = Choices(parser.parse_args().probe)
    failures, commands, models = Failures(), 0, 0
    live = installed_perf()
    for machine in sampling_machines.MACHINES:
        commands += check_events(machine, perf_tables.PrintedPerf(machine.arch), choices, failures)
        if live and machine.arch == "x86":
            check_events(machine, live, choices, failures)
        if choices.all_commands(machine):
            models += 1
            check_permissions(machine, choices, failures)
    print("\n".join(failures) or f"{commands} commands for {len(sampling_machines.MACHINES)} machines, {models} of "
          f"which sample memory; installed perf: {live.version() if live else 'not asked'}")
    return 1 if failures else 0


if __name__ == "__main__":
    sys.exit(main())
