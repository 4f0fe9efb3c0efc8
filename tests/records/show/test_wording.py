import re

import pytest

from cerealbar.game import Action, Player
from cerealbar.records import deed_event
from cerealbar.records.events import DEEDS, NOTES, DeedEvent
from cerealbar.records.show import Film, film
from cerealbar.records.show.wording import deed_word, note_sentence, with_count
from tests.records.games import eventful_game
from tests.records.show.games import written_game


def test_every_deed_of_a_written_game_has_its_sentence() -> None:
    assert [frame.headline for frame in film(written_game()).frames] == [
        "The game begins",
        "Leader sends instruction 1",
        "Leader sends instruction 2",
        "Leader turns left",
        "Leader ends the turn",
        "Follower turns right",
        "Follower is done with instruction 1",
        *["Follower turns left"] * 8,
        "Follower turns left; no steps are left",
        "Leader runs out of time",
        "Follower is done with instruction 2",
        "Leader runs out of time; no instruction waits, so the follower's turn is skipped",
        "Leader sends instruction 3",
        "Leader ends the turn",
        "Follower runs out of time",
        "The follower left the game: 0 sets",
    ]


def test_giving_up_and_cancelling_have_sentences() -> None:
    told = [frame.headline for frame in film(eventful_game()).frames]
    assert "Follower gives up instruction 2: I have no hands" in told
    assert told.count("Leader cancels all instructions that wait") == 2
    assert told[-1] == "The leader left the game: 0 sets"


@pytest.mark.parametrize("kind", DEEDS)
def test_every_kind_of_deed_has_the_word_of_its_action(kind: type[DeedEvent]) -> None:
    for action in Action:
        deed = deed_event(1.0, Player.FOLLOWER, action, "words")
        if isinstance(deed, kind):
            assert deed_word(deed) == action.word


def test_every_kind_of_note_has_a_sentence() -> None:
    notes = [event for event in eventful_game().events if isinstance(event, NOTES)]
    assert {type(note) for note in notes} == set(NOTES)
    assert all(note_sentence(note) for note in notes)


def test_a_set_is_told_with_its_half_turns(long_film: Film) -> None:
    told = long_film.frames[long_film.sets[0].frame].headline
    assert re.fullmatch(
        r"(Leader|Follower) moves (for|back)ward and (de)?selects [123] \w+ \w+"
        r": a set, 10 half-turns more(; no steps are left)?",
        told,
    )


def test_cards_are_selected_and_deselected(long_film: Film) -> None:
    for before, frame in zip(long_film.frames, long_film.frames[1:], strict=False):
        if frame.card is not None:
            verb = "deselects" if frame.card in before.selected else "selects"
            assert f" and {verb} {long_film.cards[frame.card].name}" in frame.headline


def test_one_is_singular_and_any_other_number_plural() -> None:
    assert [with_count(n, "set") for n in (0, 1, 2)] == ["0 sets", "1 set", "2 sets"]
