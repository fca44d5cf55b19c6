"""The words that change dice or their total, for the parser and for the messages about words that it doesn't accept."""

SIDES = {"highest": "highest", "lowest": "lowest", "middle": "middle", "best": "highest", "worst": "lowest"}
NUMBERS = {"one": "1", "two": "2", "three": "3", "four": "4", "five": "5", "six": "6"}
SCALES = {"half": "/2", "halved": "/2", "doubled": "*2"}
"""The signs for words behind a total."""

MORE_SCALES = {**SCALES, "halve": "/2", "double": "*2", "twice": "*2", "triple": "*3", "tripled": "*3"}
"""The signs for words that the parser doesn't accept, too."""

ANY_VERB = "keep|drop"
ANY_SIDE = "|".join(SIDES)
ANY_NUMBER = "|".join(NUMBERS)
ANY_SCALE = "|".join(SCALES)
ANY_EXPLOSION = r"explod(?:e|es|ing)"
ANY_ADVANTAGE = r"(?:(?:with|at)\s+)?(?P<advantage>adv|dis)(?:antage|advantage)?"
