"""The Python module reads what fsfind writes today, and refuses the rest with one exception. Needs
nothing but Python; FSFIND names the program."""
import copy
import json
import os
import pathlib
import subprocess
import tempfile
import unittest
from unittest import mock

import fsfind

ROOT = pathlib.Path(__file__).resolve().parents[2]
SHARDS = ROOT / "fixtures/shard_stats/perf.data"
RING = ROOT / "fixtures/ring_queue/perf.data"


class Reports(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.report = fsfind.report(SHARDS)

    def test_a_report_has_its_findings_and_lines(self):
        finding = self.report.findings[0]
        self.assertEqual(finding.rule, "fsfind-per-thread-slots")
        self.assertEqual(finding.object.name, "shard_stats_table")
        self.assertEqual([member.path for member in finding.members], ["requests", "bytes"])
        self.assertEqual(set(finding.lines), {line.address for line in self.report.lines})
        self.assertGreater(self.report.classes.load_local_hitm, 0)

    def test_nothing_that_fsfind_writes_is_unknown(self):
        self.assertEqual(unknown(self.report), [])

    def test_rows_have_every_sample_and_finding(self):
        rows = fsfind.to_rows(self.report)
        self.assertEqual(sum(row["count"] for row in rows["accesses"]),
                         sum(row["samples"] for row in rows["lines"]))
        self.assertEqual(sum(row["contended"] for row in rows["accesses"]),
                         rows["findings"][0]["hitm"])
        self.assertEqual({row["member"] for row in rows["members"]}, {"requests", "bytes"})
        self.assertEqual({row["op"] for row in rows["accesses"]}, {"load", "store"})

    def test_findings_of_sources_have_no_lines(self):
        found = fsfind.check("--no-cache", ROOT / "fixtures/shard_stats/shard_stats.c", "--",
                             "-std=c11")
        self.assertEqual(found.findings[0].verdict, "latent")
        self.assertEqual(unknown(found), [])
        self.assertEqual(fsfind.to_rows(found)["accesses"], [])


class OtherDocuments(unittest.TestCase):
    def test_diff(self):
        found = fsfind.diff(SHARDS, RING)
        self.assertEqual(found.summary.gone, 1)
        self.assertEqual({one.change for one in found.differences}, {"gone", "new"})
        self.assertEqual(unknown(found), [])

    def test_machine(self):
        found = fsfind.machine(ROOT / "fixtures/machines/epyc-2.json")
        self.assertEqual([(one.a, one.b) for one in found.transfers], [(0, 1)])
        self.assertEqual(unknown(found), [])

    def test_placement(self):
        found = fsfind.placement(ROOT / "fixtures/placements/two-nodes.json")
        self.assertGreater(len(found.looks[0].regions), 0)
        self.assertEqual(unknown(found), [])

    def test_placement_of_a_command_that_prints_and_fails(self):
        with tempfile.TemporaryDirectory() as folder:
            ran = pathlib.Path(folder, "ran")
            found = fsfind.placement("--after", "0.3", "--", "sh", "-c",
                                     f"echo hello; sleep 1; touch {ran}; exit 3")
            self.assertTrue(ran.exists())
        self.assertEqual(len(found.looks), 1)

    def test_watch_has_a_step_a_line_and_a_torn_one_is_left_out(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("1", "2"):
                os.symlink(SHARDS, f"{folder}/{name}.data")
            steps = pathlib.Path(folder, "steps")
            with open(steps, "wb") as out:
                subprocess.run([os.environ["FSFIND"], "watch", "--replay", folder, "--order=name",
                                "--format=json", "-q", "--alarm=none"], stdout=out, check=True)
            whole = list(fsfind.read_watch(steps))
            self.assertEqual([step.number for step in whole], [1, 2])
            self.assertEqual([found for step in whole for found in unknown(step)], [])
            steps.write_bytes(steps.read_bytes()[:-20])
            self.assertEqual(len(list(fsfind.read_watch(steps))), 1)


class Refused(unittest.TestCase):
    def setUp(self):
        folder = tempfile.TemporaryDirectory()
        self.addCleanup(folder.cleanup)
        self.path = pathlib.Path(folder.name, "document.json")
        self.diff = json.loads(subprocess.run(
            [os.environ["FSFIND"], "diff", "--format=json", SHARDS, SHARDS],
            capture_output=True, check=True).stdout)

    def refused(self, document, *words, read=fsfind.read):
        self.path.write_text(document if isinstance(document, str) else json.dumps(document))
        with self.assertRaises(fsfind.Error) as raised:
            read(self.path)
        self.assertEqual(raised.exception.path, str(self.path))
        self.assertTrue(raised.exception.remedy)
        for word in words:
            self.assertIn(word, str(raised.exception))

    def test_what_is_no_document_of_fsfind(self):
        self.refused("{", "no JSON")
        self.refused("[" * 100_000, "nested too deep")
        self.refused("[]", "no document of fsfind")
        self.refused({"schema": 1}, "no document of fsfind")
        self.refused({"schema": 1, "tool": {"name": "fsfind", "version": "9"}}, "does not know")

    def test_another_schema_or_kind(self):
        self.refused({**self.diff, "schema": 2}, "schema 2", "reads 1")
        self.refused(self.diff, "a Diff, not a Report",
                     read=lambda path: fsfind.read_as(fsfind.Report, path))

    def test_a_field_that_is_missing_or_of_another_type(self):
        lacking = copy.deepcopy(self.diff)
        del lacking["summary"]["gone"]
        self.refused(lacking, "$.summary has no gone")
        wrong = copy.deepcopy(self.diff)
        wrong["summary"]["gone"] = "none"
        self.refused(wrong, "$.summary.gone is no int")

    def test_fields_of_later_versions_are_kept(self):
        self.diff["summary"]["moved"] = 3
        self.path.write_text(json.dumps(self.diff))
        self.assertEqual(fsfind.read(self.path).summary.extra, {"moved": 3})

    def test_files_and_programs_that_are_missing(self):
        with self.assertRaisesRegex(fsfind.Error, "/nowhere: cannot be read: .*; check the path"):
            fsfind.read("/nowhere")
        with self.assertRaisesRegex(fsfind.Error, "cannot be read: .*; check the path"):
            fsfind.read("no\0where")
        with self.assertRaisesRegex(fsfind.Error, "fsfind report: cannot be run: .*; check the words"):
            fsfind.report("no\0where")
        with self.assertRaisesRegex(fsfind.Error, "/nowhere: cannot be run.*install fsfind"):
            fsfind.report(SHARDS, program="/nowhere")

    def test_words_that_write_to_a_file(self):
        for words in (["-o", "x"], ["-ox"], ["-qo", "x"], ["--output=x"], ["--output", "x"]):
            with self.assertRaisesRegex(fsfind.Error, "the document is returned, not written; leave"):
                fsfind.report(SHARDS, *words)

    def test_errors_of_fsfind(self):
        with self.assertRaisesRegex(fsfind.Error, "fsfind report: /etc/hostname: is not a perf.data"):
            fsfind.report("/etc/hostname")

    def test_frames_without_pandas(self):
        report = fsfind.report(SHARDS)
        with mock.patch.dict("sys.modules", {"pandas": None}):
            with self.assertRaisesRegex(fsfind.Error, "pandas: is not installed; install it"):
                fsfind.to_frames(report)


def unknown(document, where="$"):
    """Where the document has fields that the classes do not."""
    if isinstance(document, list):
        return [found for at, one in enumerate(document) for found in unknown(one, f"{where}[{at}]")]
    if not hasattr(document, "extra"):
        return []
    found = [f"{where}.{key}" for key in document.extra]
    for name, value in vars(document).items():
        if name != "extra":
            found += unknown(value, f"{where}.{name}")
    return found


if __name__ == "__main__":
    unittest.main()
