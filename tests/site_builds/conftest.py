"""Fixtures: a small site, and a copy of the project that tests may change."""

import shutil
from pathlib import Path

import pytest

PROJECT = Path(__file__).parents[2]
CONFIG = """\
site_name: Mini
site_url: !ENV [SITE_URL, "https://example.org/"]
use_directory_urls: true
strict: true
theme: { name: null, custom_dir: theme }
plugins: []
hooks: [HOOKS/hooks/mkdocs_events.py]
markdown_extensions: [attr_list, tables, admonition, rules_markdown]
watch: [HOOKS/hooks, HOOKS/page, HOOKS/rules_js, HOOKS/rules_markdown, HOOKS/rules_py, HOOKS/rules_site]
validation: { links: { not_found: warn, anchors: warn } }
"""
THEME = '<!doctype html><meta charset="utf-8"><title>{{ page.title }}</title>{{ page.content }}'


@pytest.fixture(scope="session")
def make_site():
    """Return a function that creates a small site from pages by path, for the hooks of a copy of the project."""

    def make(folder: Path, pages: dict[str, str], project: Path) -> Path:
        (folder / "theme").mkdir(parents=True)
        (folder / "theme" / "main.html").write_text(THEME)
        (folder / "mkdocs.yml").write_text(CONFIG.replace("HOOKS", str(project)))
        for path, text in pages.items():
            (folder / "docs" / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / "docs" / path).write_text(text, encoding="utf-8")
        return folder

    return make


@pytest.fixture
def site(make_site, tmp_path):
    """Return a function that creates a small site from pages by path."""
    return lambda pages, project=PROJECT: make_site(tmp_path / "mini", pages, project)


@pytest.fixture(scope="session")
def copy_project():
    """Return a function that copies the project as set-up leaves it."""

    def make(copy: Path) -> Path:
        packages = ("rules_js", "rules_markdown", "rules_py", "rules_site", "rules_support")
        for name in ("docs/assets", "hooks", "page", *packages):
            shutil.copytree(PROJECT / name, copy / name)  # with the bytecode, which interpreters would compile again
        shutil.copy(PROJECT / "package.json", copy)
        (copy / "build").mkdir()
        (copy / "node_modules").symlink_to(PROJECT / "node_modules")
        for name in ("checks", "fonts", "pyodide", "rules"):  # content-addressed: no test replaces a file
            if (cached := PROJECT / "build" / name).is_dir():
                (copy / "build" / name).symlink_to(cached)
        return copy

    return make


@pytest.fixture
def project(copy_project, tmp_path):
    """Return a copy of the project that the test may break."""
    return copy_project(tmp_path / "project")
