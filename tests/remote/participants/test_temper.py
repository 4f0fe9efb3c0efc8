import random

from cerealbar.remote.participants.leisure import Leisure
from cerealbar.remote.participants.temper import Habits, any_temper


def test_the_same_seed_is_the_same_crowd_and_another_is_not() -> None:
    crowds = [
        [any_temper(seed, number, 0.3, Habits()) for number in range(50)] for seed in (1, 1, 2)
    ]
    assert crowds[0] == crowds[1] != crowds[2]
    assert len(set(crowds[0])) == 50


def test_about_as_many_drop_out_as_is_asked_for() -> None:
    crowd = [any_temper(3, number, 0.3, Habits()) for number in range(1000)]
    assert 0.25 < sum(each.drops_out is not None for each in crowd) / 1000 < 0.35
    everyone = [any_temper(3, number, 1.0, Habits(reloads=0.0)) for number in range(100)]
    assert all(each.drops_out is not None and not each.reloads for each in everyone)


def test_slow_people_take_longer_and_speed_shortens_every_pause() -> None:
    def total(speed: float, slowness: float) -> float:
        slept: list[float] = []
        leisure = Leisure(random.Random(5), speed, slowness, slept.append)
        leisure.read("some words to read " * 10)
        leisure.write("get the card")
        leisure.pause(3.0)
        assert len(slept) == 3
        return sum(slept)

    usual = total(1.0, 1.0)
    assert 5 < usual < 60
    assert abs(total(50.0, 1.0) * 50 - usual) < 1e-9
    assert abs(total(1.0, 3.0) - 3 * usual) < 1e-9
