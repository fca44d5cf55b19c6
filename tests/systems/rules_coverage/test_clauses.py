"""Every sentence of every text is answered by a page; and the harness notices when one is not."""

import pytest

from tests.systems.rules_coverage import clause_file
from tests.systems.rules_coverage.clause_file import Clause, Clauses, unheld
from tests.systems.rules_coverage.pages import passages_in
from tests.systems.rules_coverage.sentences import copied, hash_of

GAMES = clause_file.slugs()


@pytest.fixture(params=GAMES)
def game(request):
    return clause_file.read(request.param)


def test_the_pages_still_say_every_rule(game):
    pages = clause_file.pages(game.slug)
    problems = [problem for clause in game.clauses if (problem := clause.problem(pages))]
    assert not problems, "\n".join(problems)


def test_every_sentence_of_the_text_has_a_clause(game):
    missing = set(clause_file.kept_digest(game.slug)) - game.answered
    assert not missing, f"python -m tests.systems.rules_coverage {game.slug} shows {len(missing)} without one"


def test_no_clause_is_about_something_else(game):
    assert game.answered <= set(clause_file.kept_digest(game.slug))


@pytest.mark.parametrize("slug", GAMES)
def test_the_digest_is_what_the_text_says(slug):
    printed = clause_file.text_digest(clause_file.read(slug).seed)
    if printed is None:
        pytest.skip("the game's text is not at hand")
    assert clause_file.kept_digest(slug) == printed


def test_no_sentence_of_the_text_is_on_a_page_or_in_the_code(game):
    on_pages = [passage.text for passages in clause_file.pages(game.slug).values() for passage in passages]
    in_python = clause_file.words_in_python(game.slug)
    assert not copied([*on_pages, *in_python], clause_file.kept_digest(game.slug))


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
    return {"moon/combat/": passages_in(PAGE)}


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
def test_what_stands_at_an_anchor_answers(pages, anchor, says):
    assert clause(f"moon/combat/#{anchor}", *says).problem(pages) is None


@pytest.mark.parametrize(
    ("anchor", "says"),
    [
        ("ammo", ["starts each mission", "empty"]),  # two passages
        ("ammo", ["16 ammo"]),
        ("ammo", ["start"]),  # a part of a word
        ("ammo", ["ammo at 7"]),  # only a roller says so
        ("ammo", ["rolled 8"]),
        ("ammo", ["cross off 1"]),  # another heading's
        ("weapons-rifle", ["-2"]),  # another row's
        ("table-weapons", ["1"]),  # it is -1
        ("ammunition", ["6 ammo"]),
    ],
)
def test_what_does_not_stand_there_does_not_answer(pages, anchor, says):
    assert "A rule." in clause(f"moon/combat/#{anchor}", *says).problem(pages)


def test_a_page_that_is_gone_does_not_answer(pages):
    assert "There is no moon/harm/#ammo" in clause("moon/harm/#ammo", "6").problem(pages)


def test_a_sentence_that_no_clause_holds_is_found(pages):
    game = Clauses(
        "moon",
        "00",
        (
            clause("moon/combat/#ammo", "starts each mission", "6 ammo"),
            clause("moon/combat/#weapons-rifle", "Far: -1"),
            clause("moon/combat/#ammo", "rifle at 9"),
        ),
    )
    loose = [sentence for _, _, sentence in unheld(game, pages)]
    assert loose == [
        "Combat",
        "Ammo",
        "At 0 it is empty",
        "Weapons",
        "Weapon: Shotgun; Far: -2",
        "Finding some",
        "Cross off 1.",
    ]


def test_a_copied_sentence_is_found_whatever_its_marks():
    theirs = [hash_of("A weapon that’s “out” can’t be used until restocked.")]
    ours = ["Nothing. A weapon that's out can't be used until restocked!", "A weapon that's out can't be used."]
    assert copied(ours, theirs) == ["A weapon that's out can't be used until restocked!"]
