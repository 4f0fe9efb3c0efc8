from itertools import pairwise
from typing import Any

import msgspec
import numpy as np
import pytest

from cerealbar.game import UNLIMITED, Game, Player, Status
from cerealbar.records import (
    Finished,
    GameRecord,
    Instructed,
    ReplayError,
    Stepped,
    deed_action,
    deeds,
    replay,
)
from cerealbar.records.show import Film, film
from cerealbar.records.show.frames import frame_changes, way
from tests.records.games import eventful_game
from tests.records.show.games import endless_game, game, statuses, written_game


def lying(shown: Film, i: int) -> set[tuple[int, int]]:
    """The cell and kind of each card on the board in a frame."""
    return {
        (card.cell, card.kind)
        for card in shown.cards
        if card.first <= i and (card.gone is None or i < card.gone)
    }


def test_there_is_a_frame_for_the_start_each_deed_and_the_end(
    long_game: GameRecord, long_film: Film
) -> None:
    assert len(long_film.frames) == len(deeds(long_game.events)) + 2
    assert [long_film.frames[i].deed for i in (0, -1)] == ["start", "end"]


def test_frames_show_the_players_and_numbers_of_the_replayed_states(
    long_game: GameRecord, long_film: Film
) -> None:
    for i, state in enumerate(replay(long_game).states):
        frame, told = long_film.frames[i], statuses(long_film, i)
        for player in Player:
            cell, heading = getattr(frame, player.word)
            assert cell == state["player_cell"][player]
            assert heading == state["player_heading"][player]
        assert frame.turn == Player(state["turn"]).word
        assert frame.steps_left == state["steps_left"]
        assert frame.half_turns_left == state["half_turns_left"]
        assert frame.score == state["score"]
        waiting = [each for each in told if each in (Status.CURRENT, Status.WAITING)]
        assert len(waiting) == (0 if frame.is_over else state["waiting"])
        assert (frame.current is None) == (not waiting)
        if frame.current is not None:
            assert told[frame.current] is Status.CURRENT


def test_frames_show_the_cards_of_the_replayed_states(
    long_game: GameRecord, long_film: Film
) -> None:
    for i, state in enumerate(replay(long_game).states):
        pairs = list(zip(state["card_cell"].tolist(), state["card_kind"].tolist(), strict=True))
        assert lying(long_film, i) == set(pairs[: state["cards"]])
        chosen = [long_film.cards[number] for number in long_film.frames[i].selected]
        slots = np.flatnonzero(int(state["selected"]) >> np.arange(state["cards"]) & 1)
        assert [(card.cell, card.kind) for card in chosen] == [pairs[slot] for slot in slots]


@pytest.mark.parametrize("is_long", [True, False])
def test_frames_agree_with_a_game_that_is_played_anew(long_game: GameRecord, is_long: bool) -> None:
    record = long_game if is_long else eventful_game()
    shown = film(record)
    played = Game(record.header.seed, record.header.rules.to_rules())
    for i, (_, deed) in enumerate(deeds(record.events), start=1):
        frame = shown.frames[i]
        player, action, text = deed_action(deed)
        assert (frame.by, frame.deed) == (player.word, action.word)
        played.step(action, player=player, text=text)
        assert frame.is_invalid == played.has_invalid_selection
        assert frame.is_over == played.is_over
        assert [each.status for each in played.instructions] == statuses(shown, i)
    assert {Status.CURRENT, Status.WAITING}.isdisjoint(statuses(shown, len(shown.frames)))


def test_frames_tell_only_what_changes_of_instructions() -> None:
    texts = [Instructed(1.0, f"text {number}") for number in range(200)]
    shown = film(game(*texts, Finished(2.0, "leader"), *[Finished(3.0, "follower")] * 200))
    assert sum(len(frame.changes) for frame in shown.frames) < 3 * len(texts)


def test_a_frame_names_the_instruction_of_its_deed() -> None:
    told = {frame.at: (frame.deed, frame.instruction) for frame in film(eventful_game()).frames}
    assert {at: told[at] for at in (1.0, 4.0, 8.0, 10.0, 11.0, 12.0, 13.0, 90.0)} == {
        1.0: ("instruct", 0),
        4.0: ("instruct", 3),
        8.0: ("done", 0),
        10.0: ("give-up", 1),
        11.0: ("right", None),
        12.0: ("cancel", None),
        13.0: ("instruct", 4),
        90.0: ("end", None),
    }


def test_notes_are_told_once_after_the_deed_before_them() -> None:
    told = [(frame.deed, frame.notes) for frame in film(eventful_game()).frames if frame.notes]
    assert told == [
        ("start", ("Leader comments: here we go",)),
        ("done", ("Leader looks from above", "Follower shows its plan")),
        ("left", ("Leader: thumb up",)),
        ("done", ("Follower asks: wave to whom?",)),
        ("cancel", ("The clock stands still", "The clock goes on")),
        ("time-out", ("Leader is now human p2", "Leader: thumb down")),
        ("done", ("Follower says: nearly there",)),
        ("end", ("Follower comments: that was fun",)),
    ]


def test_a_frame_tells_how_many_events_have_happened(
    long_game: GameRecord, long_film: Film
) -> None:
    for (index, deed), frame in zip(deeds(long_game.events), long_film.frames[1:], strict=False):
        assert (frame.event, frame.at) == (index + 1, deed.at)
    assert long_film.frames[-1].event == len(long_game.events)


def test_a_frame_names_the_card_that_was_toggled(long_game: GameRecord, long_film: Film) -> None:
    for (_, deed), before, frame in zip(
        deeds(long_game.events), long_film.frames, long_film.frames[1:], strict=False
    ):
        sign = deed.card if isinstance(deed, Stepped) else None
        assert (frame.card is None) == (sign is None)
        if sign is not None and frame.card is not None:
            assert (frame.card in before.selected) == sign.startswith("-")
            assert long_film.cards[frame.card].cell == getattr(frame, frame.by or "")[0]


def test_changes_add_up_to_the_frames(long_film: Film) -> None:
    fields: dict[str, Any] = {}
    for changes, frame in zip(frame_changes(long_film.frames), long_film.frames, strict=True):
        fields |= changes
        assert fields == msgspec.structs.asdict(frame)


def test_changes_are_small(long_film: Film) -> None:
    text = msgspec.json.encode(frame_changes(long_film.frames))
    assert len(text) < 160 * len(long_film.frames)


def test_the_way_of_a_frame_leads_through_its_turn() -> None:
    shown = film(written_game())
    assert way(shown, 0) == []
    assert way(shown, 3) == [shown.frames[0].leader[0]]
    assert way(shown, 5) == [shown.frames[0].follower[0]]
    assert way(shown, len(shown.frames) - 1) == []


def test_the_way_of_a_long_turn_ends_where_the_player_is(long_film: Film) -> None:
    for turn in long_film.turns:
        if turn.last > turn.first:
            cells = way(long_film, turn.last)
            assert cells[-1] == getattr(long_film.frames[turn.last], turn.by)[0]
            assert all(cell != following for cell, following in pairwise(cells))


def test_the_end_says_who_left() -> None:
    last = film(written_game()).frames[-1]
    assert last.headline == "The follower left the game: 0 sets"
    assert last.is_over


def test_a_game_without_an_end_stops_at_its_last_deed() -> None:
    shown = film(endless_game())
    assert [frame.deed for frame in shown.frames] == ["start", "instruct"]
    assert not shown.frames[-1].is_over


def test_turns_that_never_run_out_are_no_number() -> None:
    assert UNLIMITED < 0
    assert {frame.half_turns_left for frame in film(endless_game()).frames} == {None}


def test_a_game_without_deeds_has_a_start_and_an_end() -> None:
    shown = film(game())
    assert [frame.deed for frame in shown.frames] == ["start", "end"]
    assert len(shown.turns) == 1


def test_a_record_that_the_rules_refuse_is_not_shown() -> None:
    record = written_game()
    wrong = GameRecord(record.header, (Stepped(0.5, "follower", "left"), *record.events))
    with pytest.raises(ReplayError, match="it is the leader's turn"):
        film(wrong)
