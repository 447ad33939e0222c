"""Finds addresses in a built program: symbols, segments, and the instructions that access memory
for a source line marked with a `site: NAME` comment. Uses binutils, and LLVM's addr2line because that of binutils 2.40 cannot read Go's DWARF 5.
"""
import functools
import re
import shutil
import subprocess

PAGE = 0x1000
NO_ACCESS = re.compile(r"^(lea|nop|call|jmp|prefetch|endbr|data16|cs nop)")
READS_ONLY = re.compile(r"^(cmp|test)")
STACK = re.compile(r"\(%[re][sb]p")


def find_addr2line():
    names = [f"llvm-addr2line-{version}" for version in range(22, 15, -1)]
    for name in ["llvm-addr2line", *names]:
        if shutil.which(name):
            return name
    raise LookupError("no llvm-addr2line: install the package llvm")


def run(*command, text=None):
    return subprocess.run(command, input=text, capture_output=True, text=True, check=True).stdout


class Program:
    """One ELF file and the source its sites are marked in."""

    def __init__(self, binary, source):
        self.binary = str(binary)
        self.source = source.name
        self.marks = {}
        for number, line in enumerate(source.read_text().splitlines(), 1):
            if mark := re.search(r"// site: ([\w-]+)", line):
                self.marks[number] = mark[1]
        self.build_id = self._build_id()
        self.segments = self._segments()
        self.loads, self.stores = self._sites()

    @functools.cache
    def symbol(self, name):
        """Address of the object whose demangled name is, or ends with `::`, `name`."""
        for line in run("nm", "-C", self.binary).splitlines():
            address, _, rest = line.partition(" ")
            found = re.sub(r"::h[0-9a-f]{16}$", "", rest[2:])
            if address.strip() and (found == name or found.endswith(("::" + name, "." + name))):
                return int(address, 16)
        raise LookupError(f"{self.binary}: no symbol {name}")

    def _build_id(self):
        found = re.search(r"Build ID: ([0-9a-f]+)", run("readelf", "-n", self.binary))
        return found[1] if found else ""

    def _segments(self):
        """(address, file offset, size in file, size in memory, PROT_ bits) of each LOAD."""
        segments = []
        for line in run("readelf", "-lW", self.binary).splitlines():
            part = line.split()
            if part[:1] == ["LOAD"]:
                flags = "".join(part[6:-1])
                protection = ("R" in flags) + 2 * ("W" in flags) + 4 * ("E" in flags)
                segments.append((int(part[2], 16), int(part[1], 16), int(part[4], 16),
                                 int(part[5], 16), protection))
        return segments

    def _accesses(self):
        """(address, loads, stores) of each instruction with a memory operand off the stack."""
        for line in run("objdump", "-d", "--no-show-raw-insn", self.binary).splitlines():
            match = re.match(r"\s+([0-9a-f]+):\s+(?:lock )?(.*)", line)
            if not match or "(" not in match[2] or NO_ACCESS.match(match[2]):
                continue
            text = match[2].split("#")[0].split("<")[0].strip()
            if STACK.search(text):
                continue
            writes = text.endswith(")") and not READS_ONLY.match(text)
            moves = text.startswith("mov") or text.startswith("set")
            yield int(match[1], 16), not (writes and moves), writes

    def _sites(self):
        accesses = list(self._accesses())
        chains = run(find_addr2line(), "-a", "-i", "-e", self.binary,
                     text="".join(f"{address:#x}\n" for address, _, _ in accesses))
        marks, current = {}, None
        for line in chains.splitlines():
            if line.startswith("0x"):
                current = int(line, 16)
                continue
            place = re.match(r".*?([^/]+):(\d+)", line)
            if place and place[1] == self.source and int(place[2]) in self.marks:
                marks.setdefault(current, self.marks[int(place[2])])
        loads, stores = {}, {}
        for address, reads, writes in accesses:
            if address in marks and reads:
                loads.setdefault(marks[address], []).append(address)
            if address in marks and writes:
                stores.setdefault(marks[address], []).append(address)
        return loads, stores

    def maps(self, base, path, pid, time):
        """mmap2 records as the kernel makes them: each segment, then zeroed pages as //anon."""
        records = []
        for address, offset, file_size, memory_size, protection in self.segments:
            start, file_end = address & -PAGE, -(-(address + file_size) // PAGE) * PAGE
            memory_end = -(-(address + memory_size) // PAGE) * PAGE
            record = {"kind": "mmap2", "pid": pid, "time": time, "address": base + start,
                      "length": file_end - start, "offset": offset & -PAGE, "file": path,
                      "build_id": self.build_id, "protection": protection,
                      "misc": 2 if protection & 4 else 2 | 1 << 13}
            if not self.build_id:
                record["inode"] = 77
            records.append(record)
            if memory_end > file_end:
                records.append({"kind": "mmap2", "pid": pid, "time": time,
                                "address": base + file_end, "length": memory_end - file_end,
                                "file": "//anon", "major": 0, "minor": 0, "protection": 3,
                                "misc": 2 | 1 << 13})
        return records
