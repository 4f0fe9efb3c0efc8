"""Studies that need only so many games or participants."""

import asyncio
from contextlib import suppress
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Row

from cerealbar.server.store import participants
from cerealbar.server.visits.people import VisitError
from cerealbar.server.visits.visiting import StudyVisits
from cerealbar.studies import entries as told
from cerealbar.studies.drawing import SEATING_SECONDS
from cerealbar.studies.reading import load_study
from cerealbar.studies.study import Study
from cerealbar.wire.visits import Agree, EndShown, GoOn, PlayShown
from tests.server.rooms.playing import Time, connected
from tests.server.visits.receptions import Guest, in_loop, reception_of, small_study

AGREE, DECLINE = Agree(is_agreed=True), Agree(is_agreed=False)


def one_game(folder: Path, games: int = 1) -> Study:
    """A study that needs so many games, each of one leader with an agent."""
    small_study(folder, '[[steps]]\nkind = "games"')
    file = folder / "study.toml"
    play = "play = { rules = { half_turns = 2 }, pace_seconds = [0.0, 0.0] }"
    file.write_text(f"{file.read_text()}games = {games}\n{play}\n")
    return load_study(folder)


async def come_and_play(reception: StudyVisits, browser: str = "ada") -> tuple[Guest, object]:
    guest = await Guest.come(reception, browser)
    await guest.answer(AGREE)
    return guest, (await guest.answer(GoOn())).shown


async def is_open(reception: StudyVisits, browser: str) -> bool:
    """Whether someone new can come."""
    with suppress(VisitError):
        await Guest.come(reception, browser)
        return True
    with pytest.raises(VisitError, match="as many participants as it needs") as refused:
        await Guest.come(reception, browser)
    assert refused.value.status == 410
    return False


@in_loop
async def test_a_study_that_has_its_games_takes_nobody_in(tmp_path: Path) -> None:
    async with reception_of(tmp_path / "db", one_game(tmp_path / "study")) as reception:
        _, shown = await come_and_play(reception)
        assert isinstance(shown, PlayShown)
        assert not await is_open(reception, "bob")


@in_loop
async def test_a_game_that_was_left_is_played_by_somebody_else(tmp_path: Path) -> None:
    async with reception_of(tmp_path / "db", one_game(tmp_path / "study")) as reception:
        guest, shown = await come_and_play(reception)
        assert isinstance(shown, PlayShown)
        room, _ = await connected(reception._games._router, shown.seat.token)
        assert room.journal.has_begun
        await room.leave("leader")
        assert isinstance((await guest.look()).shown, EndShown)
        assert isinstance((await come_and_play(reception, "bob"))[1], PlayShown)


@in_loop
async def test_the_last_game_is_given_to_one_of_those_who_ask_at_once(tmp_path: Path) -> None:
    async with reception_of(tmp_path / "db", one_game(tmp_path / "study")) as reception:
        guests = [await Guest.come(reception, name) for name in ("ada", "bob", "eve")]
        for guest in guests:
            await guest.answer(AGREE)
        stages = await asyncio.gather(*(guest.answer(GoOn()) for guest in guests))
        kinds = sorted(type(stage.shown).__name__ for stage in stages)
        assert kinds == ["EndShown", "EndShown", "PlayShown"]


@in_loop
async def test_the_place_of_who_never_opens_the_game_is_free_again(tmp_path: Path) -> None:
    time = Time()
    async with reception_of(tmp_path / "db", one_game(tmp_path / "study"), time) as reception:
        await come_and_play(reception)
        noting = asyncio.create_task(reception.note_ends())
        router, store = reception._games._router, reception._store
        time.seconds += router.registry.timeouts.arrival + 1
        await router.registry.sweep()
        async with asyncio.timeout(60):
            while not _is_noted((await store.read(participants.participants_of, "small"))[0][1]):
                await asyncio.sleep(0.005)
        noting.cancel()
        assert not await is_open(reception, "bob")  # who left may still come back at once
        time.seconds += SEATING_SECONDS
        assert isinstance((await come_and_play(reception, "bob"))[1], PlayShown)


def _is_noted(ledger: participants.Ledger) -> bool:
    return any(isinstance(line.entry, told.WaitEnded) for line in ledger)


@pytest.mark.parametrize("is_taken", [True, False])
@in_loop
async def test_who_comes_back_late_for_a_game_has_it_if_nobody_else_does(
    tmp_path: Path, is_taken: bool
) -> None:
    time = Time()
    drawn = told.Drawn(step="games", treatment="usual", role="leader", partner="agent")
    async with reception_of(tmp_path / "db", one_game(tmp_path / "study"), time) as reception:
        late = await Guest.come(reception)
        await late.answer(AGREE)
        await reception._go_on(late.token, lambda ledger: ledger.append(drawn))
        assert not await is_open(reception, "eve")
        time.seconds += SEATING_SECONDS
        if is_taken:
            assert isinstance((await come_and_play(reception, "bob"))[1], PlayShown)
        shown = (await late.look()).shown
        assert isinstance(shown, EndShown if is_taken else PlayShown)


@in_loop
async def test_who_declines_takes_no_place(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", recruiting="participants = 1", again="again")
    async with reception_of(tmp_path / "db", study) as reception:
        declines = await Guest.come(reception)
        await declines.answer(DECLINE)
        assert await is_open(reception, "bob")
        assert not await is_open(reception, "eve")
        again = await Guest.come(reception)  # when the place is taken
        assert isinstance((await again.look()).shown, EndShown)


@in_loop
async def test_who_declined_and_comes_again_takes_a_place(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", recruiting="participants = 1", again="again")
    async with reception_of(tmp_path / "db", study) as reception:
        await (await Guest.come(reception)).answer(DECLINE)
        assert (await (await Guest.come(reception)).look()).step == "consent"
        assert not await is_open(reception, "bob")


@in_loop
async def test_a_draw_reads_the_ledgers_that_have_grown(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    read: set[str] = set()

    def noted(row: Row[Any]) -> object:
        read.add(row.participant_id)
        return plain(row)

    plain = participants._line
    async with reception_of(tmp_path / "db", one_game(tmp_path / "study", 99)) as reception:
        for number in range(5):
            await come_and_play(reception, f"browser {number}")
        last = await Guest.come(reception, "last")
        await last.answer(AGREE)
        monkeypatch.setattr(participants, "_line", noted)
        assert isinstance((await last.answer(GoOn())).shown, PlayShown)
        own = reception._tokens.read(last.token)
        assert own is not None
        assert read == {own.game_id}
