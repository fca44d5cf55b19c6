"""The bundled scripts and styles of the pages: every source file is included, at the address that pages name."""

import json
import re
import subprocess
from dataclasses import replace
from pathlib import Path

import pytest

from rules_js.build import NO_RULES
from rules_site.bundle import frontend
from rules_site.bundle.pyodide import NO_PYTHON
from tests.cases import check_each

BARRELS = [frontend.PAGE / f"js/components/{name}.js" for name in ("shared", "play-shared", "embed-shared")]
MODULES = sorted((frontend.PAGE / "js").rglob("*.js"))
WITHOUT_MAPS = (frontend.INLINE_SCRIPT, frontend.PAGE / "js/entry/frame.js")
BUNDLED_MODULES = [path for path in MODULES if path not in (*BARRELS, *WITHOUT_MAPS)]
LISTS = ("all.css", "block-styles.css")
"""The style sheets that only import others."""

SHEETS = sorted(path for path in (frontend.PAGE / "css").glob("*.css") if path.name not in LISTS)


@pytest.fixture(scope="module")
def bundles(tmp_path_factory) -> dict[str, Path]:
    return frontend.write(tmp_path_factory.mktemp("page"))


@pytest.fixture(scope="module")
def sources(bundles) -> dict[str, set[str]]:
    """Return the source file names of each bundle, from its source map."""
    return {
        place.removesuffix(".map"): {Path(name).name for name in json.loads(path.read_text())["sources"]}
        for place, path in bundles.items()
        if place.endswith(".map")
    }


def test_write_creates_exactly_the_requested_scripts_and_styles(bundles):
    assert {place for place in bundles if not place.endswith(".map")} == {
        frontend.BOOTSTRAP_SCRIPT,
        frontend.EMBED_SCRIPT,
        frontend.EMBED_START_SCRIPT,
        frontend.FRAME_SCRIPT,
        *frontend.LOADED_BY_EMBEDS.values(),
        *frontend.SCRIPTS,
        *frontend.STYLES.values(),
    }


def test_bundle_paths_match_those_named_by_pages(bundles):
    assert "assets/css/site.css" in (frontend.PROJECT / "mkdocs.yml").read_text()
    frame = (frontend.PROJECT / "overrides/partials/frame.html").read_text()
    assert all(script in frame for script in (frontend.BOOTSTRAP_SCRIPT, frontend.DICE_SCRIPT, frontend.MAIN_SCRIPT))

    script = bundles["assets/js/entry/main.js"].read_text()
    assert all(f'"{worker}.js"' in script for worker in ("rules-worker", "python-worker"))


@check_each("module", BUNDLED_MODULES)
def test_every_js_module_is_bundled(module, sources):
    is_made = (
        f"assets/{module.relative_to(frontend.PAGE).as_posix()}" in sources
    )  # a bundle's own entry may contain only imports
    assert is_made or any(module.name in names for names in sources.values()), "nothing imports it"


@check_each("sheet", SHEETS)
def test_all_css_files_are_bundled(sheet, sources):
    is_made = f"assets/{sheet.relative_to(frontend.PAGE).as_posix()}" in frontend.STYLES
    bundled = set().union(*(sources[made] for made in frontend.STYLES.values()))
    assert is_made or sheet.name in bundled, "no style sheet of the site imports it"


def test_modules_that_resolve_addresses_are_as_deep_as_their_scripts():
    """Bundles are three levels below the site's root, so modules that use their own address must be as well."""
    resolving = [path for path in MODULES if re.search(r'import\.meta|from "[./]*/vendor/', path.read_text())]
    depths = {path.relative_to(frontend.PAGE).as_posix().count("/") + 1 for path in resolving}
    assert {place.count("/") for place in frontend.SCRIPTS} == depths == {3}


def test_modules_of_shared_scripts_are_bundled_once(sources):
    scripts = set(frontend.SHARED_SCRIPTS.values()) - {frontend.DICE_SCRIPT}
    for module in ("dom.js", "announce.js", "runtime.js", "client.js", "store.js", "page-lifetime.js"):
        assert len([script for script in scripts if module in sources[script]]) == 1, module


def test_modules_that_the_script_of_dice_in_the_text_has_a_copy_of_hold_no_state(sources):
    names = sources[frontend.DICE_SCRIPT]
    copied = [path for path in MODULES if path.name in names and path.name in sources[frontend.MAIN_SCRIPT]]
    assert copied
    state = re.compile(
        r"^(?:export )?(?:let|var) |^(?:export )?const .*= (?:\[\]|\{\}|new (?:Weak)?(?:Map|Set)\b)", re.MULTILINE
    )
    assert [path.name for path in copied if state.search(path.read_text())] == []


def test_bundles_reference_fonts_and_libraries_at_their_paths(bundles):
    styles = bundles["assets/css/site.css"].read_text()
    addresses = re.findall(r"url\(([^)]*)\)", styles)
    assert "@import" not in styles
    assert [each for each in addresses if not each.strip("\"'").startswith(("../fonts/", "data:"))] == []
    imported = re.findall(r'from"([^"]*)"', bundles["assets/js/entry/main.js"].read_text())
    assert imported and all(address.startswith("../../vendor/") for address in imported)


@pytest.mark.parametrize("changed", ["script", "rules", "python"])
def test_each_change_of_scripts_rules_or_python_makes_another_version(tmp_path, changed):
    def find_version(text: str, rules: str, python: str) -> str:
        script = tmp_path / "main.js"
        script.write_text(f"SITE_VERSION; {text}")
        frontend.insert_places(tmp_path, replace(NO_RULES, folder=rules), replace(NO_PYTHON, folder=tmp_path / python))
        return re.search(r'SITE_VERSION="([0-9a-f]{12})"', script.read_text())[1]

    one = {"text": "1", "rules": "r1", "python": "p1"}
    other = one | {"text" if changed == "script" else changed: "other"}
    assert find_version(**one) == find_version(**one) != find_version(**other)


def test_missing_import_stops_the_build(monkeypatch, tmp_path):
    for name in (*frontend.SCRIPTS, *frontend.STYLES):
        place = tmp_path / name.removeprefix("assets/")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_text("")
    (tmp_path / "css/all.css").write_text('@import "nothing.css";\n')
    monkeypatch.setattr(frontend, "PAGE", tmp_path)
    with pytest.raises(subprocess.CalledProcessError):
        frontend.write(tmp_path / "made")


def test_missing_esbuild_names_the_setup_command(monkeypatch, tmp_path):
    monkeypatch.setattr(frontend, "ESBUILD", tmp_path / "esbuild")
    with pytest.raises(FileNotFoundError, match="make setup"):
        frontend.write(tmp_path / "made")


def test_readme_and_error_page_name_the_target_browsers():
    versions = dict(re.fullmatch(r"([a-z]+)([\d.]+)", browser).groups() for browser in frontend.BROWSER_TARGETS)
    assert versions["chrome"] == versions["edge"]
    for named, place in [
        (
            "Chrome or Edge {chrome}, Firefox {firefox}, Safari {safari},",
            frontend.INLINE_SCRIPT,
        ),
        (
            "Chrome and Edge from {chrome} on, Firefox from {firefox}, Safari from {safari}",
            frontend.PROJECT / "README.md",
        ),
    ]:
        assert named.format_map(versions) in place.read_text()


def test_scripts_before_the_theme_leave_no_globals(bundles):
    for script in (bundles[frontend.BOOTSTRAP_SCRIPT].read_text(), frontend.minify_inline_script()):
        assert script.startswith(('"use strict";(()=>', "(()=>"))
