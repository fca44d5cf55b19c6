"""Text for readers in the answers of version 0.1.

A rewording may change it: then rewrite `tests/fixtures/version_0_1/words/` with
`python -m tests.compatibility.reword` and review the changes.
"""

import json

import pytest

from tests.compatibility.released import FOLDER, read_saved
from tests.compatibility.reword import render_texts

FILES = sorted(path.name for path in (FOLDER / "words").glob("*.json"))


@pytest.mark.parametrize("name", FILES)
def test_people_read_the_same_words(name, tmp_path):
    before, now = read_saved(f"words/{name}"), json.loads(json.dumps(render_texts(name, tmp_path)))
    assert {each: now.get(each) for each in before} == before
