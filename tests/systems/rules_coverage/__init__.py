"""Every sentence of a game's text is answered by a page, and goes on being answered.

A game's text is not in the repository. `tests/systems/<slug>/text_sentences.txt` holds a short hash of each of its
sentences, in order. `tests/systems/<slug>/clauses.toml` says, for each section of the text, what the rules in it are
(in our own words), which sentences that covers, and which part of which page tells readers so:

    seed = "002"                             # how the text's file begins, in the folder of the texts

    [[sections]]
    title = "Combat: Ammo"                   # the section of the text

    [[sections.clauses]]
    clause = "A ranged weapon starts each mission at 6 ammo."    # the rule, in our own words
    text = ["5d07a1c2"]                      # the sentences that state it; a sentence may be under several clauses
    at = "psiops/combat/#ammo"               # where readers find it: page#anchor
    says = ["each mission", "6 ammo"]        # words and figures that must stand there, in one passage

    [[sections.clauses]]
    clause = "Why it is called so."
    text = ["0c11d2ef"]
    why = "no rule: a credit"                # instead of `at` and `says`: why no page answers it

- The anchor's part of the page goes from its heading to the next heading of any level. The anchor of a table's row is
  that row alone, the anchor of any other element what is in that element.
- A passage is a paragraph, a list item, a heading, a caption, a note or a table's row. A row reads
  `Heading: cell; Heading: cell`, so that `says = ["Far: -2"]` looks into one column.
- All of `says` must stand in the same passage, as whole words; case, kinds of dashes and of quotation marks don't
  count. Take words that would go if the rule's sentence went, and every figure.
- Rollers, calculators, order lists and odds don't count: a rule is written where it can be read.
- The same sentence a second time in a text has its own hash, with `-2` behind it.

To write one:

    python -m tests.systems.rules_coverage SLUG                 the sentences that have no clause yet, with their hashes
    python -m tests.systems.rules_coverage SLUG --unheld        the sentences of the pages that could go without notice
    python -m tests.systems.rules_coverage SLUG --digest        write text_sentences.txt anew from the text

`test_clauses.py` fails when an anchor is gone, when its part of the page no longer says what it must, when a sentence
has no clause or a clause names one that isn't in the text, and when a sentence of the text stands word for word on a
page or in a game's Python.
"""
