"""Wording: what happened in a frame, as one sentence for people."""

from cerealbar.game import CARDS, Outcome, SignalKind
from cerealbar.records.events import (
    CameraToggled,
    Cancelled,
    Commented,
    DeedEvent,
    Finished,
    GameEnd,
    GameEnded,
    GaveUp,
    Instructed,
    NoteEvent,
    Paused,
    Planned,
    Resumed,
    SeatTaken,
    Signalled,
    Stepped,
    TimedOut,
)

START = "The game begins"
_STEPS = {
    "forward": "moves forward",
    "backward": "moves backward",
    "left": "turns left",
    "right": "turns right",
}
_ENDS = {
    GameEnd.NO_TURNS: "Game over",
    GameEnd.LEADER_LEFT: "The leader left the game",
    GameEnd.FOLLOWER_LEFT: "The follower left the game",
    GameEnd.ABANDONED: "The recording ends",
    GameEnd.TUTORIAL_DONE: "The tutorial is completed",
}


def with_count(count: int, noun: str) -> str:
    """The number and the noun, in the plural unless it is one."""
    return f"{count} {noun}" if count == 1 else f"{count} {noun}s"


def deed_word(deed: DeedEvent) -> str:
    """The word of a deed's action: `forward`, ..., `done`, `instruct`, `time-out`, ...."""
    return deed.action if isinstance(deed, Stepped) else str(deed.__struct_config__.tag)


def deed_sentence(
    deed: DeedEvent, outcome: Outcome, *, instruction: int, sign: int, added: int
) -> str:
    """What a deed did.

    `instruction` is the number of the one that was sent or is current, `sign` the replay's sign of
    a toggled card, and `added` the half-turns that a set brought.
    """
    clauses = [_deed_clause(deed, instruction)]
    if Outcome.TOGGLED in outcome:
        is_off, kind = divmod(sign, len(CARDS))
        clauses.append(f"{'deselects' if is_off else 'selects'} {CARDS[kind]}")
    sentence = " and ".join(clauses)
    if Outcome.SET_MADE in outcome:
        sentence += f": a set, {with_count(added, 'half-turn')} more"
    return sentence + _turn_clause(deed, outcome)


def _deed_clause(deed: DeedEvent, instruction: int) -> str:
    match deed:
        case Instructed():
            return f"Leader sends instruction {instruction}"
        case Stepped():
            return f"{deed.by.capitalize()} {_STEPS[deed.action]}"
        case Finished(by="leader"):
            return "Leader ends the turn"
        case Finished():
            return f"Follower is done with instruction {instruction}"
        case GaveUp():
            why = f": {deed.reason}" if deed.reason else ""
            return f"Follower gives up instruction {instruction}{why}"
        case Cancelled():
            return "Leader cancels all instructions that wait"
        case TimedOut():
            return f"{deed.by.capitalize()} runs out of time"


def _turn_clause(deed: DeedEvent, outcome: Outcome) -> str:
    """What the end of the turn adds to the sentence."""
    if Outcome.SKIPPED in outcome:
        return "; no instruction waits, so the follower's turn is skipped"
    if Outcome.TURN_ENDED in outcome and isinstance(deed, Stepped):
        return "; no steps are left"
    return ""


def end_sentence(end: GameEnded, score: int) -> str:
    """How the game ended."""
    return f"{_ENDS[end.how]}: {with_count(score, 'set')}"


_SIGNALS = {
    SignalKind.THUMB_UP: "Leader: thumb up",
    SignalKind.THUMB_DOWN: "Leader: thumb down",
    SignalKind.QUESTION: "Follower asks",
    SignalKind.REMARK: "Follower says",
}


_CAMERAS = {"tilted": "the side", "overhead": "above"}


def note_sentence(note: NoteEvent) -> str:
    """What happened beside the game."""
    match note:
        case Signalled():
            words = f": {note.text}" if note.text else ""
            return f"{_SIGNALS[note.kind]}{words}"
        case SeatTaken():
            return f"{note.role.capitalize()} is now {note.participant.words}"
        case Paused():
            return "The clock stands still"
        case Resumed():
            return "The clock goes on"
        case Planned():
            return "Follower shows its plan"
        case CameraToggled():
            return f"Leader looks from {_CAMERAS[note.camera]}"
        case Commented():
            return f"{note.role.capitalize()} comments: {note.text}"
