"""Proves that `fsfind fix` finds the sources of a recording by debug info: programs of several files
and folders, built without a compile database, are recorded, edited, built and recorded again.

usage: without_database.py --fsfind FSFIND

Each is edited where it was built, and where its sources were moved to.
"""
import argparse
import itertools
import json
import os
import pathlib
import shutil
import subprocess
import sys
import tempfile

from prove import LEAST_HITM, LEFT, SIMULATE, compilers, run, skip

PROJECTS = pathlib.Path(__file__).resolve().parent / "projects"


def build(compiler, folder, binary):
    """C by the compiler, C++ by its other half, which links programs of both."""
    other = compiler.replace("gcc", "g++").replace("clang", "clang++")
    options = ["-O2", "-g", "-pthread", "-Iinclude"]
    sources = {suffix: sorted(path.relative_to(folder) for path in folder.glob(f"src/*{suffix}"))
               for suffix in (".c", ".cpp")}
    if not sources[".cpp"]:
        run(compiler, "-std=gnu11", *options, *sources[".c"], "-o", binary, cwd=folder)
        return
    objects = [(one, binary.with_name(f"{one.stem}.o")) for one in sum(sources.values(), [])]
    for source, made in objects:
        by, standard = (compiler, "gnu11") if source.suffix == ".c" else (other, "gnu++17")
        run(by, f"-std={standard}", "-Wall", "-Wextra", "-Werror", *options, "-c", source, "-o", made,
            cwd=folder)
    run(other, "-pthread", *(made for _, made in objects), "-o", binary, cwd=folder)


def hitm(fsfind, binary, recording):
    run(fsfind, "record", *SIMULATE, "-o", recording, binary)
    report = json.loads(run(fsfind, "report", "--format=json", "--show-all", "--lines", "0", recording))
    return sum(access["lcl_hitm"] + access["rmt_hitm"] for line in report["lines"]
               for access in line["accesses"]
               if pathlib.Path(access["module"]).name == binary.name)


def cure(fsfind, compiler, original, folder, moved):
    name = f"{original.name}-{compiler}"
    project = folder / f"{name}-{'moved' if moved else 'there'}"
    shutil.copytree(original, project)
    binary, recording = folder / "program", folder / "perf.data"
    build(compiler, project, binary)
    output, before = run(binary), hitm(fsfind, binary, recording)
    if moved:
        project = project.rename(folder / f"{name}-here")
    told = subprocess.run([fsfind, "fix", "--no-cache", "--apply", recording], cwd=project,
                          capture_output=True, text=True, timeout=300, check=False).stderr
    build(compiler, project, binary)
    after = hitm(fsfind, binary, recording)
    line = f"{original.name}: {compiler}{', moved' if moved else ''}: {before} → {after} HITM"
    good = run(binary) == output and before >= LEAST_HITM and after <= LEFT * before
    return (line, True) if good else (f"{line}; fix said: {told.strip()}", False)


def main():
    parser = argparse.ArgumentParser(description=__doc__,
                                     formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--fsfind", required=True)
    fsfind = pathlib.Path(parser.parse_args().fsfind).resolve()
    failed = 0
    with tempfile.TemporaryDirectory() as temporary:
        folder = pathlib.Path(os.path.realpath(temporary))
        try:
            run(fsfind, "record", *SIMULATE, "-o", folder / "try.data", "/bin/true")
        except RuntimeError as error:
            skip(str(error))
        for project in sorted(PROJECTS.iterdir()):
            for compiler, moved in itertools.product(compilers(".c"), (False, True)):
                line, good = cure(fsfind, compiler, project, folder, moved)
                print(line, flush=True)
                failed += not good
    sys.exit(1 if failed else 0)


if __name__ == "__main__":
    main()
