"""The scripts that a page preloads: those of all pages, those of its elements, and the rules that its forms roll."""

import pytest

from rules_site.bundle import list_play_files, list_preloads
from rules_site.bundle.frontend import BOOTSTRAP_SCRIPT, SHARED_SCRIPTS

MAIN, FIGHT, SCREEN = (SHARED_SCRIPTS[name] for name in ("#shared", "#fight", "#screen"))
STORE = SHARED_SCRIPTS["#store"]
SCRIPTS = {
    MAIN: 'import{a as b}from"../../vendor/comlink.js";import("../entry/fight.js");say("load from\\"../other.js\\"")',
    FIGHT: 'import{c}from"../entry/main.js";import{d}from"../lib/store.js";import"./effects.js";',
    SCREEN: "",
    STORE: "",
    BOOTSTRAP_SCRIPT: "",
    "assets/javascripts/bundle.a5f9.min.js": "",
    "assets/javascripts/workers/search.a763.min.js": "",
    "assets/js/entry/effects.js": "",
    "assets/vendor/comlink.js": "",
    "assets/rules/0123/runtime.js": "",
    "assets/rules/0123/core.js": 'import{register as e}from"./runtime.js";e("mechanic","dice",a);',
    "assets/rules/0123/xmas.js": 'import{register as e}from"./runtime.js";import{f}from"./core.js";',
    "assets/rules/0123/xmas.combat.js": 'import{register as e}from"./runtime.js";import{g}from"./xmas.js";'
    'e("mechanic","xmas.fight",b);e("mechanic","xmas.attack",c);',
    "assets/rules/0123/xmas.life.js": 'import{h}from"./xmas.js";e("mechanic","xmas.hurt",d);',
    "assets/rules/0123/play.js": 'import{f}from"./core.js";',
    "assets/rules/0123/fights.js": 'import{f}from"./play.js";',
    "assets/rules/0123/sheets.js": 'import{f}from"./play.js";',
    "assets/rules/0123/forecast.js": 'import{f}from"./play.js";',
    "assets/rules/0123/xmas-play.js": 'import{f}from"./play.js";import"./xmas.combat.js";import"./xmas.life.js";',
}
EVERY_PAGE = [BOOTSTRAP_SCRIPT, MAIN, "assets/vendor/comlink.js"]
CORE_RULES = ["assets/rules/0123/core.js", "assets/rules/0123/runtime.js"]


@pytest.fixture
def files(tmp_path):
    for number, text in enumerate(SCRIPTS.values()):
        (tmp_path / f"{number}.js").write_text(text)
    return {path: tmp_path / f"{number}.js" for number, path in enumerate(SCRIPTS)}


@pytest.fixture
def paths(files):
    """Return a function that lists the paths of a page's preloads, those for its scripts or those for its rules."""
    return lambda content, is_deferrable: [
        each.path
        for each in list_preloads(content, files)
        if each.kind == "module" and each.is_deferrable is is_deferrable
    ]


def test_every_page_preloads_the_main_script_with_its_imports_but_no_rules_and_no_script_of_the_theme(files):
    assert [each.path for each in list_preloads("<p>Text</p>", files)] == EVERY_PAGE


def test_a_page_with_fights_preloads_their_styles_before_the_scripts_that_wait_for_them(files):
    first, *others = list_preloads('<fb-fight game="xmas"></fb-fight>', files)
    assert (first.path, first.kind) == ("assets/css/fight.css", "style")
    assert [each.path for each in others[:2]] == EVERY_PAGE[:2]


def test_a_page_with_fights_preloads_their_script_and_what_it_imports(paths):
    assert paths("<fb-fight game='xmas'></fb-fight>", False) == [
        MAIN,
        FIGHT,
        "assets/vendor/comlink.js",
        STORE,
        "assets/js/entry/effects.js",
    ]


def test_a_form_preloads_the_rules_of_its_page_and_what_they_import(paths):
    assert paths('<fb-roller hidden mechanic="xmas.attack">', True) == [
        "assets/rules/0123/xmas.combat.js",
        "assets/rules/0123/runtime.js",
        "assets/rules/0123/xmas.js",
        "assets/rules/0123/core.js",
    ]


def test_a_form_for_plain_dice_preloads_the_core_rules(paths):
    assert paths('<fb-roller mechanic="dice">', True) == CORE_RULES


def test_a_game_without_compiled_rules_preloads_none(paths):
    assert paths('<fb-roller mechanic="toy.roll">', True) == []


def test_a_mechanic_that_a_text_names_preloads_nothing(paths):
    assert paths('<code>&lt;fb-roller mechanic="xmas.attack"&gt;</code>', True) == []


@pytest.mark.parametrize(("element", "module"), [("fight", "fights"), ("sheets", "sheets")])
def test_a_page_to_play_on_lists_the_worker_and_its_rules_the_largest_first(files, element, module):
    preloads = list_play_files(f"<fb-{element} id='f' game=\"xmas\"></fb-{element}>", files)
    assert {each.is_deferrable for each in preloads} == {element == "sheets"}  # their pages have forms to roll, too
    listed = [each.path for each in preloads]
    assert listed[0] == "assets/js/entry/rules-worker.js"
    assert sorted(listed[1:]) == sorted(
        f"assets/rules/0123/{name}.js"
        for name in ("core", module, "play", "runtime", "xmas", "xmas-play", "xmas.combat", "xmas.life")
    )
    sizes = [files[path].stat().st_size for path in listed[1:]]
    assert min(sizes[:4]) >= max(sizes[4:]) and sizes[4:] == sorted(sizes[4:])


@pytest.mark.parametrize(
    "content", ["<p>Text</p>", '<fb-fight game="toy">', '<template><fb-fight game="xmas"></template>']
)
def test_other_pages_and_games_without_compiled_rules_list_no_files_to_play(files, content):
    assert list_play_files(content, files) == []
