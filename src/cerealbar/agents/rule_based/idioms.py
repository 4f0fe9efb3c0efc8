"""Fixed turns of phrase: those of `lexicon.toml`, and the sides."""

from collections.abc import Iterator
from dataclasses import dataclass

from cerealbar.agents.rule_based.lexicon import LEFT, RIGHT, TABLES, ChunkPart
from cerealbar.agents.rule_based.orders import AskedLandmark, Order, OrderKind, Spot, Where, Which

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
