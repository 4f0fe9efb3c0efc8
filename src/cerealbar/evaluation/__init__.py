"""How well a follower carries out recorded instructions. Knows nothing of how it was made.

Read `runs.py` (many instructions side by side) first, then `rollouts.py` and `cascaded.py`;
`report.py` has all measures.
"""

from cerealbar.evaluation.cascaded import Cascades
from cerealbar.evaluation.evaluating import evaluate_follower, roll_out
from cerealbar.evaluation.following import MAX_CHOICES
from cerealbar.evaluation.judging import given_by, judge
from cerealbar.evaluation.report import EvaluationReport, cascaded_values
from cerealbar.evaluation.rollouts import Rollouts
from cerealbar.evaluation.static_oracle import StaticOracle
from cerealbar.evaluation.statistics import GameMean, intervals, over_trials

__all__ = [
    "MAX_CHOICES",
    "Cascades",
    "EvaluationReport",
    "GameMean",
    "Rollouts",
    "StaticOracle",
    "cascaded_values",
    "evaluate_follower",
    "given_by",
    "intervals",
    "judge",
    "over_trials",
    "roll_out",
]
