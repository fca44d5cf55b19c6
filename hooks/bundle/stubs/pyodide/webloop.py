"""No event loop: no rule waits for anything."""


def _initialize_event_loop() -> None:
    """There is none to set up."""
