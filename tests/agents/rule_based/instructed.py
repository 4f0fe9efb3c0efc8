"""Let the rule-based follower carry out texts, and see what came of it."""

from cerealbar.agents import Choice, FollowTask, ask_follower
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.game import Action, Game, Player, Rules
from tests.boards import board, game_on

MANY_STEPS = Rules(follower_steps=200, solvable=True)


def small_game(*cards: str, follower: str = "12,12,e", **fields: object) -> Game:
    """A game on open grass, with its follower in the middle."""
    states = board(leader="1,1,ne", follower=follower, cards=cards, rules=MANY_STEPS, **fields)  # type: ignore[arg-type]  # fields of boards
    return game_on(states, MANY_STEPS)


def follow(game: Game, *texts: str) -> list[Choice]:
    """Let one follower carry out instructions, one after the other; returns what it chose."""
    follower = RuleBasedFollower()
    chosen: list[Choice] = []
    for number, text in enumerate(texts):
        game.instruct(text)
        game.step(Action.DONE)
        steps = 0
        while game.turn is Player.FOLLOWER:
            (choice,) = ask_follower(follower, [FollowTask(0, game.states, text, number, steps)])
            game.step(choice.action, text=choice.text)
            chosen.append(choice)
            steps += 1
            assert steps < 100
    return chosen


def words(choices: list[Choice]) -> list[str]:
    """What was chosen, in words."""
    return [choice.action.word for choice in choices]


def selected(game: Game) -> list[str]:
    """The faces of the selected cards."""
    return sorted(str(card.card) for card in game.cards if card.is_selected)
