from cerealbar.agents import FollowTask, ask_follower, ask_plan, make_follower
from cerealbar.game import IS_PASSABLE, Action, Game, Player


def test_the_rule_based_follower_tells_where_it_will_walk_and_what_it_will_pick_up() -> None:
    game = Game(42)
    game.instruct("turn around and get the blue star")
    game.step(Action.DONE)
    follower = make_follower("rule-based")
    assert ask_plan(follower, 0) is None
    walked = {game.pose(Player.FOLLOWER).cell}
    number = 0
    while game.turn is Player.FOLLOWER:
        text = game.current_instruction or ""
        (choice,) = ask_follower(follower, [FollowTask(0, game.states, text, 0, number)])
        game.step(choice.action)
        walked.add(game.pose(Player.FOLLOWER).cell)
        number += 1
    plan = ask_plan(follower, 0)
    assert plan is not None
    selected = {card.cell for card in game.cards if card.is_selected}
    others = {card.cell for card in game.cards} - selected
    assert set(plan.trajectory) == walked
    assert set(plan.goals) == selected
    assert set(plan.avoid) == others
    assert not any(IS_PASSABLE[game.states["tile"][0][cell]] for cell in plan.blocked)
    follower.forget(0)
    assert ask_plan(follower, 0) is None
