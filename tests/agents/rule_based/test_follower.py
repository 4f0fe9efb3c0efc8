import pytest

from cerealbar.agents.protocol import FollowTask, ask_follower
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.game import Action, Game, Player, Rules


def follow(game: Game, text: str) -> list[str]:
    """Let the follower carry out an instruction; returns what it did."""
    follower = RuleBasedFollower()
    game.instruct(text)
    game.step(Action.DONE)
    done: list[str] = []
    while game.turn is Player.FOLLOWER:
        task = FollowTask(0, game.states, text, 0, len(done))
        (choice,) = ask_follower(follower, [task])
        game.step(choice.action, text=choice.text)
        done.append(choice.action.word)
        assert len(done) < 100
    return done


def new_game(seed: int = 42) -> Game:
    return Game(seed, Rules(follower_steps=200, solvable=True))


@pytest.mark.parametrize("seed", range(40, 50))
def test_a_card_named_by_its_whole_face_is_selected_and_no_other(seed: int) -> None:
    game = new_game(seed)
    faces = [card.card for card in game.cards]
    card = next(card for card in game.cards if faces.count(card.card) == 1)
    follow(game, f"get the {card.card}")
    assert [other.cell for other in game.cards if other.is_selected] == [card.cell]


def test_two_cards_are_fetched_one_after_the_other() -> None:
    game = new_game()
    first, second = game.cards[0], game.cards[4]
    follow(game, f"pick up the {first.card} and then grab the {second.card}")
    assert {card.cell for card in game.cards if card.is_selected} == {first.cell, second.cell}


def test_a_card_that_was_taken_can_be_deselected_again() -> None:
    game = new_game()
    card = game.cards[0]
    follow(game, f"get the {card.card}")
    follow(game, "deselect the card you are standing on")
    assert not any(card.is_selected for card in game.cards)


def test_turning_and_waiting_touch_nothing() -> None:
    game = new_game()
    assert follow(game, "turn left twice") == ["left", "left", "done"]
    assert follow(game, "turn around") == ["right", "right", "right", "done"]
    assert follow(game, "wait there please") == ["done"]


def test_a_card_that_must_not_be_touched_is_not() -> None:
    game = new_game()
    follow(game, f"don't pick up the {game.cards[3].card}")
    assert not any(card.is_selected for card in game.cards)


def test_nonsense_is_done_at_once_and_games_are_forgotten() -> None:
    assert follow(new_game(), "lorem ipsum") == ["done"]
    follower = RuleBasedFollower()
    follower.forget(7)
