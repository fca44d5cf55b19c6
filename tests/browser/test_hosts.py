"""The built site on real hosts: Debian's nginx and Apache as the page for deployers sets them up, and a bare nginx.

The bare host knows only pages, styles and scripts, sends all else as octet-stream with nosniff, compresses nothing, and
has the site below a path.
"""

import getpass
import os
import re
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

import pytest
from playwright.sync_api import expect

PROJECT = Path(__file__).parents[2]
SETTINGS = dict(re.findall(r"```(nginx|apache)\n(.*?)```", (PROJECT / "docs" / "deploying.md").read_text(), re.DOTALL))
"""The settings that the page for deployers shows."""

DOCUMENTED_SITE, DOCUMENTED_PORT = "/srv/fieldbook/site", "listen 80;"
NGINX = """\
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/log;
events {{}}
http {{
  {types}
  default_type application/octet-stream;
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  {server}
}}
"""
BARE_TYPES = "types { text/html html; text/css css; application/javascript js; }"
BARE_SERVER = """\
  server {{
    listen 127.0.0.1:{port};
    location /games/fieldbook/ {{
      alias {site}/;
      add_header X-Content-Type-Options nosniff always;
      error_page 404 /games/fieldbook/404.html;
    }}
  }}
"""
APACHE_MODULES = ("mpm_event", "authz_core", "mime", "dir", "alias", "filter", "deflate", "headers")
APACHE = """\
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/log
DefaultRuntimeDir {folder}
{user}
Include /etc/apache2/mods-available/mime.conf
DirectoryIndex index.html
{server}
"""
SCRIPT = ("text/javascript", "application/javascript")
NEEDED = {".html": ("text/html",), ".css": ("text/css",), ".js": SCRIPT, ".wasm": ("application/wasm",)}
"""The types that browsers require, or start faster with, from a host that forbids guessing."""

COMPRESSED = {".html", ".css", ".js", ".json", ".svg", ".wasm"}
"""The ends of the names of files that the documented hosts compress."""

SMALL = 200
"""The size in bytes below which a host may leave a file as it is."""

HEADER_FILES = ("_headers", ".htaccess", "nginx-headers.conf")


def find_program(name: str) -> str:
    """Return the path of a Debian server program; fail the test if it is missing."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if not found:
        pytest.fail(f"There is no {name}: run `make hosts`.", pytrace=False)
    return found


def run_nginx(folder: Path, types: str, server: str) -> list[str]:
    user = "user root;" if getpass.getuser() == "root" else ""
    (folder / "conf").write_text(NGINX.format(folder=folder, user=user, types=types, server=server))
    return [find_program("nginx"), "-p", str(folder), "-c", str(folder / "conf"), "-e", str(folder / "log")]


def nginx(site: Path, folder: Path, port: int) -> list[str]:
    server = SETTINGS["nginx"].replace(DOCUMENTED_SITE, str(site))
    assert DOCUMENTED_PORT in server
    server = server.replace(DOCUMENTED_PORT, f"listen 127.0.0.1:{port};")
    return run_nginx(folder, "include /etc/nginx/mime.types;", server)


def bare(site: Path, folder: Path, port: int) -> list[str]:
    return run_nginx(folder, BARE_TYPES, BARE_SERVER.format(site=site, port=port))


def apache2(site: Path, folder: Path, port: int) -> list[str]:
    modules = [f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in APACHE_MODULES]
    user = ""
    if getpass.getuser() == "root":  # Apache refuses to run as root
        user = "User nobody\nGroup nogroup"
    server = SETTINGS["apache"].replace(DOCUMENTED_SITE, str(site))
    settings = APACHE.format(folder=folder, port=port, user=user, server=server)
    (folder / "conf").write_text("\n".join([*modules, settings]))
    return [find_program("apache2"), "-f", str(folder / "conf"), "-DFOREGROUND"]


HOSTS = {"nginx": (nginx, "/"), "apache": (apache2, "/"), "bare": (bare, "/games/fieldbook/")}
"""The hosts with their command and the path of the site."""


@contextmanager
def run_host(command: list[str], address: str) -> Iterator[None]:
    """Run a server, waiting until it answers."""
    server = subprocess.Popen(command)
    try:
        while not is_answering(address):
            assert server.poll() is None, "the server ended"
        yield
    finally:
        server.terminate()
        server.wait()


def is_answering(address: str) -> bool:
    try:
        with urlopen(address, timeout=10):
            return True
    except HTTPError:
        raise
    except URLError:
        return False


@pytest.fixture
def address(request, site_folder, tmp_path, console_guard) -> Iterator[str]:
    """Run a host for the built site and yield the site's address."""
    build_command, path = HOSTS[request.param]
    with socket.create_server(("127.0.0.1", 0)) as taken:
        port = taken.getsockname()[1]
    origin = f"http://127.0.0.1:{port}"
    console_guard.origins.add(origin)
    with run_host(build_command(site_folder, tmp_path, port), origin + path):
        yield origin + path


def test_no_file_of_the_site_ends_in_mjs(site_folder):
    """Hosts that don't know the type serve such a file as a download."""
    assert sorted(site_folder.rglob("*.mjs")) == []


@pytest.mark.trial
@pytest.mark.parametrize("address", ["nginx", "apache"], indirect=True)
def test_host_sends_types_and_headers_and_hides_their_files(address, site_folder):
    by_ending = {path.suffix: path for path in site_folder.rglob("*") if path.is_file()}
    assert by_ending.keys() >= NEEDED.keys()
    rules = next((site_folder / "assets" / "rules").rglob("*.js"))
    types = {}
    embedded = site_folder / "embed" / "dice" / "index.html"
    for ending, path in [*by_ending.items(), ("rules", rules), (".html", embedded)]:
        if path.name not in HEADER_FILES:
            request = Request(address + path.relative_to(site_folder).as_posix(), headers={"Accept-Encoding": "gzip"})
            with urlopen(request) as answer:
                types[ending] = answer.headers.get_content_type()
                is_compressed = answer.headers["Content-Encoding"] == "gzip"
                assert is_compressed or path.suffix not in COMPRESSED or path.stat().st_size < SMALL, path
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
                folders = set(path.relative_to(site_folder).parts)
                is_framed = "frame-ancestors" not in answer.headers["Content-Security-Policy"]
                assert is_framed == ("embed" in folders), path
                assert (answer.headers["Access-Control-Allow-Origin"] == "*") == ("assets" in folders), path
                is_lasting = bool({"rules", "python"} & folders)
                assert ("max-age" in answer.headers["Cache-Control"]) == is_lasting, path
                assert ("no-cache" in answer.headers["Cache-Control"]) != is_lasting, path
    assert {ending: types[ending] for ending, known in NEEDED.items() if types[ending] not in known} == {}
    for name in HEADER_FILES:
        with pytest.raises(HTTPError) as refused:
            urlopen(address + name)
        assert refused.value.code in (403, 404)
    with pytest.raises(HTTPError) as missing:
        urlopen(f"{address}nowhere/")
    assert "No such page" in missing.value.read().decode()


@pytest.mark.parametrize("address", ["bare"], indirect=True)
def test_site_rolls_below_a_path_of_a_bare_host(address, make_page, fb):
    page = make_page("phone", base_url=address)
    page.goto("psiops/stress/")
    roller = fb.Roller(page, "psiops.stress")
    roller.roll()
    roller.open_odds()
    expect(roller.odds.locator(".fb-odds-table").first).to_be_visible()


@pytest.mark.trial
@pytest.mark.parametrize("address", HOSTS, indirect=True)
def test_site_rolls_finds_and_works_offline(address, make_page, fb):
    page = make_page("desktop", base_url=address, service_workers="allow")
    page.goto("psiops/stress/")
    fb.Roller(page, "psiops.stress").roll()
    assert page.evaluate("document.fonts.ready.then((fonts) => [...fonts].every(({ status }) => status !== 'error'))")
    client = page.context.new_cdp_session(page)
    assert client.send("Page.getAppManifest")["errors"] == []
    fb.press(page.get_by_role("button", name="Search"))
    found = page.get_by_role("dialog", name="Search")
    found.get_by_role("searchbox").fill("panic")
    expect(found.get_by_role("link", name="Roll on Panic").first).to_be_visible()
    page.keyboard.press("Escape")
    expect(page.locator(".fb-ready")).to_have_text("Ready offline", timeout=fb.START)
    page.context.set_offline(True)
    page.goto("puml/")
    fb.Roller(page, "puml.action").roll()


@pytest.mark.trial
@pytest.mark.refused
@pytest.mark.parametrize("address", HOSTS, indirect=True)
def test_python_starts_from_a_host(address, make_page, fb):
    """The bare host sends WebAssembly as octet-stream."""
    page = make_page("desktop", base_url=address)
    page.goto("psiops/stress/")
    roller = fb.Roller(page, "psiops.stress")
    fb.press(roller.button)
    fb.press(fb.find_offer(page.locator("body")).first)
    expect(roller.headline).to_be_visible(timeout=fb.START)
