"""The content security policy of a finished site, in its pages and in the files that hosts read."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from hooks import csp

GUARD = Path(__file__).parents[3] / "docs" / "assets" / "js" / "page" / "guard.js"
HEAD = '<!doctype html><html><head><meta charset="utf-8">{}</head>'
RUNS = "document.documentElement.className = 'js'"
RUNS_HERE = "\nlet here = 1 < 2;\n"
PAGES = {
    "index.html": f"<script>{RUNS}</script>",
    "dice/index.html": f'<script src="../main.js" type="module"></script><script>{RUNS_HERE}</script>',
    "404.html": f'<script>{RUNS}</script><script id="c" type="application/json">{{"a": 1}}</script>',
}
META = re.compile(r'<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="([^"]+)">')


@pytest.fixture
def site(tmp_path):
    for place, text in PAGES.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(HEAD.format(text))
    return tmp_path


def source_of(script):
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def directives(text):
    return {name: set(sources) for name, *sources in (part.split() for part in text.split("; "))}


def test_every_page_allows_the_inline_scripts_of_all_pages_and_no_other(site):
    csp.write_policy(site)
    for place in PAGES:
        [content] = META.findall((site / place).read_text())
        assert directives(content)["script-src"] == {
            "'self'",
            "'wasm-unsafe-eval'",
            source_of(RUNS),
            source_of(RUNS_HERE),
        }


def test_nothing_comes_from_elsewhere_and_no_text_is_evaluated(site):
    csp.write_policy(site)
    found = directives(META.search((site / "index.html").read_text())[1])
    assert found["default-src"] == {"'none'"}
    allowed = set().union(*(sources for name, sources in found.items() if name != "style-src-attr"))
    assert {source for source in allowed if not source.startswith("'sha256-")} == {
        "'self'",
        "'none'",
        "'wasm-unsafe-eval'",
        "data:",
        "'script'",
        "default",
        "inert",
    }


def test_text_becomes_markup_or_a_script_only_by_the_sites_own_guard(site):
    csp.write_policy(site)
    found = directives(META.search((site / "index.html").read_text())[1])
    assert found["require-trusted-types-for"] == {"'script'"}
    made = re.findall(r'createPolicy\("(\w+)"', GUARD.read_text())
    assert found["trusted-types"] == set(made)
    others = [script for script in GUARD.parents[1].rglob("*.js") if script != GUARD]
    assert not any("createPolicy(" in script.read_text() for script in others)


def test_the_rest_of_a_page_is_left_as_it_was(site):
    csp.write_policy(site)
    for place, text in PAGES.items():
        assert META.sub('<head><meta charset="utf-8">', (site / place).read_text()) == HEAD.format(text)


def test_a_page_without_a_place_for_it_stops_the_build(site):
    (site / "index.html").write_text("<!doctype html><title>no character set</title>")
    with pytest.raises(ValueError, match=r'index.html: takes the policy after <meta charset="utf-8">'):
        csp.write_policy(site)


def test_hosts_get_the_same_with_who_may_frame_the_site(site):
    hashes = csp.write_policy(site)
    csp.write_headers(site, hashes)
    [in_page] = META.findall((site / "index.html").read_text())
    every_file, *lines = (site / "_headers").read_text().splitlines()
    sent = dict(line.strip().split(": ", 1) for line in lines)
    assert every_file == "/*"
    assert sent["Content-Security-Policy"] == f"{in_page}; frame-ancestors 'none'"
    apache = (site / ".htaccess").read_text()
    assert dict(re.findall(r'Header always set (\S+) "([^"]*)"', apache)) == sent
    nginx = (site / "nginx-headers.conf").read_text()
    assert dict(re.findall(r'^add_header (\S+) "([^"$]*)" always;$', nginx, re.MULTILINE)) == sent
