from cerealbar.game import Rules
from cerealbar.records import verify
from tests.records.random_games import random_game


def test_the_same_seed_and_index_give_the_same_game() -> None:
    assert random_game(1, 2) == random_game(1, 2)
    assert random_game(1, 2) != random_game(1, 3)
    assert random_game(1, 2) != random_game(2, 2)


def test_random_games_are_legal_under_other_rules_too() -> None:
    rules = Rules(cards=9, leader_steps=3, half_turns=30, solvable=True, extra_half_turns=(1, 2))
    for index in range(5):
        game = random_game(7, index, rules)
        assert verify(game) is None
        assert game.header.rules.to_rules() == rules
        assert game.header.synthetic
