"""What a seat is shown of a game, as the record that players choose by."""

from collections.abc import Sequence

import numpy as np

from cerealbar.game import (
    MAX_CARDS,
    OUTSIDE,
    PAPER,
    PLAYERS,
    UNLIMITED,
    Player,
    StateArray,
    Status,
    blank_states,
)
from cerealbar.remote.known import Known
from cerealbar.remote.participants.replies import face_of
from cerealbar.views.memory import UNKNOWN_TILE
from cerealbar.wire.scene import PoseShown
from cerealbar.wire.words import UNSEEN

UNDER_WAY = (Status.CURRENT, Status.WAITING)


def shown_states(known: Known) -> StateArray:
    """The record as far as a seat sees it now, as an array of one; cards are in order of cells.

    What further sets would add to the turns nobody is told: it is the paper's.
    """
    states, situation = blank_states(1), known.situation
    states["seed"], states["rng"] = -1, (1, 2, 3, 4)
    states["tile"][0] = np.where(known.tiles == UNSEEN, UNKNOWN_TILE, known.tiles)
    _put(states, Player.LEADER, situation.leader)
    _put(states, Player.FOLLOWER, situation.follower)
    _deal(states, known)
    left = situation.half_turns_left
    states["half_turns_left"] = UNLIMITED if left is None else left
    states["steps_left"], states["score"] = situation.steps_left, situation.score
    states["turn"] = PLAYERS[situation.turn]
    states["waiting"] = len(texts(known, UNDER_WAY))
    states["step_limits"] = known.rules.leader_steps, known.rules.follower_steps
    extra = PAPER.extra_half_turns
    states["extra_half_turns"][0, : len(extra)] = extra
    return states


def texts(known: Known, statuses: Sequence[Status]) -> tuple[str, ...]:
    """The instructions of some statuses, oldest first."""
    return tuple(told.text for told in known.instructions if told.status in statuses)


def _put(states: StateArray, player: Player, pose: PoseShown | None) -> None:
    states["player_cell"][0, player] = OUTSIDE if pose is None else pose.cell
    states["player_heading"][0, player] = 0 if pose is None else pose.heading


def _deal(states: StateArray, known: Known) -> None:
    cards = sorted(known.cards, key=lambda card: card.cell)[:MAX_CARDS]
    states["cards"] = len(cards)
    for slot, card in enumerate(cards):
        states["card_cell"][0, slot] = card.cell
        states["card_kind"][0, slot] = face_of(card).kind
        states["selected"][0] |= np.uint32(card.is_selected << slot)
