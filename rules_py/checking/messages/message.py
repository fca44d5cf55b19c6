"""A message about a kind of mistake, with its number."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Message:
    """A kind of mistake.

    Attributes:
        number: its number, which never changes, such as FB131.
        title: the mistake in a few words.
        fix: a sentence that says what to do.
        wrong: an example with the mistake.
        right: the same example without it.
        pattern: a regular expression for the sentences of errors of this kind, which begin with the error's class; ""
            if a check finds the mistake itself.
        is_warning: True if a build goes on.
    """

    number: str
    title: str
    fix: str
    wrong: str
    right: str
    pattern: str = ""
    is_warning: bool = False
