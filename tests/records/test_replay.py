import msgspec
import pytest

from cerealbar.game import Action, Game
from cerealbar.records import (
    Cancelled,
    Commented,
    Event,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    GaveUp,
    Header,
    Instructed,
    Paused,
    ReplayError,
    Stepped,
    TimedOut,
    TurnEnd,
    TurnEnded,
    complete,
    deed_action,
    deeds,
    replay,
    verify,
)
from tests.records.games import eventful_game, game_with_sets, some_games

HEADER = Header(game_id="g", seed=42, synthetic=True)


def record(*events: Event) -> GameRecord:
    return GameRecord(HEADER, events)


def test_recorded_games_agree_with_the_rules() -> None:
    assert [verify(game) for game in some_games()] == [None] * len(some_games())


def test_the_games_to_test_on_hold_everything_that_can_happen() -> None:
    events = [event for game in (eventful_game(), *some_games()) for event in game.events]
    assert {event.how for event in events if isinstance(event, TurnEnded)} == set(TurnEnd)
    ends = {game.end.how for game in some_games() if game.end is not None}
    assert {GameEnd.NO_TURNS, GameEnd.LEADER_LEFT} <= ends
    assert any(isinstance(event, Stepped) and event.score for event in events)


@pytest.mark.parametrize("recorded", [game_with_sets(), eventful_game()], ids=["sets", "eventful"])
def test_a_replay_goes_through_the_states_of_the_game(recorded: GameRecord) -> None:
    game = Game(recorded.header.seed, recorded.header.rules.to_rules())
    played = replay(recorded)
    for i, (_, deed) in enumerate(deeds(recorded.events)):
        assert (played.states[i : i + 1] == game.states).all()
        player, action, text = deed_action(deed)
        assert (player, action) == (played.players[i], played.actions[i])
        assert played.outcomes[i] == game.step(action, player=player, text=text)
    assert (played.states[-1:] == game.states).all()


def test_what_the_rules_compute_is_filled_in() -> None:
    bare = record(
        Instructed(1.0, "get the blue star"),
        Finished(2.0, "leader"),
        *(Stepped(3.0, "follower", a) for a in ("right", "right", "forward", "right", "forward")),
        TimedOut(4.0, "follower"),
        GameEnded(5.0, GameEnd.LEADER_LEFT, 99),
    )
    assert complete(bare).events[-4:] == (
        Stepped(3.0, "follower", "forward", "+1bs"),
        TimedOut(4.0, "follower"),
        TurnEnded(4.0, "follower", TurnEnd.TIME_OUT),
        GameEnded(5.0, GameEnd.LEADER_LEFT, 0),
    )


def test_a_skipped_turn_is_two_turn_ends() -> None:
    assert complete(record(TimedOut(45.0, "leader"))).events == (
        TimedOut(45.0, "leader"),
        TurnEnded(45.0, "leader", TurnEnd.TIME_OUT),
        TurnEnded(45.0, "follower", TurnEnd.SKIPPED),
        GameEnded(45.0, GameEnd.ABANDONED, 0),
    )


@pytest.mark.parametrize(
    ("events", "index", "reason"),
    [
        ([Stepped(1, "follower", "left")], 0, "follower cannot turn left: it is the leader's turn"),
        ([Stepped(1, "leader", "left")] * 6, 5, "no steps are left"),
        ([Finished(1, "follower")], 0, "it is the leader's turn"),
        ([Finished(1, "leader")] * 7, 6, "the game is over"),
        (
            [Instructed(1, "x"), Finished(1, "leader"), Instructed(2, "y")],
            2,
            "it is the follower's turn",
        ),
        ([GaveUp(1, "why")], 0, "follower cannot give up: it is the leader's turn"),
        ([Cancelled(1)], 0, "leader cannot cancel: no instruction waits"),
        ([Instructed(1, "x"), Cancelled(1)], 1, "leader cannot cancel: the rules of this game"),
        (
            [GameEnded(1, GameEnd.ABANDONED), Commented(1, "leader", "x"), Paused(2)],
            2,
            "after the end of the game there is Paused",
        ),
    ],
)
def test_a_deed_that_the_rules_forbid_is_named(
    events: list[Event], index: int, reason: str
) -> None:
    with pytest.raises(ReplayError, match=reason) as raised:
        complete(record(*events))
    assert raised.value.event == index
    found = verify(record(*events))
    assert found is not None
    assert found.event == index
    assert reason in found.reason


def test_a_step_against_an_obstacle_is_not_a_deed() -> None:
    seed = next(s for s in range(100) if Action.FORWARD not in Game(s).legal_actions())
    bump = Stepped(1, "leader", "forward")
    found = verify(GameRecord(Header(game_id="g", seed=seed, synthetic=True), (bump,)))
    assert found is not None
    assert "blocked" in found.reason


def tampered(game: GameRecord, index: int, **changes: object) -> GameRecord:
    events = list(game.events)
    events[index] = msgspec.structs.replace(events[index], **changes)
    return GameRecord(game.header, tuple(events))


@pytest.mark.parametrize(
    ("kind", "changes"),
    [
        (lambda e: isinstance(e, Stepped) and e.card, {"card": None}),
        (lambda e: isinstance(e, Stepped) and e.card, {"card": "+1bc"}),
        (lambda e: isinstance(e, Stepped) and e.score, {"score": 17}),
        (lambda e: isinstance(e, TurnEnded), {"how": TurnEnd.SKIPPED}),
        (lambda e: isinstance(e, TurnEnded) and e.by == "leader", {"by": "follower"}),
        (lambda e: isinstance(e, GameEnded), {"score": 77}),
        (lambda e: isinstance(e, Stepped), {"at": 0.0}),
        (lambda e: isinstance(e, Instructed), {"text": " padded "}),
    ],
)
def test_a_changed_record_diverges_where_it_was_changed(
    kind: object, changes: dict[str, object]
) -> None:
    game = game_with_sets()
    assert callable(kind)
    index = next(i for i, event in enumerate(game.events) if kind(event))
    found = verify(tampered(game, index, **changes))
    assert found is not None
    assert found.event == index
    assert found.game_id == game.game_id


def test_a_record_without_an_end_or_with_a_hole_diverges() -> None:
    game = game_with_sets()
    for index in range(len(game.events)):
        events = game.events[:index] + game.events[index + 1 :]
        left_out = game.events[index]
        if isinstance(left_out, TurnEnded | GameEnded):
            assert verify(GameRecord(game.header, events)) is not None


def test_a_seed_without_a_map_diverges() -> None:
    found = verify(GameRecord(Header(game_id="g", seed=3420, synthetic=True), ()))
    assert found is not None
    assert "3420" in found.reason
