"""Drafts to look at: many for one small board, and a corpus over random situations."""

from dataclasses import replace
from functools import lru_cache
from random import Random

from cerealbar.agents import avoided_cells
from cerealbar.game import Action, Heading, Player, Pose, StateArray, cell_at
from cerealbar.language import Draft, Intention, Memory, Purpose, Style, population, write
from cerealbar.language.board.scene import Scene, walk
from cerealbar.language.manner.pen import Pen
from tests.language.situations import Situation, natural_path, situation

CAREFUL = Style(
    slips=0, confusions=0, shortening=0, articles=1, commas=1, apostrophes=1, splices=0, chatter=0
)
"""Someone who types without fault and says no more than the task asks for."""


def follower(states: StateArray) -> Pose:
    state = states[0]
    cell, heading = state["player_cell"], state["player_heading"]
    return Pose(int(cell[Player.FOLLOWER]), Heading(int(heading[Player.FOLLOWER])))


def route_to(states: StateArray, *cells: int, end: int | None = None) -> tuple[Action, ...]:
    route: tuple[Action, ...] = ()
    pose = follower(states)
    for goal in (*cells, *(() if end is None else (end,))):
        part = natural_path(avoided_cells(states, (goal,)), pose, goal)
        assert part is not None
        route += part
        pose = walk(pose, part)[-1]
    return route


def collect(states: StateArray, *places: tuple[int, int]) -> Intention:
    cells = tuple(cell_at(*place) for place in places)
    return Intention(Purpose.COLLECT, cells, route=route_to(states, *cells))


def approach(states: StateArray, place: tuple[int, int]) -> Intention:
    end = cell_at(*place)
    return Intention(Purpose.APPROACH, end=end, route=route_to(states, end=end))


def drafts(
    states: StateArray,
    intention: Intention,
    style: Style = CAREFUL,
    memory: Memory | None = None,
    count: int = 200,
) -> list[Draft]:
    """What `count` people would write, each with a taste of their own."""
    found = []
    for i in range(count):
        rng = Random(i)
        person = replace(style, taste=rng.getrandbits(64))
        found.append(write(states, intention, person, rng, memory))
    return found


def pens(states: StateArray, intention: Intention, count: int = 200) -> list[Pen]:
    """The pens of that many people."""
    scene = Scene(states, intention)
    return [
        Pen(scene, replace(CAREFUL, taste=Random(i).getrandbits(64)), Random(i), Memory())
        for i in range(count)
    ]


@lru_cache(maxsize=1)
def corpus(count: int = 6000) -> tuple[tuple[Situation, Draft], ...]:
    """Drafts over random situations by the whole population."""
    people = population(seed=1)
    found = []
    for i in range(count):
        rng = Random(i)
        about = situation(rng)
        style = people[rng.randrange(len(people))]
        draft = write(about.states, about.intention, style, rng, about.memory, start=about.start)
        found.append((about, draft))
    return tuple(found)
