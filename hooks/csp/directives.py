"""What a page of the site may load and run: itself, and nothing from anywhere else."""

import base64
import hashlib
from collections.abc import Iterable

DIRECTIVES = {
    "default-src": "'none'",
    "script-src": "'self' 'wasm-unsafe-eval'",  # Pyodide compiles WebAssembly; nothing evaluates text
    "style-src": "'self'",
    "style-src-attr": "'unsafe-inline'",  # bars and meters have their length in an attribute
    "img-src": "'self' data:",  # Material's icons are data addresses in its styles
    "font-src": "'self'",
    "connect-src": "'self'",
    "worker-src": "'self'",
    "manifest-src": "'self'",
    "base-uri": "'none'",
    "form-action": "'self'",
    "require-trusted-types-for": "'script'",
    "trusted-types": "default inert",  # docs/assets/js/lib/trusted-types.js makes it, and no script makes another
}
HEADER_ONLY_DIRECTIVES = {"frame-ancestors": "'none'"}
"""What browsers ignore in a page's own `<meta>`."""


def hash_script(script: str) -> str:
    """An inline script's source expression: it runs as it was built, or not at all."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()}'"


def format_policy(hashes: Iterable[str], is_header: bool = False) -> str:
    """The policy's text, with the inline scripts that may run."""
    directives = DIRECTIVES | (HEADER_ONLY_DIRECTIVES if is_header else {})
    directives["script-src"] = " ".join([directives["script-src"], *sorted(hashes)])
    return "; ".join(f"{name} {sources}" for name, sources in directives.items())
