"""The page about compiled rules: its limits, files and commands are those of the code."""

import re

from bench.project import PROJECT
from rules_js.proof import rule_cases
from rules_py.registry import games

PAGE = (PROJECT / "docs" / "how-a-rule-reaches-you.md").read_text(encoding="utf-8")


def test_the_page_states_the_limit_of_a_proof():
    assert f"up to {rule_cases.MOST_PATHS:,} ways" in PAGE


def test_the_page_names_a_function_and_the_file_that_has_it():
    name, path = re.search(r"the function `(\w+)` in\s+`([\w/.]+)`", PAGE).groups()
    rule = games.find_mechanic("xmas.test").rule
    assert (rule.__name__, PROJECT / path) == (name, PROJECT / rule.__code__.co_filename)
