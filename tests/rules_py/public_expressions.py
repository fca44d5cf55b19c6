"""Dice expressions from public games and programs, with the distribution that icepool gives them.

Each distribution is written with icepool's own words, apart from our parser.
"""

from collections.abc import Callable

import icepool
from icepool import d

from rules_py.notation import MOST_EXPLOSIONS

D6 = d(6)
FATE = icepool.Die([-1, 0, 1])


def count_if(die: icepool.Die, test: Callable[[int], bool]) -> icepool.Die:
    return die.map(lambda face: int(test(face)))


def explode(sides: int, faces=None) -> icepool.Die:
    return d(sides).explode(faces or [sides], depth=MOST_EXPLOSIONS)


def penetrate(sides: int, depth: int = MOST_EXPLOSIONS) -> icepool.Die:
    """Return a die that explodes on its highest face, each further die counting one less, by recursion."""

    def roll(left: int, less: int) -> icepool.Die:
        return icepool.Die(
            [
                roll(left - 1, 1) + (face - less) if face == sides and left else icepool.Die([face - less])
                for face in range(1, sides + 1)
            ]
        )

    return roll(depth, 0)


def exploding_successes(sides: int, lowest: int, depth: int = MOST_EXPLOSIONS) -> icepool.Die:
    def roll(left: int) -> icepool.Die:
        return icepool.Die(
            [
                (roll(left - 1) if face == sides and left else icepool.Die([0])) + int(face >= lowest)
                for face in range(1, sides + 1)
            ]
        )

    return roll(depth)


EXPECTED = {
    # the dice that count
    "4d6dl1": lambda: D6.highest(4, 3),
    "4d6p1": lambda: D6.highest(4, 3),
    "3d6 drop lowest 1": lambda: D6.highest(3, 2),
    "3d6dh1": lambda: D6.lowest(3, 2),
    "2d20kh": lambda: d(20).highest(2, 1),
    "1d20 adv": lambda: d(20).highest(2, 1),
    "1d20 dis": lambda: d(20).lowest(2, 1),
    "2d20kl1+3": lambda: d(20).lowest(2, 1) + 3,
    "[highest 1 of 2d20]": lambda: d(20).highest(2, 1),
    "[middle 1 of 3d20]": lambda: d(20).middle(3, 1),
    "3d20km1": lambda: d(20).middle(3, 1),
    "4d6dl1dh1": lambda: D6.pool(4)[1:3].sum(),
    "4d20k2kl1": lambda: d(20).pool(4)[2:3].sum(),
    # successes
    "6d6>=5": lambda: 6 @ count_if(D6, lambda face: face >= 5),
    "6d6cs6": lambda: 6 @ count_if(D6, lambda face: face == 6),
    "5d10>7": lambda: 5 @ count_if(d(10), lambda face: face > 7),
    "1d100<50": lambda: count_if(d(100), lambda face: face < 50),
    "10d10>=6f1": lambda: 10 @ d(10).map(lambda face: int(face >= 6) - int(face == 1)),
    "10d10>=8>=10f1": lambda: 10 @ d(10).map(lambda face: int(face >= 8) + int(face == 10) - int(face == 1)),
    "10d10t7t10": lambda: 10 @ d(10).map(lambda face: int(face >= 7) + int(face == 10)),
    "4d6kh3>=5": lambda: D6.map(lambda face: int(face >= 5)).highest(4, 3),
    "(1d20+5)>=15": lambda: count_if(d(20) + 5, lambda total: total >= 15),
    "{4d6,2d8}>4": lambda: count_if(4 @ D6, lambda total: total > 4) + count_if(2 @ d(8), lambda total: total > 4),
    # explosions
    "3d6!": lambda: 3 @ explode(6),
    "1d8!+1d6!": lambda: explode(8) + explode(6),
    "1d6e": lambda: explode(6),
    "1d6!!": lambda: explode(6),
    "1d6!o": lambda: D6.explode(depth=1),
    "2d6!>=5": lambda: 2 @ explode(6, [5, 6]),
    "1d6!p": lambda: penetrate(6),
    "3d8!!kh2": lambda: explode(8).highest(3, 2),
    "5d6!>=5": lambda: 5 @ explode(6, [5, 6]),
    "4d6!6>=5": lambda: 4 @ exploding_successes(6, 5),
    "3d10!!10>=15": lambda: 3 @ count_if(explode(10), lambda total: total >= 15),
    # rerolls and limits
    "2d6r<3": lambda: 2 @ D6.reroll([1, 2], depth="inf"),
    "2d6r<=2+4": lambda: 2 @ D6.reroll([1, 2], depth="inf") + 4,
    "1d20ro1": lambda: d(20).reroll([1], depth=1),
    "2d6ro<3": lambda: 2 @ D6.reroll([1, 2], depth=1),
    "1d20rr<10": lambda: d(20).reroll(lambda face: face < 10, depth="inf"),
    "4d6r1kh3": lambda: D6.reroll([1], depth="inf").highest(4, 3),
    "1d20mi10": lambda: d(20).map(lambda face: max(face, 10)),
    "2d6ma5mi2": lambda: 2 @ D6.map(lambda face: min(max(face, 2), 5)),
    # faces
    "4dF+3": lambda: 4 @ FATE + 3,
    "8dF": lambda: 8 @ FATE,
    "5d{0,0,1}": lambda: 5 @ icepool.Die([0, 0, 1]),
    "d[1,1,2,3]": lambda: icepool.Die([1, 1, 2, 3]),
    "4d{0,0,1,2}kh2": lambda: icepool.Die([0, 0, 1, 2]).highest(4, 2),
    # groups, division, powers
    "{4d6,2d8}kh1": lambda: _highest(4 @ D6, 2 @ d(8)),
    "{d8,d6}kh1": lambda: _highest(d(8), D6),
    "{1d8!!,1d6!!}kh1": lambda: _highest(explode(8), explode(6)),
    "{1d4,1d6,1d8}kh2": lambda: icepool.map(lambda *rolled: sum(sorted(rolled)[1:]), d(4), D6, d(8)),
    "{1d4,1d6,1d8}kl2": lambda: icepool.map(lambda *rolled: sum(sorted(rolled)[:2]), d(4), D6, d(8)),
    "{1d4,1d6,1d8}dl1dh1": lambda: icepool.map(lambda *rolled: sorted(rolled)[1], d(4), D6, d(8)),
    "min(1d6,1d8)": lambda: _lowest(D6, d(8)),
    "max(1d4-1, 1)": lambda: (d(4) - 1).map(lambda total: max(total, 1)),
    "max(2d6,7)": lambda: (2 @ D6).map(lambda total: max(total, 7)),
    "1d20/2": lambda: d(20) // 2,
    "8d6/2": lambda: (8 @ D6) // 2,
    "floor(1d6/2)": lambda: D6 // 2,
    "ceil(1d6/2)": lambda: D6.map(lambda face: -(-face // 2)),
    "round(1d6/4)": lambda: D6.map(lambda face: {1: 0, 2: 1, 3: 1, 4: 1, 5: 1, 6: 2}[face]),
    "(1d4-6)/2": lambda: (d(4) - 6) // 2,
    "1d6^2": lambda: D6.map(lambda face: face * face),
    "6x4d6kh3": lambda: 6 @ D6.highest(4, 3),
    # as chat programs, virtual tabletops and dice languages write them
    "4d6min3": lambda: 4 @ D6.map(lambda face: max(face, 3)),
    "10d20max15min5": lambda: 10 @ d(20).map(lambda face: min(max(face, 5), 15)),
    "2d6!=5": lambda: 2 @ explode(6, [5]),
    "4d6!!": lambda: 4 @ explode(6),
    "2d6!p": lambda: 2 @ penetrate(6),
    "5d10>=8f=1": lambda: 5 @ d(10).map(lambda face: int(face >= 8) - int(face == 1)),
    "4d6sa": lambda: 4 @ D6,
    "4dF.2": lambda: 4 @ FATE,
    "2d20dl": lambda: d(20).highest(2, 1),
    "/r 1d20rr<3": lambda: d(20).reroll([1, 2], depth="inf"),
    "5d10x>=9": lambda: 5 @ explode(10, [9, 10]),
    "1d6xo6": lambda: D6.explode(depth=1),
    "10d20cs>10": lambda: 10 @ count_if(d(20), lambda face: face > 10),
    "{1d20,10}kh": lambda: d(20).map(lambda face: max(face, 10)),
    "{4d6,3d8,2d10}kl2": lambda: icepool.map(lambda *rolled: sum(sorted(rolled)[:2]), 4 @ D6, 3 @ d(8), 2 @ d(10)),
    "{4d6+2d8, 3d20+3, 5d10+1}d1": lambda: icepool.map(
        lambda *rolled: sum(sorted(rolled)[1:]), 4 @ D6 + 2 @ d(8), 3 @ d(20) + 3, 5 @ d(10) + 1
    ),
    "2d6+(1d4*2)": lambda: 2 @ D6 + d(4) * 2,
    "round(2d6/3)": lambda: (2 @ D6).map(lambda total: (2 * total + 3) // 6),
    "[[/r 2d6 # Morale check]]": lambda: 2 @ D6,
    "/gmroll 1d20+2": lambda: d(20) + 2,
    "2d20+5[Fire Damage] + 3d6+5[Ice Damage]": lambda: 2 @ d(20) + 3 @ D6 + 10,
    "2d10+2d6[crit]+5 Critical Hit!": lambda: 2 @ d(10) + 2 @ D6 + 5,
    "1d20+5 Roll for Initiative": lambda: d(20) + 5,
    "8d100k4": lambda: d(100).highest(8, 4),
    "5d6!!5": lambda: 5 @ explode(6, [5]),
    "3d6>3f1": lambda: 3 @ D6.map(lambda face: int(face > 3) - int(face == 1)),
    "2d8r8r1": lambda: 2 @ d(8).reroll([1, 8], depth="inf"),
    "2d8ro8ro1": lambda: 2 @ d(8).reroll([1, 8], depth=1),
    "6d10 t7": lambda: 6 @ count_if(d(10), lambda face: face >= 7),
    "3d6 ie6": lambda: 3 @ explode(6),
    "5d10 t7 f1": lambda: 5 @ d(10).map(lambda face: int(face >= 7) - int(face == 1)),
    "2W6+1": lambda: 2 @ D6 + 1,
    "7d12K3": lambda: d(12).highest(7, 3),
    "4d6H3": lambda: D6.highest(4, 3),
    "2d6h1": lambda: D6.highest(2, 1),
    "5d20c>10": lambda: 5 @ count_if(d(20), lambda face: face > 10),
    "10d6E=6": lambda: 10 @ explode(6),
    "6*(4d6K3+5)": lambda: (D6.highest(4, 3) + 5) * 6,
    "3d6r1!": lambda: 3 @ icepool.d(6).reroll([1], depth="inf").explode([6], depth=MOST_EXPLOSIONS),
    "4d6mi2": lambda: 4 @ D6.map(lambda face: max(face, 2)),
    "10d6//2": lambda: (10 @ D6) // 2,
    "-1d4": lambda: -d(4),
    "(2+2)^2": lambda: icepool.Die([16]),
    "4d6^2": lambda: (4 @ D6).map(lambda total: total * total),
    "[highest 3 of 4d6]": lambda: D6.highest(4, 3),
    "d{0..9}": lambda: icepool.z(10),
    "sum 3d6": lambda: 3 @ D6,
    "1d20 adv+5": lambda: d(20).highest(2, 1) + 5,
    "1d8+3 (slashing)": lambda: d(8) + 3,
    # as games print them
    "max(1d8!, 1d6!)": lambda: _highest(explode(8), explode(6)),  # a trait and its wild die
    "d12!+2": lambda: explode(12) + 2,
    "5d6=6": lambda: 5 @ count_if(D6, lambda face: face == 6),
    "1d8>=6": lambda: count_if(d(8), lambda face: face >= 6),
    "3d6kh1": lambda: D6.highest(3, 1),
    "2d6kh1 Prowl": lambda: D6.highest(2, 1),
    "4d6dh2kh1": lambda: D6.pool(4)[1:2].sum(),  # two dice are cut, and the highest of the others counts
    "1d16+1d3": lambda: d(16) + d(3),
    "Ud12": lambda: d(12),
    "3d6 × 10": lambda: (3 @ D6) * 10,
    "12d6>=5": lambda: 12 @ count_if(D6, lambda face: face >= 5),
    "10d10>=7>=10": lambda: 10 @ d(10).map(lambda face: int(face >= 7) + int(face == 10)),
    "7d10!10>=8": lambda: 7 @ exploding_successes(10, 8),
    "{d6,d8,d10}kh2": lambda: icepool.map(lambda *rolled: sum(sorted(rolled)[1:]), D6, d(8), d(10)),
    "1d20!1": lambda: explode(20, [1]),
    "2d100kl1<=35": lambda: count_if(d(100), lambda face: face <= 35).highest(2, 1),
    "1d4+1d6+1d8": lambda: d(4) + D6 + d(8),
    "3d{2,3,3,4,4,5}": lambda: 3 @ icepool.Die([2, 3, 3, 4, 4, 5]),
    "d44": lambda: d(4) * 10 + d(4),
    "d666": lambda: d(6) * 100 + d(6) * 10 + d(6),
    "1d6-1d6": lambda: D6 - D6,
    # as players paste them
    "4d6-L": lambda: D6.highest(4, 3),
    "highest 3 of 4d6": lambda: D6.highest(4, 3),
    "2d20L": lambda: d(20).lowest(2, 1),
    "1d20+5 adv": lambda: d(20).highest(2, 1) + 5,
    "2d6+3>=8": lambda: count_if(2 @ D6 + 3, lambda total: total >= 8),
    "8d6>=5!": lambda: 8 @ exploding_successes(6, 5),
    "5d10x": lambda: 5 @ explode(10),
    "(1d4)d6": lambda: d(4) @ D6,
    "(1d4-1)d6+1": lambda: (d(4) - 1) @ D6 + 1,
    "{2d6+1}*2": lambda: (2 @ D6 + 1) * 2,
    "3#1d20": lambda: 3 @ d(20),
    "3T6": lambda: 3 @ D6,
    "2d4 × 10 gp": lambda: (2 @ d(4)) * 10,
    # the rest
    "2D": lambda: 2 @ D6,
    "1d+2": lambda: D6 + 2,
    "(2+1)d6": lambda: 3 @ D6,
    "1d(2*10)": lambda: d(20),
    "1d8 [slashing]": lambda: d(8),
    "1d20+5 Stealth": lambda: d(20) + 5,
    "[[1d20+5]]": lambda: d(20) + 5,
    "!r 2d6+3": lambda: 2 @ D6 + 3,
    "output 3d6": lambda: 3 @ D6,
    "2к6+1": lambda: 2 @ D6 + 1,
    "d%": lambda: d(100),
    "ud8": lambda: d(8),
    "sd6>=5": lambda: D6,
}
"""The distribution of each expression."""


def _highest(*dice: icepool.Die) -> icepool.Die:
    return icepool.map(lambda *rolled: max(rolled), *dice)


def _lowest(*dice: icepool.Die) -> icepool.Die:
    return icepool.map(lambda *rolled: min(rolled), *dice)
