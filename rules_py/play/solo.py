"""Rolls of a sheet's owner outside a fight, by the same declared actions as in a fight without others."""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from typing import Any

from rules_py.errors import RefusedActionError, RulesError, UnknownIdError
from rules_py.mechanic import Roll
from rules_py.play.bindings import RollBinding
from rules_py.play.changes import Change, ChangeResult
from rules_py.play.fight.actions import Attempt, Unmet, find_unmet
from rules_py.play.fight.choices import find_first_choices
from rules_py.play.fight.commands import execute
from rules_py.play.fight.offers import list_open_consequences
from rules_py.play.fight.reducer import Fight
from rules_py.play.fight.targeting import build_attempt, fill_params, is_multi_target
from rules_py.play.sheet import Sheet


@dataclass(frozen=True)
class SoloRoll:
    """A roll with its price and everything that followed for its roller.

    Attributes:
        roll: the roll.
        sheet: the roller's sheet afterwards.
        results: the results of the changes that followed, in order.
        consequences: what follows from the roll, in words, without what these changes carried out.
    """

    roll: Roll
    sheet: Sheet
    results: tuple[ChangeResult, ...] = ()
    consequences: tuple[str, ...] = ()

    @property
    def steps(self) -> tuple[str, ...]:
        """The sentences of all changes."""
        return tuple(step for result in self.results for step in result.steps)


@dataclass(frozen=True)
class Solo:
    """A sheet's owner who acts alone.

    Attributes:
        sheet: the sheet.
        game: a fight of the game in which nothing has happened, or None if it has no fights.
    """

    sheet: Sheet
    game: Fight | None

    @cached_property
    def fight(self) -> Fight | None:
        """The fight that the owner is alone in, without a shared sheet; None if such sheets don't fight."""
        if self.game is None:
            return None
        command = {"act": "join", "sheet": self.sheet.id, "data": self.sheet.to_dict()}
        alone = replace(self.game, board=None)
        try:
            return execute(alone, command).fight
        except RulesError:
            return None

    @cached_property
    def key(self) -> str:
        """The owner's key in the fight."""
        return next(iter(self.fight.combatants)) if self.fight else ""

    def find_binding(self, mechanic_id: str) -> RollBinding:
        """Return the binding of one of the sheet's rolls.

        Raises:
            RulesError: the sheet has no such roll.
        """
        for binding in self.sheet.rolls:
            if binding.mechanic.id == mechanic_id:
                return binding
        raise UnknownIdError("mechanic", mechanic_id, [each.mechanic.id for each in self.sheet.rolls], none="none")

    def suits(self, binding: RollBinding) -> bool:
        """Return False for a roll that isn't offered to this sheet, such as an attack with a weapon without any."""
        action = self.fight.rules.actions_by_id.get(binding.mechanic.id) if self.fight else None
        return action is None or action.suits(self.sheet)

    def allows_several(self, binding: RollBinding, chosen: Mapping[str, Any]) -> bool:
        """Return False for an attack on several targets with a weapon that has one target only."""
        action = self.fight.rules.actions_by_id.get(binding.mechanic.id) if self.fight else None
        if self.fight is None or action is None or action.reach.several is None:
            return True
        return is_multi_target(self.fight, binding, self.key, chosen)

    def choose(self, binding: RollBinding, chosen: Mapping[str, Any]) -> dict[str, Any]:
        """Return the choices for a roll: those that the player made, and the best of the others.

        A player's choice that the sheet doesn't have any more is left out.
        """
        action = self.fight.rules.actions_by_id.get(binding.mechanic.id) if self.fight else None
        return find_first_choices(binding, self.sheet, chosen, action)

    def fill_params(
        self, binding: RollBinding, chosen: Mapping[str, Any], given: Collection[str] = ()
    ) -> dict[str, Any]:
        """Return the parameters that the sheet fills in with these choices.

        Args:
            binding: the roll.
            chosen: the choices for it.
            given: the parameters that the player enters, which the sheet needn't have.

        Raises:
            RulesError: a choice isn't accepted.
        """
        if self.fight is None:
            return binding.fill_params(self.sheet, chosen, given)
        return fill_params(self.fight, binding.mechanic, self.key, None, chosen, given=given)

    def find_unmet(
        self, binding: RollBinding, chosen: Mapping[str, Any], params: Mapping[str, Any] | None = None
    ) -> tuple[Unmet, ...]:
        """Return the requirements of a roll that the sheet doesn't meet.

        Args:
            binding: the roll.
            chosen: the choices for it.
            params: parameters that differ from what the sheet fills in.

        Raises:
            RulesError: a choice or a parameter isn't accepted.
        """
        attempt = self._build_attempt(binding, chosen, params)
        return find_unmet(attempt) if attempt else ()

    def find_unmet_by_change(self, change: Change, params: Mapping[str, Any]) -> tuple[Unmet, ...]:
        """Return the requirements of a change that the sheet doesn't meet, if the change is a declared action.

        Its limit and its price, which others may pay, belong to a fight.
        """
        action = self.fight.rules.actions_by_id.get(change.id) if self.fight else None
        if self.fight is None or action is None:
            return ()
        attempt = Attempt(self.fight, action, self.key, params=params)
        reasons = ((name, requirement(attempt)) for name, requirement in action.requires.items())
        return tuple(Unmet(name, reason) for name, reason in reasons if reason is not None)

    def change(
        self, change: Change, params: Mapping[str, Any], rolled: Mapping[str, int] | None = None
    ) -> ChangeResult:
        """Apply a change to the sheet.

        Args:
            change: the change.
            params: its parameters.
            rolled: the sides of the dice that gave some of them, by parameter.

        Raises:
            RefusedActionError: the change is an action, and a requirement isn't met.
            RulesError: a parameter isn't accepted, or the rules forbid the change.
        """
        result = change.apply(self.sheet, change.with_current_params(params), rolled)
        if unmet := self.find_unmet_by_change(change, result.params):
            raise RefusedActionError(change.id, {each.name: each.reason for each in unmet})
        return result

    def _build_attempt(
        self, binding: RollBinding, chosen: Mapping[str, Any], params: Mapping[str, Any] | None = None
    ) -> Attempt | None:
        if self.fight is None:
            return None
        return build_attempt(self.fight, binding.mechanic, self.key, None, chosen, params=params)

    def roll(
        self,
        binding: RollBinding,
        chosen: Mapping[str, Any],
        params: Mapping[str, Any] | None = None,
        override: Sequence[str] = (),
        seed: int | None = None,
        faces: Sequence[int] | None = None,
    ) -> SoloRoll:
        """Make a roll, pay its price and apply everything that follows for the roller and needs no decision.

        Args:
            binding: the roll.
            chosen: the choices for it.
            params: parameters that differ from what the sheet fills in.
            override: the names of requirements that the player waives.
            seed: seeds the dice; without it, the operating system's randomness is used.
            faces: the faces of the player's own dice, in order; None to roll.

        Raises:
            RefusedActionError: a requirement isn't met; nothing happens.
            RulesError: a choice or a parameter isn't accepted.
        """
        fight, mechanic = self.fight, binding.mechanic
        if fight is None:
            given = params or {}
            filled = {**binding.fill_params(self.sheet, chosen, given), **given}
            rolled = mechanic.roll(filled, seed) if faces is None else mechanic.resolve(faces, filled)
            return SoloRoll(rolled, self.sheet, consequences=rolled.consequences)
        command = {
            "act": "roll",
            "mechanic": mechanic.id,
            "by": self.key,
            "chosen": dict(chosen),
            "params": dict(params or {}),
            "override": list(override),
            **({} if faces is None else {"faces": list(faces)}),
        }
        after = execute(fight, command, seed).fight
        added = after.log[1:]
        results = tuple(result for entry in added for result in entry.change_results)
        roll = added[0].roll
        assert roll is not None
        consequences = list_open_consequences(after, added[0], added[1:])
        return SoloRoll(roll, after.sheet_for(self.key), results, consequences)
