"""Stub without an event loop: no rule is asynchronous."""


def _initialize_event_loop() -> None:
    """Do nothing: there is no event loop to set up."""
