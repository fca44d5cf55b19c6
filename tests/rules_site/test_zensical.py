"""This site built by Zensical: its pages have the same blocks, headings, links and frame as those of MkDocs.

`make .tools/zensical/.done` installs Zensical, and `make build` builds the site that its pages are compared with.
"""

import json
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Iterator, Mapping
from pathlib import Path
from urllib.parse import urljoin

import pytest
from selectolax.lexbor import LexborHTMLParser

from rules_site.finish import EVERY_STEP

pytestmark = pytest.mark.trial  # builds and finishes the whole site, which takes half a minute

PROJECT = Path(__file__).parents[2]
SITE = PROJECT / "site"
PYTHON = PROJECT / ".tools" / "zensical" / "bin" / "python"
BUILD = "import sys; sys.path += sys.argv.pop(1).split(':'); from zensical.main import cli; cli()"

BLOCKS = (
    "fb-roller,fb-table,fb-order,fb-calc,fb-compare,fb-dice,fb-sheets,fb-fight,fb-dice-odds,fb-paper,fb-workbench,"
    "fb-die,.fb-odds,.fb-example,.fb-readings"
)
AREAS = {
    "title": "title",
    "preview": "meta[name=description],meta[property],link[rel=canonical],script[type='application/ld+json']",
    "menu": ".fb-menu",
    "tabs": ".md-tabs",
    "foot": ".fb-foot",
    "bar on phones": ".fb-thumb",
    "headings": "h1,h2,h3,h4",
    "page": ".fb-page",
}
DOORS = ".fb-doors,.fb-game-doors"
"""Zensical sorts the keys of mappings in front matter, and so the three links of a game."""


@pytest.fixture(scope="module")
def built() -> Iterator[Path]:
    """Build and finish this site with Zensical, and yield its folder."""
    assert PYTHON.is_file(), "Zensical is missing: run `make .tools/zensical/.done`"
    config, cache, site = PROJECT / "zensical.yml", PROJECT / ".cache", PROJECT / "build" / "zensical"
    shutil.rmtree(site, ignore_errors=True)
    config.write_text("INHERIT: mkdocs.yml\nsite_dir: build/zensical\n")
    packages = f"{PROJECT}:{sysconfig.get_path('purelib')}"
    try:
        run(PYTHON, "-c", BUILD, packages, "build", "--strict", "--config-file", config)
    finally:
        config.unlink()
        shutil.rmtree(cache, ignore_errors=True)
    run(sys.executable, "-m", "rules_site", "finish", site, *(f"--with={name}" for name in EVERY_STEP))
    yield site
    shutil.rmtree(site)


def run(*command: str | Path) -> None:
    done = subprocess.run(command, cwd=PROJECT, check=False, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


def read_page(site: Path, path: str) -> LexborHTMLParser:
    """Parse a page with whole addresses, and without what no reader notices."""
    page = LexborHTMLParser((site / path).read_text(encoding="utf-8"))
    address = f"https://example.org/{path.removesuffix('index.html')}"
    for node in page.css("[href],[src]"):
        for name in ("href", "src"):
            if name in node.attributes:
                node.attrs[name] = urljoin(address, node.attributes[name] or "")
    for node in page.css("pre.highlight"):
        del node.attrs["class"]  # MkDocs leaves code without Pygments unmarked
    for node in page.css("fb-continue[data-games]"):
        node.attrs["data-games"] = json.dumps(json.loads(node.attributes["data-games"]), sort_keys=True)
    for node in page.css(DOORS):
        names = sorted(link.html for link in node.css("a"))
        for link, html in zip(node.css("a"), names, strict=True):
            link.replace_with(html)
    return page


def sort_attributes(tag: re.Match[str]) -> str:
    return f"<{tag['name']} {' '.join(sorted(re.findall(r'[\w-]+="[^"]*"', tag['attributes'])))}>"


def find_texts(page: LexborHTMLParser, selector: str) -> list[str]:
    """Return the HTML of elements with one way of writing spaces and attributes."""
    found = []
    for node in page.css(selector):
        html = re.sub(r"\s+", " ", node.html or "").replace("url(./", "url(")
        html = re.sub(r" ?(</?\w[^>]*>) ?", r"\1", html)
        found.append(re.sub(r"<(?P<name>[\w-]+)(?P<attributes>(?: [\w-]+=\"[^\"]*\")+)>", sort_attributes, html))
    return found


@pytest.fixture(scope="module")
def pages(built) -> Mapping[str, tuple[LexborHTMLParser, LexborHTMLParser]]:
    """The pages of MkDocs and Zensical by path."""
    paths = [each.relative_to(SITE).as_posix() for each in sorted(SITE.rglob("*.html"))]
    assert len(paths) > 90, "the site is missing: run `make build`"
    assert paths == [each.relative_to(built).as_posix() for each in sorted(built.rglob("*.html"))]
    return {path: (read_page(SITE, path), read_page(built, path)) for path in paths}


def test_every_block_is_the_same(pages):
    blocks = {path: [find_texts(page, BLOCKS) for page in both] for path, both in pages.items()}
    assert sum(len(mkdocs) for mkdocs, _ in blocks.values()) > 500
    assert [path for path, (mkdocs, zensical) in blocks.items() if mkdocs != zensical] == []


@pytest.mark.parametrize("area", AREAS)
def test_the_rest_of_each_page_is_the_same(pages, area):
    different = [path for path, both in pages.items() if len({str(find_texts(page, AREAS[area])) for page in both}) > 1]
    assert different == []


def test_files_for_the_whole_site_are_the_same(built):
    for path in ("manifest.webmanifest", "assets/tray.json", "search/index.json", "robots.txt", "sitemap.xml"):
        texts = [(site / path).read_text(encoding="utf-8") for site in (SITE, built)]
        if path.endswith((".json", ".webmanifest")):
            texts = [json.dumps(json.loads(text), sort_keys=True) for text in texts]
        assert texts[0] == texts[1], path
    forms = [sorted(each.name for each in (site / "assets" / "forms").iterdir()) for site in (SITE, built)]
    assert forms[0] == forms[1]
