"""A page of instructions with pictures: where the follower went, and which cards it touched."""

import random
from typing import NamedTuple

from cerealbar.game import CARDS, Action, Player
from cerealbar.records.errors import RecordError
from cerealbar.records.examples import Examples
from cerealbar.records.pages import fill_page
from cerealbar.views.picture import PictureOptions, picture

PICTURE_WIDTH = 800


class Sample(NamedTuple):
    """An instruction to show."""

    text: str
    actions: list[str]
    cards: list[str]
    """Those that the follower touched."""
    game_id: str
    number: int
    """The how-manieth of its game, from 1."""
    picture: str
    """An address that holds it."""


def sample_page(examples: Examples, title: str, count: int = 12, seed: int = 0) -> str:
    """A page of randomly chosen instructions; the same seed chooses the same.

    Raises:
        RecordError: there is nothing to choose.
    """
    if count < 1:
        raise RecordError(f"cannot show {count} instructions: expected at least 1")
    rng = random.Random(seed)
    chosen = sorted(rng.sample(range(len(examples)), min(count, len(examples))))
    rng.shuffle(chosen)
    return fill_page(
        "records/show/samples.html",
        style="records/show/gallery.css",
        title=title,
        total=len(examples),
        samples=[_sample(examples, example) for example in chosen],
    )


def _sample(examples: Examples, example: int) -> Sample:
    deeds = examples.follower_deeds(example)
    state = examples.start[example]
    slots = [slot for slot in range(state["cards"]) if examples.touched[example] >> slot & 1]
    options = PictureOptions(
        viewer=Player.LEADER,
        trail=[int(cell) for cell in examples.cells[deeds]],
        marked=[int(state["card_cell"][slot]) for slot in slots],
    )
    return Sample(
        text=examples.texts[example],
        actions=[Action(action).word for action in examples.actions[deeds]],
        cards=[str(CARDS[state["card_kind"][slot]]) for slot in slots],
        game_id=examples.game_ids[examples.game[example]],
        number=int(examples.number[example]) + 1,
        picture=picture(state, options=options).embedded(PICTURE_WIDTH),
    )
