"""Masked PPO of sb3-contrib learns to fetch a card, nearer ones first, and how well it does so.

    pip install 'cerealbar[trainers]'
    python examples/masked_ppo.py --out fetch                     # one learner, a few minutes
    python examples/masked_ppo.py --out fetch --seeds 5 --picture fetch.png

The learner begins with cards one step away; whenever it fetches 9 of 10, they lie a step farther,
up to `--distance`. Every few thousand steps it is tried on the whole task: cards up to `--distance`
steps away, always the same boards. `fetch/curve.csv` has a row for each try, `fetch/seed-0.zip` is
the learner. The same seed gives the same rows on the same machine.
"""

import argparse
import csv
from collections import deque
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any, NamedTuple

import gymnasium
import numpy as np
import torch
from gymnasium import spaces
from sb3_contrib import MaskablePPO
from stable_baselines3.common.callbacks import BaseCallback
from stable_baselines3.common.monitor import Monitor
from stable_baselines3.common.torch_layers import BaseFeaturesExtractor
from stable_baselines3.common.vec_env import DummyVecEnv
from torch import Tensor, nn

import cerealbar.env  # noqa: F401  # makes the ids known to Gymnasium
from cerealbar.agents import follower_tour
from cerealbar.game import Action

TASK: dict[str, Any] = {"words": 0, "radius": 8}
"""The one card needs no words, and lies no farther away than the learner sees."""
GAMES = 16
"""Games that the learner plays side by side."""
BOARDS = 200
"""Games of a try."""
TRY_SEED = 1_000_000
"""Tries are on maps that no learner with a seed below meets."""
TRY_EVERY = 8192
"""Steps."""


class Row(NamedTuple):
    """How well somebody did in a try."""

    who: str
    seed: int
    steps: int
    distance: int
    """How far away the learner's cards lay when it was tried."""
    success: float
    """The share of instructions that were carried out as they were meant."""
    reward: float
    """The mean return of an episode; 2 is the most."""


class Cells(BaseFeaturesExtractor):
    """The same small layer for every cell around, then one for all of them."""

    def __init__(self, observation_space: spaces.Dict, channels: int = 12, width: int = 64) -> None:
        super().__init__(observation_space, width)
        shape = observation_space["around"].shape
        assert shape is not None
        cells, kinds = shape
        self.cell = nn.Sequential(nn.Linear(kinds, channels), nn.ReLU(), nn.Flatten())
        self.board = nn.Sequential(nn.Linear(cells * channels, width), nn.ReLU())

    def forward(self, observations: dict[str, Tensor]) -> Tensor:
        """(N, width)."""
        features: Tensor = self.board(self.cell(observations["around"]))
        return features


def make_env(distance: int) -> Callable[[], gymnasium.Env[Any, Any]]:
    """Makes one game, with its returns counted."""
    return lambda: Monitor(gymnasium.make("CerealBar/Fetch-v0", distance=distance, **TASK))


class Curriculum(BaseCallback):
    """Moves the cards away as the learner gets better, and tries it on the whole task."""

    def __init__(self, seed: int, farthest: int, every: int, rows: list[Row]) -> None:
        super().__init__()
        self.seed, self.farthest, self.every, self.rows = seed, farthest, every, rows
        self.distance = 1
        self.recent: deque[bool] = deque(maxlen=BOARDS)

    def _on_training_start(self) -> None:
        self._try()

    def _on_step(self) -> bool:
        for info, is_done in zip(self.locals["infos"], self.locals["dones"], strict=True):
            if is_done:
                self.recent.append(bool(info.get("is_success", False)))
        if len(self.recent) == BOARDS and np.mean(self.recent) >= 0.9:
            self.distance = min(self.farthest, self.distance + 1)
            self.recent.clear()
            for boards in self.training_env.get_attr("boards"):
                boards.distance = self.distance
        if self.num_timesteps % self.every == 0:
            self._try()
        return True

    def _try(self) -> None:
        assert isinstance(self.model, MaskablePPO)
        model = self.model
        success, reward = tried(self.farthest, lambda seen, masks: chosen(model, seen, masks))
        who, steps = "masked PPO", self.num_timesteps
        self.rows.append(Row(who, self.seed, steps, self.distance, success, reward))
        print(
            f"seed {self.seed} {steps:7} steps: {success:6.1%} of cards up to "
            f"{self.farthest} steps away, learning at {self.distance}",
            flush=True,
        )


Chooser = Callable[[dict[str, Any], np.ndarray[Any, Any]], np.ndarray[Any, Any]]


def chosen(model: MaskablePPO, seen: dict[str, Any], masks: np.ndarray[Any, Any]) -> Any:
    """What a learner holds for best."""
    return model.predict(seen, action_masks=masks, deterministic=True)[0]


def tried(distance: int, choose: Chooser) -> tuple[float, float]:
    """The success rate and the mean return on the boards of a try."""
    env = gymnasium.make_vec(
        "CerealBar/Fetch-v0", num_envs=BOARDS, distance=distance, autoreset_mode="SameStep", **TASK
    )
    seen, infos = env.reset(seed=TRY_SEED)
    is_playing, successes, returns = np.ones(BOARDS, bool), np.zeros(BOARDS), np.zeros(BOARDS)
    while is_playing.any():
        actions = choose(seen, infos["action_mask"].astype(bool))
        seen, rewards, over, cut, infos = env.step(actions)
        returns += rewards * is_playing
        final = infos.get("final_info", {}).get("is_success", np.zeros(BOARDS))
        successes += is_playing & over & final.astype(bool)
        is_playing &= ~(over | cut)
    return float(successes.mean()), float(returns.mean())


def random_row(distance: int) -> Row:
    """One who takes any action that changes something."""
    dice = np.random.default_rng(0)
    success, reward = tried(
        distance, lambda seen, masks: np.array([dice.choice(np.flatnonzero(m)) for m in masks])
    )
    return Row("random", 0, 0, distance, success, reward)


def oracle_row(distance: int) -> Row:
    """One who walks the shortest way to the card that is meant."""
    env = gymnasium.make("CerealBar/Fetch-v0", distance=distance, **TASK)
    successes, returns = [], []
    for board in range(BOARDS):
        env.reset(seed=TRY_SEED + board)
        states = env.unwrapped.learning.states  # type: ignore[attr-defined]  # of FetchEnv
        tour = follower_tour(states, [int(states["card_cell"][0, 0])])
        total, info = 0.0, dict[str, Any]()
        for action in (*(tour.steps if tour else ()), Action.DONE):
            _, reward, _, _, info = env.step(int(action))
            total += float(reward)
        successes.append(bool(info.get("is_success", False)))
        returns.append(total)
    return Row("oracle", 0, 0, distance, float(np.mean(successes)), float(np.mean(returns)))


def train(
    seed: int,
    steps: int,
    distance: int,
    rows: list[Row],
    *,
    every: int = TRY_EVERY,
    rollout: int = 128,
) -> MaskablePPO:
    """A learner of so many steps, with `rollout` of each game between updates; adds its tries."""
    env = DummyVecEnv([make_env(1)] * GAMES)
    env.seed(seed * GAMES)
    model = MaskablePPO(
        "MultiInputPolicy",
        env,
        n_steps=rollout,
        batch_size=256,
        n_epochs=4,
        gamma=0.95,
        learning_rate=1e-3,
        ent_coef=0.01,
        policy_kwargs={"features_extractor_class": Cells, "net_arch": [64]},
        seed=seed,
    )
    model.learn(steps, callback=Curriculum(seed, distance, every, rows))
    return model


def write(rows: Sequence[Row], path: Path) -> None:
    """A row for each try."""
    with path.open("w", newline="") as file:
        table = csv.writer(file, lineterminator="\n")
        table.writerow(Row._fields)
        for row in rows:
            table.writerow([*row[:4], f"{row.success:.4f}", f"{row.reward:.4f}"])


def draw(rows: Sequence[Row], path: Path) -> None:
    """The curves of all seeds with their range, between random and oracle."""
    import vl_convert

    learner = [row._asdict() for row in rows if row.who == "masked PPO"]
    lines = [row._asdict() for row in rows if row.who != "masked PPO"]
    x = {
        "field": "steps",
        "type": "quantitative",
        "title": "actions of the learner",
        "axis": {"format": "~s"},
    }
    panels = []
    for field, title, form in (
        ("success", "instructions carried out as meant", "%"),
        ("reward", "return of an episode", "~g"),
    ):
        y = {"field": field, "type": "quantitative", "title": title, "axis": {"format": form}}
        mean = y | {"aggregate": "mean"}
        band = {"y": y | {"aggregate": "min"}, "y2": {"field": field, "aggregate": "max"}}
        colour = {"field": "who", "type": "nominal", "title": None}
        panels.append(
            {
                "width": 380,
                "height": 240,
                "layer": [
                    {"mark": {"type": "area", "opacity": 0.25}, "encoding": {"x": x, **band}},
                    {"mark": "line", "encoding": {"x": x, "y": mean, "color": colour}},
                    {
                        "data": {"values": lines},
                        "mark": {"type": "rule", "strokeDash": [5, 4], "strokeWidth": 2},
                        "encoding": {"y": y, "color": colour},
                    },
                ],
            }
        )
    spec = {"data": {"values": learner}, "background": "white", "hconcat": panels}
    path.write_bytes(vl_convert.vegalite_to_png(spec, scale=2))


def main(arguments: Sequence[str] | None = None) -> None:
    """Train, try, write and draw."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--out", type=Path, required=True, help="a folder for what is written")
    parser.add_argument("--steps", type=int, default=131_072, help="of each learner")
    parser.add_argument("--distance", type=int, default=8, help="of the whole task")
    parser.add_argument("--seeds", type=int, default=1, help="how many learners")
    parser.add_argument("--picture", type=Path, help="where to draw the curve (PNG)")
    given = parser.parse_args(arguments)
    torch.set_num_threads(1)
    given.out.mkdir(parents=True, exist_ok=True)
    rows = [random_row(given.distance), oracle_row(given.distance)]
    for seed in range(given.seeds):
        model = train(seed, given.steps, given.distance, rows)
        model.save(given.out / f"seed-{seed}.zip")
        write(rows, given.out / "curve.csv")
    if given.picture is not None:
        draw(rows, given.picture)


if __name__ == "__main__":
    main()
