"""One game for one learner, as a Gymnasium environment; the other seat has a partner.

    import gymnasium
    import cerealbar.env

    env = gymnasium.make("CerealBar/Follower-v0", leader="scripted", view="paper")
    observation, info = env.reset(seed=1)
    observation, reward, terminated, truncated, info = env.step(
        env.action_space.sample(info["action_mask"])
    )

What the spaces hold is told in `docs/environments.md`. `info` holds `action_mask`; `outcome`, the
`Outcome` bits of the last action or a `Refusal` below 0; `score`; for a follower the texts
`instruction` and `past`, for a leader `waiting` and `finished`. When an action ends an instruction
whose meaning the leader tells, `is_success` says whether it was done as it was meant.
"""

from collections.abc import Callable
from typing import Any, ClassVar

import gymnasium
import numpy as np
from numpy.typing import NDArray

from cerealbar.env.errors import check_known
from cerealbar.env.learner import Observation
from cerealbar.env.learning import LearnerGames, follower_games, leader_games
from cerealbar.env.rendering import (
    RENDER_FPS,
    RENDER_MODES,
    render_board,
)

_ONLY = np.zeros(1, np.intp)


class PartneredEnv(gymnasium.Env[Observation, Any]):
    """A game between a learner and a partner; each step is one action of the learner's."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }
    _make_games: ClassVar[Callable[..., LearnerGames]]

    def __init__(self, *, render_mode: str | None = None, **options: Any) -> None:
        if render_mode is not None:
            check_known("render mode", render_mode, RENDER_MODES)
        self.learning = self._make_games(1, **options)
        self.render_mode = render_mode
        self.action_space = self.learning.seat.action_space
        self.observation_space = self.learning.space

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game up to the learner's first action; the option `map_seed` says on which map.

        Without a seed the maps go on that follow from the last one.
        """
        super().reset(seed=seed)
        self.learning.seed([0], [seed])
        map_seed = (options or {}).get("map_seed")
        self.learning.begin(_ONLY, None if map_seed is None else [map_seed])
        return self._tell()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, and let the partner play until the learner is to act again.

        Raises:
            UnknownActionError: the value is none of the learner's actions.
            PlayerError: the partner chose what it cannot do.
        """
        rewards, terminations, truncations = self.learning.act(_ONLY, [action])
        told, info = self._tell()
        return told, float(rewards[0]), bool(terminations[0]), bool(truncations[0]), info

    def _tell(self) -> tuple[Observation, dict[str, Any]]:
        if self.render_mode == "human":
            self.render()
        told = self.learning.observe()
        return {name: array[0] for name, array in told.items()}, self.learning.info(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """(actions,): what can be done now, where sb3-contrib looks for it."""
        masks: NDArray[np.bool_] = self.learning.masks[0].astype(np.bool_)
        return masks

    def render(self) -> Any:
        """The whole board, as text, on the terminal, or as an image (height, width, 3)."""
        return render_board(self.learning.plays[0].game, self.render_mode)


class FollowerEnv(PartneredEnv):
    """The learner follows; actions are 0 to 4: forward, backward, left, right, done.

    The option `leader` is a name or a `Leader`; the others are those of `LearnerOptions`.
    """

    _make_games = staticmethod(follower_games)


class LeaderEnv(PartneredEnv):
    """The learner leads; `actions` says how it instructs, see `LeaderSeat`.

    The option `follower` is a name or a `Follower`; the others are those of `LearnerOptions`.
    """

    _make_games = staticmethod(leader_games)
