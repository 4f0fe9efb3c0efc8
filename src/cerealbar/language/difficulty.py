"""How hard an instruction is to carry out, read from its text and the board."""

from collections.abc import Sequence
from functools import cached_property

from cerealbar.game import StateArray
from cerealbar.language.board.relations import is_in_sight
from cerealbar.language.references import CardsInView, fitting_cards, mention_of, relies_on_history
from cerealbar.language.spelling import is_misspelt, words_of

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
