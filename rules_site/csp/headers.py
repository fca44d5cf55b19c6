"""Header files for common hosts."""

import re
from collections.abc import Iterable, Mapping
from pathlib import Path

from ..pages import EMBED_FOLDER
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


CROSS_ORIGIN = {"Access-Control-Allow-Origin": "*"}
"""The header of scripts, without which a sandboxed frame can't run modules: its page has no origin of its own."""

SCRIPTS_FOLDER = "assets"


def write_headers(site: Path, hashes: Iterable[str], origin: str = "") -> None:
    """Write a header file for each kind of host into the site's root; other sites may frame only embedded blocks."""
    sent = {"Content-Security-Policy": format_policy(hashes, is_header=True), **COMMON_HEADERS}
    framed = {"Content-Security-Policy": format_policy((), origin=origin)}
    (site / HEADERS_FILE).write_text(_format_headers_file(sent, framed))
    hidden = f'<IfModule mod_alias.c>\n  RedirectMatch 404 "{HIDDEN}"\n</IfModule>'
    (site / APACHE_FILE).write_text(f"{_format_apache(sent)}{hidden}\n")
    for folder, headers in ((EMBED_FOLDER, framed), (SCRIPTS_FOLDER, CROSS_ORIGIN)):
        if (site / folder).is_dir():
            (site / folder / APACHE_FILE).write_text(_format_apache(headers))
    (site / NGINX_FILE).write_text(_format_nginx(sent, framed))


def _format_headers_file(sent: Mapping[str, str], framed: Mapping[str, str]) -> str:
    """Format `_headers`. Cloudflare joins the values of all rules unless `!` drops them; Netlify takes the last one."""
    lines = ["/*", *(f"  {name}: {value}" for name, value in sent.items()), f"/{EMBED_FOLDER}/*"]
    for name, value in framed.items():
        lines += [f"  ! {name}", f"  {name}: {value}"]
    lines += [f"/{SCRIPTS_FOLDER}/*", *(f"  {name}: {value}" for name, value in CROSS_ORIGIN.items()), ""]
    return "\n".join(lines)


def _format_apache(headers: Mapping[str, str]) -> str:
    quoted = [f'  Header always set {name} "{value}"' for name, value in headers.items()]
    return "\n".join(["<IfModule mod_headers.c>", *quoted, "</IfModule>", ""])


def _format_nginx(sent: Mapping[str, str], framed: Mapping[str, str]) -> str:
    """Format nginx's settings. It leaves out a header whose value is empty."""
    replaced = {f"$rules_{at}": (name, value) for at, (name, value) in enumerate(framed.items())}
    lines = [f'set {variable} "{sent[name]}";' for variable, (name, _) in replaced.items()]
    lines += [
        f'if ($uri ~ "/{EMBED_FOLDER}/") {{ set {variable} "{value}"; }}' for variable, (_, value) in replaced.items()
    ]
    variables = {name: variable for variable, (name, _) in replaced.items()}
    lines += [f'add_header {name} "{variables.get(name, value)}" always;' for name, value in sent.items()]
    for name, value in CROSS_ORIGIN.items():
        lines += [
            'set $rules_scripts "";',
            f'if ($uri ~ "/{SCRIPTS_FOLDER}/") {{ set $rules_scripts "{value}"; }}',
            f"add_header {name} $rules_scripts always;",
        ]
    return "\n".join([*lines, f'location ~ "{HIDDEN}" {{ return 404; }}', ""])
