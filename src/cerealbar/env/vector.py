"""Many games at once as a Gymnasium vector environment, stepped by the compiled batch rules."""

from collections.abc import Sequence
from typing import Any, Literal, TypeAlias

import numpy as np
from gymnasium import spaces
from gymnasium.error import ResetNeeded
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space, create_empty_array
from numpy.typing import NDArray

from cerealbar.env.errors import OptionError
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
    legal_many,
    new_states,
    step_many,
)
from cerealbar.views import ViewName

ObservationName: TypeAlias = Literal["records", "features"]
Batch: TypeAlias = NDArray[Any]  # rewards are floats, terminations booleans

_ACTIONS = ACTION_COUNTS[Player.LEADER]


class CerealBarVectorEnv(VectorEnv[NDArray[np.uint8] | Observation, Batch, Batch]):
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
    would change something; `outcome`, `Outcome` bits of the last action or a `Refusal` below 0.

    Rewards are 1 for each set. A game terminates when no half-turn is left and is truncated after
    `max_steps` actions. The step after that ignores the action and begins a new game on a new map
    (`AutoresetMode.NEXT_STEP`).

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
    ) -> None:
        if num_envs < 1:
            raise OptionError(f"num_envs must be above 0, not {num_envs!r}")
        if observation not in ("records", "features"):
            raise OptionError(
                f"{observation!r} is no observation: expected one of records, features"
            )
        if max_steps is not None and max_steps < 1:
            raise OptionError(f"max_steps must be above 0, not {max_steps!r}")
        self.num_envs = num_envs
        self.rules = rules
        self.states: StateArray = blank_states(num_envs, rules)
        """The records of the games, live."""
        self._bytes = self.states.view(np.uint8).reshape(num_envs, STATE.itemsize)
        self._gives_records = observation == "records"
        self._sight = sight_of(view)
        self._max_steps = np.iinfo(np.int64).max if max_steps is None else max_steps
        self._map_seeds: MapSeeds | None = None
        self.single_action_space = spaces.Discrete(_ACTIONS)
        self.single_observation_space = (
            spaces.Box(0, 255, (STATE.itemsize,), np.uint8)
            if self._gives_records
            else observation_space()
        )
        self.action_space = batch_space(self.single_action_space, num_envs)
        self.observation_space = batch_space(self.single_observation_space, num_envs)

    def reset(
        self,
        *,
        seed: int | Sequence[int | None] | None = None,
        options: dict[str, Any] | None = None,
    ) -> tuple[NDArray[np.uint8] | Observation, dict[str, Any]]:
        """Begin all games anew; the option `map_seeds` (N,) says on which maps.

        Without a seed the games go on with the maps that follow from their earlier seeds.

        Raises:
            OptionError: the seeds are not as many as the games.
        """
        if self._map_seeds is None or seed is not None:
            self._map_seeds = MapSeeds(self._seed_each(seed))
        map_seeds = (options or {}).get("map_seeds")
        if map_seeds is None:
            self._begin(np.arange(self.num_envs), self._map_seeds)
        else:
            self._check_count("map_seeds", len(map_seeds))
            self.states[:] = new_states(map_seeds, self.rules)
        self._steps = np.zeros(self.num_envs, np.int64)
        self._is_finished = np.zeros(self.num_envs, np.bool_)
        return self._observe(), self._infos(np.zeros(self.num_envs, np.int16))

    def _seed_each(self, seed: int | Sequence[int | None] | None) -> Sequence[int | None]:
        if seed is None:
            return [None] * self.num_envs
        if isinstance(seed, int | np.integer):
            super().reset(seed=int(seed))
            return range(int(seed), int(seed) + self.num_envs)
        self._check_count("seeds", len(seed))
        return seed

    def _check_count(self, name: str, count: int) -> None:
        if count != self.num_envs:
            raise OptionError(f"{count} {name} for {self.num_envs} games")

    def _begin(self, games: NDArray[np.intp], map_seeds: MapSeeds) -> None:
        states = map_seeds.new_states(games, self.rules)
        self._bytes[games] = states.view(np.uint8).reshape(len(games), STATE.itemsize)

    def step(
        self, actions: Batch
    ) -> tuple[NDArray[np.uint8] | Observation, Batch, Batch, Batch, dict[str, Any]]:
        """Let the player to act in each game take its action.

        Raises:
            UnknownActionError: a value is no action, or the actions are not as many as the games.
            ResetNeeded: the games have not begun.
        """
        if self._map_seeds is None:
            raise ResetNeeded("step() comes after reset()")
        outcomes = step_many(self.states, self._check_actions(actions))
        self._steps += 1
        games = np.flatnonzero(self._is_finished)
        if len(games):
            self._begin(games, self._map_seeds)
            outcomes[games] = 0
            self._steps[games] = 0
        done = np.maximum(outcomes, 0)  # a refusal has no outcome
        rewards = (done & Outcome.SET_MADE != 0).astype(np.float64)
        terminations = done & Outcome.GAME_OVER != 0
        truncations = (self._steps >= self._max_steps) & ~terminations
        self._is_finished = terminations | truncations
        return self._observe(), rewards, terminations, truncations, self._infos(outcomes)

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

    def _infos(self, outcomes: NDArray[np.int16]) -> dict[str, Any]:
        return {
            "player": self.states["turn"].copy(),
            "action_mask": legal_many(self.states)[:, :_ACTIONS].view(np.int8),
            "outcome": outcomes,
        }

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
