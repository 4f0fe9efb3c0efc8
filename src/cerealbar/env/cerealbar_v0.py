"""CerealBar as a PettingZoo environment: two agents, one after the other.

    from cerealbar.env import cerealbar_v0

    env = cerealbar_v0.env(view="paper")
    env.reset(seed=1)
    for agent in env.agent_iter():
        observation, reward, termination, truncation, info = env.last()
        if termination or truncation:
            action = None
        else:
            action = env.action_space(agent).sample(observation["action_mask"])
        env.step(action)

Agents are `leader_0` and `follower_0`. What they send and are told stands in
`docs/environments.md`. An action that the rules refuse raises `IllegalActionError`, one that is
none of the agent's raises `UnknownActionError`, a bad text `InstructionError`. The game is then
unchanged, and the same agent may choose again; so no wrapper ends the game on an illegal action.
"""

from typing import Any

import numpy as np
from gymnasium import spaces
from numpy.typing import NDArray
from pettingzoo import AECEnv
from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper
from pettingzoo.utils.wrappers import OrderEnforcingWrapper

from cerealbar.env.actions import (
    ACTION_COUNTS,
    InstructionSpace,
    action_space,
    parse_sent,
    role_masks,
)
from cerealbar.env.errors import check_above_0, check_known
from cerealbar.env.learner import LearnerView, outcome_words, sight_of
from cerealbar.env.rendering import (
    RENDER_FPS,
    RENDER_MODES,
    render_board,
)
from cerealbar.env.seeds import MapSeeds
from cerealbar.game import (
    PAPER,
    Action,
    Game,
    GameOverError,
    IllegalActionError,
    Outcome,
    Player,
    Rules,
    Signal,
    Status,
    UnknownActionError,
    legal_many,
)
from cerealbar.views import ViewName, known_instructions

AGENTS = {Player.LEADER: "leader_0", Player.FOLLOWER: "follower_0"}
PLAYERS = {agent: player for player, agent in AGENTS.items()}
STATUSES = tuple(Status)
Told = dict[str, Any]
"""Something for each agent."""

_ONLY_GAME = np.zeros(1, np.intp)


def env(**options: Any) -> "CerealBarOrderEnforcing":
    """The environment, with the options of `CerealBarEnv` and a guard against a wrong order."""
    return CerealBarOrderEnforcing(CerealBarEnv(**options))


def parallel_env(**options: Any) -> "CerealBarParallelEnv":
    """The game for PettingZoo's parallel API, with the same options."""
    return CerealBarParallelEnv(**options)


class CerealBarEnv(AECEnv):  # type: ignore[misc]  # pettingzoo ships no types
    """The bare environment."""

    metadata: dict[str, Any] = {  # noqa: RUF012  # as PettingZoo declares it
        "name": "cerealbar_v0",
        "render_modes": list(RENDER_MODES),
        "render_fps": RENDER_FPS,
        "is_parallelizable": False,
    }

    def __init__(
        self,
        *,
        rules: Rules = PAPER,
        view: ViewName = "full",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        two_way: bool = False,
    ) -> None:
        super().__init__()
        check_above_0("max_cycles", max_cycles)
        if render_mode is not None:
            check_known("render mode", render_mode, RENDER_MODES)
        self.rules = rules
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = list(PLAYERS)
        sight = sight_of(view)
        self._views = {
            agent: LearnerView(player, "features", sight, words=0)
            for agent, player in PLAYERS.items()
        }
        self._is_two_way = two_way
        self._action_spaces = {
            agent: action_space(player, is_two_way=two_way) for agent, player in PLAYERS.items()
        }
        self._observation_spaces = {
            agent: self._agent_space(agent, player) for agent, player in PLAYERS.items()
        }
        self._map_seeds: MapSeeds | None = None

    def _agent_space(self, agent: str, player: Player) -> spaces.Dict:
        parts: dict[str, spaces.Space[Any]] = {
            "observation": self._views[agent].space,
            "action_mask": spaces.Box(0, 1, (ACTION_COUNTS[player] + self._is_two_way,), np.int8),
            "instructions": spaces.Sequence(InstructionSpace()),
        }
        if self._is_two_way:
            parts["statuses"] = spaces.Sequence(spaces.Discrete(len(Status)))
        return spaces.Dict(parts)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may send."""
        return self._action_spaces[agent]

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is told."""
        return self._observation_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the options `map_seed` and `game` choose it, all others are ignored."""
        if self._map_seeds is None or seed is not None:
            self._map_seeds = MapSeeds([seed])
        self.game = self._new_game(self._map_seeds, options or {})
        self._cycles = 0
        self.agents = list(PLAYERS)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self._tell(Outcome(0), self.game.turn)

    def _new_game(self, map_seeds: MapSeeds, options: dict[str, Any]) -> Game:
        if "game" in options:
            game: Game = options["game"]
            return game.copy()
        if "map_seed" in options:
            return Game(options["map_seed"], self.rules)
        return Game.from_states(map_seeds.new_states(_ONLY_GAME, self.rules), self.rules)

    def step(self, action: Any) -> None:
        """Let the selected agent act.

        Raises:
            UnknownActionError: the value is none of the agent's actions.
            InstructionError: the leader instructs without a text that can be sent, or the reverse.
            IllegalActionError: the rules refuse the action.
        """
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        player = PLAYERS[agent]
        chosen, signal = parse_sent(player, action, is_two_way=self._is_two_way)
        game = self.game
        if signal is not None:
            game = game.copy()  # which is forgotten if the rules refuse the action
            game.signal(signal.kind, signal.text)
        outcome = game.step(chosen.action, player=player, text=chosen.text)
        self.game = game
        self._cycles += 1
        self._tell(outcome, player, signal)

    def time_out(self) -> None:
        """End the turn of the agent to act, because its time is over.

        Raises:
            GameOverError: the game has ended or was truncated.
        """
        player = self.game.turn
        if any(self.truncations.values()):
            raise GameOverError(f"{player.word} cannot run out of time: the game was truncated")
        self._tell(self.game.step(Action.TIME_OUT), player)

    def _tell(self, outcome: Outcome, actor: Player, signal: Signal | None = None) -> None:
        """Set what PettingZoo reads after an action."""
        self._cumulative_rewards[AGENTS[actor]] = 0.0
        is_over = self.game.is_over
        is_cut = not is_over and self.max_cycles is not None and self._cycles >= self.max_cycles
        self.rewards = dict.fromkeys(self.agents, float(Outcome.SET_MADE in outcome))
        self.terminations = dict.fromkeys(self.agents, is_over)
        self.truncations = dict.fromkeys(self.agents, is_cut)
        self.infos: dict[str, dict[str, Any]] = {
            agent: {"outcome": outcome_words(outcome, actor, PLAYERS[agent])}
            for agent in self.agents
        }
        if self._is_two_way:
            told = () if signal is None else ((signal.kind.value, signal.text),)
            for agent, info in self.infos.items():
                info["signals"] = told if agent != AGENTS[actor] else ()
        self.agent_selection = AGENTS[self.game.turn]
        self._accumulate_rewards()
        if self.render_mode == "human":
            self.render()

    def observe(self, agent: str) -> dict[str, Any]:
        """What an agent may know now."""
        player = PLAYERS[agent]
        arrays = self._views[agent].observe(self.game.states, ())
        known = known_instructions(self.game, player)
        told = {
            "observation": {name: array[0, ...] for name, array in arrays.items()},
            "action_mask": self._action_mask(player),
            "instructions": tuple(i.text for i in known),
        }
        if self._is_two_way:
            told["statuses"] = tuple(STATUSES.index(i.status) for i in known)
        return told

    def _action_mask(self, player: Player) -> NDArray[np.int8]:
        mask: NDArray[np.int8] = role_masks(self.game.states, player)[0]
        if not self._is_two_way:
            return mask
        last = Action.CANCEL if player is Player.LEADER else Action.DONE  # or to give up
        has_last = player is self.game.turn and legal_many(self.game.states)[0, last]
        return np.append(mask, np.int8(has_last))

    def render(self) -> str | NDArray[np.uint8] | None:
        """The whole board, as text, on the terminal, or as an image (height, width, 3)."""
        return render_board(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is open; PettingZoo asks for the method."""


raw_env = CerealBarEnv
"""PettingZoo's name for the bare environment."""


class CerealBarOrderEnforcing(OrderEnforcingWrapper):  # type: ignore[misc]  # pettingzoo ships no types
    """The environment as `env` returns it."""

    def time_out(self) -> None:
        """End the turn of the agent to act; in a loop over `agent_iter` it stands for a step."""
        self._has_updated = True
        self.env.time_out()

    def __str__(self) -> str:
        return str(self.env)


class _RefusingEnv(CerealBarEnv):
    """The environment in turn, in which a refused action is a cycle without a deed."""

    def step(self, action: Any) -> None:
        agent = self.agent_selection
        try:
            super().step(action)
        except IllegalActionError as refusal:
            self._cycles += 1
            self._tell(Outcome(0), PLAYERS[agent])
            self.infos[agent] = {"outcome": ("refused",), "reason": str(refusal)}


class CerealBarParallelEnv(turn_based_aec_to_parallel_wrapper):  # type: ignore[misc]  # pettingzoo ships no types
    """The environment in which both agents act at each step, and one of them waits."""

    def __init__(self, **options: Any) -> None:
        super().__init__(_RefusingEnv(**options))
        self.max_cycles = options.get("max_cycles")
        self.agents: list[str] = []

    def step(self, actions: Told) -> tuple[Told, Told, Told, Told, Told]:
        """Let the agent whose turn it is act.

        Raises:
            UnknownActionError: it sends nothing, or what is none of its actions.
            InstructionError: the leader instructs without a text that can be sent, or the reverse.
        """
        agent = self.aec_env.agent_selection
        if self.agents and agent not in actions:
            raise UnknownActionError(f"{agent} cannot act: it is its turn, and it sent no action")
        told: tuple[Told, Told, Told, Told, Told] = super().step(actions)
        return told
