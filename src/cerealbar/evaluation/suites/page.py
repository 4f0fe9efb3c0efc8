"""A page of the instructions that a follower did not carry out: what was asked, what was done."""

from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np

from cerealbar.evaluation.suites.running import SuiteResult
from cerealbar.evaluation.suites.suite import ACTION_OF_WORD
from cerealbar.game import CARDS, Player, coordinates, next_pose, pose_of
from cerealbar.records.pages import fill_page
from cerealbar.views.picture import PictureOptions, picture
from cerealbar.views.text import card_words

_WIDTH = 560


class FailureShown(NamedTuple):
    """An instruction that was not carried out as meant."""

    id: str
    text: str
    tags: tuple[str, ...]
    asked: str
    done: str
    pictures: tuple[str, str]
    """Addresses that hold pictures of what was asked and what was done."""


def failures_page(results: Sequence[SuiteResult], title: str) -> str:
    """The page of the results that are not right."""
    failed = [_shown(result) for result in results if not result.is_right]
    return fill_page(
        "evaluation/suites/page.html",
        style="evaluation/suites/page.css",
        title=title,
        total=len(results),
        failures=failed,
    )


def _shown(result: SuiteResult) -> FailureShown:
    item = result.item
    state = item.states()[0]
    toggled = [cell for cell, times in result.touched.items() if times % 2]
    asked = _cards(state, item.cards) or _place("end near", item.end)
    done = _cards(state, toggled) or _place("no card, ended at", result.trail[-1])
    if result.reason is not None:
        done += f"; gave up: {result.reason or 'no reason given'}"
    ends = item.cards or (() if item.end is None else (item.end,))
    pictures = (
        _picture(state, _asked_trail(result), ends),
        _picture(state, result.trail, toggled),
    )
    return FailureShown(item.id, item.text, item.tags, asked, done, pictures)


def _picture(state: np.void, trail: Sequence[int], marked: Sequence[int]) -> str:
    options = PictureOptions(viewer=Player.LEADER, trail=trail, marked=marked)
    return picture(state, options=options).embedded(_WIDTH)


def _asked_trail(result: SuiteResult) -> list[int]:
    pose = pose_of(result.item.states(), Player.FOLLOWER)
    trail = [pose.cell]
    for step in map(ACTION_OF_WORD.__getitem__, result.item.way):
        if step.is_step:
            pose = next_pose(pose, step)
            trail.append(pose.cell)
    return trail


def _cards(state: np.void, cells: Iterable[int]) -> str:
    """Cards in words; those that came when a set was made are called new."""
    slots = {cell: slot for slot, cell in enumerate(state["card_cell"][: state["cards"]].tolist())}
    return ", ".join(
        card_words(CARDS[state["card_kind"][slots[cell]]]) if cell in slots else "a new card"
        for cell in cells
    )


def _place(words: str, cell: int | None) -> str:
    if cell is None:
        return "no card"
    x, z = coordinates(cell)
    return f"{words} ({x}, {z})"
