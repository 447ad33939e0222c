"""Judges `fsfind check` by the cases of this folder; README.md says when a case passes.

usage: judge.py --fsfind FSFIND [--only NAME] [--at-least N]
"""
import argparse
import collections
import pathlib
import re
import sys

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
import run_cases  # how a case is read and given to fsfind  # pylint: disable=wrong-import-position

Verdict = collections.namedtuple("Verdict", "kind found silent why")


def header(case, key):
    files = [case.path] if case.path.is_file() else sorted(case.path.iterdir())
    for file in files:
        if found := re.search(rf"^// {key}: (.+)$", file.read_text(), re.MULTILINE):
            return found[1].strip()
    return ""


def judge(fsfind, case):
    excused = header(case, "also-true").split()
    named = [(one["rule"], run_cases.places(one)) for one in run_cases.findings(fsfind, case, [])]
    found = any(rule in rules and (file, line) in places
                for file, line, rules in case.expected for rule, places in named)
    left = [one for one in run_cases.findings(fsfind, case, ["-DFIXED"])
            if one["rule"] not in excused]
    why = [] if found else ["not found"]
    why += [f"remains when mended: {run_cases.shown(one)}" for one in left]
    return Verdict(header(case, "kind"), found, not left, why)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("--at-least", type=int, default=0, help="fail if fewer cases pass")
    options = parser.parse_args()
    kinds = collections.defaultdict(list)
    for path in sorted(HERE.iterdir()):
        if options.only not in path.name or path.suffix not in {"", ".c", ".cpp"}:
            continue
        case = run_cases.Case(path)
        if not case.sources:
            continue
        try:
            verdict = judge(options.fsfind, case)
        except (RuntimeError, ValueError, KeyError) as error:
            verdict = Verdict(header(case, "kind"), False, False, [str(error)])
        kinds[verdict.kind].append(verdict)
        if verdict.why:
            print(f"{path.name}: {'; '.join(verdict.why)}")
    verdicts = [one for group in kinds.values() for one in group]
    for kind, group in [*sorted(kinds.items()), ("all", verdicts)]:
        passed = sum(one.found and one.silent for one in group)
        print(f"{kind:28} {passed:3} of {len(group):3} pass; found {sum(one.found for one in group)},"
              f" silent when mended {sum(one.silent for one in group)}")
    return 0 if sum(one.found and one.silent for one in verdicts) >= options.at_least else 1


if __name__ == "__main__":
    sys.exit(main())
