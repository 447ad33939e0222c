#!/usr/bin/env python3
"""packages/cmake/fsfindFacts.cmake with Ninja: the check fails for the finding that only all units
together have; a touched header makes the facts of those that include it, and no others, outdated;
a baseline lets the check pass; a level in .fsfind.yaml does not keep facts from being made."""
import pathlib
import subprocess
import sys
import tempfile

import program

FSFIND = pathlib.Path(sys.argv[1]).resolve()
MODULE = pathlib.Path(__file__).resolve().parents[2] / "packages/cmake/fsfindFacts.cmake"
PROJECT = f"""cmake_minimum_required(VERSION 3.10) # older than what the module needs
project(counts C)
add_executable(fsfind::fsfind IMPORTED)
set_target_properties(fsfind::fsfind PROPERTIES IMPORTED_LOCATION "{FSFIND}")
include("{MODULE}")
add_library(work STATIC send.c receive.c)
target_include_directories(work PUBLIC include)
add_executable(counts main.c)
target_link_libraries(counts PRIVATE work)
add_library(alone STATIC alone.c)
fsfind_add_facts(alone)
fsfind_add_facts_check(sharing TARGETS counts work)
if(EXISTS "${{CMAKE_SOURCE_DIR}}/known")
  fsfind_add_facts_check(new_sharing TARGETS counts work BASELINE known)
endif()
"""
# Has a finding by itself.
ALONE = """#include <pthread.h>
struct pair { long made; long used; } pair;
static void *make(void *x) { for (int i = 0; i < 1000000; ++i) pair.made++; return x; }
static void *use(void *x) { for (int i = 0; i < 1000000; ++i) pair.used++; return x; }
void start(pthread_t *t) { pthread_create(t, 0, make, 0); pthread_create(t + 1, 0, use, 0); }
"""


def run(*command, code=0, folder=None):
    done = subprocess.run([str(word) for word in command], cwd=folder, text=True,
                          capture_output=True, check=False)
    if done.returncode != code:
        sys.exit(f"exit code {done.returncode} instead of {code}: {command}\n"
                 f"{done.stdout}{done.stderr}")
    return done.stdout


def expect(holds, what, shown):
    if not holds:
        sys.exit(f"{what}:\n{shown}")


def outdated(build):
    """Names of the sources whose facts Ninja would gather again."""
    planned = run("ninja", "-C", build, "-n", "sharing")
    return sorted(line.split()[-1] for line in planned.splitlines() if "Gathering facts of" in line)


def touched(path, build):
    """What is outdated once another line stands in the file; it is brought up to date."""
    path.write_text(path.read_text() + "\n")
    names = outdated(build)
    run("ninja", "-C", build, "counts_facts", "work_facts")
    expect(outdated(build) == [], "gathered twice", outdated(build))
    return names


def main():
    with tempfile.TemporaryDirectory() as scratch:
        source = pathlib.Path(scratch, "with space")
        build = source / "build"  # where the configuration file of the sources counts, too
        program.write(source)
        (source / "alone.c").write_text(ALONE)
        (source / "CMakeLists.txt").write_text(PROJECT)
        configure = ["cmake", "-G", "Ninja", "-S", source, "-B", build]
        run(*configure)
        told = run("ninja", "-C", build, "sharing", code=1)
        expect(told.count(f"[{program.RULE}]") == 1, "not one finding", told)
        expect(outdated(build) == [], "gathered twice", outdated(build))
        names = touched(source / "include/only_send.h", build)
        expect(names == ["send.c"], "a header of one unit", names)
        names = touched(source / "include/counts.h", build)
        expect(names == ["main.c", "receive.c", "send.c"], "a header of all units", names)
        run(FSFIND, "check", "-q", "--facts-in", build / "sharing.facts", "--write-baseline",
            source / "known", folder=source)
        run(*configure)
        run("ninja", "-C", build, "new_sharing")
        (source / ".fsfind.yaml").write_text("fail-on: any\n")
        run(FSFIND, "check", "-q", "--no-cache", "alone.c", "--", code=1, folder=source)
        run("ninja", "-C", build, "alone_facts")


if __name__ == "__main__":
    main()
