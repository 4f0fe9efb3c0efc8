"""Text to orders: what the rule-based follower makes of an instruction before it looks around."""

from dataclasses import replace
from functools import lru_cache

from cerealbar.agents.rule_based.chunks import chunks_of
from cerealbar.agents.rule_based.clauses import Voice
from cerealbar.agents.rule_based.drafts import OrderDraft
from cerealbar.agents.rule_based.idioms import Chunk
from cerealbar.agents.rule_based.lexicon import AHEAD, BEHIND, CHATTER, ChunkPart
from cerealbar.agents.rule_based.orders import (
    AskedFace,
    AskedLandmark,
    Nearby,
    Order,
    OrderKind,
    Reading,
    Spot,
    Where,
    Which,
)
from cerealbar.agents.rule_based.spelling import words_of
from cerealbar.agents.rule_based.ways import WayReader

_BESIDE = frozenset(set(Where) - {Where.ON, Where.TOWARDS})
"""How a card is a landmark and not what is asked for."""
_BLAMES = frozenset(("meant", "wrong", "mistake"))
"""Words that say that the card before was the wrong one."""


@lru_cache(maxsize=1024)
def read(text: str) -> Reading:
    """What an instruction asks for, in the order in which it is to be done."""
    words = words_of(text)
    reader = _CardReader(chunks_of(words))
    orders = reader.orders()
    is_idle = reader.is_idle or any(word in CHATTER for word in words)
    is_partial = reader.is_baffled and not any(o.kind is OrderKind.TAKE for o in orders)
    mends_last = reader.mends_last and not _BLAMES.isdisjoint(words)
    return Reading(
        orders, is_idle and not is_partial, is_partial, reader.touches_nothing, mends_last
    )


class _CardReader(WayReader):
    """Reads cards and places too, and so all."""

    def orders(self) -> tuple[Order, ...]:
        """The orders of the whole text."""
        self.read_all()
        last = self.drafts.last(OrderKind.TAKE)
        if last is not None and last.order.bearing is None:
            last.tell(bearing=self.bearing)
        if self.bearing is not None and self.drafts.last() is None:  # `one step to the left`
            self.turn(self.bearing)
            if self.away is not None:
                self.move(AHEAD, self.away)
        return self.drafts.finished(touches_nothing=self.touches_nothing)

    def read_join(self, chunk: Chunk) -> None:
        """A landmark follows, or a way to turn."""
        before = self.before()
        turned = before is not None and before.kind is OrderKind.TURN
        if (
            chunk.how is Where.AROUND
            and turned
            and self.next() not in (ChunkPart.PLACE, ChunkPart.CARD)
        ):
            self.turn(BEHIND)
        elif chunk.word == "behind" and self.next() not in (
            ChunkPart.PLACE, ChunkPart.CARD, ChunkPart.PRONOUN, ChunkPart.ME
        ):  # fmt: skip
            self.read_side(replace(chunk, part=ChunkPart.SIDE, bearing=BEHIND))
        else:
            self.join = self.last_join = chunk.how
            if chunk.word in ("go", "walk", "step", "move", "circle", "head", "loop", "pass"):
                self.verb = OrderKind.GO
                if self.current is not None and self.current.order.kind is not OrderKind.GO:
                    self.current = None

    def read_me(self, chunk: Chunk) -> None:
        """The leader is a landmark."""
        if self.join is not None:
            self.read_place(replace(chunk, part=ChunkPart.PLACE, what=Spot.LEADER))

    def read_card(self, chunk: Chunk) -> None:
        """A card is asked for, forbidden, or a landmark for another."""
        card = chunk.card
        assert card is not None
        if self.is_apposition(chunk, card):
            return
        is_told = not card.face.is_blank or card.which is not None or self.is_waiting
        goes_by = self.current is not None and self.current.order.kind is OrderKind.GO
        if self.join is None and self.follows(ChunkPart.AND) and goes_by:
            self.join = self.last_join  # `go past the red star and the blue heart`
        if self.join in _BESIDE and is_told:
            self.pass_by(chunk, card)
            return
        if self.voice is not Voice.ASKED:
            self.leave(replace(card, cards=0) if chunk.is_any else card)
        elif self.verb is OrderKind.PUT_BACK or chunk.word == "step":
            is_listed = not self.follows(ChunkPart.VERB)
            if not (is_listed and card.face.is_blank and card.which is None):
                self.add(replace(card, kind=OrderKind.PUT_BACK))
        elif not self.is_same_as_before(chunk, card):
            self.take(card)
        self.join = None

    def pass_by(self, chunk: Chunk, card: Order) -> None:
        """A card is a landmark, and if the way goes around it, not to be touched."""
        if self.join is Where.AROUND or self.voice is Voice.FORBIDDEN:
            self.drafts.orders.append(OrderDraft(replace(card, kind=OrderKind.LEAVE)))
        if self.voice is Voice.ASKED:
            self.place(card.face, chunk.is_plural)
        self.has_object = True
        self.join = None if self.join is not Where.BETWEEN else self.join

    def is_apposition(self, chunk: Chunk, card: Order) -> bool:
        """Whether words say more of the card before: `red stars, the ones by the pond`."""
        last = self.mentioned
        is_one = chunk.word in ("one", "ones") and card.face.is_blank and not card.same
        is_more = is_one and card.which is None and (chunk.is_definite or card.rank is not None)
        is_cut = self.follows(ChunkPart.COMMA) or self.follows(ChunkPart.STOP)
        if not (is_more and is_cut) or last is None or not last.is_take:
            return False
        if self.voice is not Voice.ASKED:
            return False
        rank = last.order.rank if card.rank is None else card.rank
        bearing = last.order.bearing if card.bearing is None else card.bearing
        cards = 1 if chunk.word == "one" else last.order.cards
        last.tell(rank=rank, bearing=bearing, cards=cards)
        self.current = last
        return True

    def leave(self, card: Order) -> None:
        """A card is not to be touched."""
        self.has_object = True
        if card.which is not None and card.face.is_blank:
            return
        before = self.before()
        is_any = card.cards == 0 or (before is not None and before.word == "no" and not card.same)
        if is_any and card.face.is_blank and self.voice is Voice.FORBIDDEN:
            self.touches_nothing = self.is_idle = True
            return
        mentioned = self.mentioned
        if card.face.shape is None and isinstance(self.mention, AskedFace):
            card = replace(card, face=card.face.completed_by(self.mention, ("colour", "shape")))
        draft = self.add(replace(card, kind=OrderKind.LEAVE))
        draft.is_mine = self.voice is Voice.MINE
        if not draft.is_mine:
            self.mentioned = mentioned

    def is_same_as_before(self, chunk: Chunk, card: Order) -> bool:
        """Whether a card is the one that was told before, in other words."""
        last, face = self.mentioned, card.face
        if last is None or not last.is_take or self.is_mending:
            return False
        told = last.order.face
        if told.is_blank and last.order.which is None and self.follows(ChunkPart.COMMA):
            last.tell(face=face, cards=card.cards)  # `the nearest, the green square`
            self.mention, self.current = face, last
            return True
        says_no_more = face.says_no_more_than(told)
        is_other_sentence = last.sentence != self.sentence
        is_definite = chunk.is_definite and card.which is None and card.rank is None
        is_back = card.which is Which.CURRENT or (
            says_no_more
            and (
                (self.follows(ChunkPart.IS) and self.current is last)
                or (self.is_only and is_other_sentence)
                or (is_definite and is_other_sentence and not self.is_afterwards)
            )
            and not (face.is_blank and not self.follows(ChunkPart.IS))
        )
        if is_back:
            self.current = last
            last.is_approach = False
            last.has_verb = last.has_verb or self.verb is OrderKind.TAKE
        return is_back

    def take(self, card: Order) -> None:
        """A card is to be taken."""
        if isinstance(self.mention, AskedFace):
            card = replace(card, face=card.face.completed_by(self.mention, card.same))
        if self.is_mending:
            self.is_mending = False
            wrong = self.drafts.last(OrderKind.TAKE)
            self.mends_last = wrong is None
            if wrong is not None:
                self.drafts.orders.remove(wrong)
                names = ("colour", "shape") if card.face.is_many else ("count", "colour", "shape")
                card = replace(card, face=card.face.completed_by(wrong.order.face, names))
        if self.is_only and not card.face.is_blank:
            self.drafts.keep_only(card.face)
        self.is_only = False
        last = self.drafts.last()
        if last is not None and last.order.same and self.follows(ChunkPart.AND):
            last.tell(face=last.order.face.completed_by(card.face, ("shape",)))
        draft = self.add(card)
        draft.is_approach = self.join is Where.TOWARDS
        if self.goes_before:
            self.goes_before = False
            self.drafts.do_before(draft)

    def read_place(self, chunk: Chunk) -> None:
        """Something lies near a landmark, or is to go there."""
        assert chunk.what is not None
        self.place(chunk.what, chunk.is_plural)

    def place(self, what: AskedLandmark, is_plural: bool = False) -> None:
        """Something lies or goes near a landmark."""
        how = self.join
        if how is None and self.follows(ChunkPart.AND):
            how = self.last_join
        near = Nearby(how or Where.NEAR, what, is_plural)
        if self.voice is not Voice.ASKED:
            self.has_object = True
        is_next = self.follows(ChunkPart.TO)  # `past A to B`
        if self.current is not None and self.current.order.kind is OrderKind.GO and is_next:
            self.current = None
        if self.current is not None and self.current.order.kind is not OrderKind.TURN:
            self.current.tell(nearby=(*self.current.order.nearby, near))
        elif self.voice is Voice.ASKED:
            turns = self.verb is OrderKind.TURN
            draft = self.add(Order(OrderKind.TURN if turns else OrderKind.GO, nearby=(near,)))
            if turns:
                self.current = None
            elif self.bearing is not None:
                draft.tell(bearing=self.bearing)
        if self.join is not Where.BETWEEN:
            self.join = None
        self.mention = what

    def read_pronoun(self, chunk: Chunk) -> None:
        """What was named last is meant."""
        if (
            self.join is Where.AROUND
            and isinstance(self.mention, AskedFace)
            and self.mentioned is self.drafts.last(OrderKind.TAKE)
        ):
            self.go_around_it()
        elif self.join in _BESIDE and chunk.word not in ("that", "this"):
            is_itself = self.current is not None and self.current.order.face == self.mention
            self.place((self.mention_before if is_itself else self.mention) or Spot.LAST_CARD)
        elif self.next() is ChunkPart.IS:
            self.current = self.mentioned if isinstance(self.mention, AskedFace) else None
            self.verb = None
        elif self.verb is OrderKind.PUT_BACK and self.voice is Voice.ASKED:
            if self.follows(ChunkPart.VERB):
                self.put_back_it()
        elif self.verb is OrderKind.TAKE or self.voice is Voice.FORBIDDEN:
            self.take_it()
        self.has_object = True

    def go_around_it(self) -> None:
        """The card told last is in the way, unless it was asked for by a verb."""
        if self.mentioned is not None and not self.mentioned.has_verb:
            self.mentioned.forbid()
        self.join = None

    def take_it(self) -> None:
        """What was named last is to be taken, or not."""
        last = self.mentioned
        if self.voice is Voice.FORBIDDEN:
            is_meant = self.verb in (None, OrderKind.TAKE) and not self.has_object
            if last is not None and is_meant:
                last.is_approach = True
        elif self.voice is Voice.MINE:
            return
        elif last is not None and last.is_take and not last.has_verb:
            last.has_verb, last.is_approach = True, False
        elif isinstance(self.mention, AskedFace):
            if last is None or last.order.face != self.mention:
                self.add(Order(OrderKind.TAKE, self.mention))
            else:
                last.is_approach = False
        elif last is None or not last.is_take:
            self.add(Order(OrderKind.TAKE, which=Which.CURRENT))
