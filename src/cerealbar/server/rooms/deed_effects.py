"""What came of a deed, in the order in which it is told, and what of it the follower may hear."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import Game, Outcome, Player, StateArray
from cerealbar.records import (
    Cancelled,
    DeedEvent,
    Finished,
    GaveUp,
    Instructed,
    Stepped,
)
from cerealbar.records.replay import turn_end
from cerealbar.wire.scene import (
    CancelTold,
    FinishTold,
    GameEndTold,
    GiveUpTold,
    Happening,
    InstructionTold,
    SetTold,
    StepTold,
    ToggleTold,
    TurnEndTold,
)


@dataclass(frozen=True, slots=True)
class PlayedDeed:
    """An accepted action, and the game before and after it."""

    event: DeedEvent
    outcome: Outcome
    before: StateArray
    after: Game
    texts: tuple[str, ...] = ()
    """Of the instructions that it sent or ended, the current one first."""


def deed_effects(deed: PlayedDeed, *, is_blind: bool = False) -> tuple[Happening, ...]:
    """All that came of a deed, as the leader hears of it; without reasons in a blind game."""
    told: list[Happening] = []
    event, outcome = deed.event, deed.outcome
    by = Player(deed.before["turn"][0]).word
    match event:
        case Stepped():
            told.append(StepTold(by=event.by, action=event.action))
        case Instructed():
            told.append(InstructionTold(text=event.text))
        case Cancelled():
            told.append(CancelTold(texts=deed.texts))
        case GaveUp():
            told.append(GiveUpTold(text=deed.texts[0], reason="" if is_blind else event.reason))
        case Finished() if outcome & Outcome.FINISHED:
            told.append(FinishTold(text=deed.texts[0]))
    if outcome & Outcome.TOGGLED:
        told.append(_toggle(deed))
    if outcome & Outcome.SET_MADE:
        told.append(_set(deed))
    if outcome & Outcome.TURN_ENDED:
        told.append(TurnEndTold(by=by, how=turn_end(event).value))
    if outcome & Outcome.SKIPPED:
        told.append(TurnEndTold(by="follower", how="skipped"))
    if deed.after.is_over:
        told.append(GameEndTold(how="no-turns", score=deed.after.score))
    return tuple(told)


def heard_by_follower(
    told: tuple[Happening, ...], deed: PlayedDeed, seen: NDArray[np.bool_]
) -> tuple[Happening, ...]:
    """What the follower may hear; `seen` are the cells in its view after the deed."""
    heard: list[Happening] = []
    for happening in told:
        match happening:
            case StepTold(by="leader") if not seen[deed.after.pose(Player.LEADER).cell]:
                continue
            case ToggleTold(cell=cell) if not seen[cell]:
                continue
            case SetTold(score=score, extra_half_turns=extra, old=old, new=new):
                heard.append(
                    SetTold(
                        score=score,
                        extra_half_turns=extra,
                        old=tuple(cell for cell in old if seen[cell]),
                        new=tuple(cell for cell in new if seen[cell]),
                    )
                )
            case InstructionTold() if deed.before["waiting"][0]:
                continue  # it waits behind another
            case CancelTold(texts=texts):
                heard.append(CancelTold(texts=texts[:1]))  # the others waited behind it
            case _:
                heard.append(happening)
    return tuple(heard)


def _toggle(deed: PlayedDeed) -> ToggleTold:
    player = Player(deed.before["turn"][0])
    cell = deed.after.pose(player).cell
    slot = _card_cells(deed.before).index(cell)
    was_selected = bool(int(deed.before["selected"][0]) >> slot & 1)
    return ToggleTold(by=player.word, cell=cell, is_selected=not was_selected)


def _set(deed: PlayedDeed) -> SetTold:
    old, new = set(_card_cells(deed.before)), set(_card_cells(deed.after.states))
    score, extra = deed.after.score, deed.after.rules.extra_half_turns
    return SetTold(
        score=score,
        extra_half_turns=extra[score - 1] if score <= len(extra) else 0,
        old=tuple(sorted(old - new)),
        new=tuple(sorted(new - old)),
    )


def _card_cells(states: StateArray) -> list[int]:
    cells: list[int] = states["card_cell"][0, : states["cards"][0]].tolist()
    return cells
