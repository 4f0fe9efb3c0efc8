"""Reading the small words of a text: who does what, what not, in which order, where, how far."""

from cerealbar.agents.rule_based.discourse import ON_CARDS, Discourse, Voice
from cerealbar.agents.rule_based.lexicon import AHEAD, BEHIND, LEFT, RIGHT, Chunk, ChunkPart
from cerealbar.agents.rule_based.orders import Order, OrderKind, Which
from cerealbar.language.board.claims import SaidFace

_ON_ANY = (None, OrderKind.TAKE)
_OBJECTS = (ChunkPart.CARD, ChunkPart.PRONOUN)


def end_sentence(said: Discourse) -> None:
    """A sentence ends, and with it all that was said of it."""
    said.voice, said.verb, said.join, said.last_join = Voice.ASKED, None, None, None
    said.is_waiting = False
    said.current = None
    said.sentence += 1


def read_comma(said: Discourse) -> None:
    """A list of what not to do ends with its first card."""
    if said.voice is Voice.FORBIDDEN and said.has_object:
        said.voice, said.verb = Voice.ASKED, None
    said.join = said.last_join = None
    said.is_cut = True


def read_but(said: Discourse, chunk: Chunk) -> None:
    """What follows is something else, or left out: `all but the stars`."""
    before = said.before()
    of_many = before.card is not None and (before.is_any or before.card.cards == 0)
    if chunk.word == "but" and of_many and said.after().part is ChunkPart.CARD:
        read_not(said, chunk)
    else:
        end_sentence(said)


def read_not(said: Discourse, chunk: Chunk) -> None:
    """What follows is forbidden, or what was said last is."""
    after = said.after()
    ends = after.part in (ChunkPart.END, ChunkPart.STOP) or after.word == "again"
    is_look = after.card is not None and not after.card.face.is_blank  # `a card that is not blue`
    is_told = chunk.word in ("is", "are") and not is_look
    says_of_it = is_told or chunk.word in ("for", "mine") or (chunk.word == "not" and ends)
    if says_of_it and said.mentioned is not None and said.before().part is not ChunkPart.END:
        said.mentioned.forbid()
        return
    said.voice, said.has_object = Voice.FORBIDDEN, False
    said.verb, said.current, said.join, said.is_cut = None, None, None, False


def read_nothing(said: Discourse, chunk: Chunk) -> None:
    """No card at all is to be touched."""
    if chunk.word == "nothing" or (said.voice is Voice.FORBIDDEN and said.verb in _ON_ANY):
        said.is_idle = said.has_object = True
        said.touches_nothing = said.touches_nothing or said.after().word != "else"


def read_i(said: Discourse) -> None:
    """What follows is what the leader does itself."""
    end_sentence(said)
    said.sentence -= 1
    said.voice, said.is_cut, said.is_idle = Voice.MINE, False, True


def read_you(said: Discourse, chunk: Chunk) -> None:
    """What follows is for the follower again."""
    if said.voice is Voice.MINE:
        said.voice, said.verb = Voice.ASKED, None
    if chunk.kind is not None:
        said.verb, said.current = chunk.kind, None


def read_wait(said: Discourse) -> None:
    """Nothing is to be done, or nothing but to go where to wait: `the hearts stay`."""
    if said.follows(ChunkPart.CARD) and said.current is not None and not said.current.has_verb:
        said.current.forbid()
    said.is_idle = said.is_waiting = True
    said.verb = said.current = said.join = None
    if said.voice is Voice.FORBIDDEN and said.has_object:
        said.voice = Voice.ASKED


def read_word(said: Discourse, chunk: Chunk) -> None:
    """A noun that is not known may be what is asked for."""
    asks = said.voice is Voice.ASKED and said.verb in (OrderKind.TAKE, OrderKind.GO)
    if asks and chunk.word == "the" and said.after().part is ChunkPart.WORD:
        said.is_baffled = said.is_baffled or said.current is None


def read_verb(said: Discourse, chunk: Chunk) -> None:
    """What follows is to be taken, put back, gone to or turned to."""
    is_over = said.has_object if said.voice is Voice.FORBIDDEN else said.is_cut
    if is_over:
        said.voice = Voice.ASKED
    warns = said.before().word in ("'ll", "will", "you", "would", "might")
    if chunk.kind is OrderKind.PUT_BACK and warns:
        said.voice, said.has_object = Voice.FORBIDDEN, False
    if said.voice is Voice.FORBIDDEN and chunk.kind is OrderKind.GO:
        said.is_idle = True
    said.verb, said.is_waiting = chunk.kind, False
    said.join = chunk.how
    said.current = None
    if chunk.kind is OrderKind.PUT_BACK and not names_next(said):
        put_back_it(said)
        said.verb = None


def names_next(said: Discourse) -> bool:
    """Whether what a verb is about follows it."""
    skips = said.after().part in (ChunkPart.TO, ChunkPart.WAY, ChunkPart.WORD)
    return said.after(skips).part in _OBJECTS


def put_back_it(said: Discourse) -> None:
    """What was named last is to be put back, or else the card that was taken last."""
    if said.voice is not Voice.ASKED:
        return
    last, it = said.mentioned, said.mention
    if last is not None and last is said.last(*ON_CARDS, OrderKind.GO):
        last.tell(kind=OrderKind.PUT_BACK)
    elif isinstance(it, SaidFace) and not it.is_blank:
        said.add(Order(OrderKind.PUT_BACK, it))
    else:
        said.add(Order(OrderKind.PUT_BACK, which=Which.CURRENT))


def read_way(said: Discourse, chunk: Chunk) -> None:
    """A bare `left`, `forward` or `back`, with the number that stands by it."""
    assert chunk.bearing is not None
    if said.verb is OrderKind.PUT_BACK and chunk.bearing == BEHIND:
        return  # `put it back`
    if said.voice is not Voice.ASKED:
        if not (said.is_cut or chunk.kind is OrderKind.TURN):
            return
        said.voice = Voice.ASKED
    number = number_after(said, chunk.bearing)
    after_card = said.follows(ChunkPart.CARD) and number is None
    if chunk.kind is OrderKind.TURN:
        turn(said, chunk.bearing)
    elif after_card and said.current is not None and not chunk.kind:
        describe_side(said, chunk.bearing)
    elif chunk.bearing in (LEFT, RIGHT):
        turn(said, chunk.bearing, number)
    elif chunk.bearing == BEHIND:
        if said.verb is OrderKind.TURN:
            turn(said, BEHIND)
        elif number is not None or chunk.kind is not None:
            move(said, BEHIND, number or 1)
    elif number is not None:
        move(said, AHEAD, number)
    elif said.verb is OrderKind.GO and said.before().kind is OrderKind.GO:
        move(said, AHEAD, None)
    else:
        describe_side(said, AHEAD)


def number_after(said: Discourse, bearing: int) -> int | None:
    """The number after a way, unless it belongs to the way after it: `left one forward`."""
    chunk = said.after()
    if chunk.part not in (ChunkPart.STEPS, ChunkPart.TIMES):
        return None
    is_turn = bearing in (LEFT, RIGHT)
    if is_turn and chunk.part is ChunkPart.STEPS:
        belongs_on = (
            said.after(1).part is ChunkPart.WAY and said.after(2).part is not ChunkPart.STEPS
        )
        if chunk.word == "unit" or belongs_on:
            return None
    said.i += 1
    return chunk.number


def read_steps(said: Discourse, chunk: Chunk) -> None:
    """How far to go, how often to turn, or how far away something is."""
    if said.voice is not Voice.ASKED:
        return
    after = said.after()
    if after.part is ChunkPart.WAY and after.kind is not OrderKind.TURN:
        bearing = after.bearing
        assert bearing is not None
        is_place = said.follows(ChunkPart.CARD) and said.current is not None
        said.i += 1
        if is_place and bearing not in (LEFT, RIGHT):  # `the red star 3 steps ahead`
            describe_side(said, bearing)
            read_away(said, chunk)
        elif bearing not in (LEFT, RIGHT):
            move(said, bearing, chunk.number)
        elif chunk.word == "unit":
            turn(said, bearing)
            move(said, AHEAD, chunk.number)
        else:
            turn(said, bearing, chunk.number)
        return
    way = said.last_way()
    goes_on = way is not None and said.follows(ChunkPart.WAY)
    is_turn = said.verb is OrderKind.TURN and chunk.word != "unit"
    if way is not None and (is_turn or (goes_on and way.order.kind is OrderKind.GO)):
        way.tell(number=chunk.number)
    elif after.part is ChunkPart.SIDE or (after.part is ChunkPart.JOIN and said.verb is None):
        said.away = chunk.number
    elif chunk.word == "unit" or said.verb is OrderKind.GO or way is not None:
        move(said, AHEAD, chunk.number)


def read_times(said: Discourse, chunk: Chunk) -> None:
    """How often to turn or step."""
    way = said.last_way()
    if way is not None and way.order.number is None and said.voice is Voice.ASKED:
        way.tell(number=chunk.number)
    elif said.verb is OrderKind.TURN:
        said.times = chunk.number


def read_away(said: Discourse, chunk: Chunk) -> None:
    """How many steps away a card is."""
    if said.current is not None and said.current.order.kind in ON_CARDS:
        said.current.tell(number=chunk.number)
    else:
        said.away = chunk.number


def read_side(said: Discourse, chunk: Chunk) -> None:
    """Where something lies, or after a verb of turning where to turn."""
    assert chunk.bearing is not None
    is_led = said.verb is OrderKind.TURN or said.before().kind is OrderKind.GO
    if said.voice is Voice.MINE:
        return
    if said.voice is Voice.ASKED and said.current is None and is_led:
        turn(said, chunk.bearing)
    else:
        describe_side(said, chunk.bearing)


def describe_side(said: Discourse, bearing: int) -> None:
    """Say of what is being described, or of what comes next, on which side it lies."""
    if said.current is None or said.current.order.kind is OrderKind.TURN:
        if said.voice is Voice.ASKED:
            said.bearing = joint_bearing(said.bearing, bearing)
        return
    said.current.tell(bearing=joint_bearing(said.current.order.bearing, bearing))


def turn(said: Discourse, bearing: int, number: int | None = None) -> None:
    """Turning is asked for."""
    number, said.times = number or said.times, None
    if bearing == BEHIND:
        number = None
    said.add(Order(OrderKind.TURN, bearing=bearing, number=number))
    said.current = None


def move(said: Discourse, bearing: int, number: int | None) -> None:
    """Going straight is asked for."""
    said.add(Order(OrderKind.GO, bearing=bearing, number=number))
    said.current = None


def joint_bearing(first: int | None, second: int) -> int:
    """Two sides as one: behind to the right, ahead to the left."""
    if first is None or first == second:
        return second
    if {abs(first), abs(second)} == {90, 180}:
        return (first if abs(first) == 90 else second) * 3 // 2
    if 0 in (first, second):
        return (first + second) // 2
    return second
