import asyncio
from contextlib import AsyncExitStack
from pathlib import Path

import pytest

from cerealbar.records import GameEnded
from cerealbar.server.store import Reader, WholeGame
from tests.live import fuzzing
from tests.live.fuzzing import SETTINGS, Besieged
from tests.live.hosted import hosted
from tests.live.player import Player


class LateReader(Reader):
    """Reads a game when one more thing has happened in it, or when nothing more can happen."""

    def game(self, game_id: str) -> WholeGame | None:
        first = found = super().game(game_id)
        assert first is not None
        while found is not None and len(found[1]) == len(first[1]):
            if any(isinstance(stored.entry, GameEnded) for stored in found[1]):
                break
            found = super().game(game_id)
        return found


def test_what_is_stored_is_compared_when_nothing_more_can_happen(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Or the turn could end between the last broadcast and the look at the database."""
    monkeypatch.setattr(fuzzing, "Reader", LateReader)

    async def look() -> None:
        async with AsyncExitStack() as stack:
            game = await Besieged.open(server, 2000, stack)
            for token in game.tokens.values():
                await stack.enter_async_context(Player(server.socket_url, token))
            await game.watcher.until(lambda seen: seen.situation.is_clock_running)
            assert await game.faults(server) == []

    with hosted(tmp_path / "games.sqlite", SETTINGS) as server:
        asyncio.run(look())
