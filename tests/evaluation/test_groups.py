from dataclasses import fields
from itertools import pairwise

import numpy as np
import pytest

from cerealbar.evaluation import StaticOracle, following
from cerealbar.evaluation.following import game_groups
from cerealbar.records import Examples, build_examples
from cerealbar.records.examples import excerpt
from tests.evaluation.followers import cascades
from tests.evaluation.test_cascaded import ANYTHING


def test_groups_are_whole_games_and_the_first_is_one(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(following, "GROUP", 8)
    examples = build_examples(ANYTHING)
    found = game_groups(examples)
    assert [i for group in found for i in range(group.start, group.stop)] == list(
        range(len(examples))
    )
    games = [set(examples.game[group].tolist()) for group in found]
    assert len(found) > 3
    assert len(games[0]) == 1
    assert not any(some & others for some, others in pairwise(games))
    assert all(group.stop - group.start >= 8 for group in found[1:-1])
    assert game_groups(build_examples([])) == [slice(0, 0)]


def test_games_in_several_groups_end_as_in_one(monkeypatch: pytest.MonkeyPatch) -> None:
    examples = build_examples(ANYTHING)
    oracle = StaticOracle(examples)
    monkeypatch.setattr(following, "GROUP", len(examples))
    whole = cascades(examples, oracle, limit=None)
    monkeypatch.setattr(following, "GROUP", 8)
    parts = cascades(examples, oracle, limit=None)
    for field in fields(whole):
        assert np.array_equal(getattr(whole, field.name), getattr(parts, field.name)), field.name


def test_an_excerpt_is_what_its_games_alone_would_give() -> None:
    games = ANYTHING[:6]
    examples = build_examples(games)
    own = build_examples(games[2:4])
    first, end = np.searchsorted(examples.game, (2, 4)).tolist()
    found = excerpt(examples, first, end)
    assert len(own) == len(found) > 0
    for field in fields(Examples):
        one, other = getattr(own, field.name), getattr(found, field.name)
        assert np.array_equal(one, other), field.name
        if isinstance(one, np.ndarray):
            assert one.dtype == other.dtype, field.name
    assert len(excerpt(examples, 0, 0)) == 0
