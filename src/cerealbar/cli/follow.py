"""`cerealbar follow`: a follower carries out one instruction, and shows what it did and why."""

import json
import sys
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass
from itertools import groupby, pairwise
from pathlib import Path
from typing import Annotated, Any

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
from cerealbar.cli.arguments import JsonFlag, ReadingFollowerName, WholeNumber, file_kind
from cerealbar.evaluation.suites.running import MAX_CHOICES
from cerealbar.game import (
    UNLIMITED,
    Action,
    CardOnBoard,
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
_STEPS = {"forward": "f", "backward": "b", "left": "l", "right": "r"}
_KEYS = _STEPS | {"done": "d"}
"""As `cerealbar play` takes them; it has none for giving up."""


class FollowError(CerealBarError, ValueError):
    """There is no game to follow in, or there are two."""


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
    def deeds(self) -> list[Deed]:
        """What the follower did, bumps and the end of the instruction included."""
        of_both = (deed for deed in self.game.history if isinstance(deed, Deed))
        return [deed for deed in of_both if deed.player is Player.FOLLOWER]

    @property
    def changes(self) -> list[CardOnBoard]:
        """The cards that it stepped on in order, each as it was before."""
        return [
            next(card for card in cards_on(before) if card.cell == _cell(after))
            for deed, (before, after) in zip(self.deeds, pairwise(self.moments), strict=True)
            if deed.outcome & Outcome.TOGGLED
        ]


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
    if picture is not None:
        file_kind(picture, "picture", ".png")
    start = _start(state, seed)
    player = make_follower(follower, given=WITHOUT_INTENTION)
    found = carry_out_one(player, start, text)
    if picture is not None:
        times = Counter(card.cell for card in found.changes)
        walk = PlannedWalk(
            state=found.moments[0][0],
            instruction=text,
            plan=found.plan,
            trail=tuple(cell for cell, _ in groupby(map(_cell, found.moments))),
            changed=tuple(cell for cell, count in times.items() if count % 2),
        )
        picture.write_bytes(encode(plan_sheet(walk, player.name)))
    told = {"instruction": text, "follower": follower, **_told(found)}
    if json_:
        print(json.dumps(told))
    else:
        _print(told, player.name)


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


def _told(found: FollowedInstruction) -> dict[str, Any]:  # as JSON is
    """All of it for programs."""
    pose, last = found.game.pose(Player.FOLLOWER), found.deeds[-1].action
    x, z = coordinates(pose.cell)
    (instruction,) = found.game.instructions
    return {
        "actions": [deed.action.word for deed in found.deeds if not deed.outcome & Outcome.BUMPED],
        "cards": [_card_told(card) for card in found.changes],
        "end": {"x": x, "z": z, "heading": pose.heading.word},
        "ended_with": _LIMIT if last.is_step else last.word,
        "reason": instruction.reason if instruction.status is Status.GIVEN_UP else None,
        "sets": found.game.score - int(found.moments[0]["score"][0]),
        "score": found.game.score,
        "plan": None if found.plan is None else _plan_told(found.plan),
        "state": str(found.game),
    }


def _card_told(before: CardOnBoard) -> dict[str, object]:
    x, z = coordinates(before.cell)
    face, words = format_card(before.card), card_words(before.card)
    return {"card": face, "words": words, "x": x, "z": z, "selected": not before.is_selected}


def _plan_told(plan: Plan) -> dict[str, list[tuple[int, int, float]]]:
    """Each distribution as columns, rows and weights."""
    return {
        part: [
            (*coordinates(cell), round(weight, 4))
            for cell, weight in sorted(getattr(plan, part).items())
        ]
        for part in DISTRIBUTIONS
    }


def _print(told: dict[str, Any], name: str) -> None:
    actions, sets, end = told["actions"], told["sets"], told["end"]
    steps = sum(word in _STEPS for word in actions)
    print(f"{name}: {steps} step{'s' * (steps != 1)}, {_ending(told)}")
    if steps:
        keys = "".join(_KEYS.get(word, "") for word in actions)
        print(f"  {_in_words(actions)}  ({keys})")
    for card in told["cards"]:
        verb = "selected" if card["selected"] else "unselected"
        print(f"  {verb} {card['words']} at ({card['x']}, {card['z']})")
    if not told["cards"]:
        print("  changed no card")
    if sets:
        print(f"  made {'a set' if sets == 1 else f'{sets} sets'}")
    print(f"  ended at ({end['x']}, {end['z']}), heading {end['heading']}")


def _ending(told: dict[str, Any]) -> str:
    if told["ended_with"] == _LIMIT:
        return f"stopped after {MAX_CHOICES} choices"
    if told["reason"] is None:
        return "then done"
    return f"then gave up: {told['reason'] or 'no reason given'}"


def _in_words(actions: Sequence[str]) -> str:
    """Actions in words, those that repeat told once: `3 forward, left, done`."""
    runs = ((word, len(list(run))) for word, run in groupby(actions))
    return ", ".join(word if count == 1 else f"{count} {word}" for word, count in runs)
