import math
from pathlib import Path

import numpy as np
import pytest
import torch
from sb3_contrib.common.maskable.utils import get_action_masks, is_masking_supported
from stable_baselines3.common.vec_env import DummyVecEnv

from examples import masked_ppo, ppo


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    torch.set_num_threads(1)
    monkeypatch.setattr(masked_ppo, "TASK", {"words": 0, "radius": 1})
    monkeypatch.setattr(masked_ppo, "BOARDS", 40)


# Masked PPO of sb3-contrib


def test_sb3_finds_the_masks_through_its_wrappers() -> None:
    env = DummyVecEnv([masked_ppo.make_env(2)] * 3)
    env.seed(5)
    env.reset()
    assert is_masking_supported(env)
    dice = np.random.default_rng(0)
    ends = []
    for _ in range(30):
        masks = get_action_masks(env)
        assert masks.shape == (3, 5)
        assert masks.any(axis=1).all()
        actions = np.array([dice.choice(np.flatnonzero(mask)) for mask in masks])
        _, _, _, infos = env.step(actions)
        assert all(info["outcome"] >= 0 for info in infos)
        ends += [info for info in infos if "episode" in info]
    assert len(ends) > 5
    assert all("terminal_observation" in info for info in ends)


def test_the_same_seed_learns_the_same() -> None:
    found = []
    for seed in (1, 1, 2):
        rows: list[masked_ppo.Row] = []
        model = masked_ppo.train(seed, 512, 1, rows, every=512, rollout=16)
        weights = torch.cat([part.detach().flatten() for part in model.policy.parameters()])
        assert weights.isfinite().all()
        found.append((rows, weights))
    assert found[0][0] == found[1][0]
    assert torch.equal(found[0][1], found[1][1])
    assert not torch.equal(found[0][1], found[2][1])


def test_it_learns_to_fetch_a_card_that_is_one_step_away() -> None:
    rows: list[masked_ppo.Row] = []
    masked_ppo.train(2, 8192, 1, rows, every=8192, rollout=16)
    assert [row.steps for row in rows] == [0, 8192]
    assert rows[0].success < 0.4
    assert rows[1].success > 0.8
    assert rows[1].reward > 1.6


def test_what_is_learned_is_written_and_drawn(tmp_path: Path) -> None:
    picture = tmp_path / "curve.png"
    asked = ["--steps", "128", "--distance", "2", "--seeds", "1", "--picture", str(picture)]
    masked_ppo.main(["--out", str(tmp_path), *asked])
    assert picture.read_bytes()[:4] == b"\x89PNG"
    lines = (tmp_path / "curve.csv").read_text().splitlines()
    assert lines[0] == "who,seed,steps,distance,success,reward"
    assert lines[1].startswith("random,0,0,2,")
    assert lines[2] == "oracle,0,0,2,1.0000,2.0000"
    assert lines[3].startswith("masked PPO,0,0,1,")
    assert (tmp_path / "seed-0.zip").is_file()


# PPO in one file


def losses(settings: ppo.Settings, updates: int = 3) -> list[ppo.Progress]:
    training = ppo.Training(settings)
    return [training.update() for _ in range(updates)]


def test_updates_are_finite_and_follow_from_the_seed() -> None:
    first, again, other = (
        losses(ppo.Settings(games=8, rollout=16, batches=2, seed=seed)) for seed in (3, 3, 4)
    )
    assert first == again
    assert first != other
    assert [now.steps for now in first] == [128, 256, 384]
    assert all(math.isfinite(now.loss) for now in (*first, *other))


def test_a_masked_action_is_never_taken_and_an_end_cuts_the_advantages() -> None:
    training = ppo.Training(ppo.Settings(games=4, rollout=60))
    seen, actions, chances, advantages, returns = training.collect()
    assert seen["action_mask"].gather(1, actions[:, None]).all()
    assert (seen["action_mask"] == 0).any()
    assert len(advantages) == len(returns) == len(chances) == 240
    assert len(training.finished) > 4
    values = [torch.zeros(4)] * 2
    rewards, ends = [torch.ones(4)] * 2, [torch.ones(4, dtype=torch.bool)] * 2
    assert training._advantages(values, rewards, ends).tolist() == [1.0] * 8


def test_it_trains_on_whole_games_too(capsys: pytest.CaptureFixture[str]) -> None:
    ppo.main(["--id", "CerealBar/Follower-v0", "--games", "2", "--steps", "1"])
    assert "128 steps  success" in capsys.readouterr().out
