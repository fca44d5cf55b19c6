"""The benchmark's host: it behaves like a static host and counts the bytes on the wire."""

import gzip
import http.client
import os
import re
from urllib.parse import urlsplit

import pytest

from bench import compression
from bench.host import Host
from bench.host_kinds import BROTLI, GZIP, TEXT_ONLY

PAGE = b"<p>A rule and a rule and a rule.</p>" * 50
NOISE = os.urandom(3000)


@pytest.fixture
def send_request(tmp_path, monkeypatch):
    """Return a function that requests a path from a host and returns status, headers, body and byte count."""
    monkeypatch.setattr(compression, "CACHE", tmp_path / "cache")
    folder = tmp_path / "site"
    (folder / "deep").mkdir(parents=True)
    for name in ("index.html", "deep/index.html", "a.wasm"):
        (folder / name).write_bytes(PAGE)
    for name in ("a.wasm.gz", "b.whl"):
        (folder / name).write_bytes(NOISE)
    (folder / "sitemap.xml").write_text("<loc>http://localhost:8000/dice/</loc>")
    (tmp_path / "secret").write_bytes(b"no")

    def request(kind, path, **headers):
        with Host(folder, kind) as host:
            connection = http.client.HTTPConnection(urlsplit(host.url).netloc, timeout=30)
            connection.request("GET", path, headers={name.replace("_", "-"): value for name, value in headers.items()})
            answer = connection.getresponse()
            body = answer.read()
            connection.close()
            return answer.status, answer.headers, body, host.traffic.total_bytes()

    return request


def test_host_compresses_text_and_counts_bytes_on_the_wire(send_request):
    status, headers, body, count = send_request(GZIP, "/", Accept_Encoding="gzip, br")
    assert (status, headers["Content-Encoding"], headers["Content-Type"]) == (200, "gzip", "text/html")
    assert gzip.decompress(body) == PAGE
    assert len(body) + len(headers.as_bytes()) < count < len(body) + len(headers.as_bytes()) + 30  # the status line


@pytest.mark.parametrize(
    ("kind", "path", "encoding"),
    [
        (BROTLI, "/", "br"),
        (BROTLI, "/a.wasm", "br"),
        (GZIP, "/a.wasm", "gzip"),
        (TEXT_ONLY, "/", "gzip"),
        (TEXT_ONLY, "/a.wasm", None),
        (BROTLI, "/b.whl", None),
        (GZIP, "/b.whl", None),
        (GZIP, "/a.wasm.gz", None),
    ],
)
def test_each_host_kind_compresses_its_listed_types(send_request, kind, path, encoding):
    assert send_request(kind, path, Accept_Encoding="gzip, br")[1]["Content-Encoding"] == encoding


def test_client_without_accept_encoding_gets_plain_body(send_request):
    _, headers, body, _ = send_request(BROTLI, "/")
    assert headers["Content-Encoding"] is None and body == PAGE


def test_matching_etag_gets_304_without_body(send_request):
    tag = send_request(GZIP, "/deep/")[1]["ETag"]
    status, _, body, count = send_request(GZIP, "/deep/", If_None_Match=tag)
    assert (status, body) == (304, b"") and count < len(PAGE)


def test_folder_without_trailing_slash_redirects(send_request):
    status, headers, *_ = send_request(GZIP, "/deep")
    assert (status, headers["Location"]) == (301, "/deep/")


@pytest.mark.parametrize("path", ["/nothing", "/../secret", "/%2e%2e/secret"])
def test_paths_outside_the_folder_get_404(send_request, path):
    status, _, body, _ = send_request(GZIP, path)
    assert (status, body) == (404, b"")


def test_sitemap_names_the_host_so_that_instant_navigation_follows_links(send_request):
    status, _, body, _ = send_request(GZIP, "/sitemap.xml")
    assert status == 200
    assert re.fullmatch(rb"<loc>http://127\.0\.0\.1:\d+/dice/</loc>", body)


def test_closed_host_drops_open_connections(tmp_path):
    (tmp_path / "index.html").write_bytes(PAGE)
    with Host(tmp_path) as host:
        connection = http.client.HTTPConnection(urlsplit(host.url).netloc, timeout=30)
        connection.request("GET", "/")
        connection.getresponse().read()
        host.close()
        connection.request("GET", "/")
        with pytest.raises(http.client.RemoteDisconnected):
            connection.getresponse()
