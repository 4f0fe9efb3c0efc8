"""Warming up: whatever is compiled at its first use is used once, before anyone waits for it."""

from collections.abc import Callable

from cerealbar.agents import Follower, FollowTask, Leader, LeadTask, make_follower, make_leader
from cerealbar.compiling import counting_compiled
from cerealbar.game import Action, Game, Player, Rules
from cerealbar.views import CAMERA_SIGHT, VIEWS, Sight, ViewName, remember_game, view

TellCompiled = Callable[[str, int, int], None]
"""Hears what is compiled, `rules` or `agents`, how many functions were, and about how many are."""
TOTALS = {"rules": 62, "agents": 48}
"""Functions that are compiled the first time on a machine; a few more with a sight."""
_SEED = 42
_TEXT = "turn around swiftly and get the blue star"
"""It has a word that the reader must look up, so that its list of words is there."""


def warm_up(agent_sight: ViewName, tell: TellCompiled) -> None:
    """Use all that rooms and agents use."""
    parts = {"rules": lambda: warm_up_rules(VIEWS[agent_sight]), "agents": warm_up_agents}
    for what, use in parts.items():
        total = TOTALS[what]
        with counting_compiled(lambda done, w=what, most=total: tell(w, min(done, most), most)):  # type: ignore[misc]  # bound here
            use()
        tell(what, total, total)


def warm_up_rules(agent_sight: Sight | None = None) -> None:
    """Use the rules and views that rooms use, and the memory of agents with a sight."""
    game = _game_with_an_instruction()
    for player in Player:
        view(game, player, CAMERA_SIGHT)
    if agent_sight is not None:
        remember_game(game, agent_sight)
    assert game.legal_actions()
    assert not game.can_end_turn
    assert not game.can_cancel


def warm_up_agents() -> None:
    """Let the agents that play by default act once."""
    game = _game_with_an_instruction()
    follower: Follower = make_follower("learned")
    follower.follow([FollowTask(0, game.states, _TEXT, 0, 0)])
    leader: Leader = make_leader("scripted")
    leader.lead([LeadTask(0, Game(_SEED).states, (), ())])


def _game_with_an_instruction() -> Game:
    """A game in the follower's turn, on a map of those that rooms have."""
    game = Game(_SEED, Rules(solvable=True))
    game.instruct(_TEXT)
    game.step(Action.FORWARD)
    game.step(Action.DONE)
    return game
