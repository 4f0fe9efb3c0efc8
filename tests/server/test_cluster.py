"""The manual's example as it is: two real processes on PostgreSQL behind nginx with TLS."""

import asyncio
import re
from pathlib import Path

from cerealbar.server.settings import load_settings
from cerealbar.server.store import Reader
from cerealbar.wire.lobby import OpenRoom
from tests.live.chronicle import stored_deeds
from tests.live.cluster import DEPLOY, NAMES, Cluster, running_cluster
from tests.live.hosted import UNHURRIED
from tests.live.player import Player
from tests.live.wanderer import Wanderer, lost_deeds

GAMES = 12
PATIENCE = 300.0
TAKEOVER_SECONDS = 10.0
"""On a machine with nothing else to do; as much again for every second that a deed takes."""
ENDLESS = """
[rules]
half_turns = "unlimited"
"""


async def _enough(wanderers: list[Wanderer], deeds: int, seconds: float = PATIENCE) -> None:
    """Wait until each game has had so many further deeds."""
    goals = [wanderer.told.acknowledged + deeds for wanderer in wanderers]
    async with asyncio.timeout(seconds):
        while any(
            wanderer.told.acknowledged < goal
            for wanderer, goal in zip(wanderers, goals, strict=True)
        ):
            await asyncio.sleep(0.05)


def _faults(cluster: Cluster, wanderers: list[Wanderer]) -> list[str]:
    reader = Reader.open(cluster.database)
    found = []
    for wanderer in wanderers:
        whole = reader.game(wanderer.game_id)
        assert whole is not None
        assert stored_deeds(whole[1])
        found += lost_deeds(wanderer.told.asked, whole[1])
    reader.close()
    return found


def test_games_behind_the_proxy_go_on_when_a_process_is_killed_and_when_one_stops(
    tmp_path: Path,
) -> None:
    async def play(cluster: Cluster) -> None:
        stop = asyncio.Event()
        wanderers = [
            Wanderer(cluster, 3000 + number, opened_at=cluster.processes[NAMES[number % 2]])
            for number in range(GAMES)
        ]
        playing = [asyncio.create_task(wanderer.play(stop)) for wanderer in wanderers]
        await _enough(wanderers, 5)
        cluster.kill("1")
        await _enough(wanderers, 5)
        outages = [seconds for wanderer in wanderers for seconds in wanderer.told.outages]
        assert len(outages) >= GAMES // 2
        slowest = max(seconds for wanderer in wanderers for seconds in wanderer.told.delays)
        assert max(outages) < TAKEOVER_SECONDS * (1 + slowest)
        await asyncio.to_thread(cluster.start, "1")
        assert await asyncio.to_thread(cluster.processes["2"].terminate) == 0
        del cluster.processes["2"]
        await _enough(wanderers, 5)
        stop.set()
        await asyncio.gather(*playing)
        assert _faults(cluster, wanderers) == []

    with running_cluster(tmp_path, UNHURRIED + ENDLESS) as cluster:
        asyncio.run(play(cluster))


def test_two_who_look_for_a_partner_in_two_processes_play_with_each_other(tmp_path: Path) -> None:
    async def play(cluster: Cluster) -> None:
        first, second = cluster.processes["1"], cluster.processes["2"]
        (leads,) = first.open_room(OpenRoom(mode="match", role="leader"))
        url, tls = cluster.socket_url, cluster.tls
        async with Player(url, leads.token, tls=tls) as leader:
            (follows,) = await asyncio.to_thread(
                second.open_room, OpenRoom(mode="match", role="follower")
            )
            async with Player(url, follows.token, tls=tls) as follower:
                await leader.until(lambda seat: seat.situation.is_clock_running)
                assert leader.welcome.game_id == follower.welcome.game_id

    with running_cluster(tmp_path) as cluster:
        asyncio.run(play(cluster))


def test_the_units_start_processes_as_the_proxy_expects_them() -> None:
    unit = (DEPLOY / "cerealbar@.service").read_text(encoding="utf-8")
    command = re.search(r"ExecStart=\S+/cerealbar serve (.*)", unit)
    assert command is not None
    assert command[1].endswith("--process %i --port 808%i")
    settings = load_settings(DEPLOY / "server.toml", {"process": "1", "port": 8081})
    assert settings.is_behind_proxy
    proxy = (DEPLOY / "nginx.conf").read_text(encoding="utf-8")
    assert {f"https://{name}" for name in re.findall(r"server_name (\S+);", proxy)} == set(
        settings.allowed_origins
    )
