from pathlib import Path
from statistics import mean

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.records import (
    FormatError,
    RecordError,
    Splits,
    make_splits,
    read_splits,
    write_splits,
)
from cerealbar.records.corpus import SPLITS

SCORES = {f"g{i:04}": (i * 7919) % 20 for i in range(1202)}


@given(st.dictionaries(st.text(min_size=1), st.integers(0, 20), max_size=60), st.integers())
def test_every_game_is_in_exactly_one_part(scores: dict[str, int], seed: int) -> None:
    splits = make_splits(scores, seed)
    games = [*splits.train, *splits.development, *splits.test]
    assert sorted(games) == sorted(scores)
    assert set(splits.validation) <= set(splits.train)
    assert set(splits.part("update")) == set(splits.train) - set(splits.validation)


def test_the_papers_sizes_can_be_asked_for_and_mean_scores_are_equal() -> None:
    splits = make_splits(SCORES, 1, (960, 120, 122))
    assert [len(splits.part(p)) for p in ("train", "development", "test")] == [960, 120, 122]
    assert len(splits.validation) == 48
    means = [
        mean(SCORES[game] for game in splits.part(p)) for p in ("train", "development", "test")
    ]
    assert max(means) - min(means) < 0.15
    held = mean(SCORES[game] for game in splits.validation)
    assert abs(held - means[0]) < 0.3


def test_by_default_a_tenth_is_for_development_and_a_tenth_for_test() -> None:
    splits = make_splits(SCORES, 1)
    assert [len(splits.part(p)) for p in ("train", "development", "test")] == [962, 120, 120]


def test_the_same_seed_gives_the_same_splits_and_another_seed_others() -> None:
    assert make_splits(SCORES, 3) == make_splits(dict(reversed(SCORES.items())), 3)
    assert make_splits(SCORES, 3) != make_splits(SCORES, 4)


@pytest.mark.parametrize("sizes", [(1, 1, 1), (1202, 0), (1203, -1, 0)])
def test_impossible_sizes_are_refused(sizes: tuple[int, ...]) -> None:
    with pytest.raises(RecordError, match="cannot split 1202 games"):
        make_splits(SCORES, 1, sizes)


def test_splits_are_stored_and_read_again(tmp_path: Path) -> None:
    assert read_splits(tmp_path) == Splits()
    splits = make_splits(SCORES, 1)
    write_splits(tmp_path, splits)
    assert read_splits(tmp_path) == splits
    (tmp_path / SPLITS).write_bytes(b'{"train":[1]}')
    with pytest.raises(FormatError, match=r"splits\.json"):
        read_splits(tmp_path)


def test_an_unknown_part_is_refused() -> None:
    with pytest.raises(RecordError, match="'dev' is no split"):
        Splits().part("dev")
