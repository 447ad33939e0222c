"""A project that finds fsfind by find_package() has a test that fails on its findings.

usage: cmake_package.py CMAKE BUILD_DIRECTORY
"""
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import unittest

CMAKE, BUILD = sys.argv[1:3]
PROJECT = pathlib.Path(__file__).parent / "project"


def run(*command, **options):
    return subprocess.run([str(word) for word in command], capture_output=True, text=True, **options)


class CMakePackage(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.folder = tempfile.TemporaryDirectory()
        cls.place = pathlib.Path(cls.folder.name)
        cls.prefix = cls.place / "usr"
        run(CMAKE, "--install", BUILD, "--prefix", cls.prefix, check=True)
        cls.project = cls.place / "project"
        shutil.copytree(PROJECT, cls.project)

    @classmethod
    def tearDownClass(cls):
        cls.folder.cleanup()

    def configure(self, build, *options):
        return run(CMAKE, "-S", self.project, "-B", self.place / build, f"-DCMAKE_PREFIX_PATH={self.prefix}",
                   *options)

    def outcomes(self, build):
        """Test -> whether it passed, and all that was printed."""
        ctest = pathlib.Path(CMAKE).with_name("ctest")
        tested = run(ctest, "--test-dir", self.place / build, "--output-on-failure")
        found = dict(re.findall(r"Test +#\d+: (\S+) \.+ *(?:\*\*\*)?(\w+)", tested.stdout))
        return {name: outcome == "Passed" for name, outcome in found.items()}, tested.stdout

    def test_fails_on_findings_of_the_target_that_are_not_in_the_baseline(self):
        configured = self.configure("build", "-DCMAKE_EXPORT_COMPILE_COMMANDS=ON")
        self.assertEqual(configured.returncode, 0, configured.stderr)
        build = self.place / "build"
        written = run(CMAKE, "--build", build, "--target", "known-findings.baseline")
        self.assertEqual(written.returncode, 0, written.stdout + written.stderr)
        passed, text = self.outcomes("build")
        self.assertEqual(passed, {"new-findings": False, "known-findings": True, "fsfind.quiet": True}, text)
        self.assertIn("include/till.h:3:8: high", text)
        # A finding that the baseline does not have fails the other test, too.
        header = self.project / "include" / "till.h"
        header.write_text(header.read_text().replace("returned", "refunded"))
        source = self.project / "counters.c"
        source.write_text(source.read_text().replace("returned", "refunded"))
        passed, text = self.outcomes("build")
        self.assertFalse(passed["known-findings"], text)

    def test_says_what_is_missing_without_a_compile_database(self):
        configured = self.configure("without")
        self.assertNotEqual(configured.returncode, 0)
        self.assertIn("set(CMAKE_EXPORT_COMPILE_COMMANDS ON)", re.sub(r"\s+", " ", configured.stderr))


unittest.main(argv=sys.argv[:1])
