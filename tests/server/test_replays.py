import sys
from collections.abc import Callable

import msgspec
import pytest

from cerealbar.game import Cancelling, Status
from cerealbar.records import Cancelled, GameRecord, Header, Instructed, Participant, RecordedRules
from cerealbar.records.events import Event
from cerealbar.records.replay import complete, replay
from cerealbar.server.replays import UnplayableError, replay_of
from cerealbar.wire.lobby import ReplayShown
from cerealbar.wire.scene import GameEndTold, SetTold
from tests.records.random_games import random_game


@pytest.fixture(scope="module")
def record() -> GameRecord:
    return next(made for made in (random_game(3, i) for i in range(200)) if made.end.score)  # type: ignore[union-attr]  # it has ended


def test_frames_show_the_states_that_the_rules_compute(record: GameRecord) -> None:
    shown, played = replay_of(record), replay(record)
    assert len(shown.frames) == len(played.states)
    cards: tuple[int, ...] = ()
    for frame, state in zip(shown.frames, played.states, strict=True):
        assert frame.score == state["score"]
        assert frame.steps_left == state["steps_left"]
        assert frame.leader.cell == state["player_cell"][0]
        assert frame.follower.heading == state["player_heading"][1]
        if frame.cards is not None:
            cards = tuple(card.cell for card in frame.cards)
        assert sorted(cards) == sorted(state["card_cell"][: state["cards"]].tolist())


def test_a_replay_tells_of_every_set_and_of_the_end(record: GameRecord) -> None:
    shown = replay_of(record)
    told = [happening for frame in shown.frames for happening in frame.happenings]
    assert sum(isinstance(one, SetTold) for one in told) == shown.score > 0
    assert sum(isinstance(one, GameEndTold) for one in told) == 1
    statuses: dict[int, Status] = {}
    for frame in shown.frames:
        statuses.update(frame.changes)
    assert [statuses[number] for number in range(len(shown.instructions))] == [
        known.status for known in shown.instructions
    ]


def test_a_replay_survives_the_wire(record: GameRecord) -> None:
    shown = replay_of(record)
    assert msgspec.json.decode(msgspec.json.encode(shown), type=ReplayShown) == shown


def test_who_gave_no_name_is_called_by_kind_unless_a_person(record: GameRecord) -> None:
    header = msgspec.structs.replace(
        record.header, leader=Participant(kind="human"), follower=Participant(kind="program")
    )
    shown = replay_of(GameRecord(header, record.events))
    assert (shown.leader, shown.follower) == ("", "program")


def test_a_record_that_breaks_the_rules_is_refused(record: GameRecord) -> None:
    events = list(record.events)
    events.insert(1, events[0])
    with pytest.raises(UnplayableError):
        replay_of(GameRecord(record.header, tuple(events[:2])))


def test_cards_are_sent_when_they_have_changed(record: GameRecord) -> None:
    shown, played = replay_of(record), replay(record)
    fields = ["card_cell", "card_kind", "cards", "selected"]
    for number, frame in enumerate(shown.frames[1:], 1):
        now, before = played.states[number], played.states[number - 1]
        is_new = any((now[field] != before[field]).any() for field in fields)
        assert (frame.cards is not None) == is_new


@pytest.mark.parametrize(
    "events",
    [(Instructed(0.0, "go"),), (Instructed(0.0, "go"), Cancelled(0.0))],
    ids=["waiting", "cancelled"],
)
def test_twice_the_instructions_are_twice_the_work(events: tuple[Event, ...]) -> None:
    header = Header(
        game_id="long", seed=1, synthetic=True, rules=RecordedRules(cancelling=Cancelling.OWN_TURN)
    )
    short, long = (complete(GameRecord(header, events * count)) for count in (200, 400))
    replay_of(short)
    assert calls(lambda: replay_of(long)) < 2.1 * calls(lambda: replay_of(short))


def calls(work: Callable[[], object]) -> int:
    """How many calls of functions the work takes."""
    count = 0

    def note(*_: object) -> None:
        nonlocal count
        count += 1

    sys.setprofile(note)
    try:
        work()
    finally:
        sys.setprofile(None)
    return count
