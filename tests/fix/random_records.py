"""Proves on random records that `fsfind fix` gives the layouts that `fsfind check` tells of.

usage: random_records.py --fsfind FSFIND [--seed N] [--rounds N] [--keep FOLDER]

Each round has a C and a C++ source of many records, whose members are written by either of two
threads or by none, some of them in unnamed unions and structs, with comments, functions, initial
values and constructors around them. The sources must compile after the edits as before (-Wall
-Wextra -Werror), each record must have each member once and lie as it was told, and what was edited
must be found no more.
"""
import argparse
import collections
import json
import pathlib
import random
import re
import shutil
import subprocess
import sys
import tempfile

RECORDS = 40
TYPES = ["char", "short", "int", "long", "double", "void *", "char[20]", "long[3]", "int[30]"]
COMPILERS = {"c": [["gcc"], ["clang", "clang-19", "clang-18", "clang-16", "clang-14"]],
             "cpp": [["g++"], ["clang++", "clang++-19", "clang++-18", "clang++-16", "clang++-14"]]}
OPTIONS = {"c": ["-std=c11", "-pthread"], "cpp": ["-std=c++17", "-pthread"]}
FEW = 0.02  # of the records at least are moved


def run(*command):
    done = subprocess.run([str(word) for word in command], capture_output=True, text=True,
                          timeout=600)
    if done.returncode != 0:
        raise RuntimeError(f"{command[0]}: {(done.stderr or done.stdout).strip()[:1500]}")
    return done.stdout


def declaration(kind, name):
    element, bracket, bound = kind.partition("[")
    if element.endswith("*"):
        return f"{element}volatile {name}"
    return f"volatile {element} {name}{bracket}{bound}"


class Record:
    """A record as text, and the functions of its two threads."""

    def __init__(self, chance, number, cplusplus):
        self.frequency, self.cplusplus, self.name = chance, cplusplus, f"R{number}"
        self.members = [f"m{i}" for i in range(chance.randint(2, 9))]
        self.kinds = {name: chance.choice(TYPES) for name in self.members}
        self.writers = {name: chance.choice([0, 0, 0, 1, 1, 1, None]) for name in self.members}
        # Members that stand in an unnamed record beside another, by its kind.
        self.parts = {name: chance.choice(["union", "struct"]) for name in self.members
                      if chance.random() < 0.15}

    def value(self, name):
        plain = "[" not in self.kinds[name] and "*" not in self.kinds[name]
        return " = 1" if self.cplusplus and plain and self.frequency.random() < 0.2 else ""

    def member(self, name):
        """Lines of the member, and what stands around it."""
        chance, text = self.frequency, declaration(self.kinds[name], name)
        if chance.random() < 0.1:
            text = text.replace(" ", "\n      ", 1)
        line = f"  {text}{self.value(name)};"
        if name in self.parts:
            line = (f"  {self.parts[name]} {{\n  {line}\n"
                    f"    volatile char {name}_more; // beside {name}\n  }};")
        if chance.random() < 0.2:
            line += f" // of {name}"
            line += f"\n{' ' * (len(line.rpartition(chr(10))[2]) - len('// of m0'))}// {name}" \
                if chance.random() < 0.3 else ""
        if chance.random() < 0.2:
            line = f"  /* Above {name},\n     in two lines. */\n" + line
        if chance.random() < 0.2:
            line = "\n" + line
        if chance.random() < 0.1:
            line = "\n  // Of what follows.\n\n" + line
        if self.cplusplus and chance.random() < 0.1:
            line = f"  int has_{name}() {{ return 1; }} // {name}\n" + line
        if self.cplusplus and chance.random() < 0.03:
            line = f"  enum {{ kOf_{name} }};\n" + line
        return line

    def called(self, name):
        """How advice tells of the member."""
        return f"{{{name}, {name}_more}}" if name in self.parts else name

    def body(self):
        lines = [self.member(name) for name in self.members]
        if self.cplusplus and self.frequency.random() < 0.15:
            named = [name for name in self.members
                     if "[" not in self.kinds[name] and self.frequency.random() < 0.4]
            if named:
                lines.append(f"  {self.name}() : {', '.join(f'{name}(0)' for name in named)} {{}}")
        if self.frequency.random() < 0.05:
            lines.insert(self.frequency.randrange(len(lines)), "#ifndef LESS\n  long more;\n#endif")
        if self.frequency.random() < 0.05:
            lines.insert(0, "  int one, other;")
        return "\n".join(lines)

    def values(self):
        plain = [name for name in self.members if "[" not in self.kinds[name]]
        if self.cplusplus or not plain or self.frequency.random() < 0.6:
            return ""
        return self.frequency.choice([" = {0}", f" = {{.{self.frequency.choice(plain)} = 0}}"])

    def writes(self, writer):
        for name in self.members:
            if self.writers[name] == writer:
                target = f"x{self.name}.{name}" + ("[1]" if "[" in self.kinds[name] else "")
                yield f"    {target} = {'0' if '*' in self.kinds[name] else '(char)i'};"

    def text(self):
        functions = "".join(
            f"static void *{self.name}_{writer}(void *given) {{\n"
            f"  for (int i = 0; i < 100; i++) {{\n    (void)i;\n"
            + "\n".join(self.writes(writer)) + "\n  }\n  return given;\n}\n" for writer in (0, 1))
        return (f"struct {self.name} {{\n{self.body()}\n}};\n"
                f"static struct {self.name} x{self.name}{self.values()};\n{functions}\n")

    def starts(self):
        return "".join(f"  pthread_create(&thread, 0, {self.name}_{writer}, 0);\n"
                       f"  (void)x{self.name};\n" for writer in (0, 1))

    def probe(self):
        each = "".join(f'  printf("{self.name} {name} %zu\\n", offsetof(struct {self.name}, {name}));\n'
                       for name in self.members)
        return each + f'  printf("{self.name} = %zu\\n", sizeof(struct {self.name}));\n'


def source(records):
    return ("#include <pthread.h>\n#include <stddef.h>\n#include <stdio.h>\n\n"
            + "".join(record.text() for record in records)
            + "#ifdef LAYOUT\nint main(void) {\n" + "".join(one.probe() for one in records)
            + "}\n#else\nint main(void) {\n  pthread_t thread;\n"
            + "".join(one.starts() for one in records) + "}\n#endif\n")


def compilers(language):
    return [found for names in COMPILERS[language] if (found := next(filter(shutil.which, names), None))]


def layouts(compiler, language, file):
    """Offsets of members by record; `=` is the size."""
    extra = ["-Wno-unused-function", "-Wno-unused-variable", "-Wno-missing-field-initializers"]
    if language == "cpp":
        extra.append("-Wno-invalid-offsetof")
    base = [compiler, *OPTIONS[language], "-Wall", "-Wextra", "-Werror", *extra, file]
    run(*base, "-fsyntax-only")
    binary = file.with_suffix(".layout")
    run(*base, "-DLAYOUT", "-o", binary)
    found = collections.defaultdict(dict)
    for line in run(binary).splitlines():
        record, name, offset = line.split()
        found[record][name] = int(offset)
    return found


def findings(fsfind, language, file):
    report = json.loads(run(fsfind, "check", "--no-cache", "--format=json", file, "--",
                            *OPTIONS[language]))
    return [one for one in report["findings"] if one["record"]]


def plans(found):
    """The advice that fix follows, by record; records that two findings are of are left out."""
    of = collections.defaultdict(list)
    for finding in found:
        of[finding["record"]["name"].split()[-1]] += [
            one for one in finding["advice"] if one["edits"]][:1]
    return {name: advice[0] for name, advice in of.items() if len(advice) == 1}


def mismatches(plan, before, after, record):
    told = {one["path"]: one["offset"] for one in plan["after"]}
    for name in record.members:
        place = told.get(record.called(name))
        if place != after[name]:
            yield f"{name} lies at {after[name]}, not at {place} as told"
    if (plan["size_before"], plan["size_after"]) != (before["="], after["="]):
        yield (f"takes {before['=']} and then {after['=']} bytes, not {plan['size_before']} and "
               f"{plan['size_after']} as told")


def record_at(line, text):
    """The record whose definition has the line, or is the next."""
    lines = text.split("\n")
    begin = next((i for i in range(line - 1, -1, -1) if lines[i].startswith("struct ")), 0)
    if "};" in lines[begin:line - 1]:
        begin = line - 1
    found = re.search(r"^struct (\w+) \{", "\n".join(lines[begin:]), re.MULTILINE)
    return found and found[1]


def prove(fsfind, chance, language, folder):
    """Yields what is wrong; returns how many records were edited, and how many of them moved."""
    records = [Record(chance, number, language == "cpp") for number in range(RECORDS)]
    file = folder / f"records.{language}"
    text = source(records)
    file.write_text(text)
    befores = {compiler: layouts(compiler, language, file) for compiler in compilers(language)}
    of = plans(findings(fsfind, language, file))
    fixed = subprocess.run([fsfind, "fix", "--no-cache", "--apply", file, "--", *OPTIONS[language]],
                           cwd=folder, capture_output=True, text=True, check=True)
    # An edit that would make a finding as certain as the one it ends is not taken.
    for line in re.findall(r":(\d+):\d+: the edit makes another finding: ", fixed.stderr):
        of.pop(record_at(int(line), text), None)
    for compiler, before in befores.items():
        after = layouts(compiler, language, file)
        for record in records:
            if plan := of.get(record.name):
                for wrong in mismatches(plan, before[record.name], after[record.name], record):
                    yield f"{compiler}: {record.name} {wrong}"
    for name in plans(findings(fsfind, language, file)).keys() & of.keys():
        yield f"{name} is found again"
    moved = sum(plan["remedy"] in ("reorder", "split") for plan in of.values())
    print(f"{language}: {len(of)} of {len(records)} records edited, {moved} by moving members")
    if moved < FEW * len(records):
        yield f"only {moved} records have members that were moved"


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--rounds", type=int, default=2)
    parser.add_argument("--keep", type=pathlib.Path, help="where to leave the sources")
    options = parser.parse_args()
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        for seed in range(options.seed, options.seed + options.rounds):
            for language in ("c", "cpp"):
                folder = (options.keep or pathlib.Path(temporary)) / f"{language}{seed}"
                folder.mkdir(parents=True, exist_ok=True)
                try:
                    wrong = list(prove(options.fsfind, random.Random(f"{seed}{language}"), language,
                                       folder.resolve()))
                except RuntimeError as error:
                    wrong = [str(error)]
                failed += len(wrong)
                for one in wrong:
                    print(f"seed {seed}, {language}: {one}", flush=True)
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
