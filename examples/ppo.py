"""PPO with action masks in one file, on the vector environment, with nothing but torch.

    pip install 'cerealbar[env,learning]'
    python examples/ppo.py --steps 100000
    python examples/ppo.py --id CerealBar/Follower-v0 --games 64      # whole games with a leader

Games begin anew in the step that ends them (`AutoresetMode.SAME_STEP`), so every transition is one
of the game; where an episode is only cut off, its value goes on from `infos["final_obs"]`. The same
seed gives the same losses on the same machine. The learner reads the instruction as a bag of words.
"""

import argparse
from collections import deque
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import gymnasium
import numpy as np
import torch
from torch import Tensor, nn
from torch.distributions import Categorical

import cerealbar.env  # noqa: F401  # makes the ids known to Gymnasium
from cerealbar.env.learner import WORD_NUMBERS

Seen = dict[str, Any]
"""Arrays of an observation, or tensors made of them."""


@dataclass(frozen=True, slots=True)
class Settings:
    """What may vary."""

    id: str = "CerealBar/Fetch-v0"
    steps: int = 100_000
    games: int = 32
    seed: int = 0
    rollout: int = 64
    """Steps of each game between two updates."""
    batches: int = 8
    epochs: int = 4
    rate: float = 1e-3
    discount: float = 0.95
    trace: float = 0.95
    """Lambda of the advantages."""
    clip: float = 0.2
    entropy: float = 0.01
    value: float = 0.5


@dataclass(frozen=True, slots=True)
class Progress:
    """What is told after an update."""

    steps: int
    success: float
    """Of the last instructions that were finished or cut off."""
    reward: float
    """The mean return of the last episodes."""
    loss: float


class Learner(nn.Module):
    """Cells around and words to a policy and a value."""

    def __init__(self, space: gymnasium.spaces.Dict, actions: int, width: int = 64) -> None:
        super().__init__()
        cells, channels = space["around"].shape or (0, 0)
        self.cell = nn.Sequential(nn.Linear(channels, 12), nn.ReLU(), nn.Flatten())
        self.words = nn.EmbeddingBag(WORD_NUMBERS, 32, padding_idx=0)
        self.body = nn.Sequential(nn.Linear(cells * 12 + 32, width), nn.ReLU())
        self.policy, self.value = nn.Linear(width, actions), nn.Linear(width, 1)

    def forward(self, seen: Seen) -> tuple[Categorical, Tensor]:
        """What it would do, only where the mask allows, and what it expects."""
        read = torch.cat([self.cell(seen["around"].float()), self.words(seen["instruction"])], 1)
        body = self.body(read)
        logits = self.policy(body).masked_fill(seen["action_mask"] == 0, -1e9)
        value: Tensor = self.value(body)[:, 0]
        return Categorical(logits=logits), value


def tensors(seen: Seen) -> Seen:
    """The parts of an observation that the learner reads."""
    return {name: torch.as_tensor(seen[name]) for name in ("around", "instruction", "action_mask")}


def joined(many: Sequence[Seen]) -> Seen:
    """Observations one after the other."""
    return {name: torch.cat([seen[name] for seen in many]) for name in many[0]}


class Training:
    """A learner, its games, and how it did lately."""

    def __init__(self, settings: Settings) -> None:
        torch.manual_seed(settings.seed)
        self.settings = settings
        self.env = gymnasium.make_vec(
            settings.id, settings.games, observation="around", autoreset_mode="SameStep"
        )
        space, actions = self.env.single_observation_space, self.env.single_action_space
        assert isinstance(space, gymnasium.spaces.Dict)
        assert isinstance(actions, gymnasium.spaces.Discrete)
        self.learner = Learner(space, int(actions.n))
        self.optimizer = torch.optim.Adam(self.learner.parameters(), settings.rate, eps=1e-5)
        self.dice = np.random.default_rng(settings.seed)
        self.returns = np.zeros(settings.games)
        self.finished: deque[float] = deque(maxlen=200)
        self.successes: deque[float] = deque(maxlen=200)
        told, _ = self.env.reset(seed=settings.seed)
        self.seen = tensors(told)
        self.steps = 0

    @torch.no_grad()
    def collect(self) -> tuple[Seen, Tensor, Tensor, Tensor, Tensor]:
        """Observations, actions, their log-probabilities, advantages and returns, in one row."""
        seen, actions, chances, values, rewards, ends = [], [], [], [], [], []
        for _ in range(self.settings.rollout):
            policy, value = self.learner(self.seen)
            action = policy.sample()
            assert self.seen["action_mask"].gather(1, action[:, None]).all()
            told, reward, over, cut, infos = self.env.step(action.numpy())
            seen.append(self.seen)
            actions.append(action)
            values.append(value)
            chances.append(policy.log_prob(action))
            rewards.append(torch.as_tensor(reward + self._cut_off(cut, infos)).float())
            ends.append(torch.as_tensor(over | cut))
            self._note(reward, over | cut, infos)
            self.seen = tensors(told)
        advantages = self._advantages(values, rewards, ends)
        returns = advantages + torch.cat(values)
        return joined(seen), torch.cat(actions), torch.cat(chances), advantages, returns

    def _cut_off(self, cut: Any, infos: Seen) -> Any:
        """What would still have come in games that were cut off."""
        coming = np.zeros(self.settings.games)
        for game in np.flatnonzero(cut).tolist():
            last = {name: array[None] for name, array in infos["final_obs"][game].items()}
            coming[game] = self.settings.discount * self.learner(tensors(last))[1].item()
        return coming

    def _advantages(
        self, values: list[Tensor], rewards: list[Tensor], ends: list[Tensor]
    ) -> Tensor:
        """Generalized advantage estimation, over games and steps in one row."""
        discount, trace = self.settings.discount, self.settings.trace
        following = self.learner(self.seen)[1]
        advantage, found = torch.zeros(self.settings.games), []
        for value, reward, end in zip(values[::-1], rewards[::-1], ends[::-1], strict=True):
            goes_on = (~end).float()
            surprise = reward + discount * following * goes_on - value
            advantage = surprise + discount * trace * goes_on * advantage
            found.append(advantage)
            following = value
        return torch.cat(found[::-1])

    def _note(self, reward: Any, ended: Any, infos: Seen) -> None:
        self.steps += self.settings.games
        self.returns += reward
        final = infos.get("final_info", {})
        for game in np.flatnonzero(ended).tolist():
            self.finished.append(float(self.returns[game]))
            self.successes.append(float(final["is_success"][game]) if "is_success" in final else 0)
            self.returns[game] = 0.0

    def update(self) -> Progress:
        """Play on for a while and learn from it."""
        settings = self.settings
        seen, actions, chances, advantages, returns = self.collect()
        losses = []
        for _ in range(settings.epochs):
            for rows in np.array_split(self.dice.permutation(len(actions)), settings.batches):
                part = {name: array[rows] for name, array in seen.items()}
                policy, value = self.learner(part)
                gain = advantages[rows]
                gain = (gain - gain.mean()) / (gain.std() + 1e-8)
                ratio = (policy.log_prob(actions[rows]) - chances[rows]).exp()
                kept = ratio.clamp(1 - settings.clip, 1 + settings.clip)
                loss = (
                    -torch.min(ratio * gain, kept * gain).mean()
                    + settings.value * (value - returns[rows]).square().mean()
                    - settings.entropy * policy.entropy().mean()
                )
                self.optimizer.zero_grad()
                loss.backward()
                nn.utils.clip_grad_norm_(self.learner.parameters(), 0.5)
                self.optimizer.step()
                losses.append(loss.item())
        return Progress(
            self.steps,
            float(np.mean(self.successes or [0])),
            float(np.mean(self.finished or [0])),
            float(np.mean(losses)),
        )


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, and tell of each update."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    defaults = Settings()
    parser.add_argument("--id", default=defaults.id, help="of an environment with a follower")
    parser.add_argument("--steps", type=int, default=defaults.steps)
    parser.add_argument("--games", type=int, default=defaults.games, help="side by side")
    parser.add_argument("--seed", type=int, default=defaults.seed)
    torch.set_num_threads(1)
    training = Training(Settings(**vars(parser.parse_args(arguments))))
    while training.steps < training.settings.steps:
        now = training.update()
        print(
            f"{now.steps:8} steps  success {now.success:6.1%}  return {now.reward:5.2f}  "
            f"loss {now.loss:7.4f}",
            flush=True,
        )


if __name__ == "__main__":
    main()
