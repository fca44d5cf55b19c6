"""The content security policy of a built site, in its pages and in the files that hosts read."""

import base64
import hashlib
import re
from pathlib import Path

import pytest

from rules_site import csp

GUARD = Path(__file__).parents[3] / "page" / "js" / "lib" / "trusted-types.js"
HEAD = '<!doctype html><html><head><meta charset="utf-8">{}</head>'
SCRIPT = "document.documentElement.className = 'js'"
SECOND_SCRIPT = "\nlet here = 1 < 2;\n"
PAGES = {
    "index.html": f"<script>{SCRIPT}</script>",
    "dice/index.html": f'<script src="../main.js" type="module"></script><script>{SECOND_SCRIPT}</script>',
    "404.html": f'<script>{SCRIPT}</script><script id="c" type="application/json">{{"a": 1}}</script>',
}
META = re.compile(r'<head><meta charset="utf-8"><meta http-equiv="Content-Security-Policy" content="([^"]+)">')


@pytest.fixture
def site(tmp_path):
    for place, text in PAGES.items():
        (tmp_path / place).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / place).write_text(HEAD.format(text))
    return tmp_path


def hash_source(script):
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def parse_directives(text):
    return {name: set(sources) for name, *sources in (part.split() for part in text.split("; "))}


def test_every_page_allows_exactly_the_sites_inline_scripts(site):
    csp.write_policy(site)
    for place in PAGES:
        [content] = META.findall((site / place).read_text())
        assert parse_directives(content)["script-src"] == {
            "'self'",
            "'wasm-unsafe-eval'",
            hash_source(SCRIPT),
            hash_source(SECOND_SCRIPT),
        }


def test_policy_forbids_other_origins_and_eval(site):
    csp.write_policy(site)
    found = parse_directives(META.search((site / "index.html").read_text())[1])
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


def test_only_the_guard_creates_trusted_types_policies(site):
    csp.write_policy(site)
    found = parse_directives(META.search((site / "index.html").read_text())[1])
    assert found["require-trusted-types-for"] == {"'script'"}
    made = re.findall(r'createPolicy\("(\w+)"', GUARD.read_text())
    assert found["trusted-types"] == set(made)
    others = [script for script in GUARD.parents[1].rglob("*.js") if script != GUARD]
    assert not any("createPolicy(" in script.read_text() for script in others)


def test_frames_of_blocks_name_the_sites_origin(site):
    """In a sandboxed frame, WebKit matches 'self' with nothing."""
    page = site / "embed" / "dice" / "index.html"
    page.parent.mkdir(parents=True)
    page.write_text(HEAD.format(""))
    csp.write_policy(site, "https://example.org")
    framed, other = (parse_directives(META.search(path.read_text())[1]) for path in (page, site / "index.html"))
    assert framed["script-src"] == {"'self'", "https://example.org", "'wasm-unsafe-eval'"}
    assert framed["style-src"] == {"'self'", "https://example.org"} and other["style-src"] == {"'self'"}


def test_write_policy_leaves_the_rest_of_a_page_unchanged(site):
    csp.write_policy(site)
    for place, text in PAGES.items():
        assert META.sub('<head><meta charset="utf-8">', (site / place).read_text()) == HEAD.format(text)


def test_page_without_charset_stops_the_build(site):
    (site / "index.html").write_text("<!doctype html><title>no character set</title>")
    with pytest.raises(ValueError, match=r'index.html: takes the policy after <meta charset="utf-8">'):
        csp.write_policy(site)


def test_host_headers_add_frame_ancestors_to_the_policy(site):
    hashes = csp.write_policy(site)
    csp.write_headers(site, hashes)
    [in_page] = META.findall((site / "index.html").read_text())
    rules = read_rules(site)
    sent = rules["/*"]
    assert sent["Content-Security-Policy"] == f"{in_page}; frame-ancestors 'none'"
    apache = (site / ".htaccess").read_text()
    assert dict(re.findall(r'Header always set (\S+) "([^"]*)"', apache)) == sent
    nginx = (site / "nginx-headers.conf").read_text()
    policy = re.search(r'^set \$rules_0 "([^"]*)";$', nginx, re.MULTILINE)[1]
    added = dict(re.findall(r'^add_header (\S+) "([^"]*)" always;$', nginx, re.MULTILINE))
    assert {name: value.replace("$rules_0", policy) for name, value in added.items()} == sent


def read_rules(site):
    """Read the rules of `_headers`, with the lines that drop headers under `!`."""
    rules = {}
    for line in (site / "_headers").read_text().splitlines():
        if line.startswith("/"):
            rules[line] = current = {}
        else:
            name, _, value = line.strip().partition(" " if line.strip().startswith("!") else ": ")
            current[name] = value
    return rules


def test_only_embedded_blocks_may_be_framed(site):
    """Cloudflare joins the headers of all rules unless `!` drops those before; Netlify and Apache replace them."""
    for folder in ("embed/dice", "assets"):
        (site / folder).mkdir(parents=True)
    (site / "embed" / "dice" / "index.html").write_text(HEAD.format(""))
    csp.write_headers(site, csp.write_policy(site))
    [in_page] = META.findall((site / "embed" / "dice" / "index.html").read_text())
    assert parse_directives(in_page)["script-src"] == {"'self'", "'wasm-unsafe-eval'"}
    framed = {"!": "Content-Security-Policy", "Content-Security-Policy": in_page}
    rules = read_rules(site)
    assert rules["/embed/*"] == framed and "frame-ancestors" not in in_page
    assert rules["/assets/*"] == {"Access-Control-Allow-Origin": "*"}
    assert f'"{in_page}"' in (site / "embed" / ".htaccess").read_text()
    assert 'Access-Control-Allow-Origin "*"' in (site / "assets" / ".htaccess").read_text()
    nginx = (site / "nginx-headers.conf").read_text()
    assert f'if ($uri ~ "/embed/") {{ set $rules_0 "{in_page}"; }}' in nginx
