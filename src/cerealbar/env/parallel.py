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
why. The game is truncated after `max_cycles` steps. PettingZoo's own conversion adds
`infos[agent]["active_agent"]`: who acts next.
"""

from typing import Any

from pettingzoo.utils.conversions import turn_based_aec_to_parallel_wrapper

from cerealbar.env.cerealbar_v0 import PLAYERS, CerealBarEnv
from cerealbar.game import IllegalActionError, Outcome, UnknownActionError

Told = dict[str, Any]
"""Something for each agent."""


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
