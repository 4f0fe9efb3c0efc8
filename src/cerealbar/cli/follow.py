"""`cerealbar follow`: a follower carries out one instruction, and shows what it did and why."""

import json
import sys
from collections import Counter
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Annotated

from cyclopts import Parameter

from cerealbar.agents import (
    WITHOUT_INTENTION,
    Follower,
    FollowTask,
    ask_follower,
    ask_plan,
    ask_to_forget,
    make_follower,
)
from cerealbar.cli.arguments import JsonFlag, ReadingFollowerName, WholeNumber
from cerealbar.cli.maps import FileKindError
from cerealbar.evaluation.suites.running import MAX_CHOICES
from cerealbar.game import (
    UNLIMITED,
    Action,
    Card,
    CerealBarError,
    Deed,
    Game,
    Outcome,
    Player,
    StateArray,
    Status,
    cards_on,
    check_instruction,
    coordinates,
    format_card,
    new_state,
    parse_state,
    pose_of,
)
from cerealbar.views import DISTRIBUTIONS, Plan
from cerealbar.views.picture import PlannedWalk, encode, plan_sheet
from cerealbar.views.text import card_words

_LIMIT = "limit"
_KEYS = {
    Action.FORWARD: "f",
    Action.BACKWARD: "b",
    Action.LEFT: "l",
    Action.RIGHT: "r",
    Action.DONE: "d",
}
"""As `cerealbar play` takes them; it has none for giving up."""


class FollowError(CerealBarError, ValueError):
    """There is no game to follow in, or there are two."""


@dataclass(frozen=True, slots=True)
class CardChange:
    """A card that was stepped on."""

    card: Card
    cell: int
    is_selected: bool
    """Whether it was selected, and not unselected."""


@dataclass(frozen=True, slots=True)
class FollowedInstruction:
    """What became of an instruction."""

    game: Game
    """As it was left."""
    moments: tuple[StateArray, ...]
    """The game before the first of the follower's deeds and after each."""
    plan: Plan | None
    """What it meant to do at the start, if it can tell."""

    @property
    def deeds(self) -> tuple[Deed, ...]:
        """What the follower did, bumps and the end of the instruction included."""
        of_both = (deed for deed in self.game.history if isinstance(deed, Deed))
        return tuple(deed for deed in of_both if deed.player is Player.FOLLOWER)

    @property
    def actions(self) -> tuple[Action, ...]:
        """What it did without the bumps."""
        return tuple(deed.action for deed in self.deeds if not deed.outcome & Outcome.BUMPED)

    @property
    def trail(self) -> tuple[int, ...]:
        """The cells on which it was, one after the other."""
        return tuple(cell for cell, _ in groupby(_cell(states) for states in self.moments))

    @property
    def changes(self) -> tuple[CardChange, ...]:
        """The cards that it selected or unselected, in order."""
        found = []
        for deed, (before, after) in zip(self.deeds, pairwise(self.moments), strict=True):
            if deed.outcome & Outcome.TOGGLED:
                (card,) = (each for each in cards_on(before) if each.cell == _cell(after))
                found.append(CardChange(card.card, card.cell, not card.is_selected))
        return tuple(found)

    @property
    def changed(self) -> tuple[int, ...]:
        """The cells of the cards that it changed an odd number of times."""
        times = Counter(change.cell for change in self.changes)
        return tuple(cell for cell, count in times.items() if count % 2)

    @property
    def ended_with(self) -> str:
        """The action that ended it, or `limit`."""
        last = self.deeds[-1].action
        return _LIMIT if last.is_step else last.word

    @property
    def reason(self) -> str | None:
        """Why it gave up, if it did."""
        (instruction,) = self.game.instructions
        return instruction.reason if instruction.status is Status.GIVEN_UP else None

    @property
    def sets(self) -> int:
        """Sets that were made."""
        return self.game.score - int(self.moments[0]["score"][0])


def _cell(states: StateArray) -> int:
    return pose_of(states, Player.FOLLOWER).cell


def follow(
    instruction: Annotated[str, Parameter(allow_leading_hyphen=True)],
    *,
    state: Annotated[str | None, Parameter(allow_leading_hyphen=True)] = None,
    seed: WholeNumber | None = None,
    follower: ReadingFollowerName = "learned",
    picture: Path | None = None,
    json_: JsonFlag = False,
) -> None:
    """Let a follower carry out one instruction.

    It has ten steps a turn, between which the leader does nothing, and may choose 40 times.

    Parameters
    ----------
    instruction
        What to do.
    state
        The game to begin with, in notation; - reads it from standard input.
    seed
        Instead, the map to begin with.
    picture
        Draw the way and, if the follower has one, its plan into this PNG file.
    """
    text = check_instruction(instruction)
    if picture is not None and picture.suffix.lower() != ".png":
        raise FileKindError(f"{picture.name!r} is no picture file: expected a name in .png")
    start = _start(state, seed)
    player = make_follower(follower, given=WITHOUT_INTENTION)
    found = carry_out_one(player, start, text)
    if picture is not None:
        walk = PlannedWalk(
            state=found.moments[0][0],
            instruction=text,
            plan=found.plan,
            trail=found.trail,
            changed=found.changed,
        )
        picture.write_bytes(encode(plan_sheet(walk, player.name)))
    if json_:
        print(json.dumps({"instruction": text, "follower": follower, **_told(found)}))
    else:
        _print(found, player.name)


def _start(notation: str | None, seed: int | None) -> StateArray:
    """The game in which the follower is to act."""
    if (notation is None) == (seed is None):
        raise FollowError("cannot follow: expected either --state or --seed")
    if notation is not None:
        line = sys.stdin.read() if notation == "-" else notation
        states = parse_state(line.strip())
    else:
        assert seed is not None
        states = new_state(seed)
    if states["turn"][0] != Player.FOLLOWER:
        states["turn"] = Player.FOLLOWER
        states["steps_left"] = states["step_limits"][:, Player.FOLLOWER]
    states["waiting"], states["half_turns_left"] = 1, UNLIMITED
    return states


def carry_out_one(follower: Follower, start: StateArray, text: str) -> FollowedInstruction:
    """Let a follower carry out the one instruction that waits; the leader passes its turns.

    Raises:
        PlayerError: the follower answers with what it cannot do.
        IllegalActionError: the rules refuse what it does.
    """
    game = Game.from_states(start, texts=(text,))
    moments, plan, steps = [game.states.copy()], None, 0
    while len(moments) <= MAX_CHOICES and game.current_instruction is not None:
        if game.turn is Player.LEADER:
            game.step(Action.DONE)
        task = FollowTask(0, game.states.copy(), text, 0, steps)
        (choice,) = ask_follower(follower, [task])
        if plan is None:
            plan = ask_plan(follower, task.game)
        outcome = game.step(choice.action, player=Player.FOLLOWER, text=choice.text)
        steps += bool(outcome & Outcome.MOVED)
        moments.append(game.states.copy())
    ask_to_forget(follower, Player.FOLLOWER, 0)
    return FollowedInstruction(game, tuple(moments), plan)


def _told(found: FollowedInstruction) -> dict[str, object]:
    """All of it for programs."""
    pose = found.game.pose(Player.FOLLOWER)
    x, z = coordinates(pose.cell)
    return {
        "actions": [action.word for action in found.actions],
        "cards": [_card_told(change) for change in found.changes],
        "end": {"x": x, "z": z, "heading": pose.heading.word},
        "ended_with": found.ended_with,
        "reason": found.reason,
        "sets": found.sets,
        "score": found.game.score,
        "plan": None if found.plan is None else _plan_told(found.plan),
        "state": str(found.game),
    }


def _card_told(change: CardChange) -> dict[str, object]:
    x, z = coordinates(change.cell)
    face, words = format_card(change.card), card_words(change.card)
    return {"card": face, "words": words, "x": x, "z": z, "selected": change.is_selected}


def _plan_told(plan: Plan) -> dict[str, list[tuple[int, int, float]]]:
    """Each distribution as columns, rows and weights."""
    return {
        part: [
            (*coordinates(cell), round(weight, 4))
            for cell, weight in sorted(getattr(plan, part).items())
        ]
        for part in DISTRIBUTIONS
    }


def _print(found: FollowedInstruction, name: str) -> None:
    steps = sum(action.is_step for action in found.actions)
    print(f"{name}: {steps} step{'s' * (steps != 1)}, {_ending(found)}")
    if steps:
        keys = "".join(_KEYS.get(action, "") for action in found.actions)
        print(f"  {_in_words(found.actions)}  ({keys})")
    for change in found.changes:
        verb = "selected" if change.is_selected else "unselected"
        print(f"  {verb} {card_words(change.card)} at {coordinates(change.cell)}")
    if not found.changes:
        print("  changed no card")
    if found.sets:
        print(f"  made {'a set' if found.sets == 1 else f'{found.sets} sets'}")
    pose = found.game.pose(Player.FOLLOWER)
    print(f"  ended at {coordinates(pose.cell)}, heading {pose.heading.word}")


def _ending(found: FollowedInstruction) -> str:
    if found.ended_with == _LIMIT:
        return f"stopped after {MAX_CHOICES} choices"
    if found.reason is None:
        return "then done"
    return f"then gave up: {found.reason or 'no reason given'}"


def _in_words(actions: tuple[Action, ...]) -> str:
    """Actions in words, those that repeat told once: `3 forward, left, done`."""
    runs = ((action.word, len(list(run))) for action, run in groupby(actions))
    return ", ".join(word if count == 1 else f"{count} {word}" for word, count in runs)
