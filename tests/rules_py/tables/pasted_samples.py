"""Tables as people publish and paste them, each with its dice and its rows: lowest number, highest number, cells."""

from itertools import product

WEATHER = [(1, 10, "Hail"), (11, 55, "Drizzle"), (56, 95, "Sun"), (96, 100, "A storm for 1d4 hours")]
MOODS = [(2, 2, "Angry. Attacks"), (3, 5, "Wary"), (6, 8, "Unsure"), (9, 11, "Kind"), (12, 12, "Helps")]
RAIN = [(1, 2, "Rain"), (3, 5, "Fog"), (6, 6, "Sun")]

MARKDOWN_WEATHER = """
| d100 | Weather |
|------|---------|
| 01–10 | Hail |
| 11–55 | Drizzle |
| 56–95 | Sun |
| 96–00 | A storm for 1d4 hours |
"""
MARKDOWN_MOODS = """
| 2d6 | Mood |
|---:|---|
| 2 or less | **Angry.** Attacks |
| 3–5 | Wary |
| 6–8 | Unsure |
| 9–11 | Kind |
| 12 or more | Helps |
"""
SIDE_BY_SIDE = """
| 2D6 | MOOD | 2D6 | MOOD |
|:----|:-----|:----|:-----|
| 2   | Angry. Attacks | 9-11 | Kind |
| 3-5 | Wary | 12 | Helps |
| 6-8 | Unsure | | |
"""
WRAPPED = """Odd Devices
d4 Device
1 A hollow tube
and a switch.
2 A metal ball
3 A statue

4 A plate
  with a handle
"""
FOUNDRY = """{"name": "Mishaps", "formula": "1d10", "results": [
  {"type": 0, "text": "Sparks", "range": [1, 6], "weight": 6},
  {"type": "text", "name": "Smoke", "description": "<p>Black <b>smoke</b></p>", "range": [7, 9], "weight": 3},
  {"type": 0, "text": "Boom", "range": [10, 10], "weight": 1}]}
"""
D66 = "\n".join(f"| {tens}{ones} | Name {tens}{ones} |" for tens, ones in product(range(1, 7), repeat=2))

PUBLISHED = [
    (MARKDOWN_WEATHER, "d100", WEATHER),
    (MARKDOWN_MOODS, "2d6", MOODS),
    (SIDE_BY_SIDE, "2d6", MOODS),
    (WRAPPED, "d4", [(1, 1, "A hollow tube and a switch."), (2, 2, "A metal ball"), (3, 3, "A statue"),
                     (4, 4, "A plate with a handle")]),
    (FOUNDRY, "d10", [(1, 6, "Sparks"), (7, 9, "Smoke", "Black smoke"), (10, 10, "Boom")]),
    ("| d66 | Name |\n|---|---|\n" + D66, "d66",
     [(int(f"{a}{b}"), int(f"{a}{b}"), f"Name {a}{b}") for a, b in product(range(1, 7), repeat=2)]),
    ("# Weather\n\n| **Roll** | Sky |\n|--|--|\n| **1-2** | Rain |\n| 3–5 | Fog |\n| `6` | Sun |", "d6", RAIN),
    ("| Roll | Sky |\n|--|--|\n| 1-2 | Rain \\| hail |\n| 3-6 | [Sun](sun.md) |", "d6",
     [(1, 2, "Rain | hail"), (3, 6, "Sun")]),
    ("| d6 Sky |\n|--|\n| Rain |\n| Fog |\n| Sun |\n| Hail |\n| Snow |\n| Ice |", "d6",
     [(at, at, sky) for at, sky in enumerate(["Rain", "Fog", "Sun", "Hail", "Snow", "Ice"], 1)]),
    ("1-2 Rain\n3–5 Fog\n6 Sun", "d6", RAIN),
    ("(1-2) Rain\n[3-5] Fog\n(6) Sun", "d6", RAIN),
    ("**1-2** Rain\n**3-5** Fog\n**6** Sun", "d6", RAIN),
    ("1 to 2: Rain\n3 - 5 Fog\n6 = Sun", "d6", RAIN),
    ("Roll\tSky\n1-2\tRain\n3-5\tFog\n6\tSun", "d6", RAIN),
    ("roll,sky\n1-2,Rain\n3-5,Fog\n6,Sun", "d6", RAIN),
    ("1d6;Sky\n1-2;Rain\n3-5;Fog\n6;Sun", "d6", RAIN),
    ("1-2;Rain\n3-5;Fog\n6;Sun", "d6", RAIN),
    ("Sky;Weight\nRain;2\nFog;3\nSun;1", "d6", RAIN),
    ("weight,sky\n2,Rain\n3,Fog\n1,Sun", "d6", RAIN),
    ("| Sky | Chance |\n|--|--|\n| Rain | 20% |\n| Fog | 80 % |", "d100", [(1, 20, "Rain"), (21, 100, "Fog")]),
    ("5% Nothing\n95% Something", "d100", [(1, 5, "Nothing"), (6, 100, "Something")]),
    ("Nothing (2,5 %)\nSomething (97.5%)", "d1000", [(1, 25, "Nothing"), (26, 1000, "Something")]),
    ("Rain\n\nFog\nSun", "d3", [(1, 1, "Rain"), (2, 2, "Fog"), (3, 3, "Sun")]),
    ("1. A door\n2. A trap for 2d6\n3. A room", "d3",
     [(1, 1, "A door"), (2, 2, "A trap for 2d6"), (3, 3, "A room")]),
    ("- A door\n- A trap,\n  and a pit\n* A room", "d3",
     [(1, 1, "A door"), (2, 2, "A trap, and a pit"), (3, 3, "A room")]),
    ("2d6\n2-6\tBad\tRun\n7\tEven\n8-12\tGood", "2d6", [(2, 6, "Bad", "Run"), (7, 7, "Even"), (8, 12, "Good")]),
    ("2-6 Bad\n7-12 Good", "2d6", [(2, 6, "Bad"), (7, 12, "Good")]),
    ("3-10 Bad\n11-18 Good", "3d6", [(3, 10, "Bad"), (11, 18, "Good")]),
    ("11-36 Low\n41-66 High", "d66", [(11, 36, "Low"), (41, 66, "High")]),
    ("d88\n11-48 Low\n51-88 High", "d88", [(11, 48, "Low"), (51, 88, "High")]),
    ("111-366 Low\n411-666 High", "d666", [(111, 366, "Low"), (411, 666, "High")]),
    ("01-50, Left\n51-00, Right", "d100", [(1, 50, "Left"), (51, 100, "Right")]),
    ("00-04 Left\n05-99 Right", "d100-1", [(0, 4, "Left"), (5, 99, "Right")]),
    ("d8\n1-5 Few\n6+ Many", "d8", [(1, 5, "Few"), (6, 8, "Many")]),
    ("d8\n≤5 Few\n6 and up: Many", "d8", [(1, 5, "Few"), (6, 8, "Many")]),
    ("2d6\n| 6- | Miss |\n| 7+ | Hit |", "2d6", [(2, 6, "Miss"), (7, 12, "Hit")]),
    ("d3-2\n-1 Worse\n0 The same\n1 Better", "d3-2", [(-1, -1, "Worse"), (0, 0, "The same"), (1, 1, "Better")]),
    ('1,"Rain, hail",x\n2,Sun,"a ""day"""', "d2", [(1, 1, "Rain, hail", "x"), (2, 2, "Sun", 'a "day"')]),
    ("3 wolves\n2 bears", "d2", [(1, 1, "3 wolves"), (2, 2, "2 bears")]),
    ("4: D\n1-3: A", "d4", [(1, 3, "A"), (4, 4, "D")]),
    ("d5000\n1-4999 A\n5000 B", "d5000", [(1, 4999, "A"), (5000, 5000, "B")]),
]  # fmt: skip
"""Texts with their dice and rows, read by hand."""

SAMPLES = [text for text, _, _ in PUBLISHED]
