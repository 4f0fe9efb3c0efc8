import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from pathlib import Path

import pytest
from sqlalchemy import Connection

from cerealbar.server.rooms.peers import LiveGame
from cerealbar.server.store import Store, study_ledger_id
from cerealbar.server.store.participants import (
    find_ledger,
    forget_participant,
    participants_of,
    read_ledgers,
)
from cerealbar.server.visits.ledgers import OpenLedger
from cerealbar.server.visits.monitor import Monitor, MonitorError, StudyOverview
from cerealbar.server.visits.standings import SILENT_SECONDS
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.story import ParticipantStory
from tests.server.store.games import opened
from tests.server.visits.crowd import (
    AT_GAMES,
    AT_QUIZ,
    BEGINNING,
    FAILED,
    NOW,
    STUDY,
    add,
    finished,
    number_id,
    played,
    quiet_games,
    seated,
    stay,
)


@asynccontextmanager
async def monitored(
    folder: Path, live: Sequence[LiveGame] = ()
) -> AsyncIterator[tuple[Store, Monitor]]:
    async with opened(str(folder / "study.sqlite")) as store:
        yield store, new_monitor(store, live)


def new_monitor(store: Store, live: Sequence[LiveGame] = ()) -> Monitor:
    return Monitor(store, {STUDY.name: STUDY}, lambda: live, stay, lambda: NOW)


async def overview(monitor: Monitor) -> StudyOverview:
    return await monitor.overview(STUDY.name)


def run(
    folder: Path,
    work: Callable[[Store, Monitor], Awaitable[None]],
    live: Sequence[LiveGame] = (),
) -> None:
    async def visit() -> None:
        async with monitored(folder, live) as (store, monitor):
            await work(store, monitor)

    asyncio.run(visit())


async def entries_of(store: Store, participant_id: str) -> list[StudyEntry]:
    found = await store.read(find_ledger, participant_id)
    assert found is not None
    return [line.entry for line in found[1]]


# Seeing


def test_everyone_is_counted_at_one_step_by_what_became_of_them(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        await add(store, 1, BEGINNING)
        await add(store, 2, AT_QUIZ, ago=SILENT_SECONDS + 1)
        await add(store, 3, AT_QUIZ, ago=SILENT_SECONDS - 1)
        await add(store, 4, FAILED)
        await add(store, 5, AT_GAMES)
        await add(store, 6, finished())
        seen = await overview(monitor)
        counts = {step.step: step for step in seen.funnel}
        told_of = {
            name: (step.reached, step.here, step.dropped_out, step.over, step.went_on)
            for name, step in counts.items()
        }
        assert told_of == {
            "consent": (6, 1, 0, 0, 5),
            "quiz": (5, 1, 1, 1, 2),
            "games": (2, 1, 0, 0, 1),
            "expert-games": (0, 0, 0, 0, 0),
            "questionnaire": (1, 0, 0, 0, 1),
            "end": (1, 0, 0, 1, 0),
        }
        assert counts["quiz"].ends == {"failed-quiz": 1}
        assert (len(seen.participants), seen.here, seen.finished) == (6, 3, 1)

    run(tmp_path, work)


def test_whoever_plays_has_not_dropped_out_however_long_it_takes(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        await add(store, 1, (*AT_GAMES, *seated("live")), ago=2 * SILENT_SECONDS)
        await add(store, 2, (*AT_GAMES, *seated("gone")), ago=2 * SILENT_SECONDS)
        seen = await overview(monitor)
        rows = seen.participants
        assert [row.whereabouts for row in rows] == ["here", "dropped-out"]
        assert rows[0].heard == NOW
        assert [
            (game.game_id, [each.participant_id for each in players])
            for game, players in seen.games
        ] == [("live", [number_id(1)])]

    run(tmp_path, work, quiet_games(playing="live"))


def test_a_message_is_nothing_that_is_heard_of_a_participant(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        who = await add(store, 1, AT_QUIZ, ago=2 * SILENT_SECONDS)
        await monitor.note(STUDY.name, who, told.Messaged(text="Are you there?"))
        (row,) = (await overview(monitor)).participants
        assert row.whereabouts == "dropped-out"

    run(tmp_path, work)


def test_waits_are_told_of_those_who_wait(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        await add(store, 1, (*AT_GAMES, *seated("room")), ago=95)
        await add(store, 2, (*AT_GAMES, *seated("a"), played("a", waited=10.0)))
        seen = await overview(monitor)
        assert [(each.participant_id, seen.wall - each.seated_at) for each in seen.waiting] == [
            (number_id(1), 95.0)
        ]
        assert seen.games == []

    run(tmp_path, work, quiet_games(waiting="room"))


def test_whoever_was_heard_of_last_comes_first(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        for number in range(5):
            await add(store, number, AT_QUIZ, ago=100 - number)
        ids = [row.participant_id for row in (await overview(monitor)).participants]
        assert ids == [number_id(number) for number in (4, 3, 2, 1, 0)]

    run(tmp_path, work)


def test_a_row_tells_what_is_due(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        await add(store, 1, finished(score=1))
        (row,) = (await overview(monitor)).participants
        assert (row.treatment, row.role) == ("people", "leader")
        assert row.due == 200 + 2 * (15 + 15) + 10  # the visit, games with a point, a minute

    run(tmp_path, work)


def test_only_ledgers_that_grew_are_read_and_told_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        for number in range(5):
            await add(store, number, AT_QUIZ)
        read: list[str] = []
        plain = read_ledgers

        def noted(connection: Connection, participant_ids: list[str]) -> object:
            read.extend(participant_ids)
            return plain(connection, participant_ids)

        monkeypatch.setattr("cerealbar.server.visits.standings.read_ledgers", noted)
        await overview(monitor)
        assert len(read) == 5
        read.clear()
        await monitor.note(STUDY.name, number_id(3), told.Messaged(text="Hello"))
        await store.write(forget_participant, number_id(4))
        assert len((await overview(monitor)).participants) == 4
        assert read == [number_id(3)]

    run(tmp_path, work)


def test_a_participant_is_told_with_its_ledger_games_and_account(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        who = await add(store, 1, finished())
        seen = await monitor.participant(STUDY.name, who)
        facts = {line.kind: line.facts for line in seen.lines}
        assert facts["arrived"].startswith("visit 1, window 1")
        assert "right 2, is_passed True" in facts["quiz-taken"]
        assert facts["ended"] == "how finished, code C0DE"
        texts = [text for line in seen.lines for text in line.texts]
        assert [(text.item, text.text, text.is_free) for text in texts] == [
            ("said", "My name is Kim.", True),
            ("liked", "cards", False),
        ]
        assert [game.game_id for game in seen.standing.story.all_games] == ["a1", "a2"]
        assert seen.account.due == seen.account.total > 0

    run(tmp_path, work)


@pytest.mark.parametrize("name", ["nobody", "", study_ledger_id(STUDY.name)])
def test_who_is_not_in_the_study_is_not_shown(tmp_path: Path, name: str) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        await monitor.decide(STUDY.name, told.RecruitingPaused(is_paused=True))
        with pytest.raises(MonitorError, match="no participant"):
            await monitor.participant(STUDY.name, name)
        with pytest.raises(MonitorError, match="no study"):
            await monitor.participant("other", number_id(1))

    run(tmp_path, work)


# Doing


def test_what_is_decided_for_everyone_outlives_the_server_and_is_nobody(tmp_path: Path) -> None:
    async def decide(store: Store, monitor: Monitor) -> None:
        await add(store, 1, AT_QUIZ)
        await monitor.decide(STUDY.name, told.RecruitingPaused(is_paused=True))
        await monitor.decide(STUDY.name, told.PoolClosed(pool="expert", is_closed=True))
        await monitor.decide(STUDY.name, told.PoolClosed(pool="slow", is_closed=False))

    async def see(store: Store, monitor: Monitor) -> None:
        seen = await overview(monitor)
        assert seen.decided.is_paused
        assert seen.decided.closed_pools == {"expert"}
        assert [row.participant_id for row in seen.participants] == [number_id(1)]
        assert [someone.person for someone, _ in await store.read(participants_of, STUDY.name)] == [
            "person 1"
        ]
        await monitor.decide(STUDY.name, told.RecruitingPaused(is_paused=False))
        assert not (await overview(monitor)).decided.is_paused

    run(tmp_path, decide)
    run(tmp_path, see)


def test_two_who_decide_at_once_are_both_heard(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        other = new_monitor(store)
        await asyncio.gather(
            monitor.decide(STUDY.name, told.RecruitingPaused(is_paused=True)),
            other.decide(STUDY.name, told.PoolClosed(pool="expert", is_closed=True)),
        )
        decided = (await overview(monitor)).decided
        assert decided.is_paused
        assert "expert" in decided.closed_pools

    run(tmp_path, work)


def test_what_is_decided_about_someone_is_stored_after_what_happened_meanwhile(
    tmp_path: Path,
) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        who = await add(store, 1, AT_QUIZ)
        found = await store.read(find_ledger, who)
        assert found is not None
        ledger = OpenLedger(store, lambda: NOW, *found)
        entry = told.Compensated(cents=150, reason="the server was away")
        await asyncio.gather(
            *(monitor.note(STUDY.name, who, entry) for _ in range(3)),
            ledger.append(told.Ended(how="failed-quiz")),
        )
        stored = await entries_of(store, who)
        assert stored[: len(AT_QUIZ)] == list(AT_QUIZ)
        assert stored.count(entry) == 3
        assert stored.count(told.Ended(how="failed-quiz")) == 1
        assert (await monitor.participant(STUDY.name, who)).account.due == 450

    run(tmp_path, work)


def test_whoever_is_excluded_leaves_its_seat_and_is_over(tmp_path: Path) -> None:
    async def work(store: Store, _: Monitor) -> None:
        left = told.WaitEnded(step="games", game_id="room", seconds=12.0)

        async def leave(story: ParticipantStory) -> list[StudyEntry]:
            assert story.excluded == "a second account"
            return [left]

        monitor = Monitor(store, {STUDY.name: STUDY}, list, leave, lambda: NOW)
        who = await add(store, 1, (*AT_GAMES, *seated("room")))
        await monitor.note(STUDY.name, who, told.Excluded(reason="a second account"))
        assert (await entries_of(store, who))[-2:] == [
            told.Excluded(reason="a second account"),
            left,
        ]
        standing = (await monitor.participant(STUDY.name, who)).standing
        assert (standing.whereabouts, standing.ended) == ("over", "excluded")

    run(tmp_path, work)


def test_a_free_text_is_redacted_and_nothing_else_is(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        who = await add(store, 1, finished())
        number = [type(entry) for entry in finished()].index(told.StepAnswered, 5)
        await monitor.note(
            STUDY.name, who, told.Redacted(number=number, item="said", text="My name is …")
        )
        line = (await monitor.participant(STUDY.name, who)).lines[number]
        assert (line.texts[0].text, line.texts[0].is_redacted) == ("My name is …", True)
        for wrong in (
            told.Redacted(number=number, item="liked"),
            told.Redacted(number=number - 1, item="said"),
            told.Redacted(number=99, item="said"),
        ):
            with pytest.raises(MonitorError, match="no text"):
                await monitor.note(STUDY.name, who, wrong)

    run(tmp_path, work)


def test_pools_that_the_study_has_not_are_refused(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        who = await add(store, 1, AT_QUIZ)
        with pytest.raises(MonitorError, match="no pool 'quick'"):
            await monitor.note(STUDY.name, who, told.PoolChanged(pool="quick", is_member=True))
        with pytest.raises(MonitorError, match="no pool 'quick'"):
            await monitor.decide(STUDY.name, told.PoolClosed(pool="quick", is_closed=True))
        await monitor.note(STUDY.name, who, told.PoolChanged(pool="slow", is_member=True, by="me"))
        (row,) = (await overview(monitor)).participants
        assert row.story.pools == {"slow"}

    run(tmp_path, work)


def test_a_participant_can_be_forgotten(tmp_path: Path) -> None:
    async def work(store: Store, monitor: Monitor) -> None:
        who = await add(store, 1, finished())
        await add(store, 2, AT_QUIZ)
        assert len((await overview(monitor)).participants) == 2
        await monitor.forget(STUDY.name, who)
        assert await store.read(find_ledger, who) is None
        assert len((await overview(monitor)).participants) == 1
        with pytest.raises(MonitorError, match="no participant"):
            await monitor.forget(STUDY.name, who)

    run(tmp_path, work)


def test_whoever_is_forgotten_leaves_its_seat_before(tmp_path: Path) -> None:
    async def work(store: Store, _: Monitor) -> None:
        left: list[str] = []

        async def leave(story: ParticipantStory) -> list[StudyEntry]:
            assert story.place is not None
            assert story.place.seat is not None
            left.append(story.place.seat.game_id)
            return [told.WaitEnded(step="games", game_id="room", seconds=12.0)]

        monitor = Monitor(store, {STUDY.name: STUDY}, list, leave, lambda: NOW)
        who = await add(store, 1, (*AT_GAMES, *seated("room")))
        await monitor.forget(STUDY.name, who)
        assert left == ["room"]
        assert await store.read(find_ledger, who) is None

    run(tmp_path, work)
