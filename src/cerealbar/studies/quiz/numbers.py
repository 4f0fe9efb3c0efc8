"""Numbers in answers: others than the right one, and turns in words."""

import random


def numbers_near(chance: random.Random, right: int, *, likely: int | None = None) -> list[int]:
    """Three wrong numbers that might be right; a `likely` one is among them if it is wrong."""
    near = {right // 2, right * 2, right + 1, right + 3, right + 5, right - 1, right - 3}
    others = sorted(number for number in near if number > 0 and number not in (right, likely))
    if likely is None or likely == right:
        return chance.sample(others, 3)
    return [likely, *chance.sample(others, 2)]


def turn_words(half_turns: int, *, for_each: bool, more: str = "") -> str:
    """So many turns as players count them: `6 turns for each player`, if that is a whole number."""
    turns = half_turns // 2 if for_each else half_turns
    words = f"{turns} {more}".rstrip() + (" turn" if turns == 1 else " turns")
    return f"{words} for each player" if for_each else f"{words}, those of both players together"
