"""Stub of asyncio for Pyodide, which looks it up at start; no rule is asynchronous."""


def get_event_loop() -> None:
    """Raise NotImplementedError: there is no event loop."""
    raise NotImplementedError("there is no event loop")
