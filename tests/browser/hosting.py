"""The server of these tests: rules with time to spare, and agents that do not dawdle."""

from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from cerealbar.game import Rules
from tests.browser.kept import verified_games
from tests.remote.server_process import ServerProcess

SEED = 163
"""A map on which a set is a few steps away."""
RULES = Rules(
    leader_seconds=300.0,
    follower_seconds=300.0,
    half_turns=4,
    extra_half_turns=(2,),
    solvable=True,
)
SETTINGS = """
pace_seconds = [{pace}, {pace}]
followers = {{ failing = "tests.server.rooms.broken_agents:Raising" }}
rooms_per_minute = 1000
posts_per_minute = 10000
sockets_per_address = 200
rooms_per_address = 1000
grace_seconds = 0.5
[rules]
leader_seconds = {rules.leader_seconds}
follower_seconds = {rules.follower_seconds}
half_turns = {rules.half_turns}
extra_half_turns = {extra}
{more}
"""
TALKING = 'cancelling = "any-turn"\nthumbs = true\nremarks = true'
"""Rules under which players tell each other more."""


class Hosting(ServerProcess):
    """A server over a folder, and what is kept there."""

    def __init__(
        self, folder: Path, rules: Rules = RULES, pace: float = 0.05, more: str = ""
    ) -> None:
        extra = [*rules.extra_half_turns]
        super().__init__(folder, SETTINGS.format(rules=rules, extra=extra, pace=pace, more=more))
        self.folder = folder
        self._corpora = 0

    def check_games(self) -> int:
        """See that the games that have ended are a corpus that agrees with the rules; how many."""
        self._corpora += 1
        return verified_games(self.database, self.folder / f"corpus-{self._corpora}")


@contextmanager
def hosted(folder: Path, pace: float = 0.05, more: str = "") -> Iterator[Hosting]:
    """A server that stops in the end; then its games must be a corpus."""
    server = Hosting(folder, pace=pace, more=more)
    server.start()
    try:
        yield server
    finally:
        server.stop()
    server.check_games()
