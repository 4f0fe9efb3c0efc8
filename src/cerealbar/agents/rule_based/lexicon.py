"""The words that the rule-based follower knows, beside those for landmarks."""

from enum import StrEnum

from cerealbar.agents.rule_based.landmarks import (
    LOOKS,
    MAP,
    PROP_COLOURS,
    SIZES,
    SPOTS,
    THINGS,
    word_set,
)
from cerealbar.agents.rule_based.orders import OrderKind, Where
from cerealbar.game import Colour, Shape
from cerealbar.language.manner.pen import NUMBER_WORDS
from cerealbar.language.nouns.faces import COLOUR_WORDS, SHAPE_NOUNS
from cerealbar.language.nouns.names import plural_of


class ChunkPart(StrEnum):
    """What part some words play in a sentence."""

    CARD = "card"
    PLACE = "place"
    PRONOUN = "pronoun"
    VERB = "verb"
    WAIT = "wait"
    JOIN = "join"
    """A preposition before a landmark."""
    SIDE = "side"
    """Where something lies, as seen by the follower."""
    WAY = "way"
    """Where to turn or go: a bare `left`, `forward`, `back`."""
    STEPS = "steps"
    TIMES = "times"
    AWAY = "away"
    """How many steps away something is."""
    RANK = "rank"
    TO = "to"
    NOT = "not"
    NOTHING = "nothing"
    ME = "me"
    I = "i"  # noqa: E741 - the word itself
    YOU = "you"
    NEED = "need"
    MEND = "mend"
    BEFORE = "before"
    """What follows is to be done before what was said last."""
    THEN = "then"
    STOP = "stop"
    COMMA = "comma"
    AND = "and"
    BUT = "but"
    ONLY = "only"
    IS = "is"
    CHATTER = "chatter"
    WORD = "word"


_PARTS: dict[ChunkPart, str] = {
    ChunkPart.PRONOUN: "it them those these they that this 'em em",
    ChunkPart.WAIT: "wait stay hold pause hang remain sit relax rest halt freeze chill park stop"
    " stand waiting stopping",
    ChunkPart.NOT: "not n't avoid avoiding never skip ignore except without watch careful"
    " leave besides excluding nor dodge dodging miss mine forget",
    ChunkPart.NOTHING: "nothing anything",
    ChunkPart.ME: "me",
    ChunkPart.I: "i my",
    ChunkPart.YOU: "you ya",
    ChunkPart.NEED: "need want",
    ChunkPart.MEND: "oops whoops oopsie meant sorry actually correction nevermind rather",
    ChunkPart.THEN: "then after afterwards next lastly finally later",
    ChunkPart.STOP: ". ; ! ? : ) ]",
    ChunkPart.COMMA: ", - -- .. ... ( / [",
    ChunkPart.AND: "and or also & + plus",
    ChunkPart.BUT: "but so instead though however",
    ChunkPart.ONLY: "only just",
    ChunkPart.IS: "is are 's was 're",
    ChunkPart.TO: "to onto for into through with at of",
}
_VERBS: dict[OrderKind, str] = {
    OrderKind.TAKE: "get grab pick take select collect fetch snag retrieve hit touch activate"
    " choose nab acquire obtain gather land reselect highlight click scoop claim bag capture pickup"
    " trample trip bump find",
    OrderKind.PUT_BACK: "deselect unselect drop unpick remove undo release uncheck unclick"
    " unhighlight put return untick cancel ungrab unmark deactivate"
    " ditch lose toss discard dump swap trade",
    OrderKind.GO: "go walk move head run travel follow continue keep proceed come advance hurry"
    " sprint jog march wander stroll approach enter exit climb step race dash make hop hike trek"
    " scoot venture cruise hustle reach end carry position bring cut circle loop cross round stick"
    " meet aim steer drive stride",
    OrderKind.TURN: "turn rotate face spin look swivel pivot veer bear swing flip",
}


def _forms(verb: str) -> tuple[str, ...]:
    """A verb and its `-ing` forms, of which one is English."""
    stem = verb.removesuffix("e")
    return verb, f"{verb}ing", f"{stem}ing", f"{stem}{stem[-1]}ing"


VERBS: dict[str, OrderKind] = {
    form: kind
    for kind, text in _VERBS.items()
    for verb in text.split()
    for form in _forms(verb)
    if form != "touching"
}
_JOINS: dict[Where, str] = {
    Where.NEAR: "by near beside alongside adjacent against under touching along among close below"
    " opposite above",
    Where.ON: "on in",
    Where.PAST: "past behind beyond across over pass passing after",
    Where.BEFORE: "before",
    Where.BETWEEN: "between",
    Where.AROUND: "around round",
    Where.TOWARDS: "toward towards",
}
JOINS: dict[str, Where] = {word: how for how, text in _JOINS.items() for word in text.split()}
PARTS: dict[str, ChunkPart] = {word: part for part, text in _PARTS.items() for word in text.split()}

CHATTER = word_set(
    "good great nice perfect awesome thanks thank excellent cool hi hello hey yay"
    " sweet ok okay alright yes yep yeah amazing wonderful fantastic bravo lol haha luck ready"
    " ty thx well done wow team yup sure brilliant beautiful fine fun bye howdy hiya job"
    " sec minute moment set sets points point score think thinking"
    " phew correct exactly superb greetings darn ugh shoot crap how hmm welcome"
)
"""Words of texts that ask for nothing."""

LEFT, RIGHT, AHEAD, BEHIND = -90, 90, 0, 180
WAYS: dict[str, int] = {
    **dict.fromkeys(("left", "leftward", "leftwards", "lefts", "lefthand"), LEFT),
    **dict.fromkeys(("right", "rightward", "rightwards", "rights", "righthand"), RIGHT),
    **dict.fromkeys(("back", "backward", "backwards", "reverse", "backup"), BEHIND),
    **dict.fromkeys(("forward", "forwards", "ahead", "straight", "forth"), AHEAD),
}
UNITS = word_set(
    "step steps space spaces tile tiles hex hexes hexagon hexagons spot spots cell cells move moves"
    " place places pace paces block blocks click clicks squares"
)
NUMBERS: dict[str, int] = {
    **dict.fromkeys(("one", "1", "single", "lone", "1x", "solo", "x1"), 1),
    **dict.fromkeys(("two", "2", "double", "pair", "couple", "both", "2x", "x2"), 2),
    **dict.fromkeys(("three", "3", "triple", "3x", "x3", "few", "trio"), 3),
    **{str(n): n for n in range(4, 26)},
    **{NUMBER_WORDS[n]: n for n in range(4, len(NUMBER_WORDS))},
}
TIMES: dict[str, int] = {"once": 1, "twice": 2, "thrice": 3}
DEGREES: dict[str, int] = {
    f"{degrees}{sign}": degrees for degrees in (60, 90, 120, 180, 240, 300) for sign in ("", "°")
}
RANKS: dict[str, int] = {
    **dict.fromkeys(("first", "1st", "closest", "nearest", "closer", "next", "nearer"), 0),
    **dict.fromkeys(("second", "2nd"), 1),
    **dict.fromkeys(("third", "3rd"), 2),
    **dict.fromkeys(("last", "furthest", "farthest", "far", "further", "farther", "distant"), -1),
}
DETERMINERS = word_set("the a an this that those these your some any every each all teh of our my")
GROUPS = word_set("clump group bunch cluster patch row stand line set body pool")
CARD_NOUNS = word_set("card cards one ones others rest thing things symbol symbols")
MORE = word_set("more chosen selected unselected bright solid plain lonely extra exact correct aid")
"""Words before a card's noun that say nothing of it."""

_MORE_COLOURS = {
    Colour.BLUE: "navy azure cyan sapphire",
    Colour.GREEN: "emerald lime",
    Colour.PINK: "violet fuchsia lilac mauve",
    Colour.RED: "crimson scarlet burgundy ruby",
    Colour.YELLOW: "golden",
    Colour.BLACK: "dark charcoal",
    Colour.ORANGE: "amber tangerine",
}
"""Words for colours that the simulated people do not use, as the next ones for shapes."""
_MORE_SHAPES = {
    Shape.CUBE: "brick dice die cushion carton crate",
    Shape.DIAMOND: "strip rhombus lozenge rhombi kite gem jewel gemstone crystal",
    Shape.HEART: "<3 valentine",
    Shape.PLUS: "x plusses xs hospital medical bandaid",
    Shape.STAR: "starfish badge",
    Shape.TRIANGLE: "pizza nacho party wedge",
    Shape.TORUS: "tori o bagel bangle tire",
}
COLOURS: dict[str, Colour] = {
    word.split()[-1]: colour
    for colour, table in COLOUR_WORDS.items()
    for word in (*table.options, *_MORE_COLOURS[colour].split())
}
SHAPES: dict[str, Shape] = {
    form: shape
    for shape, table in SHAPE_NOUNS.items()
    for word in (*(one for one, _ in table.options), *_MORE_SHAPES[shape].split())
    for form in (word, plural_of(word))
}
_EITHER = word_set("plus starfish dice")
_SINGULAR = word_set("cross torus rhombus")


def is_plural(noun: str) -> bool | None:
    """Whether a noun tells more than one from one; None where it does not tell."""
    if noun in _EITHER:
        return None
    return noun not in _SINGULAR and (noun.endswith("s") or noun in ("rhombi", "tori"))


SHORT: dict[str, str] = {
    "u": "you", "ur": "your", "yr": "your", "n": "and", "fwd": "forward", "frwd": "forward",
    "thru": "through", "blk": "black", "yel": "yellow", "grn": "green", "infront": "in front",
    "inbetween": "in between", "til": "until", "till": "until", "pls": "please", "plz": "please",
    "dont": "do n't", "didnt": "did n't", "cant": "ca n't", "wont": "wo n't", "isnt": "is n't",
    "doesnt": "does n't", "youre": "you 're", "youll": "you 'll", "ill": "i 'll", "im": "i 'm",
    "ive": "i 've", "lets": "let 's", "theres": "there 's", "thats": "that 's", "its": "it 's",
    "theyre": "they 're", "uturn": "turn around", "u-turn": "turn around", "180°": "180",
    "urn": "turn", "behide": "behind",
    "w/": "with", "gimme": "get", "lamppost": "lamp", "palmtree": "palm", "unselct": "unselect",
    "oclock": "o'clock", "whats": "what 's", "imma": "i 'll", "theyr": "they 're",
}  # fmt: skip
"""What is written short, or so often in another way that no rule of spelling is asked."""

_GAME_WORDS: frozenset[str] = (
    frozenset(VERBS) | frozenset(JOINS) | frozenset(WAYS) | frozenset(NUMBERS) | frozenset(RANKS)
    | frozenset(COLOURS) | frozenset(SHAPES) | frozenset(THINGS) | frozenset(SPOTS) | CARD_NOUNS
    | frozenset(LOOKS) | PROP_COLOURS | UNITS | frozenset(TIMES) | MAP
)  # fmt: skip
REPAIRABLE: frozenset[str] = frozenset(
    word for word in _GAME_WORDS | {"don't", "wait", "stay"} if len(word) > 3 and word.isalpha()
)
"""The words for which others can be misspellings."""
KNOWN: frozenset[str] = (
    _GAME_WORDS | frozenset(PARTS) | SIZES | DETERMINERS | MORE | frozenset(SHORT)
    | frozenset(DEGREES) | word_set("o'clock clock there here your up down you away")
)  # fmt: skip
"""Every word with a meaning here."""
_NO_NOUNS = (
    KNOWN
    | CHATTER
    | word_set(
        "again alone also am area as away be because been being bro bud buddy can cause could"
        " dear did do does down dude first friend from girl go had has have he her here him"
        " his hon honey if love man mate must near now oh pal place please right she should"
        " side since spot than their them there too unless until up us we well when where"
        " which while who will would yet"
    )
)


def is_strange(word: str) -> bool:
    """Whether a word could be a noun that is not known here."""
    return len(word) > 2 and word not in _NO_NOUNS and word.isalpha()
