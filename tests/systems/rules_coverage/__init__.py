"""Checks that a page covers every sentence of a game's text.

A game's text is not in the repository. For each section of the text, `tests/systems/<slug>/clauses.toml` lists its
rules (in our own words), a short hash of each sentence that states the rule, and the part of a page that tells readers
about it:

    [[sections]]
    title = "Combat: Ammo"                   # the section of the text
    at = "psiops/combat/#ammo"               # the place where readers find its rules: page#anchor
    clauses = [
      # The rule in our own words; words and figures that must appear there, in one passage; and the sentences that
      # state it, which several clauses may name.
      { clause = "A ranged weapon starts at 6 ammo.", says = ["each mission", "6 ammo"], text = "5d07a1c2" },
      # Another place; # alone is on the section's page.
      { clause = "An empty weapon can't fire.", says = ["can't fire"], at = "#empty", text = "3a11f0b7 91c20d4e" },
      # In place of `says`: the reason why no page covers it.
      { clause = "Why it is called so.", why = "no rule: a credit", text = "0c11d2ef" },
    ]

- A heading's anchor covers the page up to the next heading of any level. A table row's anchor covers only that row, and
  any other element's anchor covers that element's content.
- A passage is a paragraph, a list item, a heading, a caption, a note or a table's row. A row reads
  `Heading: cell; Heading: cell`, so that `says = ["Far: -2"]` checks one column.
- All of `says` must appear in the same passage as whole words. Case, kinds of dashes and kinds of quotation marks are
  ignored. Choose every figure, and words that would disappear with the rule's sentence.
- Rollers, calculators, initiative lists and odds don't count, because rules must be written as text.
- If a sentence occurs a second time in a text, the second occurrence has its own hash, with the suffix `-2`.

Commands for writing clauses; those that read the text find it in the folder named by FIELDBOOK_TEXTS:

    python -m tests.systems.rules_coverage SLUG                 list the sentences without a clause, with their hashes
    python -m tests.systems.rules_coverage SLUG --unheld        list the sentences of the pages that no clause protects
    python -m tests.systems.rules_coverage SLUG --digest        print the digest of the text for TEXT_DIGESTS

`test_clauses.py` fails if an anchor is missing, if its part of the page lacks the required words, if the clauses don't
name every sentence of the text and no others, and if a page or the game's Python copies a sentence word for word.
"""
