from pathlib import Path
from typing import Any

import msgspec
import pytest

from cerealbar.follower.config import DISTRIBUTIONS
from cerealbar.learning.epochs import rate_factor
from cerealbar.learning.experiment import Experiment, ExperimentError, read_experiment
from cerealbar.learning.losses import LossWeights
from cerealbar.learning.run import stage_key

SHIPPED = Path(__file__).parents[2] / "experiments"
ROWS = {
    "Full model",
    "- Trajectory distribution",
    "- GOAL distribution",
    "- AVOID distribution",
    "- NOPASS distribution",
    "- Action recurrence",
    "- Fine-tuning",
    "- Early goal auxiliary",
    "- Example aggregation",
    "- Implicit discriminator",
    "- Instructions",
    "+ Gold plan",
    "Seq2seq+attn",
    "Static oracle",
}
"""The rows of the paper's results table."""


def shipped() -> dict[str, Experiment]:
    return {path.stem: read_experiment(path) for path in sorted(SHIPPED.glob("*.toml"))}


def test_every_row_of_the_papers_table_has_one_experiment() -> None:
    rows = [experiment.row for experiment in shipped().values() if experiment.row]
    assert sorted(rows) == sorted(ROWS)
    assert all(experiment.name == stem for stem, experiment in shipped().items())


@pytest.mark.parametrize("distribution", DISTRIBUTIONS)
def test_an_ablation_of_a_distribution_leaves_out_that_one(distribution: str) -> None:
    used = shipped()[f"no-{distribution}"].plan.distributions
    assert set(DISTRIBUTIONS) - set(used) == {distribution}


def test_the_other_ablations_differ_from_the_full_model_in_one_thing() -> None:
    full = shipped()["full"]
    replaced: dict[str, dict[str, Any]] = {
        "no-recurrence": {"plan": msgspec.structs.replace(full.plan, is_recurrent=False)},
        "no-instructions": {"plan": msgspec.structs.replace(full.plan, reads_text=False)},
        "no-early-goal": {"losses": msgspec.structs.replace(full.losses, early_goal=0.0)},
        "no-implicit": {"losses": msgspec.structs.replace(full.losses, implicit=0.0)},
        "no-finetuning": {"is_finetuned": False},
        "gold-plan": {"model": "gold-plan"},
        "living-discriminator": {
            "plan": msgspec.structs.replace(full.plan, discriminator="before-norm")
        },
    }
    for name, changes in replaced.items():
        found = shipped()[name]
        names = {"name": found.name, "title": found.title, "row": found.row}
        assert found == msgspec.structs.replace(full, **names, **changes), name
    assert not shipped()["no-aggregation"].aggregation.is_on


def test_rates_and_l2_are_as_the_paper_says() -> None:
    full = shipped()["full"]
    assert (full.pretrain_plan.learning_rate, full.pretrain_plan.l2) == (0.0075, 1e-6)
    assert (full.pretrain_actions.learning_rate, full.pretrain_actions.l2) == (0.001, 0)
    assert (full.finetune.learning_rate, full.finetune.l2) == (0.001, 0)
    assert full.pretrain_plan.patience_factor == 1.01
    assert full.aggregation.implicit_distance == 2


def test_ablations_share_the_stages_that_they_do_not_change() -> None:
    found = shipped()
    full = found["full"]
    same = {
        phase: {name for name, e in found.items() if stage_key(e, phase) == stage_key(full, phase)}
        for phase in ("plan", "actions")
    }
    both = ("no-implicit", "no-aggregation", "no-finetuning", "living-discriminator")
    assert {*both, "no-recurrence"} <= same["plan"]
    assert {*both, "no-early-goal", "no-instructions"} <= same["actions"]
    assert same["plan"].isdisjoint({"no-goal", "no-early-goal", "no-instructions"})
    assert same["actions"].isdisjoint({"no-goal", "no-recurrence"})
    assert "printed-losses" not in same["plan"] | same["actions"]


def test_every_phase_of_the_paper_s_rows_ends_flat() -> None:
    """The learning rate is nothing at its end; where one is constant, patience can run out."""
    found = shipped()
    full = found["full"]
    for phase in (full.pretrain_plan, full.pretrain_actions, full.finetune):
        assert phase.schedule == found["seq2seq"].finetune.schedule == "cycle"
        assert rate_factor(phase, 1.0) < 0.01
    for experiment in found.values():
        for phase in (experiment.pretrain_plan, experiment.pretrain_actions, experiment.finetune):
            if phase.patience is not None:
                assert phase.epochs > 1 + phase.patience * phase.patience_factor


def test_the_printed_losses_are_those_of_the_paper() -> None:
    printed = shipped()["printed-losses"].losses
    assert (printed.cards, printed.actions) == ("cells", "sum")
    assert msgspec.structs.replace(printed, cards="cards", actions="mean") == LossWeights()


def test_values_can_be_changed_one_by_one() -> None:
    changes = ["finetune.epochs=2", "games=5", "losses.cards=cells", "pretrain_pointer.epochs=3"]
    found = read_experiment(SHIPPED / "full.toml", changes)
    assert (found.finetune.epochs, found.games, found.losses.cards) == (2, 5, "cells")
    assert found.finetune.learning_rate == 0.001
    assert found.pretrain_pointer.epochs == 3


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("title = 'x'", "missing required field `model`"),
        ("title = 'x'\nmodel = 'plan'\nwidth = 3", "unknown field `width`"),
        ("title = 'x'\nmodel = 'tree'", "Invalid enum value 'tree'"),
        ("title = 'x'\nmodel = 'plan'\n[finetune]\nepochs = 'many'", "Expected `int`"),
        ("title = ", "cannot be read"),
        ("title = 'x'\nmodel = 'plan'\nsight = 'cb2'", "recovery examples need the whole board"),
        ("base = 'odd'", "is based on itself"),
        ("base = 'nothing'", "there is no experiment"),
    ],
)
def test_an_odd_experiment_is_refused(tmp_path: Path, text: str, told: str) -> None:
    path = tmp_path / "odd.toml"
    path.write_text(text)
    with pytest.raises(ExperimentError, match=told):
        read_experiment(path)


@pytest.mark.parametrize("change", ["finetune", "=3", "title.x=3", "finetune.epochs=many"])
def test_an_odd_change_is_refused(change: str) -> None:
    with pytest.raises(ExperimentError):
        read_experiment(SHIPPED / "full.toml", [change])
