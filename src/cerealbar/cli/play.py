"""`cerealbar play`: a game in the terminal, both roles on one keyboard."""

import sys

from cerealbar.cli.arguments import WholeNumber
from cerealbar.game import Action, CerealBarError, Game, Outcome, Player, Rules
from cerealbar.views import PAPER_SIGHT, ascii_board, describe, view

_KEYS = {
    "f": Action.FORWARD,
    "b": Action.BACKWARD,
    "l": Action.LEFT,
    "r": Action.RIGHT,
    "d": Action.DONE,
}
_HELP = """\
f forward, b backward, l left, r right; several at once: fflf
d done (leader: end the turn; follower: next instruction)
say TEXT (leader: instruct the follower), q quit"""


def play(seed: WholeNumber = 42, *, solvable: bool = True) -> None:
    """Play a game in the terminal, both roles on one keyboard.

    The leader sees the whole board, the follower only what lies ahead.

    Parameters
    ----------
    seed
        Which map to play on.
    solvable
        Whether the map must let the players reach each other and every card.
    """
    game = Game(seed, Rules(solvable=solvable))
    print(_HELP)
    shown: Player | None = None
    while not game.is_over:
        if game.turn is not shown:
            shown = game.turn
            _show(game)
        try:
            line = input(f"{game.turn.word}, {game.steps_left} steps> ").strip()
        except EOFError:
            break
        if line == "q":
            break
        _act(game, line)
    print(f"Sets made: {game.score}.")


def _show(game: Game) -> None:
    seen = view(game, game.turn, PAPER_SIGHT)
    print(f"\n{ascii_board(seen)}\n")
    print(describe(seen))


def _act(game: Game, line: str) -> None:
    try:
        if line.startswith("say "):
            game.instruct(line.removeprefix("say "))
            return
        for letter in line.replace(" ", ""):
            if letter not in _KEYS:
                print(_HELP)
                return
            turn = game.turn
            outcome = game.step(_KEYS[letter])
            if outcome & ~Outcome.MOVED:
                names = [flag.name or "" for flag in outcome if flag is not Outcome.MOVED]
                print("  " + ", ".join(names).lower().replace("_", " "))
            if game.turn is not turn:
                return
        if game.turn is Player.LEADER or line:
            _show(game)
    except CerealBarError as error:
        print(error, file=sys.stderr)
