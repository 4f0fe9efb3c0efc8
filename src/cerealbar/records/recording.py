"""Recording: a game that was played becomes a record."""

from collections.abc import Sequence

from cerealbar.game import Action, Deed, Game, Outcome, new_state
from cerealbar.records.deeds import deed_event
from cerealbar.records.errors import RecordError
from cerealbar.records.events import Event, GameEnd, GameEnded, GameRecord, Header, Meant, Signalled
from cerealbar.records.replay import annotate

_BUMPED = int(Outcome.BUMPED)


def record_of(
    game: Game,
    header: Header,
    times: Sequence[float],
    how: GameEnd = GameEnd.ABANDONED,
    meant: Sequence[Meant | None] = (),
) -> GameRecord:
    """The record of a game that began with the header's seed and rules.

    `times` are the seconds of all that `game.history` holds, and may have one more for the end;
    `how` says why a game ended that is not over by the rules; `meant` is what the instructions ask
    for, where that is known.

    Raises:
        RecordError: the times are not as many, or the game is not the header's.
    """
    history = game.history
    if len(times) not in (len(history), len(history) + 1):
        raise RecordError(f"cannot record {len(history)} deeds and signals at {len(times)} times")
    if game.start.tobytes() != new_state(header.seed, header.rules.to_rules()).tobytes():
        raise RecordError(
            f"cannot record the game as {header.game_id}: seed {header.seed} and the rules of the "
            "header do not lead to its state"
        )
    events: list[Event] = []
    deeds: list[Deed] = []
    told = iter(meant)
    for at, known in zip(times, history, strict=False):
        if not isinstance(known, Deed):
            events.append(Signalled(at, known.kind, known.text))
        elif not int(known.outcome) & _BUMPED:
            asked = next(told, None) if known.action is Action.INSTRUCT else None
            events.append(deed_event(at, known.player, known.action, known.text, asked))
            deeds.append(known)
    end = GameEnd.NO_TURNS if game.is_over else how
    events.append(GameEnded(times[-1] if times else 0.0, end))
    computed = [int(deed.outcome) for deed in deeds], [deed.card for deed in deeds]
    return GameRecord(header, tuple(annotate(events, *computed)))
