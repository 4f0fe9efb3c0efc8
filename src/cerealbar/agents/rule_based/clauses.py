"""Reading the small words of a text: who does what, what not, in which order."""

from dataclasses import replace
from enum import Enum, auto

from cerealbar.agents.rule_based.drafts import ON_CARDS, Drafts, OrderDraft
from cerealbar.agents.rule_based.idioms import Chunk
from cerealbar.agents.rule_based.lexicon import ChunkPart
from cerealbar.agents.rule_based.orders import (
    AskedFace,
    AskedLandmark,
    Order,
    OrderKind,
    Where,
    Which,
)

_ON_ANY = (None, OrderKind.TAKE)
_OBJECTS = (ChunkPart.CARD, ChunkPart.PRONOUN)


class Voice(Enum):
    """What the words now said are about."""

    ASKED = auto()
    FORBIDDEN = auto()
    MINE = auto()
    """What the leader itself does."""


class ClauseReader:
    """Goes through the chunks of a text once, from left to right.

    A method `read_...` reads the chunks of each part; what is of no part says nothing.
    """

    def __init__(self, chunks: list[Chunk]) -> None:
        self.chunks = chunks
        self.i = 0
        self.drafts = Drafts()
        self.is_idle = self.touches_nothing = False
        self.is_baffled = False
        """Whether something is asked for by a noun that is not known."""
        self.sentence = 0
        self.voice = Voice.ASKED
        self.verb: OrderKind | None = None
        self.is_waiting = False
        self.is_cut = False
        """Whether a comma or more lies behind what was said last of the leader itself."""
        self.has_object = False
        """Whether it was said what is not to be done."""
        self.join: Where | None = None
        self.last_join: Where | None = None
        self.current: OrderDraft | None = None
        """What is being described."""
        self.mentioned: OrderDraft | None = None
        """The card that was named last as something to do."""
        self.mention: AskedLandmark | None = None
        """What was named last at all: what `it` means."""
        self.mention_before: AskedLandmark | None = None
        self.bearing: int | None = None
        """A side that was said of nothing yet, as are the next two."""
        self.away: int | None = None
        self.times: int | None = None
        self.is_only = self.is_mending = self.mends_last = self.goes_before = self.is_afterwards = (
            False
        )

    def read_all(self) -> None:
        """Read the whole text."""
        while self.i < len(self.chunks):
            chunk = self.chunks[self.i]
            self.i += 1
            reads = getattr(self, f"read_{chunk.part.name.lower()}", None)
            if reads is not None:
                reads(chunk)

    def next(self, ahead: int = 0) -> ChunkPart | None:
        """What part the next chunk is, or one further ahead."""
        i = self.i + ahead
        return self.chunks[i].part if i < len(self.chunks) else None

    def before(self) -> Chunk | None:
        """The chunk before the one that is being read."""
        return self.chunks[self.i - 2] if self.i > 1 else None

    def follows(self, part: ChunkPart) -> bool:
        """Whether the chunk before is of a part."""
        before = self.before()
        return before is not None and before.part is part

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

    def read_stop(self, chunk: Chunk) -> None:
        """A sentence ends, and with it all that was said of it."""
        self.voice, self.verb, self.join, self.last_join = Voice.ASKED, None, None, None
        self.is_waiting = False
        self.current = None
        self.is_cut = True
        self.sentence += 1

    def read_comma(self, chunk: Chunk) -> None:
        """A list of what not to do ends with its first card."""
        if self.voice is Voice.FORBIDDEN and self.has_object:
            self.voice, self.verb = Voice.ASKED, None
        self.join = self.last_join = None
        self.is_cut = True

    def read_and(self, chunk: Chunk) -> None:
        """What follows is more of the same."""
        self.is_cut = self.is_cut or self.has_object

    def read_then(self, chunk: Chunk) -> None:
        """What follows is to be done afterwards."""
        self.read_stop(chunk)
        self.is_afterwards = True

    def read_but(self, chunk: Chunk) -> None:
        """What follows is something else, or left out: `all but the stars`."""
        before = self.before()
        of_many = (
            before is not None
            and before.card is not None
            and (before.is_any or before.card.cards == 0)
        )
        if chunk.word == "but" and of_many and self.next() is ChunkPart.CARD:
            self.read_not(chunk)
        else:
            self.read_stop(chunk)

    def read_not(self, chunk: Chunk) -> None:
        """What follows is forbidden, or what was said last is."""
        before = self.before()
        ends = self.next() in (None, ChunkPart.STOP) or self.chunks[self.i].word == "again"
        after = self.chunks[self.i].card if self.next() is ChunkPart.CARD else None
        is_look = after is not None and not after.face.is_blank  # `a card that is not blue`
        is_told = chunk.word in ("is", "are") and not is_look
        says_of_it = is_told or chunk.word in ("for", "mine") or (chunk.word == "not" and ends)
        if says_of_it and self.mentioned is not None and before is not None:
            self.mentioned.forbid()
            return
        self.voice, self.has_object = Voice.FORBIDDEN, False
        self.verb, self.current, self.join, self.is_cut = None, None, None, False

    def read_nothing(self, chunk: Chunk) -> None:
        """No card at all is to be touched."""
        if chunk.word == "nothing" or (self.voice is Voice.FORBIDDEN and self.verb in _ON_ANY):
            self.is_idle = self.has_object = True
            says_else = self.i < len(self.chunks) and self.chunks[self.i].word == "else"
            self.touches_nothing = self.touches_nothing or not says_else

    def read_i(self, chunk: Chunk) -> None:
        """What follows is what the leader does itself."""
        self.read_stop(chunk)
        self.sentence -= 1
        self.voice, self.is_cut, self.is_idle = Voice.MINE, False, True

    def read_you(self, chunk: Chunk) -> None:
        """What follows is for the follower again."""
        if self.voice is Voice.MINE:
            self.voice, self.verb = Voice.ASKED, None
        if chunk.kind is not None:
            self.verb, self.current = chunk.kind, None

    def read_only(self, chunk: Chunk) -> None:
        """What follows is all that is meant of what was named."""
        self.is_only = self.next() is ChunkPart.CARD

    def read_need(self, chunk: Chunk) -> None:
        """What follows is asked for, though nothing is said of fetching it."""
        if self.voice is Voice.MINE:
            self.voice = Voice.ASKED
        self.verb = self.join = None

    def read_mend(self, chunk: Chunk) -> None:
        """What was asked for last was wrong."""
        self.read_stop(chunk)
        self.is_mending = self.is_idle = True

    def read_before(self, chunk: Chunk) -> None:
        """What follows is to be done first."""
        self.read_stop(chunk)
        self.goes_before = True

    def read_wait(self, chunk: Chunk) -> None:
        """Nothing is to be done, or nothing but to go where to wait: `the hearts stay`."""
        if self.follows(ChunkPart.CARD) and self.current is not None and not self.current.has_verb:
            self.current.forbid()
        self.is_idle = self.is_waiting = True
        self.verb = self.current = self.join = None
        if self.voice is Voice.FORBIDDEN and self.has_object:
            self.voice = Voice.ASKED

    def read_word(self, chunk: Chunk) -> None:
        """A noun that is not known may be what is asked for."""
        asks = self.voice is Voice.ASKED and self.verb in (OrderKind.TAKE, OrderKind.GO)
        if asks and chunk.word == "the" and self.next() is ChunkPart.WORD:
            self.is_baffled = self.is_baffled or self.current is None

    def read_chatter(self, chunk: Chunk) -> None:
        """It can be meant to ask for nothing."""
        self.is_idle = True

    def read_to(self, chunk: Chunk) -> None:
        """What follows is an aim, not a landmark beside it."""
        self.join = self.last_join = None

    def read_verb(self, chunk: Chunk) -> None:
        """What follows is to be taken, put back, gone to or turned to."""
        before = self.before()
        is_over = self.has_object if self.voice is Voice.FORBIDDEN else self.is_cut
        if is_over:
            self.voice = Voice.ASKED
        warns = before is not None and before.word in ("'ll", "will", "you", "would", "might")
        if chunk.kind is OrderKind.PUT_BACK and warns:
            self.voice, self.has_object = Voice.FORBIDDEN, False
        if self.voice is Voice.FORBIDDEN and chunk.kind is OrderKind.GO:
            self.is_idle = True
        self.verb, self.is_waiting = chunk.kind, False
        self.join = chunk.how
        self.current = None
        if chunk.kind is OrderKind.PUT_BACK and not self.names_next():
            self.put_back_it()
            self.verb = None

    def names_next(self) -> bool:
        """Whether what a verb is about follows it."""
        skips = self.next() in (ChunkPart.TO, ChunkPart.WAY, ChunkPart.WORD)
        return self.next(skips) in _OBJECTS

    def put_back_it(self) -> None:
        """What was named last is to be put back, or else the card that was taken last."""
        if self.voice is not Voice.ASKED:
            return
        last, it = self.mentioned, self.mention
        if last is not None and last is self.drafts.last(*ON_CARDS, OrderKind.GO):
            last.tell(kind=OrderKind.PUT_BACK)
        elif isinstance(it, AskedFace) and not it.is_blank:
            self.add(Order(OrderKind.PUT_BACK, it))
        else:
            self.add(Order(OrderKind.PUT_BACK, which=Which.CURRENT))
