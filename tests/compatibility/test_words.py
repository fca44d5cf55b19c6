"""Text for readers in the answers of the released commit.

A rewording may change it: then rewrite `tests/fixtures/version_0_1/words/` with
`python -m tests.compatibility.reword` and review the changes.
"""

import json

import pytest

from tests.compatibility.released import FOLDER, saved
from tests.compatibility.reword import texts

FILES = sorted(path.name for path in (FOLDER / "words").glob("*.json"))


@pytest.mark.parametrize("name", FILES)
def test_people_read_the_same_words(name, tmp_path):
    before, now = saved(f"words/{name}"), json.loads(json.dumps(texts(name, tmp_path)))
    assert {each: now.get(each) for each in before} == before
