"""The workbench: a rule that a reader types is defined, rolled and compared with the printed rule.

The page runs this in a worker without access to anything that the device has stored
(`page/js/entry/workbench-worker.js`). Text goes in and JSON text comes out.
"""

from rules_py.workbench.bench import ask

__all__ = ["ask"]
