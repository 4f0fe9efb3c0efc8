"""A leader that never walks: it asks an agent to take the cards of a set, one by one.

Usage: python examples/greedy_leader.py [URL]
"""

import sys
from itertools import combinations

from cerealbar.remote import Known, RemoteChoice, Say, open_room, play
from cerealbar.wire.scene import CardShown

NUMBERS = ("no", "one", "two", "three")


def is_set(cards: tuple[CardShown, ...]) -> bool:
    """Whether no two cards share a count, a colour or a shape."""
    kinds = [(card.count, card.colour, card.shape) for card in cards]
    return all(len(set(kind)) == len(cards) for kind in zip(*kinds, strict=True))


def wanted(cards: tuple[CardShown, ...]) -> tuple[CardShown, ...]:
    """The cards that make a set of the selected ones, or the selected ones if none can."""
    selected = tuple(card for card in cards if card.is_selected)
    for three in combinations(cards, 3):
        if is_set(three) and set(selected) <= set(three):
            return tuple(card for card in three if not card.is_selected)
    return selected


def text(card: CardShown) -> str:
    """An instruction to step on a card."""
    return f"get the {NUMBERS[card.count]} {card.colour} {card.shape}{'s' * (card.count > 1)}"


def choose(known: Known) -> RemoteChoice:
    """An instruction for each card that the follower has not been told of; then its turn."""
    told = {
        instruction.text
        for instruction in known.instructions
        if instruction.status in ("current", "waiting")
    }
    for card in wanted(known.cards):
        if text(card) not in told:
            return Say(text(card))
    return "done" if told else Say("turn left")


end = play(open_room(sys.argv[1] if len(sys.argv) > 1 else "http://localhost:8080"), choose)
print(f"The game is over ({end.room.end}): {end.score} sets.")
