"""The files that the site serves to run the rules in a browser.

Doesn't depend on MkDocs. `build_site_files()` maps each site path to a file on disk, and `check_setup()` checks what it
needs. `list_preloads()` lists the scripts that a page preloads, `find_play_files()` those for its sheets and fights,
`minify_inline_script()` returns the script inside each page, and `list_silent_rules()` the rules that don't roll.
"""

from .assets import build_site_files, check_setup
from .frontend import minify_inline_script
from .prebuilt import list_silent_rules
from .preloads import find_play_files, list_preloads

__all__ = [
    "build_site_files",
    "check_setup",
    "find_play_files",
    "list_preloads",
    "list_silent_rules",
    "minify_inline_script",
]
