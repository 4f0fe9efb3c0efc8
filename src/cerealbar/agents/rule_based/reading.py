"""Text to orders: what the rule-based follower makes of an instruction before it looks around."""

from dataclasses import dataclass, replace
from enum import Enum, auto
from functools import lru_cache

from cerealbar.agents.rule_based.idioms import Phrase
from cerealbar.agents.rule_based.lexicon import AHEAD, BEHIND, CHATTER, LEFT, RIGHT, Part
from cerealbar.agents.rule_based.orders import (
    AskedFace,
    Landmark,
    Nearby,
    Order,
    OrderKind,
    Reading,
    Spot,
    Where,
    Which,
)
from cerealbar.agents.rule_based.phrases import phrases_of
from cerealbar.agents.rule_based.spelling import words_of

_BESIDE_A_CARD = frozenset(
    (Where.NEAR, Where.PAST, Where.BEFORE, Where.LEFT_OF, Where.RIGHT_OF, Where.BETWEEN,
     Where.AROUND)
)  # fmt: skip
"""How a card is a landmark and not what is asked for."""
_ON_CARDS = (OrderKind.TAKE, OrderKind.PUT_BACK, OrderKind.LEAVE)


class _Voice(Enum):
    """What the words now said are about."""

    ASKED = auto()
    FORBIDDEN = auto()
    MINE = auto()
    """What the leader itself does."""


@dataclass(slots=True, eq=False)
class _Draft:
    """An order that is still being read."""

    order: Order
    has_verb: bool = False
    is_mine: bool = False
    is_approach: bool = False
    sentence: int = 0


@lru_cache(maxsize=1024)
def read(text: str) -> Reading:
    """What an instruction asks for, in the order in which it is to be done."""
    words = words_of(text)
    reader = _Reader(phrases_of(words))
    orders = reader.read()
    is_idle = reader.is_idle or any(word in CHATTER for word in words)
    return Reading(orders, is_idle, reader.touches_nothing)


class _Reader:
    """Goes through the phrases of a text once, from left to right."""

    def __init__(self, phrases: list[Phrase]) -> None:
        self.phrases = phrases
        self.drafts: list[_Draft] = []
        self.is_idle = self.touches_nothing = False
        self._voice = _Voice.ASKED
        self._verb: OrderKind | None = None
        self._is_waiting = self._is_cut = self._has_object = self._is_lasting = False
        self._join: Where | None = None
        self._last_join: Where | None = None
        self._current: _Draft | None = None
        """What is being described."""
        self._mention: Landmark | None = None
        self._mention_before: Landmark | None = None
        self._mentioned: _Draft | None = None
        self._bearing: int | None = None
        self._away: int | None = None
        self._times: int | None = None
        self._nearby: tuple[Nearby, ...] = ()
        self._is_only = self._is_avoiding = self._puts_back = False
        self._is_mending = self._goes_before = self._is_afterwards = False
        self._sentence = 0
        self._i = 0

    def read(self) -> tuple[Order, ...]:
        while self._i < len(self.phrases):
            phrase = self.phrases[self._i]
            self._i += 1
            reads = _READERS.get(phrase.part)
            if reads is not None:
                reads(self, phrase)
        return tuple(draft.order for draft in self._finished())

    # What came before and comes next

    def _next(self, ahead: int = 0) -> Part | None:
        i = self._i + ahead
        return self.phrases[i].part if i < len(self.phrases) else None

    def _before(self) -> Phrase | None:
        return self.phrases[self._i - 2] if self._i > 1 else None

    def _add(self, order: Order) -> _Draft:
        """A new order, with what was said before it about where it is."""
        order = replace(order, is_afterwards=self._is_afterwards)
        draft = _Draft(order, self._verb is not None, sentence=self._sentence)
        if order.kind in _ON_CARDS:
            nearby, self._nearby = self._nearby, ()
            bearing, self._bearing = self._bearing, None
            away, self._away = self._away, None
            draft.order = replace(order, bearing=bearing, number=away, nearby=nearby)
            self._mention_before = self._mention
            self._mentioned, self._mention = draft, order.face
        self._is_afterwards = False
        self.drafts.append(draft)
        self._current = draft
        return draft

    def _last(self, *kinds: OrderKind) -> _Draft | None:
        return next((draft for draft in reversed(self.drafts) if draft.order.kind in kinds), None)

    # Marks and small words

    def _read_stop(self, phrase: Phrase) -> None:
        self._voice, self._verb, self._join, self._last_join = _Voice.ASKED, None, None, None
        self._is_waiting = self._is_lasting = False
        self._current = None
        self._is_cut = True
        self._sentence += 1

    def _read_comma(self, phrase: Phrase) -> None:
        if self._voice is _Voice.FORBIDDEN and self._has_object and not self._is_lasting:
            self._voice, self._verb = _Voice.ASKED, None
        self._join = self._last_join = None
        self._is_cut = True

    def _read_and(self, phrase: Phrase) -> None:
        self._is_cut = self._is_cut or self._has_object

    def _read_then(self, phrase: Phrase) -> None:
        self._read_stop(phrase)
        self._is_afterwards = True

    def _read_but(self, phrase: Phrase) -> None:
        self._read_stop(phrase)

    def _read_not(self, phrase: Phrase) -> None:
        before = self._before()
        says_of_it = phrase.word in ("is", "are") or (
            phrase.word == "not" and self._next() is Part.STOP
        )
        if says_of_it and self._mentioned is not None and before is not None:
            self._forbid(self._mentioned)
            return
        self._voice, self._has_object = _Voice.FORBIDDEN, False
        self._is_lasting = phrase.word in ("careful", "watch", "be")
        self._is_avoiding = phrase.word in ("avoid", "avoiding", "ignore", "skip", "watch")
        self._verb, self._current, self._join = None, None, None

    def _forbid(self, draft: _Draft) -> None:
        if draft.order.kind is OrderKind.TAKE:
            draft.order = replace(draft.order, kind=OrderKind.LEAVE)

    def _read_nothing(self, phrase: Phrase) -> None:
        after = self.phrases[self._i].word if self._i < len(self.phrases) else ""
        if phrase.word == "nothing" or self._voice is _Voice.FORBIDDEN:
            self.is_idle = True
            self.touches_nothing = self.touches_nothing or after != "else"
            self._has_object = True

    def _read_i(self, phrase: Phrase) -> None:
        self._read_stop(phrase)
        self._sentence -= 1
        self._voice, self._is_cut, self.is_idle = _Voice.MINE, False, True

    def _read_you(self, phrase: Phrase) -> None:
        if self._voice is _Voice.MINE:
            self._voice, self._verb = _Voice.ASKED, None
        if phrase.kind is not None:
            self._verb, self._current = phrase.kind, None

    def _read_only(self, phrase: Phrase) -> None:
        self._is_only = self._next() is Part.CARD

    def _read_need(self, phrase: Phrase) -> None:
        if self._voice is _Voice.MINE:
            self._voice = _Voice.ASKED
        self._verb = self._join = None

    def _read_mend(self, phrase: Phrase) -> None:
        self._read_stop(phrase)
        self._is_mending = self.is_idle = True

    def _read_before(self, phrase: Phrase) -> None:
        self._read_stop(phrase)
        self._goes_before = True

    def _read_wait(self, phrase: Phrase) -> None:
        self.is_idle = self._is_waiting = True
        self._verb = self._current = self._join = None
        if self._voice is _Voice.FORBIDDEN and self._has_object:
            self._voice = _Voice.ASKED

    def _read_chatter(self, phrase: Phrase) -> None:
        self.is_idle = True

    def _read_to(self, phrase: Phrase) -> None:
        self._join = self._last_join = None

    def _read_me(self, phrase: Phrase) -> None:
        if self._join is not None:
            self._read_place(replace(phrase, part=Part.PLACE, what=Spot.LEADER))

    # Deeds

    def _read_verb(self, phrase: Phrase) -> None:
        before = self._before()
        is_over = self._has_object if self._voice is _Voice.FORBIDDEN else self._is_cut
        if is_over:
            self._voice = _Voice.ASKED
        warns = before is not None and before.word in ("'ll", "will", "you", "would", "might")
        if phrase.kind is OrderKind.PUT_BACK and warns:
            self._voice, self._has_object = _Voice.FORBIDDEN, False
        if self._voice is _Voice.FORBIDDEN and phrase.kind is OrderKind.GO:
            self.is_idle = True
        if phrase.kind is OrderKind.PUT_BACK and self._voice is _Voice.ASKED:
            self._puts_back = True
        self._verb, self._is_waiting = phrase.kind, False
        self._join = phrase.how
        self._current = None

    def _read_join(self, phrase: Phrase) -> None:
        before = self._before()
        turned = before is not None and before.kind is OrderKind.TURN
        if phrase.how is Where.AROUND and turned and self._next() not in (Part.PLACE, Part.CARD):
            self._turn(BEHIND)
        elif phrase.how is Where.AROUND and self._next() in (None, Part.STOP, Part.COMMA):
            if self._mentioned is not None and self._mentioned.sentence + 1 >= self._sentence:
                self._go_around_it()
        elif phrase.word == "behind" and self._next() not in (
            Part.PLACE, Part.CARD, Part.PRONOUN, Part.ME
        ):  # fmt: skip
            self._read_side(replace(phrase, part=Part.SIDE, bearing=BEHIND))
        else:
            self._join = self._last_join = phrase.how
            if phrase.word in ("go", "walk", "step", "move", "circle", "head", "loop", "pass"):
                self._verb = OrderKind.GO
                if self._current is not None and self._current.order.kind is not OrderKind.GO:
                    self._current = None

    def _turn(self, bearing: int, number: int | None = None) -> None:
        number, self._times = number or self._times, None
        if bearing == BEHIND:
            number = None
        self._add(Order(OrderKind.TURN, bearing=bearing, number=number))
        self._current = None

    def _move(self, bearing: int, number: int | None) -> None:
        self._add(Order(OrderKind.GO, bearing=bearing, number=number))
        self._current = None

    def _read_way(self, phrase: Phrase) -> None:
        """A bare `left`, `forward` or `back`, with the number that stands by it."""
        assert phrase.bearing is not None
        if self._voice is not _Voice.ASKED:
            if not (self._is_cut or phrase.kind is OrderKind.TURN):
                return
            self._voice = _Voice.ASKED
        before = self._before()
        number = self._number_after(phrase.bearing)
        after_card = before is not None and before.part is Part.CARD and number is None
        if phrase.kind is OrderKind.TURN:
            self._turn(phrase.bearing)
        elif after_card and self._current is not None and not phrase.kind:
            self._describe_side(phrase.bearing)
        elif phrase.bearing in (LEFT, RIGHT):
            self._turn(phrase.bearing, number)
        elif phrase.bearing == BEHIND:
            if self._verb is OrderKind.TURN:
                self._turn(BEHIND)
            elif number is not None or phrase.kind is not None:
                self._move(BEHIND, number or 1)
        elif number is not None:
            self._move(AHEAD, number)
        elif self._verb is OrderKind.GO and before is not None and before.kind is OrderKind.GO:
            self._move(AHEAD, None)
        else:
            self._describe_side(AHEAD)

    def _number_after(self, bearing: int) -> int | None:
        """The number after a way, unless it belongs to the way after it: `left one forward`."""
        if self._next() not in (Part.STEPS, Part.TIMES):
            return None
        phrase = self.phrases[self._i]
        is_turn = bearing in (LEFT, RIGHT)
        if is_turn and phrase.part is Part.STEPS:
            belongs_on = self._next(1) is Part.WAY and self._next(2) is not Part.STEPS
            if phrase.word == "unit" or belongs_on:
                return None
        self._i += 1
        return phrase.number

    def _read_steps(self, phrase: Phrase) -> None:
        if self._voice is not _Voice.ASKED:
            return
        if self._next() is Part.WAY and self.phrases[self._i].kind is not OrderKind.TURN:
            way = self.phrases[self._i]
            assert way.bearing is not None
            self._i += 1
            if way.bearing in (LEFT, RIGHT):
                self._turn(way.bearing, phrase.number)
            else:
                self._move(way.bearing, phrase.number)
            return
        before, last = self._before(), self.drafts[-1] if self.drafts else None
        follows_way = last is not None and last.order.kind in (OrderKind.TURN, OrderKind.GO)
        if self._verb is OrderKind.TURN and follows_way and phrase.word != "unit":
            assert last is not None
            last.order = replace(last.order, number=phrase.number)
        elif before is not None and before.part is Part.WAY and last is not None and follows_way:
            if last.order.kind is OrderKind.GO:
                last.order = replace(last.order, number=phrase.number)
            else:
                self._move(AHEAD, phrase.number)
        elif self._next() is Part.SIDE or self._next() is Part.JOIN and self._verb is None:
            self._away = phrase.number
        elif phrase.word == "unit" or self._verb is OrderKind.GO or follows_way:
            self._move(AHEAD, phrase.number)

    def _read_times(self, phrase: Phrase) -> None:
        last = self.drafts[-1] if self.drafts else None
        is_way = last is not None and last.order.kind in (OrderKind.TURN, OrderKind.GO)
        if (
            is_way
            and last is not None
            and last.order.number is None
            and self._voice is _Voice.ASKED
        ):
            last.order = replace(last.order, number=phrase.number)
        elif self._verb is OrderKind.TURN:
            self._times = phrase.number

    def _read_away(self, phrase: Phrase) -> None:
        if self._current is not None and self._current.order.kind in _ON_CARDS:
            self._current.order = replace(self._current.order, number=phrase.number)
        else:
            self._away = phrase.number

    def _read_rank(self, phrase: Phrase) -> None:
        if self._current is not None:
            self._current.order = replace(self._current.order, rank=phrase.number)

    def _read_side(self, phrase: Phrase) -> None:
        assert phrase.bearing is not None
        before = self._before()
        led = before is not None and before.kind is OrderKind.GO
        if self._voice is _Voice.MINE:
            return
        if (
            self._voice is _Voice.ASKED
            and self._current is None
            and (self._verb is OrderKind.TURN or led)
        ):
            self._turn(phrase.bearing)
        else:
            self._describe_side(phrase.bearing)

    def _describe_side(self, bearing: int) -> None:
        if self._current is None or self._current.order.kind is OrderKind.TURN:
            if self._voice is _Voice.ASKED:
                self._bearing = _joint_bearing(self._bearing, bearing)
            return
        order = self._current.order
        self._current.order = replace(order, bearing=_joint_bearing(order.bearing, bearing))

    # Cards and places

    def _read_card(self, phrase: Phrase) -> None:
        assert phrase.card is not None
        card = phrase.card
        before = self._before()
        is_told = phrase.word in ("one", "ones") and card.rank is not None and card.face.is_blank
        if is_told and (before is None or before.part is not Part.COMMA):
            is_told = False
        if (phrase.word == "number" or is_told) and self._is_apposition(card):
            return
        if phrase.word in ("that", "this") and self._mentioned is None and self.drafts:
            card = replace(card, which=None)  # the one where the steps lead
        is_landmark = not card.face.is_blank or card.which is not None or self._is_waiting
        if self._join in _BESIDE_A_CARD and is_landmark:
            if self._join is Where.AROUND or self._voice is _Voice.FORBIDDEN:
                self.drafts.append(_Draft(replace(card, kind=OrderKind.LEAVE)))
            if self._voice is _Voice.ASKED:
                self._place(card.face, phrase.is_plural)
            self._has_object = True
            self._join = None if self._join is not Where.BETWEEN else self._join
            return
        if self._voice is not _Voice.ASKED:
            self._leave(card)
        elif self._verb is OrderKind.PUT_BACK or phrase.word == "step":
            self._add(replace(card, kind=OrderKind.PUT_BACK))
        elif not self._is_same_as_before(phrase):
            self._take(card)
        self._join = None

    def _is_apposition(self, card: Order) -> bool:
        """Whether `the three` says more of a card that was told, as in `blue stars, the three`."""
        last = self._mentioned
        if last is None or last.order.kind is not OrderKind.TAKE or self._voice is not _Voice.ASKED:
            return False
        if card.rank is not None:
            last.order = replace(last.order, rank=card.rank)
        elif last.order.face.count is None and last.sentence == self._sentence:
            last.order = replace(last.order, face=replace(last.order.face, count=card.cards))
        return True

    def _leave(self, card: Order) -> None:
        self._has_object = True
        if card.which is not None and card.face.is_blank:
            return
        before = self._before()
        is_any = card.cards == 0 or (before is not None and before.word == "no")
        if is_any and card.face.is_blank and self._voice is _Voice.FORBIDDEN:
            self.touches_nothing = self.is_idle = True
            return
        mentioned = self._mentioned
        if card.face.shape is None and isinstance(self._mention, AskedFace):
            face = replace(card.face, shape=self._mention.shape)
            card = replace(card, face=replace(face, colour=face.colour or self._mention.colour))
        draft = self._add(replace(card, kind=OrderKind.LEAVE))
        draft.is_mine = self._voice is _Voice.MINE
        if not draft.is_mine:
            self._mentioned = mentioned

    def _is_same_as_before(self, phrase: Phrase) -> bool:
        """Whether a card is one that was told in an earlier sentence."""
        card = phrase.card
        assert card is not None
        last = self._mentioned
        if last is None or last.order.kind is not OrderKind.TAKE or self._is_mending:
            return False
        told, face = last.order.face, card.face
        says_no_more = (
            told.is_like(face)
            and (face.colour is None or told.colour is not None)
            and (face.shape is None or told.shape is not None)
        )
        before = self._before()
        is_subject = before is not None and before.part is Part.IS and self._current is last
        is_back = card.which is Which.CURRENT or (is_subject and says_no_more) or (
            self._is_only and says_no_more and last.sentence != self._sentence
        ) or (
            last.sentence != self._sentence and phrase.is_definite and card.which is None
            and card.rank is None and says_no_more and not self._is_afterwards
            and not face.is_blank
        )  # fmt: skip
        if is_back:
            self._current = last
            last.is_approach = False
        return is_back

    def _take(self, card: Order) -> None:
        if isinstance(self._mention, AskedFace):
            like = {name: getattr(self._mention, name) for name in card.same}
            like = {k: v for k, v in like.items() if getattr(card.face, k) is None}
            card = replace(card, face=replace(card.face, **like))
        if self._is_mending:
            self._is_mending = False
            wrong = self._last(OrderKind.TAKE)
            if wrong is not None:
                self.drafts.remove(wrong)
        if self._is_only and not card.face.is_blank:
            self.drafts = [
                draft
                for draft in self.drafts
                if draft.has_verb
                or draft.order.kind is not OrderKind.TAKE
                or draft.order.face.is_like(card.face)
            ]
        self._is_only = False
        draft = self._add(card)
        draft.is_approach = self._join is Where.TOWARDS
        after = self.phrases[self._i].word if self._i < len(self.phrases) else ""
        if self._goes_before or (after == "first" and len(self.drafts) > 1):
            self._goes_before = False
            self.drafts.remove(draft)
            earlier = self._last(OrderKind.TAKE)
            at = self.drafts.index(earlier) if earlier is not None else len(self.drafts)
            self.drafts.insert(at, draft)

    def _read_place(self, phrase: Phrase) -> None:
        assert phrase.what is not None
        self._place(phrase.what, phrase.is_plural)

    def _place(self, what: Landmark, is_plural: bool = False) -> None:
        """Something lies or goes near a landmark."""
        how = self._join
        if how is None and (before := self._before()) is not None and before.part is Part.AND:
            how = self._last_join
        near = Nearby(how or Where.NEAR, what, is_plural)
        if self._voice is not _Voice.ASKED:
            self._has_object = True
        if self._current is not None and self._current.order.kind is not OrderKind.TURN:
            order = self._current.order
            self._current.order = replace(order, nearby=(*order.nearby, near))
        elif self._voice is _Voice.ASKED:
            turns = self._verb is OrderKind.TURN
            draft = self._add(Order(OrderKind.TURN if turns else OrderKind.GO, nearby=(near,)))
            if turns:
                self._current = None
            elif self._bearing is not None:
                draft.order = replace(draft.order, bearing=self._bearing)
        if self._join is not Where.BETWEEN:
            self._join = None
        self._mention = what

    def _read_pronoun(self, phrase: Phrase) -> None:
        if (
            self._join is Where.AROUND
            and isinstance(self._mention, AskedFace)
            and self._mentioned is self._last(OrderKind.TAKE)
        ):
            self._go_around_it()
        elif self._join in _BESIDE_A_CARD and phrase.word not in ("that", "this"):
            is_itself = self._current is not None and self._current is self._mentioned
            self._place((self._mention_before if is_itself else self._mention) or Spot.LAST_CARD)
        elif self._next() is Part.IS:
            self._current = self._mentioned if isinstance(self._mention, AskedFace) else None
            self._verb = None
        elif self._verb is OrderKind.PUT_BACK and self._voice is _Voice.ASKED:
            self._add(Order(OrderKind.PUT_BACK, which=Which.CURRENT))
        elif self._verb is OrderKind.TAKE or self._voice is _Voice.FORBIDDEN:
            self._take_it()
        self._has_object = True

    def _go_around_it(self) -> None:
        """The card told last is in the way, unless it was asked for by a verb."""
        if self._mentioned is not None and not self._mentioned.has_verb:
            self._forbid(self._mentioned)
        self._join = None

    def _take_it(self) -> None:
        last = self._mentioned
        if self._voice is _Voice.FORBIDDEN:
            is_meant = self._verb in (None, OrderKind.TAKE) and not self._has_object
            if last is not None and is_meant and self._is_avoiding:
                self._forbid(last)
            elif last is not None and is_meant:
                last.is_approach = True
        elif self._voice is _Voice.MINE:
            return
        elif isinstance(self._mention, AskedFace):
            if last is None or last.order.face != self._mention:
                self._add(Order(OrderKind.TAKE, self._mention))
            else:
                last.is_approach = False
        elif last is None or last.order.kind is not OrderKind.TAKE:
            self._add(Order(OrderKind.TAKE, which=Which.CURRENT))

    # All together

    def _finished(self) -> list[_Draft]:
        """The orders, when all is said."""
        self._give_what_is_left()
        if self._puts_back and self._last(OrderKind.PUT_BACK) is None:
            self.drafts.append(_Draft(Order(OrderKind.PUT_BACK, which=Which.CURRENT)))
        mine = [draft.order.face for draft in self.drafts if draft.is_mine]
        self.drafts = [draft for draft in self.drafts if not self._is_void(draft, mine)]
        for draft in self.drafts:
            order = draft.order
            if order.kind is OrderKind.TAKE and (draft.is_approach or self.touches_nothing):
                beside = Nearby(Where.NEAR, order.face)
                draft.order = replace(
                    order, kind=OrderKind.GO, number=None, nearby=(beside, *order.nearby)
                )
        return self._in_turn()

    def _give_what_is_left(self) -> None:
        """What was said of no card yet is said of the last one."""
        last = self._last(OrderKind.TAKE)
        if last is not None and last.order.bearing is None and self._bearing is not None:
            last.order = replace(last.order, bearing=self._bearing)

    def _is_void(self, draft: _Draft, mine: list[AskedFace]) -> bool:
        order = draft.order
        if order.kind is OrderKind.LEAVE:
            is_blank = order.face.is_blank and order.bearing is None and not order.nearby
            return is_blank or order.which is not None
        if order.kind is not OrderKind.TAKE or draft.has_verb:
            return False
        plain = Order(OrderKind.TAKE, cards=order.cards, is_afterwards=order.is_afterwards)
        if order == plain and any(
            other is not draft and other.order.kind is OrderKind.TAKE for other in self.drafts
        ):
            return True
        is_chosen_from = any(
            other.has_verb and other.order.kind is OrderKind.TAKE
            and not other.order.face.is_blank and order.face.is_like(other.order.face)
            and other.sentence > draft.sentence
            for other in self.drafts
        )  # fmt: skip
        return is_chosen_from or any(
            face.is_like(order.face) and not face.is_blank for face in mine
        )

    def _in_turn(self) -> list[_Draft]:
        """Ways that were told after a card without a verb lead to it."""
        last = self._last(OrderKind.TAKE)
        if last is None or last.has_verb:
            return self.drafts
        at = self.drafts.index(last)
        after = self.drafts[at + 1 :]
        if any(draft.order.is_afterwards for draft in after):
            return self.drafts
        return [*self.drafts[:at], *after, last]


def _joint_bearing(first: int | None, second: int) -> int:
    """Two sides as one: behind to the right, ahead to the left."""
    if first is None or first == second:
        return second
    if {abs(first), abs(second)} == {90, 180}:
        return (first if abs(first) == 90 else second) * 3 // 2
    if 0 in (first, second):
        return (first + second) // 2
    return second


_READERS = {
    Part.STOP: _Reader._read_stop,
    Part.COMMA: _Reader._read_comma,
    Part.AND: _Reader._read_and,
    Part.THEN: _Reader._read_then,
    Part.BUT: _Reader._read_but,
    Part.ONLY: _Reader._read_only,
    Part.NOT: _Reader._read_not,
    Part.NOTHING: _Reader._read_nothing,
    Part.I: _Reader._read_i,
    Part.YOU: _Reader._read_you,
    Part.NEED: _Reader._read_need,
    Part.MEND: _Reader._read_mend,
    Part.BEFORE: _Reader._read_before,
    Part.WAIT: _Reader._read_wait,
    Part.CHATTER: _Reader._read_chatter,
    Part.TO: _Reader._read_to,
    Part.ME: _Reader._read_me,
    Part.VERB: _Reader._read_verb,
    Part.JOIN: _Reader._read_join,
    Part.WAY: _Reader._read_way,
    Part.STEPS: _Reader._read_steps,
    Part.TIMES: _Reader._read_times,
    Part.AWAY: _Reader._read_away,
    Part.SIDE: _Reader._read_side,
    Part.RANK: _Reader._read_rank,
    Part.CARD: _Reader._read_card,
    Part.PLACE: _Reader._read_place,
    Part.PRONOUN: _Reader._read_pronoun,
}
"""What reads each part of a sentence; other words say nothing."""
