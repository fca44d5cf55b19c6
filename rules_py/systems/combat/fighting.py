"""COMBAT!, Characters: attacks, blows and their effect on Life, and the cost of a stun."""

from typing import Annotated, Any, NamedTuple

from rules_py.dice import Dice
from rules_py.errors import LongOddsParameterError, ParameterError
from rules_py.mechanic import Outcome, mechanic
from rules_py.parameters import Choice, Flag, Notation, Whole
from rules_py.systems.combat.core_rules import Modifier, Score, Skill, describe_margin, roll_against
from rules_py.systems.combat.derived import BASE_DEFENSE, halve
from rules_py.text.wording import conclude_count, pluralize

MOST_TOTALS = 600
"""The maximum number of different totals of damage dice (100D6 have 501), so that their odds stay fast to compute."""

HITS = {"false": "Miss", "true": "Hit"}
LIFE = {"lost": "LIF lost", "life_left": "LIF left", "state": "Afterwards"}
STATES = {"dying": "Dying", "unconscious": "Unconscious", "up": "Up"}
WHAT_A_STUN_DOES = "Stunned: STR, REF, PRE and INT are 0 and the next action is lost."
WHAT_STATES_MEAN = {
    "dying": "Dying: deadly damage alone has taken all LIF.",
    "unconscious": "Unconscious, until some LIF is back.",
}

Surprised = Annotated[bool, Flag("the target is caught off guard", label="Target off guard", once=True)]
Stunned = Annotated[bool, Flag("the target is stunned", label="Target stunned", about="target")]
Toughness = Annotated[
    int, Whole(0, 100, "TGH; 0 if it doesn't help against this damage", label="TGH", about="target", neutral="TGH 3")
]
LifeMaximum = Annotated[
    int, Whole(1, 200, "the LIF score when unhurt", label="LIF when unhurt", about="target", neutral="LIF 15")
]
Life = Annotated[int, Whole(0, 200, "LIF left before the blow", label="LIF left", about="target")]
LifeBeforeBlow = Annotated[int, Whole(1, 200, "LIF left before the blow", label="LIF left", about="target")]
Damage = Annotated[str, Notation("the damage dice of the blow", low=0, most_in_odds=MOST_TOTALS, label="Damage dice")]
Harm = Annotated[
    str,
    Choice(("stunning", "deadly"), "stunning damage knocks out; deadly damage alone can kill", label="Kind of damage"),
]
Blunt = Annotated[
    bool,
    Flag("the attack is blunt, such as a punch, a club or a crash: TGH reduces only its damage", label="Blunt attack"),
]
DeadlySoFar = Annotated[
    int, Whole(0, 200, "the LIF that deadly damage has taken so far", label="Deadly damage so far", about="target")
]


@mechanic(
    "combat.attack",
    title="To hit",
    page="combat/derived/#defense",
    headline="hit",
    words={"hit": HITS},
    labels={"target": "Target's DEF"},
    groups={"Other changes to DEF": ("def_bonus", "def_stays", "surprised", "stunned")},
)
def attack(
    dice: Dice,
    attribute: Score = 3,
    skill: Skill = 3,
    modifier: Modifier = 0,
    reflexes: Annotated[int, Whole(0, 15, "the target's REF", label="Target's REF", about="target", ask=True)] = 3,
    def_bonus: Annotated[
        int, Whole(-30, 30, "added to the target's DEF as long as it has its REF", label="DEF bonus", about="target")
    ] = 0,
    surprised: Surprised = False,
    stunned: Stunned = False,
    def_stays: Annotated[
        int,
        Whole(
            -30,
            75,
            "added to the target's DEF even without its REF: points bought, distance",
            label="DEF bonus that stays",
            about="target",
        ),
    ] = 0,
) -> Outcome:
    """Make a skill roll to meet or beat the target's DEF.

    DEF is REF + 10, and the GM may move it up or down, for distance or heavy armor. A target that is caught off guard
    or stunned has a DEF of 10.

    Reading: off guard or stunned, you lose your REF; the text takes nothing else away. So points of DEF you bought
    still count, and so does the distance: enter those under DEF bonus that stays. DEF bonus is for what comes and goes
    with REF, as heavy armor does.

    Reading: if you act at the same time as others, all of you choose your targets before any of the results is known. A
    stun then doesn't make you easier to hit for the others.
    """
    target = BASE_DEFENSE + def_stays
    if surprised or stunned:
        dice.say(f"The target is {'caught off guard' if surprised else 'stunned'}: DEF {target}.")
    else:
        target += reflexes + def_bonus
    total, margin = roll_against(dice, target, ("attribute", attribute), ("skill", skill), ("modifier", modifier))
    dice.verdict(describe_margin(margin, "Hit", "Miss"))
    if margin >= 0:
        dice.offer_roll("Apply the blow", "combat.blunt")
    return {"total": total, "target": target, "hit": margin >= 0, "margin": margin}


@mechanic(
    "combat.life",
    title="Life left",
    page="combat/derived/#life",
    headline="state",
    words={"state": STATES},
    labels={"left": "LIF left"},
)
def life(
    dice: Dice,
    maximum: LifeMaximum = 15,
    stunning: Annotated[int, Whole(0, 1000, "stunning damage so far", label="Stunning damage")] = 0,
    deadly: Annotated[int, Whole(0, 1000, "deadly damage so far", label="Deadly damage")] = 0,
) -> Outcome:
    """Subtract both stunning and deadly damage from LIF.

    With none left you are unconscious until some LIF is back. You are dying if deadly damage alone has taken all of it.

    Reading: the rule says that stunning and deadly damage together must exceed your LIF; in its example 19 of 19 is
    enough. We follow the example: you go down when they reach it. LIF doesn't go below 0.

    Reading: the core rules put it simply and say that you are dying at 0 Life. The rules for Life are finer: you are
    dying when deadly damage alone has taken everything, and unconscious when stunning damage helped. We use the finer
    rule.
    """
    left = max(0, maximum - stunning - deadly)
    dice.say(f"LIF {maximum} - {stunning} (stunning) - {deadly} (deadly): {left} left.")
    state = find_state(maximum, stunning, deadly)
    dice.verdict(f"{STATES[state]}, with {left} of {maximum} LIF left")
    return {"left": left, "state": state}


def find_state(maximum: int, stunning: int, deadly: int) -> str:
    """Return the state after this much damage of both kinds."""
    if deadly >= maximum:
        return "dying"
    return "unconscious" if stunning + deadly >= maximum else "up"


class Body(NamedTuple):
    """The body that takes damage: LIF unhurt and now, and the deadly part of the difference."""

    life_max: int
    life: int
    deadly_so_far: int

    def find_state_after(self, lost: int, harm: str) -> str:
        """Return the state after losing `lost` more LIF."""
        stunning_so_far = self.life_max - self.life - self.deadly_so_far
        if harm == "deadly":
            return find_state(self.life_max, stunning_so_far, self.deadly_so_far + lost)
        return find_state(self.life_max, stunning_so_far + lost, self.deadly_so_far)


def build_body(life_max: int, life: int, deadly_so_far: int) -> Body:
    """Build a body.

    Raises:
        ParameterError: the numbers contradict each other.
    """
    if life > life_max:
        raise ParameterError(
            "life",
            life,
            f"at most {life_max}",
            given={"life_max": life_max},
            plain=f"A target with {life_max} LIF when unhurt can't have {life} left.",
        )
    if deadly_so_far > (lost := life_max - life):
        raise ParameterError(
            "deadly_so_far",
            deadly_so_far,
            f"at most {lost}",
            given={"life_max": life_max, "life": life},
            plain=f"With {life} of {life_max} LIF left, {lost or 'no'} LIF {'is' if lost < 2 else 'are'} lost: "
            f"deadly damage can't have taken {deadly_so_far}.",
        )
    return Body(life_max, life, deadly_so_far)


@mechanic(
    "combat.blunt",
    title="A blunt blow",
    page="combat/derived/#toughness",
    headline="life_left",
    opposed=("state",),
    words={"state": STATES},
    labels=LIFE,
)
def blunt(
    dice: Dice,
    damage: Annotated[int, Whole(0, 1000, "the damage of this blow", label="Damage")] = 10,
    toughness: Toughness = 3,
    life_max: LifeMaximum = 15,
    life: Life = 15,
    harm: Harm = "stunning",
    blunt: Blunt = True,
    deadly_so_far: DeadlySoFar = 0,
) -> Outcome:
    """Subtract TGH from blunt damage and the rest from LIF; more than half the LIF score from one blow stuns.

    Half of an odd score is rounded up.

    All deadly damage so far decides if it leaves you dying.

    Reading: half means half of your LIF score when unhurt, and an odd score's half rounds up: with LIF 19 it takes 11.
    Exactly half doesn't stun.

    Reading: blunt and deadly are separate questions. A punch is blunt, a bullet is deadly, and a hammer may be both.

    Reading: the text also says that one such blow may knock you out, and gives no rule for it beyond running out of
    LIF.
    """
    return strike(dice, damage, toughness, build_body(life_max, life, deadly_so_far), harm, blunt)


def strike(dice: Dice, damage: int, toughness: int, body: Body, harm: str, blunt: bool) -> Outcome:
    """Apply a blow that hits."""
    lost = reduce_damage(damage, toughness, blunt)
    left = max(0, body.life - lost)
    stunned = is_stunning(lost, body.life_max)
    state = body.find_state_after(lost, harm)
    if blunt:
        dice.say(f"{damage} - {toughness} (TGH) = {damage - toughness}" + ("." if lost else ": shrugged off."))
    else:
        dice.say(f"{damage} damage: TGH doesn't help, because the attack isn't blunt.")
    dice.say(f"LIF {body.life} - {lost}: {left} left.")
    dice.say(f"{lost} is {'more' if stunned else 'not more'} than {halve(body.life_max)}, half of {body.life_max}.")
    came = f"{lost or 'no'} LIF lost, {STATES[state].lower() if state != 'up' else f'{left} left'}"
    dice.verdict(f"{came}{' and stunned' if stunned and state == 'up' else ''}" if lost else "No LIF lost")
    if stunned and state == "up":
        dice.add_consequence(WHAT_A_STUN_DOES)
        dice.offer_roll("Which turn the stun costs", "combat.stun")
    if state != "up":
        dice.add_consequence(WHAT_STATES_MEAN[state])
    return {"lost": lost, "life_left": left, "stunned": stunned, "down": left == 0, "state": state}


@mechanic(
    "combat.blow",
    title="Attack",
    page="combat/fighting/#blow",
    headline="lost",
    graded_by=("hit",),
    opposed=("state",),
    forwards_to=attack,
    words={"hit": HITS, "state": STATES},
    labels=LIFE,
    groups={"Hurt before": ("life", "deadly_so_far")},
)
def blow(
    dice: Dice,
    damage: Damage = "3d6",
    toughness: Toughness = 3,
    life_max: LifeMaximum = 15,
    life: LifeBeforeBlow = 15,
    harm: Harm = "stunning",
    blunt: Blunt = True,
    deadly_so_far: DeadlySoFar = 0,
    **aim: Any,
) -> Outcome:
    """Make an attack and apply its effect on the target's LIF if it hits."""
    body = build_body(life_max, life, deadly_so_far)
    if not dice.field(attack, "hit", **aim):
        dice.verdict("The blow misses")
        return {"hit": False, "lost": 0, "life_left": life, "stunned": False, "down": False, "state": "up"}
    return {"hit": True} | strike(dice, dice.total(damage, "damage"), toughness, body, harm, blunt)


def roll_blow(dice: Dice, damage: str, toughness: int, blunt: bool, enough: int, **aim: Any) -> Outcome:
    """Roll the LIF lost in one blow, 0 for a miss and at most `enough`.

    It is a separate rule, so that the odds of a takedown depend on the LIF lost instead of every face of the dice.
    """
    if not dice.field(attack, "hit", **aim):
        return {"lost": 0}
    return {"lost": min(enough, reduce_damage(dice.total(damage, "damage"), toughness, blunt))}


class Target(NamedTuple):
    """The state of a target before a blow."""

    stunned: bool = False
    surprised: bool = False
    state: str = "up"


@mechanic(
    "combat.takedown",
    title="How long a target lasts",
    page="combat/fighting/#how-long",
    headline="blows",
    opposed=("state",),
    cumulative="blows",
    forwards_to=blow,
    words={"state": STATES},
    labels={"state": "In the end"},
)
def takedown(
    dice: Dice,
    horizon: Annotated[int, Whole(1, 30, "how many blows to look ahead", label="Blows to look ahead")] = 12,
    life_max: LifeMaximum = 15,
    life: LifeBeforeBlow = 15,
    damage: Damage = "3d6",
    harm: Harm = "stunning",
    deadly_so_far: DeadlySoFar = 0,
    surprised: Surprised = False,
    stunned: Stunned = False,
    **every: Any,
) -> Outcome:
    """Count blows until no LIF is left, and find out if the target is dying then; `later` beyond the horizon.

    Reading: if you catch the target off guard, that holds for the first blow only. A blow that stuns it takes its REF
    away against the next one; its TGH stays as it is.
    """
    body = build_body(life_max, life, deadly_so_far)
    needed = life_max - deadly_so_far if harm == "deadly" else life
    every |= {"damage": damage, "enough": max(needed, halve(life_max) + 1)}
    too_long = LongOddsParameterError(
        "damage",
        damage,
        "dice with fewer different totals",
        odds=f"odds over {pluralize(horizon, 'blow')} against this much LIF",
        got=damage,
    )

    def hit(dice: Dice, target: Target) -> tuple[Target, int]:
        lost: int = dice.field(roll_blow, "lost", stunned=target.stunned, surprised=target.surprised, **every)
        return Target(stunned=is_stunning(lost, life_max)), lost

    def settle(dice: Dice, target: Target, left: int) -> tuple[Target, int]:
        dice.say(f"LIF left: {max(0, left)}.")
        state = body.find_state_after(life - left, harm)
        return (target, left) if state == "up" else (Target(state=state), 0)

    start = Target(stunned, surprised), life
    blows, target = dice.run_down_until(hit, settle, start, lambda target: target.state != "up", horizon, too_long)
    how = "dying" if target.state == "dying" else "unconscious"
    return {
        "blows": conclude_count(
            dice,
            blows,
            lambda blows: f"The target is {how} after {pluralize(blows, 'blow')}",
            f"The target is still up after {pluralize(horizon, 'blow')}",
        ),
        "state": target.state,
    }


def reduce_damage(damage: int, toughness: int, blunt: bool) -> int:
    """Return the damage that TGH doesn't stop: it helps against blunt attacks only."""
    return max(0, damage - toughness) if blunt else damage


def is_stunning(lost: int, life_max: int) -> bool:
    """Return True if one blow stuns: it takes more than half the LIF score, rounded up."""
    return lost > halve(life_max)


ACTED = ("by_order", "yes", "no")


@mechanic(
    "combat.stun",
    title="Which turn a stun costs",
    page="combat/fighting/#stun-turn",
    headline="loses",
    labels={"loses": "No action in turn", "acted": "Had acted", "acts_again": "Acts again in turn"},
)
def stun(
    dice: Dice,
    turn: Annotated[int, Whole(1, 100, "the turn in which the stun comes", label="Turn")] = 1,
    acted: Annotated[
        str,
        Choice(
            ACTED, "whether the stunned combatant has acted this turn; by_order: by initiative", label="Acted this turn"
        ),
    ] = "by_order",
    total: Annotated[int, Whole(-30, 60, "the initiative total of the stunned combatant", label="Initiative")] = 8,
    intellect: Annotated[int, Whole(0, 15, "the INT of the stunned combatant", label="INT")] = 3,
    by_total: Annotated[int, Whole(-30, 60, "the initiative total of the attacker", label="Attacker's initiative")] = 8,
    by_intellect: Annotated[int, Whole(0, 15, "the INT of the attacker", label="Attacker's INT")] = 3,
) -> Outcome:
    """Find the turn whose action a stun costs: this one if it is still to come, else the next.

    After that turn you act as usual. Until then STR, REF, PRE and INT are 0, so DEF is 10.

    Reading: if you act at the same time as your attacker, you have acted, so the stun costs you the next turn.

    Reading: you have one action in a turn: an attack, a skill roll, a move or a sprint, but not an attribute roll that
    the GM asks for. The contents of the book name two as the maximum; the text that we hold doesn't have that chapter.
    """
    has_acted = acted == "yes" or (acted == "by_order" and (total, intellect) >= (by_total, by_intellect))
    dice.say(f"The action of turn {turn} is {'spent' if has_acted else 'still to come'}.")
    loses = turn + 1 if has_acted else turn
    dice.verdict(f"No action in turn {loses}")
    dice.add_consequence(f"From turn {loses + 1} on, everything is as usual.")
    return {"acted": has_acted, "loses": loses, "acts_again": loses + 1}
