"""What simulated people answer where no game is played."""

import random
from typing import Any

from cerealbar.game import Card, Colour, Shape
from cerealbar.views.text import card_words
from cerealbar.wire.scene import CardShown
from cerealbar.wire.visits import CarryOutReply, CarryOutShown, ItemAsked, WriteReply, WriteShown

REMARKS = (
    "It was fun.",
    "My partner was quick, I was not.",
    "Once I could not find the card that was meant.",
    "The turns are short at first.",
)
_SKIPS = 0.3
"""How often what is not required is left out."""


def fill_in(items: tuple[ItemAsked, ...], rng: random.Random) -> dict[str, Any]:
    """Answers to a questionnaire by item, all of them valid."""
    asked = (item for item in items if item.is_required or rng.random() >= _SKIPS)
    return {item.id: _answer(item, rng) for item in asked}


def _answer(item: ItemAsked, rng: random.Random) -> object:
    match item.kind:
        case "free-text":
            return rng.choice(REMARKS)[: item.max_length]
        case "choice" if item.is_several:
            return rng.sample(item.options, rng.randint(1, len(item.options)))
        case "choice":
            return rng.choice(item.options)
        case "scale":
            return rng.randint(1, item.points)
        case "partner":
            guess = rng.choice(("person", "program", "not-sure"))
            sure = {} if guess == "not-sure" else {"sure": rng.randint(1, 5)}
            return {"guess": guess, **sure}


def written(shown: WriteShown) -> WriteReply:
    """An instruction for a board."""
    faces = {card.cell: card_words(face_of(card)) for card in shown.board.cards}
    asked = [f"get the {faces[cell]}" for cell in shown.cards if cell in faces]
    return WriteReply(text=", then ".join(asked) or "go to where I point")


def carried_out(shown: CarryOutShown, rng: random.Random) -> CarryOutReply:
    """What somebody takes an instruction to mean: the cards that it names, if any."""
    text = shown.text.lower()
    named = [
        card.cell
        for card in shown.board.cards
        if card.colour in text and (card.shape in text or card_words(face_of(card)) in text)
    ]
    return CarryOutReply(cards=tuple(named[:3]), is_unclear=not named and rng.random() < 0.5)


def face_of(card: CardShown) -> Card:
    """The face of a card that is shown."""
    return Card(card.count, Colour(card.colour), Shape(card.shape))
