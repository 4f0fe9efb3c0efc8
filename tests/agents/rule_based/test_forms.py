"""Forms of words that people use at once: each works on many boards, whatever card is named."""

from random import Random

import pytest

from cerealbar.game import Card, CardOnBoard, Game, Player, Shape, bearing
from tests.agents.rule_based.instructed import MANY_STEPS, follow

_NOUNS = {Shape.CUBE: "square", Shape.TORUS: "circle", Shape.DIAMOND: "stripe"}
_COUNTS = (("1", "one", "the single"), ("2", "two"), ("3", "three"))


def in_words(card: Card, chance: Random) -> str:
    """A card as people write it, such as `two red stars`."""
    count = chance.choice(_COUNTS[card.count - 1]).removeprefix("the ")
    noun = _NOUNS.get(card.shape, card.shape.value)
    ending = "" if card.count == 1 else "es" if noun.endswith("s") else "s"
    return f"{count} {card.colour} {noun}{ending}"


def unlike_others(game: Game) -> list[CardOnBoard]:
    """The cards whose face no other card has."""
    faces = [card.card for card in game.cards]
    return [card for card in game.cards if faces.count(card.card) == 1]


@pytest.mark.parametrize("seed", range(900, 925))
@pytest.mark.parametrize(
    "form",
    [
        "go over to the {x} and pick it up",
        "walk to the {x} and grab it",
        "{x} behind you, turn around and get it",
        "good job! now get the {x}",
        "oops, I meant the {x}",
        "start with the {x}",
        "I'll get the {y}, you get the {x}",
        "get the {x}. I have the other cards.",
        "get the {y}... no wait, the {x}",
        "can you grab the {x}? don't touch the {y}",
    ],
)
def test_a_form_of_words_works_on_any_board(form: str, seed: int) -> None:
    game, chance = Game(seed, MANY_STEPS), Random(seed)
    cards = unlike_others(game)
    if "behind" in form:
        pose = game.pose(Player.FOLLOWER)
        cards.sort(key=lambda card: -abs(bearing(pose, card.cell)))
    else:
        chance.shuffle(cards)
    meant, other = cards[0], cards[-1]
    text = form.format(x=in_words(meant.card, chance), y=in_words(other.card, chance))
    follow(game, text)
    assert [card.cell for card in game.cards if card.is_selected] == [meant.cell], text
