"""Bytes and figures are the same whoever works."""

from dataclasses import fields
from functools import cache
from pathlib import Path

import numpy as np
import pytest
import torch

from cerealbar.agents import EVERYTHING, make_follower
from cerealbar.agents.corpus_games import corpus_game
from cerealbar.agents.simulation import PlayOff, make_pair, play_off
from cerealbar.cli.evaluate import Evaluated
from cerealbar.evaluation import evaluate_follower, following
from cerealbar.evaluation.evaluating import evaluate_by
from cerealbar.evaluation.following import Procedure
from cerealbar.follower.plan_policy import PlanPolicy
from cerealbar.learning.recovery import aggregate
from cerealbar.parallel import WorkerPool
from cerealbar.parallel.cluster import RayPool
from cerealbar.records import Examples, build_examples
from tests.cli.test_cli import run
from tests.learning.lessons import small_model

GAMES = 33 + 5  # three heats: one game, 32, and the rest


@cache
def examples() -> Examples:
    return build_examples(corpus_game(8, index) for index in range(6))


@pytest.fixture(autouse=True)
def small_groups(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "GROUP", 30)


def files_of(folder: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in sorted(folder.iterdir())}


def test_a_corpus_has_the_same_bytes(ray_pool: RayPool, tmp_path: Path) -> None:
    made = []
    ways = (("--workers", "1"), ("--workers", "2"), ("--ray", ray_pool.address))
    for number, way in enumerate(ways):
        folder = tmp_path / str(number)
        command = ("corpus", "make", "--games", "12", "--seed", "2", "--out", str(folder))
        assert run(*command, *way) == 0
        made.append(files_of(folder))
    assert set(made[0]) > {"games.jsonl.gz", "index.jsonl", "splits.json", "README.md"}
    assert made[0] == made[1] == made[2]


def told(result: PlayOff) -> tuple[object, ...]:
    return result.leader, result.follower, result.scores, result.finished


@pytest.mark.parametrize("follower", ["random", "simulated"])
def test_a_play_off_has_the_same_scores(pools: dict[str, WorkerPool], follower: str) -> None:
    expected = told(play_off(*make_pair("average", follower, 4), GAMES, 4))
    for name, pool in pools.items():
        shares: list[int] = []
        found = play_off("average", follower, GAMES, 4, pool=pool, progress=shares.append)
        assert told(found) == expected, name
        assert shares == [1, 33, GAMES]


@pytest.mark.parametrize("follower", ["learned", "random"])
def test_an_evaluation_has_the_same_figures(pools: dict[str, WorkerPool], follower: str) -> None:
    who, how = Evaluated(follower, 1, EVERYTHING), Procedure(cascaded=True)
    expected = evaluate_follower(examples(), make_follower(follower, 1), cascaded=True)
    assert len(following.game_groups(examples())) > 2
    for name, pool in pools.items():
        shares: list[float] = []
        report = evaluate_by(pool, examples(), who, how, shares.append)
        assert report.told() == expected.told(), name
        assert report.done.final.tobytes() == expected.done.final.tobytes()
        assert report.done.examples.tolist() == list(range(len(examples())))
        assert shares == sorted(shares)
        assert shares[-1] == 1


def test_recovery_examples_are_the_same(
    pools: dict[str, WorkerPool], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(following, "GROUP", len(examples()))  # two groups: torch is slow to import
    torch.set_num_threads(1)
    torch.manual_seed(0)
    policy = PlanPolicy(small_model())
    chosen = np.arange(1, len(examples()))
    found = {name: aggregate(examples(), policy, chosen, pool=pool) for name, pool in pools.items()}
    assert len(found["alone"]) > 5
    for name, made in found.items():
        for field in fields(made):
            own, other = (getattr(each, field.name) for each in (made, found["alone"]))
            same = own == other if isinstance(own, tuple) else np.array_equal(own, other)
            assert same, (name, field.name)
