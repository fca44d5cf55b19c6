"""Content types of all files of the site: browsers accept them, also from Debian's nginx and Apache."""

import getpass
import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from urllib.error import HTTPError, URLError
from urllib.request import urlopen

import pytest
from playwright.sync_api import expect

NGINX = """\
daemon off;
{user}
pid {folder}/pid;
error_log {folder}/log;
events {{}}
http {{
  include /etc/nginx/mime.types;
  default_type application/octet-stream;
  gzip on;
  access_log off;
  client_body_temp_path {folder}/body;
  proxy_temp_path {folder}/proxy;
  fastcgi_temp_path {folder}/fastcgi;
  uwsgi_temp_path {folder}/uwsgi;
  scgi_temp_path {folder}/scgi;
  server {{
    listen 127.0.0.1:{port};
    root {site};
    include {site}/nginx-headers.conf;
    error_page 404 /404.html;
  }}
}}
"""
APACHE_MODULES = ("mpm_event", "authz_core", "mime", "dir", "filter", "deflate", "headers")
APACHE = """\
ServerRoot {folder}
ServerName localhost
Listen 127.0.0.1:{port}
PidFile {folder}/pid
ErrorLog {folder}/log
DefaultRuntimeDir {folder}
{user}
Include /etc/apache2/mods-available/mime.conf
Include /etc/apache2/mods-available/deflate.conf
DocumentRoot {site}
DirectoryIndex index.html
ErrorDocument 404 /404.html
<Directory {site}>
  AllowOverride All
  Require all granted
</Directory>
"""
SCRIPT = ("text/javascript", "application/javascript")
NEEDED = {".html": ("text/html",), ".css": ("text/css",), ".js": SCRIPT, ".wasm": ("application/wasm",)}
"""The types that browsers require if the host forbids guessing (nosniff)."""


def program(name: str) -> str:
    """Return the path of a Debian server program; skip the test if it is missing."""
    found = shutil.which(name, path=f"{os.environ['PATH']}:/usr/sbin")
    if not found:
        pytest.skip(f"install Debian's {name}")
    return found


def nginx(site: Path, folder: Path, port: int) -> list[str]:
    user = "user root;" if getpass.getuser() == "root" else ""
    (folder / "conf").write_text(NGINX.format(site=site, folder=folder, port=port, user=user))
    return [program("nginx"), "-p", str(folder), "-c", str(folder / "conf"), "-e", str(folder / "log")]


def apache2(site: Path, folder: Path, port: int) -> list[str]:
    modules = [f"LoadModule {name}_module /usr/lib/apache2/modules/mod_{name}.so" for name in APACHE_MODULES]
    user = ""
    if getpass.getuser() == "root":  # Apache refuses to run as root
        user = "User nobody\nGroup nogroup"
    settings = APACHE.format(site=site, folder=folder, port=port, user=user)
    (folder / "conf").write_text("\n".join([*modules, settings]))
    return [program("apache2"), "-f", str(folder / "conf"), "-DFOREGROUND"]


@contextmanager
def running(command: list[str], origin: str) -> Iterator[None]:
    """Run a server, waiting until it answers."""
    server = subprocess.Popen(command)
    try:
        while not answers(origin):
            assert server.poll() is None, "the server ended"
        yield
    finally:
        server.terminate()
        server.wait()


def answers(origin: str) -> bool:
    try:
        with urlopen(origin, timeout=10):
            return True
    except HTTPError:
        raise
    except URLError:
        return False


@pytest.fixture
def open_port() -> int:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


@pytest.fixture(params=[nginx, apache2])
def origin(request, site_folder, tmp_path, open_port, console_guard) -> Iterator[str]:
    """Run a server for the built site and yield its origin."""
    settings: Callable[[Path, Path, int], list[str]] = request.param
    origin = f"http://127.0.0.1:{open_port}"
    console_guard.origins.add(origin)
    with running(settings(site_folder, tmp_path, open_port), origin):
        yield origin


def test_no_file_of_the_site_ends_in_mjs(site_folder):
    """Hosts that don't know the type serve such a file as a download."""
    assert sorted(site_folder.rglob("*.mjs")) == []


@pytest.mark.trial
def test_each_kind_of_file_comes_as_a_type_that_browsers_take(origin, site_folder):
    by_ending = {path.suffix: path for path in site_folder.rglob("*") if path.is_file()}
    assert by_ending.keys() >= NEEDED.keys()
    types = {}
    for ending, path in by_ending.items():
        if not path.name.startswith("."):
            with urlopen(f"{origin}/{path.relative_to(site_folder).as_posix()}") as answer:
                types[ending] = answer.headers.get_content_type()
                assert answer.headers["X-Content-Type-Options"] == "nosniff"
    assert {ending: types[ending] for ending, known in NEEDED.items() if types[ending] not in known} == {}


@pytest.mark.trial
def test_the_site_rolls_finds_and_is_kept_offline(origin, make_page, fb):
    page = make_page("desktop", base_url=origin, service_workers="allow")
    page.goto("/psiops/stress/")
    roller = fb.Roller(page, "psiops.stress")
    roller.roll()
    roller.open_odds()
    expect(roller.odds.locator(".fb-odds-table").first).to_be_visible()
    assert page.evaluate("document.fonts.ready.then((fonts) => [...fonts].every(({ status }) => status !== 'error'))")
    client = page.context.new_cdp_session(page)
    assert client.send("Page.getAppManifest")["errors"] == []
    fb.press(page.get_by_role("button", name="Save for offline use"))
    expect(page.locator(".fb-ready")).to_have_text("Ready offline", timeout=fb.START)
    fb.press(page.get_by_role("button", name="Search"))
    found = page.get_by_role("dialog", name="Search")
    found.get_by_role("searchbox").fill("panic")
    expect(found.get_by_role("link", name="Roll on Panic").first).to_be_visible()
