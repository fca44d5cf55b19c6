"""Fixtures for the command line's tests."""

import pytest

from rules_py.cli import main


@pytest.fixture
def run(capsys):
    """Return a function that runs a command and returns its exit status, standard output and standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return run
