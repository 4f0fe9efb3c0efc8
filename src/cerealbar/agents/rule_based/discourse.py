"""How far a text has been read, what it has said so far, and what is left when all is said."""

from dataclasses import dataclass, field, replace
from enum import Enum, auto

from cerealbar.agents.rule_based.lexicon import Chunk, ChunkPart
from cerealbar.agents.rule_based.orders import AskedLandmark, Nearby, Order, OrderKind, Where

ON_CARDS = (OrderKind.TAKE, OrderKind.PUT_BACK, OrderKind.LEAVE)


@dataclass(slots=True, eq=False)
class OrderDraft:
    """An order that is still being read."""

    order: Order
    has_verb: bool = False
    """Whether it was asked for in so many words, not only named."""
    is_mine: bool = False
    """Whether the leader does it itself."""
    is_approach: bool = False
    """Whether the follower is to go there and touch nothing."""
    sentence: int = 0

    @property
    def is_take(self) -> bool:
        """Whether a card is to be taken."""
        return self.order.kind is OrderKind.TAKE

    @property
    def is_definite(self) -> bool:
        """Whether it says of a card that was named before what becomes of it."""
        order = self.order
        if order.kind is OrderKind.LEAVE:
            is_other = bool(order.nearby or order.same) or order.which is not None
            return order.face.colour is not None and not is_other
        return (self.has_verb or self.is_approach) and order.kind in ON_CARDS

    def tell(self, **said: object) -> None:
        """Add to the order what is said of it."""
        self.order = replace(self.order, **said)  # type: ignore[arg-type]  # fields by name

    def forbid(self) -> None:
        """The card is not to be taken after all."""
        if self.is_take:
            self.tell(kind=OrderKind.LEAVE)


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
    drafts: list[OrderDraft] = field(default_factory=list)
    """The orders so far, in the order of the words."""
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
        self.drafts.append(draft)
        self.current = draft
        return draft

    def last(self, *kinds: OrderKind) -> OrderDraft | None:
        """The last order, or the last of some kinds."""
        found = (draft for draft in reversed(self.drafts) if draft.order.kind in kinds or not kinds)
        return next(found, None)

    def last_way(self) -> OrderDraft | None:
        """The last order, if it is to turn or go."""
        last = self.last()
        is_way = last is not None and last.order.kind in (OrderKind.TURN, OrderKind.GO)
        return last if is_way else None

    def do_before(self, draft: OrderDraft) -> None:
        """Let an order come before the last card."""
        self.drafts.remove(draft)
        earlier = self.last(OrderKind.TAKE)
        self.drafts.insert(self.drafts.index(earlier) if earlier else len(self.drafts), draft)

    def finished(self) -> tuple[Order, ...]:
        """The orders, when all is said."""
        for draft in self.drafts:
            self._tell_as_named(draft)
        self.drafts = [draft for draft in self.drafts if not self._is_void(draft)]
        for draft in self.drafts:
            if draft.is_take and (draft.is_approach or self.touches_nothing):
                beside = Nearby(Where.NEAR, draft.order.face)
                nearby = (beside, *draft.order.nearby)
                draft.tell(kind=OrderKind.GO, number=None, nearby=nearby)
        return tuple(draft.order for draft in self._in_turn())

    def _tell_as_named(self, draft: OrderDraft) -> None:
        """Give a card that is asked for the face by which it was named before: `we need ...`."""
        named = [
            other.order.face
            for other in self.drafts
            if other.is_take and not other.has_verb and other.sentence < draft.sentence
            if not other.order.face.is_blank and other.order.face.is_like(draft.order.face)
        ]
        is_card = draft.order.kind in (OrderKind.TAKE, OrderKind.PUT_BACK)
        if is_card and draft.has_verb and not draft.order.face.is_blank and len(named) == 1:
            draft.tell(face=named[0])

    def _is_void(self, draft: OrderDraft) -> bool:
        """Whether a draft asks for nothing, beside the others."""
        order = draft.order
        if order.kind is OrderKind.LEAVE:
            says_where = order.bearing is not None or bool(order.nearby)
            return (order.face.is_blank and not says_where) or order.which is not None
        if not draft.is_take or draft.has_verb:
            return False
        others = [other for other in self.drafts if other is not draft]
        told_again = any(
            other.is_mine or (other.sentence > draft.sentence and other.is_definite)
            for other in others
            if not other.order.face.is_blank and other.order.face.is_like(order.face)
        )
        after = self.drafts[self.drafts.index(draft) :]
        is_passed_over = any(
            other.has_verb and any(near.what == order.face for near in other.order.nearby)
            for other in after
            if not other.order.is_afterwards
        )
        is_plain = order.face.is_blank and not order.nearby and order.which is None
        return told_again or is_passed_over or (is_plain and any(o.is_take for o in others))

    def _in_turn(self) -> list[OrderDraft]:
        """Ways that were told after a card that was only named lead to it."""
        last = self.last(OrderKind.TAKE)
        if last is None or last.has_verb:
            return self.drafts
        at = self.drafts.index(last)
        after = self.drafts[at + 1 :]
        if any(draft.order.is_afterwards for draft in after):
            return self.drafts
        return [*self.drafts[:at], *after, last]
