"""Node beside the tests, running the modules that the page runs."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def ask():
    """Ask the page's modules: `ask("roll", plan=…, faces=…)`."""
    with subprocess.Popen(
        ["node", Path(__file__).with_name("node-server.mjs")],
        text=True,
        bufsize=1,
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
    ) as node:

        def ask(question: str, **about: Any) -> Any:
            node.stdin.write(json.dumps([question, about]) + "\n")
            answer = node.stdout.readline()
            assert answer, "Node gave up; what it said is above"
            return json.loads(answer)

        yield ask
        node.stdin.close()
