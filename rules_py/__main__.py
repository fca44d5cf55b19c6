"""Entry point of `python -m rules_py`: the rules on a command line."""

import sys

from rules_py.cli import main

sys.exit(main(sys.argv[1:]))
