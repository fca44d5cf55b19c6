"""For Pyodide's module, which looks it up when it starts; no rule waits for anything."""


def get_event_loop() -> None:
    """There is none."""
    raise NotImplementedError("there is no event loop")
