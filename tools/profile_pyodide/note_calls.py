"""A prefix for the first library file that Python imports, which records calls from then on."""

import sys as _sys

_sys.called_functions = set()


def _record_call(code, _offset, calls=_sys.called_functions, disabled=_sys.monitoring.DISABLE):
    if code.co_filename.startswith("/lib/"):
        calls.add((code.co_filename, code.co_qualname))
    return disabled


_record_call(_sys._getframe().f_code, 0)
_sys.monitoring.use_tool_id(4, "profile")
_sys.monitoring.register_callback(4, _sys.monitoring.events.PY_START, _record_call)
_sys.monitoring.set_events(4, _sys.monitoring.events.PY_START)
