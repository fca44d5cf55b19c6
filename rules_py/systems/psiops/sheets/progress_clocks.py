"""PSIOPS: clocks of progress and of danger."""

from typing import Annotated

from rules_py.errors import ForbiddenError, ParameterError
from rules_py.parameters import Choice, Flag, RowOf, Text, Whole
from rules_py.play import Log, QuickAction, RollBinding, Sheet, Trigger, change, derived, warning
from rules_py.systems.psiops.action import action, initiative, psionic, retreat
from rules_py.systems.psiops.combat import attack, defend
from rules_py.systems.psiops.playing import SEGMENTS, clock, count_marks
from rules_py.text.wording import pluralize

CLOCKS = "psiops/playing/#clocks"
MARKING = ("partial", "success", "critical")


class Clock(Sheet, id="psiops.clock", title="Clock", page=CLOCKS):
    """A clock that players' successes fill, or a danger clock that their failures fill."""

    name: Annotated[str, Text("its name, such as what it counts")] = ""
    segments: Annotated[int, Choice(SEGMENTS, "more segments, harder problem")] = SEGMENTS[0]
    marked: Annotated[int, Whole(0, max(SEGMENTS), "segments marked")] = 0
    danger: Annotated[bool, Flag("a danger that draws closer when players fail", label="Danger clock")] = False

    meter = ("marked", "segments")
    met_by = (RollBinding(clock, segments="segments", marked="marked"),)

    @derived(label="Segments left")
    def left(self) -> int:
        """Return the number of segments until it is full."""
        return self.segments - self.marked

    @derived(label="Full")
    def done(self) -> bool:
        """Return True if every segment is marked."""
        return self.left == 0

    @warning
    def full(self) -> str | None:
        if not self.done:
            return None
        return "Full: the danger is here." if self.danger else "Full: the obstacle is overcome."

    def check(self) -> None:
        if self.marked > self.segments:
            raise ParameterError(
                "marked",
                self.marked,
                f"0 to {self.segments}",
                given={"segments": self.segments},
                plain=f"A clock of {self.segments} segments can't have {self.marked} marked.",
            )


@change(
    "psiops.mark-clock",
    sheet_types=Clock,
    title="Mark a clock by an action",
    page=CLOCKS,
    triggers=(
        Trigger(action, "anybody", conditions={"band": MARKING}, band="band", is_optional=True),
        Trigger(clock, "target", conditions={"band": MARKING}, band="band"),
    ),
)
def mark_clock(
    clock: Clock,
    say: Log,
    band: Annotated[str, RowOf("psiops.bands", "how the action went", label="Action roll")] = "partial",
) -> Clock:
    """Mark segments by an action's degree of success, until the clock is full."""
    if clock.danger:
        raise ForbiddenError("psiops.mark-clock", "the GM advances a danger clock; actions mark the others")
    return mark_segments(clock, say, count_marks(band), "psiops.mark-clock")


@change(
    "psiops.advance-danger",
    sheet_types=Clock,
    title="Advance a danger clock",
    page=CLOCKS,
    triggers=(
        *(
            Trigger(roll, "anybody", conditions={"band": ("failure", "partial")}, is_optional=True)
            for roll in (action, attack, defend)
        ),
        *(
            Trigger(roll, "anybody", conditions={"success": False}, is_optional=True)
            for roll in (initiative, retreat, psionic)
        ),
    ),
    quick_actions=(QuickAction("1 segment"),),
)
def advance_danger(
    clock: Clock, say: Log, segments: Annotated[int, Whole(1, max(SEGMENTS), "segments that the GM marks")] = 1
) -> Clock:
    """Mark a danger clock when players fail an action roll or only partly succeed, as far as the GM says.

    Reading: the roll at maximum stress is the player's own struggle, and the one at 0 HP isn't made against a danger;
    they advance no danger clock.
    """
    if not clock.danger:
        raise ForbiddenError("psiops.advance-danger", "this isn't a danger clock: successful actions mark it")
    return mark_segments(clock, say, segments, "psiops.advance-danger")


def mark_segments(clock: Clock, say: Log, marks: int, change_id: str) -> Clock:
    """Return the clock with more segments marked, at most all."""
    if clock.done:
        raise ForbiddenError(change_id, "the clock is full already")
    after = clock.replace(marked=min(clock.segments, clock.marked + marks))
    say(
        f"{pluralize(after.marked - clock.marked, 'segment')} marked: "
        + ("full." if after.done else f"{after.left} to go.")
    )
    return after
