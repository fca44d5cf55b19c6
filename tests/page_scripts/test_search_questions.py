"""Searches of the built site: players' questions find their rules, and rules that don't exist are reported."""

import os
import tomllib
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
SITE = Path(os.environ.get("SITE_DIR", PROJECT / "site"))
WORDS = tomllib.loads((PROJECT / "rules_site" / "search" / "words.toml").read_text(encoding="utf-8"))
SAMPLES = tomllib.loads(Path(__file__).with_name("search").joinpath("questions.toml").read_text(encoding="utf-8"))
GAMES = {"psiops", "combat", "puml", "sideworld", "xmas"}

FOUND_FIRST = 34
FOUND_AMONG_THREE = 38
"""The goals for the forty questions."""


@pytest.fixture
def search(ask):
    """Return a function that searches the built site's index."""
    index = SITE / "search" / "index.json"
    if not index.is_file():
        pytest.fail(f"{SITE} holds no built site: run `make build` before this test.", pytrace=False)
    return lambda asked, game="": ask("search", index=str(index), asked=asked, game=game)


def test_forty_questions_are_about_all_games():
    questions = SAMPLES["questions"]
    assert len({each["asked"] for each in questions}) == len(questions) == 40
    asked_about = [each["places"][0].split("/")[0] for each in questions]
    assert {game: asked_about.count(game) for game in GAMES} == dict.fromkeys(GAMES, 8)


def test_questions_find_their_rules(search):
    found = {each["asked"]: search(each["asked"], each["game"])["places"] for each in SAMPLES["questions"]}
    right = {each["asked"]: set(each["places"]) for each in SAMPLES["questions"]}
    not_first = {asked: places[:3] for asked, places in found.items() if not right[asked] & set(places[:1])}
    not_near = {asked: places[:3] for asked, places in not_first.items() if not right[asked] & set(places)}
    assert len(found) - len(not_first) >= FOUND_FIRST, not_first
    assert len(found) - len(not_near) >= FOUND_AMONG_THREE, not_near


@pytest.mark.parametrize("asked", ["scene example", "toml examples", "examples and their scenes"])
@pytest.mark.parametrize("game", ["", "xmas"])
def test_authors_find_the_guide_where_no_rule_has_all_of_their_words(search, asked, game):
    assert search(asked, game)["places"][0] == "authoring/sheets/#examples"


def test_questions_find_nothing_missing(search):
    """Every subject of the forty questions has a rule, so the search must not deny one."""
    remarks = {each["asked"]: search(each["asked"], each["game"]) for each in SAMPLES["questions"]}
    denied = {asked: each["missing"] + each["unknown"] + each["absent"] for asked, each in remarks.items()}
    assert {asked: words for asked, words in denied.items() if words} == {}


@pytest.mark.parametrize("sample", SAMPLES["missing"], ids=lambda sample: sample["asked"])
def test_rules_that_no_game_has_are_reported_with_the_nearest(search, sample):
    answer = search(sample["asked"], sample["game"])
    assert answer["missing"] == sample["words"]
    assert not sample["nearest"] or set(answer["places"][:3]) & set(sample["nearest"])


@pytest.mark.parametrize("subject", WORDS["near"])
def test_each_subject_that_may_be_missing_has_something_near(search, subject):
    near = [search(words) for words in WORDS["near"][subject].split(", ")]
    assert any(each["places"] for each in near) and not any(each["missing"] for each in near)


@pytest.mark.parametrize("sample", SAMPLES["mentioned"], ids=lambda sample: sample["asked"])
def test_words_without_a_rule_of_their_own_are_only_mentioned(search, sample):
    answer = search(sample["asked"], sample["game"])
    assert answer["mentioned"] == sample["words"] and answer["missing"] == [] and answer["places"]


@pytest.mark.parametrize("sample", SAMPLES["absent"], ids=lambda sample: sample["asked"])
def test_rules_of_other_games_only_are_reported(search, sample):
    answer = search(sample["asked"], sample["game"])
    assert answer["absent"] == sample["words"]
    assert answer["places"][0] in sample["places"]


@pytest.mark.parametrize(
    ("forms", "game"),
    [
        (("burn", "burns", "burning", "burned"), "psiops"),
        (("die", "dies", "dying", "death", "dead"), "psiops"),
        (("grenade", "grenades"), "psiops"),
        (("poison", "poisons", "poisoned"), "sideworld"),
        (("armor", "armour"), "combat"),
        (("heal", "heals", "healing"), "xmas"),
    ],
    ids=lambda value: value if isinstance(value, str) else value[0],
)
def test_forms_of_a_word_find_the_same(search, forms, game):
    found = [set(search(f"{form} ", game)["places"]) for form in forms]  # the space ends the word
    assert found[0] and all(places == found[0] for places in found)


@pytest.mark.parametrize("typed", ["psiops panic", "PSIOPS: panic", "panic in psiops"])
def test_a_named_game_comes_first(search, typed):
    assert search(typed, "sideworld")["places"][0].startswith("psiops/stress/")


@pytest.mark.parametrize(
    ("typed", "game"), [("x-mas wounds", "xmas"), ("xmas wounds", "xmas"), ("combat! life", "combat")]
)
def test_a_game_is_named_with_any_punctuation(search, typed, game):
    assert search(typed, "psiops")["places"][0].startswith(f"{game}/")


def test_a_games_name_that_is_also_a_word_names_no_game(search):
    assert search("combat ammo", "psiops")["places"][0] == "psiops/combat/#ammo"


def test_a_word_beside_the_subject_may_be_unknown(search):
    answer = search("can my sister drive the tank ", "sideworld")
    assert answer["missing"] == [] and answer["unknown"] == ["sister"]
    assert answer["places"][0].startswith("sideworld/vehicles/")


def test_mistyped_words_are_named(search):
    answer = search("telekinsis ", "psiops")
    assert answer["slips"] == ["telekinsis"] and answer["places"][0] == "psiops/talents/#talents-61"


@pytest.mark.parametrize("typed", ["", " ", "?", "the", "how much", "a b c", "psiops"])
def test_any_text_has_an_answer(search, typed):
    assert search(typed)["missing"] == []
