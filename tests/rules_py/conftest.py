"""What tests of the command line share."""

import pytest

from rules_py.cli import main


@pytest.fixture
def run(capsys):
    """Run a command; gives the exit status, standard output and standard error."""

    def run(*arguments: str) -> tuple[int, str, str]:
        try:
            status = main(list(arguments))
        except SystemExit as end:
            status = end.code
        return status, *capsys.readouterr()

    return run
