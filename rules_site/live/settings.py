"""The settings that a server gives to a builder."""

from dataclasses import dataclass


@dataclass(frozen=True)
class Settings:
    """The settings of a builder.

    Attributes:
        config_file: the path of MkDocs' settings.
        strict: True if warnings are mistakes.
        site_url: the address of the served site.
        folder: the folder for the site's files.
        socket: the path of the socket for requests.
        assets: the path of the list of assets; it may be missing yet.
        cache: the folder of what is kept for the next start.
        open_pages: the addresses of the open pages, which are rendered before this builder takes over.
    """

    config_file: str
    strict: bool
    site_url: str
    folder: str
    socket: str
    assets: str
    cache: str
    open_pages: list[str]
