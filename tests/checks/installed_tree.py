"""`cmake --install` gives a tree from which fsfind runs, with licence and manual, and each of its files is in
one of the Debian packages or left out by name.

usage: installed_tree.py CMAKE BUILD_DIRECTORY VERSION
"""
import fnmatch
import pathlib
import subprocess
import sys
import tempfile

import project

EXPECTED = ["bin/fsfind", "lib/fsfind/build-qemu", "lib/fsfind/fsfind-facts", "share/doc/fsfind/LICENSE",
            "share/doc/fsfind/README.md", "share/doc/fsfind/ci/gerrit/post",
            "share/doc/fsfind/contrib/prometheus/fsfind.rules.yml", "share/man/man1/fsfind.1",
            "share/man/man1/fsfind-record.1"]



def packaged():
    """Patterns of what the Debian packages take of the installed tree, below its prefix."""
    for path in [*(project.ROOT / "debian").glob("*.install"), project.ROOT / "debian/fsfind-tidy.install.in",
                 project.ROOT / "debian/not-installed"]:
        for line in path.read_text().splitlines():
            pattern = line.split()[0].replace("@LLVM@", "*")
            if pattern.startswith("usr/"):  # others are of the build tree
                yield pattern.removeprefix("usr/")


def not_packaged(prefix):
    """Files that no package takes, and entries that take nothing."""
    files = {str(path.relative_to(prefix)) for path in prefix.rglob("*") if path.is_file()}
    taken = set()
    for pattern in packaged():
        some = {name for name in files
                if any(fnmatch.fnmatchcase(part, pattern)
                       for part in (name, *map(str, pathlib.PurePath(name).parents)))}
        if not some:
            yield f"debian: {pattern} takes no installed file"
        taken |= some
    yield from (f"debian: {name} is in no package, nor in debian/not-installed" for name in sorted(files - taken))


cmake, build, version = sys.argv[1:]
with tempfile.TemporaryDirectory() as prefix:
    subprocess.run([cmake, "--install", build, "--prefix", prefix], check=True)
    problems = [f"{path} is not installed" for path in EXPECTED
                if not (pathlib.Path(prefix) / path).exists()]
    problems += not_packaged(pathlib.Path(prefix))
    said = subprocess.run([f"{prefix}/bin/fsfind", "--version"], capture_output=True, text=True,
                          check=True).stdout
    if not said.startswith(f"fsfind {version}\n"):
        problems.append(f"fsfind --version says {said!r}")
    checked = subprocess.run([f"{prefix}/bin/fsfind", "check", "--no-cache",
                              "tests/analyzer/patterns/p01-element-address.c", "--"],
                             cwd=project.ROOT, capture_output=True, text=True)
    if "fsfind-per-thread-slots" not in checked.stdout:
        problems.append(f"the installed fsfind check: {checked.stdout}{checked.stderr}")
    # Clang's headers that lie beside the worker are taken before those of the system.
    beside = pathlib.Path(prefix) / "lib/fsfind/clang/include"
    beside.mkdir(parents=True)
    (beside / "only_here.h").touch()
    unit = pathlib.Path(prefix) / "unit.c"
    unit.write_text("#include <only_here.h>\n")
    read = subprocess.run([f"{prefix}/bin/fsfind", "check", "--no-cache", unit, "--"], capture_output=True, text=True)
    if read.returncode != 0 or "only_here.h" in read.stdout + read.stderr:
        problems.append(f"clang's headers beside the worker are not used: {read.stdout}{read.stderr}")
    plugins = {path.name for path in pathlib.Path(prefix).glob("lib*/**/fsfind/fsfind-record-v*.so")}
    if built := {path.name for path in pathlib.Path(build).glob("fsfind-record-v*.so")}:
        if plugins != built:
            problems.append(f"of the plugins {sorted(built)} these are installed: {sorted(plugins)}")
        recorded = subprocess.run(
            [f"{prefix}/bin/fsfind", "record", "--engine=simulate", "-q", "-o", f"{prefix}/perf.data",
             "/bin/true"], capture_output=True, text=True)
        if "is not beside fsfind" in recorded.stderr:
            problems.append(f"the installed fsfind finds no plugin: {recorded.stderr}")
        elif recorded.returncode != 0:
            print(f"not tried with QEMU: {recorded.stderr.strip()}")
project.finish(problems)
