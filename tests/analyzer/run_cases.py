"""Checks that `fsfind check` finds what cases expect, and nothing once they are mended.

usage: run_cases.py --fsfind FSFIND FOLDER [--only NAME] [--every-line] [-v]
       run_cases.py --fsfind FSFIND --case CASE [--every-line] [-v]

A case is a source file, or a folder of them that make one program. Comments tell what is expected;
in C they are `/* expect: … */`:

    long hits; // expect: fsfind-per-thread-slots      alternatives: `a | b`
    // args: -std=c++20 -fopenmp                       beside the defaults
    // also-true: fsfind-contended-atomic              rightly reported in both states
    // known-miss: the reason                          not found today
    // suspect: threads, often                         found as a suspect that lacks these links

As written, each expected rule must name at least one of its lines (with --every-line: all of them)
in a finding that is told, or in one that lacks just the links after `suspect`. With -DFIXED, no such finding may remain but those of
the rules after `also-true`. A case without `expect` is to be silent in both states. A known miss
must be missed: once it is found, the case fails until the comment goes.
"""
import argparse
import json
import pathlib
import re
import subprocess
import sys
import tempfile

SOURCES = {".c", ".cpp", ".cc", ".cxx"}
EXPECT = re.compile(r"(?://|/\*)\s*expect:\s*([\w\-| ]+?)\s*(?:\*/|$)")
ARGUMENTS = re.compile(r"(?://|/\*)\s*args:\s*(.+?)\s*(?:\*/)?$")
ALSO_TRUE = re.compile(r"(?://|/\*)\s*also-true:\s*([\w\- ,]+?)\s*(?:\*/)?$")
SUSPECT = re.compile(r"(?://|/\*)\s*suspect:\s*([\w, ]+?)\s*(?:\*/)?$")
KNOWN_MISS = re.compile(r"(?://|/\*)\s*known-miss:\s*(.+?)\s*(?:\*/)?$")
SHOWN = ("medium", "high")


class Case:
    def __init__(self, path):
        self.path = path
        inside = sorted(one for one in path.rglob("*") if one.is_file()) if path.is_dir() else [path]
        self.sources = [one for one in inside if one.suffix in SOURCES]
        self.expected = []  # (file, line, rules)
        self.arguments = None
        self.also_true = set()
        self.known_miss = None  # why it is not found
        self.lacks = set()  # links that suspects lack which stand in for what is not told
        for file in inside:
            self.read(file)

    def read(self, file):
        for number, line in enumerate(file.read_text(errors="replace").splitlines(), 1):
            if found := EXPECT.search(line):
                rules = frozenset(rule.strip() for rule in found[1].split("|"))
                self.expected.append((file.name, number, rules))
            if self.arguments is None and (found := ARGUMENTS.match(line.strip())):
                self.arguments = found[1].split()
            if found := ALSO_TRUE.match(line.strip()):
                self.also_true |= set(re.split(r"[\s,]+", found[1]))
            if found := SUSPECT.match(line.strip()):
                self.lacks |= set(re.split(r"[\s,]+", found[1]))
            if found := KNOWN_MISS.match(line.strip()):
                self.known_miss = found[1]

    def command(self, source, more):
        arguments = list(self.arguments or [])
        if source.suffix == ".c":
            arguments = [one for one in arguments if not one.startswith("-std=c++")]
        if not any(one.startswith("-std=") for one in arguments):
            arguments.insert(0, "-std=c11" if source.suffix == ".c" else "-std=c++17")
        return [*arguments, "-O2", "-pthread", *more]


def findings(fsfind, case, more):
    base = [fsfind, "check", "--format=json", "--no-cache", "--suspects"]
    with tempfile.TemporaryDirectory() as folder:
        if case.path.is_dir():
            entries = [{"directory": str(case.path.resolve()), "file": str(source.resolve()),
                        "arguments": ["c++" if source.suffix != ".c" else "cc",
                                      *case.command(source, more), "-c", str(source.resolve())]}
                       for source in case.sources]
            (pathlib.Path(folder) / "compile_commands.json").write_text(json.dumps(entries))
            command = [*base, "-p", folder]
        else:
            source = case.sources[0]
            command = [*base, str(source), "--", *case.command(source, more)]
        run = subprocess.run(command, capture_output=True, text=True)
    if run.returncode not in (0, 1):
        raise RuntimeError(f"exit code {run.returncode}: {run.stderr.strip()[:300]}")
    if "error" in run.stderr:
        raise RuntimeError(run.stderr.strip()[:300])
    return json.loads(run.stdout)["findings"]


def told(found):
    return [one for one in found if one["confidence"] in SHOWN]


def places(finding):
    """(file, line) of all it names."""
    all_places = [finding.get("location"), *finding.get("related", []),
                  *finding.get("members", []), finding.get("record")]
    return {(pathlib.Path(one["file"]).name, one["line"]) for one in all_places
            if one and one.get("file")}


def shown(finding):
    place = finding["location"]
    return (f"{pathlib.Path(place['file']).name}:{place['line']}: {finding['confidence']} "
            f"{finding['rule']}: {finding['message']}")


def missed_lines(case, found, every_line):
    """What `expect` comments ask for and no finding names: (file, line, rules)."""
    named = [(finding["rule"], places(finding)) for finding in found]
    missed = [(file, line, rules) for file, line, rules in case.expected
              if not any(rule in rules and (file, line) in where for rule, where in named)]
    return missed if every_line else [
        miss for miss in missed
        if all(other in missed for other in case.expected if other[2] == miss[2])]


def lacking(missed, found):
    """The links that the first suspects lack which name the places, and the places that none names."""
    links, left = set(), []
    for file, line, rules in missed:
        suspect = next((one for one in found if one["confidence"] == "low" and one["rule"] in rules
                        and (file, line) in places(one)), None)
        if suspect:
            links |= {one["link"] for one in suspect["missing"]} or {"rule"}
        else:
            left.append((file, line, rules))
    return links, left


def unexpected(case, found):
    return [finding for finding in told(found) if finding["rule"] not in case.also_true]


def problems(fsfind, case, every_line):
    found = findings(fsfind, case, [])
    missed = missed_lines(case, told(found), every_line)
    if case.lacks or case.known_miss is not None:
        links, missed = lacking(missed, found)
        missed = missed_lines(case, found, every_line) if links else missed
    else:
        links = set()
    wrong = [f"remains when mended: {shown(one)}"
             for one in unexpected(case, findings(fsfind, case, ["-DFIXED"]))]
    wrong += [f"neither advice nor the reason for none: {shown(one)}" for one in found
              if not one["advice"] and not one["no_advice"]]
    if not case.expected:
        wrong += [f"is to be silent: {shown(one)}" for one in unexpected(case, found)]
    if links != case.lacks and case.known_miss is None:
        wrong.append(f"lacks {', '.join(sorted(links)) or 'nothing'}, not {', '.join(sorted(case.lacks)) or 'nothing'}")
    if case.known_miss is None:
        wrong += [f"missed {' | '.join(sorted(rules))} at {file}:{line}" for file, line, rules in missed]
    elif not missed:
        wrong.append("is found now: take its known-miss comment away")
    return wrong, found


def cases_of(options):
    paths = [options.path] if options.case else [
        path for path in sorted(options.path.iterdir())
        if options.only in path.name and (path.suffix in SOURCES or path.is_dir())]
    return [case for case in map(Case, paths) if case.sources]


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("path", type=pathlib.Path, metavar="FOLDER|CASE")
    parser.add_argument("--case", action="store_true", help="the path is one case")
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--every-line", action="store_true")
    parser.add_argument("-v", action="store_true", help="print all findings")
    options = parser.parse_args()
    cases = cases_of(options)
    failed = 0
    for case in cases:
        try:
            wrong, found = problems(options.fsfind, case, options.every_line)
        except (RuntimeError, ValueError, KeyError) as error:
            wrong, found = [str(error)], []
        failed += bool(wrong)
        if wrong:
            print(f"{case.path.name}: {'; '.join(wrong)}")
        if options.v:
            print("".join(f"    {case.path.name}: {shown(one)}\n" for one in found), end="")
    print(f"{len(cases) - failed} of {len(cases)} cases as expected")
    sys.exit(1 if failed or not cases else 0)


if __name__ == "__main__":
    main()
