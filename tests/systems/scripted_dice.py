"""Dice for tests of simulations: they show the given faces, one after the other."""

from random import Random


class ScriptedDice(Random):
    """A random generator whose dice show the given faces, D6s unless a face comes with its die's sides."""

    def __init__(self, *faces: int | tuple[int, int]) -> None:
        super().__init__(0)
        self._faces = [face if isinstance(face, tuple) else (face, 6) for face in faces]

    def random(self) -> float:
        """Return the number from which a die with these sides gets the next face."""
        if not self._faces:
            raise AssertionError("more dice were rolled than scripted")
        face, sides = self._faces.pop(0)
        return (face - 0.5) / sides

    @property
    def faces_left(self) -> int:
        """The number of faces that weren't rolled."""
        return len(self._faces)
