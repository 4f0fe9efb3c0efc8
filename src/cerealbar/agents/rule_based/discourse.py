"""How far a text has been read, and what it has said so far."""

from collections.abc import Callable
from dataclasses import dataclass, field, replace
from enum import Enum, auto
from typing import TypeAlias

from cerealbar.agents.rule_based.drafts import ON_CARDS, Drafts, OrderDraft
from cerealbar.agents.rule_based.idioms import Chunk
from cerealbar.agents.rule_based.lexicon import ChunkPart
from cerealbar.agents.rule_based.orders import AskedLandmark, Order, OrderKind, Where

_END = Chunk(ChunkPart.END)


class Voice(Enum):
    """What the words now said are about."""

    ASKED = auto()
    FORBIDDEN = auto()
    MINE = auto()
    """What the leader itself does."""


@dataclass(slots=True)
class Discourse:
    """All that later words of a text can depend on; chunks are read once, from left to right."""

    chunks: list[Chunk]
    i: int = 0
    """How many have been read, with the one that is being read."""
    drafts: Drafts = field(default_factory=Drafts)
    is_idle: bool = False
    touches_nothing: bool = False
    is_baffled: bool = False
    """Whether something is asked for by a noun that is not known."""
    mends_last: bool = False

    sentence: int = 0
    voice: Voice = Voice.ASKED
    verb: OrderKind | None = None
    is_waiting: bool = False
    is_cut: bool = False
    """Whether a comma or more lies behind what was said last of the leader itself."""
    has_object: bool = False
    """Whether it was said what is not to be done."""
    join: Where | None = None
    last_join: Where | None = None

    current: OrderDraft | None = None
    """What is being described."""
    mentioned: OrderDraft | None = None
    """The card that was named last as something to do."""
    mention: AskedLandmark | None = None
    """What was named last at all: what `it` means."""
    mention_before: AskedLandmark | None = None

    bearing: int | None = None
    """A side that was said of nothing yet, as are the next two."""
    away: int | None = None
    times: int | None = None
    is_only: bool = False
    """Whether the next card is all that is meant, as the next three are about the next order."""
    is_mending: bool = False
    goes_before: bool = False
    is_afterwards: bool = False

    def before(self) -> Chunk:
        """The chunk before the one that is being read."""
        return self.chunks[self.i - 2] if self.i > 1 else _END

    def after(self, further: int = 0) -> Chunk:
        """The chunk after the one that is being read, or one further on."""
        i = self.i + further
        return self.chunks[i] if i < len(self.chunks) else _END

    def follows(self, part: ChunkPart) -> bool:
        """Whether the chunk before is of a part."""
        return self.before().part is part

    def add(self, order: Order) -> OrderDraft:
        """A new order, with what was said before it about where it is."""
        order = replace(order, is_afterwards=self.is_afterwards)
        draft = OrderDraft(order, self.verb is not None, sentence=self.sentence)
        if order.kind in ON_CARDS:
            bearing, self.bearing = self.bearing, None
            away, self.away = self.away, None
            draft.tell(bearing=bearing if order.bearing is None else order.bearing, number=away)
            self.mention_before = self.mention
            self.mentioned, self.mention = draft, order.face
        self.is_afterwards = False
        self.drafts.orders.append(draft)
        self.current = draft
        return draft


ChunkReader: TypeAlias = Callable[[Discourse, Chunk], None]
"""Reads a chunk into what has been said."""
