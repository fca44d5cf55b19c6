"""Rows of New Game that its makers have counted."""

import unittest

import rules_py


class NewGameTest(unittest.TestCase):
    """The game's tables."""

    def test_dice_lead_to_their_row(self) -> None:
        """A total of 4 is in the first row of the weather."""
        self.assertEqual(rules_py.resolve("newgame.weather", [2, 2]).outcome["weather"], "Storm")

    def test_every_table_can_be_read(self) -> None:
        """A mistake in a table raises an error that names the file and the line."""
        for table_id in rules_py.table_ids("newgame"):
            self.assertTrue(rules_py.table(table_id).rows)
