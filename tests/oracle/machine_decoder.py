#!/usr/bin/env python3
"""Whole .text sections: do the decoders find instructions where llvm-objdump does, and an access wherever it
prints a memory operand?

    machine_decoder.py --probe BUILD/machine_probe [--objdump llvm-objdump-19] FILE...

Files that this machine lacks are left out; without any the check is skipped (77)."""
import argparse
import collections
import os
import re
import subprocess
import sys
import tempfile

SKIPPED = 77
FEWEST_ACCESSES = 0.99
LINE = re.compile(r"^\s*([0-9a-f]+):\s+((?:[0-9a-f]{2} )+|[0-9a-f]{8})\s+(\S.*)$")
X86_MEMORY = re.compile(r"\(.*%|%[fg]s:|[\s,*]-?0x[0-9a-f]+\s*(,|$)")  # the last: an address without registers
X86_STEERS = re.compile(r"^(j|call|loop|xbegin)\S*\s+0x")
AARCH64_MEMORY = re.compile(r"\[(x\d|sp)")
HINTS = re.compile(r"^(nop|lea|prefetch|clflush|clwb|cldemote|prfm|prfum|ud1|bnd|invlpg|endbr)")
UNNAMED = re.compile(r"^(push|pop|call|l?ret|iret|leave|xlat|dc\b)")  # they use memory that their operands do not name
PREFIX = re.compile(r"^(lock|data16|addr32|rex64|rep|repne|repz|repnz|xacquire|xrelease|[c-g]s|ss)\s*$")


class Instruction:
    def __init__(self, address, encoded, text):
        self.address, self.encoded, self.text = address, encoded, text


def disassemble(objdump, path, aarch64):
    command = [objdump, "-d", "-j", ".text", path] + (["--mattr=+all"] if aarch64 else [])
    listing = subprocess.run(command, capture_output=True, text=True, check=True).stdout
    waiting = None
    for line in listing.splitlines():
        found = LINE.match(line)
        if not found:
            waiting = None
            continue
        address, encoded, text = int(found[1], 16), found[2].replace(" ", ""), found[3]
        if aarch64:
            encoded = bytes.fromhex(encoded)[::-1].hex()
        if waiting:  # a prefix on a line of its own belongs to what follows
            address, encoded = waiting.address, waiting.encoded + encoded
        waiting = Instruction(address, encoded, text) if PREFIX.match(text) else None
        if not waiting:
            yield Instruction(address, encoded, text)


def names_memory(text, aarch64):
    operands = re.sub(r"%st\(\d\)", "%st", text.split("#")[0].split("<")[0])
    if HINTS.match(operands) or X86_STEERS.match(operands):
        return False
    return bool((AARCH64_MEMORY if aarch64 else X86_MEMORY).search(operands))


def is_aarch64(path):
    with open(path, "rb") as elf:
        head = elf.read(20)
    return head[18:20] == b"\xb7\x00"


def probe(program, instructions, aarch64):
    with tempfile.TemporaryFile("w+") as lines:
        for instruction in instructions:
            lines.write(f"{instruction.address:x} {instruction.encoded}\n")
        lines.seek(0)
        done = subprocess.run([program, "aarch64" if aarch64 else "x86_64"], stdin=lines, capture_output=True, text=True,
                              check=True)
    return done.stdout.splitlines(), done.stderr.strip()


def check(options, path):
    aarch64 = is_aarch64(path)
    instructions = [i for i in disassemble(options.objdump, path, aarch64) if i.text.split()[0] != "<unknown>"]
    answers, speed = probe(options.probe, instructions, aarch64)
    lengths, missed, extra = [], collections.Counter(), collections.Counter()
    accesses = 0
    for instruction, answer in zip(instructions, answers):
        length, _, count = answer.partition(" ")
        if length == "-" or int(length) * 2 != len(instruction.encoded):
            lengths.append(instruction)
        if names_memory(instruction.text, aarch64):
            accesses += 1
            if count in ("", "0"):
                missed[instruction.text.split()[0]] += 1
        elif count not in ("", "0") and not UNNAMED.match(instruction.text):
            extra[instruction.text.split()[0]] += 1
    share = 1 - sum(missed.values()) / accesses if accesses else 1
    print(f"{path}: {speed}; {len(lengths)} other lengths; {share:.4%} of {accesses} memory operands are accesses")
    for instruction in lengths[:5]:
        print(f"  other length: {instruction.address:x} {instruction.encoded} {instruction.text}")
    if missed:
        print("  no access:", ", ".join(f"{name} ({count})" for name, count in missed.most_common(8)))
    if extra:
        print("  access without operand:", ", ".join(f"{name} ({count})" for name, count in extra.most_common(8)))
    return bool(instructions) and not lengths and not extra and share >= FEWEST_ACCESSES and len(answers) == len(instructions)


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--probe", required=True)
    parser.add_argument("--objdump", default="llvm-objdump-19")
    parser.add_argument("files", nargs="+")
    options = parser.parse_args()
    files = [path for path in options.files if os.path.exists(path)]
    for path in sorted(set(options.files) - set(files)):
        print(f"left out: {path} is not there")
    try:
        subprocess.run([options.objdump, "--version"], capture_output=True, check=True)
    except OSError:
        print(f"skipped: no {options.objdump} here")
        return SKIPPED
    if not files:
        print("skipped: none of the files is here")
        return SKIPPED
    results = [check(options, path) for path in files]
    return 0 if all(results) else 1


if __name__ == "__main__":
    sys.exit(main())
