import pytest

from cerealbar.server import rate_limits
from cerealbar.server.rate_limits import SCANT, Holdings, Shares, TokenBucket, TokenBuckets


class Watch:
    """A clock that is set by hand."""

    def __init__(self) -> None:
        self.now = 100.0

    def __call__(self) -> float:
        return self.now


def test_a_bucket_gives_its_burst_and_then_its_rate() -> None:
    watch = Watch()
    bucket = TokenBucket(2, 3, watch)
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]
    watch.now += 0.5
    assert [bucket.take() for _ in range(2)] == [True, False]


def test_a_bucket_never_holds_more_than_its_burst() -> None:
    watch = Watch()
    bucket = TokenBucket(2, 3, watch)
    watch.now += 1000
    assert [bucket.take() for _ in range(4)] == [True, True, True, False]


def test_a_bucket_is_full_again_after_a_while() -> None:
    watch = Watch()
    bucket = TokenBucket(0.5, 1, watch)
    assert bucket.take()
    assert not bucket.is_full
    watch.now += 2
    assert bucket.is_full


def test_each_key_has_a_bucket_of_its_own() -> None:
    many = TokenBuckets(1, 1, Watch())
    assert many.take("a")
    assert not many.take("a")
    assert many.take("b")


def test_full_buckets_are_forgotten_so_that_memory_is_bounded(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limits, "MOST_KEYS", 100)
    watch = Watch()
    many = TokenBuckets(1, 2, watch)
    for number in range(100):
        many.take(str(number))
    watch.now += 10
    assert many.take("next")
    assert len(many._buckets) == 1


def test_memory_is_bounded_even_if_no_bucket_is_full(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(rate_limits, "MOST_KEYS", 100)
    many = TokenBuckets(0.001, 1, Watch())
    for number in range(1000):
        many.take(str(number))
    assert len(many._buckets) <= 100


def test_what_costs_more_than_is_there_is_owed() -> None:
    watch = Watch()
    bucket = TokenBucket(1, 3, watch)
    assert bucket.take(5)
    assert not bucket.take()
    watch.now += 2.9
    assert not bucket.take()
    watch.now += 0.2
    assert bucket.take()
    bucket.charge(1000)
    watch.now += 4.1
    assert bucket.take(), "no more than a full bucket is owed"


def test_when_all_is_taken_those_who_ask_for_little_still_get_it() -> None:
    watch = Watch()
    shares = Shares(10, 100, 20, 200, watch)
    greedy = [shares.take(f"10.0.0.{number}") for number in range(4) for _ in range(100)]
    assert sum(greedy) == 200 + 2 * 100 / SCANT
    assert shares.take("honest")
    for _ in range(20):
        watch.now += 1
        taken = sum(shares.take(f"10.0.0.{number}") for number in range(4) for _ in range(100))
        assert taken <= 20 + 4 + 1
        assert shares.take("honest")


def test_a_fine_is_paid_by_one_alone() -> None:
    shares = Shares(1, 10, 1, 10, Watch())
    shares.fine("one", 10)
    assert not shares.take("one")
    assert [shares.take("two") for _ in range(10)] == [True] * 10


def test_each_holds_so_much_and_all_together_so_much() -> None:
    holdings = Holdings(10, 15)
    assert holdings.take("a", 6)
    assert not holdings.take("a", 5)
    assert holdings.take("a", 4)
    assert holdings.take("b", 5)
    assert not holdings.take("c", 1)
    holdings.give_back("a", 10)
    assert holdings.take("c", 10)
    assert not holdings.take("a", 1)


def test_whoever_holds_nothing_is_not_remembered() -> None:
    holdings = Holdings(10, 15)
    assert holdings.take("a", 0)
    assert holdings.take("b", 3)
    holdings.give_back("b", 3)
    assert not holdings._held
