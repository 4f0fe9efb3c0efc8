"""Text to orders: what the rule-based follower makes of an instruction before it looks around."""

from dataclasses import dataclass, field, replace
from enum import StrEnum
from functools import lru_cache

from cerealbar.agents.rule_based import lexicon
from cerealbar.game import Colour, Shape
from cerealbar.language.tokenizer import tokenize


class OrderKind(StrEnum):
    """What an order is about."""

    GET = "get"
    DESELECT = "deselect"
    GO = "go"
    TURN = "turn"
    WAIT = "wait"


class Side(StrEnum):
    """A direction as seen by the follower."""

    LEFT = "left"
    RIGHT = "right"
    AHEAD = "ahead"
    BEHIND = "behind"


@dataclass(frozen=True, slots=True)
class AskedFace:
    """What is said of a card's face; None for what is not said."""

    count: int | None = None
    colour: Colour | None = None
    shape: Shape | None = None

    @property
    def is_blank(self) -> bool:
        """Whether nothing is said."""
        return self.count is None and self.colour is None and self.shape is None


@dataclass(frozen=True, slots=True)
class Order:
    """One clause of an instruction."""

    deed: OrderKind
    faces: tuple[AskedFace, ...] = ()
    """The cards that are described by their faces."""
    cards: int = 0
    """How many cards are spoken of without a face."""
    landmarks: tuple[lexicon.Thing, ...] = ()
    side: Side | None = None
    number: int | None = None
    """How many times to turn, or how many steps to go."""
    order: int | None = None
    """Which of several: 0 the nearest or first, -1 the farthest or last."""
    is_current: bool = False
    """Whether the card under the follower, or the one it took last, is meant."""
    is_forbidden: bool = False
    """Whether this is what not to do."""
    to_edge: bool = False

    @property
    def parts(self) -> tuple["Order", ...]:
        """The same as orders of one card each."""
        if len(self.faces) > 1:
            return tuple(replace(self, faces=(face,)) for face in self.faces)
        return (self,) if self.cards < 2 or self.faces else (replace(self, cards=1),) * self.cards


@dataclass(slots=True)
class _OrderClause:
    deed: OrderKind | None = None
    words: list[str] = field(default_factory=list)
    is_forbidden: bool = False


@lru_cache(maxsize=4096)
def _known_word(word: str) -> str:
    """The word, or the known word that it misspells by one letter or by two swapped ones."""
    if len(word) < 4 or word in lexicon.KNOWN or not word.isalpha():
        return word
    for i in range(len(word)):
        if (guess := word[:i] + word[i + 1 :]) in lexicon.KNOWN:
            return guess
        if (guess := word[:i] + word[i + 1 : i + 2] + word[i] + word[i + 2 :]) in lexicon.KNOWN:
            return guess
    near = [w for w in lexicon.KNOWN if len(w) > 3 and _differs_by_one(word, w)]
    return min(near) if near else word


def _differs_by_one(word: str, known: str) -> bool:
    if len(word) == len(known):
        return sum(a != b for a, b in zip(word, known, strict=True)) == 1
    if len(word) + 1 == len(known):
        return any(known[:i] + known[i + 1 :] == word for i in range(len(known)))
    return False


def _deed(words: list[str], i: int) -> OrderKind | None:
    """The deed that the word at `i` names, if it is a verb there."""
    word = words[i]
    after = words[i + 1] if i + 1 < len(words) else ""
    before = words[i - 1] if i else ""
    if word in lexicon.DESELECT:
        return OrderKind.DESELECT
    if word == "step" and after in ("on", "onto"):
        return OrderKind.GET
    if word in lexicon.TURN and before not in ("the", "next", "one", "this", "your", "my"):
        return OrderKind.TURN
    if word in lexicon.GET and not (word in ("hit", "land", "touch") and before in ("the", "a")):
        return OrderKind.GET
    if word in lexicon.WAIT and not (word == "still" and before != "stay"):
        return OrderKind.WAIT
    if word in lexicon.GO and before not in ("the", "a", "in", "to", "of"):
        return OrderKind.GO
    return None


def read_orders(text: str) -> tuple[Order, ...]:
    """The orders that an instruction gives, in the order of its words."""
    words = [_known_word(token) for token in tokenize(text)]
    clauses = _clauses(words)
    orders = [_order(clause) for clause in clauses if clause.deed is not None or clause.words]
    return tuple(_merge([order for order in orders if order is not None]))


def _clauses(words: list[str]) -> list[_OrderClause]:
    """Cut the words before each verb and at separators."""
    clauses = [_OrderClause()]
    forbidden = False
    for i, word in enumerate(words):
        if word in lexicon.NOT:
            forbidden = True
            continue
        deed = _deed(words, i)
        if deed is not None:
            clauses.append(_OrderClause(deed, is_forbidden=forbidden))
            forbidden = False
        elif word in lexicon.SEPARATORS and word not in ("-", "next"):
            clauses.append(_OrderClause())
            forbidden = forbidden and word != "."
        clauses[-1].words.append(word)
    return clauses


def _order(clause: _OrderClause) -> Order | None:
    """What a clause says, or None if nothing."""
    words = clause.words
    faces, rest = _faces(words)
    landmarks = tuple(_landmarks(words))
    cards = _card_number(words, faces)
    deed = clause.deed
    if deed is None:
        if not faces and not cards and not landmarks:
            side = _side(words)
            return None if side is None else Order(OrderKind.TURN, side=side, number=_number(words))
        deed = OrderKind.GET if faces or cards else OrderKind.GO
    if deed is OrderKind.GO and faces:
        deed = OrderKind.GET
    is_current = bool(
        ("standing" in words or "current" in words or ("just" in words and "card" in words))
        or (
            deed in (OrderKind.DESELECT, OrderKind.GET)
            and "that" in words
            and not faces
            and not landmarks
        )
        or (
            deed in (OrderKind.DESELECT, OrderKind.GET)
            and ("it" in words or "again" in words)
            and not faces
        )
    )
    return Order(
        deed,
        faces=faces,
        cards=cards,
        landmarks=landmarks,
        side=_side(rest),
        number=_number(words) if deed in (OrderKind.TURN, OrderKind.GO) else None,
        order=next((lexicon.ORDINALS[w] for w in words if w in lexicon.ORDINALS), None),
        is_current=is_current,
        is_forbidden=clause.is_forbidden,
        to_edge=any(word in lexicon.EDGE for word in words) and "map" in words,
    )


def _faces(words: list[str]) -> tuple[tuple[AskedFace, ...], list[str]]:
    """The card faces that words describe, and the other words.

    A colour belongs to a card unless a word for a prop follows; a number belongs to a card if a
    colour or shape follows.
    """
    faces: list[AskedFace] = []
    face = AskedFace()
    rest: list[str] = []
    for i, word in enumerate(words):
        after = words[i + 1 : i + 4]
        if word in lexicon.SHAPES and not (after and after[0] in lexicon.THINGS):
            faces.append(replace(face, shape=lexicon.SHAPES[word]))
            face = AskedFace()
        elif word in lexicon.COLOURS and not any(w in lexicon.THINGS for w in after[:2]):
            if face.colour is not None:
                faces.append(face)
                face = AskedFace()
            face = replace(face, colour=lexicon.COLOURS[word])
        elif word in lexicon.NUMBERS and 1 <= lexicon.NUMBERS[word] <= 3 and _counts(after):
            if word not in ("a", "an", "both", "pair", "couple"):
                face = replace(face, count=lexicon.NUMBERS[word])
        else:
            if word in lexicon.CARD or word in ("and", ",", "by", "near"):
                if not face.is_blank and face.colour is not None:
                    faces.append(face)
                face = AskedFace()
            rest.append(word)
    if face.colour is not None:
        faces.append(face)
    return tuple(_with_number(faces, words)), rest


def _counts(after: list[str]) -> bool:
    """Whether a number before these words counts the symbols of a card."""
    for word in after[:3]:
        if word in lexicon.SHAPES:
            return True
        if word in lexicon.CARD or word in lexicon.THINGS:
            return False
        if word not in lexicon.COLOURS and word not in ("of", "the"):
            return False
    return bool(after) and after[0] in lexicon.COLOURS


def _with_number(faces: list[AskedFace], words: list[str]) -> list[AskedFace]:
    """Faces whose noun tells one symbol from more, where no number was said."""
    singular = {word for word in lexicon.SHAPES if word + "s" in lexicon.SHAPES}
    used = [word for word in words if word in lexicon.SHAPES]
    told = []
    for face in faces:
        noun = next((w for w in used if face.shape is lexicon.SHAPES[w]), None)
        if face.count is None and noun in singular and "card" not in words and "a" not in words:
            told.append(replace(face, count=1))
        else:
            told.append(face)
    return told


def _landmarks(words: list[str]) -> list[lexicon.Thing]:
    found = []
    for i, word in enumerate(words):
        if word not in lexicon.THINGS or (i and words[i - 1] in lexicon.THINGS and word == "tree"):
            continue
        thing = lexicon.THINGS[word]
        for colour in words[max(0, i - 2) : i]:
            narrowed = thing & lexicon.COLOURED_PROPS.get(colour, thing)
            thing = narrowed or thing
        found.append(thing)
    return found


def _card_number(words: list[str], faces: tuple[AskedFace, ...]) -> int:
    if faces or not any(word in ("card", "cards") for word in words):
        return 0
    i = next(i for i, word in enumerate(words) if word in ("card", "cards"))
    before = [word for word in words[max(0, i - 3) : i] if word in lexicon.NUMBERS]
    if before:
        return lexicon.NUMBERS[before[-1]]
    return 2 if words[i] == "cards" else 1


def _side(words: list[str]) -> Side | None:
    for word in words:
        if word in lexicon.LEFT:
            return Side.LEFT
        if word in lexicon.RIGHT:
            return Side.RIGHT
        if word in lexicon.AROUND or word in lexicon.BACK:
            return Side.BEHIND
        if word in lexicon.AHEAD:
            return Side.AHEAD
    return None


def _number(words: list[str]) -> int | None:
    for i, word in enumerate(words):
        if word.rstrip("°").isdigit() and int(word.rstrip("°")) in (60, 120, 180, 240, 300):
            return int(word.rstrip("°")) // 60
        if word in lexicon.NUMBERS and word not in ("a", "an", "both"):
            after = words[i + 1] if i + 1 < len(words) else ""
            if after not in lexicon.THINGS and after not in lexicon.COLOURS:
                return lexicon.NUMBERS[word]
    return None


def _merge(orders: list[Order]) -> list[Order]:
    """Join a clause without a verb to the order before it that it completes."""
    merged: list[Order] = []
    for order in orders:
        before = merged[-1] if merged else None
        lacks_card = (
            before is not None
            and before.deed in (OrderKind.GET, OrderKind.DESELECT)
            and not before.faces
            and not before.cards
            and not before.is_current
        )
        if before is not None and lacks_card and order.deed is OrderKind.GET and order.faces:
            merged[-1] = replace(before, faces=order.faces, landmarks=order.landmarks)
        else:
            merged.append(order)
    return merged
