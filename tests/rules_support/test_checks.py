"""The check of games and pages in a build, whose results are cached."""

from rules_py.discovery import CHOSEN_GAMES
from rules_support import checks
from tests.rules_py import new_games


def test_a_table_in_csv_is_checked_again_once_it_is_mended(tmp_path, monkeypatch):
    monkeypatch.setattr(checks, "CACHE", tmp_path / "cache")
    with new_games.install(tmp_path / "game", "newcsv", kind="tables") as answers:
        monkeypatch.setenv(CHOSEN_GAMES, answers.slug)
        table = tmp_path / "game" / answers.package / "data" / "rumours.csv"
        right = table.read_text(encoding="utf-8")
        table.write_text(f"{right}7,one,two,three,four\n", encoding="utf-8")
        problems = checks.check_site(tmp_path / "docs").errors
        line = right.count("\n") + 1
        assert [each.place for each in problems] == 2 * [f"newcsv_rules/data/rumours.csv:{line}"]
        assert "5" in problems[0].said and "d6 can roll 1 to 6" in problems[1].said
        assert not any("rumours.csv" in each.said for each in problems)
        table.write_text(right, encoding="utf-8")
        assert checks.check_site(tmp_path / "docs").errors == []


def test_a_page_with_a_block_of_another_game_is_checked_again_once_that_game_changes(tmp_path, monkeypatch):
    monkeypatch.setattr(checks, "CACHE", tmp_path / "cache")
    with (
        new_games.install(tmp_path / "one", "newhost", kind="tables") as host,
        new_games.install(tmp_path / "other", "newguest", kind="tables") as guest,
    ):
        monkeypatch.setenv(CHOSEN_GAMES, "newguest,newhost")
        page = tmp_path / "one" / host.package / "pages" / "index.md"
        page.write_text(f"{page.read_text(encoding='utf-8')}\n::: table newguest.gossip\n", encoding="utf-8")
        data = tmp_path / "other" / guest.package / "data"
        (data / "rumours.csv").rename(data / "gossip.csv")
        assert "newhost_rules" not in "".join(each.place for each in checks.check_site(tmp_path / "docs").errors)
        (data / "gossip.csv").rename(data / "rumours.csv")
        assert "newhost_rules" in "".join(each.place for each in checks.check_site(tmp_path / "docs").errors)
