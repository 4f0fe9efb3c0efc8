"""Simulated people: what each likes to say, how much, and how carefully they type."""

from dataclasses import dataclass
from enum import StrEnum
from random import Random

EXPERTS, NOVICES = 95, 169
"""People in the two pools of the paper (Appendix C)."""


class Case(StrEnum):
    """Which letters a person types in upper case."""

    LOWER = "lower"
    """None, not even I."""
    PRONOUN = "pronoun"
    """Only I."""
    FIRST = "first"
    """The first letter, and I."""
    SENTENCE = "sentence"
    """The first letter of each sentence, and I."""
    UPPER = "upper"
    """All of them."""


@dataclass(frozen=True, slots=True, kw_only=True)
class Style:
    """One person's way of writing; every number is a probability."""

    person: int = 0
    is_expert: bool = True
    taste: int = 0
    """Decides the favourite of every table of words."""
    habit: float = 0.6
    """To say the favourite rather than any other."""

    wordiness: float = 0.28
    """To say more than is needed, at each occasion."""
    faces: float = 0.51
    """To name count, colour and shape of a card even where less would do."""
    bare: float = 0.025
    """To call a card just that where it can be told apart."""
    landmarks: float = 0.7
    """To place things by what stands near them."""
    egocentric: float = 0.3
    """To place things by the follower's left, right, front and back."""
    turns: float = 0.47
    """To say how to turn first."""
    counts_turns: float = 0.2
    """To say how often or how many degrees to turn."""
    counts_steps: float = 0.34
    """To count steps."""
    ways: float = 0.52
    """To describe the way: past what, along what, towards what."""
    foresight: float = 0.11
    """To announce what the follower will see."""
    ellipsis: float = 0.32
    """To leave the verb out."""
    chatter: float = 0.12
    """To add what is no instruction: thanks, plans, praise."""
    politeness: float = 0.14
    """To say please."""

    digits: float = 0.6
    """To write numbers in digits."""
    articles: float = 0.97
    """To keep an article."""
    splices: float = 0.1
    """To join clauses by nothing at all."""
    commas: float = 0.8
    """To keep a comma."""
    full_stop: float = 0.3
    """To end with a full stop."""
    apostrophes: float = 0.8
    """To keep an apostrophe."""
    shortening: float = 0.075
    """To write u for you, and the like."""
    slips: float = 0.006
    """To mistype a word."""
    confusions: float = 0.03
    """To write your for you're, and the like."""
    case: Case = Case.LOWER


def population(seed: int = 0) -> tuple[Style, ...]:
    """264 people, the experts first; the same for the same seed."""
    rng = Random(seed)
    return tuple(
        _draw_person(person, person < EXPERTS, Random(rng.getrandbits(64)))
        for person in range(EXPERTS + NOVICES)
    )


_CASES = {
    Case.LOWER: 40,
    Case.PRONOUN: 14,
    Case.FIRST: 16,
    Case.SENTENCE: 29,
    Case.UPPER: 1,
}


def _around(rng: Random, mean: float, spread: float = 0.5) -> float:
    """A probability near a mean; a larger spread puts more people at the extremes."""
    weight = (1 - spread) * 8 + spread * 1.5
    return rng.betavariate(max(mean * weight, 0.05), max((1 - mean) * weight, 0.05))


def _draw_person(person: int, is_expert: bool, rng: Random) -> Style:
    """Experts say what to do in few and sure words; novices add more, and vary more."""
    return Style(
        person=person,
        is_expert=is_expert,
        taste=rng.getrandbits(64),
        habit=rng.uniform(0.3, 0.65),
        wordiness=_around(rng, 0.25 if is_expert else 0.31),
        faces=_around(rng, 0.54 if is_expert else 0.48, 0.6),
        bare=_around(rng, 0.02 if is_expert else 0.03, 0.7),
        landmarks=_around(rng, 0.7, 0.7),
        egocentric=_around(rng, 0.3, 0.6),
        turns=_around(rng, 0.47, 0.7),
        counts_turns=_around(rng, 0.22, 0.8),
        counts_steps=_around(rng, 0.34, 0.9),
        ways=_around(rng, 0.52, 0.6),
        foresight=_around(rng, 0.11, 0.7),
        ellipsis=_around(rng, 0.32, 0.9),
        chatter=_around(rng, 0.1 if is_expert else 0.14, 0.7),
        politeness=_around(rng, 0.14, 0.9),
        digits=_around(rng, 0.6, 1.0),
        articles=1 - _around(rng, 0.16, 0.9),
        splices=_around(rng, 0.1, 0.8),
        commas=_around(rng, 0.8, 0.9),
        full_stop=_around(rng, 0.3, 1.0),
        apostrophes=_around(rng, 0.75, 1.0),
        shortening=_around(rng, 0.075, 0.9),
        slips=rng.gammavariate(1.2, 0.0068 if is_expert else 0.0105),
        confusions=_around(rng, 0.024, 0.3),
        case=rng.choices(list(_CASES), list(_CASES.values()))[0],
    )
