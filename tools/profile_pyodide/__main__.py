"""Profiler of the functions called in Pyodide: updates hooks/bundle/trim/profile.txt and prints the changes.

    python -m tools.profile_pyodide

All workloads run with a counting module and a recording library, in Node and in browsers. The profile keeps the results
of earlier runs for the same Pyodide, because some calls, such as those of garbage collection, depend on chance. Delete
the file to start from nothing.
"""

import ast
import gzip
import json
import os
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from pathlib import Path

from hooks import bundle
from hooks.bundle import stdlib, trim
from hooks.bundle.assets import BUILD, PROJECT, PYODIDE, RUNTIME
from hooks.bundle.bytecode import KEEP_ASSERTIONS, Source, compile_sources
from hooks.bundle.frontend import bundle_module
from hooks.bundle.pyodide import WASM
from hooks.bundle.trim.profile import PATH, Profile, identify_pyodide
from tools.profile_pyodide import browsers
from tools.profile_pyodide.called import CalledFunctions

HERE = Path(__file__).parent
PYODIDE_TESTS = PROJECT / "tests" / "pyodide"
FOLDER = BUILD / "profile"
WORKLOADS = ("rules", "garbage", "language", "questions")
WORKLOAD_FILES = (
    PYODIDE_TESTS / "full_run.py",
    PYODIDE_TESTS / "random_requests.py",
    *sorted(HERE.glob("trials/*.py")),
)
FIRST_FILE = "encodings/__init__.py"
"""The first library file that Python imports; earlier code is part of the WebAssembly module."""


def main() -> None:
    """Run all workloads, write the profile and print the changes."""
    names = build_counting_site(FOLDER / "site")
    compile_workloads(FOLDER / "trials")
    pyodide = identify_pyodide(PYODIDE)
    old = Profile.read() if PATH.is_file() else Profile(())
    called = CalledFunctions.from_profile(old) if old.pyodide == pyodide else CalledFunctions()
    for name, found in profile_workloads():
        new = found.functions - called.functions
        print(f"{name}: {len(new)} functions of the module that nothing had called before", flush=True)
        called |= found
    profile = called.to_profile(pyodide, select_trimmed_files(called, stdlib.read_sources(PYODIDE)))
    report_changes(old, profile, names)
    profile.write()


def build_counting_site(site: Path) -> dict[int, str]:
    """Build the files that run Python in the site, with counters, and return the module's exports by index."""
    shutil.rmtree(site, ignore_errors=True)
    for place, path in bundle.build_site_files(include_lean=False, prove_rules=False).items():
        (site / place).parent.mkdir(parents=True, exist_ok=True)
        shutil.copy(path, site / place)
    scripts = site / "assets" / "js"
    shutil.copytree(PROJECT / "docs" / "assets" / "js", scripts, dirs_exist_ok=True)
    worker = scripts / "entry" / "worker.js"  # not minified: browsers.py adds code that uses its names
    worker.write_text(bundle_module(worker), encoding="utf-8")
    runtime = site / RUNTIME
    manifest = json.loads((runtime / "runtime.json").read_text())
    module, library = runtime / manifest["pyodide"] / WASM, runtime / manifest["stdlib"]
    names = json.loads(trim.run_script("count.mjs", PYODIDE, module))
    texts = stdlib.read_sources(PYODIDE)
    texts[FIRST_FILE] = (HERE / "note_calls.py").read_text(encoding="utf-8") + texts[FIRST_FILE]
    library.write_bytes(stdlib.build_archive(texts, PYODIDE, BUILD))
    for path in (module, library):
        path.with_name(f"{path.name}.gz").write_bytes(gzip.compress(path.read_bytes(), 1))
        manifest["sizes"][path.relative_to(runtime).as_posix()] = path.stat().st_size
    (runtime / "runtime.json").write_text(json.dumps(manifest))
    return {int(index): name for index, name in names.items()}


def compile_workloads(folder: Path) -> None:
    """Compile the workloads to bytecode in a folder."""
    folder.mkdir(exist_ok=True)
    sources = [Source(path.name, path.read_text(encoding="utf-8"), KEEP_ASSERTIONS) for path in WORKLOAD_FILES]
    for source, code in zip(sources, compile_sources(sources, PYODIDE, BUILD / "bytecode"), strict=True):
        (folder / f"{source.name}c").write_bytes(code)


def profile_workloads() -> Iterator[tuple[str, CalledFunctions]]:
    """Yield the functions that each workload called, by the workload's name."""
    for name in WORKLOADS:
        yield name, profile_workload(name)
    yield from browsers.profile_browsers(FOLDER / "site")


def profile_workload(name: str) -> CalledFunctions:
    """Run one workload in Node and return the functions it called."""
    places = {"SITE_DIR": FOLDER / "site", "TRIALS": FOLDER / "trials", "CALLED": FOLDER / "called.json"}
    subprocess.run(
        ["node", "--import", HERE / "count-calls.mjs", HERE / "trials.mjs", name],
        check=True,
        env=os.environ | {name: str(path) for name, path in places.items()},
    )
    return CalledFunctions.from_json(places["CALLED"].read_text())


def select_trimmed_files(called_functions: CalledFunctions, files: Iterable[str]) -> list[str]:
    """Select the library files to trim: all except those that rules import directly.

    So future rules may call functions that no rule calls today, in modules that rules already use.
    """
    imported = {name for path in (PROJECT / "rules_py").rglob("*.py") for name in find_imports(path)}
    return [
        file
        for file in files
        if (file, "<module>") not in called_functions.library
        or not any(file.startswith((f"{name.replace('.', '/')}.py", f"{name.replace('.', '/')}/")) for name in imported)
    ]


def find_imports(path: Path) -> Iterator[str]:
    """Yield the modules that a Python file imports."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


def report_changes(old: Profile, new: Profile, names: dict[int, str]) -> None:
    """Print the newly called functions, with the exported names of those that have one."""
    now = CalledFunctions.from_profile(new)
    print(f"{len(now.functions)} functions of the module are called, {len(now.library)} of the library.")
    if old.pyodide != new.pyodide:
        print(f"There was no profile of {new.pyodide[0]}.")
        return
    more = now - CalledFunctions.from_profile(old)
    functions = [names.get(index, f"{index}") for index in sorted(more.functions)]
    library = [f"{file} {name}" for file, name in sorted(more.library)]
    print(f"New in the module: {', '.join(functions) or 'nothing'}")
    print(f"New in the library: {', '.join(library) or 'nothing'}")


if __name__ == "__main__":
    main()
