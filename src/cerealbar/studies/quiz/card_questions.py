"""Questions about cards: what a set is, and how cards are selected."""

import random

from cerealbar.game import CARDS, COLOURS, COUNTS, SHAPES, Card, Player, is_set
from cerealbar.studies.quiz.boards import clashing_pair, selected_card_ahead
from cerealbar.studies.quiz.pictures import cards_picture, completion_picture, drawn_board
from cerealbar.studies.quiz.question import QuestionDraft, QuizSetting
from cerealbar.views.text import card_words

ATTRIBUTES = ("count", "colour", "shape")
_IS_SET = "Yes, they are a set"
_CLASHES = tuple(f"No: two have the same {attribute}" for attribute in ATTRIBUTES)
_RULE = "In a set all three counts, all three colours and all three shapes are different"


def valid_set(setting: QuizSetting) -> QuestionDraft:
    """Are these three cards a set? They are."""
    return _whether_a_set(any_set(setting.chance), _IS_SET, f"{_RULE}, and so they are here.")


def clashing_set(setting: QuizSetting) -> QuestionDraft:
    """Are these three cards a set? One thing is alike on two of them."""
    chance = setting.chance
    attribute = chance.choice(ATTRIBUTES)
    one, other, third = any_set(chance)
    cards = [one, other, with_same(attribute, third, chance.choice((one, other)))]
    chance.shuffle(cards)
    right = _CLASHES[ATTRIBUTES.index(attribute)]
    return _whether_a_set(cards, right, f"{_RULE}; here two cards have the same {attribute}.")


def _whether_a_set(cards: list[Card], right: str, explanation: str) -> QuestionDraft:
    return QuestionDraft(
        text="Are these three cards a valid set?",
        right=right,
        wrong=tuple(answer for answer in (_IS_SET, *_CLASHES) if answer != right),
        explanation=explanation,
        picture=cards_picture(cards, f"Three cards: {_listed(cards)}."),
    )


def completing_card(setting: QuizSetting) -> QuestionDraft:
    """Which of four cards makes two others a set?"""
    chance = setting.chance
    *pair, right = any_set(chance)
    wrong = [with_same(attribute, right, chance.choice(pair)) for attribute in ATTRIBUTES]
    candidates = [right, *wrong]
    chance.shuffle(candidates)
    title = f"Two cards: {_listed(pair)}. Below them four others: {_listed(candidates)}."
    return QuestionDraft(
        text="Two cards are selected. Which of the four below completes a valid set?",
        right=_capital(card_words(right)),
        wrong=tuple(_capital(card_words(card)) for card in wrong),
        explanation=f"{_RULE}; each of the other cards has something in common with one of the"
        " two.",
        picture=completion_picture(pair, candidates, title),
    )


def deselecting(setting: QuizSetting) -> QuestionDraft:
    """What happens to a selected card onto which someone steps?"""
    player = setting.chance.choice(tuple(Player))
    _, drawn = drawn_board(
        lambda: selected_card_ahead(setting.chance, player),
        f"Part of a board: the {player.word} stands before a card with a blue outline.",
    )
    return QuestionDraft(
        text=f"The card in front of the {player.word} is selected: it has a blue outline."
        f" The {player.word} now steps onto it. What happens to the card?",
        right="It is no longer selected",
        wrong=("It stays selected", "It is removed from the board", "It counts twice for the set"),
        explanation="Stepping onto a card selects it, and stepping onto a selected card deselects"
        " it, whoever does it.",
        picture=drawn,
    )


def clash(setting: QuizSetting) -> QuestionDraft:
    """What happens to selected cards that clash?"""
    _, drawn = drawn_board(
        lambda: clashing_pair(setting.chance), "Part of a board: two cards have a red outline."
    )
    return QuestionDraft(
        text="Two cards with a red outline are selected, but cannot be part of one set."
        " What happens to them?",
        right="They stay selected until a player deselects one",
        wrong=(
            "They are removed, and two new cards appear elsewhere",
            "They are deselected when the turn ends",
            "They stay, and the players lose a point",
        ),
        explanation="Cards that clash stay selected and cost nothing, but no set can be made until"
        " someone steps onto one of them again.",
        picture=drawn,
    )


def clash_shown(_: QuizSetting) -> QuestionDraft:
    """Who is shown that selected cards clash?"""
    return QuestionDraft(
        text="Selected cards cannot be part of one set. Who is shown that, by a red outline?",
        right="Only the leader",
        wrong=("Only the follower", "Both players", "Neither of them"),
        explanation="Only the leader is shown that selected cards clash, and has to tell the"
        " follower what to deselect.",
    )


def selecting(_: QuizSetting) -> QuestionDraft:
    """Who can select cards?"""
    return QuestionDraft(
        text="Who can select and deselect cards?",
        right="Both players",
        wrong=("Only the leader", "Only the follower", "Only the player who is nearer"),
        explanation="Both players select and deselect cards by stepping onto them.",
    )


def any_set(chance: random.Random) -> list[Card]:
    """Three cards that are a set, in any order."""
    parts = (chance.sample(values, 3) for values in (COUNTS, COLOURS, SHAPES))
    cards = [Card(*part) for part in zip(*parts, strict=True)]
    assert is_set(*(card.kind for card in cards))
    return cards


def with_same(attribute: str, card: Card, other: Card) -> Card:
    """The card with one attribute of another."""
    count, colour, shape = (
        getattr(other if name == attribute else card, name) for name in ATTRIBUTES
    )
    return CARDS[Card(count, colour, shape).kind]


def _listed(cards: list[Card]) -> str:
    return ", ".join(map(card_words, cards))


def _capital(text: str) -> str:
    return text[0].upper() + text[1:]
