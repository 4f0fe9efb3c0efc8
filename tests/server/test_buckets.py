import pytest

from cerealbar.server import buckets
from cerealbar.server.buckets import Bucket, Buckets


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    watch = Watch()
    bucket = Bucket(2, 3, watch)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    watch.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    watch = Watch()
    bucket = Bucket(2, 3, watch)
    watch.now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_bucket_tells_how_long_to_wait() -> None:
    watch = Watch()
    bucket = Bucket(0.5, 1, watch)
    assert bucket.seconds_to_wait == 0
    assert bucket.take()
    assert bucket.seconds_to_wait == 2
    assert not bucket.is_full
    watch.now += 2
    assert bucket.is_full


def test_each_key_has_a_bucket_of_its_own() -> None:
    many = Buckets(1, 1, Watch())
    assert many.take("a")
    assert not many.take("a")
    assert many.take("b")


def test_full_buckets_are_forgotten_so_that_memory_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(buckets, "MOST_KEYS", 100)
    watch = Watch()
    many = Buckets(1, 2, watch)
    for number in range(100):
        many.take(str(number))
    watch.now += 10
    assert many.take("next")
    assert len(many) == 1


def test_memory_is_bounded_even_if_no_bucket_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(buckets, "MOST_KEYS", 100)
    many = Buckets(0.001, 1, Watch())
    for number in range(1000):
        many.take(str(number))
    assert len(many) <= 100
