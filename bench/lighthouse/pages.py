"""One page of each kind, by name. The pages are of different games, because a kind looks the same in all of them."""

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
