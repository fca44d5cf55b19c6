"""Checks that a page covers every sentence of every text, and tests of the checks themselves."""

import pytest

from tests.systems.game_texts import require_text
from tests.systems.rules_coverage import clause_file
from tests.systems.rules_coverage.clause_file import Clause, Clauses, find_unprotected
from tests.systems.rules_coverage.pages import extract_passages
from tests.systems.rules_coverage.sentences import find_copied, hash_sentence, read_sentences

GAMES = clause_file.list_slugs()


@pytest.fixture(params=GAMES)
def game(request):
    return clause_file.read(request.param)


def test_pages_state_every_clause(game):
    pages = clause_file.load_pages(game.slug)
    problems = [problem for clause in game.clauses if (problem := clause.find_problem(pages))]
    assert not problems, "\n".join(problems)


def test_clauses_name_every_sentence_of_the_text_and_no_others(game):
    assert clause_file.compute_digest(game.covered_hashes) == clause_file.TEXT_DIGESTS[game.slug], (
        f"python -m tests.systems.rules_coverage {game.slug} lists the sentences without a clause"
    )


@pytest.mark.trial
def test_clauses_and_digest_match_the_text(game):
    hashes = {sentence.hash for sentence in read_sentences(require_text(game.slug))}
    assert hashes == game.covered_hashes
    assert clause_file.compute_digest(hashes) == clause_file.TEXT_DIGESTS[game.slug]


def test_pages_and_code_copy_no_sentence_of_the_text(game):
    on_pages = [passage.text for passages in clause_file.load_pages(game.slug).values() for passage in passages]
    in_python = clause_file.iter_python_texts(game.slug)
    assert not find_copied([*on_pages, *in_python], game.covered_hashes)


PAGE = """
<h1 id="combat">Combat</h1>
<h2 id="ammo">Ammo</h2>
<p>A ranged weapon starts each mission at <fb-die>6</fb-die> ammo.</p>
<ul><li>At 0 it is empty</li></ul>
<fb-table><table id="table-weapons"><caption>Weapons</caption><thead><tr><th>Weapon</th><th>Far</th></tr></thead>
<tbody><tr id="weapons-rifle"><td>Rifle<span class="fb-row-note">as printed</span></td><td>-1</td></tr>
<tr id="weapons-shotgun"><td>Shotgun</td><td>-2</td></tr></tbody></table>
<p class="fb-table-note">No rifle at 9.</p></fb-table>
<fb-roller><form><p>Ammo at 7</p><div><p>rolled 8</p></div></form></fb-roller>
<h3 id="finding">Finding some</h3>
<p>Cross off 1.</p>
"""


def clause(at: str, *says: str) -> Clause:
    return Clause("A rule.", ("0",), at, says)


@pytest.fixture
def pages():
    return {"moon/combat/": extract_passages(PAGE)}


@pytest.mark.parametrize(
    ("anchor", "says"),
    [
        ("ammo", ["starts each mission", "6 AMMO"]),
        ("ammo", ["Ammo"]),
        ("ammo", ["0", "empty"]),
        ("weapons-rifle", ["Far: −1"]),
        ("weapons-rifle", ["rifle", "as printed"]),
        ("table-weapons", ["shotgun", "-2"]),
        ("ammo", ["no rifle at 9"]),
        ("finding", ["cross off 1"]),
    ],
)
def test_passage_at_the_anchor_satisfies_its_clause(pages, anchor, says):
    assert clause(f"moon/combat/#{anchor}", *says).find_problem(pages) is None


@pytest.mark.parametrize(
    ("anchor", "says"),
    [
        ("ammo", ["starts each mission", "empty"]),  # from two passages
        ("ammo", ["16 ammo"]),
        ("ammo", ["start"]),  # only a part of a word
        ("ammo", ["ammo at 7"]),  # only a roller says it
        ("ammo", ["rolled 8"]),
        ("ammo", ["cross off 1"]),  # under another heading
        ("weapons-rifle", ["-2"]),  # in another row
        ("table-weapons", ["1"]),  # the cell is -1
        ("ammunition", ["6 ammo"]),
    ],
)
def test_missing_words_at_the_anchor_are_reported(pages, anchor, says):
    assert "A rule." in clause(f"moon/combat/#{anchor}", *says).find_problem(pages)


def test_missing_page_is_reported(pages):
    assert "There is no moon/harm/#ammo" in clause("moon/harm/#ammo", "6").find_problem(pages)


def test_unprotected_sentences_are_listed(pages):
    game = Clauses(
        "moon",
        (
            clause("moon/combat/#ammo", "starts each mission", "6 ammo"),
            clause("moon/combat/#weapons-rifle", "Far: -1"),
            clause("moon/combat/#ammo", "rifle at 9"),
        ),
    )
    loose = [sentence for _, _, sentence in find_unprotected(game, pages)]
    assert loose == [
        "Combat",
        "Ammo",
        "At 0 it is empty",
        "Weapons",
        "Weapon: Shotgun; Far: -2",
        "Finding some",
        "Cross off 1.",
    ]


def test_copied_sentence_is_found_despite_punctuation():
    theirs = [hash_sentence("A weapon that’s “out” can’t be used until restocked.")]
    ours = ["Nothing. A weapon that's out can't be used until restocked!", "A weapon that's out can't be used."]
    assert find_copied(ours, theirs) == ["A weapon that's out can't be used until restocked!"]
