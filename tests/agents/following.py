"""Let a follower carry out one instruction alone, without turns."""

from cerealbar.agents import Follower, FollowTask, ask_follower
from cerealbar.game import UNLIMITED, Action, Game, Outcome, Player, StateArray
from cerealbar.language import Intention

MANY_STEPS = 1000


def follower_alone(states: StateArray) -> Game:
    """A game in which the follower has one instruction and all the steps it wants."""
    states = states.copy()
    states["turn"], states["waiting"] = Player.FOLLOWER, 1
    states["steps_left"], states["half_turns_left"] = MANY_STEPS, UNLIMITED
    return Game.from_states(states, texts=("do it",))


def carry_out(
    follower: Follower, game: Game, intention: Intention | None, text: str = "do it"
) -> list[Action]:
    """What the follower does until it is done; the game is changed."""
    taken: list[Action] = []
    while True:
        task = FollowTask(0, game.states, text, 0, len(taken), (), intention)
        (choice,) = ask_follower(follower, [task])
        action = choice.action
        if action is Action.DONE:
            return taken
        outcome = game.step(action)
        assert not outcome & Outcome.BUMPED
        taken.append(action)


def changed_cards(before: StateArray, after: StateArray) -> set[int]:
    """The cells of the cards whose selection differs."""
    bits = int(before["selected"][0]) ^ int(after["selected"][0])
    return {int(cell) for slot, cell in enumerate(before["card_cell"][0]) if bits >> slot & 1}
