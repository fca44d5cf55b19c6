"""A Node process that runs the page's modules for tests."""

import json
import subprocess
from pathlib import Path
from typing import Any

import pytest


@pytest.fixture(scope="session")
def ask():
    """Yield a function that calls the page's modules, such as `ask("roll", plan=…, faces=…)`."""
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
