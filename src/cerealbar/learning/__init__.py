"""Learning followers: demonstrations, losses, pretraining, example aggregation, experiments.

Read `training.py` first, then `losses.py` and `recovery.py`.
"""

from cerealbar.learning.data import TrainingData, load_training_data
from cerealbar.learning.demonstrations import Demonstrations, demonstrations
from cerealbar.learning.experiment import Experiment, ExperimentError, read_experiment
from cerealbar.learning.phases import GoldPlanPolicy, open_gold_plan
from cerealbar.learning.recovery import aggregate, recover
from cerealbar.learning.run import EXPERIMENT, RunFolder
from cerealbar.learning.training import Training
from cerealbar.learning.workers import open_device

__all__ = [
    "EXPERIMENT",
    "Demonstrations",
    "Experiment",
    "ExperimentError",
    "GoldPlanPolicy",
    "RunFolder",
    "Training",
    "TrainingData",
    "aggregate",
    "demonstrations",
    "load_training_data",
    "open_device",
    "open_gold_plan",
    "read_experiment",
    "recover",
]
