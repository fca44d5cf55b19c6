"""PSIOPS: sheets of enemies and swarms, and their changes."""

from collections.abc import Sequence
from typing import Annotated, NamedTuple, cast

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import EntryOf, Flag, ListOf, Record, Text, Whole
from rules_py.play import (
    Condition,
    Log,
    LogToAll,
    QuickAction,
    RequiredRoll,
    RollBinding,
    Sheet,
    Trigger,
    Without,
    change,
    derived,
    warning,
)
from rules_py.play.bindings import find_entry
from rules_py.systems.psiops.action import psionic
from rules_py.systems.psiops.combat import DamageModifier, attack, blast as blast_roll, defend, morale, psychic_attack
from rules_py.systems.psiops.sheets.harm import CHOKED, take_damage
from rules_py.systems.psiops.sheets.lasting import (
    BURN,
    LastingList,
    break_concentration,
    describe_lasting,
    end_battle,
    pass_round,
)
from rules_py.systems.psiops.sheets.operative import MOST_ARMOR, NO_HP, Cover, Operative, Prone
from rules_py.systems.psiops.sheets.paper import ENEMY_PAPER
from rules_py.systems.psiops.sheets.rounds import Attacker, Blows, add_blow, find_highest_damage
from rules_py.systems.psiops.swarm import swarm
from rules_py.systems.psiops.takedown import focus_fire, takedown
from rules_py.tables import table

NOBODY_LEFT = "Nobody of the swarm is left."
MOST_ATTACKS = 12
"""The maximum number of attacks of an enemy."""

COMBAT, DEFENSE, GROUPS = "psiops/combat/", "psiops/defense/", "psiops/groups/"


def count_checks_due(lost: int, whole: int, held: int) -> int:
    """Count the morale checks that are due: one at the first loss and one at half, minus those passed."""
    return max(0, (lost > 0) + (2 * lost >= whole) - held)


class Opponent(Sheet):
    """The base of enemies and swarms: morale, which they check at the first loss and again at half.

    Reading: opponents who rout are out of the fight; suppressed opponents who fail a check only don't act.
    """

    name: Annotated[str, Text("its name")] = ""
    morale: Annotated[int, Whole(1, 6, "from 1, a scared mob, to 6, calm professionals", label="Morale")] = 3
    never_checks: Annotated[bool, Flag("fanatical or mindless: never checks morale", label="Fanatical or mindless")] = (
        False
    )
    checks_held: Annotated[
        int, Whole(0, 2, "morale checks passed: at the first loss, and at half", label="Morale checks passed")
    ] = 0
    routed: Annotated[bool, Flag("running away")] = False
    blows: Blows = ()
    lasting: LastingList = ()

    @property
    def fell_in_this_round(self) -> bool:
        """True if the blows of this round have taken it out."""
        return self.out and not self.routed and bool(self.blows)

    @property
    def harm(self) -> tuple[int, int]:
        """The amount lost and the total."""
        raise NotImplementedError

    @property
    def state(self) -> str:
        """The state in one word."""
        return "fled" if self.routed else "down" if self.out else "standing"

    @derived(label="Out of the fight")
    def out(self) -> bool:
        """Return True if it is beaten or has run."""
        lost, whole = self.harm
        return self.routed or lost >= whole

    @derived(label="Morale checks due")
    def checks_due(self) -> int:
        """Return the number of morale checks to make now: at the first loss, and at half."""
        return 0 if self.never_checks or self.out else count_checks_due(*self.harm, self.checks_held)

    @warning
    def checks(self) -> str | None:
        if not self.checks_due:
            return None
        lost, whole = self.harm
        loss = "half is lost" if 2 * lost >= whole else "the first loss"
        return f"Morale check: {loss}. 1D6 below {self.morale} holds."

    @warning
    def lasts(self) -> str | None:
        return None if self.out else describe_lasting(self)

    @warning
    def beaten(self) -> str | None:
        return None if not self.out else "It has run away." if self.routed else "Out of the fight."


class EnemyAttack(NamedTuple):
    """One of several attacks of an enemy."""

    name: Annotated[str, Text("its name")] = "Rifle"
    damage: DamageModifier = 2
    blast: Annotated[bool, Flag("it hits everybody in an area")] = False


class Enemy(Opponent, id="psiops.enemy", title="Enemy", page=f"{GROUPS}#morale"):
    """A single opponent. Several check morale as a group, when the first of them falls and when half have.

    Reading: all of one side are a group, except lone foes, those who never check, and those whose sheet names a group.

    Reading: of several leaders the highest morale counts. Without a leader who is up, the lowest morale of those who
    are up counts. The only member of a group checks like a lone foe, and so does the only ordinary enemy among those
    who never check: their losses frighten nobody.

    Reading: an enemy who runs away alone is no casualty, but the group has lost one of its number.
    """

    group: Annotated[
        str, Text("the group that it checks morale with; empty for the rest of its side", most=40, label="Group")
    ] = ""
    leads: Annotated[bool, Flag("its group checks with its morale as long as it is up", label="Leads its group")] = (
        False
    )
    lone: Annotated[
        bool, Flag("alone, so that it checks morale at its first wound and at half its HP", label="Lone foe")
    ] = False
    hp: Annotated[int, Whole(0, 40, "Hit Points left", label="HP")] = 6
    max_hp: Annotated[int, Whole(1, 40, "HP at the start", label="Maximum HP")] = 6
    armor: Annotated[int, Whole(0, MOST_ARMOR, "armor that it wears")] = 0
    damage: DamageModifier = 2
    blast: Annotated[bool, Flag("its attacks hit everybody in an area")] = False
    attacks: Annotated[
        tuple[EnemyAttack, ...],
        ListOf(Record(EnemyAttack, "an attack"), "attacks to change between", most=MOST_ATTACKS),
    ] = ()
    cover: Cover = 0
    prone: Prone = False
    pinned: Annotated[
        int, Whole(0, 40, "the damage of suppressing fire that waits for it", label="Pinned down for")
    ] = 0
    pinned_by: Attacker = ""
    braves_fire: Annotated[
        bool, Flag("passed the morale check to act under suppressing fire in this round", label="Acts under fire")
    ] = False

    rolls = (RollBinding(morale, morale="morale"), RollBinding(blast_roll, damage="damage"))
    met_by = (
        RollBinding(defend, enemy_damage="damage", enemy_cover="cover"),
        RollBinding(attack, armor="armor", cover="cover", target_prone="prone"),
        RollBinding(psychic_attack, armor="armor", cover="cover", target_prone="prone"),
        RollBinding(focus_fire, armor="armor", cover="cover", target_prone="prone"),
        RollBinding(takedown, NO_HP, hp="hp_to_go", armor="armor", cover="cover", target_prone="prone"),
    )

    paper = ENEMY_PAPER
    meter, glance = ("hp", "max_hp"), ("armor", "morale")
    conditions = (
        Condition("cover", icon="cover"),
        Condition("prone", icon="prone"),
        Condition("pinned", icon="pinned"),
    )

    @property
    def harm(self) -> tuple[int, int]:
        return self.max_hp - self.hp, self.max_hp

    @property
    def party(self) -> str | None:
        """The group that it checks morale with; None for a lone foe and for one that never checks."""
        return None if self.lone or self.never_checks else self.group

    @derived(label="HP until down")
    def hp_to_go(self) -> int | None:
        """Return the HP left, or None at 0."""
        return self.hp or None

    @derived(label="Morale checks due")
    def checks_due(self) -> int:
        """Return the morale checks that a lone foe has to make now: at its first wound, and at half its HP."""
        return Opponent.derivations["checks_due"].compute(self) if self.lone else 0

    @warning
    def suppressed(self) -> str | None:
        return (
            f"Pinned down: {self.pinned} damage if it leaves cover or risks anything, and a morale check to act."
            if self.pinned and not self.out
            else None
        )

    def check(self) -> None:
        if self.hp > self.max_hp:
            raise ParameterError(
                "hp",
                self.hp,
                f"at most {self.max_hp}",
                given={"max_hp": self.max_hp},
                plain=f"HP can be at most the maximum of {self.max_hp}; you entered {self.hp}.",
            )


class Swarm(Opponent, id="psiops.swarm", title="Swarm", page=f"{GROUPS}#swarms"):
    """Many weak opponents as one: each has 1 HP, and the number left decides what they can do.

    Reading: a swarm takes cover as a whole. It can't be pinned down, as suppressing fire is aimed at a single enemy.

    Reading: in a turn, a swarm attacks each of its targets once. It has no other action.
    """

    size: Annotated[int, Whole(1, 20, "opponents at the start", label="Size at the start")] = 14
    lost: Annotated[int, Whole(0, 20, "opponents that have fallen")] = 0
    cover: Cover = 0

    rolls = (RollBinding(morale, morale="morale"), RollBinding(swarm, size="size", hit="lost"))
    met_by = (
        RollBinding(defend, Without("damage", reason=NOBODY_LEFT), enemy_damage="damage", enemy_cover="cover"),
        *(
            RollBinding(
                roll,
                Without("armor_against_rolls", reason=NOBODY_LEFT),
                armor="armor_against_rolls",
                cover="cover",
            )
            for roll in (attack, psychic_attack, focus_fire)
        ),
    )

    meter, glance = ("hp", "size"), ("armor", "damage", "attacks")
    conditions = (Condition("cover", icon="cover"),)

    @property
    def harm(self) -> tuple[int, int]:
        return self.lost, self.size

    @derived(label="Size and HP")
    def hp(self) -> int:
        """Return the number of opponents left, each with 1 HP."""
        return max(0, self.size - self.lost)

    @derived
    def armor(self) -> int | None:
        """Return the armor for the size, from the table."""
        return table("psiops.swarm-sizes").row_for_roll(self.hp).number("armor") if self.hp else None

    @derived(label="Damage modifier")
    def damage(self) -> int | None:
        """Return the damage modifier for the size, from the table."""
        return table("psiops.swarm-sizes").row_for_roll(self.hp).number("damage") if self.hp else None

    @derived
    def attacks(self) -> int | None:
        """Return the number of targets it can attack, from the table."""
        return table("psiops.swarm-sizes").row_for_roll(self.hp).number("attacks") if self.hp else None

    @property
    def prone(self) -> bool:
        """False: a swarm has no stance as a whole."""
        return False

    @derived(label="Armor in an attack roll")
    def armor_in_rolls(self) -> int | None:
        """Return the armor that an attack roll subtracts: at most 3, the most that can be worn."""
        return None if self.armor is None else min(MOST_ARMOR, self.armor)

    @property
    def armor_of_round(self) -> int:
        """The armor for the size that it had when the round began."""
        size = min(self.size, self.hp + find_highest_damage(self.blows))
        return table("psiops.swarm-sizes").row_for_roll(size).number("armor") if size else 0

    @property
    def armor_against_rolls(self) -> int:
        """The armor that an attack roll of this round subtracts: at most 3, the most that can be worn."""
        return min(MOST_ARMOR, self.armor_of_round)


def is_up(opponent: Opponent) -> bool:
    """Return True if an opponent is still in the fight."""
    return not opponent.out


def is_pinned(opponent: Opponent) -> bool:
    """Return True if an enemy is up and pinned down."""
    return isinstance(opponent, Enemy) and opponent.pinned > 0 and not opponent.out


@change("psiops.use-attack", sheet_types=Enemy, title="Use another attack", page=f"{GROUPS}#morale")
def use_attack(
    enemy: Enemy,
    say: Log,
    number: Annotated[
        int, EntryOf(0, MOST_ATTACKS - 1, "the attack, by its number from 0", list_field="attacks", label="Attack")
    ] = 0,
) -> Enemy:
    """Give an enemy the numbers of one of its attacks, until it uses another one."""
    if (used := find_entry(enemy, "attacks", {"attacks": number})) is None:
        raise ForbiddenError("psiops.use-attack", "the enemy has no such attack")
    say(f"It attacks with {used.name or f'attack {number + 1}'}.")
    return enemy.replace(damage=used.damage, blast=used.blast)


@change(
    "psiops.deal-damage",
    sheet_types=Enemy,
    title="Deal damage",
    page=f"{COMBAT}#dealing-damage",
    triggers=(
        *(
            Trigger(roll, "target", damage="damage", by="name", applies_if=is_up)
            for roll in (attack, psychic_attack, focus_fire)
        ),
        Trigger(psionic, "anybody", conditions=CHOKED, damage="effect", by="name", is_optional=True, applies_if=is_up),
    ),
)
def deal_damage(
    enemy: Enemy,
    say: Log,
    damage: Annotated[int, Whole(0, 60, "damage after armor and cover", label="Damage")] = 1,
    by: Attacker = "",
) -> Enemy:
    """Subtract damage from HP, of several attackers only the highest each round; at 0 the enemy is out of the fight.

    A lone foe checks morale at the first damage and at half its HP.
    """
    if enemy.out:
        raise ForbiddenError("psiops.deal-damage", "the enemy is out of the fight already")
    blown, damage = add_blow(enemy, say, by, damage)
    hit = blown.replace(hp=max(0, enemy.hp - damage))
    say(f"{damage} damage: " + ("out of the fight." if hit.out else f"{hit.hp} HP left."))
    hit = break_concentration(hit, say) if damage else hit
    if hit.checks_due > enemy.checks_due:
        say("It has to check morale.")
    return hit


OF_ROUND = {"rolled": True, "of_round": True}


@change(
    "psiops.thin-out",
    sheet_types=Swarm,
    title="Deal damage to a swarm",
    page=f"{GROUPS}#swarms",
    triggers=(
        *(
            Trigger(
                roll,
                "target",
                fixed_params=OF_ROUND,
                damage="damage",
                ignores_armor="ignores_armor",
                by="name",
                applies_if=is_up,
            )
            for roll in (attack, focus_fire)
        ),
        Trigger(psychic_attack, "target", fixed_params=OF_ROUND, damage="damage", by="name", applies_if=is_up),
    ),
)
def thin_out(
    swarm: Swarm,
    say: Log,
    damage: Annotated[int, Whole(0, 60, "damage after armor", label="Damage")] = 1,
    rolled: Annotated[
        bool,
        Flag(
            "straight from an attack roll, which takes off at most 3 armor; more armor of a big swarm comes off here",
            label="From an attack roll",
        ),
    ] = False,
    ignores_armor: Annotated[bool, Flag("the attack ignores armor")] = False,
    by: Attacker = "",
    of_round: Annotated[
        bool, Flag("the attack meets the armor that the swarm had when the round began", label="Armor of the round")
    ] = False,
) -> Swarm:
    """Take out one opponent of a swarm for each HP of damage; its figures fall with its size.

    Of several attackers only the highest damage counts each round. Reading: all attacks of a round meet the armor that
    the swarm had when the round began.
    """
    if swarm.out:
        raise ForbiddenError("psiops.thin-out", "the swarm is out of the fight already")
    armor = swarm.armor_of_round if of_round else swarm.armor or 0
    if rolled and not ignores_armor:
        damage = max(0, damage - max(0, armor - MOST_ARMOR))
    blown, damage = add_blow(swarm, say, by, damage)
    hit = blown.replace(lost=min(swarm.size, swarm.lost + damage))
    say(
        f"{damage} damage: "
        + (
            "the swarm is gone."
            if hit.out
            else f"{hit.hp} HP, {hit.armor} armor, {hit.damage:+d} damage, attacks on up to {hit.attacks}."
        )
    )
    if hit.checks_due > swarm.checks_due:
        say("It has to check morale.")
    return hit


GroupChecks = Annotated[
    int,
    Whole(0, 2, "checks of the whole group that this roll decides; 0 for its own check", label="Checks of the group"),
]


@change(
    "psiops.brave-fire",
    sheet_types=Enemy,
    title="Act under fire",
    page=f"{DEFENSE}#suppressing-fire",
    triggers=(
        Trigger(morale, "roller", conditions={"holds": True, "under_fire": True}, applies_if=is_pinned),
        Trigger(
            morale,
            "roller",
            conditions={"holds": True, "under_fire": False, "checks_due": None},
            applies_if=lambda opponent: is_pinned(opponent) and not opponent.checks_due,
        ),
    ),
)
def brave_fire(enemy: Enemy, say: Log) -> Enemy:
    """Let a pinned enemy who passed its own morale check act in this round.

    Reading: a pinned enemy makes one check a turn to act under fire. The morale check of its group is a separate one. A
    member's own check doesn't decide for the group.
    """
    if not enemy.pinned:
        raise ForbiddenError("psiops.brave-fire", "the enemy isn't pinned down")
    say(f"It can act under fire, and takes {enemy.pinned} damage if it does.")
    return enemy.replace(braves_fire=True)


@change(
    "psiops.hold",
    sheet_types=(Enemy, Swarm),
    title="Morale holds",
    page=f"{GROUPS}#morale",
    triggers=(
        Trigger(
            morale,
            "roller",
            conditions={"holds": True, "under_fire": False},
            group_checks="checks_due",
            applies_if=is_up,
        ),
    ),
)
def hold(opponent: Opponent, say: Log, group_checks: GroupChecks = 0) -> Opponent:
    """Pass the morale check that is due, alone or as a group; suppressed opponents may act.

    Reading: where both are due at once, one check is enough for both.
    """
    say("They hold.")
    return opponent.replace(checks_held=min(2, opponent.checks_held + (group_checks or opponent.checks_due)))


@change(
    "psiops.rout",
    sheet_types=(Enemy, Swarm),
    title="Morale breaks",
    page=f"{GROUPS}#morale",
    triggers=(
        Trigger(
            morale,
            "roller",
            conditions={"holds": False, "under_fire": False},
            group_checks="checks_due",
            applies_if=is_up,
        ),
    ),
)
def rout(opponent: Opponent, say: Log, group_checks: GroupChecks = 0) -> Opponent:
    """Rout opponents who fail a check that is due, as a whole group; suppressed ones only don't act."""
    if opponent.out:
        raise ForbiddenError("psiops.rout", "it is out of the fight already")
    if isinstance(opponent, Enemy) and opponent.pinned and not (opponent.checks_due or group_checks):
        say("It stays down, and can't act.")
        return opponent
    say("They rout.")
    return opponent.replace(routed=True)


@change("psiops.regroup", sheet_types=(Enemy, Swarm), title="Come back", page=f"{GROUPS}#morale")
def regroup(opponent: Opponent, say: Log) -> Opponent:
    """Bring opponents who ran away back into the fight."""
    if not opponent.routed:
        raise ForbiddenError("psiops.regroup", "only those who ran away can come back")
    say("They come back.")
    return opponent.replace(routed=False)


@change(
    "psiops.pin-down",
    sheet_types=Enemy,
    title="Pin down",
    page=f"{DEFENSE}#suppressing-fire",
    triggers=(
        Trigger(
            attack, "target", damage="pinned", by="name", applies_if=lambda enemy: enemy.cover > 0 and not enemy.out
        ),
    ),
)
def pin_down(
    enemy: Enemy,
    say: Log,
    damage: Annotated[int, Whole(1, 40, "damage without its cover, which waits for it", label="Damage")] = 1,
    by: Attacker = "",
) -> Enemy:
    """Pin down an enemy in cover with suppressing fire: the damage waits for it to leave cover or risk anything.

    Reading: of several such attacks, the one with the highest damage waits.

    Reading: one burst keeps an enemy down until its damage is dealt or the table says that the fire stops, for example
    because the operative who fires does something else.
    """
    if not enemy.cover:
        raise ForbiddenError("psiops.pin-down", "only an enemy in cover can be pinned down")
    say("Pinned down.")
    by = by if damage > enemy.pinned else enemy.pinned_by
    return enemy.replace(pinned=max(enemy.pinned, damage), pinned_by=by)


@change(
    "psiops.break-cover",
    sheet_types=Enemy,
    title="Risk it under fire",
    page=f"{DEFENSE}#suppressing-fire",
    quick_actions=(QuickAction(unchanged_fields=("pinned_by",)),),
)
def break_cover(enemy: Enemy, say: Log, pinned_by: Attacker = "") -> Enemy:
    """Deal the waiting damage to a pinned enemy who leaves cover or does anything risky.

    Reading: the waiting damage is dealt once. It counts as an attack of this round, by the operative who suppressed the
    enemy. Everything that one side does happens at once, so an enemy who is taken out by it still does what it risked.
    """
    if not enemy.pinned or enemy.out:
        raise ForbiddenError(
            "psiops.break-cover",
            "the enemy is out of the fight already" if enemy.out else "the enemy isn't pinned down",
        )
    blown, damage = add_blow(enemy, say, pinned_by, enemy.pinned)
    hit = blown.replace(hp=max(0, enemy.hp - damage), pinned=0, pinned_by="")
    say(f"{damage} damage: " + ("out of the fight." if hit.out else f"{hit.hp} HP left."))
    return hit


@change(
    "psiops.cease-fire",
    sheet_types=Enemy,
    title="The suppressing fire stops",
    page=f"{DEFENSE}#suppressing-fire",
    quick_actions=(QuickAction(),),
)
def cease_fire(enemy: Enemy, say: Log) -> Enemy:
    """Free a pinned enemy once the fire stops."""
    if not enemy.pinned:
        raise ForbiddenError("psiops.cease-fire", "the enemy isn't pinned down")
    say("No longer pinned down.")
    return enemy.replace(pinned=0, pinned_by="", braves_fire=False)


COVERED = ("Out of cover", "Low cover", "Medium cover", "High cover")
STANCES = {False: "Stand up", True: "Lie down"}


@change(
    "psiops.take-position",
    sheet_types=(Operative, Enemy, Swarm),
    title="Cover and stance",
    page=f"{DEFENSE}#cover",
    quick_actions=(
        *(QuickAction(text, {"cover": cover}, unchanged_fields=("prone",)) for cover, text in enumerate(COVERED)),
        *(QuickAction(text, {"prone": prone}, unchanged_fields=("cover",)) for prone, text in STANCES.items()),
    ),
)
def take_position[S: (Operative, Enemy, Swarm)](who: S, say: Log, cover: Cover = 0, prone: Prone = False) -> S:
    """Set the position: behind cover or not, lying prone or standing; a swarm has no stance."""
    if isinstance(who, Swarm):
        say(f"Cover {cover}.")
        return who.replace(cover=cover)
    say(f"Cover {cover}, {'prone' if prone else 'on their feet'}.")
    return who.replace(cover=cover, prone=prone)


@change(
    "psiops.raise-shield",
    sheet_types=Operative,
    title="Kinetic shield",
    page="psiops/talents/#talents-list",
    triggers=(
        Trigger(
            psionic,
            "roller",
            conditions={"success": True, "lasts": "shield"},
            applies_if=lambda operative: not operative.shielded,
        ),
    ),
)
def raise_shield(operative: Operative, say: Log) -> Operative:
    """Raise a kinetic shield: +1 armor until the battle ends.

    Reading: it works only once in a battle.
    """
    if operative.shielded:
        raise ForbiddenError("psiops.raise-shield", "the shield is up already")
    shielded = operative.replace(shielded=True)
    say(f"Armor {shielded.armor_now} until the battle ends.")
    return shielded


@change(
    "psiops.end-round",
    sheet_types=(Operative, Enemy, Swarm),
    title="End the round",
    page=f"{GROUPS}#multiple-attackers",
    ends="round",
)
def end_round[S: (Operative, Enemy, Swarm)](who: S, say: LogToAll) -> S:
    """End the round: the record of attackers lasts one round, powers without concentration end, and fire burns.

    Reading: rounds are counted when a round ends, and the round in which a power or an effect begins counts. Burning
    does its damage then. Armor and cover don't help against it.

    Reading: a held action that isn't used by the end of the round is lost.
    """
    after = who.replace(blows=())
    if isinstance(after, Operative):
        after = after.replace(extra_actions=0, holding="", held_second=False)
    elif isinstance(after, Enemy):
        after = after.replace(braves_fire=False)
    if after != who:
        say.log_detail("Everything that held for this round is over.")
    return burn(after, say) if after.lasting else after


def burn[S: (Operative, Enemy, Swarm)](who: S, say: LogToAll) -> S:
    """Return the combatant after a round: burning has done its damage, and all that lasts is counted down."""
    damage = BURN * sum(each.kind == "burning" for each in who.lasting)
    after, ended = pass_round(who, say)
    if isinstance(after, Operative):
        if after.state == "incapacitated" and any(each.kind == "bleeding" for each in ended):
            say("Not looked after in time: dead.")
            return after.replace(condition="dead")
        is_unhurt = not damage or after.state == "dead"
        return after if is_unhurt else cast(S, take_damage.rule(after, say, damage))
    if not damage or after.out:
        return after
    return cast(S, (deal_damage if isinstance(after, Enemy) else thin_out).rule(after, say, damage))


@change(
    "psiops.end-fight",
    sheet_types=(Operative, Enemy, Swarm),
    title="End the battle",
    page=f"{COMBAT}#initiative",
    ends="fight",
)
def end_fight[S: (Operative, Enemy, Swarm)](who: S, say: Log) -> S:
    """End the battle: cover, prone positions, shields and suppressing fire are over."""
    after = end_battle(who.replace(cover=0))
    if not isinstance(after, Swarm):
        after = after.replace(prone=False, blows=())
    if isinstance(after, Operative):
        after = after.replace(shielded=False, extra_actions=0, holding="", held_second=False)
    elif isinstance(after, Enemy):
        after = after.replace(pinned=0, pinned_by="", braves_fire=False)
    if after != who:
        say("Out of cover and on their feet.")
    return after


def find_group_check(group: Sequence[Enemy]) -> RequiredRoll | None:
    """Return the morale check of a group that is due, when the first has fallen or half are gone, or None."""
    up = [each for each in group if not each.out]
    alone = len(group) == 1
    lost, whole = group[0].harm if alone else (len(group) - len(up), len(group))
    has_casualty = lost > 0 and (alone or any(each.out and not each.routed for each in group))
    checks = max(0, has_casualty + (2 * lost >= whole) - max(each.checks_held for each in up))
    if not checks:
        return None
    leading = max((each.morale for each in up if each.leads), default=0)
    half = ("Half its HP are lost" if alone else "Half of them are lost") if 2 * lost >= whole else ""
    return RequiredRoll(
        {"morale": leading or min(each.morale for each in up)},
        {"checks_due": checks},
        half or ("The first wound" if alone else "The first of them is lost"),
    )
