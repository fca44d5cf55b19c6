"""Files that are there whole or not at all: another build may read them meanwhile."""

import os
from pathlib import Path


def put(path: Path, content: bytes) -> Path:
    """Let a file have this content; one that has it already is left alone."""
    if not path.is_file() or path.read_bytes() != content:
        path.parent.mkdir(parents=True, exist_ok=True)
        part = path.with_name(f"{path.name}.{os.getpid()}.part")
        part.write_bytes(content)
        part.replace(path)
    return path
