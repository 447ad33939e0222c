#!/usr/bin/env python3
"""What fit.py makes of verdicts whose answer is known."""
import random
import unittest

import fit
import table

FOR, AGAINST = (1, "own-counter", 1), (2, "held-up", -1)


def row(true, *names, project="shop", confidence="medium"):
    verdict = {"project": project, "rule": "fsfind-per-thread-slots", "confidence": confidence,
               "verdict": "true" if true else "false"}
    return fit.Row(verdict, set(names))


def rows_of(weights, count=4000):
    """Findings that are true by the chance that the weights give them, in many small projects."""
    chosen = random.Random(1)
    rows = []
    for i in range(count):
        names = [name for name in weights if name and chosen.random() < 0.5]
        chance = fit.sigmoid(weights[None] + sum(weights[name] for name in names))
        rows.append(row(chosen.random() < chance, *names, project=str(i // 10)))
    return rows


class Fit(unittest.TestCase):
    def test_finds_the_weights_that_made_the_verdicts(self):
        made = {None: -0.5, "own-counter": 1.5, "held-up": -1.0}
        fitted = fit.fit(rows_of(made), [FOR, AGAINST])
        for name, weight in made.items():
            self.assertAlmostEqual(fitted[name], weight, delta=0.2)

    def test_keeps_signs(self):
        contrary = rows_of({None: 0, "own-counter": -1.5})
        self.assertEqual(fit.fit(contrary, [FOR])["own-counter"], 0)

    def test_few_verdicts_move_a_weight_little(self):
        few = [row(True, "own-counter"), row(True, "own-counter"), row(False), row(False)]
        self.assertLess(fit.fit(few, [FOR])["own-counter"], 1.5)

    def test_one_project_counts_as_no_more_than_some_findings(self):
        large = [row(True, project="large")] * 200
        small = [row(False, project=str(i)) for i in range(fit.PROJECT_WEIGHT)]
        self.assertAlmostEqual(fit.probability(row(True), fit.fit(large + small, [])), 0.5, places=3)

    def test_a_project_is_judged_by_the_others_only(self):
        rows = [row(True, project="a")] * 3 + [row(False, project="b")] * 3
        chances = fit.cross_validated(rows, [])
        self.assertLess(max(chances[:3]), 0.1)
        self.assertGreater(min(chances[3:]), 0.9)


class Measures(unittest.TestCase):
    ROWS = [row(True), row(False), row(True, project="other"), row(False, project="other")]

    def test_ranking_compares_within_projects(self):
        self.assertEqual(fit.ranking(self.ROWS, [0.9, 0.8, 0.2, 0.1]), 1)
        self.assertEqual(fit.ranking(self.ROWS, [0.9, 0.8, 0.1, 0.2]), 0.5)
        self.assertEqual(fit.ranking(self.ROWS, [0.5] * 4), 0.5)

    def test_brier_score_and_log_loss(self):
        self.assertAlmostEqual(fit.brier(self.ROWS, [1, 0, 1, 0]), 0)
        self.assertAlmostEqual(fit.brier(self.ROWS, [0.5] * 4), 0.25)
        self.assertAlmostEqual(fit.loss(self.ROWS, [0.5] * 4), 0.693, places=3)

    def test_calibration_of_the_right_chances(self):
        weights = {None: -0.5, "own-counter": 1.5}
        rows = rows_of(weights)
        base, slope = fit.calibration(rows, [fit.probability(one, weights) for one in rows])
        self.assertAlmostEqual(base, 0, delta=0.15)
        self.assertAlmostEqual(slope, 1, delta=0.15)


class Data(unittest.TestCase):
    def test_all_of_it_is_judged_and_bears_the_model(self):
        rows = fit.read()
        self.assertGreater(len(rows), 150)
        self.assertEqual(list(fit.problems_of(rows)), [])

    def test_too_many_predicates_and_contrary_ones_are_refused(self):
        few = [row(True, "own-counter"), row(False)]
        problems = "\n".join(fit.problems_of(few))
        self.assertIn("6 predicates, but 1 true and 1 false verdicts bear 0", problems)
        self.assertIn("held-up: the verdicts do not bear out its sign", problems)

    def test_pages_must_have_a_place_for_what_is_fitted(self):
        with self.assertRaises(table.Malformed):
            fit.with_tables("", [])
        with self.assertRaises(table.Malformed):
            fit.with_line("", "fsfind-contended-atomic")
        page = fit.with_line("<!-- weighed -->\nold\n<!-- end of weighed -->\n", "fsfind-contended-atomic")
        self.assertIn("`flag`, `held-up` against it", page)
        self.assertNotIn("old", page)


if __name__ == "__main__":
    unittest.main()
