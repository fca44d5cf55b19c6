"""Items of lists on Sideworld's sheets: weapons, parrying objects, prosthetics, drained points, and what is counted."""

from fractions import Fraction
from typing import Annotated, Any, NamedTuple

from rules_py.parameters import Choice, Flag, ListOf, Notation, Number, Record, Text, Whole
from rules_py.play import CardFact, Counter
from rules_py.systems.sideworld.armour import MOST
from rules_py.systems.sideworld.body_parts import BodyPart
from rules_py.systems.sideworld.near_misses import NEAR_WEAPONS, KindOfWeapon

ATTRIBUTES = {
    "attack": "Attack",
    "dodge": "Dodge",
    "initiative": "Initiative",
    "reactions": "Reactions",
    "strength": "Strength",
    "endurance": "Endurance",
    "run_speed": "Run Speed",
    "alertness": "Alertness",
    "constitution": "Constitution",
    "muscle": "Muscle",
    "beauty": "Beauty",
    "intellect": "Intellect",
    "willpower": "Willpower",
    "wisdom": "Wisdom",
    "charm": "Charm",
}
"""The attributes that the rules mention, with their labels."""


UNSAID, BULLETS, BEAM, SLOW = "unsaid", "bullets", "beam", "slow"
STRIKES = {
    UNSAID: "Not said",
    BULLETS: "Bullets",
    BEAM: "Laser, plasma or another beam",
    SLOW: "Blade, blow, throw or fireball",
}
"""The ways in which weapons strike: only bullets have recoil, and only slow ones can be parried."""


class WayToStrike(Choice):
    """The parameter kind of the way in which a weapon strikes."""

    def names(self) -> dict[str, str]:
        return STRIKES


CLIPS, SPARES, INTERNAL = "clips", "spares", "internal"
FEEDS = {
    CLIPS: "Clips or belts",
    SPARES: "Clips or belts, spares counted",
    INTERNAL: "An internal magazine",
}
"""The ways in which rounds are fed into weapons."""

MOST_SPARES = 999
MOST_TURNS = 1000


class WayToFeed(Choice):
    """The parameter kind of the way in which rounds are fed into a weapon."""

    def names(self) -> dict[str, str]:
        return FEEDS


MOST_RANGES = 6
MOST_METRES = 100_000
RANGE_BONUS = Whole(-20, 40, "its Attack Bonus at a range")
RANGE_DAMAGE = Notation("its damage at a range", low=0)


class WeaponRange(NamedTuple):
    """A range of a weapon, with the Attack Bonus and the damage that it has there."""

    name: str
    bonus: int
    damage: str


def read_range(text: str) -> tuple[int, WeaponRange]:
    """Read a range such as "500 m +4 2d6": up to how many metres, and the weapon there.

    Raises:
        ValueError: the text isn't a range.
    """
    metres, bonus, damage = text.replace("m", " ").split()
    if not metres.isdecimal() or not 0 < int(metres) <= MOST_METRES:
        raise ValueError
    name = f"to {int(metres)} m"
    return int(metres), WeaponRange(name, RANGE_BONUS.accept(bonus), RANGE_DAMAGE.accept(damage))


class Ranges(Text):
    """The parameter kind of a weapon's ranges, from the closest on, as in "500 m +4 2d6; 1000 m +4 1d6"."""

    def accept(self, value: Any) -> str:
        """Return the text with each range in the same form.

        Raises:
            ValueError: a range isn't understood, or isn't farther than the one before it.
        """
        found = [read_range(part) for part in super().accept(value).split(";") if part.strip()]
        limits = [metres for metres, _ in found]
        if len(found) > MOST_RANGES or limits != sorted(set(limits)):
            raise ValueError
        return "; ".join(f"{metres} m {each.bonus:+d} {each.damage}" for metres, each in found)

    def describe_accepted(self) -> str:
        return "ranges from the closest on, such as 500 m +4 2d6; 1000 m +4 1d6"


class Weapon(NamedTuple):
    """A weapon at one of its ranges. Its recoil and its loaded rounds change as it fires."""

    name: Annotated[str, Text("its name")] = ""
    bonus: Annotated[int, Whole(-20, 40, "its Attack Bonus", label="Attack Bonus")] = 0
    damage: Annotated[str, Notation("its damage", low=0)] = "2d6"
    rounds: Annotated[int, Whole(1, 300, "rounds it fires in an action", label="Rounds fired")] = 1
    rate: Annotated[int, Whole(1, 10_000, "the number behind Full Auto", label="Full Auto rate")] = 1
    vent: Annotated[int, Whole(0, 1000, "the recoil that its system takes off each burst", label="Recoil system")] = 0
    steady: Annotated[bool, Flag("no recoil: mounted on a vehicle, in Manual mode, or no gun", label="No recoil")] = (
        False
    )
    guided: Annotated[bool, Flag("guided missiles", label="Guided")] = False
    radius: Annotated[
        int | Fraction, Number(0, 10_000, "its Blast Radius or Spread", unit="m", label="Blast Radius or Spread")
    ] = 0
    kind: Annotated[str, KindOfWeapon(tuple(NEAR_WEAPONS), "how its near misses work", label="Near misses")] = "blast"
    clip: Annotated[
        int, Whole(0, 10_000, "rounds in a full clip or magazine; 0 if they aren't counted", label="Full clip")
    ] = 0
    loaded: Annotated[int, Whole(0, 10_000, "rounds in it now", label="Loaded")] = 0
    recoil: Annotated[int, Whole(0, 300, "its recoil this turn", label="Recoil")] = 0
    strikes: Annotated[
        str,
        WayToStrike(tuple(STRIKES), "what reaches the target; only bullets have recoil", label="Strikes with"),
    ] = UNSAID
    feed: Annotated[str, WayToFeed(tuple(FEEDS), "what its rounds are fed from", label="Ammo")] = CLIPS
    spares: Annotated[int, Whole(0, MOST_SPARES, "full spare clips", label="Full spare clips")] = 0
    part_spares: Annotated[int, Whole(0, MOST_SPARES, "spare clips that aren't full", label="Clips to fill")] = 0
    part_rounds: Annotated[int, Whole(0, 10_000, "rounds in the clips to fill", label="Rounds in these")] = 0
    ranges: Annotated[
        str, Ranges("its ranges with Attack Bonus and damage: 500 m +4 2D6; 1000 m +4 1D6", 200, label="Ranges")
    ] = ""

    @property
    def at_ranges(self) -> tuple[WeaponRange, ...]:
        """It at each of its ranges, from the closest on."""
        return tuple(read_range(part)[1] for part in self.ranges.split(";")) if self.ranges else ()

    @property
    def shot(self) -> str:
        """Its damage, with the rounds of an action if there are several: "2D6 ×10"."""
        return self.damage.upper() if self.rounds == 1 else f"{self.damage.upper()} ×{self.rounds}"

    @property
    def card(self) -> tuple[CardFact, ...]:
        """The facts of its card: its damage, with its rounds if there are several, and what is loaded."""
        return (self.shot, Counter(self.loaded, self.clip)) if self.clip else (self.shot,)

    @property
    def label(self) -> str:
        """Its name in sentences."""
        return self.name or "The weapon"

    @property
    def fires_bullets(self) -> bool:
        """True if it is a gun that fires bullets."""
        if self.strikes != UNSAID:
            return self.strikes == BULLETS
        return self.kind != "plasma" and (self.clip > 0 or self.rounds > 1 or self.rate > 1 or self.vent > 0)

    @property
    def has_recoil(self) -> bool:
        """True if its shots add recoil."""
        return self.fires_bullets and not self.steady

    @property
    def recoil_now(self) -> int:
        """The recoil that counts against its next shot."""
        return self.recoil if self.has_recoil else 0

    @property
    def is_fast(self) -> bool:
        """True if it is known to strike too fast to be parried."""
        return self.strikes in (BULLETS, BEAM)

    @property
    def is_unclear(self) -> bool:
        """True if the sheet should ask how it strikes: it counts as no gun, but the sheet doesn't say so."""
        return self.strikes == UNSAID and not (self.fires_bullets or self.steady or self.kind == "plasma")

    def count_most_rounds(self, actions: int) -> int:
        """Return the most rounds that it can fire in an action of a character with this number of actions per turn."""
        return max(1, self.rate // actions) if self.rate > 1 else self.rounds

    def count_rounds(self, actions: int) -> int:
        """Return the rounds that it fires in an action if the player doesn't choose: those on the sheet, if it can."""
        return min(self.rounds, self.count_most_rounds(actions))

    @property
    def on_a_group(self) -> str:
        """Its kind of attack on a group: by its near misses if it has a radius, otherwise Full Auto."""
        return self.kind if self.radius else "full-auto"

    @property
    def strikes_several(self) -> bool:
        """True if one attack may have several targets."""
        return bool(self.radius) or self.rate > 1

    @property
    def empty(self) -> bool:
        """True if its rounds are counted, and too few are loaded for an action. One is enough for Full Auto."""
        return self.clip > 0 and self.loaded < (1 if self.rate > 1 else self.rounds)

    @property
    def counts_spares(self) -> bool:
        """True if its spare clips are counted."""
        return self.clip > 0 and self.feed == SPARES

    def add_to_spares(self, clips: int = 0, rounds: int = 0) -> "Weapon":
        """Return it with more spare clips that aren't full, and more rounds in those.

        Rounds in clips that aren't full count together, so that they fill the clips in turn.
        """
        clips, rounds = self.part_spares + clips, self.part_rounds + rounds
        full = min(clips, rounds // self.clip)
        left = rounds - full * self.clip if clips > full else 0
        return self._replace(
            spares=min(MOST_SPARES, self.spares + full), part_spares=min(MOST_SPARES, clips - full), part_rounds=left
        )

    def swap_clip(self) -> "Weapon | None":
        """Return it with the fullest spare clip in it, and the loaded one among the spares; None if none is fuller."""
        gun = self.add_to_spares()
        taken = gun.clip if gun.spares else gun.part_rounds
        if taken <= gun.loaded:
            return None
        if gun.spares:
            rest = gun._replace(spares=gun.spares - 1)
        else:
            rest = gun._replace(part_spares=gun.part_spares - 1, part_rounds=0)
        return rest.add_to_spares(1, gun.loaded)._replace(loaded=taken)

    def fill_clip(self, rounds: int) -> "Weapon | None":
        """Return it with rounds in a clip that isn't full, a spare one if there is one; None if all clips are full."""
        gun = self.add_to_spares()
        if gun.part_spares:
            return gun.add_to_spares(rounds=min(rounds, gun.clip - gun.part_rounds))
        return None if gun.loaded >= gun.clip else gun._replace(loaded=min(gun.clip, gun.loaded + rounds))


class Parry(NamedTuple):
    """An object to parry with."""

    name: Annotated[str, Text("its name")] = ""
    bonus: Annotated[int, Whole(0, 20, "its Dodge Bonus", label="Dodge Bonus")] = 0
    resilience: Annotated[int, Whole(0, MOST, "its resilience")] = 5
    dc: Annotated[int, Whole(0, MOST, "the DC it has left", label="DC")] = 150


class Prosthetic(NamedTuple):
    """A body part that was replaced."""

    part: Annotated[str, BodyPart("sideworld.body-parts", "the part that it replaces", label="Part")] = "arms"
    years: Annotated[int, Whole(0, 150, "years since it was fitted or overhauled")] = 0


class Drain(NamedTuple):
    """Points that were drained from an attribute."""

    attribute: Annotated[str, Choice(tuple(ATTRIBUTES), "the attribute")] = "willpower"
    points: Annotated[int, Whole(0, 40, "points that are gone")] = 1
    spell: Annotated[bool, Flag("a spell took them, so they don't heal", label="By a spell")] = False


class Effect(NamedTuple):
    """A spell or another effect that lasts for a number of turns."""

    name: Annotated[str, Text("what lasts")] = ""
    turns: Annotated[int, Whole(0, MOST_TURNS, "turns that are left, with the current one", label="Turns left")] = 1

    @property
    def label(self) -> str:
        """Its name in sentences."""
        return self.name or "The effect"


class Store(NamedTuple):
    """A staff, an amulet or another store of NE."""

    name: Annotated[str, Text("its name")] = ""
    ne: Annotated[int, Whole(0, 10_000, "NE left in it", label="NE in it")] = 0
    full: Annotated[int, Whole(0, 10_000, "the most NE that it holds", label="Full NE")] = 0

    @property
    def label(self) -> str:
        """Its name in sentences."""
        return self.name or "The store"


class Gear(NamedTuple):
    """Something that a character carries a number of, such as first aid kits."""

    name: Annotated[str, Text("what it is")] = ""
    number: Annotated[int, Whole(0, 999, "how many are left", label="Left")] = 1

    @property
    def label(self) -> str:
        """Its name in sentences."""
        return self.name or "The gear"


def end_turn_of_effects(effects: tuple[Effect, ...]) -> tuple[Effect, ...]:
    """Return the effects that last beyond the end of a turn, with the turns that are left."""
    return tuple(each._replace(turns=each.turns - 1) for each in effects if each.turns > 1)


Weapons = Annotated[tuple[Weapon, ...], ListOf(Record(Weapon, "a weapon at one range"), "weapons", most=12)]
