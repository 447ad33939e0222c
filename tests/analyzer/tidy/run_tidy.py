#!/usr/bin/env python3
"""Runs the clang-tidy plugin as users do, and holds it to what it promises.

    run_tidy.py --llvm 19 --plugin build/dev/libfsfind-tidy.so [--other LLVM] [unittest arguments]

Sources in cases/ say in CHECK comments what is reported there; anything more fails. Tools are those
of the release, by the names the distribution gives them.
"""
import argparse
import json
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

import yaml

HERE = pathlib.Path(__file__).resolve().parent
sys.path.insert(0, str(HERE.parent))
from run_cases import SOURCES, Case  # noqa: E402 beside the folder of this script

ROOT = HERE.parents[2]
CASES = HERE / "cases"
PROJECT = HERE / "project"
APART = HERE / "apart"
MOCK = CASES / "mock_std.h"
SKIPPED = 77
CHECKS = "-checks=-*,fsfind-*"
MESSAGE = re.compile(r"^\S+:\d+:\d+: (warning|error|note): ")
OPTIONS = None


def tool(name, llvm=None):
    """Path of a tool of the release; None if it is not installed."""
    llvm = llvm or OPTIONS.llvm
    found = shutil.which(f"/usr/lib/llvm-{llvm}/bin/{name}") or shutil.which(f"{name}-{llvm}")
    return found or shutil.which(f"{name}-{llvm}.py")


def run(*command, folder=None, text=None):
    return subprocess.run([str(part) for part in command], cwd=folder, input=text, text=True,
                          capture_output=True, timeout=120, check=False)


def tidy(*arguments, folder=None, config="{}"):
    return run(tool("clang-tidy"), f"-load={OPTIONS.plugin}", f"--config={config}", CHECKS,
               *arguments, folder=folder)


def messages(output, level="warning"):
    """Each message in one line, without the source that clang-tidy shows."""
    lines = [line for line in output.splitlines() if MESSAGE.match(line)]
    return lines if level is None else [line for line in lines if f": {level}: " in line]


class Folder(unittest.TestCase):
    def setUp(self):
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="fsfind-tidy-"))
        self.folder.chmod(0o755)  # a file of names outside clang-tidy's folder must be one that all may read
        self.addCleanup(shutil.rmtree, self.folder)

    def copy(self, *paths):
        for path in paths:
            shutil.copy(path, self.folder)
        return [self.folder / path.name for path in paths]

    def database(self, *names):
        entries = [{"directory": str(self.folder), "file": name,
                    "command": f"clang++ -std=c++17 -c {name}"} for name in names]
        (self.folder / "compile_commands.json").write_text(json.dumps(entries))


class Sources(unittest.TestCase):
    def check(self, case):
        got = tidy(case, "--")
        self.assertEqual(got.returncode, 0, got.stderr)
        shown = "\n".join(messages(got.stdout + got.stderr, None))
        if "// CHECK" not in case.read_text():
            self.assertEqual(shown, "")
            return
        checked = run(tool("FileCheck"), "--implicit-check-not={{warning|error}}:", case, text=shown)
        self.assertEqual(checked.returncode, 0, checked.stderr + shown)

    def test_cases(self):
        for case in sorted(CASES.glob("*.c*")):
            with self.subTest(case=case.name):
                self.check(case)


class Configuration(Folder):
    def test_lists_every_rule(self):
        names = dict(re.findall(r'(kRule\w+) = "(fsfind-[a-z-]+)"',
                                (ROOT / "rules/model/RuleIds.h").read_text()))
        text = (ROOT / "rules/source/Catalogue.cpp").read_text()
        rules = {names[one] for one in re.findall(r"RuleInfo\{(kRule\w+)", text)}
        listed = set(re.findall(r"^ +(fsfind-[a-z-]+)$", tidy("-list-checks").stdout, re.MULTILINE))
        self.assertGreater(len(rules), 5)
        self.assertEqual(rules, listed)

    def test_knows_its_options(self):
        dumped = tidy("-dump-config").stdout
        for option in ("LineSize", "MinConfidence", "ThreadStarters", "ThreadIds", "LockTypes",
                       "CachelineConstants", "KnowledgeFile", "FactsFile", "ProfileFile"):
            self.assertIn(f"fsfind-per-thread-slots.{option}", dumped)

    def test_verifies_options(self):
        good = "{CheckOptions: {fsfind-per-thread-slots.LineSize: 128}}"
        self.assertEqual(tidy("-verify-config", config=good).returncode, 0)
        bad = tidy("-verify-config", config="{CheckOptions: {fsfind-per-thread-slots.Bogus: 1}}")
        self.assertNotEqual(bad.returncode, 0)
        self.assertIn("fsfind-per-thread-slots.Bogus", bad.stdout + bad.stderr)

    def wrong(self, option, value, expected):
        got = tidy(CASES / "silent.cpp", "--", config=f"{{CheckOptions: {{{option}: '{value}'}}}}")
        self.assertIn(expected, got.stdout + got.stderr)

    def test_reports_wrong_values(self):
        self.wrong("fsfind-per-thread-slots.LineSize", "100", "LineSize is 100")
        self.wrong("fsfind-per-thread-slots.LineSize", "many", "LineSize")
        self.wrong("fsfind-per-thread-slots.MinConfidence", "sure", "MinConfidence is 'sure'")
        self.wrong("fsfind-per-thread-slots.FactsFile", "/nonexistent.facts", "/nonexistent.facts")
        self.wrong("KnowledgeFile", "/nonexistent.names", "KnowledgeFile: /nonexistent.names: ")
        self.wrong("KnowledgeFile", str(CASES / "slots.c"), "slots.c:")
        with tempfile.TemporaryDirectory() as folder:
            secret = pathlib.Path(folder) / "key.pem"
            secret.write_text("SECRET word\n")
            secret.chmod(0o600)
            self.wrong("KnowledgeFile", str(secret), "not every user may read it")
        self.wrong("ProfileFile", "/nonexistent.json", "ProfileFile: /nonexistent.json: cannot be")
        self.wrong("ProfileFile", str(CASES / "slots.c"), "is not whole JSON")

    def warnings(self, case, options):
        text = ", ".join(f"{name}: '{value}'" for name, value in options.items())
        got = tidy(CASES / case, "--", config=f"{{CheckOptions: {{{text}}}}}")
        return messages(got.stdout + got.stderr)

    def test_line_size_for_one_rule_and_for_all(self):
        self.assertIn("64-byte", self.warnings("ring.cpp", {})[0])
        one = {"fsfind-adjacent-thread-fields.LineSize": 128}
        self.assertIn("128-byte", self.warnings("ring.cpp", one)[0])
        self.assertIn("128-byte", self.warnings("ring.cpp", {"LineSize": 128})[0])

    def test_own_thread_starters(self):
        self.assertEqual(self.warnings("own_starter.cpp", {}), [])
        found = self.warnings("own_starter.cpp", {"ThreadStarters": "Plan::keep"})
        self.assertEqual(len(found), 1, found)
        names = self.folder / "names"
        names.write_text("starter Plan::keep\n")
        self.assertEqual(self.warnings("own_starter.cpp", {"KnowledgeFile": names}), found)

    def test_own_words(self):
        self.assertEqual(self.warnings("own_word.c", {}), [])
        names = self.folder / "names"
        names.write_text("name-word berth thread threads\n")
        self.assertEqual(self.warnings("own_word.c", {"KnowledgeFile": names}), [])
        found = self.warnings("own_word.c", {"KnowledgeFile": names, "MinConfidence": "low"})
        self.assertEqual(len(found), 1, found)
        self.assertIn("'counts'", found[0])

    def configured(self, case, text, options=None):
        """All that is said of a case below a folder with this .fsfind.yaml."""
        (self.folder / ".fsfind.yaml").write_text(text)
        (self.folder / "src").mkdir(exist_ok=True)
        for path in (CASES / case, MOCK):
            shutil.copy(path, self.folder / "src")
        (self.folder / "compile_commands.json").write_text(json.dumps([
            {"directory": str(self.folder), "file": f"src/{case}", "command": f"clang++ -std=c++17 -c src/{case}"}]))
        listed = ", ".join(f"{name}: '{value}'" for name, value in (options or {}).items())
        got = tidy("-p", self.folder, self.folder / "src" / case, config=f"{{CheckOptions: {{{listed}}}}}")
        return got.stdout + got.stderr

    def test_the_projects_configuration(self):
        told = self.configured("ring.cpp", "line-size: 128\nfail-on: high\nreport: {baseline: none}\n")
        self.assertIn("128-byte", messages(told)[0])
        told = self.configured("ring.cpp", "line-size: 128\n", {"LineSize": 256})
        self.assertIn("256-byte", messages(told)[0])
        found = self.configured("own_starter.cpp", "names: [starter Plan::keep]\n")
        self.assertEqual(len(messages(found)), 1, found)
        (self.folder / "project.names").write_text("starter Plan::keep\n")
        self.assertEqual(messages(self.configured("own_starter.cpp", "knowledge: project.names\n")), messages(found))
        told = self.configured("own_starter.cpp", "names: [starter Plan::keep]\n", {"ThreadStarters": "other"})
        self.assertEqual(messages(told), messages(found))

    def test_a_mistake_in_the_projects_configuration_is_an_error(self):
        told = self.configured("ring.cpp", "jobs: 2\nline-sise: 128\n")
        errors = [line for line in told.splitlines() if "line-sise" in line]
        self.assertEqual(len(errors), 1, told)
        self.assertIn(f"error: {self.folder}/.fsfind.yaml:2:1: the key 'line-sise' is unknown; did you mean 'line-size'?",
                      errors[0])

    def test_line_filter(self):
        ring = CASES / "ring.cpp"
        only = json.dumps([{"name": "ring.cpp", "lines": [[1, 2]]}])
        got = tidy(f"-line-filter={only}", ring, "--")
        self.assertEqual(messages(got.stdout), [])
        only = json.dumps([{"name": "ring.cpp", "lines": [[5, 5]]}])
        got = tidy(f"-line-filter={only}", ring, "--")
        self.assertEqual(len(messages(got.stdout)), 1)

    def test_line_filter_asks_for_the_warnings_own_line(self):
        note = json.dumps([{"name": "ring.cpp", "lines": [[24, 24]]}])  # where a member is written
        got = tidy(f"-line-filter={note}", CASES / "ring.cpp", "--")
        self.assertEqual(messages(got.stdout), [])

    def test_warnings_as_errors(self):
        got = tidy("-warnings-as-errors=fsfind-*", CASES / "ring.cpp", "--")
        self.assertNotEqual(got.returncode, 0)
        self.assertEqual(len(messages(got.stdout, "error")), 1, got.stdout)


class WholeProgram(Folder):
    """Two units write one member each; only both together make a finding."""

    def setUp(self):
        super().setUp()
        self.copy(*APART.iterdir(), MOCK)
        self.database("feed.cc", "drain.cc")

    def warnings(self, config="{}"):
        got = tidy("-header-filter=.*", "-p", self.folder, "feed.cc", folder=self.folder,
                   config=config)
        return messages(got.stdout + got.stderr)

    def test_facts_of_other_units_count(self):
        if not OPTIONS.fsfind:
            self.skipTest("no fsfind that writes facts was named")
        self.assertEqual(self.warnings(), [])
        wrote = run(OPTIONS.fsfind, "check", "-q", "-p", self.folder, "--facts-out",
                    self.folder / "all.facts", folder=self.folder)
        self.assertIn(wrote.returncode, (0, 1), wrote.stderr)
        found = self.warnings(f"{{CheckOptions: {{FactsFile: '{self.folder}/all.facts'}}}}")
        self.assertEqual(len(found), 1, found)
        self.assertIn("[fsfind-adjacent-thread-fields]", found[0])

    def test_what_the_unit_read_counts_as_it_is_now(self):
        if not OPTIONS.fsfind:
            self.skipTest("no fsfind that writes facts was named")
        wrote = run(OPTIONS.fsfind, "check", "-q", "-p", self.folder, "--facts-out",
                    self.folder / "all.facts", folder=self.folder)
        self.assertIn(wrote.returncode, (0, 1), wrote.stderr)
        config = f"{{CheckOptions: {{FactsFile: '{self.folder}/all.facts'}}}}"
        before = self.warnings(config)
        line = int(before[0].split(":")[1])
        pipe = self.folder / "pipe.h"
        text = pipe.read_text()
        pipe.write_text("//\n//\n" + text)
        found = self.warnings(config)
        self.assertEqual(len(found), 1, found)
        self.assertIn(f"pipe.h:{line + 2}:", found[0])
        tidy("-fix", "-header-filter=.*", "-p", self.folder, "feed.cc", folder=self.folder,
             config=config)
        compiled = run(tool("clang"), "-fsyntax-only", "-std=c++17", "feed.cc", folder=self.folder)
        self.assertEqual(compiled.returncode, 0, compiled.stderr)
        self.assertEqual(pipe.read_text().count("alignas(64)"), 1)
        self.assertEqual(self.warnings(config), [])


class Measured(Folder):
    """A report on a recording, joined with what the unit shows."""

    RING = ROOT / "fixtures/ring_queue"

    def setUp(self):
        super().setUp()
        if not OPTIONS.fsfind:
            self.skipTest("needs --fsfind")
        self.profile = self.folder / "profile.json"

    def report(self, *arguments):
        wrote = run(OPTIONS.fsfind, *arguments, "-q", "--format=json", "-o", self.profile)
        self.assertEqual(wrote.returncode, 0, wrote.stderr)

    def tidy(self, source, confidence):
        options = f"ProfileFile: '{self.profile}', MinConfidence: {confidence}"
        return tidy(source, "--", "-std=c++20", config=f"{{CheckOptions: {{{options}}}}}")

    def test_says_what_was_measured(self):
        self.report("report", "--lines", "1", self.RING / "perf.data")
        got = self.tidy(self.RING / "ring_queue.cpp", "high")
        slots = [line for line in messages(got.stdout) if "fsfind-per-thread-slots" in line]
        self.assertEqual(len(slots), 1, got.stdout + got.stderr)
        self.assertRegex(slots[0], r"ring_queue.cpp:21:27: .*'Lanes.lanes'.*; measured: "
                                   r"\d+\.\d% of HITM, \d+\.\d% of sampled latency, 4 writer threads")
        self.assertNotIn("adjacent-thread-fields", got.stdout)  # measured as true sharing

    def test_finds_files_that_were_built_elsewhere(self):
        hot_flag = ROOT / "fixtures/hot_flag"
        self.copy(hot_flag / "hot_flag.c")
        self.report("report", "--lines", "1", hot_flag / "perf.data")
        got = tidy(self.folder / "hot_flag.c", "--",
                   config=f"{{CheckOptions: {{ProfileFile: '{self.profile}'}}}}")
        self.assertIn("measured: 100.0% of HITM", got.stdout)

    def test_leaves_alone_what_was_not_measured(self):
        self.report("report", "--lines", "1", self.RING / "padded.perf.data")
        got = self.tidy(self.RING / "ring_queue.cpp", "medium")
        self.assertIn("[fsfind-adjacent-thread-fields]", got.stdout)
        self.assertNotIn("measured", got.stdout)

    def test_a_joined_report_tells_of_the_recording_only(self):
        (ring,) = self.copy(self.RING / "ring_queue.cpp")
        facts = self.folder / "ring.facts"
        wrote = run(OPTIONS.fsfind, "check", "-q", "--no-cache", "--facts-out", facts, ring, "--",
                    "-std=c++20")
        self.assertEqual(wrote.returncode, 0, wrote.stderr)
        self.report("report", "--lines", "1", "--facts", facts, self.RING / "perf.data")
        rule = "[fsfind-per-thread-slots]"

        def slots():
            return [line for line in messages(self.tidy(ring, "medium").stdout) if rule in line]
        self.assertRegex(slots()[0], r"ring_queue.cpp:21:27: .*; measured: ")
        text = ring.read_text()
        ring.write_text("//\n" + text)
        self.assertEqual(len(slots()), 1)
        self.assertIn("ring_queue.cpp:22:27: ", slots()[0])
        ring.write_text(text.replace("struct Own {", "struct alignas(64) Own {"))
        self.assertEqual(slots(), [])

    def test_refuses_a_report_on_sources(self):
        self.report("check", "--no-cache", "-p", ROOT / "fixtures")
        got = self.tidy(self.RING / "ring_queue.cpp", "high")
        self.assertIn("tells of no recording", got.stdout + got.stderr)


class Comments(Folder):
    """NOLINT in the plugin and in fsfind check."""

    # Text before the members, after the first, after the second, after the record; silent or not.
    FORMS = [
        ("", "", "", "", False),
        ("", "", "// NOLINT", "", True),
        ("", "// NOLINT", "", "", True),  # at the other member
        ("", "", "/* NOLINT(fsfind-adjacent-thread-fields) why */", "", True),
        ("", "", "// NOLINT(bugprone-*, fsfind-adjacent-*)", "", True),
        ("", "", "// NOLINT(fsfind-contended-atomic)", "", False),
        ("", "", "// NOLINT()", "", False),
        ("", "", "// NOLINT(*)", "", True),
        ("", "", "// NOLINT(-fsfind-*)", "", False),
        ("", "", "// NOLINTED", "", False),
        ("", "", "// NOLINT(fsfind-contended-atomic", "", True),
        ("// NOLINTNEXTLINE", "", "", "", True),
        ("", "// NOLINTNEXTLINE(fsfind-*)", "", "", True),
        ("", "", "// NOLINTNEXTLINE", "", False),
        ("// NOLINTBEGIN", "", "", "// NOLINTEND", True),
        ("// NOLINTBEGIN(fsfind-*)", "", "", "// NOLINTEND(fsfind-*)", True),
        ("// NOLINTBEGIN(fsfind-*)\n// NOLINTBEGIN(x)", "", "",
         "// NOLINTEND(x)\n// NOLINTEND(fsfind-*)", True),
        ("// NOLINTBEGIN(bugprone-*)", "", "", "// NOLINTEND(bugprone-*)", False),
        ("// NOLINTBEGIN\n// NOLINTEND", "", "", "", False),
    ]

    def source(self, form, number):
        before, first, second, after, _ = form
        return (f"struct R{number} {{\n{before}\nstd::atomic<unsigned> head; {first}\n"
                f"std::atomic<unsigned> tail; {second}\n}} r{number};\n{after}\n"
                f"void push{number}() {{ for (;;) r{number}.head.fetch_add(1); }}\n"
                f"void pop{number}() {{ for (;;) r{number}.tail.fetch_add(1); }}\n"
                f"void start{number}() {{ std::thread a(push{number}), b(pop{number}); }}\n")

    @staticmethod
    def told(text):
        return {int(number) for number in re.findall(r"written by push(\d+)\) and", text)}

    def test_same_answer(self):
        self.copy(MOCK)
        text = "".join(self.source(form, i) for i, form in enumerate(self.FORMS))
        (self.folder / "all.cpp").write_text('#include "mock_std.h"\n' + text)
        expected = {i for i, form in enumerate(self.FORMS) if not form[-1]}
        plugin = tidy("all.cpp", "--", folder=self.folder)
        self.assertEqual(self.told(plugin.stdout), expected)
        if OPTIONS.fsfind:
            driver = run(OPTIONS.fsfind, "check", "--no-cache", "all.cpp", "--", folder=self.folder)
            self.assertEqual(self.told(driver.stdout), expected)

    def test_block_without_an_end_is_none(self):
        self.copy(MOCK)
        form = ("// NOLINTBEGIN", "", "", "", False)
        (self.folder / "one.cpp").write_text('#include "mock_std.h"\n' + self.source(form, 1))
        self.assertEqual(self.told(tidy("one.cpp", "--", folder=self.folder).stdout), {1})
        if OPTIONS.fsfind:
            driver = run(OPTIONS.fsfind, "check", "--no-cache", "one.cpp", "--", folder=self.folder)
            self.assertEqual(self.told(driver.stdout), {1})


class Guard(unittest.TestCase):
    def test_other_release_is_refused(self):
        other = tool("clang-tidy", OPTIONS.other)
        if not other:
            self.skipTest(f"clang-tidy-{OPTIONS.other} is not installed")
        got = run(other, f"-load={OPTIONS.plugin}", CHECKS, "-list-checks")
        self.assertNotEqual(got.returncode, 0)
        if f"{OPTIONS.plugin}: undefined symbol: " not in got.stderr:  # the system's loader came first
            self.assertIn("libfsfind-tidy is built for clang-tidy " + OPTIONS.llvm, got.stderr)
        self.assertNotIn("fsfind-per-thread-slots", got.stdout)


class Fixes(Folder):
    def apply(self, source, *flags):
        """Applies the fixes; what clang-tidy still says then."""
        before = tidy("-export-fixes=fixes.yaml", source.name, "--", *flags, folder=self.folder)
        self.assertEqual(len(messages(before.stdout)), 1, before.stdout + before.stderr)
        self.applied(run(tool("clang-apply-replacements"), self.folder))
        compiled = run(tool("clang"), "-fsyntax-only", "-Wall", "-Wextra", "-pedantic-errors",
                       *flags, source)
        self.assertEqual(compiled.returncode, 0, compiled.stderr)
        return messages(tidy(source, "--", *flags).stdout)

    def applied(self, got):
        self.assertEqual(got.returncode, 0, got.stderr)
        (self.folder / "fixes.yaml").unlink()

    def test_members(self):
        (ring, _) = self.copy(CASES / "ring.cpp", MOCK)
        self.assertEqual(self.apply(ring, "-std=c++17"), [])
        self.assertIn("  alignas(64) std::atomic<unsigned> tail;", ring.read_text())

    def test_elements_in_c(self):
        (slots,) = self.copy(CASES / "slots.c")
        self.assertEqual(self.apply(slots, "-std=c11"), [])
        self.assertIn("  _Alignas(64) long hits;", slots.read_text())

    def test_elements_by_the_projects_constant(self):
        slots, _ = self.copy(CASES / "constant.cpp", MOCK)
        self.assertEqual(self.apply(slots, "-std=c++17"), [])
        self.assertIn("struct alignas(kCacheLine", slots.read_text())

    def test_fixes_in_place(self):
        (ring, _) = self.copy(CASES / "ring.cpp", MOCK)
        tidy("-fix", ring.name, "--", folder=self.folder)
        self.assertIn("  alignas(64) std::atomic<unsigned> tail;", ring.read_text())

    def test_moves_members(self):
        (link,) = self.copy(ROOT / "tests" / "fix" / "programs" / "link.c")
        self.assertEqual(self.apply(link, "-std=c11"), [])
        by_tool = link.read_text()
        (link,) = self.copy(ROOT / "tests" / "fix" / "programs" / "link.c")
        tidy("-fix", link.name, "--", "-std=c11", folder=self.folder)
        self.assertEqual(link.read_text(), by_tool)
        self.assertIn("  _Alignas(64) volatile long sent; // packets\n  volatile long sent_bytes;\n"
                      "  volatile long sent_errors;\n  // Packets that came in\n", by_tool)

    def test_no_unsafe_edit(self):
        self.copy(CASES / "unsafe.cpp", MOCK)
        got = tidy("-export-fixes=fixes.yaml", "unsafe.cpp", "--", folder=self.folder)
        self.assertGreaterEqual(len(messages(got.stdout)), 4, got.stdout)
        fixes = yaml.safe_load((self.folder / "fixes.yaml").read_text())
        for one in fixes["Diagnostics"]:
            self.assertEqual(one["DiagnosticMessage"]["Replacements"], [])


class Project(Folder):
    """Two units that include one header with a finding."""

    def setUp(self):
        super().setUp()
        self.copy(*PROJECT.iterdir(), MOCK)
        self.database("queue_a.cc", "queue_b.cc")

    def test_run_clang_tidy(self):
        got = run(tool("run-clang-tidy"), "-clang-tidy-binary", tool("clang-tidy"),
                  "-clang-apply-replacements-binary", tool("clang-apply-replacements"),
                  "-load", OPTIONS.plugin, CHECKS, "-header-filter=.*", "-p", self.folder,
                  "-export-fixes", self.folder / "fixes.yaml", "-j", "1", folder=self.folder)
        self.assertEqual(got.returncode, 0, got.stderr)
        every = yaml.safe_load((self.folder / "fixes.yaml").read_text())["Diagnostics"]
        found = [one["DiagnosticMessage"] for one in every
                 if one["DiagnosticMessage"]["FilePath"].endswith("queue.h")]
        self.assertEqual(len(found), 2)
        self.assertEqual(found[0], found[1])
        got = run(tool("clang-apply-replacements"), self.folder)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertEqual((self.folder / "queue.h").read_text().count("alignas(64)"), 1)

    def test_run_clang_tidy_fixes(self):
        got = run(tool("run-clang-tidy"), "-clang-tidy-binary", tool("clang-tidy"),
                  "-clang-apply-replacements-binary", tool("clang-apply-replacements"), "-fix",
                  "-load", OPTIONS.plugin, CHECKS, "-header-filter=.*", "-p", self.folder,
                  "-j", "1", folder=self.folder)
        self.assertEqual(got.returncode, 0, got.stderr)
        self.assertEqual((self.folder / "queue.h").read_text().count("alignas(64)"), 1)
        self.assertIn("alignas(64) Totals {", (self.folder / "queue_a.cc").read_text())
        again = tidy("-header-filter=.*", "-p", self.folder, "queue_a.cc", folder=self.folder)
        self.assertEqual(messages(again.stdout), [])

    def diff_of(self, line):
        changed = (self.folder / "queue_a.cc").read_text().splitlines()
        at = next(i for i, text in enumerate(changed, 1) if line in text)
        return ("--- a/queue_a.cc\n+++ b/queue_a.cc\n"
                f"@@ -{at},0 +{at},1 @@\n+{changed[at - 1]}\n")

    def test_clang_tidy_diff(self):
        def warnings(line):
            got = run(sys.executable, tool("clang-tidy-diff"), "-clang-tidy-binary",
                      tool("clang-tidy"), "-load", OPTIONS.plugin, CHECKS, "-p1", "-path",
                      self.folder, folder=self.folder, text=self.diff_of(line))
            return messages(got.stdout)
        self.assertEqual(len(warnings("Totals totals[8]")), 1)
        self.assertEqual(warnings("#include"), [])


class Patterns(Folder):
    """Every case of tests/analyzer/patterns as one project: its edits leave nothing to edit."""

    def setUp(self):
        super().setUp()
        cases = [Case(path) for path in sorted((HERE.parent / "patterns").iterdir())
                 if path.suffix in SOURCES]
        self.cases = [case for case in cases if self.compiles(case, case.path) == ""]
        self.copy(*(case.path for case in self.cases))
        entries = [{"directory": str(self.folder), "file": case.path.name, "arguments":
                    ["clang", *case.command(case.path, ["-w"]), "-c", case.path.name]}
                   for case in self.cases]
        (self.folder / "compile_commands.json").write_text(json.dumps(entries))

    @staticmethod
    def compiles(case, path):
        """What clang says against it. There may be no <omp.h> for clang."""
        return run(tool("clang"), "-fsyntax-only", "-w", *case.command(case.path, []), path).stderr

    def proposals(self):
        got = run(tool("run-clang-tidy"), "-clang-tidy-binary", tool("clang-tidy"),
                  "-clang-apply-replacements-binary", tool("clang-apply-replacements"), "-load",
                  OPTIONS.plugin, CHECKS, "-p", self.folder, "-export-fixes",
                  self.folder / "fixes.yaml", "-j", "2", folder=self.folder)
        self.assertEqual(got.returncode, 0, got.stderr)
        fixes = self.folder / "fixes.yaml"
        every = yaml.safe_load(fixes.read_text())["Diagnostics"] if fixes.exists() else []
        return [one["DiagnosticMessage"] for one in every
                if one["DiagnosticMessage"]["Replacements"]]

    def test_edits_compile_and_silence(self):
        self.assertGreater(len(self.cases), 40)
        self.assertGreater(len(self.proposals()), 15)
        got = run(tool("clang-apply-replacements"), self.folder)
        self.assertEqual(got.returncode, 0, got.stderr)
        (self.folder / "fixes.yaml").unlink()
        for case in self.cases:
            self.assertEqual(self.compiles(case, self.folder / case.path.name), "")
        self.assertEqual(self.proposals(), [])


def main():
    global OPTIONS
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--llvm", required=True)
    parser.add_argument("--plugin", required=True, type=lambda text: pathlib.Path(text).resolve())
    parser.add_argument("--other", default="22", help="another release, which must refuse the plugin")
    parser.add_argument("--fsfind", help="writes the facts file of a whole program")
    OPTIONS, rest = parser.parse_known_args()
    if not OPTIONS.plugin.exists():
        print(f"skipped: {OPTIONS.plugin} was not built")
        sys.exit(SKIPPED)
    for name in ("clang-tidy", "FileCheck", "clang", "clang-apply-replacements"):
        if not tool(name):
            print(f"skipped: {name} of LLVM {OPTIONS.llvm} is not installed")
            sys.exit(SKIPPED)
    unittest.main(argv=[sys.argv[0], *rest])


if __name__ == "__main__":
    main()
