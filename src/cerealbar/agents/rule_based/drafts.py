"""Orders that are still being read, and what is left of them when all is said."""

from dataclasses import dataclass, field, replace

from cerealbar.agents.rule_based.orders import Nearby, Order, OrderKind, Where
from cerealbar.language.board.claims import SaidFace

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


@dataclass(slots=True)
class Drafts:
    """The orders of one text so far, in the order of its words."""

    orders: list[OrderDraft] = field(default_factory=list)

    def last(self, *kinds: OrderKind) -> OrderDraft | None:
        """The last order, or the last of some kinds."""
        found = (draft for draft in reversed(self.orders) if draft.order.kind in kinds or not kinds)
        return next(found, None)

    def last_way(self) -> OrderDraft | None:
        """The last order, if it is to turn or go."""
        last = self.last()
        is_way = last is not None and last.order.kind in (OrderKind.TURN, OrderKind.GO)
        return last if is_way else None

    def keep_only(self, face: SaidFace) -> None:
        """Drop the cards that were only named and are not like a face."""
        self.orders = [
            draft
            for draft in self.orders
            if draft.has_verb or not draft.is_take or draft.order.face.is_like(face)
        ]

    def do_before(self, draft: OrderDraft) -> None:
        """Let an order come before the last card."""
        self.orders.remove(draft)
        earlier = self.last(OrderKind.TAKE)
        self.orders.insert(self.orders.index(earlier) if earlier else len(self.orders), draft)

    def finished(self, *, touches_nothing: bool) -> tuple[Order, ...]:
        """The orders, when all is said."""
        for draft in self.orders:
            self._tell_as_named(draft)
        self.orders = [draft for draft in self.orders if not self._is_void(draft)]
        for draft in self.orders:
            if draft.is_take and (draft.is_approach or touches_nothing):
                beside = Nearby(Where.NEAR, draft.order.face)
                nearby = (beside, *draft.order.nearby)
                draft.tell(kind=OrderKind.GO, number=None, nearby=nearby)
        return tuple(draft.order for draft in self._in_turn())

    def _tell_as_named(self, draft: OrderDraft) -> None:
        """Give a card that is asked for the face by which it was named before: `we need ...`."""
        named = [
            other.order.face
            for other in self.orders
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
        others = [other for other in self.orders if other is not draft]
        told_again = any(
            other.is_mine or (other.sentence > draft.sentence and other.is_definite)
            for other in others
            if not other.order.face.is_blank and other.order.face.is_like(order.face)
        )
        after = self.orders[self.orders.index(draft) :]
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
            return self.orders
        at = self.orders.index(last)
        after = self.orders[at + 1 :]
        if any(draft.order.is_afterwards for draft in after):
            return self.orders
        return [*self.orders[:at], *after, last]
