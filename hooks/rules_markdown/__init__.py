"""A Python-Markdown extension: tables, rollers, odds and dice in the text become parts of the page.

A block is one line of its own, `::: kind id name=value …`; see docs/authoring.
"""

from hooks.rules_markdown.extension import RulesExtension


def makeExtension(**config):  # the name that Python-Markdown looks for
    return RulesExtension(**config)
