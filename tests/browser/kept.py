"""What the server's database keeps of the games that were played in the pages."""

import re
import subprocess
import sys
from pathlib import Path

from cerealbar.game import Action, Game, Player, Rules
from cerealbar.records import Deed, Finished, Instructed, Stepped
from cerealbar.server.store import Reader
from cerealbar.server.store.entries import deeds_of


def kept_deeds(database: Path, game_id: str) -> list[Deed]:
    """The deeds of a game, in order."""
    reader = Reader.open(str(database))
    whole = reader.game(game_id)
    reader.close()
    assert whole is not None
    return deeds_of(whole[1])


def deed_word(deed: Deed) -> str:
    """A deed as the page asked for it: the action's word, or the text of an instruction."""
    if isinstance(deed, Instructed):
        return deed.text
    if isinstance(deed, Stepped):
        return deed.action
    return "done" if isinstance(deed, Finished) else "time-out"


def deeds_by(player: Player, deeds: list[Deed]) -> list[str]:
    """What a player did, as the page asked for it."""
    return [deed_word(deed) for deed in deeds if _doer(deed) is player]


def _doer(deed: Deed) -> Player:
    is_leaders = isinstance(deed, Instructed) or deed.by == "leader"
    return Player.LEADER if is_leaders else Player.FOLLOWER


def games_after_each(seed: int, rules: Rules, deeds: list[Deed]) -> list[Game]:
    """The game at its start and after each deed."""
    games = [Game(seed, rules)]
    for deed in deeds:
        game = games[-1].copy()
        if isinstance(deed, Instructed):
            game.instruct(deed.text, player=Player.LEADER)
        else:
            action = {action.word: action for action in Action}[deed_word(deed)]
            game.step(action, player=_doer(deed))
        games.append(game)
    return games


def verified_games(database: Path, out: Path) -> int:
    """Make a corpus of the games that have ended, and verify it; returns how many there are."""
    told = _run("corpus", "from-server", str(database), "--out", str(out))
    found = re.search(r"(\d+) games added", told)
    assert found, told
    assert " 0 rejected" in told
    count = int(found[1])
    assert f"{count} of {count} games agree with the rules" in _run("corpus", "verify", str(out))
    return count


def _run(*command: str) -> str:
    done = subprocess.run(
        [sys.executable, "-m", "cerealbar", *command], capture_output=True, text=True, timeout=120
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
