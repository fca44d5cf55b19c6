"""Figures of New Game that were worked out by hand."""

import unittest

import rules_py
from rules_py.authoring import find_differences, list_examples


class NewGameTest(unittest.TestCase):
    """The game's rules."""

    def test_the_best_roll_repairs_and_the_worst_does_not(self) -> None:
        """A skill of 2 doesn't save the lowest roll."""
        self.assertTrue(rules_py.resolve("newgame.repair", [6, 6], skill=2).outcome["fixed"])
        self.assertFalse(rules_py.resolve("newgame.repair", [1, 1], skill=2).outcome["fixed"])

    def test_a_skill_of_5_repairs_more_often(self) -> None:
        """The odds are exact."""
        low, high = (rules_py.odds("newgame.repair", skill=skill).outcomes["fixed"][True] for skill in (0, 5))
        self.assertLess(low, high)

    def test_the_examples_are_true(self) -> None:
        """Each example of a fight leads to what its text demands."""
        for example in list_examples("newgame"):
            with self.subTest(example.title):
                self.assertEqual(find_differences(example), [])
