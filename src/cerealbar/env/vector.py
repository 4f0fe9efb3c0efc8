"""Many games at once as a Gymnasium vector environment, stepped by the compiled batch rules."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode
from gymnasium.vector.utils import batch_space, create_empty_array
from numpy.typing import NDArray

from cerealbar.env.batch import Batch, GamesVectorEnv, with_masks
from cerealbar.env.errors import OptionError
from cerealbar.env.masks import turn_masks
from cerealbar.env.observations import Observation, observe, sight_of
from cerealbar.env.seeds import MapSeeds
from cerealbar.env.spaces import ACTION_COUNTS, observation_space
from cerealbar.game import (
    PAPER,
    STATE,
    Outcome,
    Player,
    Rules,
    StateArray,
    UnknownActionError,
    blank_states,
    new_states,
    step_many,
)
from cerealbar.views import ViewName

ObservationName: TypeAlias = Literal["records", "features"]

_ACTIONS = ACTION_COUNTS[Player.LEADER]


class CerealBarVectorEnv(GamesVectorEnv[NDArray[np.uint8] | Observation]):
    """N games side by side; an action goes to whoever's turn it is in its game.

    Actions are 0 to 5: forward, backward, left, right, done, instruct (instructions have no text
    here: the rules only count them). One that the rules refuse changes nothing, as
    `infos["outcome"]` tells.

    Observations are, by the option `observation`,
        records     (N, bytes): the whole record of each game, read by `.view(STATE)[:, 0]`. It
                    holds more than a player may know, and suits search and oracles
        features    what the player to act may know, as arrays (N, ...) by name: those of
                    `observation` in the PettingZoo environment

    `infos` holds arrays by game: `player`, whose turn it is; `action_mask` (N, 6), the actions that
    would change something (only done where the game is over); `outcome`, `Outcome` bits of the last
    action or a `Refusal` below 0.

    Rewards are 1 for each set. A game terminates when no half-turn is left and is truncated after
    `max_steps` actions; then a new one begins on a new map, by one of Gymnasium's autoreset modes.

    Seeds: `reset(seed=s)` gives game i the seed `s + i`, a list gives each its own. A game's maps
    follow from its seed alone, and are those of the PettingZoo environment with the same seed.
    """

    metadata: dict[str, Any] = {  # noqa: RUF012  # as Gymnasium declares it
        "autoreset_mode": AutoresetMode.NEXT_STEP,
        "render_modes": [],
    }

    def __init__(
        self,
        num_envs: int,
        *,
        rules: Rules = PAPER,
        observation: ObservationName = "records",
        view: ViewName = "full",
        max_steps: int | None = None,
        autoreset_mode: AutoresetMode | str = AutoresetMode.NEXT_STEP,
    ) -> None:
        super().__init__(num_envs, max_steps, autoreset_mode)
        if observation not in ("records", "features"):
            raise OptionError(
                f"{observation!r} is no observation: expected one of records, features"
            )
        self.rules = rules
        self.states: StateArray = blank_states(num_envs, rules)
        """The records of the games, live."""
        self._bytes = self.states.view(np.uint8).reshape(num_envs, STATE.itemsize)
        self._gives_records = observation == "records"
        self._sight = sight_of(view)
        self._outcomes = np.zeros(num_envs, np.int16)
        self.single_action_space = spaces.Discrete(_ACTIONS)
        self.single_observation_space = (
            spaces.Box(0, 255, (STATE.itemsize,), np.uint8)
            if self._gives_records
            else observation_space()
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def _begin(
        self, places: NDArray[np.intp], map_seeds: MapSeeds, maps: Sequence[int] | None
    ) -> None:
        if maps is None:
            states = map_seeds.new_states(places, self.rules)
        else:
            states = new_states(maps, self.rules)
        self._bytes[places] = states.view(np.uint8).reshape(len(places), STATE.itemsize)
        self._outcomes[places] = 0

    def _act(self, actions: Batch, is_playing: NDArray[np.bool_]) -> tuple[Batch, Batch, Batch]:
        """Let the player to act in each game take its action."""
        self._outcomes = step_many(self.states, self._check_actions(actions))
        done = np.maximum(self._outcomes, 0)  # a refusal has no outcome
        rewards = (done & Outcome.SET_MADE != 0).astype(np.float64)
        return rewards, done & Outcome.GAME_OVER != 0, np.zeros(self.num_envs, np.bool_)

    def _check_actions(self, actions: Batch) -> NDArray[np.uint8]:
        actions = np.asarray(actions)
        if actions.shape != (self.num_envs,) or actions.dtype.kind not in "iu":
            raise UnknownActionError(
                f"{self.num_envs} games need as many integer actions, "
                f"not {actions.dtype} of shape {actions.shape}"
            )
        is_bad = (actions < 0) | (actions >= _ACTIONS)
        if is_bad.any():
            game = int(is_bad.argmax())
            raise UnknownActionError(
                f"{actions[game]} is no action in game {game}: expected 0 to {_ACTIONS - 1}"
            )
        return actions.astype(np.uint8)

    def _infos(self) -> dict[str, Any]:
        return with_masks(
            {
                "player": self.states["turn"].copy(),
                "action_mask": turn_masks(self.states),
                "outcome": self._outcomes.copy(),
            }
        )

    def _observe(self) -> NDArray[np.uint8] | Observation:
        if self._gives_records:
            return self._bytes.copy()
        return self._observe_features()

    def _observe_features(self) -> Observation:
        turn = self.states["turn"]
        batch = create_empty_array(self.single_observation_space, self.num_envs, fn=np.empty)
        assert isinstance(batch, dict)
        for player in Player:
            games = np.flatnonzero(turn == player)
            for name, array in observe(self.states[games], player, self._sight).items():
                batch[name][games] = array
        return batch
