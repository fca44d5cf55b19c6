"""A game's colour in two forms, each of which can be read on its background."""

BLACK, WHITE = (0, 0, 0), (255, 255, 255)
LIGHT_BACKGROUND, DARK_BACKGROUND = (255, 255, 255), (36, 39, 48)
LEAST_CONTRAST = 7
"""The least contrast with the background; WCAG's level AAA asks for it."""

STEPS = 50

type Colour = tuple[int, int, int]


def derive_accents(colour: str) -> tuple[str, str]:
    """Return a colour such as "#5b3fa0", darkened for light pages and lightened for dark ones as far as needed.

    >>> derive_accents("#5b3fa0"), derive_accents("#ffff00")[1]
    (('#5b3fa0', '#baaed7'), '#ffff00')
    """
    red, green, blue = (int(colour[at : at + 2], 16) for at in (1, 3, 5))
    given = red, green, blue
    return _blend(given, BLACK, LIGHT_BACKGROUND), _blend(given, WHITE, DARK_BACKGROUND)


def compute_contrast(first: Colour, second: Colour) -> float:
    """Return the contrast of two colours by WCAG, from 1 to 21.

    >>> round(compute_contrast(BLACK, WHITE)), round(compute_contrast((119, 119, 119), WHITE), 2)
    (21, 4.48)
    """
    lighter, darker = sorted((_compute_luminance(first), _compute_luminance(second)), reverse=True)
    return (lighter + 0.05) / (darker + 0.05)


def _blend(colour: Colour, towards: Colour, background: Colour) -> str:
    """Return the colour closest to one, on the way to another, that has enough contrast with a background."""
    for step in range(STEPS + 1):
        red, green, blue = (
            round(start + (end - start) * step / STEPS) for start, end in zip(colour, towards, strict=True)
        )
        if compute_contrast((red, green, blue), background) >= LEAST_CONTRAST:
            break
    return f"#{red:02x}{green:02x}{blue:02x}"


def _compute_luminance(colour: Colour) -> float:
    shares = (value / 255 for value in colour)
    red, green, blue = (
        share / 12.92 if share <= 0.04045 else float(((share + 0.055) / 1.055) ** 2.4) for share in shares
    )
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
