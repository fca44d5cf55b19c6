"""Compile the rules into a folder: python -m rules_js FOLDER CACHE [--unproven].

It runs in its own interpreter, so that no earlier work has changed the data.
"""

import argparse
import gc
import json
import sys
from pathlib import Path


def main(options: argparse.Namespace) -> None:
    """Write the modules, the runtime and the proofs, and print what isn't compiled: a construct, or a rule."""
    from .build import PROOFS, load_proofs, write_modules
    from .fingerprints import compute_fingerprints
    from .link.modules import compile_rules
    from .proof.proof import PROVEN_QUESTIONS, find_unproven

    folder: Path = options.folder
    gc.disable()  # the program is needed up to the end
    compiled = compile_rules(options.game)
    fingerprints = compute_fingerprints(compiled)
    proofs = load_proofs(options.cache)
    new = [id for id, fingerprint in fingerprints.items() if fingerprint not in proofs]
    left_out = {id: proofs[fingerprint] for id, fingerprint in fingerprints.items() if proofs.get(fingerprint)}
    gc.freeze()
    gc.enable()
    folder.mkdir(parents=True, exist_ok=True)
    write_modules(folder, compiled, left_out)
    if new and not options.unproven:
        kinds = {each.id: each.kind for each in compiled.registrations if each.kind in PROVEN_QUESTIONS}
        found = find_unproven(folder, {id: kinds[id] for id in new}, seconds=options.seconds)
        left_out |= {id: str(difference) for id, difference in found.items() if kinds[id] == "mechanic"}
        slugs = {id.partition(".")[0] for id in left_out}
        # Calculators, sheets and fights with a wrong rule may be right without it.
        again = {id: kinds[id] for id in found.keys() - left_out.keys() if id.partition(".")[0] in slugs}
        if again:
            write_modules(folder, compiled, left_out)
            found = {id: difference for id, difference in found.items() if id not in again}
            found |= find_unproven(folder, again, seconds=options.seconds)
        left_out |= {id: str(difference) for id, difference in found.items()}
        proofs |= {fingerprints[id]: left_out.get(id, "") for id in new}
        if found:
            write_modules(folder, compiled, left_out)
    own = {fingerprint: proofs[fingerprint] for fingerprint in fingerprints.values() if fingerprint in proofs}
    (folder / PROOFS).write_text(json.dumps(own), encoding="utf-8")
    sentences = list(filter(None, own.values()))
    for problem in compiled.program.problems:
        if not any(problem in each for each in sentences):
            print(problem)
    for sentence in sentences:
        print(sentence)


def read_options() -> argparse.Namespace:
    """Return the options of the command line."""
    from .proof.failures import QUESTION_SECONDS

    parser = argparse.ArgumentParser("python -m rules_js")
    parser.add_argument("folder", type=Path)
    parser.add_argument("cache", type=Path, help="earlier builds, whose proofs hold for rules that haven't changed")
    parser.add_argument("--unproven", action="store_true", help="prove no rule that has changed")
    parser.add_argument("--game", action="append", help="compile only this game; repeat it for several games")
    parser.add_argument("--seconds", type=float, default=QUESTION_SECONDS, help="a question's maximum processor time")
    return parser.parse_args()


if __name__ == "__main__":
    from rules_py.checking.exceptions import AuthorError

    from .build import MISTAKE_STATUS

    try:
        main(read_options())
    except AuthorError as error:
        print(error)
        sys.exit(MISTAKE_STATUS)
