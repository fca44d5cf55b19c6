"""X-M.A.S., Combat: a whole fight. Enemies act only on failed tests, so the tests alone decide the winner."""

from typing import Annotated, Any

from rules_py.dice import Dice
from rules_py.errors import LongOddsParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Flag, RowOf, Whole
from rules_py.systems.xmas.combat import Named, OwnArmor, PainThreshold, Target, attack, find_figures, fire_volley
from rules_py.systems.xmas.harm import hurt
from rules_py.text.wording import LATER, pluralize

WINNERS = {"enemies": "The enemies", "nobody": "Nobody yet", "squad": "The squad"}

MOST_TESTS = 200
"""The number of tests after which a fight ends undecided. Only a weapon that may deal 0 damage takes that long."""

Squad = tuple[int, ...]
"""Free Wound boxes of each active operator, highest first; 0 is On Lethal."""

Thresholds = tuple[int, ...]
"""The damage that each active enemy can still take, lowest first."""


def fire(dice: Dice, thresholds: Thresholds, armor: int, **shot: Any) -> Outcome:
    """Make one attack on enemies with these thresholds; return if it hits, and the thresholds after it.

    It is a separate rule, so that the odds of a fight depend on the thresholds instead of every face of the dice.
    """
    fired = fire_volley(dice, tuple(Target(left, armor) for left in thresholds), ("band", "rolled"), **shot)
    left = (left - dealt for left, dealt in zip(thresholds, fired["dealt"], strict=True))
    return {"hits": fired["band"] != "naughty", "thresholds": tuple(sorted(left for left in left if left > 0))}


@mechanic(
    "xmas.fight",
    title="A whole fight",
    page="xmas/combat/#fight",
    headline="winner",
    forwards_to=attack,
    omit=("armor", "further_rerolls"),
    words={"winner": WINNERS},
    labels={"operators_up": "Operators still up", "enemies_up": "Enemies still up", "wounds_left": "Wound boxes left"},
    groups={
        "Enemies that aren't in the list": ("pain_threshold", "armor", "hit_by"),
        "Hurt before": ("wounds_left", "lethal"),
    },
)
def fight(
    dice: Dice,
    enemy: Named = "grunt",
    enemies: Annotated[int, Whole(1, 8, "the number of enemies", label="How many enemies")] = 3,
    pain_threshold: PainThreshold = 3,
    armor: OwnArmor = 0,
    hit_by: Annotated[
        str, RowOf("xmas.enemies", "the enemy whose damage you take, unless you pick one", label="Hits as hard as")
    ] = "grunt",
    operators: Annotated[int, Whole(1, 4, "the number of operators, all with these numbers", label="Operators")] = 1,
    wounds_left: Annotated[int, Whole(0, 6, "free Wound boxes of each operator", label="Wound boxes left")] = 3,
    lethal: Annotated[bool, Flag("all operators are already On Lethal", label="On Lethal")] = False,
    **shot: Any,
) -> Outcome:
    """Attack until all enemies are out or all operators Downed.

    Reading: every Naughty brings one hit from one enemy, and it lands on the operator who made the test. What a Mostly
    Nice costs is never a Wound here. The operator with the most free boxes makes the next test. You all have the same
    numbers, go for the enemy that is closest to dropping, and catch every enemy, and none of your own, with Blast.
    Nobody heals, gives first aid or takes a hit for someone else.
    """
    if enemy != "none":
        (pain_threshold, armor), hit_by = find_figures(dice, enemy), enemy
    too_long = LongOddsParameterError(
        "enemies", enemies, "fewer", odds=f"odds against {pluralize(operators, 'operator')}"
    )
    end = dice.fields(
        play_out,
        ("tests", "operators_up", "enemies_up", "wounds_left"),
        squad=(0 if lethal else wounds_left,) * operators,
        thresholds=(pain_threshold,) * enemies,
        armor=armor,
        hit_by=hit_by,
        too_long=too_long,
        **shot,
    )
    winner = "squad" if not end["enemies_up"] else "nobody" if end["operators_up"] else "enemies"
    after = f"after {pluralize(end['tests'] or MOST_TESTS, 'test')}"
    dice.verdict(
        {"squad": f"You win {after}", "enemies": f"The enemies win {after}", "nobody": f"No winner {after}"}[winner]
    )
    dice.add_consequence(
        f"Still up: {end['operators_up']} of {pluralize(operators, 'operator')}, "
        f"{end['enemies_up']} of {'1 enemy' if enemies == 1 else f'{enemies} enemies'}."
    )
    return {"winner": winner} | end | {"tests": end["tests"] or LATER}


def play_out(
    dice: Dice,
    squad: Squad,
    thresholds: Thresholds,
    armor: int,
    hit_by: str,
    too_long: LongOddsParameterError,
    **shot: Any,
) -> Outcome:
    """Make tests until all enemies are out or all operators Downed; `tests` is None if there would be too many.

    It is a separate rule, so that the odds of a fight depend on who is left instead of every threshold.
    """

    def run_test(dice: Dice, state: tuple[Squad, Thresholds]) -> tuple[Squad, Thresholds]:
        squad, thresholds = state
        dice.say(f"Wound boxes free: {format_numbers(squad)}. Enemies can still take: {format_numbers(thresholds)}.")
        came = dice.fields(fire, ("hits", "thresholds"), thresholds=thresholds, armor=armor, **shot)
        return (squad if came["hits"] else apply_hit(dice, squad, hit_by)), came["thresholds"]

    tests, (squad, thresholds) = dice.roll_until(
        run_test, (squad, thresholds), lambda state: not all(state), MOST_TESTS, too_long
    )
    return {
        "tests": tests,
        "operators_up": len(squad),
        "enemies_up": len(thresholds),
        "wounds_left": sum(squad),
    }


def format_numbers(numbers: tuple[int, ...]) -> str:
    """Format numbers for a step."""
    return ", ".join(map(str, numbers))


def apply_hit(dice: Dice, squad: Squad, hit_by: str) -> Squad:
    """Return the squad after its healthiest operator took a hit."""
    hit = dice.fields(hurt, ("wounds_left", "state"), enemy=hit_by, wounds_left=squad[0], lethal=False)
    others = squad[1:]
    return others if hit["state"] == "downed" else tuple(sorted((*others, hit["wounds_left"]), reverse=True))
