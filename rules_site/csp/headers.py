"""Header files for common hosts."""

import re
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
"""To be included in the block of the site's server or location."""

HIDDEN = "/(" + "|".join(map(re.escape, (HEADERS_FILE, APACHE_FILE, NGINX_FILE))) + ")$"
"""The pattern of these files' addresses, which the host answers with 404."""


def build_headers(hashes: Iterable[str]) -> dict[str, str]:
    """Build the headers to send with every file of the site, including worker scripts."""
    return {"Content-Security-Policy": format_policy(hashes, is_header=True), **COMMON_HEADERS}


def write_headers(site: Path, hashes: Iterable[str]) -> None:
    """Write a header file for each kind of host into the site's root."""
    sent = build_headers(hashes)
    lines = [f"  {name}: {value}" for name, value in sent.items()]
    (site / HEADERS_FILE).write_text("\n".join(["/*", *lines, ""]))
    quoted = [f'  Header always set {name} "{value}"' for name, value in sent.items()]
    hidden = f'<IfModule mod_alias.c>\n  RedirectMatch 404 "{HIDDEN}"\n</IfModule>'
    (site / APACHE_FILE).write_text("\n".join(["<IfModule mod_headers.c>", *quoted, "</IfModule>", hidden, ""]))
    added = [f'add_header {name} "{value}" always;' for name, value in sent.items()]
    (site / NGINX_FILE).write_text("\n".join([*added, f'location ~ "{HIDDEN}" {{ return 404; }}', ""]))
