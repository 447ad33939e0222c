#!/usr/bin/env python3
"""What table.py rejects, and how it matches findings with verdicts."""
import pathlib
import tempfile
import unittest

import table

VERDICT = {"project": "shop", "version": "1.0", "file": "src/till.c", "line": "10",
           "rule": "fsfind-adjacent-thread-fields", "confidence": "medium", "verdict": "true",
           "subject": "till.sold, till.price", "reason": "clerks count sales, customers read the price"}

JUDGED = {**VERDICT, "probability": "0.60", "kind": "-"}
PROJECT = {"project": "shop", "version": "1.0", "kind": "C, threads", "units": "3", "medium": "2"}


def finding(message="'sold' (written by clerk) and 'price' (read by customer) of 'till' lie 8 bytes apart", *,
            record="till", variable="", paths=("sold", "price"), file="src/till.c", line=10):
    return {"rule": VERDICT["rule"], "confidence": "medium", "message": message,
            "location": {"file": file, "line": line}, "record": {"name": record} if record else None,
            "object": {"name": variable}, "members": [{"path": path} for path in paths]}


class Data(unittest.TestCase):
    def read(self, *verdicts, header=None, project=("shop", "1.0", "C, threads", "3")):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "fsfind-adjacent-thread-fields.md").write_text("")
            rows = [header or table.VERDICT_COLUMNS, *(verdict.values() for verdict in verdicts)]
            (folder / "verdicts.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
            rows = [table.PROJECT_COLUMNS, project]
            (folder / "projects.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
            return table.read(folder, folder)

    def test_accepts_a_verdict_with_all_its_cells(self):
        projects, verdicts = self.read(VERDICT)
        self.assertEqual(verdicts, [VERDICT])
        self.assertEqual(projects[0]["units"], "3")

    def test_names_the_line_of_what_is_wrong(self):
        for column, value, problem in (("project", "shed", "no project 'shed'"), ("version", "2.0", "version 2.0"),
                                       ("rule", "fsfind-guess", "no rule 'fsfind-guess'"),
                                       ("confidence", "low", "confidence 'low'"), ("line", "0", "line '0'"),
                                       ("verdict", "maybe", "verdict 'maybe'"), ("subject", "", "no subject"),
                                       ("file", "/tmp/till.c", "from the project's folder"),
                                       ("reason", " ", "no reason")):
            with self.subTest(column), self.assertRaisesRegex(table.Malformed, f"verdicts.tsv:2: .*{problem}"):
                self.read({**VERDICT, column: value})

    def test_rejects_other_columns_and_missing_cells(self):
        with self.assertRaisesRegex(table.Malformed, "verdicts.tsv:1"):
            self.read(VERDICT, header=table.VERDICT_COLUMNS[1:])
        with self.assertRaisesRegex(table.Malformed, "verdicts.tsv:2: 8 cells"):
            self.read({key: value for key, value in VERDICT.items() if key != "reason"})
        with self.assertRaisesRegex(table.Malformed, "units 'some'"):
            self.read(VERDICT, project=("shop", "1.0", "C, threads", "some"))

    def test_rejects_verdicts_out_of_order_and_twice(self):
        with self.assertRaisesRegex(table.Malformed, "verdicts.tsv:3: not behind"):
            self.read({**VERDICT, "line": "11"}, VERDICT)
        with self.assertRaisesRegex(table.Malformed, "verdicts.tsv:3: not behind"):
            self.read(VERDICT, VERDICT)


class Holdout(unittest.TestCase):
    def read(self, *verdicts, medium="2"):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            (folder / "fsfind-adjacent-thread-fields.md").write_text("")
            rows = [table.HOLDOUT_COLUMNS, *([row[column] for column in table.HOLDOUT_COLUMNS] for row in verdicts)]
            (folder / "holdout.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
            rows = [table.HOLDOUT_PROJECT_COLUMNS, ["shop", "1.0", "C, threads", "3", medium]]
            (folder / "holdout_projects.tsv").write_text("".join("\t".join(row) + "\n" for row in rows))
            return table.read_holdout(folder, folder)

    def test_reads_probabilities_and_how_many_findings_there_were(self):
        projects, verdicts = self.read(JUDGED)
        self.assertEqual((projects[0]["medium"], verdicts), ("2", [JUDGED]))

    def test_names_the_line_of_what_is_wrong(self):
        for column, value, problem in (("probability", "1.2", "probability '1.2'"), ("verdict", "maybe", "'maybe'"),
                                       ("kind", "rare write", "kind 'rare write'"), ("verdict", "false", "kind '-'")):
            with self.subTest(column), self.assertRaisesRegex(table.Malformed, f"holdout.tsv:2: .*{problem}"):
                self.read({**JUDGED, column: value})
        with self.assertRaisesRegex(table.Malformed, "holdout_projects.tsv:2: medium 'many'"):
            self.read(JUDGED, medium="many")
        with self.assertRaisesRegex(table.Malformed, "2 medium verdicts of shop, which has 1"):
            self.read(JUDGED, {**JUDGED, "line": "11"}, medium="1")

    def test_says_how_many_of_the_medium_ones_were_judged(self):
        self.assertIn("| none | 1 / 0 / 0 (1 of 2) |", table.table_of_holdout_projects([PROJECT], [JUDGED]))
        self.assertIn("| none | 1 / 0 / 0 |", table.table_of_holdout_projects([{**PROJECT, "medium": "1"}], [JUDGED]))

    def test_counts_kinds_the_most_frequent_first(self):
        seldom = {**JUDGED, "verdict": "arguable", "kind": "rare write"}
        own = {**JUDGED, "verdict": "false", "kind": "own object"}
        listed = table.table_of_holdout_kinds([PROJECT], [JUDGED, seldom, own, {**seldom, "verdict": "false"}])
        self.assertRegex(listed, r"\| rare write \| 1 \| 1 \|.*\n\| own object \| 0 \| 1 \|")

    def test_is_no_part_of_what_is_fitted(self):
        self.assertFalse({row["project"] for row in table.read()[0]}
                         & {row["project"] for row in table.read_holdout()[0]})

    def test_what_is_told_is_of_projects_of_its_own(self):
        spent = {row["project"] for projects, _ in (table.read(), table.read_holdout()) for row in projects}
        projects, verdicts = table.read_told()
        self.assertTrue(verdicts)
        self.assertFalse(spent & {row["project"] for row in projects})


class Tables(unittest.TestCase):
    def test_replaces_what_stands_between_the_comments(self):
        page = "".join(f"before\n<!-- computed: {name} -->\nstale\n<!-- end of {name} -->\n"
                       for name in [*table.TABLES, *table.HOLDOUT_TABLES, *table.TOLD_TABLES])
        rows = [VERDICT, {**VERDICT, "verdict": "false"}, {**VERDICT, "confidence": "high", "verdict": "arguable"}]
        projects = [{"project": "shop", "version": "1.0", "kind": "C, threads", "units": ""}]
        judged, holdout = (projects, rows), ([{**PROJECT, "units": "7"}], [{**JUDGED, "verdict": "arguable"}])
        told = ([{**PROJECT, "units": "9"}], [{**VERDICT, "confidence": "high"}])
        computed = table.with_tables(page, judged, holdout, told)
        self.assertNotIn("stale", computed)
        self.assertIn("| shop 1.0 | C, threads | – | 0 / 1 / 0 | 1 / 0 / 1 |", computed)
        self.assertIn("| medium | 2 | 1 (50 %) | 0 (0 %) | 1 (50 %) |", computed)
        self.assertIn("| shop 1.0 | C, threads | 7 | none | 0 / 1 / 0 (1 of 2) |", computed)
        self.assertIn("| shop 1.0 | C, threads | 9 | 1 / 0 / 0 | none |", computed)
        self.assertEqual(table.with_tables(computed, judged, holdout, told), computed)

    def test_wants_every_table_in_the_page(self):
        with self.assertRaisesRegex(table.Malformed, "lacks the tables"):
            table.with_tables("no table\n", ([], []), ([], []), ([], []))


class Matching(unittest.TestCase):
    def pair(self, findings, verdicts=(VERDICT,)):
        pairs, new, gone = table.pair(findings, verdicts)
        return [(f["location"]["line"], v["line"]) for f, v in pairs], len(new), len(gone)

    def test_subject_is_what_the_message_quotes(self):
        for subject, told in (
                ("till.sold, till.price", finding(paths=("sold", "price", "stock"))),
                ("a, b", finding("'a' and 'b' are neighbours", record="", variable="b", paths=("a", "b"))),
                ("shop::tills", finding("elements of 'shop::tills' by 'hash'", variable="shop::tills", paths=("[]",))),
                ("box.sold", finding("'sold' of 'box<int>'", record="box<int>", paths=("sold",)))):
            self.assertEqual(table.subject_of(told), subject)

    def test_a_moved_line_and_another_wording_keep_the_verdict(self):
        self.assertEqual(self.pair([finding(line=17)]), ([(17, "10")], 0, 0))
        self.assertEqual(self.pair([finding("two members meet", line=17)]), ([(17, "10")], 0, 0))
        self.assertEqual(self.pair([finding(file="real/shop/src/till.c")]), ([(10, "10")], 0, 0))

    def test_the_nearest_of_equal_subjects_is_taken(self):
        other = {**VERDICT, "line": "90"}
        self.assertEqual(self.pair([finding(line=91), finding(line=12)], [VERDICT, other])[0], [(12, "10"), (91, "90")])

    def test_another_subject_at_the_same_line_keeps_the_verdict(self):
        self.assertEqual(self.pair([finding(record="desk")]), ([(10, "10")], 0, 0))

    def test_others_are_new_and_leave_the_verdict_without_a_finding(self):
        self.assertEqual(self.pair([finding(record="desk", line=17)]), ([], 1, 1))
        self.assertEqual(self.pair([finding(file="src/mytill.c")]), ([], 1, 1))
        self.assertEqual(self.pair([{**finding(), "rule": "fsfind-contended-atomic"}]), ([], 1, 1))


if __name__ == "__main__":
    unittest.main()
