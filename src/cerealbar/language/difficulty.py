"""How hard an instruction is to carry out, read from its text and the board."""

from collections.abc import Sequence
from typing import NamedTuple

from cerealbar.game import StateArray
from cerealbar.language.board.zones import ZONES, is_in_sight
from cerealbar.language.manner.vocabulary import FOLDER, read_topic
from cerealbar.language.nouns.names import plural_of
from cerealbar.language.references import WORD, CardsInView, fitting_cards, relies_on_history

_LEAST_LETTERS = 3
_LENGTHS = ((6, "1-6"), (12, "7-12"), (18, "13-18"))


def _known_words() -> frozenset[str]:
    """The words of the vocabulary, without those that it marks as slips."""
    texts = [
        text
        for path in FOLDER.glob("*.json")
        for name, table in read_topic(path.stem).items()
        if (path.stem, name) != ("typing", "misspelt")
        for text in table
    ]
    texts += read_topic("typing")["short"].values()
    texts += ZONES
    words = {word for text in texts for word in WORD.findall(text.lower())}
    words |= {plural_of(word) for word in words}
    return frozenset(words | {word.replace("'", "") for word in words})


_KNOWN = _known_words()


class Difficulty(NamedTuple):
    """What makes an instruction hard."""

    fitting: tuple[tuple[int, ...], ...]
    """For each goal with a card: the cells of the cards that are not meant and fit as well."""
    words: int
    misspelt: int
    """Words that the vocabulary does not know."""
    is_history: bool
    """Whether it can only be understood by what was said or done before."""
    is_unseen: bool
    """Whether a goal is out of sight from where the follower stands."""

    @property
    def candidates(self) -> int:
        """How many cards fit the words about the card that is hardest to tell."""
        return 1 + max(map(len, self.fitting), default=0)


def difficulty(states: StateArray, text: str, goals: Sequence[int]) -> Difficulty:
    """How hard it is to tell by a text what is meant, in an array of one state.

    Goals are the cells of the cards to toggle, and of a place to go to.
    """
    view = CardsInView.of(states)
    here = [cell for cell in goals if cell in view.cards]
    words = WORD.findall(text.lower())
    return Difficulty(
        fitting=tuple(
            [
                tuple([cell for cell in fitting_cards(view, text, card) if cell not in here])
                for card in here
            ]
        ),
        words=sum([word[0].isalnum() for word in words]),
        misspelt=sum([len(word) >= _LEAST_LETTERS and word not in _KNOWN for word in words]),
        is_history=any(relies_on_history(view, text, card) for card in here),
        is_unseen=not all(is_in_sight(view.pose, cell) for cell in goals),
    )


def difficulty_groups(states: StateArray, text: str, cards: Sequence[int]) -> dict[str, str]:
    """By what makes an instruction hard: the group it is in, named by numbers, the last open."""
    hard = difficulty(states, text, cards)
    length = next((name for most, name in _LENGTHS if hard.words <= most), "19+")
    return {
        "cards that fit": _at_most(4, hard.candidates),
        "words": length,
        "misspelt words": _at_most(2, hard.misspelt),
    }


def _at_most(most: int, number: int) -> str:
    return str(number) if number < most else f"{most}+"
