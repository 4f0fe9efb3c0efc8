"""Which cards the words of an instruction can mean, and how hard it is, read from the text alone.

An approximation, for texts of anybody. A mention is what is said of one card's face with the words
around it: sides, landmarks, and which of several. Words that do not hold of the card that is meant
were about something else and narrow nothing; so those that are misread make too many cards fit.
Names that are not known make no mention. Sides are as seen from where the follower stands, also for
later cards.
"""

from collections.abc import Iterable, Sequence
from functools import cached_property, lru_cache
from typing import NamedTuple

from cerealbar.game import DISTANCE_FROM, HUTS, Card, Player, Pose, StateArray, cards_on, pose_of
from cerealbar.language.board.claims import SaidFace
from cerealbar.language.board.land import land_of
from cerealbar.language.board.relations import is_in_sight, is_in_zone
from cerealbar.language.nouns.faces import COLOURS_BY_WORD, SHAPES_BY_WORD
from cerealbar.language.nouns.landmarks import HOUSE_NOUNS, HUT_COLOURS, NAMES_OF
from cerealbar.language.spelling import is_misspelt, words_of

NUMBERS = dict.fromkeys(("1", "one", "single", "lone", "solo"), 1)
NUMBERS |= {"2": 2, "two": 2, "double": 2, "3": 3, "three": 3, "triple": 3}
_CARD = frozenset(("card", "cards", "one", "ones"))
_ARTICLES = frozenset(("the", "a", "an"))
_LINKS = _ARTICLES | {"with", "that", "has", "have", "having", "showing", "of", "is"}
_BREAKS = frozenset((".", ",", ";", ":", "!", "?", "&", "and", "then", "but", "plus"))
_SIDES = {side: side for side in ("left", "right", "behind", "ahead")}
_SIDES |= dict.fromkeys(("front", "forward", "straight", "infront"), "ahead")
_SIDES |= dict.fromkeys(("around", "back", "180"), "behind")
RANKS = {"closest": 0, "nearest": 0, "first": 0, "1st": 0, "second": 1, "2nd": 1}
RANKS |= {"third": 2, "3rd": 2, "furthest": -1, "farthest": -1, "last": -1}
_BACKWARD = {"again", "same", "just", "last", "previous", "before", "earlier", "other", "current"}
_BACKWARD |= {"that", "this", "it", "them", "those", "these", "standing"}


_VAGUE = {"other", "others", "thing", "things", "area", "one", "ones", "spot", "place"}
"""Last words of names that mean no landmark by themselves."""


def _things() -> dict[str, frozenset[str]]:
    """What each name of a landmark, and the last word of each, can mean."""
    found: dict[str, set[str]] = {}

    def add(name: str | None, sorts: Iterable[str]) -> None:
        for words in (name, name.split()[-1]) if name else ():
            if words not in COLOURS_BY_WORD and words not in SHAPES_BY_WORD and words not in _VAGUE:
                found.setdefault(words, set()).update(sorts)

    for table in NAMES_OF.values():
        for name in table.options:
            add(name.words, name.sorts)
            add(name.plural, name.sorts)
    for noun in (*HOUSE_NOUNS.options, "roof"):
        for ending in ("", "s"):
            add(noun + ending, HUTS)
            for hut, colours in HUT_COLOURS.items():
                for colour in colours.options:
                    found.setdefault(f"{colour} {noun}{ending}", set()).add(hut)
    return {name: frozenset(str(sort) for sort in sorts) for name, sorts in found.items()}


_THINGS = _things()


THING_WORDS = frozenset(words.split()[-1] for words in _THINGS)
"""The words for landmarks."""


class Mention(NamedTuple):
    """A card in a text: what is said of its face, and the words that may say where it lies."""

    face: SaidFace
    zones: tuple[str, ...] = ()
    landmarks: tuple[frozenset[str], ...] = ()
    """For each landmark that is named: the sorts that the name fits."""
    ranks: tuple[int, ...] = ()
    """Which of several: 0 the nearest, -1 the farthest."""


class _Span(NamedTuple):
    """A face with its words: from one number to before another."""

    face: SaidFace
    first: int
    end: int


@lru_cache(maxsize=64)
def mentions(text: str) -> tuple[Mention, ...]:
    """The cards that a text speaks of, in its order."""
    words = words_of(text)
    spans = _spans(words)
    found = []
    for i, span in enumerate(spans):
        first = _break(words, spans[i - 1].end, span.first) if i else 0
        end = _break(words, span.end, spans[i + 1].first) if i + 1 < len(spans) else len(words)
        found.append(_mention(span.face, words, (*range(first, span.first), *range(span.end, end))))
    return tuple(found)


def _break(words: Sequence[str], first: int, end: int) -> int:
    """Where the words between two faces part: what comes before is about the first."""
    return next((i for i in range(first, end) if words[i] in _BREAKS), end)


def _mention(face: SaidFace, words: Sequence[str], places: Sequence[int]) -> Mention:
    zones: list[str] = []
    landmarks: list[frozenset[str]] = []
    ranks: list[int] = []
    for i in places:
        word = words[i]
        if word in _SIDES:
            zones.append(_SIDES[word])
        elif word in RANKS:
            ranks.append(RANKS[word])
        elif word in _THINGS:
            longer = (" ".join(words[max(0, i - n) : i + 1]) for n in (2, 1))
            landmarks.append(_THINGS[next((name for name in longer if name in _THINGS), word)])
    return Mention(face, tuple(zones), tuple(landmarks), tuple(ranks))


def _spans(words: Sequence[str]) -> list[_Span]:
    """The faces in some words; colours and shapes of landmarks are none."""
    spans: list[_Span] = []
    number = colour = None
    first = 0
    for i, word in enumerate(words):
        after = words[i + 1] if i + 1 < len(words) else ""
        if word in COLOURS_BY_WORD:
            if number is None:
                first = i
            colour = COLOURS_BY_WORD[word]
        elif (
            word in NUMBERS
            and colour is None
            and (after in COLOURS_BY_WORD or after in SHAPES_BY_WORD)
        ):
            number, first = NUMBERS[word], i
        elif word in SHAPES_BY_WORD and not (
            after in _THINGS
            or (i and words[i - 1] in _THINGS)
            or (number is None and colour is None and after in _ARTICLES)  # `circle the lake`
        ):
            shape, is_plural = SHAPES_BY_WORD[word]
            is_plural = is_plural or after == "signs"
            hides = number is not None or after in _CARD
            face = SaidFace(number, colour, shape, None if hides else bool(is_plural))
            _add(
                spans, words, _Span(face, i if number is None and colour is None else first, i + 1)
            )
            number = colour = None
        elif word in _CARD and (colour is not None or word in ("card", "cards")):
            begun = i if colour is None else first
            if not (spans and spans[-1].end == i):
                _add(spans, words, _Span(SaidFace(None, colour, None), begun, i + 1))
            number = colour = None
        elif word in _BREAKS or (word in _THINGS and after not in COLOURS_BY_WORD):
            number = colour = None
    return spans


def _add(spans: list[_Span], words: Sequence[str], span: _Span) -> None:
    """Add a face, or what it says more of the one before: `yellow card with two stars`."""
    if spans and spans[-1].face.shape is None:
        last = spans[-1]
        if all(word in _LINKS for word in words[last.end : span.first]):
            face = span.face._replace(colour=span.face.colour or last.face.colour)
            spans[-1] = _Span(face, last.first, span.end)
            return
    spans.append(span)


class CardsInView(NamedTuple):
    """The cards of a state, and where the follower stands."""

    cards: dict[int, Card]
    selected: frozenset[int]
    pose: Pose
    tiles: bytes

    @classmethod
    def of(cls, states: StateArray) -> "CardsInView":
        """The cards of an array of one state."""
        cards = cards_on(states)
        return cls(
            {each.cell: each.card for each in cards},
            frozenset([each.cell for each in cards if each.is_selected]),
            pose_of(states, Player.FOLLOWER),
            states["tile"][0].tobytes(),
        )


def fitting_cards(view: CardsInView, text: str, card: int) -> tuple[int, ...]:
    """Cells of the cards that the words about a card fit, given the cell of the one that is meant.

    Nobody takes a card out of sight for one in sight, nor a selected one for one that is not. It is
    alone if the text speaks of no such card.
    """
    mention = mention_of(view, text, card)
    if mention is None or (mention.face.is_blank and card == view.pose.cell):
        return (card,)
    pose, is_on = view.pose, card in view.selected
    found = [
        cell
        for cell, face in view.cards.items()
        if (cell in view.selected) == is_on and mention.face.fits(face)
    ]
    if is_in_sight(pose, card):
        found = [cell for cell in found if is_in_sight(pose, cell)]
    return tuple(_narrow(view, mention, card, found))


def mention_of(view: CardsInView, text: str, card: int) -> Mention | None:
    """What a text says of a card: the mention that says most of those that fit it.

    People call several symbols by the singular, so the noun's number counts only where it fits.
    """
    face, best, most = view.cards[card], None, -1
    for mention in mentions(text):
        said = mention.face
        if said.is_plural is not None and said.is_plural != (face.count > 1):
            said = said._replace(is_plural=None)
        told = sum([part is not None for part in said])
        if told > most and said.fits(face):
            best, most = mention._replace(face=said), told
    return best


def relies_on_history(view: CardsInView, text: str, card: int) -> bool:
    """Whether a text says of a card only that it was spoken of, or dealt with, before."""
    if _BACKWARD.isdisjoint(words_of(text)):
        return False
    mention = mention_of(view, text, card)
    return mention is None or mention.face.is_blank


def _narrow(view: CardsInView, mention: Mention, card: int, found: list[int]) -> list[int]:
    """Those that also lie as is said, as far as that holds of the card that is meant."""
    pose = view.pose
    for zone in mention.zones:
        if len(found) > 1 and is_in_zone(zone, pose, card):
            found = [cell for cell in found if is_in_zone(zone, pose, cell)]
    if len(found) > 1 and mention.landmarks:
        land = land_of(view.tiles)
        for sorts in mention.landmarks:
            near = {
                cell for cell in found if any(mark.sort in sorts for _, mark in land.near(cell))
            }
            if card in near:
                found = [cell for cell in found if cell in near]
    if len(found) > 1 and mention.ranks:
        away = DISTANCE_FROM[pose.cell]
        ranked = sorted(found, key=lambda cell: (away[cell], cell))
        if any(rank < len(ranked) and ranked[rank] == card for rank in mention.ranks):
            return [card]
    return found


_LENGTHS = ((6, "1-6"), (12, "7-12"), (18, "13-18"))


class Difficulty:
    """What makes it hard to tell by a text what is meant; each part is found when it is asked for.

    Meant is to toggle cards, given by their cells, and to end on a cell; states are one state.
    """

    def __init__(
        self, states: StateArray, text: str, cards: Sequence[int], end: int | None = None
    ) -> None:
        self._states = states
        self._text = text
        self._goals = cards if end is None else (*cards, end)
        self._meant = cards

    @cached_property
    def _view(self) -> CardsInView:
        return CardsInView.of(self._states)

    @cached_property
    def _cards(self) -> list[int]:
        return [cell for cell in self._meant if cell in self._view.cards]

    @cached_property
    def fitting(self) -> list[list[int]]:
        """For each card that is meant: the cells of those that are not and fit as well."""
        return [
            [
                cell
                for cell in fitting_cards(self._view, self._text, card)
                if cell not in self._cards
            ]
            for card in self._cards
        ]

    @property
    def candidates(self) -> int:
        """How many cards fit the words about the card that is hardest to tell."""
        return 1 + max(map(len, self.fitting), default=0)

    @cached_property
    def is_read(self) -> bool:
        """Whether the text says something of each card that is meant, as far as it is read."""
        return all(mention_of(self._view, self._text, card) for card in self._cards)

    @cached_property
    def words(self) -> int:
        """How many words and numbers there are."""
        return sum([word[0].isalnum() for word in words_of(self._text)])

    @cached_property
    def misspelt(self) -> int:
        """How many words are misspelt."""
        return sum(map(is_misspelt, words_of(self._text)))

    @cached_property
    def is_history(self) -> bool:
        """Whether it can only be understood by what was said or done before."""
        return any(relies_on_history(self._view, self._text, card) for card in self._cards)

    @cached_property
    def is_unseen(self) -> bool:
        """Whether a goal is out of sight from where the follower stands."""
        return not all(is_in_sight(self._view.pose, cell) for cell in self._goals)


def difficulty_groups(states: StateArray, text: str, cards: Sequence[int]) -> dict[str, str]:
    """By what makes an instruction hard: the group it is in, named by numbers, the last open.

    How many cards fit, and how many words there are, is told of those that ask for cards.
    """
    asked = {"cards asked for": str(len(cards))}
    if not cards:
        return asked
    hard = Difficulty(states, text, cards)
    length = next((name for most, name in _LENGTHS if hard.words <= most), "19+")
    return {
        **asked,
        "cards that fit": _at_most(4, hard.candidates) if hard.is_read else "0, not read",
        "words": length,
        "misspelt words": _at_most(2, hard.misspelt),
    }


def _at_most(most: int, number: int) -> str:
    return str(number) if number < most else f"{most}+"
