"""Source texts that dataclasses pass to `exec`, captured in the Python that browsers run."""

import pytest

from hooks.bundle import dataclass_precompile
from hooks.bundle.assets import PYODIDE

SHAPES = '''"""Shapes."""
from __future__ import annotations
from dataclasses import dataclass, field
from sizes import Sized


@dataclass
class Circle:
    radius: float
    marks: list[str] = field(default_factory=list)


@dataclass(frozen=True)
class Square(Sized):
    name: str = "square"
'''
SIZES = "from dataclasses import dataclass\n\n\n@dataclass(frozen=True)\nclass Sized:\n    size: int\n"


@pytest.mark.trial
def test_captured_sources_include_inherited_dataclass_fields(tmp_path):
    files = {"shapes.py": SHAPES, "sizes.py": SIZES, "plain.py": "PI = 3\n"}
    found = dataclass_precompile.capture_exec_sources(files, files, PYODIDE, tmp_path)
    assert sorted(found) == ["shapes.py", "sizes.py"]
    circle, square = found["shapes.py"]
    assert "def __init__(self,radius,marks=" in circle
    assert "def __init__(self,size,name=" in square
    files["sizes.py"] = SIZES.replace("size:", "area:")
    assert (
        "def __init__(self,area,name="
        in dataclass_precompile.capture_exec_sources(files, files, PYODIDE, tmp_path)["shapes.py"][1]
    )
