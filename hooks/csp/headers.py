"""Header files for common hosts."""

from collections.abc import Iterable
from pathlib import Path

from .directives import format_policy

COMMON_HEADERS = {
    "X-Content-Type-Options": "nosniff",
    "Referrer-Policy": "same-origin",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=(), payment=(), usb=()",
}
HEADERS_FILE = "_headers"
"""For Netlify and Cloudflare Pages."""

APACHE_FILE = ".htaccess"

NGINX_FILE = "nginx-headers.conf"
"""To be included in the server's configuration for the site."""


def build_headers(hashes: Iterable[str]) -> dict[str, str]:
    """Build the headers to send with every file of the site, including worker scripts."""
    return {"Content-Security-Policy": format_policy(hashes, is_header=True), **COMMON_HEADERS}


def write_headers(site: Path, hashes: Iterable[str]) -> None:
    """Write a header file for each kind of host into the site's root."""
    sent = build_headers(hashes)
    lines = [f"  {name}: {value}" for name, value in sent.items()]
    (site / HEADERS_FILE).write_text("\n".join(["/*", *lines, ""]))
    quoted = [f'  Header always set {name} "{value}"' for name, value in sent.items()]
    (site / APACHE_FILE).write_text("\n".join(["<IfModule mod_headers.c>", *quoted, "</IfModule>", ""]))
    (site / NGINX_FILE).write_text("".join(f'add_header {name} "{value}" always;\n' for name, value in sent.items()))
