"""Applies the edits that `fsfind check` proposes for the cases of a folder, as a user would.

usage: run_fixes.py --fsfind FSFIND FOLDER [--only NAME] [-v]

What had an edit must then be silent, nothing new may be found, and the sources must compile as they
did before. Cases are those of run_cases.py.
"""
import argparse
import collections
import json
import pathlib
import shutil
import subprocess
import sys
import tempfile

from run_cases import SOURCES, Case, findings


def best_edits(finding):
    """Those of the best advice that has any."""
    return next((advice["edits"] for advice in finding["advice"] if advice["edits"]), [])


def edits_of(found):
    """Distinct edits, by file."""
    by_file = collections.defaultdict(set)
    for finding in found:
        for one in best_edits(finding):
            by_file[one["file"]].add((one["line"], one["column"], one["end_line"],
                                      one["end_column"], one["text"]))
    return by_file


def apply(edits, path):
    """From the end, so that places before stay what they are; columns count bytes."""
    lines = path.read_bytes().splitlines(keepends=True)
    for line, column, end_line, end_column, text in sorted(edits, reverse=True):
        tail = lines[end_line - 1][end_column - 1:]
        lines[line - 1:end_line] = [lines[line - 1][:column - 1] + text.encode() + tail]
    path.write_bytes(b"".join(lines))


def compiles(case):
    for source in case.sources:
        compiler = "cc" if source.suffix == ".c" else "c++"
        command = [compiler, *case.command(source, ["-fsyntax-only", "-Wall"]), str(source)]
        run = subprocess.run(command, capture_output=True, text=True)
        if run.returncode != 0:
            return run.stderr.strip().splitlines()[0]
    return ""


def words(found):
    """What is found, without places: edits move them."""
    return collections.Counter((one["rule"], one["object"]["name"], one["object"]["type"])
                               for one in found)


def problems(fsfind, case):
    """What is wrong after the edits; none if there are no edits."""
    before = findings(fsfind, case, [])
    edits = edits_of(before)
    if not edits or compiles(case):
        return [], 0
    for file, of_file in edits.items():
        apply(of_file, pathlib.Path(file))
    if broken := compiles(case):
        return [f"does not compile: {broken}"], len(edits)
    after = findings(fsfind, case, [])
    kept = words(one for one in before if not best_edits(one))
    return [f"remains: {one['message']}" for one in after
            if best_edits(one) or not kept[words([one]).most_common(1)[0][0]]], len(edits)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsfind", required=True)
    parser.add_argument("folder", type=pathlib.Path)
    parser.add_argument("--only", default="", help="cases whose name contains this")
    parser.add_argument("-v", action="store_true", help="name the cases that have edits")
    options = parser.parse_args()
    edited = failed = 0
    with tempfile.TemporaryDirectory() as copy:
        folder = pathlib.Path(copy).resolve() / "cases"
        shutil.copytree(options.folder, folder)
        for path in sorted(folder.iterdir()):
            if options.only not in path.name or not (path.suffix in SOURCES or path.is_dir()):
                continue
            try:
                wrong, count = problems(options.fsfind, Case(path))
            except (RuntimeError, ValueError, KeyError) as error:
                wrong, count = [str(error)], 1
            edited += count != 0
            failed += bool(wrong)
            if wrong or (options.v and count):
                print(f"{path.name}: {'; '.join(wrong) or 'silent'}")
    print(f"{edited - failed} of {edited} cases with edits compile and are silent once edited")
    sys.exit(1 if failed or not edited else 0)


if __name__ == "__main__":
    main()
