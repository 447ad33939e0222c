#!/usr/bin/env python3
"""What defects.py rejects, and what its tables count."""
import pathlib
import tempfile
import unittest

import defects
from table import Malformed

ROW = {"project": "shop", "version": "1.0 (bookworm)", "file": "till.h", "record": "till", "members": "sold,price",
       "kind": "members", "found": "medium, 3 of 8", "link": "https://example.org/1", "note": "clerks count", "unseen": ""}
LOW = {**ROW, "found": "low, 9 of 20", "unseen": "sales are counted twice a day"}
MISSED = {**ROW, "record": "-", "members": "tills (heap)", "found": "no", "unseen": "blocks of the heap"}
UNJUDGED = {**ROW, "kind": "locks-table", "found": "not judged"}


class Data(unittest.TestCase):
    def read(self, *rows):
        with tempfile.TemporaryDirectory() as name:
            folder = pathlib.Path(name)
            lines = [defects.COLUMNS, *(row.values() for row in rows)]
            (folder / "known_defects.tsv").write_text("".join("\t".join(line) + "\n" for line in lines))
            return defects.read(folder)

    def test_accepts_what_is_found_missed_or_not_judged(self):
        self.assertEqual(self.read(ROW, LOW, MISSED, UNJUDGED), [ROW, LOW, MISSED, UNJUDGED])

    def test_names_the_line_of_what_is_wrong(self):
        for row, column, value, problem in ((ROW, "found", "medium", "found 'medium' is neither"),
                                            (ROW, "found", "medium, 9 of 8", "rank 9 of 8"),
                                            (ROW, "unseen", "threads", "what was not seen"),
                                            (LOW, "unseen", "", "what was not seen"),
                                            (MISSED, "unseen", "", "what was not seen"),
                                            (ROW, "link", "tracker 1", "no link"), (ROW, "note", "", "no note")):
            with self.subTest(problem), self.assertRaisesRegex(Malformed, f"known_defects.tsv:3: .*{problem}"):
                self.read(ROW, {**row, column: value})


class Tables(unittest.TestCase):
    def test_counts_by_kind_and_confidence(self):
        table = defects.table_by_kind([ROW, {**ROW, "found": "high, 1 of 2"}, LOW, MISSED, UNJUDGED])
        self.assertIn("| members | 4 | 4 | 1 | 1 | 1 | 1 |", table)
        self.assertIn("| locks-table | 1 | 0 | 0 | 0 | 0 | 0 |", table)
        self.assertIn("| **all** | **5** | **4** |", table)

    def test_ranks_are_those_that_are_shown(self):
        table = defects.table_of_ranks([{**ROW, "found": "high, 20 of 30"}, ROW, LOW, MISSED])
        self.assertLess(table.index("3 of 8"), table.index("20 of 30"))
        self.assertNotIn("9 of 20", table)
        self.assertIn("**11.5**; 1 of 2 among the first ten", table)

    def test_replaces_the_tables_of_a_page(self):
        page = "".join(f"a\n<!-- defects: {name} -->\nstale\n<!-- end of {name} -->\n" for name in defects.TABLES)
        computed = defects.with_tables(page, [ROW, MISSED])
        self.assertNotIn("stale", computed)
        self.assertEqual(defects.with_tables(computed, [ROW, MISSED]), computed)
        with self.assertRaisesRegex(Malformed, "must have the tables"):
            defects.with_tables("no table\n", [ROW])


if __name__ == "__main__":
    unittest.main()
