"""Inks: colours written `#rrggbb`, and how to mix them."""

Ink = str
"""A colour, written `#rrggbb`."""

WHITE: Ink = "#ffffff"
BLACK: Ink = "#000000"
PAPER: Ink = "#f4efe3"
"""What lies around the board."""
WRITING: Ink = "#4d463c"
"""Names, numbers and titles."""


def channels(ink: Ink) -> tuple[int, int, int]:
    """Red, green and blue, 0 to 255."""
    return int(ink[1:3], 16), int(ink[3:5], 16), int(ink[5:7], 16)


def ink(red: float, green: float, blue: float) -> Ink:
    """The ink of three channels from 0 to 1."""
    r, g, b = (round(255 * min(1.0, max(0.0, c))) for c in (red, green, blue))
    return f"#{r:02x}{g:02x}{b:02x}"


def mix(one: Ink, other: Ink, share: float) -> Ink:
    """The ink with `share` of the other in it, from 0 to 1."""
    r, g, b = (
        (a + (z - a) * share) / 255 for a, z in zip(channels(one), channels(other), strict=True)
    )
    return ink(r, g, b)


def lighter(colour: Ink, share: float) -> Ink:
    """The ink mixed with a warm white."""
    return mix(colour, "#fffbe6", share)


def darker(colour: Ink, share: float) -> Ink:
    """The ink mixed with a cool black."""
    return mix(colour, "#12203a", share)


def ramp(stops: tuple[Ink, ...], at: float) -> Ink:
    """The ink at a place from 0 to 1 between evenly spaced stops."""
    place = min(1.0, max(0.0, at)) * (len(stops) - 1)
    below = min(int(place), len(stops) - 2)
    return mix(stops[below], stops[below + 1], place - below)
