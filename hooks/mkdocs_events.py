"""MkDocs' events: this site runs the plug-in that other sites install from its sources."""

from rules_site.finish import EVERY_STEP
from rules_site.mkdocs_plugin import SitePlugin

plugin = SitePlugin()
plugin.load_config({"steps": list(EVERY_STEP), "check": True, "live": True})
on_startup, on_config, on_serve = plugin.on_startup, plugin.on_config, plugin.on_serve
on_files, on_post_build, on_build_error = plugin.on_files, plugin.on_post_build, plugin.on_build_error
