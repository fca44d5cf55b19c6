"""Mistakes of authors in sentences."""

import traceback
from contextlib import suppress
from pathlib import Path


def describe_mistake(error: BaseException) -> str:
    """Describe a mistake in a sentence, even if the core itself can't be imported."""
    try:
        from rules_py.checking.exceptions import describe_error, join_lines

        return join_lines(describe_error(error))
    except Exception:
        frame = traceback.extract_tb(error.__traceback__)[-1]
        name, line = frame.filename, frame.lineno
        if isinstance(error, SyntaxError) and error.filename:
            name, line = error.filename, error.lineno
        with suppress(ValueError):
            name = str(Path(name).relative_to(Path.cwd()))
        said = error.msg if isinstance(error, SyntaxError) else " ".join(str(error).split())
        return f"{name}:{line}: {type(error).__name__}: {said}"
