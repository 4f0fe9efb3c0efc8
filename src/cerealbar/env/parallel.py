"""CerealBar for PettingZoo's parallel API: both agents send an action at each step.

    from cerealbar.env import cerealbar_v0

    env = cerealbar_v0.parallel_env(view="paper")
    observations, infos = env.reset(seed=1)
    while env.agents:
        actions = {
            agent: env.action_space(agent).sample(observations[agent]["action_mask"])
            for agent in env.agents
        }
        observations, rewards, terminations, truncations, infos = env.step(actions)

Spaces, observations, rewards and options are those of `cerealbar_v0`. The action of the agent whose
turn it is not means nothing, whatever it is; its mask has one action, done. An action that the
rules refuse changes nothing: `infos[agent]["outcome"]` is then `("refused",)`, and `reason` says
why. The game is truncated after `max_cycles` steps.
"""

from typing import Any

from gymnasium import spaces
from pettingzoo import ParallelEnv

from cerealbar.env.cerealbar_v0 import CerealBarEnv
from cerealbar.env.errors import check_above_0
from cerealbar.game import PAPER, IllegalActionError, Rules, UnknownActionError
from cerealbar.views import ViewName

Told = dict[str, Any]
"""Something for each agent."""


class CerealBarParallelEnv(ParallelEnv):  # type: ignore[misc]  # pettingzoo ships no types
    """The environment in which both agents act at each step, and one of them waits."""

    metadata: dict[str, Any] = CerealBarEnv.metadata  # as PettingZoo declares it

    def __init__(
        self,
        *,
        rules: Rules = PAPER,
        view: ViewName = "full",
        max_cycles: int | None = None,
        render_mode: str | None = None,
        two_way: bool = False,
    ) -> None:
        check_above_0("max_cycles", max_cycles)
        self._turns = CerealBarEnv(rules=rules, view=view, render_mode=render_mode, two_way=two_way)
        self.max_cycles = max_cycles
        self.render_mode = render_mode
        self.possible_agents = self._turns.possible_agents
        self.agents: list[str] = []

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent is told."""
        return self._turns.observation_space(agent)

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What an agent may send."""
        return self._turns.action_space(agent)

    def reset(
        self, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Told, Told]:
        """Begin a game; seeds and options are those of `cerealbar_v0`."""
        self._turns.reset(seed=seed, options=options)
        self._cycles = 0
        self.agents = self.possible_agents[:]
        return self._observations(), dict(self._turns.infos)

    def step(self, actions: Told) -> tuple[Told, Told, Told, Told, Told]:
        """Let the agent whose turn it is act.

        Raises:
            UnknownActionError: it sends nothing, or what is none of its actions.
            InstructionError: the leader instructs without a text that can be sent, or the reverse.
        """
        turns = self._turns
        agent = turns.agent_selection
        if agent not in actions:
            raise UnknownActionError(f"{agent} cannot act: it is its turn, and it sent no action")
        agents = self.agents
        self._cycles += 1
        try:
            turns.step(actions[agent])
        except IllegalActionError as refusal:
            rewards = dict.fromkeys(agents, 0.0)
            infos: Told = {each: {"outcome": ()} for each in agents}
            infos[agent] = {"outcome": ("refused",), "reason": str(refusal)}
        else:
            rewards, infos = dict(turns.rewards), dict(turns.infos)
        is_over = turns.game.is_over
        is_cut = not is_over and self.max_cycles is not None and self._cycles >= self.max_cycles
        if is_over or is_cut:
            self.agents = []
        told = self._observations()
        return told, rewards, dict.fromkeys(agents, is_over), dict.fromkeys(agents, is_cut), infos

    def _observations(self) -> Told:
        return {agent: self._turns.observe(agent) for agent in self.possible_agents}

    def render(self) -> Any:
        """The whole board, as text, as an image (height, width, 3), or in the window."""
        return self._turns.render()

    def close(self) -> None:
        """Close the window, if there is one."""
        self._turns.close()
