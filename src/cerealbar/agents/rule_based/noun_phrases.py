"""Words to cards and landmarks: the noun phrases of a text."""

from collections.abc import Sequence

from cerealbar.agents.rule_based import lexicon
from cerealbar.agents.rule_based.lexicon import (
    FEATURES,
    LOOKS,
    PAINTS,
    PROP_COLOURS,
    SIZES,
    SPOTS,
    THINGS,
    Chunk,
    ChunkPart,
)
from cerealbar.agents.rule_based.orders import AskedLandmark, Order, OrderKind, Spot, Thing, Which
from cerealbar.game import Prop
from cerealbar.language.board.claims import SaidFace

_WITH, _MERE = lexicon.word_set("with"), lexicon.word_set("mere")
_GRASSY, _ALSO_OTHER_WORDS = lexicon.word_set("grassy"), lexicon.word_set("also other words")


def _described(noun: Thing, words: Sequence[str]) -> Thing:
    """What a noun means with the words before it; those that fit nothing are passed over."""
    thing = noun
    for word in words:
        thing = thing & LOOKS.get(word, thing) or thing
        colour = PAINTS.get(word, word)
        mainly = frozenset(p for p in thing if isinstance(p, Prop) and p.colours[:1] == (colour,))
        partly = frozenset(p for p in thing if isinstance(p, Prop) and colour in p.colours)
        thing = mainly or partly or thing
    return thing


class NounPhrase:
    """Reads a card or a landmark from its first word on."""

    def __init__(self, words: Sequence[str], i: int) -> None:
        self.words = words
        self.first = self.i = i
        self.number: int | None = None
        self.rank: int | None = None
        self.which: Which | None = None
        self.before: list[str] = []
        """The words that describe the noun."""
        self.bearing: int | None = None
        """The side that is told before the noun: `the left one`."""
        self.is_definite = self.is_many = self.is_any = False
        self.is_all = self.is_same = self.is_both = False

    def read(self) -> tuple[Chunk, int] | None:
        """The phrase and where the next begins, or None if there is no noun."""
        while self.i < len(self.words) and self._describes():
            self.i += 1
        nouns = self._nouns()
        if not nouns:
            return self._strange_noun() or self._without_noun()
        if nouns[-1] in THINGS or nouns[-1] in SPOTS:
            return self._place(nouns)
        return self._card(nouns)

    def _at(self, ahead: int = 0) -> str:
        i = self.i + ahead
        return self.words[i] if i < len(self.words) else ""

    def _describes(self) -> bool:
        """Take the next word, if it describes what follows."""
        word, after = self._at(), self._at(1)
        if word in lexicon.NUMBERS and not self._is_pronoun():
            self.number = lexicon.NUMBERS[word]
            self.is_both = self.is_both or word == "both"
        elif word in lexicon.DETERMINERS or (word == "them" and self._is_described(after)):
            self.is_definite = self.is_definite or word not in ("of", "a", "an")
            self.is_all = self.is_all or word in ("all", "every", "each")
            self.is_any = self.is_any or word == "any"
            if word == "of" and self.number is None and not self.is_all:
                return False
        elif word in lexicon.GROUPS and after == "of":
            self.before.append(word)
            self.i += 1
        elif word in ("other", "another"):
            self.which = Which.OTHER
            self.before.append(word)
        elif word == "same":
            self.is_same = True
        elif word in lexicon.RANKS:
            self.rank = lexicon.RANKS[word]
        elif word in ("left", "right") and self.is_definite and self._is_card_noun(after):
            self.bearing = lexicon.WAYS[word]
        elif word == "and":
            colours = PROP_COLOURS | {"white"}
            if not (self.before and {self.before[-1], after} <= colours and self._at(2) in THINGS):
                return False
            self.before.append(word)
        elif (
            word in lexicon.COLOURS
            or word in PROP_COLOURS
            or (word in LOOKS and not self._is_noun(word, after))
            or (word in SIZES and after not in ("of", "to") and not self._is_noun(word, after))
            or word in lexicon.MORE
        ):
            self.before.append(word)
        else:
            return self._is_strange_look()
        return True

    def _is_card_noun(self, word: str) -> bool:
        return word in lexicon.CARD_NOUNS or word in lexicon.SHAPES or word in lexicon.COLOURS

    def _is_strange_look(self) -> bool:
        """Whether the next word is unknown and describes a known noun: `two red ninja stars`."""
        if not (self.number is not None or self.before) or not lexicon.is_strange(self._at()):
            return False
        noun = self._at(2) if lexicon.is_strange(self._at(1)) else self._at(1)
        return noun in lexicon.SHAPES or noun in THINGS

    def _is_described(self, word: str) -> bool:
        """Whether a word can follow one that describes a noun."""
        return (
            word in lexicon.COLOURS or word in lexicon.SHAPES or word in lexicon.NUMBERS
            or word in PROP_COLOURS or word in THINGS
        )  # fmt: skip

    def _is_noun(self, word: str, after: str) -> bool:
        """Whether a word that could describe a landmark is itself the noun."""
        is_noun = word in THINGS or word in lexicon.SHAPES
        is_led_on = after in LOOKS or after in SIZES or self._is_described(after)
        return is_noun and not is_led_on

    def _is_pronoun(self) -> bool:
        """Whether the next word is a `one` that stands for a card."""
        after = self._at(1)
        is_counting = (
            after in lexicon.COLOURS or after in lexicon.SHAPES or after in lexicon.UNITS
            or after in ("more", "of", "time", "turn", "sec", "second", "moment")
            or after in THINGS or lexicon.WAYS.get(after) in (0, 180)
        )  # fmt: skip
        is_led = bool(self.before) or self.is_definite or self.rank is not None
        return self._at() == "one" and is_led and not is_counting

    def _nouns(self) -> list[str]:
        """Take the nouns that follow, such as `star card` or `street lamp`."""
        nouns: list[str] = []
        while (word := self._at()) and self._is_next_noun(word, nouns):
            self.i += 1
            if word not in _MERE:
                nouns.append(word)
            self.is_many = bool(nouns) and lexicon.is_plural(word) is True
            if word in ("others", "rest"):
                self.which, self.is_all = Which.OTHER, True
        is_block = nouns[:1] in (["block"], ["blocks"]) and not self.before  # `one block ahead`
        is_bare = nouns[:1] and nouns[0] in _ALSO_OTHER_WORDS and not self._is_modified()
        if len(nouns) == 1 and (is_bare or is_block):
            self.i = self.first
            return []
        return nouns

    def _is_next_noun(self, word: str, nouns: list[str]) -> bool:
        """Whether a word is a noun here, after those that were taken."""
        if nouns and nouns[-1] in lexicon.CARD_NOUNS:
            return False
        match word:
            case "one":
                return self._is_pronoun()
            case "rest":
                return self.is_definite
            case "plus" if nouns and nouns[-1] in lexicon.SHAPES:
                return False  # the word that joins two cards
            case "x" | "o" | "xs" | "os" | "<3":
                return bool(self.before) or self.number is not None
            case "grass":  # without more it is the ground
                return not _GRASSY.isdisjoint((*self.before, self._at(1)))
        if word in _MERE and nouns:
            return True
        is_feature = word in FEATURES and self.is_same and not nouns
        is_card = word in lexicon.CARD_NOUNS or word in lexicon.SHAPES
        return is_card or is_feature or word in THINGS or word in SPOTS

    def _is_modified(self) -> bool:
        return self.i - self.first > 1

    def _place(self, nouns: list[str]) -> tuple[Chunk, int]:
        noun = nouns[-1]
        is_plural = self.number is not None or noun.endswith("s")
        what: AskedLandmark = SPOTS[noun] if noun in SPOTS else THINGS[noun]
        if not isinstance(what, Spot):
            assert isinstance(what, frozenset)
            told = [*self.before, *nouns[:-1]]
            if "and" in told and is_plural:  # `the green and blue houses`
                at = told.index("and")
                what = _described(what, told[:at]) | _described(what, told[at + 1 :])
            else:
                what = _described(what, told)
        return Chunk(ChunkPart.PLACE, noun, what=what, is_plural=is_plural), self.i

    def _card(self, nouns: list[str]) -> tuple[Chunk, int] | None:
        shape_word = next((noun for noun in nouns if noun in lexicon.SHAPES), None)
        is_card = nouns[-1] in lexicon.CARD_NOUNS or nouns[-1] in FEATURES
        colour = next((lexicon.COLOURS[w] for w in self.before if w in lexicon.COLOURS), None)
        shape = lexicon.SHAPES[shape_word] if shape_word else None
        count, cards = self.number, 1
        if self.is_both and not self.is_many:  # `both the star and the heart`
            count = None
        elif shape is None or self.is_both:
            count, cards = None, self.number or (2 if nouns[-1] == "cards" else 1)
            if colour is not None and nouns[-1] == "ones" and self.number and not self.is_both:
                count, cards = self.number, 1
        count = count if count in (None, 1, 2, 3) else None
        is_many = None
        if shape_word is not None and count is None and cards == 1 and not is_card:
            is_many = self.is_many or None
            count = 1 if not is_many and lexicon.is_plural(shape_word) is False else None
        face = SaidFace(count, colour, shape, is_many)
        same: frozenset[str] = frozenset()
        if self.is_same:
            feature = FEATURES.get(nouns[-1])
            same = frozenset([feature] if feature else ["shape", "number"])
        elif colour is not None and nouns[-1] in ("one", "ones") and shape is None:
            same = frozenset(["shape"])
        face = self._told_after(face)
        is_any = self.is_any and lexicon.is_plural(nouns[-1]) is not True
        if self.is_all or (self.is_any and not is_any):
            cards = 0
        card = Order(OrderKind.TAKE, face, cards, self.which, same, self.rank, self.bearing)
        chunk = Chunk(ChunkPart.CARD, nouns[-1], card, is_definite=self.is_definite, is_any=is_any)
        return chunk, self.i

    def _told_after(self, face: SaidFace) -> SaidFace:
        """The face with what follows the noun: `x3`, `with two red stars on it`, `in blue`."""
        if face.number is None and self._at() in ("x1", "x2", "x3", "1x", "2x", "3x"):
            self.i += 1
            return face._replace(number=lexicon.NUMBERS[self.words[self.i - 1]], is_plural=None)
        if self._at() == "in" and self._at(1) in lexicon.COLOURS and self._at(2) not in THINGS:
            self.i += 2
            return face._replace(colour=lexicon.COLOURS[self.words[self.i - 1]])
        begin = self.i + (self._at() in ("that", "which"))
        if begin < len(self.words) and self.words[begin] in _WITH and face.shape is None:
            told = NounPhrase(self.words, begin + 1).read()
            if told is not None and told[0].card is not None:
                other = told[0].card.face
                if other.shape is not None:
                    self.i = told[1]
                    return other._replace(colour=other.colour or face.colour)
        return face

    def _strange_noun(self) -> tuple[Chunk, int] | None:
        """A card that is told by its colour and an unknown noun: `the yellow Swiss flag`."""
        if not (self.before and self.before[-1] in lexicon.COLOURS):
            return None
        first = self.i
        while self.i < first + 2 and lexicon.is_strange(self._at()):
            self.i += 1
        if self.i == first:
            return None
        is_many = self.number is None and self.words[self.i - 1].endswith("s")
        count = None if is_many else self.number or 1
        face = SaidFace(count, lexicon.COLOURS[self.before[-1]], is_plural=is_many or None)
        card = Order(OrderKind.TAKE, face, which=self.which, rank=self.rank)
        return Chunk(ChunkPart.CARD, "", card=card, is_definite=self.is_definite), self.i

    def _without_noun(self) -> tuple[Chunk, int] | None:
        """A card that is told by its colour or its place in a row alone: `only the red`."""
        colours = [lexicon.COLOURS[w] for w in self.before if w in lexicon.COLOURS]
        after = self._at()
        is_whole = not after.isalpha() or after in lexicon.KNOWN or after in ("please", "only")
        if colours and len(colours) == len(self.before) and is_whole:
            face = SaidFace(self.number, colours[0])
            card = Order(OrderKind.TAKE, face, which=self.which, same=frozenset(["shape"]))
            return Chunk(ChunkPart.CARD, "", card=card, is_definite=self.is_definite), self.i
        if self.which is Which.OTHER and self.is_definite:
            return Chunk(ChunkPart.CARD, "", card=Order(OrderKind.TAKE, which=Which.OTHER)), self.i
        return None
