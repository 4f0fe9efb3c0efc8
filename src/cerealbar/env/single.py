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

from typing import Any

import gymnasium
import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import Follower, Leader
from cerealbar.env.errors import check_above_0
from cerealbar.env.learning import LearnerGames
from cerealbar.env.observations import Observation
from cerealbar.env.options import LearnerTable, follower_table, leader_table
from cerealbar.env.rendering import RENDER_FPS, RENDER_MODES, BoardScreen
from cerealbar.env.seats import LeaderActions
from cerealbar.env.seeds import MapSeeds

_ONLY = np.zeros(1, np.intp)


class PartneredEnv(gymnasium.Env[Observation, Any]):
    """A game between a learner and a partner; each step is one action of the learner's."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
    }

    def __init__(
        self, table: LearnerTable, max_steps: int | None = None, render_mode: str | None = None
    ) -> None:
        check_above_0("max_steps", max_steps)
        self.table = table
        self.render_mode = render_mode
        self.action_space = table.seat.action_space
        self.observation_space = table.view.space
        self._learning = LearnerGames(table)
        self._max_steps = max_steps
        self._steps = 0
        self._map_seeds: MapSeeds | None = None
        self._screen = BoardScreen(
            render_mode, "CerealBar", lambda: int(self.metadata["render_fps"])
        )

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game up to the learner's first action; the option `map_seed` says on which map.

        Without a seed the maps go on that follow from the last one.
        """
        super().reset(seed=seed)
        if self._map_seeds is None or seed is not None:
            self._map_seeds = MapSeeds([seed])
        map_seed = (options or {}).get("map_seed")
        self._learning.begin(_ONLY, self._map_seeds, None if map_seed is None else [map_seed])
        self._steps = 0
        return self._tell()

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Act, and let the partner play until the learner is to act again.

        Raises:
            UnknownActionError: the value is none of the learner's actions.
            PlayerError: the partner chose what it cannot do.
        """
        rewards, terminations, truncations = self._learning.act(_ONLY, [action])
        self._steps += 1
        is_over = bool(terminations[0])
        is_cut = bool(truncations[0]) or self._steps == self._max_steps
        told, info = self._tell()
        return told, float(rewards[0]), is_over, is_cut and not is_over, info

    def _tell(self) -> tuple[Observation, dict[str, Any]]:
        if self.render_mode == "human":  # else nobody looks, and copying a game costs time
            self._screen.refresh(self._learning.games.game(0))
        told = self._learning.observe()
        return {name: array[0] for name, array in told.items()}, self._learning.info(0)

    def action_masks(self) -> NDArray[np.bool_]:
        """(actions,): what can be done now, where sb3-contrib looks for it."""
        masks: NDArray[np.bool_] = self._learning.masks[0].astype(np.bool_)
        return masks

    def render(self) -> Any:
        """The whole board, as text, as an image (height, width, 3), or in the window."""
        return self._screen.render(self._learning.games.game(0))

    def close(self) -> None:
        """Close the window, if there is one."""
        self._screen.close()


class FollowerEnv(PartneredEnv):
    """The learner follows; actions are 0 to 4: forward, backward, left, right, done."""

    def __init__(
        self,
        *,
        leader: str | Leader = "scripted",
        max_steps: int | None = None,
        render_mode: str | None = None,
        **options: Any,  # those of LearnerOptions
    ) -> None:
        super().__init__(follower_table(1, leader, **options), max_steps, render_mode)


class LeaderEnv(PartneredEnv):
    """The learner leads; `actions` says how it instructs, see `LeaderSeat`."""

    def __init__(
        self,
        *,
        follower: str | Follower = "rule-based",
        actions: LeaderActions = "cards",
        max_steps: int | None = None,
        render_mode: str | None = None,
        **options: Any,  # those of LearnerOptions
    ) -> None:
        super().__init__(leader_table(1, follower, actions, **options), max_steps, render_mode)
