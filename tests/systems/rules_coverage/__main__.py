"""Command that lists the remaining work on a game's clauses; see the package's docstring."""

import argparse
import textwrap

from tests.systems.game_texts import FOLDER, find_text
from tests.systems.rules_coverage import clause_file
from tests.systems.rules_coverage.sentences import read_sentences


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.systems.rules_coverage")
    parser.add_argument("slug")
    parser.add_argument("--unheld", action="store_true", help="the sentences of the pages that no clause holds there")
    parser.add_argument("--digest", action="store_true", help="print the digest of the text for TEXT_DIGESTS")
    asked = parser.parse_args()
    game = clause_file.read(asked.slug)
    if asked.unheld:
        print_unprotected(game)
        return
    path = find_text(game.slug)
    if path is None:
        parser.error(f"set {FOLDER} to the folder with {game.slug}.txt")
    sentences = read_sentences(path.read_text(encoding="utf-8"))
    if asked.digest:
        print(clause_file.compute_digest(each.hash for each in sentences))
        return
    section = None
    for sentence in sentences:
        if sentence.hash in game.covered_hashes:
            continue
        if sentence.section != section:
            section = sentence.section
            print(f"\n{section}")
        print(textwrap.fill(sentence.text, 120, initial_indent=f"{sentence.hash:<11} ", subsequent_indent=" " * 12))


def print_unprotected(game: clause_file.Clauses) -> None:
    """Print the sentences of the pages that no clause protects."""
    page = None
    for place, passage, sentence in clause_file.find_unprotected(game, clause_file.load_pages(game.slug)):
        if place != page:
            page = place
            print(f"\n{place}")
        print(f"  {'/'.join(sorted(passage.anchors))}: {sentence}")


if __name__ == "__main__":
    main()
