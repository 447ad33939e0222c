#!/usr/bin/env python3
"""contrib/bazel with a real Bazel: the test fails for the finding that only all units together have;
a baseline lets it pass; a changed header gathers the facts of those that may include it, and no
others; another output folder takes all facts from a cache over HTTP.

usage: facts_by_bazel.py FSFIND TOOLS
TOOLS is where `./dev ci-deps` installs @bazel/bazel-linux_x64. Nothing is fetched: the repositories of
Bazel's own that building C makes it look for are given as folders with what is asked of them.
"""
import contextlib
import http.server
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import threading

import program

FSFIND, TOOLS = (pathlib.Path(argument).resolve() for argument in sys.argv[1:3])
RULES = pathlib.Path(__file__).resolve().parents[2] / "contrib/bazel"
WORKSPACE = """load("//contrib/bazel:local.bzl", "fsfind_local")
fsfind_local(name = "fsfind")
"""
BUILD = """load("//contrib/bazel:fsfind.bzl", "fsfind_facts", "fsfind_test")
cc_library(name = "sending", srcs = ["send.c", "include/only_send.h"], deps = [":counting"])
cc_library(name = "receiving", srcs = ["receive.c"], deps = [":counting"])
cc_library(name = "counting", hdrs = ["include/counts.h"], includes = ["include"])
cc_binary(name = "counts", srcs = ["main.c"], deps = [":sending", ":receiving"])
fsfind_facts(name = "facts", targets = [":counts"])
fsfind_test(name = "sharing", targets = [":counts"])
fsfind_test(name = "new_sharing", targets = [":counts"], baseline = "known")
"""
# What Bazel 2 asks of repositories that it would fetch.
JAVA = "".join(f"java_{kind} = native.java_{kind}\n"
               for kind in ("binary", "import", "library", "runtime", "toolchain"))
CC = "".join(f"cc_{kind} = native.cc_{kind}\n"
             for kind in ("binary", "import", "library", "test", "toolchain", "toolchain_suite"))
REPOSITORIES = {
    "remote_coverage_tools": {"BUILD": 'filegroup(name = "coverage_report_generator",\n'
                                       '  visibility = ["//visibility:public"])\n'},
    "rules_cc": {"cc/BUILD": "", "cc/defs.bzl": CC},
    "rules_java": {"java/BUILD": "", "java/defs.bzl": JAVA},
}
TESTS_FAILED = 3  # bazel's exit code


class Cache(http.server.BaseHTTPRequestHandler):
    """Bazel's remote cache: what was put at a path is got there (docs, "Remote caching")."""
    protocol_version = "HTTP/1.1"
    kept, taken = {}, []

    def do_PUT(self):  # pylint: disable=invalid-name
        self.kept[self.path] = self.rfile.read(int(self.headers["Content-Length"]))
        self.answer(200, b"")

    def do_GET(self):  # pylint: disable=invalid-name
        if self.path in self.kept:
            self.taken.append(self.path)
        self.answer(200 if self.path in self.kept else 404, self.kept.get(self.path, b""))

    def answer(self, code, content):
        self.send_response(code)
        self.send_header("Content-Length", str(len(content)))
        self.end_headers()
        self.wfile.write(content)

    def log_message(self, format, *args):  # pylint: disable=redefined-builtin
        pass


@contextlib.contextmanager
def cache_server():
    server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Cache)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    server.shutdown()


class Bazel:
    """One output folder, with a server of its own."""

    def __init__(self, scratch, name, cache):
        found = sorted(TOOLS.glob("node_modules/@bazel/bazel-linux_x64/bazel-*x86_64"))
        if not found:
            print("left out: Bazel is not installed")
            sys.exit(77)
        self.workspace = scratch / "workspace"
        self.start = [found[-1], "--nohome_rc", "--nosystem_rc", f"--output_user_root={scratch}/root",
                      f"--output_base={scratch}/{name}", "--max_idle_secs=60"]
        self.options = ["--noshow_progress", "--color=no", "--test_output=errors", "--jobs=2",
                        f"--remote_cache={cache}", f"--repo_env=FSFIND={FSFIND}"]
        self.options += [f"--override_repository={name}={scratch}/repositories/{name}"
                         for name in REPOSITORIES]

    def run(self, command, *words, code=0):
        done = subprocess.run([*self.start, command, *self.options, *words], cwd=self.workspace,
                              text=True, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                              check=False)
        if done.returncode != code:
            sys.exit(f"bazel {command} {words}: exit code {done.returncode} instead of {code}\n"
                     f"{done.stdout}")
        return done.stdout

    def facts(self):
        """Builds the program's facts. (how many actions ran, how many were taken from the cache)"""
        told = self.run("build", "-s", "//:facts")
        ran = len(re.findall(r"SUBCOMMAND: .*(?:Gathering|Merging) facts", told))
        taken = sum(int(count) for count in re.findall(r"(\d+) remote cache hit", told))
        return ran, taken, told

    def end(self):
        subprocess.run([*self.start, "shutdown"], cwd=self.workspace, check=False,
                       stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)


def expect(holds, what, shown):
    if not holds:
        sys.exit(f"{what}:\n{shown}")


def write(scratch):
    workspace = scratch / "workspace"
    program.write(workspace)
    (workspace / "WORKSPACE").write_text(WORKSPACE)
    (workspace / "BUILD").write_text(BUILD)
    (workspace / "known").write_text("")
    shutil.copytree(RULES, workspace / "contrib/bazel")
    for name, files in REPOSITORIES.items():
        for file, text in {"WORKSPACE": "", "BUILD": "", **files}.items():
            path = scratch / "repositories" / name / file
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(text)


def check(first, second):
    told = first.run("test", "//:sharing", code=TESTS_FAILED)
    expect(told.count(f"[{program.RULE}]") == 1 and "include/counts.h:1:" in told,
           "not one finding, shown by its place in the workspace", told)
    facts = first.workspace / "bazel-bin/facts.program.facts"
    ran, _, told = first.facts()
    expect(ran == 1, "more than the merge of fsfind_facts", told)
    made = facts.read_bytes()
    subprocess.run([FSFIND, "check", "-q", "--facts-in", facts, "--map-path",
                    f"/proc/self/cwd={first.workspace}", "--write-baseline", "known"],
                   cwd=first.workspace, check=True, stdout=subprocess.DEVNULL)
    first.run("test", "//:new_sharing")
    _, taken, told = second.facts()
    # Three units, three targets' merges, and the program's.
    expect(taken == 7, f"{taken} of 7 actions from the cache", told)
    expect(facts.read_bytes() == made, "other bytes", told)
    header = first.workspace / "include/only_send.h"
    header.write_text(header.read_text() + "\n")
    _, _, told = second.facts()
    # main.c may include it, too, as far as Bazel is told.
    gathered = sorted(re.findall(r"Gathering facts of (\S+)'", told))
    expect(gathered == ["main.c", "send.c"], "a header that receive.c cannot include", told)


def main():
    with tempfile.TemporaryDirectory() as folder, cache_server() as cache:
        scratch = pathlib.Path(folder)
        write(scratch)
        both = [Bazel(scratch, name, cache) for name in ("first", "second")]
        try:
            check(*both)
        finally:
            for one in both:
                one.end()
            # Bazel takes the right to write from what it made.
            subprocess.run(["chmod", "-R", "u+w", folder], check=False)


if __name__ == "__main__":
    main()
