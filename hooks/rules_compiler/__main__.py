"""Compile the rules into a folder: python -m hooks.rules_compiler FOLDER CACHE [--proven].

It runs in its own interpreter, so that no earlier work has changed the data. With --proven, it leaves out each rule
without a proof in the cache instead of proving it.
"""

import gc
import json
import sys
from pathlib import Path


def main(folder: Path, cache: Path, *options: str) -> None:
    """Write the modules, the runtime and the proofs, and print what isn't compiled: a construct, or a rule."""
    from .build import PROOFS, load_proofs, write_modules
    from .fingerprints import compute_fingerprints
    from .modules import compile_rules
    from .proof import PROVEN_QUESTIONS, find_unproven

    gc.disable()  # the program is needed up to the end
    compiled = compile_rules()
    fingerprints = compute_fingerprints(compiled)
    proofs = load_proofs(cache)
    new = [id for id, fingerprint in fingerprints.items() if fingerprint not in proofs]
    excluded = {id for id, fingerprint in fingerprints.items() if proofs.get(fingerprint)}
    gc.freeze()
    gc.enable()
    folder.mkdir(parents=True, exist_ok=True)
    is_proving = bool(new) and "--proven" not in options
    if is_proving:
        write_modules(folder, compiled)
        kinds = {each.id: each.kind for each in compiled.registrations if each.kind in PROVEN_QUESTIONS}
        differences = find_unproven(folder, {id: kinds[id] for id in new})
        proofs |= {fingerprints[id]: str(differences.get(id, "")) for id in new}
        excluded.update(differences)
    else:
        excluded.update(new)
    # A game's calculators and fights may use each of its rules.
    slugs = {id.partition(".")[0] for id in excluded}
    excluded |= {
        each.id
        for each in compiled.registrations
        if each.kind in ("calculator", "play") and each.id.partition(".")[0] in slugs
    }
    if excluded or not is_proving:
        write_modules(folder, compiled, excluded)
    own = {fingerprint: proofs[fingerprint] for fingerprint in fingerprints.values() if fingerprint in proofs}
    (folder / PROOFS).write_text(json.dumps(own), encoding="utf-8")
    for problem in (*compiled.program.problems, *filter(None, own.values())):
        print(problem)


if __name__ == "__main__":
    main(Path(sys.argv[1]), Path(sys.argv[2]), *sys.argv[3:])
