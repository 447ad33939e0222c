"""The judged tables are well-formed, and a report is held against them as README.md says."""

import pathlib
import sys
import unittest

sys.path.insert(0, str(pathlib.Path(__file__).resolve().parent))

import claims  # noqa: E402
import judgement  # noqa: E402
import manifest  # noqa: E402


def claim(data="hits", members=("hits",), sharing="false", confidence="high", remedy="align-type"):
    return claims.Claim(1, "a-rule", data, tuple(members), sharing, confidence, 9, 0.5, remedy)


def report(*found, named=100):
    return claims.Report(list(found), 100, named, named, 100, named)


def row(word="top", data="hits", members="*", sharing="*", takes=(), refuses=()):
    return judgement.Judged(
        "p", data, members, sharing, word, frozenset(takes), frozenset(refuses), "because"
    )


def expected(contends=True, named=0.9):
    return judgement.Expected("p", "1", named, contends, "because")


class Tables(unittest.TestCase):
    def test_every_judged_program_has_a_manifest_and_an_expectation(self):
        programs = judgement.read_programs()
        self.assertLessEqual(set(programs), set(manifest.names()))
        self.assertLessEqual({judged.program for judged in judgement.read_claims()}, set(programs))

    def test_every_row_gives_a_reason(self):
        for judged in [*judgement.read_claims(), *judgement.read_programs().values()]:
            self.assertTrue(judged.reason.strip(), judged)

    def test_no_remedy_is_both_taken_and_refused(self):
        for judged in judgement.read_claims():
            self.assertFalse(judged.takes & judged.refuses, judged)

    def test_manifests_can_be_read(self):
        for name in manifest.names():
            program = manifest.load(name)
            self.assertTrue(program.run.command, name)
            self.assertEqual(bool(program.run.load), bool(program.run.port), name)


class Holding(unittest.TestCase):
    def hold(self, told, *rows, contends=True):
        return judgement.hold(told, expected(contends), list(rows), "1")

    def test_a_top_finding_is_looked_up_by_data_member_and_sharing(self):
        rows = [row("wrong", members="size"), row("arguable", sharing="true,mixed"), row("top")]
        self.assertEqual(self.hold(report(claim()), *rows).top, "top")
        self.assertEqual(self.hold(report(claim(sharing="mixed")), *rows).top, "arguable")
        self.assertEqual(self.hold(report(claim(members=["n", "size"])), *rows).top, "wrong")
        self.assertEqual(self.hold(report(claim("else")), *rows).top, judgement.NOT_JUDGED)

    def test_a_remedy_is_sane_bad_absent_or_not_judged(self):
        rows = [row(takes=["align-type"], refuses=["split"])]
        self.assertEqual(self.hold(report(claim()), *rows).remedy, "sane")
        self.assertEqual(self.hold(report(claim(remedy="split")), *rows).remedy, "bad")
        self.assertEqual(self.hold(report(claim(remedy="")), *rows).remedy, "none")
        self.assertEqual(
            self.hold(report(claim(remedy="reorder")), *rows).remedy, judgement.NOT_JUDGED
        )

    def test_a_wrong_claim_counts_at_any_rank_if_confidence_is_high(self):
        rows = [row(), row("wrong", data="points")]
        sure = self.hold(report(claim(), claim("points")), *rows)
        unsure = self.hold(report(claim(), claim("points", confidence="medium")), *rows)
        self.assertEqual([told.data for told in sure.wrong], ["points"])
        self.assertEqual(unsure.wrong, [])

    def test_silence_is_right_where_nothing_contends_and_only_there(self):
        self.assertEqual(self.hold(report(), contends=False).top, "top")
        self.assertEqual(self.hold(report(), contends=True).top, "wrong")
        self.assertEqual(self.hold(report(claim()), contends=False).top, "wrong")

    def test_names_must_be_enough(self):
        self.assertTrue(self.hold(report(claim(), named=90), row()).named_enough)
        self.assertFalse(self.hold(report(claim(), named=89), row()).named_enough)


if __name__ == "__main__":
    unittest.main()
