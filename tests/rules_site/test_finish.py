"""The command after a build, on pages of any builder, with the files that a wheel brings and without Node."""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
PACKAGES = ("rules_js", "rules_markdown", "rules_py", "rules_site", "rules_support")
PAGE = """<!doctype html><html><head><title>Base</title></head><body><h1>Base</h1>
<fb-roller mechanic="psiops.action"><a class="fb-rule-link" href="../psiops/playing/#x" data-page="psiops/playing/#x">
rule</a></fb-roller><p><a href="../crew/" data-page="crew/">Crew</a> <a data-page="lost/">Lost</a>
<a href="../lost/" data-page="lost/" data-else="crew/">Found</a></p></body></html>"""
ABOUT = '{"path":"index.md","meta":{"title":"Home"},"site":{"name":"Moon","url":"https://example.org/"}}'
HOME = f"""<!doctype html><html><head><title>Home</title></head><body><h1 id="home">Home</h1><p>Aim well.</p>
<p><script type="application/json" data-rules-page>{ABOUT}</script></p></body></html>"""


@pytest.fixture(scope="module")
def installed(tmp_path_factory) -> Path:
    """Return a folder with what a wheel has: the packages and the prebuilt files, without the project around them."""
    folder = tmp_path_factory.mktemp("installed")
    for name in PACKAGES:
        shutil.copytree(PROJECT / name, folder / name)
    prebuilt = folder / "rules_site" / "prebuilt"
    subprocess.run([sys.executable, "-m", "rules_site", "prebuild", prebuilt], cwd=PROJECT, check=True)
    return folder


@pytest.fixture
def finish(installed, tmp_path):
    """Return a function that finishes a site of three pages and returns the command's result."""
    pages = {"base/index.html": PAGE, "crew/index.html": PAGE.replace("psiops.action", "dice"), "index.html": HOME}
    for path, text in pages.items():
        (tmp_path / "site" / path).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / "site" / path).write_text(text)

    def finish(*words: str, folder: str = "site") -> subprocess.CompletedProcess:
        return subprocess.run(
            [sys.executable, "-m", "rules_site", "finish", folder, *words],
            cwd=tmp_path,
            env=os.environ | {"PATH": "", "PYTHONPATH": str(installed)},
            capture_output=True,
            text=True,
            check=False,
        )

    return finish


def test_pages_of_any_builder_get_scripts_styles_and_rules_without_node(finish, tmp_path):
    done = finish()
    assert (done.returncode, done.stderr) == (0, "")
    html = (tmp_path / "site" / "base" / "index.html").read_text()
    wanted = re.findall(r'(?:src|href)="(\.\./assets/[^"]+)"', html)
    assert {"../assets/css/blocks.css", "../assets/js/entry/main.js", "../assets/js/entry/bootstrap.js"} <= set(wanted)
    assert any(each.endswith("/psiops.playing.js") for each in wanted)
    assert [each for each in wanted if not (tmp_path / "site" / "base" / each).is_file()] == []
    assert html.index("bootstrap.js") < html.index("</head>") < html.index("<h1>")


def read_files(site: Path) -> dict[str, bytes]:
    return {path.relative_to(site).as_posix(): path.read_bytes() for path in site.rglob("*") if path.is_file()}


def test_a_site_can_be_finished_twice_and_with_other_steps(finish, tmp_path):
    """A page that isn't in UTF-8, which no builder has written, stays as it is."""
    (tmp_path / "site" / "other.html").write_bytes("<head></head>é".encode("latin-1"))
    assert finish().returncode == 0
    plain = read_files(tmp_path / "site")
    assert plain["other.html"] == "<head></head>é".encode("latin-1")
    assert finish("--with", "search", "--with", "crawlers").returncode == 0
    first = read_files(tmp_path / "site")
    assert any(b"Aim well" in content for path, content in first.items() if path.endswith(".json"))
    assert finish("--with", "search", "--with", "crawlers").returncode == 0
    assert read_files(tmp_path / "site") == first
    assert finish().returncode == 0
    assert read_files(tmp_path / "site") == plain


def test_a_page_is_finished_again_once_it_is_built_again(finish, tmp_path):
    home = tmp_path / "site" / "index.html"
    finish()
    home.write_text(HOME.replace("Aim well", "Aim twice"))
    assert finish().returncode == 0
    assert "Aim twice" in home.read_text() and "entry/main.js" in home.read_text()
    shutil.rmtree(tmp_path / ".cache")
    done = finish()
    assert done.returncode == 1
    assert done.stderr == "index.html: got a page that is finished already: build the site again\n"


def test_links_to_pages_that_the_site_lacks_are_left_out_or_lead_to_another(finish, tmp_path):
    finish()
    html = (tmp_path / "site" / "base" / "index.html").read_text()
    assert "fb-rule-link" not in html and "lost/" not in html
    assert '<a href="../crew/" data-page="crew/">Crew</a> Lost' in html
    assert '<a data-page="crew/" href="../crew/">Found</a>' in html


def test_a_folder_that_does_not_exist_is_named_in_one_sentence(finish):
    done = finish(folder="nowhere")
    assert done.returncode == 2
    assert done.stderr == "nowhere: no such folder, takes that of a built site\n"


def test_a_folder_without_a_first_page_is_refused(finish, tmp_path):
    (tmp_path / "notes").mkdir()
    done = finish(folder="notes")
    assert done.returncode == 2
    assert done.stderr == "notes: got a folder without index.html, takes that of a built site: run your builder first\n"


def test_prebuild_leaves_a_folder_with_other_files_alone(tmp_path):
    (tmp_path / "letter.txt").write_text("Dear")
    command = [sys.executable, "-m", "rules_site", "prebuild", tmp_path]
    done = subprocess.run(command, cwd=PROJECT, capture_output=True, text=True, check=False)
    assert done.returncode == 1
    assert done.stderr == f"{tmp_path}: got a folder with other files, takes a new one\n"
    assert (tmp_path / "letter.txt").is_file()


def test_an_optional_step_writes_its_files(finish, tmp_path):
    assert finish("--with", "data").returncode == 0
    assert (tmp_path / "site" / "data" / "psiops.json").is_file()
