"""Every case is well-formed: it compiles without a warning in both states and says what to expect."""
import pathlib
import re
import subprocess
import sys

HERE = pathlib.Path(__file__).resolve().parent
SKIPPED = 77
COMPILERS = {".c": ["clang-19", "-std=c11"], ".cpp": ["clang++-19", "-std=c++17"]}
ALWAYS = ["-O2", "-pthread", "-Wall", "-Wno-unused", "-fsyntax-only"]
RULES = {f"fsfind-{name}" for name in (
    "adjacent-thread-fields", "per-thread-slots", "adjacent-globals", "partition-edges",
    "ineffective-padding", "contended-atomic", "serial-first-touch", "shard-by-thread-id",
    "needless-padding")}
EXPECT = re.compile(r"(?P<code>.*\S.*)(?://|/\*) expect: (?P<rules>[\w|-]+)(?: \*/)?$")
HEADER = ("project", "reference", "kind", "starts", "wrong")


def cases():
    """Name and sources of each case; a case is one file, or a folder of several."""
    for path in sorted(HERE.iterdir()):
        if path.suffix in COMPILERS:
            yield path.stem, [path]
        elif path.is_dir() and path.name != "__pycache__":
            yield path.name, sorted(path.iterdir())


def header(text, key):
    found = re.search(rf"^// {key}: (.+)$", text, re.MULTILINE)
    return found.group(1) if found else ""


def diagnostics(path, args, state):
    command = COMPILERS[path.suffix] + ALWAYS + args + state + [path.name]
    run = subprocess.run(command, cwd=path.parent, capture_output=True, text=True, check=False)
    return [f"{path.name} {' '.join(state)}: {run.stderr}"] if run.stderr or run.returncode else []


def problems(name, sources):
    text = "\n".join(path.read_text() for path in sources)
    found = [f"{name}: no line `// {key}: ...`" for key in HEADER if not header(text, key)]
    lines = [line for line in text.splitlines() if "expect:" in line]
    expected = [EXPECT.match(line) for line in lines]
    if not lines or not all(expected):
        found.append(f"{name}: expectations missing or not on a line of code")
    named = {rule for match in expected if match for rule in match["rules"].split("|")}
    named |= set(filter(None, header(text, "also-true").split()))
    found += [f"{name}: no rule {rule}" for rule in sorted(named - RULES)]
    if "FIXED" not in text:
        found.append(f"{name}: no fixed state")
    args = header(text, "args").split()
    for path in sources:
        if path.suffix in COMPILERS:
            found += diagnostics(path, args, []) + diagnostics(path, args, ["-DFIXED"])
    return found


def main():
    try:
        subprocess.run(["clang-19", "--version"], capture_output=True, check=True)
    except OSError:
        print("skipped: no clang-19, which these sources are checked with")
        return SKIPPED
    all_cases = list(cases())
    found = [problem for case in all_cases for problem in problems(*case)]
    print("\n".join(found + [f"{len(all_cases)} cases"]))
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main())
