"""The project's files, and how a check ends. Needs no git, so that a source archive passes too."""
import os
import pathlib
import sys

ROOT = pathlib.Path(__file__).resolve().parents[2]
SKIPPED = 77
NOT_SOURCE = {".git", "build", "__pycache__"}


def files(*suffixes, under="."):
    """Paths relative to the root, sorted; all of them without suffixes."""
    found = []
    for directory, names, leaves in os.walk(ROOT / under):
        names[:] = [name for name in names if name not in NOT_SOURCE]
        found += [(pathlib.Path(directory) / leaf).relative_to(ROOT) for leaf in leaves]
    return sorted(path for path in found if not suffixes or path.suffix in suffixes)


# Programs under study, written as the projects they stand for are.
STUDIED = (("fixtures",), ("tests", "analyzer", "cases"), ("tests", "analyzer", "patterns"),
           ("tests", "analyzer", "tidy"), ("tests", "install"), ("tests", "real"))


def sources():
    """C and C++ of the product and its tests, without the programs under study."""
    return [path for path in files(".h", ".cpp", ".c")
            if not any(path.parts[:len(folder)] == folder for folder in STUDIED)]


def finish(problems):
    """Ends the check: prints every problem and fails if there is one."""
    for problem in problems:
        print(problem)
    sys.exit(1 if problems else 0)


def skip(reason):
    print("skipped:", reason)
    sys.exit(SKIPPED)
