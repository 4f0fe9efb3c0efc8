from collections import Counter
from typing import get_args

import msgspec
import pytest

from cerealbar.game import Action, Cancelling, Player, Rules, SignalKind
from cerealbar.records import (
    Commented,
    Event,
    Finished,
    FormatError,
    GameEnd,
    GameEnded,
    GameRecord,
    Meant,
    Participant,
    Paused,
    Planned,
    RecordError,
    SeatTaken,
    Signalled,
    Stepped,
    TurnEnded,
    complete,
    decode_game,
    deed_action,
    deed_event,
    deeds,
    encode_game,
    replay,
    verify,
)
from cerealbar.records.events import DEEDS, MAX_EVENTS, NOTES, DeedEvent, NoteEvent, RecordedRules
from cerealbar.views import Plan
from tests.records.games import eventful_game, some_games

COMPUTED = (TurnEnded, GameEnded)
NOTED: tuple[Event, ...] = tuple(e for e in eventful_game().events if isinstance(e, NOTES))
HEADER = msgspec.structs.replace(eventful_game().header)


def test_every_event_is_a_deed_or_a_note_or_computed() -> None:
    kinds = (*DEEDS, *NOTES, *COMPUTED)
    assert Counter(kinds) == Counter(get_args(Event))
    assert set(DEEDS) == set(get_args(DeedEvent))
    assert set(NOTES) == set(get_args(NoteEvent))


def test_the_eventful_game_holds_each_kind_of_event_and_agrees_with_the_rules() -> None:
    assert {type(event) for event in eventful_game().events} == set(get_args(Event))
    assert verify(eventful_game()) is None


@pytest.mark.parametrize("event", eventful_game().events, ids=lambda e: f"{type(e).__name__}{e.at}")
def test_an_event_becomes_json_and_the_same_event_again(event: Event) -> None:
    data = msgspec.json.encode(event)
    assert msgspec.json.decode(data, type=Event) == event
    spoiled = data[:-1] + b',"colour":1}'
    with pytest.raises(msgspec.ValidationError, match="colour"):
        msgspec.json.decode(spoiled, type=Event)


def test_a_whole_header_becomes_json_and_the_same_header_again() -> None:
    assert decode_game(encode_game(eventful_game())) == eventful_game()
    for name in ("leader", "rules", "treatment"):
        wrong = msgspec.to_builtins(eventful_game())
        wrong["header"][name] = {**wrong["header"][name], "x": [1]}
        with pytest.raises(FormatError, match=name):
            decode_game(msgspec.json.encode(wrong))


@pytest.mark.parametrize(
    "event",
    [
        {"type": "signal", "at": 1, "kind": "wink"},
        {"type": "signal", "at": 1, "kind": "remark", "text": "x" * 201},
        {"type": "give-up", "at": 1, "reason": "x" * 201},
        {"type": "instruct", "at": 1, "text": "go", "meant": {"cards": [625]}},
        {"type": "instruct", "at": 1, "text": "go", "meant": {"heading": 6}},
        {"type": "comment", "at": 1, "role": "leader", "text": "x" * 2001},
        {"type": "comment", "at": 1, "role": "watcher", "text": "x"},
        {"type": "seat", "at": 1, "role": "leader", "participant": {"kind": "human", "age": 3}},
        {"type": "cancel", "at": -1},
        {"type": "pause"},
    ],
)
def test_an_event_of_another_shape_is_refused(event: object) -> None:
    with pytest.raises(msgspec.ValidationError):
        msgspec.convert(event, Event)


@pytest.mark.parametrize("event", NOTED, ids=lambda e: type(e).__name__)
def test_a_note_changes_nothing_wherever_it_is(event: Event) -> None:
    plain = complete(
        GameRecord(HEADER, tuple(e for e in eventful_game().events if not isinstance(e, NOTES)))
    )
    states = replay(plain).states.tobytes()
    for place in range(len(plain.events) - 1):
        note = msgspec.structs.replace(event, at=plain.events[place].at)
        noted = complete(GameRecord(HEADER, (*plain.events[:place], note, *plain.events[place:])))
        assert replay(noted).states.tobytes() == states
        assert tuple(e for e in noted.events if e != note) == plain.events


def test_nothing_but_comments_follows_the_end() -> None:
    game = eventful_game()
    assert isinstance(game.events[-1], Commented)
    assert game.end == GameEnded(90.0, GameEnd.LEADER_LEFT)
    assert game.seconds == 90.0
    more = Commented(96.0, "leader", "bye")
    assert verify(GameRecord(HEADER, (*game.events, more))) is None
    for event in game.events:
        late = msgspec.structs.replace(event, at=99.0)
        if not isinstance(late, Commented):
            found = verify(GameRecord(HEADER, (*game.events, late)))
            assert found is not None
            assert found.event == len(game.events)
            assert "after the end" in found.reason or isinstance(late, DEEDS)


def test_a_signal_after_the_last_half_turn_diverges() -> None:
    rules = RecordedRules(half_turns=1, thumbs=True)
    header = msgspec.structs.replace(HEADER, rules=rules)
    early = Signalled(1.0, SignalKind.THUMB_UP)
    over = complete(GameRecord(header, (early, Finished(2.0, "leader"))))
    assert verify(over) is None
    late = Signalled(2.0, SignalKind.THUMB_UP)
    found = verify(GameRecord(header, (*over.events[:-1], late, over.events[-1])))
    assert found is not None
    assert (found.event, found.reason) == (
        len(over.events) - 1,
        "leader cannot signal: the game is over",
    )


def test_a_record_that_could_not_be_read_again_cannot_be_made() -> None:
    most = (Paused(0.0),) * MAX_EVENTS
    with pytest.raises(RecordError, match="the most is 100000"):
        GameRecord(HEADER, (*most, *most[:1]))
    with pytest.raises(RecordError, match="the most is 100000"):
        complete(GameRecord(HEADER, most))


def test_a_recording_without_an_end_lasts_until_its_last_event() -> None:
    cut = GameRecord(HEADER, eventful_game().events[:-2])
    assert (cut.end, cut.seconds) == (None, 81.0)
    found = verify(cut)
    assert found is not None
    assert found.reason == "the game has no end"
    assert GameRecord(HEADER, ()).seconds == 0.0


def test_the_people_of_a_game_are_those_who_sat_down() -> None:
    assert eventful_game().people == {
        "leader": (Participant(kind="human", id="p1"), Participant(kind="human", id="p2")),
        "follower": (Participant(kind="agent", name="rule-based", version="0.1"),),
    }
    again = SeatTaken(1.0, "leader", HEADER.leader)
    assert GameRecord(HEADER, (again, again)).people["leader"] == (HEADER.leader,)


@pytest.mark.parametrize(
    ("spoiled", "words"),
    [
        ({"text": " padded"}, "white space"),
        ({"text": "bell\a"}, "'\\\\x07'"),
        ({"text": ""}, "empty"),
        ({"kind": "thumb-up"}, "with a text"),
    ],
)
def test_a_signal_that_nobody_could_send_diverges(spoiled: dict[str, str], words: str) -> None:
    events = list(eventful_game().events)
    place = next(i for i, e in enumerate(events) if isinstance(e, Signalled) and e.text)
    told = msgspec.to_builtins(events[place]) | spoiled
    events[place] = msgspec.convert(told, Event)
    found = verify(GameRecord(HEADER, tuple(events)))
    assert found is not None
    assert found.event == place
    assert words.replace("\\\\", "\\") in found.reason


@pytest.mark.parametrize(
    ("rules", "words"),
    [
        (Rules(cancelling=Cancelling.ANY_TURN, thumbs=True), "follower cannot send a question"),
        (Rules(cancelling=Cancelling.ANY_TURN, remarks=True), "leader cannot send a thumb-up"),
        (Rules(cancelling=Cancelling.OWN_TURN), "leader cannot cancel: the rules of this game"),
    ],
)
def test_what_the_rules_of_a_game_do_not_have_diverges(rules: Rules, words: str) -> None:
    header = msgspec.structs.replace(HEADER, rules=RecordedRules.from_rules(rules))
    found = verify(GameRecord(header, eventful_game().events))
    assert found is not None
    assert words in found.reason


def test_deeds_become_actions_and_the_same_deeds_again() -> None:
    games = (eventful_game(), *some_games())
    for _, deed in (found for game in games for found in deeds(game.events)):
        player, action, text = deed_action(deed)
        again = deed_event(deed.at, player, action, text, getattr(deed, "meant", None))
        if isinstance(deed, Stepped):  # without what the rules compute
            deed = msgspec.structs.replace(deed, card=None, score=None)
        assert again == deed


def test_every_action_is_a_deed_of_its_own() -> None:
    found = {
        action: deed_event(1.0, Player.FOLLOWER, action, "words", Meant()) for action in Action
    }
    assert {type(event) for event in found.values()} == set(DEEDS)
    for action, event in found.items():
        assert deed_action(event)[1] is action


def test_a_plan_is_recorded_as_it_was_shown() -> None:
    plan = Plan(trajectory={1: 0.25, 2: 1.0}, avoid={624: 0.5})
    event = msgspec.json.decode(msgspec.json.encode(Planned(1.0, plan)), type=Event)
    assert isinstance(event, Planned)
    assert event.plan == plan
