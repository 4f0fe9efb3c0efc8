"""A view: everything that one player may know of a game, and nothing else."""

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from cerealbar.game import OUTSIDE, CardOnBoard, Game, Instruction, Player, Pose
from cerealbar.views.visibility import PAPER_SIGHT, Sight, seen_cells

UNSEEN = 255
"""The tile code of a cell that is not seen."""


@dataclass(frozen=True, slots=True)
class View:
    """What one player sees and knows."""

    player: Player
    seen: NDArray[np.bool_]
    """(625,): which cells are in view."""
    tiles: NDArray[np.uint8]
    """(625,): tile codes, `UNSEEN` out of view."""
    cards: tuple[CardOnBoard, ...]
    """The cards in view."""
    poses: tuple[Pose | None, Pose | None]
    """By player; None out of view."""
    is_invalid: bool
    """Whether the selection is invalid; never true for the follower, who may not know."""
    turn: Player
    steps_left: int
    half_turns_left: int | None
    score: int
    instructions: tuple[Instruction, ...]
    """The follower's end with the current one."""

    @property
    def pose(self) -> Pose:
        """Where the player stands and looks."""
        pose = self.poses[self.player]
        assert pose is not None, "a player always sees its own cell"
        return pose


def view(game: Game, player: Player, sight: Sight | None = PAPER_SIGHT) -> View:
    """What a player may know of a game now; `sight` limits the follower's eyes only.

    Examples:
        >>> from cerealbar.game import Game, Player
        >>> seen = view(Game(seed=5), Player.FOLLOWER)
        >>> int(seen.seen.sum()), len(seen.cards)
        (202, 8)
    """
    seen = seen_cells(game.states, player, sight)[0]
    poses = [game.pose(other) for other in Player]
    is_leader = player is Player.LEADER
    return View(
        player=player,
        seen=seen,
        tiles=np.where(seen, game.states["tile"][0], np.uint8(UNSEEN)),
        cards=tuple(card for card in game.cards if seen[card.cell]),
        poses=(_in_view(poses[0], seen), _in_view(poses[1], seen)),
        is_invalid=is_leader and game.has_invalid_selection,
        turn=game.turn,
        steps_left=game.steps_left,
        half_turns_left=game.half_turns_left,
        score=game.score,
        instructions=known_instructions(game, player),
    )


def _in_view(pose: Pose, seen: NDArray[np.bool_]) -> Pose | None:
    """The pose, unless it is out of view or nowhere, as that of a forgotten leader."""
    return pose if pose.cell != OUTSIDE and seen[pose.cell] else None


def known_instructions(game: Game, player: Player) -> tuple[Instruction, ...]:
    """What a player may read, oldest first: the follower what is or was the current one."""
    return tuple(
        instruction
        for instruction in game.instructions
        if player is Player.LEADER or instruction.was_current
    )
