"""The files of the compiled rules: minified modules, proven and cached by a digest of everything they are made of."""

import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path

from rules_py import discovery
from rules_py.checking.exceptions import AuthorError
from rules_support import artifact_cache
from rules_support.node import BROWSER_TARGETS, ESBUILD, PROJECT

from .checking import describe_problem
from .link.modules import RUNTIME, CompiledRules

COMPILER = Path(__file__).parent
RUNTIME_SOURCE = COMPILER / "runtime" / "index.js"
PROOFS = "proofs.json"
"""The name of the file with the results of proofs, in each folder of compiled rules."""

MISTAKE_STATUS = 3
"""The exit status of the compiler if a rule failed during its proof; its output is the sentence."""

PARTS = "parts.json"
"""The name of the file with the mechanics of each module."""


ANSWERING = {"answer", "answerInTimeSlice", "LeftOutError"}
"""The names that scripts of the page and proofs use of the runtime."""

USE = re.compile(r"\b(\w+) as \$_")
"""An imported name of the runtime. No text has one, because the compiler writes texts without a `$`."""

LEFT_OUT = "left-out.json"
"""The name of the file with the rules that only Python answers, with the reasons."""


@dataclass(frozen=True)
class RuleFiles:
    """The files of the compiled rules of a site.

    Attributes:
        folder: the name of the folder of their files.
        parts: the names of each game's modules, with the mechanics of each, as in `CompiledRules.list_parts`.
        files: the files by path below the folder of compiled rules.
        left_out: the rules that only Python answers, by id, with the reasons.
    """

    folder: str
    parts: Mapping[str, Mapping[str, Collection[str]]]
    files: dict[str, Path]
    left_out: Mapping[str, str]


WHOLE_RUNTIME = PROJECT / "rules_site" / "prebuilt" / "rules" / "runtime.js"
"""The runtime with everything that compiled rules may use, where no Node can leave out the rest."""

RULES_FOLDER = "assets/rules"
"""The folder of compiled rules in a site."""

NO_RULES = RuleFiles("", {}, {}, {})
"""The compiled rules of a site on which only Python answers."""


def build_rules(cache: Path) -> RuleFiles:
    """Compile the rules of all games, unless the cache has them, and prove that they answer like Python.

    Prints what isn't compiled, and why.
    """
    digest = compute_sources_digest()
    return list_rule_files(
        artifact_cache.build_once(
            cache / digest,
            lambda folder: _build_unchanged_modules(folder, cache, digest),
            "Compiling the rules to JavaScript, and proving that they answer like Python",
        )
    )


def build_unproven_rules(cache: Path) -> RuleFiles:
    """Compile the rules, also those that have changed since their proof, which `build_rules` then has to prove.

    Rules that are known to answer differently are left out.
    """
    digest = compute_sources_digest()
    if artifact_cache.touch_if_cached(cache / digest):
        return list_rule_files(cache / digest)
    known = sorted(load_proofs(cache))
    folder = cache / artifact_cache.compute_digest(digest.encode(), *(each.encode() for each in known))
    artifact_cache.build_once(
        folder,
        lambda part: _build_unchanged_modules(part, cache, digest, "--unproven"),
        "Compiling the rules to JavaScript",
    )
    return list_rule_files(folder)


def list_rule_files(folder: Path) -> RuleFiles:
    """Return the files in a folder of compiled rules."""
    paths = sorted(folder.glob("*.js"))
    parts = json.loads((folder / PARTS).read_text(encoding="utf-8"))
    left_out = json.loads((folder / LEFT_OUT).read_text(encoding="utf-8"))
    return RuleFiles(folder.name, parts, {f"{folder.name}/{path.name}": path for path in paths}, left_out)


def _build_unchanged_modules(folder: Path, cache: Path, digest: str, *options: str) -> None:
    """Compile the rules, print what isn't compiled, and make sure that the files are those of the digest.

    Raises:
        AuthorError: the sources changed in the meantime.
    """
    for problem in build_modules(folder, cache, *options):
        print(describe_problem(problem), file=sys.stderr)
    if compute_sources_digest() != digest:
        raise AuthorError("The rules changed while they were compiled: build the site again.")


def compute_sources_digest() -> str:
    """Return the digest of everything that decides what the compiled rules are: files, and the choice of games."""
    games = ",".join(discovery.find_slugs())
    return artifact_cache.compute_digest(games.encode(), *(path.read_bytes() for path in _list_sources()))


def _list_sources() -> Iterator[Path]:
    folders = [PROJECT / "rules_py", COMPILER]
    folders += [Path(package.folder) for package in discovery.find_external_packages()]
    for folder in folders:
        yield from sorted(path for path in folder.rglob("*") if _decides_rules(path.relative_to(folder)))


def _decides_rules(path: Path) -> bool:
    is_source = path.suffix in (".py", ".toml", ".js", ".mjs") and discovery.SCAFFOLD not in path.parts
    return is_source or discovery.decides_answers(path)


def build_modules(folder: Path, cache: Path, *options: str) -> list[str]:
    """Compile and prove the rules in a new interpreter, write the files into a folder, and return what isn't compiled.

    Args:
        folder: the folder of the files.
        cache: the folder of earlier builds, whose proofs hold for rules that haven't changed.
        options: options of the command line, such as "--unproven" to prove none.

    Raises:
        AuthorError: a rule failed during its proof, or didn't end.
        subprocess.CalledProcessError: the compiler failed.
    """
    done = subprocess.run(
        [sys.executable, "-m", "rules_js", folder, cache, *options],
        cwd=PROJECT,
        check=False,
        stdout=subprocess.PIPE,
        text=True,
    )
    if done.returncode == MISTAKE_STATUS:
        raise AuthorError(done.stdout.strip())
    done.check_returncode()
    return done.stdout.splitlines()


def load_proofs(cache: Path) -> dict[str, str]:
    """Return the results of the proofs of all builds in a cache, by fingerprint: "" or a difference."""
    found: dict[str, str] = {}
    for path in cache.glob(f"*/{PROOFS}"):
        found |= json.loads(path.read_text(encoding="utf-8"))
    return found


def write_modules(folder: Path, compiled: CompiledRules, left_out: Mapping[str, str]) -> None:
    """Write the modules of the compiled rules, minified, and the runtime.

    Args:
        folder: the folder of the files.
        compiled: the rules.
        left_out: mechanics, calculators and games' play that only Python answers, by id, with the reasons.
    """
    modules = compiled.write_modules(left_out)
    if not ESBUILD.is_file():
        _write_unminified_modules(folder, modules)
    else:
        _write_minified_modules(folder, modules)
    (folder / PARTS).write_text(json.dumps(compiled.list_parts(left_out)), encoding="utf-8")
    (folder / LEFT_OUT).write_text(json.dumps(left_out), encoding="utf-8")


def _write_unminified_modules(folder: Path, modules: Mapping[str, str]) -> None:
    """Write modules as the compiler wrote them, next to the whole runtime that a wheel brings."""
    if not WHOLE_RUNTIME.is_file():
        raise FileNotFoundError("node_modules/.bin/esbuild is missing: run `make setup`")
    for name, text in modules.items():
        (folder / f"{name}.js").write_text(text, encoding="utf-8")
    shutil.copyfile(WHOLE_RUNTIME, folder / f"{RUNTIME}.js")


def bundle_runtime(folder: Path) -> None:
    """Bundle the whole runtime into a folder, for rules that are compiled later."""
    _run_esbuild(folder, [f"{RUNTIME}={RUNTIME_SOURCE}"])


def _write_minified_modules(folder: Path, modules: Mapping[str, str]) -> None:
    with tempfile.TemporaryDirectory() as place:
        for name, text in modules.items():
            (Path(place) / f"{name}.js").write_text(text, encoding="utf-8")
        sources = [f"{name}={Path(place) / name}.js" for name in modules]
        _run_esbuild(folder, sources, "--external:./*.js")  # they import one another by their names
        entry = Path(place) / f"{RUNTIME}.js"
        entry.write_text(_write_runtime_entry(modules.values()), encoding="utf-8")
        _run_esbuild(folder, [f"{RUNTIME}={entry}"])


def _write_runtime_entry(modules: Iterable[str]) -> str:
    """Return the text of a module that exports what some modules use of the runtime; esbuild drops the rest."""
    used = {name for text in modules for name in USE.findall(text)}
    return f"export {{{', '.join(sorted(used | ANSWERING))}}} from {json.dumps(str(RUNTIME_SOURCE))};"


def _run_esbuild(folder: Path, sources: list[str], *options: str) -> None:
    subprocess.run(
        [
            ESBUILD,
            *sources,
            "--bundle",
            "--minify",
            "--format=esm",
            "--charset=utf8",
            "--log-level=warning",
            f"--target={','.join(BROWSER_TARGETS)}",
            f"--outdir={folder}",
            *options,
        ],
        check=True,
    )
