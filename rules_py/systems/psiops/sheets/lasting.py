"""PSIOPS: powers and effects on a sheet, such as burning, and how long they last."""

from collections.abc import Iterable, Mapping
from typing import Annotated, Any, NamedTuple, Protocol, Self

from rules_py.parameters import Choice, Flag, ListOf, Record, Text, Whole
from rules_py.play import Log, LogToAll
from rules_py.tables import table
from rules_py.text.wording import pluralize

MOST_LASTING = 40
MOST_ROUNDS = 600
"""The rounds of 6 seconds in an hour."""

MINUTE = 10
"""The rounds of 6 seconds in a minute."""

BURN = 1
"""The damage of burning each round."""

FROZEN = ("stunned", "paralyzed")
AFFLICTIONS = ("burning", *FROZEN, "controlled")
KINDS = ("power", *AFFLICTIONS, "bleeding", "used")


class Lasting(NamedTuple):
    """A power, a condition or a mark that lasts."""

    name: Annotated[str, Text("its name", most=60)] = "Power"
    kind: Annotated[
        str,
        Choice(
            KINDS,
            "what it does; bleeding counts the time until an incapacitated operative dies, and used is a talent that "
            "works once in a session",
        ),
    ] = "power"
    rounds: Annotated[
        int, Whole(0, MOST_ROUNDS, "rounds left, with this one; 0 if they aren't counted", label="Rounds left")
    ] = 0
    concentration: Annotated[bool, Flag("it takes one action of concentration each round, and ends with damage")] = (
        False
    )
    kept: Annotated[bool, Flag("concentrated on in this round", label="Concentrated")] = False

    @property
    def lapses(self) -> bool:
        """True if it ends with the round for want of concentration."""
        return self.concentration and not self.kept

    @property
    def ends_with_battle(self) -> bool:
        """True if it lasts until the battle ends: it is neither counted in rounds nor kept by concentration."""
        return self.kind not in ("bleeding", "used") and not self.rounds and not self.concentration


LastingList = Annotated[
    tuple[Lasting, ...],
    ListOf(Record(Lasting, "a power or an effect"), "powers and effects that last", most=MOST_LASTING, label="Lasting"),
]


class Power(NamedTuple):
    """The time that a talent lasts.

    Attributes:
        rounds: the number of rounds; 0 if they aren't counted.
        is_rolled: True if 1D6 decides the number of rounds.
        concentration: True if it needs concentration.
        kind: its effect.
    """

    rounds: int = 0
    is_rolled: bool = False
    concentration: bool = False
    kind: str = "power"


POWERS: Mapping[str, Power] = {
    "12": Power(concentration=True),
    "13": Power(),
    "16": Power(concentration=True),
    "22": Power(concentration=True),
    "25": Power(concentration=True),
    "32": Power(concentration=True),
    "35": Power(rounds=6),
    "46": Power(),
    "51": Power(kind="used"),
    "55": Power(rounds=60 * MINUTE),
    "56": Power(rounds=10 * MINUTE),
    "62": Power(rounds=MINUTE),
    "63": Power(rounds=10 * MINUTE),
    "66": Power(is_rolled=True, concentration=True),
}
"""The talents that last, by their number on the D66, apart from those that affect their target and the shield."""

AFFLICTING: Mapping[str, str] = {"43": "stunned", "44": "controlled", "45": "paralyzed", "53": "burning"}
"""The effect of the talents that last on their target, by their number on the D66."""

INVISIBILITY, KINETIC_SHIELD = "32", "34"
CHOKE, PSYCHIC_HEALING, RECOVER = "15", "52", "54"

EFFECT_DICE: Mapping[str, int] = {
    "13": 3,
    CHOKE: 6,
    "31": 3,
    "43": 6,
    "44": 6,
    "45": 6,
    PSYCHIC_HEALING: 3,
    "53": 3,
    RECOVER: 6,
    "66": 6,
}
"""The sides of the die of a talent's effect, such as damage or rounds, by the talent's number on the D66."""


class TalentAttack(NamedTuple):
    """An attack with a talent.

    Attributes:
        damage: the damage modifier; the lowest if the GM decides.
        reach: the farthest range.
        burns: True if a target that is hit burns.
    """

    damage: int
    reach: str
    burns: bool = False


TALENT_ATTACKS: Mapping[str, TalentAttack] = {
    "21": TalentAttack(3, "nearby"),
    "22": TalentAttack(3, "nearby"),
    "33": TalentAttack(2, "far"),
    "42": TalentAttack(2, "close"),
    "53": TalentAttack(2, "nearby", burns=True),
    "61": TalentAttack(0, "nearby"),
}
"""The talents that attack a target, by their number on the D66."""


class Bearer(Protocol):
    """The interface of sheets with something that lasts."""

    @property
    def lasting(self) -> tuple[Lasting, ...]:
        """Everything that lasts."""

    def replace(self, **fields: Any) -> Self:
        """Return a copy with other fields."""


def find_kind(sheet: Any, *kinds: str) -> Lasting | None:
    """Return the longest of what lasts on a sheet and has one of these kinds, or None. On some sheets nothing lasts."""
    found: list[Lasting] = [each for each in getattr(sheet, "lasting", ()) if each.kind in kinds]
    return max(found, key=lambda each: each.rounds or MOST_ROUNDS + 1, default=None)


def find_power(bearer: Bearer, talent: str) -> Lasting | None:
    """Return the power of a talent while it lasts, or None."""
    name = table("psiops.talents").row(talent).name
    return next((each for each in bearer.lasting if each.name == name), None)


def add_lasting[B: Bearer](bearer: B, say: Log, added: Lasting) -> B:
    """Return the bearer with something that lasts; it replaces what has the same name."""
    say(f"{added.name}: {describe_length(added)}.")
    return bearer.replace(lasting=(*(each for each in bearer.lasting if each.name != added.name), added))


def describe_length(lasting: Lasting) -> str:
    """Return how long something lasts, in words."""
    if lasting.kind == "used":
        return "not again in this session"
    parts = [f"{pluralize(lasting.rounds, 'round')} left"] if lasting.rounds else []
    if lasting.concentration:
        parts.append("as long as you concentrate")
    return ", ".join(parts) or "until the battle ends"


def drop_lasting[B: Bearer](bearer: B, ended: Iterable[Lasting]) -> B:
    """Return the bearer without what has ended."""
    gone = tuple(ended)
    return bearer.replace(lasting=tuple(each for each in bearer.lasting if each not in gone)) if gone else bearer


def break_concentration[B: Bearer](bearer: B, say: Log) -> B:
    """Return the bearer after damage, which ends everything that needs concentration."""
    broken = [each for each in bearer.lasting if each.concentration]
    for each in broken:
        say(f"{each.name} ends: the damage breaks concentration.")
    return drop_lasting(bearer, broken)


def drop_bleeding[B: Bearer](bearer: B) -> B:
    """Return the bearer no longer bleeding to death."""
    return drop_lasting(bearer, [each for each in bearer.lasting if each.kind == "bleeding"])


def pass_round[B: Bearer](bearer: B, say: LogToAll) -> tuple[B, tuple[Lasting, ...]]:
    """Count down a round; return the bearer and what has ended."""
    ended, left = [], []
    for each in bearer.lasting:
        if each.lapses or each.rounds == 1:
            ended.append(each)
        else:
            left.append(each._replace(rounds=max(0, each.rounds - 1), kept=False))
            if left[-1] != each:
                say.log_detail(f"{each.name}: {describe_length(left[-1])}.")
    for each in ended:
        say(f"{each.name} ends" + (" without concentration." if each.lapses else "."))
    return (bearer.replace(lasting=tuple(left)) if bearer.lasting else bearer), tuple(ended)


def end_battle[B: Bearer](bearer: B) -> B:
    """Return the bearer without what lasts until the battle ends."""
    return drop_lasting(bearer, [each for each in bearer.lasting if each.ends_with_battle])


def describe_lasting(bearer: Bearer) -> str | None:
    """Return a sentence for each thing that lasts, or None."""
    return " ".join(f"{each.name}: {describe_length(each)}." for each in bearer.lasting) or None
