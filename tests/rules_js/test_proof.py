"""The proof follows every path of a rule with few dice, and leaves out a rule that differs."""

import json
import shutil

import pytest

from rules_js import build
from rules_js.proof import proof, rule_cases
from rules_js.proof.cases import ask_python
from rules_py.discovery import CHOSEN_GAMES
from rules_site.bundle.assets import RULES_CACHE

GAME = "--game=xmas"
"""The option that compiles the smallest game alone."""


def count_paths(id):
    return len(rule_cases.find_paths(id))


@pytest.mark.parametrize(("id", "count"), [("dice", 36), ("combat.skill", 216), ("combat.lift", 1), ("xmas.hurt", 4)])
def test_a_proof_follows_every_path(id, count):
    assert count_paths(id) == count


def test_the_paths_of_a_rule_that_rolls_again_have_different_lengths():
    paths = rule_cases.find_paths("psiops.dying")
    assert len({len(path) for path in paths}) > 1


def test_a_path_has_the_answer_that_python_gives_for_its_faces():
    for question, answer in list(rule_cases.make_path_cases("psiops.dying"))[::50]:
        assert question[0] == "resolve"
        assert ask_python(question) == answer


@pytest.mark.parametrize("id", ["psiops.takedown", "psiops.character", "xmas.fight"])
def test_a_proof_of_a_rule_with_too_many_paths_uses_random_rolls(id):
    assert rule_cases.find_paths(id) == {}
    (question, _), *_ = rule_cases.make_path_cases(id)
    assert question[0] == "roll"


def write_proofs(cache, proofs):
    (cache / "earlier").mkdir(parents=True)
    (cache / "earlier" / build.PROOFS).write_text(json.dumps(proofs))


@pytest.fixture(scope="module")
def proven(tmp_path_factory):
    """Return the folder of the compiled rules of a game, and the results of their proofs, which no build repeats."""
    cache = tmp_path_factory.mktemp("proven")
    write_proofs(cache, json.loads((RULES_CACHE / build.build_rules(RULES_CACHE).folder / build.PROOFS).read_text()))
    (cache / "rules").mkdir()
    assert build.build_modules(cache / "rules", cache, GAME) == []
    return cache / "rules", json.loads((cache / "rules" / build.PROOFS).read_text())


def test_a_rule_that_differs_is_found(proven, tmp_path):
    shutil.copytree(proven[0], tmp_path / "rules")
    script = tmp_path / "rules" / "xmas.harm.js"
    text = script.read_text()
    assert text.count('"How long you last"') == 1
    script.write_text(text.replace('"How long you last"', '"How long you live"'))
    found = proof.find_unproven(tmp_path / "rules", {"xmas.hurt": "mechanic", "xmas.hold-out": "mechanic"})
    assert list(found) == ["xmas.hold-out"]
    assert "How long you last" in found["xmas.hold-out"].python


def list_registered_ids(folder):
    text = "".join(path.read_text() for path in folder.glob("*.js"))
    return {id for id in rule_cases.list_rollable_ids(["xmas"]) if f'"mechanic","{id}"' in text}


def list_ids_in_parts(parts):
    return {f"{slug}.{name}" for slug, files in parts.items() for names in files.values() for name in names}


def test_changed_rule_answers_before_its_proof_and_one_that_differs_does_not(proven, tmp_path, monkeypatch, capfd):
    """The difference of an earlier proof is reported again, and its rule is left out."""
    monkeypatch.setenv(CHOSEN_GAMES, "xmas")
    different, _, *others = proven[1]  # the second one has changed
    known = dict.fromkeys(others, "") | {different: "xmas.example differs"}
    write_proofs(tmp_path, known)
    rules = build.build_unproven_rules(tmp_path)
    assert "xmas.example differs" in capfd.readouterr().err
    (missing,) = list_registered_ids(proven[0]) - list_registered_ids(tmp_path / rules.folder)
    assert rules.left_out == {missing: "xmas.example differs"}
    assert missing not in list_ids_in_parts(rules.parts)
    assert json.loads((tmp_path / rules.folder / build.PROOFS).read_text()) == known
    assert build.build_unproven_rules(tmp_path) == rules

    digest = build.compute_sources_digest()
    shutil.copytree(proven[0], tmp_path / digest)
    assert build.build_unproven_rules(tmp_path).folder == digest
