"""Text to orders: what the rule-based follower makes of an instruction before it looks around."""

from dataclasses import replace
from functools import lru_cache

from cerealbar.agents.rule_based.chunks import chunks_of, words_of
from cerealbar.agents.rule_based.clauses import (
    end_sentence,
    move,
    put_back_it,
    read_away,
    read_but,
    read_comma,
    read_i,
    read_not,
    read_nothing,
    read_side,
    read_steps,
    read_times,
    read_verb,
    read_wait,
    read_way,
    read_word,
    read_you,
    turn,
)
from cerealbar.agents.rule_based.discourse import Discourse, OrderDraft, Voice
from cerealbar.agents.rule_based.lexicon import AHEAD, BEHIND, CHATTER, Chunk, ChunkPart
from cerealbar.agents.rule_based.orders import (
    AskedLandmark,
    Nearby,
    Order,
    OrderKind,
    Reading,
    Spot,
    Where,
    Which,
)
from cerealbar.language.board.claims import SaidFace

_BESIDE = frozenset(set(Where) - {Where.ON, Where.TOWARDS})
"""How a card is a landmark and not what is asked for."""
_GOING = frozenset(("go", "walk", "step", "move", "circle", "head", "loop", "pass"))
"""Verbs with which fixed phrases about the way begin."""
_BLAMES = frozenset(("meant", "wrong", "mistake"))
"""Words that say that the card before was the wrong one."""


@lru_cache(maxsize=1024)
def read(text: str) -> Reading:
    """What an instruction asks for, in the order in which it is to be done."""
    words = words_of(text)
    said = Discourse(chunks_of(words))
    while said.i < len(said.chunks):
        chunk = said.after()
        said.i += 1
        _read_chunk(said, chunk)
    orders = _orders(said)
    is_idle = said.is_idle or any(word in CHATTER for word in words)
    is_partial = said.is_baffled and not any(o.kind is OrderKind.TAKE for o in orders)
    mends_last = said.mends_last and not _BLAMES.isdisjoint(words)
    return Reading(orders, is_idle and not is_partial, is_partial, said.touches_nothing, mends_last)


def _read_chunk(said: Discourse, chunk: Chunk) -> None:
    """Read a chunk into what has been said, the commonest parts first; others say nothing."""
    match chunk.part:
        case ChunkPart.CARD:
            read_card(said, chunk)
        case ChunkPart.VERB:
            read_verb(said, chunk)
        case ChunkPart.WORD:
            read_word(said, chunk)
        case ChunkPart.PLACE if chunk.what is not None:
            place(said, chunk.what, chunk.is_plural)
        case ChunkPart.JOIN:
            read_join(said, chunk)
        case ChunkPart.STOP:
            end_sentence(said)
        case ChunkPart.COMMA:
            read_comma(said)
        case ChunkPart.SIDE:
            read_side(said, chunk)
        case ChunkPart.WAY:
            read_way(said, chunk)
        case ChunkPart.THEN:
            end_sentence(said)
            said.is_afterwards = True
        case ChunkPart.TO:  # an aim, not a landmark beside it
            said.join = said.last_join = None
        case ChunkPart.CHATTER:
            said.is_idle = True
        case ChunkPart.PRONOUN:
            read_pronoun(said, chunk)
        case ChunkPart.NOT:
            read_not(said, chunk)
        case ChunkPart.STEPS:
            read_steps(said, chunk)
        case ChunkPart.BUT:
            read_but(said, chunk)
        case ChunkPart.NOTHING:
            read_nothing(said, chunk)
        case ChunkPart.I:
            read_i(said)
        case ChunkPart.YOU:
            read_you(said, chunk)
        case ChunkPart.ONLY:  # all that is meant of what was named
            said.is_only = said.after().part is ChunkPart.CARD
        case ChunkPart.NEED:  # asked for, though nothing is said of fetching it
            said.voice = Voice.ASKED if said.voice is Voice.MINE else said.voice
            said.verb = said.join = None
        case ChunkPart.MEND:  # what was asked for last was wrong
            end_sentence(said)
            said.is_mending = said.is_idle = True
        case ChunkPart.BEFORE:
            end_sentence(said)
            said.goes_before = True
        case ChunkPart.WAIT:
            read_wait(said)
        case ChunkPart.TIMES:
            read_times(said, chunk)
        case ChunkPart.AWAY:
            read_away(said, chunk)
        case ChunkPart.RANK if said.current is not None:
            said.current.tell(rank=chunk.number)
        case ChunkPart.ME if said.join is not None:
            place(said, Spot.LEADER)


def _orders(said: Discourse) -> tuple[Order, ...]:
    """The orders of a text that has been read."""
    last = said.last(OrderKind.TAKE)
    if last is not None and last.order.bearing is None:
        last.tell(bearing=said.bearing)
    if said.bearing is not None and said.last() is None:  # `one step to the left`
        turn(said, said.bearing)
        if said.away is not None:
            move(said, AHEAD, said.away)
    return said.finished()


def read_join(said: Discourse, chunk: Chunk) -> None:
    """A landmark follows, or a way to turn."""
    after = said.after().part
    leads_on = after in (ChunkPart.PLACE, ChunkPart.CARD)
    if chunk.how is Where.AROUND and said.before().kind is OrderKind.TURN and not leads_on:
        turn(said, BEHIND)
    elif chunk.word == "behind" and not (leads_on or after in (ChunkPart.PRONOUN, ChunkPart.ME)):
        read_side(said, replace(chunk, part=ChunkPart.SIDE, bearing=BEHIND))
    else:
        said.join = said.last_join = chunk.how
        if chunk.word in _GOING:
            said.verb = OrderKind.GO
            if said.current is not None and said.current.order.kind is not OrderKind.GO:
                said.current = None


def read_card(said: Discourse, chunk: Chunk) -> None:
    """A card is asked for, forbidden, or a landmark for another."""
    card = chunk.card
    assert card is not None
    if is_apposition(said, chunk, card):
        return
    is_told = not card.face.is_blank or card.which is not None or said.is_waiting
    goes_by = said.current is not None and said.current.order.kind is OrderKind.GO
    if said.join is None and said.follows(ChunkPart.AND) and goes_by:
        said.join = said.last_join  # `go past the red star and the blue heart`
    if said.join in _BESIDE and is_told:
        pass_by(said, chunk, card)
        return
    if said.voice is not Voice.ASKED:
        leave(said, replace(card, cards=0) if chunk.is_any else card)
    elif said.verb is OrderKind.PUT_BACK or chunk.word == "step":
        is_listed = not said.follows(ChunkPart.VERB)
        if not (is_listed and card.face.is_blank and card.which is None):
            said.add(replace(card, kind=OrderKind.PUT_BACK))
    elif not is_same_as_before(said, chunk, card):
        take(said, card)
    said.join = None


def pass_by(said: Discourse, chunk: Chunk, card: Order) -> None:
    """A card is a landmark, and if the way goes around it, not to be touched."""
    if said.join is Where.AROUND or said.voice is Voice.FORBIDDEN:
        said.drafts.append(OrderDraft(replace(card, kind=OrderKind.LEAVE)))
    if said.voice is Voice.ASKED:
        place(said, card.face, chunk.is_plural)
    said.has_object = True


def is_apposition(said: Discourse, chunk: Chunk, card: Order) -> bool:
    """Whether words say more of the card before: `red stars, the ones by the pond`."""
    last = said.mentioned
    is_one = chunk.word in ("one", "ones") and card.face.is_blank and not card.same
    is_more = is_one and card.which is None and (chunk.is_definite or card.rank is not None)
    is_cut = said.follows(ChunkPart.COMMA) or said.follows(ChunkPart.STOP)
    if not (is_more and is_cut) or last is None or not last.is_take:
        return False
    rank = last.order.rank if card.rank is None else card.rank
    bearing = last.order.bearing if card.bearing is None else card.bearing
    last.tell(rank=rank, bearing=bearing)
    said.current = last
    return True


def leave(said: Discourse, card: Order) -> None:
    """A card is not to be touched."""
    said.has_object = True
    if card.which is not None and card.face.is_blank:
        return
    is_any = card.cards == 0 or (said.before().word == "no" and not card.same)
    if is_any and card.face.is_blank and said.voice is Voice.FORBIDDEN:
        said.touches_nothing = said.is_idle = True
        return
    mentioned = said.mentioned
    if card.face.shape is None and isinstance(said.mention, SaidFace):
        card = replace(card, face=card.face.completed_by(said.mention, ("colour", "shape")))
    draft = said.add(replace(card, kind=OrderKind.LEAVE))
    draft.is_mine = said.voice is Voice.MINE
    if not draft.is_mine:
        said.mentioned = mentioned


def is_same_as_before(said: Discourse, chunk: Chunk, card: Order) -> bool:
    """Whether a card is the one that was told before, in other words."""
    last, face = said.mentioned, card.face
    if last is None or not last.is_take or said.is_mending:
        return False
    told = last.order.face
    if told.is_blank and last.order.which is None and said.follows(ChunkPart.COMMA):
        last.tell(face=face, cards=card.cards)  # `the nearest, the green square`
        said.mention, said.current = face, last
        return True
    says_no_more = face.says_no_more_than(told)
    is_other_sentence = last.sentence != said.sentence
    is_definite = chunk.is_definite and card.which is None and card.rank is None
    is_back = card.which is Which.CURRENT or (
        says_no_more
        and (
            (said.follows(ChunkPart.IS) and said.current is last)
            or (said.is_only and is_other_sentence)
            or (is_definite and is_other_sentence and not said.is_afterwards)
        )
        and not (face.is_blank and not said.follows(ChunkPart.IS))
    )
    if is_back:
        said.current = last
        last.is_approach = False
        last.has_verb = last.has_verb or said.verb is OrderKind.TAKE
    return is_back


def take(said: Discourse, card: Order) -> None:
    """A card is to be taken."""
    if isinstance(said.mention, SaidFace):
        card = replace(card, face=card.face.completed_by(said.mention, card.same))
    if said.is_mending:
        said.is_mending = False
        wrong = said.last(OrderKind.TAKE)
        said.mends_last = wrong is None
        if wrong is not None:
            said.drafts.remove(wrong)
            names = ("colour", "shape") if card.face.is_plural else ("number", "colour", "shape")
            card = replace(card, face=card.face.completed_by(wrong.order.face, names))
    said.is_only = False
    draft = said.add(card)
    draft.is_approach = said.join is Where.TOWARDS
    if said.goes_before:
        said.goes_before = False
        said.do_before(draft)


def place(said: Discourse, what: AskedLandmark, is_plural: bool = False) -> None:
    """Something lies or goes near a landmark."""
    how = said.join
    if how is None and said.follows(ChunkPart.AND):
        how = said.last_join
    near = Nearby(how or Where.NEAR, what, is_plural)
    said.has_object = True
    is_next = said.follows(ChunkPart.TO)  # `past A to B`
    if said.current is not None and said.current.order.kind is OrderKind.GO and is_next:
        said.current = None
    if said.current is not None and said.current.order.kind is not OrderKind.TURN:
        said.current.tell(nearby=(*said.current.order.nearby, near))
    elif said.voice is Voice.ASKED:
        turns = said.verb is OrderKind.TURN
        draft = said.add(Order(OrderKind.TURN if turns else OrderKind.GO, nearby=(near,)))
        if turns:
            said.current = None
        else:
            draft.tell(bearing=said.bearing)
    if said.join is not Where.BETWEEN:
        said.join = None
    said.mention = what


def read_pronoun(said: Discourse, chunk: Chunk) -> None:
    """What was named last is meant."""
    if (
        said.join is Where.AROUND
        and isinstance(said.mention, SaidFace)
        and said.mentioned is said.last(OrderKind.TAKE)
    ):
        if said.mentioned is not None and not said.mentioned.has_verb:  # it is in the way
            said.mentioned.forbid()
        said.join = None
    elif said.join in _BESIDE and chunk.word not in ("that", "this"):
        is_itself = said.current is not None and said.current.order.face == said.mention
        place(said, (said.mention_before if is_itself else said.mention) or Spot.LAST_CARD)
    elif said.after().part is ChunkPart.IS:
        said.current = said.mentioned if isinstance(said.mention, SaidFace) else None
        said.verb = None
    elif said.verb is OrderKind.PUT_BACK and said.voice is Voice.ASKED:
        if said.follows(ChunkPart.VERB):
            put_back_it(said)
    elif said.verb is OrderKind.TAKE or said.voice is Voice.FORBIDDEN:
        take_it(said)
    said.has_object = True


def take_it(said: Discourse) -> None:
    """What was named last is to be taken, or not."""
    last = said.mentioned
    if said.voice is Voice.FORBIDDEN:
        is_meant = said.verb in (None, OrderKind.TAKE) and not said.has_object
        if last is not None and is_meant:
            last.is_approach = True
    elif said.voice is Voice.MINE:
        return
    elif last is not None and last.is_take and not last.has_verb:
        last.has_verb, last.is_approach = True, False
    elif isinstance(said.mention, SaidFace):
        if last is None or last.order.face != said.mention:
            said.add(Order(OrderKind.TAKE, said.mention))
        else:
            last.is_approach = False
    elif last is None or not last.is_take:
        said.add(Order(OrderKind.TAKE, which=Which.CURRENT))
