"""Everything that a site with blocks needs besides its pages: scripts, styles, compiled rules, search, policy."""
