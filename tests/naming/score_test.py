"""The scoring itself: spellings that are one, names that are wrong, and how sure they are."""
import copy
import sys
import unittest

sys.dont_write_bytecode = True
import score
import truth

TOLD = truth.Truth("\n".join([
    "TRUTH\t0x1000\t8\tnet::Ring<unsigned long, 32>\thead_\theap\t\t-1\tright",
    "TRUTH\t0x1000\t8\tnet::Indices\thead_\theap\t\t-1\tpart",
    "TRUTH\t0x1008\t4\tstruct usage\tlanes[2].bytes\tglobal\ttable\t3\tright",
]))


def access(offset, type_name="", member="", name="", index=None, evidence="access-site"):
    return {"offset": offset, "count": 5, "op": "load", "ip": "0x1", "symbol": "f", "module": "m",
            "evidence": evidence, "member": member,
            "object": {"kind": "heap", "name": name, "type": type_name, "index": index}}


def finding(name, path):
    return {"confidence": "high", "lines": ["0x1000"], "message": "", "members": [{"path": path}],
            "object": {"name": name, "type": ""}}


def scored(*accesses, findings=()):
    return score.score({"source": {"line_size": 64}, "findings": list(findings),
                        "lines": [{"address": "0x1000", "accesses": list(accesses)}]}, TOLD)


class Names(unittest.TestCase):
    def verdict(self, said):
        verdicts = scored(said).verdicts
        return next(name for name, count in verdicts.items() if count)

    def test_what_one_access_covers(self):
        self.assertEqual(truth.paths_of("now.low/high"), {"now.low", "now.high", "high"})
        self.assertIn("all.last.high", truth.paths_of("all.now.low/last.high"))

    def test_spellings_of_one_type(self):
        for spelling in ("net::Ring<unsigned long, 32>", "Ring<long unsigned int, 32ul>",
                         "(anonymous namespace)::Ring<std::size_t, 32>"):
            self.assertEqual(self.verdict(access(0, spelling, "head_")), score.TRUE, spelling)
        self.assertEqual(truth.plain_type("std::atomic<unsigned int>"),
                         truth.plain_type("std::__1::atomic<unsigned>"))
        self.assertEqual(truth.plain_type("*main.shard"), truth.plain_type("*shard"))
        self.assertNotEqual(truth.plain_type("unsigned long"), truth.plain_type("long"))
        self.assertNotEqual(truth.plain_type("Ring<int>"), truth.plain_type("Ring<long>"))

    def test_a_base_class_is_a_part(self):
        self.assertEqual(self.verdict(access(0, "net::Indices", "head_")), score.PART)

    def test_another_member_type_or_variable_is_wrong(self):
        for said in (access(0, "net::Ring<unsigned long, 32>", "tail_"),
                     access(0, "net::Ring<unsigned long, 64>", "head_"),
                     access(8, "usage", "lanes[].bytes", "other_table")):
            self.assertEqual(self.verdict(said), score.WRONG)

    def test_without_evidence_nothing_is_named(self):
        self.assertEqual(self.verdict(access(0, "Ring", "head_", evidence="none")), score.UNNAMED)

    def test_findings_name_members_by_variable_or_type(self):
        def false(path, *accesses):
            return scored(*accesses, findings=[finding("", path)]).false_findings

        self.assertFalse(false("Ring<unsigned long, 32>.head_"))
        self.assertFalse(false("table.lanes[].bytes"))
        self.assertFalse(false("usage.lanes[2].bytes"))  # of an array of such
        self.assertTrue(false("Ring<unsigned long, 32>.tail_"))
        self.assertTrue(false("Other.head_"))
        self.assertTrue(false("_IO_FILE._flags"))
        # The program told nothing of those bytes.
        self.assertFalse(false("_IO_FILE._flags", access(32, "_IO_FILE", "_flags")))

    def test_indices_in_paths_do_not_count(self):
        self.assertEqual(self.verdict(access(8, "usage", "lanes[7].bytes", "ns::table", 3)),
                         score.TRUE)

    def test_another_element(self):
        said = access(8, "usage", "lanes[].bytes", "table", 2)
        self.assertEqual(scored(said).wrong_index, 5)
        right = copy.deepcopy(said)
        right["object"]["index"] = 3
        self.assertEqual(scored(right).wrong_index, 0)

    def test_memory_that_nothing_was_told_of(self):
        result = scored(access(32, "usage", "x"))
        self.assertEqual((result.told, result.untold), (0, 5))


class Certainty(unittest.TestCase):
    def test_static_data_is_sure(self):
        wrong = access(8, "usage", "lanes.x", "table", evidence="static-data")
        self.assertEqual(scored(wrong).sure_and_wrong, 5)
        self.assertEqual(scored(dict(wrong, evidence="vote")).sure_and_wrong, 0)

    def test_a_finding_of_high_confidence_is_sure(self):
        wrong = access(8, "", "lanes.x", "table")
        result = scored(wrong, findings=[finding("table", "lanes.x")])
        self.assertEqual(result.sure_and_wrong, 5)
        self.assertEqual(len(result.false_findings), 1)

    def test_an_object_is_called_by_the_pointer_that_leads_to_it(self):
        told = truth.Truth("TRUTH\t0x1000\t8\tdouble\t\theap\t\t-1\tright")

        def false_findings(type_name, path):
            said = finding("", path)
            said["object"] |= {"type": type_name, "holder": "heat"}
            report = {"source": {"line_size": 64}, "findings": [said], "lines": []}
            return len(score.score(report, told).false_findings)

        self.assertEqual(false_findings("double", "heat"), 0)
        self.assertEqual(false_findings("double", "cold"), 1)
        self.assertEqual(false_findings("long", "heat"), 1)

    def test_true_findings(self):
        for name, path in (("table", "lanes[].bytes"), ("", "table.lanes[2].bytes"),
                           ("ns::table", "lanes.bytes")):
            result = scored(access(8, "", "lanes.bytes", "table"), findings=[finding(name, path)])
            self.assertEqual(result.false_findings, [], path)


if __name__ == "__main__":
    unittest.main()
