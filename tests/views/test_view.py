from cerealbar.game import Action, Game, Player, Status
from cerealbar.views import view
from cerealbar.views.view import UNSEEN


def test_the_leader_sees_all_cards_players_and_instructions() -> None:
    game = Game(42)
    game.instruct("first")
    game.instruct("second")
    seen = view(game, Player.LEADER)
    assert seen.cards == game.cards
    assert None not in seen.poses
    assert [i.text for i in seen.instructions] == ["first", "second"]
    assert UNSEEN not in seen.tiles


def test_the_follower_never_sees_an_instruction_that_waits() -> None:
    game = Game(42)
    game.instruct("first")
    game.instruct("second")
    game.step(Action.DONE)
    assert [i.text for i in view(game, Player.FOLLOWER).instructions] == ["first"]
    game.step(Action.DONE)
    told = view(game, Player.FOLLOWER).instructions
    assert [(i.text, i.status) for i in told] == [
        ("first", Status.FINISHED),
        ("second", Status.CURRENT),
    ]


def test_the_follower_sees_only_cards_tiles_and_the_leader_in_view() -> None:
    for seed in range(40, 60):
        game = Game(seed)
        seen = view(game, Player.FOLLOWER)
        assert all(seen.seen[card.cell] for card in seen.cards)
        assert sum(seen.seen[card.cell] for card in game.cards) == len(seen.cards)
        assert ((seen.tiles == UNSEEN) == ~seen.seen).all()
        leader = game.pose(Player.LEADER)
        assert seen.poses[0] == (leader if seen.seen[leader.cell] else None)


def test_the_follower_never_learns_that_a_selection_is_invalid() -> None:
    game = Game(42)
    game.states["card_kind"][0, :2] = 5
    game.states["selected"] = 0b11
    assert view(game, Player.LEADER).is_invalid
    assert not view(game, Player.FOLLOWER).is_invalid
