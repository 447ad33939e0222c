#!/usr/bin/env python3
"""What perf says of a CPU model: the events of the model's own table, and those that its commands choose.

perf looks at SYSFS_PATH in place of /sys, and at PERF_CPUID in place of the processor's number, so one
machine tells of all models of its architecture. perf is run by QEMU's user-mode emulation, which knows no
perf_event_open: perf parses all events, then says that it cannot open the first.

The folder perf_tables holds what perf printed for each model, as far as the test needs it: names and
encodings of the events that sample memory, and the events of the commands that fsfind makes. To make one
anew, with Debian's linux-perf of that architecture and its libraries unpacked into a folder ROOT:

    tests/oracle/perf_tables.py --arch arm64 --probe build/dev/record_choice \\
        --qemu "qemu-aarch64 -L ROOT" --perf ROOT/usr/bin/perf
"""
import argparse
import os
import pathlib
import re
import shlex
import shutil
import subprocess
import sys
import tempfile

import sampling_machines

FOLDER = pathlib.Path(__file__).parent / "perf_tables"
SAMPLES_MEMORY = re.compile(r"(load_latency_gt|latency_above_threshold)_[1-9]|all_stores|precise_store|store_sample|"
                            r"store_latency|ld_blocks.store_forward|pm_mrk_inst_cmpl$|"
                            r"^sample_(pop|feed|filtrate|collision)$|^ls_dispatch")
NO_SYSCALL = "returned with 38"


class Refused(Exception):
    """perf does not accept the command."""


class LivePerf:
    """A perf command, and the emulator that runs it."""

    def __init__(self, perf, emulator):
        self.command = [*emulator, perf]

    def run(self, machine, root, *words):
        environment = dict(os.environ, SYSFS_PATH=str(root / "sys"), PERF_CPUID=machine.cpuid)
        result = subprocess.run([*self.command, *words], env=environment, capture_output=True, text=True,
                                errors="replace", timeout=120)
        return result.stdout + result.stderr

    def version(self):
        """Empty if it does not run."""
        told = subprocess.run([*self.command, "--version"], capture_output=True, text=True, timeout=120).stdout
        return told.rpartition(" ")[2].strip()

    def events(self, machine, root):
        """name -> encoding, of the table's events that sample memory."""
        found, name = {}, None
        for line in self.run(machine, root, "list", "--details").splitlines():
            if match := re.match(r"  (\S+)(\s+\[|\s*$)", line):
                name = match[1].lower()
            elif (match := re.match(r" {8}(\S+/\S*/)\s*$", line)) and name:
                if SAMPLES_MEMORY.search(name):
                    found[name] = match[1]
        return found

    def chosen(self, machine, root, words):
        """The events that a perf command opens."""
        with tempfile.TemporaryDirectory() as folder:
            at = words.index("record") + 1
            text = self.run(machine, root, *words[:at], "-v", "-o", f"{folder}/data", *words[at:], "--", "true")
        if NO_SYSCALL not in text:
            raise Refused([line for line in text.splitlines() if "TCG" not in line][-8:])
        calling = re.search(r"^calling: (.*)$", text, re.M)
        full = shlex.split(calling[1]) if calling else words
        return [full[i + 1] for i, word in enumerate(full) if word == "-e"]


class PrintedPerf:
    """What some perf said earlier, in a file of the folder."""

    def __init__(self, arch):
        self.machines, known = {}, None
        for line in (FOLDER / f"{arch}.txt").read_text().splitlines():
            kind, _, rest = line.partition(" ")
            if kind == "model":
                known = self.machines[rest] = {"events": {}, "calls": {}}
            elif kind == "event":
                name, encoding = rest.split(" ")
                known["events"][name] = encoding
            elif kind == "call":
                words, _, events = rest.partition(" -> ")
                known["calls"][words] = events.split(" ")

    def events(self, machine, _root):
        return self.machines[machine.name]["events"]

    def chosen(self, machine, _root, words):
        calls = self.machines[machine.name]["calls"]
        if " ".join(words) not in calls:
            raise Refused(f"{' '.join(words)} is not among the calls of {machine.arch}.txt: make it anew")
        return calls[" ".join(words)]


def write_print(arch, perf, calls):
    """`calls`: by machine, the commands that fsfind makes."""
    lines = [f"# perf {perf.version()}, by perf_tables.py --arch {arch}"]
    for machine in sampling_machines.MACHINES:
        if machine.arch != arch:
            continue
        with tempfile.TemporaryDirectory() as folder:
            root = machine.write(pathlib.Path(folder))
            lines.append(f"model {machine.name}")
            lines += [f"event {name} {code}" for name, code in sorted(perf.events(machine, root).items())]
            lines += [f"call {' '.join(words)} -> {' '.join(perf.chosen(machine, root, words))}"
                      for words in calls(machine)]
    FOLDER.mkdir(exist_ok=True)
    (FOLDER / f"{arch}.txt").write_text("\n".join(lines) + "\n")


def main():
    import event_choice
    parser = argparse.ArgumentParser()
    parser.add_argument("--arch", required=True, choices=["x86", "arm64", "powerpc"])
    parser.add_argument("--qemu", required=True, help="the emulator, with its options")
    parser.add_argument("--perf", default="perf")
    parser.add_argument("--probe", required=True, help="the program record_choice")
    arguments = parser.parse_args()
    perf = LivePerf(shutil.which(arguments.perf), shlex.split(arguments.qemu))
    write_print(arguments.arch, perf, event_choice.Choices(arguments.probe).all_commands)
    return 0


if __name__ == "__main__":
    sys.exit(main())
