"""The phases of an experiment: what is trained in each, how long, and how it is judged."""

from dataclasses import dataclass, replace
from functools import partial
from typing import Literal

from cerealbar.agents.policy import Policy
from cerealbar.follower.checkpoint import Model, policy_for
from cerealbar.follower.plan_policy import PlanModel
from cerealbar.follower.pointer.torch_backend import PointerNet
from cerealbar.follower.seq2seq import Seq2Seq
from cerealbar.follower.stored import ModelKind
from cerealbar.learning.demonstrations import recorded_demonstrations
from cerealbar.learning.experiment import Experiment, Phase
from cerealbar.learning.trainees import (
    ActionTrainee,
    PlanTrainee,
    PointerTrainee,
    Seq2SeqTrainee,
    Trainee,
    TwoStageTrainee,
)
from cerealbar.learning.validation import (
    POINTS,
    GoldPlanPolicy,
    Measure,
    measure_actions,
    measure_plan,
    measure_points,
)
from cerealbar.records import Examples
from cerealbar.views import VIEWS

PhaseName = Literal["plan", "actions", "seq2seq", "pointer", "finetune", "written"]


@dataclass(frozen=True, slots=True)
class RunPhase:
    """A phase of a run."""

    name: PhaseName
    how: Phase
    trainee: Trainee
    measure: Measure
    drawn: Policy
    """Whose plans are drawn."""
    aggregates: bool = False
    """Whether recovery examples are added."""
    written: bool = False
    """Whether written instructions are added."""
    recorded: bool = True
    """Whether recorded examples are learned from."""
    makes_follower: bool = True
    """Whether the model can follow when it is over."""


def kind_of(experiment: Experiment) -> ModelKind | None:
    """Which model an experiment trains; None for what is not learned."""
    match experiment.model:
        case "plan" | "gold-plan":
            return "plan"
        case "seq2seq" | "pointer":
            return experiment.model
        case "static-oracle":
            return None


def phases_of(how: Experiment, model: Model, validation: Examples) -> list[RunPhase]:
    """The phases of an experiment, in order."""
    phases, when = _phases(how, model, validation), how.written.when
    if not how.written.suites:
        return phases
    if when == "last":
        last = replace(phases[-1], name="written", how=how.written.last, aggregates=False)
        return [*phases, replace(last, written=True, recorded=False)]
    return [replace(p, written=when == "throughout" or p.name == "finetune") for p in phases]


def _phases(how: Experiment, model: Model, validation: Examples) -> list[RunPhase]:
    sight = VIEWS[how.sight]
    policy = policy_for(model, how.name)
    points = partial(measure_points, policy, validation, sight, POINTS)
    trainee: Trainee
    match model:
        case PlanModel():
            phases = [_actions(how, model, validation)]
            if how.model == "gold-plan":
                return phases
            phases.insert(0, _plan(how, model, policy, validation))
            trainee = TwoStageTrainee(model, how.losses)
        case Seq2Seq():
            trainee = Seq2SeqTrainee(model, how.losses)
            # Its points are at their floor, where an epoch is chosen by chance.
            cards = partial(measure_points, policy, validation, sight, "card_state_accuracy")
            return [RunPhase("seq2seq", how.finetune, trainee, cards, policy)]
        case PointerNet():
            trainee = PointerTrainee(model)
            phases = [RunPhase("pointer", how.pretrain_pointer, trainee, points, policy)]
    if how.is_finetuned:
        aggregates = how.aggregation.is_on
        phases.append(RunPhase("finetune", how.finetune, trainee, points, policy, aggregates))
    return phases


def _plan(how: Experiment, model: PlanModel, policy: Policy, validation: Examples) -> RunPhase:
    given = recorded_demonstrations(validation, VIEWS[how.sight])
    trainee, measure = PlanTrainee(model, how.losses), partial(measure_plan, model, given)
    return RunPhase("plan", how.pretrain_plan, trainee, measure, policy, makes_follower=False)


def _actions(how: Experiment, model: PlanModel, validation: Examples) -> RunPhase:
    gold = GoldPlanPolicy(model, validation)
    trainee, measure = ActionTrainee(model, how.losses), partial(measure_actions, gold, validation)
    return RunPhase("actions", how.pretrain_actions, trainee, measure, gold)
