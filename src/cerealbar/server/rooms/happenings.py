"""What came of a deed, in the order in which it is told, and what of it the follower may hear."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import Action, Game, Outcome, Player
from cerealbar.server.rooms.showing import ACTIONS, ROLES
from cerealbar.wire.scene import (
    Finished,
    GameEnded,
    Happening,
    Instructed,
    SetMade,
    Stepped,
    Toggled,
    TurnEnded,
)
from cerealbar.wire.words import ActionWord, GameEndWord, TurnEndWord

_WORDS: dict[Action, ActionWord] = {action: word for word, action in ACTIONS.items()}


@dataclass(frozen=True, slots=True)
class Deed:
    """An accepted action, and the game before and after it."""

    player: Player
    action: Action
    outcome: Outcome
    before: Game
    after: Game
    text: str | None = None


def happenings(deed: Deed) -> tuple[Happening, ...]:
    """All that came of a deed, as the leader hears of it."""
    told: list[Happening] = []
    outcome, by = deed.outcome, ROLES[deed.player]
    if outcome & Outcome.MOVED:
        told.append(Stepped(by=by, action=_WORDS[deed.action]))
    if outcome & Outcome.TOGGLED:
        told.append(_toggled(deed))
    if outcome & Outcome.SET_MADE:
        told.append(_set_made(deed))
    if deed.text is not None:
        told.append(Instructed(text=deed.text))
    if outcome & Outcome.FINISHED:
        told.append(Finished(text=deed.before.current_instruction or ""))
    if outcome & Outcome.TURN_ENDED:
        told.append(TurnEnded(by=by, how=_turn_end(deed.action)))
    if outcome & Outcome.SKIPPED:
        told.append(TurnEnded(by="follower", how="skipped"))
    if deed.after.is_over:
        told.append(GameEnded(how="no-turns", score=deed.after.score))
    return tuple(told)


def game_ended(how: GameEndWord, game: Game) -> tuple[Happening, ...]:
    """That a game ended without a deed: someone left."""
    return (GameEnded(how=how, score=game.score),)


def heard_by_follower(
    told: tuple[Happening, ...], deed: Deed, seen: NDArray[np.bool_]
) -> tuple[Happening, ...]:
    """What the follower may hear; `seen` are the cells in its view after the deed."""
    heard: list[Happening] = []
    for happening in told:
        match happening:
            case Stepped(by="leader") if not seen[deed.after.pose(Player.LEADER).cell]:
                continue
            case Toggled(cell=cell) if not seen[cell]:
                continue
            case SetMade(score=score, extra_half_turns=extra, old=old, new=new):
                heard.append(
                    SetMade(
                        score=score,
                        extra_half_turns=extra,
                        old=tuple(cell for cell in old if seen[cell]),
                        new=tuple(cell for cell in new if seen[cell]),
                    )
                )
            case Instructed() if deed.before.current_instruction is not None:
                continue  # it waits behind another
            case _:
                heard.append(happening)
    return tuple(heard)


def _toggled(deed: Deed) -> Toggled:
    cell = deed.after.pose(deed.player).cell
    was_selected = any(card.cell == cell and card.is_selected for card in deed.before.cards)
    return Toggled(by=ROLES[deed.player], cell=cell, is_selected=not was_selected)


def _set_made(deed: Deed) -> SetMade:
    old = {card.cell for card in deed.before.cards}
    new = {card.cell for card in deed.after.cards}
    score, extra = deed.after.score, deed.after.rules.extra_half_turns
    return SetMade(
        score=score,
        extra_half_turns=extra[score - 1] if score <= len(extra) else 0,
        old=tuple(sorted(old - new)),
        new=tuple(sorted(new - old)),
    )


def _turn_end(action: Action) -> TurnEndWord:
    if action is Action.TIME_OUT:
        return "time-out"
    return "done" if action is Action.DONE else "no-steps"
