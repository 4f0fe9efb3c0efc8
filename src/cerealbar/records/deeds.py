"""Deeds: what players did, as an event of a record and as an action of the rules, both ways."""

from bisect import bisect
from collections.abc import Iterable, Sequence
from typing import assert_never, cast

from cerealbar.game import PLAYERS, Action, Player, PlayerWord
from cerealbar.records.events import (
    DEED_TYPES,
    Cancelled,
    DeedEvent,
    Event,
    Finished,
    GaveUp,
    Instructed,
    Meant,
    Signalled,
    Stepped,
    StepWord,
    TimedOut,
)


def deeds(events: Iterable[Event]) -> list[tuple[int, DeedEvent]]:
    """The events that players and the clock caused, each with its index."""
    found = [(index, event) for index, event in enumerate(events) if type(event) in DEED_TYPES]
    return cast(list[tuple[int, DeedEvent]], found)


def signal_events(events: Sequence[Event]) -> list[tuple[int, Signalled]]:
    """What players told each other, each with how many deeds came before it."""
    found = [(index, event) for index, event in enumerate(events) if type(event) is Signalled]
    places = [index for index, _ in deeds(events)] if found else []
    return [(bisect(places, index), signal) for index, signal in found]


def deed_event(
    at: float,
    player: Player,
    action: Action,
    text: str | None = None,
    meant: Meant | None = None,
) -> DeedEvent:
    """The event of an action that the rules accepted; bumping is none."""
    match action:
        case Action.FORWARD | Action.BACKWARD | Action.LEFT | Action.RIGHT:
            return Stepped(at, player.word, cast(StepWord, action.word))
        case Action.INSTRUCT:
            assert text is not None, "the rules accepted an instruction"
            return Instructed(at, text, meant)
        case Action.DONE:
            return Finished(at, player.word)
        case Action.GIVE_UP:
            return GaveUp(at, text or "")
        case Action.CANCEL:
            return Cancelled(at)
        case Action.TIME_OUT:
            return TimedOut(at, player.word)
        case _:
            assert_never(action)


_STEPS: dict[tuple[PlayerWord, str], tuple[Player, Action, None]] = {
    (player.word, action.word): (player, action, None) for player in Player for action in Action
}


def deed_action(event: DeedEvent) -> tuple[Player, Action, str | None]:
    """Who did what, and the words of it: the inverse of `deed_event`."""
    match event:
        case Stepped():
            return _STEPS[event.by, event.action]  # made before, as most deeds are steps
        case Instructed():
            return Player.LEADER, Action.INSTRUCT, event.text
        case Finished():
            return PLAYERS[event.by], Action.DONE, None
        case GaveUp():
            return Player.FOLLOWER, Action.GIVE_UP, event.reason or None
        case Cancelled():
            return Player.LEADER, Action.CANCEL, None
        case TimedOut():
            return PLAYERS[event.by], Action.TIME_OUT, None
        case _:
            assert_never(event)
