"""Reference model of COMBAT!, written from the game's text without rules_py; outcomes are compared with it."""

from math import ceil

ATTRIBUTES = ["strength", "reflexes", "health", "presence", "intellect", "will"]

# Points for each additional point, and the maxima in Realistic and Cinematic games.
DERIVED = {
    "defense": (5, 20, 30),
    "initiative": (3, 10, 15),
    "toughness": (5, 10, 15),
    "life": (2, 50, 75),
    "move": (5, 10, 15),
}
BUDGETS = {"realistic": 230, "cinematic": 315}
HIGHEST_ATTRIBUTE = {"realistic": 7, "cinematic": 10}


def derive_scores(campaign="realistic", strength=3, reflexes=3, health=3, presence=3, intellect=3, will=3, **bought):
    """Compute derived scores by the text's formulas plus bought points, with their price and the exceeded maxima."""
    scores = {
        "defense": reflexes + 10,
        "initiative": ceil((reflexes + intellect) / 2),
        "toughness": ceil((strength + will) / 2),
        "life": health * 3 + will * 2,
        "move": reflexes + ceil((strength + health) / 2),
    }
    cost, over = 0, []
    for name, (price, realistic, cinematic) in DERIVED.items():
        more = bought.get(f"bought_{name}", 0)
        scores[name] += more
        cost += more * price
        if scores[name] > (realistic if campaign == "realistic" else cinematic):
            over.append(name)
    return {**scores, "cost": cost, "over": over}


def points(campaign="realistic", traits=(), skills=0, trait_bonuses=(), **build):
    """Compute a new character's Character Point account."""
    bought = {name: build.get(name, 3) for name in ATTRIBUTES}
    levels = dict(bought)
    for name in trait_bonuses:
        levels[name] += 1
    scores = derive_scores(campaign, **build | levels)
    spent = 10 * sum(bought.values()) + scores["cost"] + sum(traits) + skills
    problems = [name for name in ATTRIBUTES if levels[name] > HIGHEST_ATTRIBUTE[campaign]] + scores["over"]
    if spent > BUDGETS[campaign]:
        problems.append("points")
    return {"budget": BUDGETS[campaign], "spent": spent, "left": BUDGETS[campaign] - spent, "problems": problems}
