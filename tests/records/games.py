"""Recorded games to test on."""

import random
from functools import lru_cache

from cerealbar.game import Action, Cancelling, Game, Rules, SignalKind
from cerealbar.records import (
    CameraToggled,
    Cancelled,
    Commented,
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    GaveUp,
    Header,
    Instructed,
    Meant,
    Participant,
    Paused,
    Planned,
    RecordedRules,
    Resumed,
    SeatTaken,
    Signalled,
    Stepped,
    TimedOut,
    complete,
    record_of,
)
from cerealbar.views import Plan
from tests.records.random_games import random_game

EVERYTHING = Rules(cancelling=Cancelling.ANY_TURN, thumbs=True, remarks=True)
"""The paper's rules, with all that they leave out."""


@lru_cache(maxsize=1)
def some_games() -> tuple[GameRecord, ...]:
    """Forty random games, with sets, time-outs, skipped turns and early ends among them."""
    return tuple(random_game(5, index) for index in range(40))


def game_with_sets(least: int = 2) -> GameRecord:
    """A game with at least so many sets."""
    return next(game for game in some_games() if game.end is not None and game.end.score >= least)


@lru_cache(maxsize=1)
def eventful_game() -> GameRecord:
    """A game with each kind of event, in which instructions come to each kind of end.

    They are `turn around` (finished), `wave` (given up), `hop` (cancelled in the follower's turn),
    `sing` (cancelled before it was current), `sleep` (cancelled in the leader's turn) and `turn`
    (unfinished). Players only turn.
    """
    header = Header(
        game_id="eventful",
        seed=42,
        started="2024-05-06T07:08:09",
        synthetic=False,
        leader=Participant(kind="human", id="p1"),
        follower=Participant(kind="agent", name="rule-based", version="0.1"),
        rules=RecordedRules.from_rules(EVERYTHING),
        sight="paper",
        pace=(0.5, 1.5),
        treatment={"arm": "thumbs", "round": 2},
    )
    events = (
        Commented(0.5, "leader", "here we go"),
        Instructed(1.0, "turn around", Meant(cards=(), end=532, heading=3)),
        Instructed(2.0, "wave"),
        Instructed(3.0, "hop", Meant(cards=(5, 7))),
        Instructed(4.0, "sing"),
        Finished(5.0, "leader"),
        CameraToggled(5.0, "overhead"),
        Planned(5.5, Plan(trajectory={532: 1.0}, goals={7: 0.5})),
        Stepped(6.0, "follower", "left"),
        Signalled(6.5, SignalKind.THUMB_UP),
        Stepped(7.0, "follower", "left"),
        Finished(8.0, "follower"),
        Signalled(8.2, SignalKind.QUESTION, "wave to whom?"),
        Stepped(9.0, "follower", "right"),
        GaveUp(10.0, "I have no hands"),
        Stepped(11.0, "follower", "right"),
        Cancelled(12.0),
        Paused(12.5),
        Resumed(12.5),
        Instructed(13.0, "sleep"),
        Cancelled(14.0),
        Instructed(15.0, "turn"),
        TimedOut(60.0, "leader"),
        Stepped(61.0, "follower", "left"),
        TimedOut(75.0, "follower"),
        SeatTaken(76.0, "leader", Participant(kind="human", id="p2")),
        Signalled(76.5, SignalKind.THUMB_DOWN),
        Finished(80.0, "leader"),
        Signalled(80.5, SignalKind.REMARK, "nearly there"),
        Stepped(81.0, "follower", "left"),
        GameEnded(90.0, GameEnd.LEADER_LEFT),
        Commented(95.0, "follower", "that was fun"),
    )
    return complete(GameRecord(header, events))


def play_anything(seed: int, length: int) -> tuple[Game, tuple[float, ...]]:
    """A game of so many random deeds and signals by all rules, and when they happened.

    It holds whatever the rules accept: bumps, time-outs, giving up, cancelling in any turn.
    """
    chance = random.Random(seed)
    rules = Rules(
        cancelling=chance.choice(tuple(Cancelling)),
        thumbs=True,
        remarks=True,
        half_turns=chance.choice((None, 1, 3, 12, 40)),
    )
    game = Game(seed % 1000, rules)
    for number in range(length):
        if game.is_over:
            break
        if chance.random() < 0.15:
            kind = chance.choice(tuple(SignalKind))
            game.signal(kind, "" if "thumb" in kind else f"words {number}")
        _act(game, chance, number)
    return game, tuple(float(i) for i in range(len(game.history) + 1))


def _act(game: Game, chance: random.Random, number: int) -> None:
    steps = [action for action in Action if action.is_step]
    if game.can_cancel and chance.random() < 0.06:
        game.cancel()
        return
    if game.turn.word == "leader":
        others = [Action.INSTRUCT] * 3 + [Action.DONE] * 2 + [Action.TIME_OUT]
    else:
        others = [Action.DONE] * 2 + [Action.GIVE_UP, Action.TIME_OUT]
    action = chance.choice(steps if game.steps_left and chance.random() < 0.6 else others)
    may_tell = action is Action.INSTRUCT or (action is Action.GIVE_UP and chance.random() < 0.5)
    game.step(action, text=f"text {number}" if may_tell else None)


def recorded(game: Game, times: tuple[float, ...]) -> GameRecord:
    """The record of a game that was played."""
    header = Header(
        game_id="played",
        seed=int(game.states["seed"][0]),
        synthetic=True,
        rules=RecordedRules.from_rules(game.rules),
    )
    return record_of(game, header, times)
