"""How sure the follower `learned` is, and how often it is right.

`python -m results.calibrate RUNS` fits the weights of its confidence by logistic regression on the
validation games of the large corpus and every second instruction of the written suite's dev part,
and prints them for `shipped.toml`. How often it is right by how sure it is, is measured on the
development games and the other half of the dev part, into `RUNS/calibration-analysis.json`.
"""

import json
import sys
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import numpy as np
from numpy.typing import NDArray

from cerealbar.agents import make_follower
from cerealbar.agents.policy import Assignments, policy_of
from cerealbar.evaluation import judge, roll_out
from cerealbar.evaluation.suites import SuiteItem, open_suite, run_suite
from cerealbar.follower.config import Confidence
from cerealbar.follower.pointer import PointerPolicy
from cerealbar.follower.stored import BySight
from cerealbar.records import Corpus, Examples, load_examples, read_splits

Floats = NDArray[np.float64]
_BINS = 10


class Witness(PointerPolicy):
    """The follower, noting of each instruction what its confidence is made of."""

    def __init__(self, policy: PointerPolicy) -> None:
        super().__init__(policy.net, policy.name, 0.0, policy.trust, Confidence(bias=1e-9))
        self.features = np.zeros((0, 5))

    def _sure(
        self,
        log_likelihood: Floats,
        agrees: NDArray[np.bool_] | bool = False,
        gives_up: NDArray[np.bool_] | bool = False,
    ) -> Floats:
        if isinstance(agrees, np.ndarray):  # when the rules were asked
            ones = np.ones_like(log_likelihood)
            found = [ones, log_likelihood, agrees, gives_up, gives_up * log_likelihood]
            self.last = np.stack(found, axis=1).astype(np.float64)
        return super()._sure(log_likelihood, agrees, gives_up)

    def _weigh(self, memory: Any, rows: Any, *given: Any) -> None:
        super()._weigh(memory, rows, *given)
        if len(self.features) < len(memory.confidence):
            self.features = np.zeros((len(memory.confidence), 5))
        self.features[rows] = self.last


def witness() -> Witness:
    """The follower as it comes with the package."""
    policy = policy_of(make_follower("learned"))
    assert isinstance(policy, BySight)
    whole, _ = policy.policies
    assert isinstance(whole, PointerPolicy)
    return Witness(whole)


def on_games(examples: Examples) -> tuple[Floats, Floats]:
    """Features (N, 5) of recorded instructions, and whether their cards were got right (N,)."""
    policy, rows = witness(), np.arange(len(examples))
    told = Assignments(examples.start.copy(), examples.texts, [()] * len(rows), [None] * len(rows))
    policy.begin(policy.new_memory(len(rows)), rows, told)
    right = judge(examples, roll_out(examples, witness()))
    return policy.features, right["cards"].astype(np.float64)


def on_suite(items: Sequence[SuiteItem]) -> tuple[Floats, Floats]:
    """The same of a suite's instructions."""
    policy = witness()
    results = run_suite(items, policy)
    return policy.features[: len(items)], np.array([float(r.is_right) for r in results])


def fit(features: Floats, right: Floats, steps: int = 50) -> Floats:
    """The weights of a logistic regression, by Newton's method with a little decay."""
    weights = np.zeros(features.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-features @ weights))
        slope = features.T @ (right - chance) - 0.1 * weights
        bend = (features.T * (chance * (1 - chance))) @ features + 0.1 * np.eye(len(weights))
        weights += np.linalg.solve(bend, slope)
    return weights


def bins(sure: Floats, right: Floats) -> list[dict[str, float]]:
    """As many instructions in each, from the least to the most sure."""
    parts = np.array_split(np.argsort(sure, kind="stable"), _BINS)
    return [
        {"confidence": float(sure[p].mean()), "right": float(right[p].mean()), "count": len(p)}
        for p in parts
    ]


def error(sure: Floats, right: Floats) -> float:
    """The mean distance of sure and right over the bins (expected calibration error)."""
    found = bins(sure, right)
    return sum(b["count"] * abs(b["confidence"] - b["right"]) for b in found) / len(sure)


def main() -> None:
    """Fit, measure, print."""
    runs = Path(sys.argv[1])
    large, small = runs / "corpus-large", runs / "corpus"
    validation = load_examples(Corpus(large), read_splits(large).part("validation")[:48])
    development = load_examples(Corpus(small), read_splits(small).part("development"))
    learned_from = [on_games(validation), on_suite(open_suite("written-dev")[::2])]
    features, right = (np.concatenate(part) for part in zip(*learned_from, strict=True))
    weights = fit(features, right)
    names = ("bias", "likelihood", "agreement", "given_up", "likelihood_given_up")
    print("\n".join(f"{name} = {value:.3f}" for name, value in zip(names, weights, strict=True)))
    found: dict[str, Any] = {"weights": dict(zip(names, weights.round(3).tolist(), strict=True))}
    found["bins"], found["error"] = {}, {}
    for label, (features, right) in {
        "development games": on_games(development),
        "written dev": on_suite(open_suite("written-dev")[1::2]),
    }.items():
        sure = 1 / (1 + np.exp(-features @ weights))
        found["bins"][label], found["error"][label] = bins(sure, right), error(sure, right)
        raw = np.exp(features[:, 1])
        print(f"{label}: off by {error(sure, right):.3f}, likelihood alone {error(raw, right):.3f}")
        for bound in (0.1, 0.2, 0.3, 0.4, 0.5):
            less = sure < bound
            told = f"{right[less].mean():.1%} of them right" if less.any() else ""
            print(f"  below {bound}: {less.mean():.1%} of instructions, {told}")
    (runs / "calibration-analysis.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
