"""Examples as data: files are checked with file and line, and differences are named in sentences."""

import pytest

from rules_py.errors import DataError, ParameterError
from rules_py.play.examples import ExampleCombatant, find_differences, parse_examples, play_example
from rules_py.play.fight.commands import execute
from tests.cases import check_each
from tests.rules_py.play.sample_game import make_duel

PATH = "duel/examples/strikes.toml"

STRIKE = """\
[[examples]]
title = "A six deals 2 damage."
rule = "duel/#strike"
clause = "From a number up a strike deals 1 damage, and a 6 deals 2."

[examples.combatants.ann]
sheet = "duellist"
side = "ours"

[examples.combatants.bob]
sheet = "duellist"
side = "theirs"
fields = { points = 3 }

[[examples.before]]
act = "order"
faces = [4, 2]

[examples.action]
act = "roll"
mechanic = "duel.strike"
by = "ann"
at = "bob"
faces = [6]

[examples.then]
"""

TRUE = """\
outcome = { damage = 2 }
sheets.bob = { points = 1, out = false }
out = []
acts_next = ["ann"]
winner = ""
"""


SCENE = """\
# Strikes.
[scenes.duel]
combatants.ann = { sheet = "duellist", side = "ours", fields = { points = 3, dazed = true } }
before = [{ act = "order", faces = [4, 2] }]

[[examples]]
title = "A six deals 2 damage."
rule = "duel/#strike"
clause = "From a number up a strike deals 1 damage, and a 6 deals 2."
scene = "duel"
combatants.ann.fields = { dazed = false }
combatants.bob = { sheet = "duellist", side = "theirs" }
before = [{ act = "turn" }]
action = { act = "roll", mechanic = "duel.strike", by = "bob", at = "ann", faces = [6] }
then.outcome = { damage = 2 }
"""


def read(text: str, slug: str = "duel"):
    (example,) = parse_examples(text, PATH, slug)
    return example


def differ(then: str, text: str = STRIKE) -> list[str]:
    return find_differences(play_example(read(text + then), make_duel([], [])))


def test_a_true_example_has_no_differences():
    assert differ(TRUE) == []


@check_each(
    "then, said",
    [
        ("outcome = { damage = 1 }", "The outcome's damage is 2, not 1."),
        ("outcome = { hits = 1 }", "The outcome's hits doesn't exist; hits isn't one of damage."),
        ("sheets.bob = { points = 2 }", "Duellist 2's points is 1, not 2."),
        ("sheets.bob = { out = true }", "Duellist 2's out is false, not true."),
        ("sheets.bob = { armor = 2 }", "Duellist 2's armor doesn't exist; duel.duellist has points, hits_from"),
        ('out = ["bob"]', "Out of the fight: nobody; not bob."),
        ('acts_next = ["bob"]', "Those who act next: ann; not bob."),
        ('offers = ["duel.bleed"]', "duel.bleed isn't offered; nothing is."),
        ('owed = ["duel.draw"]', "duel.draw isn't owed; nothing is."),
        ('winner = "ours"', "The winner is nobody, not ours."),
        ("round = 2", "The round is 1, not 2."),
        ('refused = "out"', "Nothing refuses the action; takes a refusal: out"),
    ],
)
def test_each_difference_is_a_sentence(then, said):
    (found,) = differ(then)
    assert found.startswith(said)


def test_a_refusal_is_compared_by_its_words_and_its_name():
    dazed = STRIKE.replace('side = "ours"', 'side = "ours"\nfields = { dazed = true }')
    assert differ('refused = "is dazed"\nrefused_by = "senses"', dazed) == []
    assert differ('refused = "is tired"', dazed) == ["The refusal says “Duellist is dazed.”, not “is tired”."]
    assert differ('refused_by = "action"', dazed) == ["The action is refused by senses, not by action."]
    assert differ(TRUE, dazed) == ["The action is refused: Duellist is dazed."]


@pytest.mark.parametrize(
    ("faces", "said"),
    [
        ("[]", "The action is refused: One more die is needed: a d6."),
        ("[6, 1]", "The action is refused: 1 die is rolled here; you typed 2 faces."),
        ("[7]", "The action is refused: A d6 shows 1 to 6; you typed 7."),
    ],
)
def test_too_few_too_many_and_wrong_faces_are_named(faces, said):
    assert differ(TRUE, STRIKE.replace("faces = [6]", f"faces = {faces}")) == [said]


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ("[[examples]]", "[[example]]", f"{PATH}:1: takes each example under [[examples]]"),
        ("title = ", "titel = ", f"{PATH}:1: titel: takes one of title, rule, clause"),
        ('title = "A six deals 2 damage."', "", f"{PATH}:1: title: missing, takes a sentence"),
        ("faces = [6]", "faces = [6", f"{PATH}:26: got text that isn't TOML"),
        ("winner =", "victor =", f"{PATH}:1: A six deals 2 damage.: then: victor: takes one of outcome, refused"),
        ('side = "ours"', "side = 1", f"{PATH}:1: A six deals 2 damage.: ann: side: got 1, takes the id of a side"),
        ('act = "roll"', "", f"{PATH}:1: A six deals 2 damage.: got {{'mechanic'"),
    ],
)
def test_a_mistake_in_a_file_is_named_with_its_place(old, new, said):
    with pytest.raises(DataError) as error:
        read((STRIKE + TRUE).replace(old, new))
    assert str(error.value).startswith(said)


def test_an_example_adds_to_its_scene():
    example = read(SCENE)
    assert example.combatants == {
        "ann": ExampleCombatant("duel.duellist", "ours", fields={"points": 3, "dazed": False}),
        "bob": ExampleCombatant("duel.duellist", "theirs"),
    }
    assert [each["act"] for each in example.before] == ["order", "turn"]
    assert find_differences(play_example(example, make_duel([], []))) == []


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('scene = "duel"', 'scene = "dual"', "6: scene: got 'dual', takes duel"),
        ('scene = "duel"', "scene = 1", "6: scene: got 1, takes the name of a scene"),
        ("[scenes.duel]", "[scenes.duel.situation]", "1: duel: situation: takes one of combatants, before"),
        ("[scenes.duel]", "[scene.duel]", "1: takes each example under [[examples]]"),
        ("[scenes.duel]", "[[scenes]]", "1: scenes: got [{"),
        ('ann = { sheet = "duellist", ', "ann = { ", "2: duel: ann: sheet: missing, takes the id of a sheet"),
        ('act = "order", ', "", "2: duel: got {'faces': [4, 2]}, takes a command with act"),
        ('before = [{ act = "turn" }]', 'before = "turn"', "6: before: got 'turn', takes [{ act"),
        ("combatants.ann.fields = { dazed = false }", "combatants.ann = 1", "6: A six deals 2 damage.: ann: got 1"),
        ("bob = { sheet", "bob = { shete", "6: A six deals 2 damage.: bob: shete: takes one of sheet, side"),
    ],
)
def test_a_mistake_in_a_scene_is_named_with_its_place(old, new, said):
    assert old in SCENE
    with pytest.raises(DataError) as error:
        read(SCENE.replace(old, new, 1))
    assert str(error.value).startswith(f"{PATH}:{said}")


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        ('sheet = "duellist"', 'sheet = "fencer"', "ann: id: got 'duel.fencer'"),
        ('side = "ours"', 'side = "mine"', "ann: side: got 'mine', takes ours, theirs"),
        ("faces = [4, 2]", "faces = [4]", "before, number 1: One more die is needed: a d6."),
    ],
)
def test_a_situation_that_cannot_arise_is_named(old, new, said):
    with pytest.raises(DataError) as error:
        play_example(read((STRIKE + TRUE).replace(old, new)), make_duel([], []))
    assert str(error.value).startswith(f"{PATH}:1: A six deals 2 damage.: {said}")


def test_faces_fall_in_order_for_all_rolls_of_a_command():
    fight = make_duel([{}, {}], [{"points": 9}])
    (order,) = execute(fight, {"act": "order", "faces": [2, 5, 4]}).events
    assert [each["faces"] for each in order["rolls"]] == [[2], [5], [4]]


def test_a_command_for_all_says_if_a_later_roll_has_no_face():
    fight = make_duel([{}], [{"points": 9}])
    fight = fight.apply(execute(fight, {"act": "order", "faces": [6, 1]}).events[0])
    events = execute(fight, {"act": "all", "faces": [3]}).events
    assert [each["faces"] for each in events if each["event"] == "roll"] == [[3]]
    with pytest.raises(ParameterError, match="one more, of a d6"):
        execute(fight, {"act": "all", "faces": []})
    with pytest.raises(ParameterError, match="takes 1 face here"):
        execute(fight, {"act": "all", "faces": [3, 4]})


def test_faces_for_a_command_without_dice_are_refused():
    with pytest.raises(ParameterError, match="takes 0 faces here"):
        execute(
            make_duel([{}], [{}]), {"act": "change", "change": "duel.bleed", "who": "a1", "params": {}, "faces": [1]}
        )
