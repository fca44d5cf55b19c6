"""A page of each kind, by what it is; games take turns, as a kind looks the same in all of them."""

KINDS = {
    "home": "",
    "game": "xmas/",
    "rules": "psiops/combat/",
    "long-tables": "psiops/talents/",
    "calculator": "sideworld/calc/",
    "characters": "combat/characters/",
    "fight": "xmas/fight/",
    "full-screen": "sideworld/screen/",
    "paper": "puml/paper/",
    "dice": "dice/",
    "compare": "compare/",
    "empty-screen": "screen/",
    "authoring": "authoring/",
    "licences": "licences/",
}
