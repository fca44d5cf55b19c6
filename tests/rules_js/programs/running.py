"""Programs that run in Python and, compiled, in JavaScript."""

import importlib.util
import json
import subprocess
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from rules_js.build import RUNTIME_SOURCE
from rules_js.compile.names import UnsupportedError
from rules_js.compile.program import Program
from rules_js.link.modules import CompiledRules, Entry, Registration

SCRIPT = Path(__file__).with_name("run_programs.mjs")

type Result = tuple[str, str]
"""The kind of a result and its text: the repr() of a "value", the class of an "error", or the reason of another."""

REFUSALS = ("refused", "stopped")
"""The results of a program that the compiler refuses, or whose JavaScript stops: neither is a wrong answer."""


@dataclass
class Programs:
    """Programs that are compiled, linked and run one after the other, in one process of Node."""

    folder: Path

    def __enter__(self) -> "Programs":
        self._count = 0
        self._node = subprocess.Popen(
            ["node", "--experimental-vm-modules", "--no-warnings", SCRIPT, RUNTIME_SOURCE],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            encoding="utf-8",
        )
        return self

    def __exit__(self, *_: object) -> None:
        self._node.communicate()

    def compare(self, text: str) -> tuple[Result, Result]:
        """Return the results of a program's function `main` in Python and in JavaScript."""
        main = self._load(text)
        return run_in_python(main), self._run_in_javascript(main)

    def _load(self, text: str) -> Any:
        self._count += 1
        path = self.folder / f"program{self._count}.py"
        path.write_text(text, encoding="utf-8")
        spec = importlib.util.spec_from_file_location(f"program{self._count}", path)
        module = importlib.util.module_from_spec(spec)
        exec(compile(text, str(path), "exec"), module.__dict__)
        return module.main

    def _run_in_javascript(self, main: Any) -> Result:
        program = Program()
        try:
            written = program.add_root(main)
        except UnsupportedError as error:
            return "refused", str(error)
        if program.problems:
            return "refused", "; ".join(program.problems)
        entry = Entry("program", registrations=[Registration("question", "main", written)])
        (module,) = CompiledRules(program, (entry,)).write_modules().values()
        self._node.stdin.write(json.dumps(module) + "\n")
        self._node.stdin.flush()
        kind, result = json.loads(self._node.stdout.readline())
        return kind, result


def run_in_python(main: Any) -> Result:
    """Return the result of a function in Python."""
    try:
        return "value", repr(main())
    except Exception as error:
        return "error", type(error).__name__
