"""What the server's database keeps of the games that were played in the pages."""

import re
import subprocess
import sys
from pathlib import Path

from cerealbar.game import Game, Player, Rules
from cerealbar.records import DeedEvent, deed_action
from cerealbar.records.deeds import deeds
from cerealbar.server.store import Reader


def kept_deeds(database: Path, game_id: str) -> list[DeedEvent]:
    """The deeds of a game, in order."""
    reader = Reader.open(str(database))
    whole = reader.game(game_id)
    reader.close()
    assert whole is not None
    return [deed for _, deed in deeds(stored.entry for stored in whole[1])]


def deed_word(deed: DeedEvent) -> str:
    """A deed as the page asked for it: the action's word, or the text of an instruction."""
    _, action, text = deed_action(deed)
    return text or action.word


def deeds_by(player: Player, deeds: list[DeedEvent]) -> list[str]:
    """What a player did, as the page asked for it."""
    return [deed_word(deed) for deed in deeds if deed_action(deed)[0] is player]


def games_after_each(seed: int, rules: Rules, deeds: list[DeedEvent]) -> list[Game]:
    """The game at its start and after each deed."""
    games = [Game(seed, rules)]
    for deed in deeds:
        game = games[-1].copy()
        player, action, text = deed_action(deed)
        game.step(action, player=player, text=text)
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
        [sys.executable, "-m", "cerealbar", *command], capture_output=True, text=True, timeout=300
    )
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout
