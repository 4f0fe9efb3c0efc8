"""The words and turns of phrase that it knows, from `lexicon.toml` and the writer's tables."""

import tomllib
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from enum import StrEnum
from importlib import resources
from typing import TypeVar

from cerealbar.agents.rule_based.orders import (
    AskedLandmark,
    Order,
    OrderKind,
    Spot,
    Thing,
    Where,
    Which,
)
from cerealbar.game import HILLS, PROPS, WATERS, Colour, Shape, Terrain
from cerealbar.language import references
from cerealbar.language.manner.pen import NUMBER_WORDS
from cerealbar.language.nouns.faces import COLOURS_BY_WORD, SHAPES_BY_WORD
from cerealbar.language.nouns.landmarks import RANGES, plural_of

T = TypeVar("T")


class ChunkPart(StrEnum):
    """What part some words play in a sentence."""

    CARD = "card"
    PLACE = "place"
    PRONOUN = "pronoun"
    VERB = "verb"
    WAIT = "wait"
    JOIN = "join"
    """A preposition before a landmark."""
    SIDE = "side"
    """Where something lies, as seen by the follower."""
    WAY = "way"
    """Where to turn or go: a bare `left`, `forward`, `back`."""
    STEPS = "steps"
    TIMES = "times"
    AWAY = "away"
    """How many steps away something is."""
    RANK = "rank"
    TO = "to"
    NOT = "not"
    NOTHING = "nothing"
    ME = "me"
    I = "i"  # noqa: E741 - the word itself
    YOU = "you"
    NEED = "need"
    MEND = "mend"
    BEFORE = "before"
    """What follows is to be done before what was said last."""
    THEN = "then"
    STOP = "stop"
    COMMA = "comma"
    AND = "and"
    BUT = "but"
    ONLY = "only"
    IS = "is"
    CHATTER = "chatter"
    WORD = "word"
    END = "end"
    """No words: what lies before the first and after the last."""


TABLES = tomllib.loads(resources.files(__package__).joinpath("lexicon.toml").read_text("utf-8"))


def _by_word(table: str, meaning: Callable[[str], T]) -> dict[str, T]:
    """The words of a table, by what stands before them there."""
    rows: dict[str, str] = TABLES[table]
    return {word: meaning(key) for key, words in rows.items() for word in words.split()}


def word_set(name: str) -> frozenset[str]:
    """The words of a list."""
    words: str = TABLES["words"][name]
    return frozenset(words.split())


def _thing(names: str) -> Thing:
    """What ranges of landmarks have together."""
    terrains = {"waters": WATERS, "hills": HILLS, "path": (Terrain.PATH,)}
    if names in terrains:
        return frozenset(terrains[names])
    of_word = {str(prop): prop for prop in PROPS}
    return frozenset(of_word[sort] for name in names.split(", ") for sort in RANGES[name])


def _forms(verb: str) -> tuple[str, ...]:
    """A verb and its `-ing` forms, of which one is English."""
    stem = verb.removesuffix("e")
    return verb, f"{verb}ing", f"{stem}ing", f"{stem}{stem[-1]}ing"


PARTS = _by_word("parts", ChunkPart)
VERBS = {
    form: kind
    for verb, kind in _by_word("verbs", OrderKind).items()
    for form in _forms(verb)
    if form != "touching"
}
JOINS = _by_word("joins", Where)
LEFT, RIGHT, AHEAD, BEHIND = -90, 90, 0, 180
WAYS = _by_word("ways", int)
NUMBERS = {
    **references.NUMBERS,
    **_by_word("numbers", int),
    **{str(n): n for n in range(4, 26)},
    **{NUMBER_WORDS[n]: n for n in range(4, len(NUMBER_WORDS))},
}
TIMES = _by_word("times", int)
DEGREES: dict[str, int] = {
    f"{degrees}{sign}": degrees for degrees in (60, 90, 120, 180, 240, 300) for sign in ("", "°")
}
RANKS = references.RANKS | _by_word("ranks", int)
FEATURES = _by_word("features", str)
"""What two cards can have in common, by name."""
COLOURS: dict[str, Colour] = COLOURS_BY_WORD | _by_word("colours", Colour)
SHAPES: dict[str, Shape] = {
    **{noun: shape for noun, (shape, _) in SHAPES_BY_WORD.items()},
    **{f: s for noun, s in _by_word("shapes", Shape).items() for f in (noun, plural_of(noun))},
}
_NOUNS = _by_word("nouns", _thing)
THINGS: dict[str, Thing] = {plural_of(noun): thing for noun, thing in _NOUNS.items()} | _NOUNS
"""By noun for a landmark: what it can mean."""
LOOKS = _by_word("looks", _thing)
"""What a word before such a noun says of it."""
SPOTS = _by_word("spots", Spot)
PAINTS = _by_word("paints", str)
"""The colours that people see in landmarks, by other words for them."""
PROP_COLOURS = frozenset(colour for prop in PROPS for colour in prop.colours) | PAINTS.keys()
SHORT: dict[str, str] = TABLES["short"]
CHATTER, UNITS, MAP = word_set("chatter"), word_set("units"), word_set("map")
DETERMINERS, GROUPS, SIZES = word_set("determiners"), word_set("groups"), word_set("sizes")
CARD_NOUNS, MORE = word_set("card nouns"), word_set("more")

_GAME_WORDS: frozenset[str] = frozenset().union(
    VERBS, JOINS, WAYS, NUMBERS, RANKS, COLOURS, SHAPES, THINGS, SPOTS, LOOKS, TIMES,
    CARD_NOUNS, PROP_COLOURS, UNITS, MAP,
)  # fmt: skip
REPAIRABLE: frozenset[str] = frozenset(
    word for word in _GAME_WORDS | {"don't", "wait", "stay"} if len(word) > 3 and word.isalpha()
)
"""The words for which others can be misspellings."""
KNOWN: frozenset[str] = _GAME_WORDS.union(
    PARTS, SIZES, DETERMINERS, MORE, SHORT, DEGREES, word_set("known")
)
"""Every word with a meaning here."""
_NO_NOUNS = KNOWN | CHATTER | word_set("no nouns")


def is_plural(noun: str) -> bool | None:
    """Whether a noun tells more than one from one; None where it does not tell."""
    if noun in ("plus", "starfish", "dice"):
        return None
    is_one = noun in ("cross", "torus", "rhombus")
    return not is_one and (noun.endswith("s") or noun in ("rhombi", "tori"))


def is_strange(word: str) -> bool:
    """Whether a word could be a noun that is not known here."""
    return len(word) > 2 and word not in _NO_NOUNS and word.isalpha()


A_LONG_WAY = 24
"""Steps to go until something is in the way."""


@dataclass(frozen=True, slots=True)
class Chunk:
    """Some words that belong together, and what they say."""

    part: ChunkPart
    word: str = ""
    """The only word, or the one that tells most."""
    card: Order | None = None
    what: AskedLandmark | None = None
    is_plural: bool = False
    is_definite: bool = False
    is_any: bool = False
    """Whether one of several will do: `any star`."""
    kind: OrderKind | None = None
    how: Where | None = None
    bearing: int | None = None
    number: int | None = None


def _phrases(text: str) -> list[str]:
    return [" ".join(phrase.split()) for phrase in text.split(",")]


def _sides() -> Iterator[tuple[str, Chunk]]:
    """All ways to say that something lies to the left or right of the follower or of a thing."""
    lists = {name: _phrases(text) for name, text in TABLES["sides"].items()}
    for side, bearing, how in (("left", LEFT, Where.LEFT_OF), ("right", RIGHT, Where.RIGHT_OF)):
        of = Chunk(ChunkPart.JOIN, side, how=how)
        for lead in lists["before"]:
            for tail in lists["after"]:
                yield f"{lead} {side} {tail}", Chunk(ChunkPart.SIDE, side, bearing=bearing)
                yield f"{lead} {side} {tail} of", of
        for adverb in lists["slightly"]:
            for lead in lists["after slightly"]:
                slightly = Chunk(ChunkPart.SIDE, side, bearing=bearing // 2)
                yield f"{adverb} {lead} {side}", slightly
        for tail in lists["of"]:
            yield f"{side} {tail}", of
            yield f"the {side} {tail}", of
    near = Chunk(ChunkPart.JOIN, "of", how=Where.NEAR)
    for point in lists["compass"]:
        for lead in lists["before compass"]:
            for tail in lists["after compass"]:
                yield f"{lead} {point} {tail}", near


def _idioms() -> Iterator[tuple[str, Chunk]]:
    """The idioms of the file."""
    for row in TABLES["idiom"]:
        card = Order(OrderKind.TAKE, which=Which(row["which"])) if "which" in row else None
        for phrase in _phrases(row["phrases"]):
            yield (
                phrase,
                Chunk(
                    ChunkPart(row["part"]),
                    phrase.split()[0],
                    card,
                    Spot(row["what"]) if "what" in row else None,
                    kind=OrderKind(row["kind"]) if "kind" in row else None,
                    how=Where(row["how"]) if "how" in row else None,
                    bearing=row.get("bearing"),
                    number=row.get("number"),
                ),
            )


IDIOMS: dict[tuple[str, ...], Chunk] = {
    tuple(text.split()): chunk for pairs in (_sides(), _idioms()) for text, chunk in pairs
}
"""By words: what they mean together."""
LONGEST = {words[0]: len(words) for words in sorted(IDIOMS, key=len)}
"""By first word: how many words its longest idiom has."""
