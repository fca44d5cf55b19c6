"""The scripts that a page preloads: those of all pages, those of its elements, and the rules that its forms roll."""

import pytest

from rules_site.bundle import find_play_files, list_preloads
from rules_site.bundle.frontend import BOOTSTRAP_SCRIPT, DICE_SCRIPT, SHARED_SCRIPTS

MAIN, FIGHT, SCREEN = (SHARED_SCRIPTS[name] for name in ("#shared", "#fight", "#screen"))
STORE = SHARED_SCRIPTS["#store"]
SCRIPTS = {
    MAIN: 'import{a as b}from"../../vendor/comlink.js";import("../entry/fight.js");say("load from\\"../other.js\\"")',
    FIGHT: 'import{c}from"../entry/main.js";import{d}from"../lib/store.js";import"./effects.js";',
    SCREEN: "",
    STORE: "",
    BOOTSTRAP_SCRIPT: "",
    DICE_SCRIPT: "",
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
EVERY_PAGE = [BOOTSTRAP_SCRIPT, DICE_SCRIPT, MAIN, "assets/vendor/comlink.js"]
CORE_RULES = ["assets/rules/0123/core.js", "assets/rules/0123/runtime.js"]


@pytest.fixture
def files(tmp_path):
    for number, text in enumerate(SCRIPTS.values()):
        (tmp_path / f"{number}.js").write_text(text)
    return {path: tmp_path / f"{number}.js" for number, path in enumerate(SCRIPTS)}


@pytest.fixture
def paths(files):
    """Return a function that lists the paths of a page's preloads after those of every page."""
    return lambda content: [each.path for each in list_preloads(content, files)][len(EVERY_PAGE) :]


def test_every_page_preloads_its_scripts_with_their_imports_but_no_rules_and_no_script_of_the_theme(files):
    assert [each.path for each in list_preloads("<p>Text</p>", files)] == EVERY_PAGE


def test_a_page_preloads_the_styles_in_its_body_before_the_scripts_that_wait_for_them(files):
    head = '<link rel="stylesheet" href="../assets/css/site.css">'
    styles = "".join(
        f'<link rel="stylesheet" href="../{path}">' for path in ("a/fight.css", "a/more.css", "a/fight.css")
    )
    hidden = '<template><link rel="stylesheet" href="../a/other.css"></template>'
    first, second, *others = list_preloads(f"<head>{head}</head><body class='b'>{styles}{hidden}</body>", files)
    assert [(each.path, each.kind) for each in (first, second)] == [("a/fight.css", "style"), ("a/more.css", "style")]
    assert [each.path for each in others] == EVERY_PAGE


def test_a_page_with_fights_preloads_their_script_and_what_it_imports(files):
    preloads = [each.path for each in list_preloads("<fb-fight game='xmas'></fb-fight>", files)]
    fight = [MAIN, FIGHT, "assets/vendor/comlink.js", STORE, "assets/js/entry/effects.js"]
    assert preloads == [BOOTSTRAP_SCRIPT, DICE_SCRIPT, *fight]


def test_a_form_preloads_the_rules_of_its_page_and_what_they_import(paths):
    assert paths('<fb-roller hidden mechanic="xmas.attack">') == [
        "assets/rules/0123/xmas.combat.js",
        "assets/rules/0123/runtime.js",
        "assets/rules/0123/xmas.js",
        "assets/rules/0123/core.js",
    ]


def test_a_form_for_plain_dice_preloads_the_core_rules(paths):
    assert paths('<fb-roller mechanic="dice">') == CORE_RULES


def test_a_game_without_compiled_rules_preloads_none(paths):
    assert paths('<fb-roller mechanic="toy.roll">') == []


def test_a_mechanic_that_a_text_names_preloads_nothing(paths):
    assert paths('<code>&lt;fb-roller mechanic="xmas.attack"&gt;</code>') == []


@pytest.mark.parametrize(("element", "module"), [("fight", "fights"), ("sheets", "sheets")])
def test_a_page_to_play_on_lists_the_worker_and_its_rules_the_largest_first(files, element, module):
    found = find_play_files(f"<fb-{element} id='f' game=\"xmas\"></fb-{element}>", files)
    assert found.is_deferrable is (element == "sheets")  # their pages have forms to roll, too
    listed = found.paths
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
    assert find_play_files(content, files) is None
