"""Directives of the Content-Security-Policy: pages may only load and run the site's own files."""

import base64
import hashlib
from collections.abc import Iterable

DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # Pyodide compiles WebAssembly; no code evaluates strings
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",  # bars and meters set their length in a style attribute
    "img-src": "'self' data:",  # Material's icons are data URLs in its styles
    "font-src": "'self'",
    "connect-src": "'self'",
    "frame-src": "'self'",  # the preview of a block for other sites
    "worker-src": "'self' data:",  # the workbench's worker, which gets an origin of its own
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "default inert",  # lib/trusted-types.js, which checks all markup; no other is created
}
HEADER_ONLY_DIRECTIVES = {"frame-ancestors": "'none'"}
"""Directives that browsers ignore in a `<meta>` element."""


def hash_script(script: str) -> str:
    """Return the source expression that allows an inline script with exactly this text."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def format_policy(hashes: Iterable[str], is_header: bool = False, origin: str = "") -> str:
    """Format the policy.

    Args:
        hashes: those of the inline scripts to allow.
        is_header: True for a header.
        origin: the site's origin, for pages in sandboxed frames, in which WebKit takes 'self' as nothing.
    """
    directives = DIRECTIVES | (HEADER_ONLY_DIRECTIVES if is_header else {})
    directives["script-src"] = " ".join([directives["script-src"], *sorted(hashes)])
    policy = "; ".join(f"{name} {sources}" for name, sources in directives.items())
    return policy.replace("'self'", f"'self' {origin}") if origin else policy
