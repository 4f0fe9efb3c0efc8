"""A few recorded games to learn from."""

from functools import cache

from cerealbar.agents.corpus_games import corpus_game
from cerealbar.follower.config import PlanConfig
from cerealbar.follower.plan_policy import PlanModel
from cerealbar.follower.vocabulary import build_vocabulary
from cerealbar.learning.data import TrainingData
from cerealbar.records import Examples, build_examples

SMALL = PlanConfig(
    words=16, text=16, properties=8, channels=8, text_channels=8, hidden=24, crop_layer=16
)


@cache
def examples(first: int = 0, count: int = 4) -> Examples:
    """The instructions of some games."""
    return build_examples(corpus_game(8, index) for index in range(first, first + count))


def small_model(config: PlanConfig = SMALL) -> PlanModel:
    return PlanModel(config, build_vocabulary(examples().texts))


def training_data() -> TrainingData:
    return TrainingData(examples(0, 3), examples(3, 1), "of a test")
