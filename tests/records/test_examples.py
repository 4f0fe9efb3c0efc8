from dataclasses import fields
from itertools import pairwise
from pathlib import Path

import numpy as np
import pytest

from cerealbar.game import STATE, Action, Player, SignalKind
from cerealbar.records import (
    About,
    Corpus,
    Examples,
    GameRecord,
    InstructionLife,
    Meant,
    Signalled,
    build_examples,
    deeds,
    lives,
    load_examples,
    replay,
)
from cerealbar.records import examples as examples_module
from tests.records.games import eventful_game, play_anything, recorded, some_games

EXAMPLES = build_examples(some_games())


def finished(game: GameRecord) -> list[InstructionLife]:
    return [life for life in lives(replay(game)) if life.is_finished]


def same(first: Examples, second: Examples) -> bool:
    return all(
        np.array_equal(getattr(first, field.name), getattr(second, field.name))
        for field in fields(Examples)
    )


def test_there_is_an_example_for_each_finished_instruction() -> None:
    told = [life.text for game in some_games() for life in finished(game)]
    assert list(EXAMPLES.texts) == told
    assert len(EXAMPLES) > 100


def test_an_example_holds_the_followers_steps_and_ends_with_done() -> None:
    steps = [
        [Action(action).word for action in replay(game).actions[life.deeds]]
        for game in some_games()
        for life in finished(game)
    ]
    for i, told in enumerate(steps):
        actions = [Action(action).word for action in EXAMPLES.follower_actions(i)]
        assert [a for a in actions if a != "time-out"] == told
        assert (told[-1], told.count("done")) == ("done", 1)


def test_given_up_and_cancelled_instructions_are_left_out_and_keep_their_numbers() -> None:
    games = [recorded(*play_anything(seed, 120)) for seed in range(30)]
    examples = build_examples(games)
    told = [
        (g, life.number, life.text, len(life.deeds))
        for g, game in enumerate(games)
        for life in finished(game)
    ]
    assert [
        (int(examples.game[i]), int(examples.number[i]), examples.texts[i])
        for i in range(len(examples))
    ] == [each[:3] for each in told]
    assert any(
        examples.number[i] > 0 and examples.number[i - 1] not in (-1, examples.number[i] - 1)
        for i in range(1, len(examples))
        if examples.game[i] == examples.game[i - 1]
    )
    for i, (*_, count) in enumerate(told):
        actions = examples.follower_actions(i)
        assert len(actions) == count
        assert Action.TIME_OUT not in actions
        assert actions[-1] == Action.DONE
        assert Action.GIVE_UP not in actions


def test_an_example_knows_what_was_meant() -> None:
    examples = build_examples([eventful_game(), some_games()[0]])
    assert examples.texts[0] == "turn around"
    assert examples.meant[0] == Meant(cards=(), end=532, heading=3)
    assert set(examples.meant[1:]) == {None}


def test_signals_stand_before_the_deeds_that_followed_them() -> None:
    games = [some_games()[0], eventful_game()]
    examples = build_examples(games)
    offset = int(examples.game_first[1])
    told = [event for event in eventful_game().events if isinstance(event, Signalled)]
    assert examples.signal_kinds == tuple(signal.kind for signal in told)
    assert examples.signal_texts == tuple(signal.text for signal in told)
    places = [index for index, _ in deeds(eventful_game().events)]
    for signal, deed in zip(told, examples.signal_deeds.tolist(), strict=True):
        place = eventful_game().events.index(signal)
        assert deed - offset == sum(index < place for index in places)
    assert examples.signal_deeds[0] == offset + 6  # four instructions, the turn, a step
    assert examples.game_first[2] == len(examples.players)


def test_a_signal_after_the_last_deed_is_of_its_own_game() -> None:
    game = eventful_game()
    places = [index for index, _ in deeds(game.events)]
    late = Signalled(82.0, SignalKind.THUMB_UP)
    end = places[-1] + 1
    told = GameRecord(game.header, (*game.events[:end], late, *game.events[end:]))
    examples = build_examples([told, some_games()[0], game])
    assert examples.signal_game.tolist() == [0] * 5 + [2] * 4
    assert examples.signal_deeds[4] == examples.game_first[1]


def test_arrays_have_the_types_that_are_told() -> None:
    assert EXAMPLES.sets_left.dtype.name == "int16"
    assert EXAMPLES.signal_game.dtype.name == "int32"


def test_start_and_final_are_the_states_before_the_first_and_the_last_deed() -> None:
    for g, game in enumerate(some_games()):
        played = replay(game)
        offset = EXAMPLES.game_first[g]
        for i in np.flatnonzero(EXAMPLES.game == g):
            assert EXAMPLES.start[i] == played.states[EXAMPLES.first[i] - offset]
            assert EXAMPLES.final[i] == played.states[EXAMPLES.last[i] - offset]
            assert EXAMPLES.start[i]["turn"] == Player.FOLLOWER
            assert EXAMPLES.sets_left[i] == played.states[-1]["score"] - EXAMPLES.start[i]["score"]


def test_the_log_knows_where_the_follower_was() -> None:
    for i in range(len(EXAMPLES)):
        first = EXAMPLES.first[i]
        assert EXAMPLES.cells[first] == EXAMPLES.start[i]["player_cell"][Player.FOLLOWER]
        assert EXAMPLES.headings[first] == EXAMPLES.start[i]["player_heading"][Player.FOLLOWER]


def test_touched_cards_are_those_whose_cells_the_follower_entered() -> None:
    for i in range(len(EXAMPLES)):
        start = EXAMPLES.start[i]
        log = EXAMPLES.follower_deeds(i)
        entered: list[int] = []
        for before, deed in pairwise(log):
            if EXAMPLES.actions[before] <= Action.BACKWARD:
                entered.append(int(EXAMPLES.cells[deed]))
        for slot in range(start["cards"]):
            count = entered.count(int(start["card_cell"][slot]))
            assert bool(EXAMPLES.touched[i] >> slot & 1) == (count > 0)
            assert bool(EXAMPLES.changed[i] >> slot & 1) == (count % 2 == 1)
    assert EXAMPLES.changed.any()


def test_no_games_give_no_examples() -> None:
    assert len(build_examples([])) == 0


def test_examples_are_kept_by_content(tmp_path: Path) -> None:
    corpus = Corpus.create(tmp_path / "corpus", About(name="x"))
    with corpus.writer(durable=False) as writer:
        for game in some_games()[:20]:
            writer.append(game)
    cache = corpus.folder / ".cache"
    assert same(load_examples(corpus), build_examples(some_games()[:20]))
    (kept,) = cache.iterdir()
    stamp = kept.stat().st_mtime_ns
    assert same(load_examples(corpus), build_examples(some_games()[:20]))
    assert [path.stat().st_mtime_ns for path in cache.iterdir()] == [stamp]
    corpus.append(some_games()[20])
    assert same(load_examples(corpus), build_examples(some_games()[:21]))
    assert len(list(cache.iterdir())) == 2
    corpus.append(eventful_game())
    assert same(load_examples(corpus), build_examples((*some_games()[:21], eventful_game())))
    few = corpus.game_ids[3:5]
    assert same(load_examples(corpus, few), build_examples(some_games()[3:5]))


def test_another_layout_of_the_record_is_kept_apart_even_if_it_is_as_large(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    corpus = Corpus.create(tmp_path / "corpus", About(name="a test"))
    with corpus.writer() as writer:
        writer.append(some_games()[0])
    cache = corpus.folder / ".cache"
    load_examples(corpus)
    fields_in_other_order = [STATE.descr[0], *reversed(STATE.descr[1:])]
    other = np.dtype(fields_in_other_order)
    assert other.itemsize == STATE.itemsize
    monkeypatch.setattr(examples_module, "STATE", other)
    load_examples(corpus)
    assert len(list(cache.iterdir())) == 2


def test_who_comes_second_in_a_race_leaves_nothing_behind(tmp_path: Path) -> None:
    folder = tmp_path / "cache" / "examples"
    examples_module._store(EXAMPLES, folder)
    examples_module._store(EXAMPLES, folder)
    assert list(folder.parent.iterdir()) == [folder]
