from cerealbar.remote.participants.crowd import DECLINES, any_temper


def test_the_same_seed_is_the_same_crowd_and_another_is_not() -> None:
    crowds = [[any_temper(seed, number, 0.3) for number in range(50)] for seed in (1, 1, 2)]
    assert crowds[0] == crowds[1] != crowds[2]
    assert len(set(crowds[0])) == 50


def test_about_as_many_drop_out_and_decline_as_is_asked_for() -> None:
    crowd = [any_temper(3, number, 0.3) for number in range(1000)]
    assert 0.25 < sum(each.drops_out is not None for each in crowd) / 1000 < 0.35
    assert abs(sum(each.declines for each in crowd) / 1000 - DECLINES) < 0.02
    assert all(any_temper(3, number, 1.0).drops_out is not None for number in range(100))
