from collections import Counter
from random import Random

from cerealbar.language.manner.vocabulary import Repertoire


def test_options_are_drawn_by_weight() -> None:
    rng = Random(0)
    table = Repertoire("x", {"a": 9, "b": 1})
    counts = Counter(table.draw(rng) for _ in range(2000))
    assert 0.86 < counts["a"] / 2000 < 0.94


def test_a_taste_has_the_same_favourite_each_time_and_tastes_differ() -> None:
    table = Repertoire("x", {"a": 3, "b": 2, "c": 2})
    assert table.favourite(17) == table.favourite(17)
    favourites = Counter(table.favourite(Random(i).getrandbits(64)) for i in range(2000))
    assert set(favourites) == {"a", "b", "c"}
    assert favourites["a"] > favourites["b"]


def test_favourites_of_two_tables_are_independent() -> None:
    one, two = Repertoire("one", {"a": 1, "b": 1}), Repertoire("two", {"a": 1, "b": 1})
    tastes = [Random(i).getrandbits(64) for i in range(400)]
    same = sum(one.favourite(taste) == two.favourite(taste) for taste in tastes)
    assert 140 < same < 260
