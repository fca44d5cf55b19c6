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
rule</a></fb-roller><p><a href="../crew/" data-page="crew/">Crew</a> <a data-page="lost/">Lost</a></p></body></html>"""


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
    """Return a function that finishes a site of two pages and returns the command's result."""
    for path, text in {"base/index.html": PAGE, "crew/index.html": PAGE.replace("psiops.action", "dice")}.items():
        (tmp_path / "site" / path).parent.mkdir(parents=True)
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


def test_a_site_can_be_finished_twice(finish, tmp_path):
    """A page that isn't in UTF-8, which no builder has written, stays as it is."""
    other = tmp_path / "site" / "other.html"
    other.write_bytes("<head></head>é".encode("latin-1"))
    assert finish().returncode == 0
    first = (tmp_path / "site" / "base" / "index.html").read_text()
    assert finish().returncode == 0
    assert (tmp_path / "site" / "base" / "index.html").read_text() == first
    assert other.read_bytes() == "<head></head>é".encode("latin-1")


def test_links_to_pages_that_the_site_lacks_are_left_out(finish, tmp_path):
    finish()
    html = (tmp_path / "site" / "base" / "index.html").read_text()
    assert "fb-rule-link" not in html and "lost/" not in html
    assert '<a href="../crew/" data-page="crew/">Crew</a> Lost' in html


def test_a_folder_that_does_not_exist_is_named_in_one_sentence(finish):
    done = finish(folder="nowhere")
    assert done.returncode == 2
    assert done.stderr == "nowhere: no such folder, takes that of a built site\n"


def test_an_optional_step_writes_its_files(finish, tmp_path):
    assert finish("--with", "data").returncode == 0
    assert (tmp_path / "site" / "data" / "psiops.json").is_file()
