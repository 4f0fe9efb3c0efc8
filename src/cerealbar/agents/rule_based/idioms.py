"""Fixed turns of phrase: those of `idioms.toml`, and the sides."""

import tomllib
from dataclasses import dataclass
from importlib import resources

from cerealbar.agents.rule_based.lexicon import LEFT, RIGHT, ChunkPart
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


_YOURS = (
    *("your", "to", "on", "to you 're", "on you 're", "off to your", "off to the"),
    *("to your", "on your", "at your", "toward your", "towards your", "over to your"),
    *("to the", "on the", "just to your", "just to the"),
)
_SLIGHTLY = tuple(
    f"{adverb}{tail}"
    for adverb in ("slightly", "a little", "a bit", "bit", "little", "slight")
    for tail in ("", " to the", " to your", " to", " on your", " on the", " to you 're")
)

_COMPASS = (
    *("north", "south", "east", "west"),
    *("northeast", "northwest", "southeast", "southwest"),
    *("north east", "north west", "south east", "south west"),
)


def _sides() -> dict[str, Chunk]:
    """All ways to say that something lies to the left or right of the follower or of a thing."""
    found: dict[str, Chunk] = {}
    for side, bearing, how in (("left", LEFT, Where.LEFT_OF), ("right", RIGHT, Where.RIGHT_OF)):
        of = Chunk(ChunkPart.JOIN, side, how=how)
        for lead in _YOURS:
            for tail in ("", " side", " hand side", " hand"):
                found[f"{lead} {side}{tail}"] = Chunk(ChunkPart.SIDE, side, bearing=bearing)
                found[f"{lead} {side}{tail} of"] = of
        for lead in _SLIGHTLY:
            found[f"{lead} {side}"] = Chunk(ChunkPart.SIDE, side, bearing=bearing // 2)
        for tail in (" of", " side of", " hand side of", " end of", " hand end of"):
            found[f"{side}{tail}"] = found[f"the {side}{tail}"] = of
    near = Chunk(ChunkPart.JOIN, "of", how=Where.NEAR)  # a follower has no compass
    for point in _COMPASS:
        for lead in ("", "just ", "right ", "to the ", "on the ", "just to the ", "the "):
            for tail in (" of", " side of", " end of"):
                found[f"{lead}{point}{tail}"] = near
    return found


def _read_idioms() -> dict[str, Chunk]:
    """The idioms of the file."""
    text = resources.files(__package__).joinpath("idioms.toml").read_text("utf-8")
    found: dict[str, Chunk] = {}
    for row in tomllib.loads(text)["idiom"]:
        card = Order(OrderKind.TAKE, which=Which(row["which"])) if "which" in row else None
        for phrase in row["phrases"].split(","):
            found[" ".join(phrase.split())] = Chunk(
                ChunkPart(row["part"]),
                phrase.split()[0],
                card,
                Spot(row["what"]) if "what" in row else None,
                kind=OrderKind(row["kind"]) if "kind" in row else None,
                how=Where(row["how"]) if "how" in row else None,
                bearing=row.get("bearing"),
                number=row.get("number"),
            )
    return found


IDIOMS: dict[tuple[str, ...], Chunk] = {
    tuple(text.split()): chunk for text, chunk in (_sides() | _read_idioms()).items()
}
"""By words: what they mean together."""
LONGEST = {words[0]: len(words) for words in sorted(IDIOMS, key=len)}
"""By first word: how many words its longest idiom has."""
