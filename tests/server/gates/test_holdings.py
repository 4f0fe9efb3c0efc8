from cerealbar.server.gates.holdings import Holdings


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
