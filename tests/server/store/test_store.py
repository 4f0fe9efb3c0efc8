import asyncio
from pathlib import Path

import msgspec
import pytest

from cerealbar.game import SignalKind
from cerealbar.records import (
    Cancelled,
    Commented,
    Finished,
    GameEnd,
    GameEnded,
    GaveUp,
    Instructed,
    Participant,
    Paused,
    Planned,
    Resumed,
    SeatTaken,
    Signalled,
    Stepped,
    TimedOut,
    verify,
)
from cerealbar.records.codec import encode_game
from cerealbar.server.store import (
    JournalEntry,
    Ownership,
    OwnGame,
    Reader,
    Store,
    StoreError,
    UnavailableError,
)
from cerealbar.server.store.database import Database, close_engine
from cerealbar.server.store.game_rows import (
    ended_ids,
    newest_games,
    running_count,
)
from cerealbar.views import Plan
from tests.records.games import game_with_sets
from tests.server.store.games import (
    AGENT,
    NOON,
    PERSON,
    new_game,
    numbered,
    opened,
    pauses,
    put,
    records,
    running,
    stored_form,
    unfinished,
)

ALL_KINDS: tuple[JournalEntry, ...] = (
    SeatTaken(0, "leader", PERSON),
    SeatTaken(0, "follower", AGENT),
    Instructed(1.25, 'say "é\0 \\ 龍"'),
    Stepped(2.1, "leader", "forward", "+2po"),
    Finished(3, "leader"),
    Paused(3.5),
    Resumed(3.5),
    TimedOut(18.000001, "follower"),
    GaveUp(18.5, "no way"),
    Cancelled(18.5),
    Signalled(18.5, SignalKind.QUESTION, "which one?"),
    Planned(18.5, Plan({3: 0.25}, goals={4: 1.0})),
    Commented(19, "follower", ""),
    GameEnded(20, GameEnd.FOLLOWER_LEFT),
)


def test_what_was_stored_is_read_again_after_reopening(url: str) -> None:
    entries = numbered(*ALL_KINDS)

    async def play() -> None:
        async with opened(url) as store:
            await store.add_game(new_game())
            await store.append("a", entries[:1])
            await store.append("a", entries[1:])
        async with opened(url) as store:
            assert await store.game("a") == (new_game(), entries)
            assert await store.game("b") is None

    asyncio.run(play())


def test_running_games_are_those_without_an_end_oldest_first(url: str) -> None:
    async def play() -> None:
        async with opened(url) as store:
            await put(store, new_game("late", NOON + 2), pauses(0, 2))
            await put(store, new_game("early", NOON), pauses(0, 3))
            await put(store, new_game("empty", NOON + 1), [])
            await put(store, new_game("over"), numbered(GameEnded(1, GameEnd.ABANDONED)))
            found = running(store)
            assert [game.game_id for game, _ in found] == ["early", "empty", "late"]
            assert [entries for _, entries in found] == [pauses(0, 3), [], pauses(0, 2)]

    asyncio.run(play())


def test_a_number_is_given_once(url: str) -> None:
    async def play() -> None:
        async with opened(url) as store:
            await put(store, new_game(), pauses(0, 3))
            with pytest.raises(StoreError, match=r"entries 2 to 4 of game a: it is stored already"):
                await store.append("a", pauses(2, 3))
            whole = await store.game("a")
            assert whole is not None
            assert whole[1] == pauses(0, 3)
            with pytest.raises(StoreError, match=r"game a: it is stored already"):
                await store.add_game(new_game())

    asyncio.run(play())


def test_no_game_suffers_for_a_bad_one(url: str) -> None:
    async def play() -> None:
        async with opened(url) as store:
            names = [f"g{i:02}" for i in range(40)]
            await asyncio.gather(*(put(store, new_game(name), pauses(0)) for name in names))
            results = await asyncio.gather(
                *(store.append(name, pauses(i % 2)) for i, name in enumerate(names)),
                store.append("nobody", pauses(0)),
                return_exceptions=True,
            )
            assert [result is None for result in results] == [False, True] * 20 + [False]
            assert isinstance(results[-1], StoreError)
            assert [len(entries) for _, entries in running(store)] == [1, 2] * 20

    asyncio.run(play())


def test_after_an_entry_that_failed_no_later_one_of_its_game_is_stored(url: str) -> None:
    async def play() -> None:
        async with opened(url) as store:
            await put(store, new_game(), pauses(0, 2))
            results = await asyncio.gather(
                store.append("a", pauses(1, 2)),
                store.append("a", pauses(3)),
                return_exceptions=True,
            )
            assert all(isinstance(result, StoreError) for result in results)
            assert running(store) == [(new_game(), pauses(0, 2))]

    asyncio.run(play())


@pytest.mark.parametrize(
    "entry",
    [
        Paused(float("nan")),
        Paused(-1),
        Instructed(1, ""),
        Instructed(1, "\ud800"),
        Commented(1, "leader", "x" * 2001),
        Stepped(1, "watcher", "forward"),  # type: ignore[arg-type]  # a mistake of ours
    ],
)
def test_what_could_not_be_read_again_is_not_stored(entry: JournalEntry, tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            await store.add_game(new_game())
            with pytest.raises(StoreError, match="cannot store entry 0 of game a"):
                await store.append("a", numbered(entry))
            assert running(store) == [(new_game(), [])]

    asyncio.run(play())


def test_a_number_that_is_left_out_is_refused(tmp_path: Path) -> None:
    async def play() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            await store.add_game(new_game())
            with pytest.raises(StoreError, match="expected number 1"):
                await store.append("a", [*pauses(0), *pauses(2)])
            with pytest.raises(StoreError, match="cannot store game '-a'"):
                await store.add_game(new_game("-a"))

    asyncio.run(play())


def test_a_game_that_goes_on_after_the_end_of_a_process_comes_with_its_last_beat(
    tmp_path: Path,
) -> None:
    async def play() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            await store.add_game(new_game())
            await store.beat(NOON)
            await store.beat(NOON + 0.5)
        async with opened(str(tmp_path / "games.db")) as store:
            assert await store.own(Ownership.claim_abandoned) == [OwnGame("a", NOON + 0.5)]
            assert await store.own(Ownership.claim_abandoned) == []

    asyncio.run(play())


def test_secret_and_errors_are_kept(url: str) -> None:
    async def play() -> None:
        async with opened(url) as store:
            secret = store.secret
            assert len(secret) == 32
        async with opened(url) as store:
            assert store.secret == secret

    asyncio.run(play())


def test_summaries_tell_of_the_newest_games_first(url: str) -> None:
    record = game_with_sets()
    seats = [SeatTaken(0, "leader", PERSON), SeatTaken(0, "follower", AGENT)]

    async def play() -> None:
        async with opened(url) as store:
            await put(store, *stored_form(record, seats))
            await put(store, new_game("newer", NOON + 1), pauses(0, 2))
            await put(store, new_game("oldest", NOON - 1), [])
            (newer, scored), older = await store.read(newest_games, limit=2)
            assert older == NOON
            (oldest,), end = await store.read(newest_games, limit=2, before=older)
            assert end is None
            assert (newer.game_id, newer.ended, newer.deeds) == ("newer", None, 0)
            assert oldest.game_id == "oldest"
            assert record.end is not None
            assert scored.score == record.end.score
            assert scored.ended == record.end.how
            assert scored.leader == (PERSON,)
            assert scored.follower == (AGENT,)
            assert scored.seconds == record.end.at
            assert [comment.text for comment in scored.comments] == ["that was fun"]

    asyncio.run(play())


@pytest.mark.parametrize("how", [GameEnd.LEADER_LEFT, GameEnd.FOLLOWER_LEFT, GameEnd.ABANDONED])
def test_records_agree_with_the_rules_and_tell_who_left(url: str, how: GameEnd) -> None:
    record = unfinished()

    async def play() -> None:
        async with opened(url) as store:
            await put(store, *stored_form(record, [SeatTaken(0, "leader", PERSON)], how))
            await put(store, new_game("running"), pauses(0))
            (found,) = records(store)
            assert verify(found) is None
            assert found.end is not None
            assert found.end.how is how
            kinds = (SeatTaken, Paused, Resumed, Commented, GameEnded)
            told = [event for event in found.events if not isinstance(event, kinds)]
            assert tuple(told) == record.events[:-1]
            assert [type(event) for event in found.events if isinstance(event, kinds)] == [
                *kinds[:3],
                GameEnded,
                Commented,
            ]
            assert not found.header.synthetic
            assert found.header.started == "2023-11-14T22:13:20+00:00"

    asyncio.run(play())


def test_a_reader_sees_what_a_running_server_has_stored(url: str) -> None:
    async def play() -> None:
        async with opened(url) as store:
            await put(store, *stored_form(game_with_sets()))
            reader = Reader.open(url)
            await put(store, new_game("running"), pauses(0))
            assert reader.read(ended_ids) == [game_with_sets().game_id]
            assert reader.read(running_count) == 1
            assert list(reader.records()) == records(store)
            reader.close()

    asyncio.run(play())


def test_a_game_that_the_rules_refuse_hides_no_other(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async def play() -> None:
        async with opened(str(tmp_path / "games.db")) as store:
            bad = numbered(Stepped(1, "follower", "forward"), GameEnded(2, GameEnd.ABANDONED))
            await put(store, new_game("bad", NOON - 1), bad)
            await put(store, *stored_form(game_with_sets()))
            assert [record.game_id for record in records(store)] == [game_with_sets().game_id]
            assert "game bad cannot be played again" in caplog.text
            assert [
                game.score is None for game in (await store.read(newest_games, limit=9)).games
            ] == [
                False,
                True,
            ]

    asyncio.run(play())


def test_a_record_tells_who_played_from_when(url: str) -> None:
    scripted = Participant(kind="agent", name="scripted")
    seats = [
        SeatTaken(0, "leader", scripted),
        SeatTaken(0, "follower", PERSON),
        SeatTaken(0, "follower", AGENT),
    ]
    unnamed = msgspec.structs.replace(PERSON, name="")

    async def play() -> None:
        async with opened(url) as store:
            game, entries = stored_form(game_with_sets(), seats)
            treatment = msgspec.structs.replace(
                game.spec.treatment,
                name="slow",
                values={"arm": "b", "n": 2},
                sight="paper",
                pace_seconds=(0.5, 1.5),
                shows_plans=False,
            )
            spec = msgspec.structs.replace(game.spec, treatment=treatment, is_seed_known=True)
            await put(store, msgspec.structs.replace(game, spec=spec), entries)
            (found,) = records(store)
            header = found.header
            assert (header.leader, header.follower) == (scripted, unnamed)
            assert found.people == {"leader": (scripted,), "follower": (unnamed, AGENT)}
            assert not header.synthetic
            assert (header.sight, header.pace) == ("paper", (0.5, 1.5))
            noted = {"arm": "b", "n": 2, "name": "slow", "shows_plans": False}
            assert header.treatment == {**noted, "is_seed_known": True}
            assert "Ann Smith" not in encode_game(found).decode()
            (told,), _ = await store.read(newest_games, limit=1)
            assert told.follower == (PERSON, AGENT)

    asyncio.run(play())


def test_a_game_of_agents_is_synthetic(url: str) -> None:
    async def play() -> None:
        async with opened(url) as store:
            await put(store, *stored_form(game_with_sets(), [SeatTaken(0, "follower", AGENT)]))
            assert [record.header.synthetic for record in records(store)] == [True]

    asyncio.run(play())


def test_closing_stores_what_waits_and_refuses_what_comes_later(url: str) -> None:
    async def play() -> None:
        store = Store.open(url)
        await store.add_game(new_game())
        waiting = [asyncio.create_task(store.append("a", pauses(i))) for i in range(20)]
        await asyncio.sleep(0)  # lets them begin
        await store.close()
        await asyncio.gather(*waiting)
        with pytest.raises(StoreError, match="closed"):
            await store.add_game(new_game("b"))
        async with opened(url) as again:
            assert running(again) == [(new_game(), pauses(0, 20))]

    asyncio.run(play())


def test_an_append_that_is_cancelled_disturbs_nobody(url: str) -> None:
    async def play() -> None:
        async with opened(url) as store:
            await store.add_game(new_game())
            await store.add_game(new_game("b"))
            lost = asyncio.create_task(store.append("a", pauses(0)))
            kept = asyncio.create_task(store.append("b", pauses(0)))
            await asyncio.sleep(0)
            lost.cancel()
            await kept
            await store.append("b", pauses(1))
            assert (await store.game("b")) == (new_game("b"), pauses(0, 2))

    asyncio.run(play())


@pytest.mark.parametrize(
    ("address", "words"),
    [
        ("mysql://host/games", "mysql://... is no database"),
        ("http://localhost:8080", "http://... is no database"),
        ("sqlite://", "cannot be kept in memory"),
        (":memory:", "cannot be kept in memory"),
        ("postgresql://a:hidden@host:x/", "no address of a database"),
        ("/no/such/folder/games.db", "/no/such/folder/games.db: No such file or directory"),
        ("/", "/: Is a directory"),
        ("postgresql://me:hidden@127.0.0.1:1/games", "127.0.0.1"),
    ],
)
def test_an_address_that_is_no_database_is_refused_plainly(address: str, words: str) -> None:
    with pytest.raises(StoreError) as caught:
        Store.open(address)
    assert words in str(caught.value)
    assert "hidden" not in str(caught.value)


def test_a_file_that_is_no_database_is_refused_and_left_alone(tmp_path: Path) -> None:
    file = tmp_path / "letter.txt"
    file.write_text("Dear Sir or Madam, " * 100)
    with pytest.raises(StoreError, match="file is not a database"):
        Store.open(str(file))
    assert file.read_text().startswith("Dear")


def test_only_we_can_read_the_file_that_holds_the_secret(tmp_path: Path) -> None:
    file = tmp_path / "games.db"
    asyncio.run(Store.open(str(file)).close())
    assert file.stat().st_mode & 0o077 == 0


def test_an_unreachable_database_is_told_from_a_bad_one() -> None:
    with pytest.raises(UnavailableError):
        Store.open("postgresql://me@127.0.0.1:1/games")


def test_a_connection_that_is_given_back_late_is_closed(url: str) -> None:
    asyncio.run(Store.open(url).close())
    engine = Database.at(url).engine(writes=False)
    late = engine.connect()
    held = late.connection.dbapi_connection
    assert held is not None
    close_engine(engine)
    late.close()
    with pytest.raises(Exception, match="closed"):
        held.cursor().execute("SELECT 1")
