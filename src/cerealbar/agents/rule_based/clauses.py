"""Reading the small words of a text: who does what, what not, in which order."""

from cerealbar.agents.rule_based.discourse import ON_CARDS, Discourse, Voice
from cerealbar.agents.rule_based.lexicon import Chunk, ChunkPart
from cerealbar.agents.rule_based.orders import Order, OrderKind, Which
from cerealbar.language.board.claims import SaidFace

_ON_ANY = (None, OrderKind.TAKE)
_OBJECTS = (ChunkPart.CARD, ChunkPart.PRONOUN)


def end_sentence(said: Discourse) -> None:
    """A sentence ends, and with it all that was said of it."""
    said.voice, said.verb, said.join, said.last_join = Voice.ASKED, None, None, None
    said.is_waiting = False
    said.current = None
    said.is_cut = True
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
