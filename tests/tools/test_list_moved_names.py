"""The changelog's list of old and new names."""

from rules_py._moved import MODULES
from tools import list_moved_names


def test_changelog_has_the_current_list():
    changelog = list_moved_names.CHANGELOG.read_text(encoding="utf-8")
    assert list_moved_names.replace_list(changelog) == changelog, "run `python -m tools.list_moved_names`"


def test_every_old_module_is_listed_with_its_new_path():
    listed = list_moved_names.render_list()
    for old, new in MODULES.items():
        assert f"| `rules_py.{old}` | `rules_py.{new}` |" in listed


def test_text_around_the_list_stays():
    markers = list_moved_names.START + "old\n" + list_moved_names.END
    replaced = list_moved_names.replace_list(f"before\n{markers}after\n")
    assert replaced.startswith("before\n")
    assert replaced.endswith("after\n")
    assert "old\n" not in replaced.splitlines(keepends=True)
