"""A page of the instructions that a follower did not carry out: what was asked, what was done."""

from collections.abc import Callable, Iterable, Sequence

import numpy as np

from cerealbar.evaluation.suites.running import SuiteResult, way_of
from cerealbar.evaluation.suites.suite import SuiteItem
from cerealbar.game import Player, coordinates
from cerealbar.records.pages import fill_page
from cerealbar.views.picture import PictureOptions, picture
from cerealbar.views.text import card_words

_WIDTH = 480


def failures_page(
    results: Sequence[SuiteResult], title: str, progress: Callable[[float], None] | None = None
) -> str:
    """The page of the results that are not right; `progress` is told which share is drawn."""
    failed = [result for result in results if not result.is_right]
    shown = []
    for result in failed:
        shown.append(_shown(result))
        if progress is not None:
            progress(len(shown) / len(failed))
    return fill_page(
        "evaluation/suites/page.html",
        style="records/show/gallery.css",
        title=title,
        total=len(results),
        failures=shown,
    )


def _shown(result: SuiteResult) -> dict[str, object]:
    """What the page tells of an instruction: also pictures of what was asked and what was done."""
    item = result.item
    state = item.states()[0]
    toggled = [cell for cell, times in result.touched.items() if times % 2]
    asked = _cards(item, item.cards) or _place("end near", item.end)
    done = _cards(item, toggled) or _place("no card, ended at", result.trail[-1])
    if result.reason is not None:
        done += f"; gave up: {result.reason or 'no reason given'}"
    pictures = (
        _picture(state, way_of(item).trail, item.places()),
        _picture(state, result.trail, toggled),
    )
    told = {"id": item.id, "text": item.text, "tags": item.tags}
    return {**told, "asked": asked, "done": done, "pictures": pictures}


def _picture(state: np.void, trail: Sequence[int], marked: Sequence[int]) -> str:
    options = PictureOptions(viewer=Player.LEADER, trail=trail, marked=marked)
    return picture(state, options=options).embedded(_WIDTH)


def _cards(item: SuiteItem, cells: Iterable[int]) -> str:
    """Cards in words; those that came when a set was made are called new."""
    faces = item.faces()
    return ", ".join(
        card_words(faces[cell].card) if cell in faces else "a new card" for cell in cells
    )


def _place(words: str, cell: int | None) -> str:
    if cell is None:
        return "no card"
    x, z = coordinates(cell)
    return f"{words} ({x}, {z})"
