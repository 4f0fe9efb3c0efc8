"""Golden playthroughs: whole games as readable text, whose difference shows a change of the rules.

`UPDATE_GOLDEN=1` plays and writes them anew: read the difference before you commit it.
"""

import json
import os
from collections.abc import Callable, Iterator
from dataclasses import fields
from pathlib import Path

import pytest

from cerealbar.game import (
    ACTIONS,
    PAPER,
    Action,
    Cancelling,
    CardOnBoard,
    Game,
    Outcome,
    Player,
    Rules,
    coordinates,
    format_card,
)
from tests.game.scripted import Script, SetSeekers, Wanderers

GOLDEN = Path(__file__).parents[1] / "golden"
GAMES: dict[str, tuple[int, Rules, Callable[[], Script]]] = {
    "sets": (42, PAPER, lambda: SetSeekers(sets=11)),
    "wandering": (7, Rules(half_turns=24), lambda: Wanderers(seed=22)),
    "bumps_and_time_outs": (
        1234,
        Rules(leader_steps=3, follower_steps=20, half_turns=30, cards=32, path_objects=60),
        lambda: Wanderers(seed=47, bumps=0.4, time_outs=0.06),
    ),
    "cancelling": (
        99,
        Rules(half_turns=30, cancelling=Cancelling.ANY_TURN),
        lambda: Wanderers(seed=8, cancels=0.04, give_ups=0.05),
    ),
}


def playthrough(seed: int, rules: Rules, script: Script) -> str:
    """A whole game, a line an action."""
    game = Game(seed, rules)
    lines = [*_head(game, seed, rules)]
    while not game.is_over:
        before = game.cards
        action, text = script(game)
        actor = Player.LEADER if action is Action.CANCEL else game.turn
        outcome = game.step(action, text=text)
        words = f" {json.dumps(text, ensure_ascii=False)}" if text else ""
        deed = f"{actor.word:8} {action.word}{words}"
        lines.append(f"{len(game.history):3} {deed:44} {_result(game, actor, outcome)}".rstrip())
        lines += [f"      {change}" for change in _changes(before, game.cards, outcome)]
    lines.append(f"score {game.score} after {len(game.history)} actions")
    return "\n".join(lines) + "\n"


def _head(game: Game, seed: int, rules: Rules) -> Iterator[str]:
    yield f"seed {seed}"
    differing = (
        f"{rule.name}={getattr(rules, rule.name)}"
        for rule in fields(Rules)
        if getattr(rules, rule.name) != getattr(PAPER, rule.name)
    )
    yield "rules of the paper" + "".join(f", {value}" for value in differing)
    for player in Player:
        yield f"{player.word} at {_pose(game, player)}"
    yield "cards " + " ".join(_card(card) for card in game.cards)
    yield ""


def _pose(game: Game, player: Player) -> str:
    x, z = coordinates(game.pose(player).cell)
    return f"{x},{z},{game.pose(player).heading.word}"


def _card(card: CardOnBoard) -> str:
    x, z = coordinates(card.cell)
    return f"{format_card(card.card)}@{x},{z}"


def _result(game: Game, actor: Player, outcome: Outcome) -> str:
    names = " ".join((flag.name or "").lower().replace("_", "-") for flag in outcome)
    where = f"at {_pose(game, actor)}" if outcome & Outcome.MOVED else ""
    invalid = "invalid" if game.has_invalid_selection else ""
    counts = (
        f"steps {game.steps_left:2} left {game.half_turns_left:2} "
        f"queue {game.states['waiting'][0]} score {game.score}"
    )
    return f"{counts} {names:26} {where} {invalid}"


def _changes(
    before: tuple[CardOnBoard, ...], after: tuple[CardOnBoard, ...], outcome: Outcome
) -> Iterator[str]:
    """What became of the cards."""
    changed = [(old, new) for old, new in zip(before, after, strict=True) if old != new]
    if outcome & Outcome.SET_MADE:
        made = [(old, new) for old, new in changed if (old.card, old.cell) != (new.card, new.cell)]
        yield "set: " + " ".join(_card(old) for old, _ in made)
        yield "new: " + " ".join(_card(new) + "+" * new.is_selected for _, new in made)
        return
    for _, new in changed:
        yield f"{'selected' if new.is_selected else 'deselected'}: {_card(new)}"


def golden(name: str) -> str:
    return (GOLDEN / f"playthrough_{name}.txt").read_text()


@pytest.mark.parametrize("name", GAMES)
def test_the_game_goes_as_it_always_went(name: str) -> None:
    seed, rules, script = GAMES[name]
    played = playthrough(seed, rules, script())
    if os.environ.get("UPDATE_GOLDEN"):
        (GOLDEN / f"playthrough_{name}.txt").write_text(played)
    assert played == golden(name)


@pytest.mark.parametrize("name", GAMES)
def test_the_actions_in_the_text_are_the_game(name: str) -> None:
    """Read back from the golden text alone, they lead to the same end."""
    seed, rules, _ = GAMES[name]
    game = Game(seed, rules)
    for line in golden(name).splitlines():
        if line[:3].strip().isdigit():
            word, _, words = _deed(line).partition(" ")
            action = next(action for action in ACTIONS if action.word == word)
            game.step(action, text=json.loads(words) if words else None)
    assert game.is_over
    assert golden(name).endswith(f"score {game.score} after {len(game.history)} actions\n")


def _deed(line: str) -> str:
    """The action in a line: after the player, before the counts."""
    return line[13 : line.rindex(" steps ")].strip()


def test_together_the_games_show_every_outcome() -> None:
    text = "".join(golden(name) for name in GAMES)
    for outcome in Outcome:
        assert (outcome.name or "").lower().replace("_", "-") in text
    for word in ("selected: ", "deselected: ", "set: ", "new: ", "invalid"):
        assert word in text
    assert "score 11 after" in golden("sets")


@pytest.mark.parametrize("name", GAMES)
def test_a_playthrough_is_short_enough_to_read(name: str) -> None:
    assert 150 <= golden(name).count("\n") <= 350
