import msgspec
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from cerealbar.game import Action, Deed, Game, Outcome, Rules
from cerealbar.records import (
    GameEnd,
    Header,
    RecordedRules,
    RecordError,
    Signalled,
    deeds,
    record_of,
    replay,
    verify,
)
from tests.records.games import play_anything, recorded


@settings(max_examples=60)
@given(st.integers(0, 2**32), st.integers(0, 150))
def test_a_played_game_becomes_a_record_of_the_same_states(seed: int, length: int) -> None:
    game, times = play_anything(seed, length)
    record = recorded(game, times)
    assert verify(record) is None
    assert replay(record).states[-1:].tobytes() == game.states.tobytes()
    assert record.end is not None
    assert record.end.how is (GameEnd.NO_TURNS if game.is_over else GameEnd.ABANDONED)
    assert (record.end.score, record.end.at) == (game.score, times[-1])


def test_signals_stand_where_they_were_sent_and_bumps_nowhere() -> None:
    for seed in range(10):
        game, times = play_anything(seed, 100)
        told: list[tuple[float, object]] = [
            (at, known.action.word if isinstance(known, Deed) else (known.kind, known.text))
            for at, known in zip(times, game.history, strict=False)
            if not (isinstance(known, Deed) and Outcome.BUMPED in known.outcome)
        ]
        record = recorded(game, times)
        kept = {index for index, _ in deeds(record.events)}
        found: list[tuple[float, object]] = []
        words = iter(replay(record).actions.tolist())
        for index, event in enumerate(record.events):
            if isinstance(event, Signalled):
                found.append((event.at, (event.kind, event.text)))
            elif index in kept:
                found.append((event.at, Action(next(words)).word))
        assert found == told


def test_the_time_of_the_end_may_be_left_out() -> None:
    game, times = play_anything(3, 30)
    record = recorded(game, times[:-1])
    assert record.end is not None
    assert record.end.at == times[-2]
    assert recorded(Game(1), ()).seconds == 0.0


def test_whoever_left_is_told_unless_the_game_is_over() -> None:
    header = Header(game_id="g", seed=1, synthetic=True)
    ended = record_of(Game(1), header, (5.0,), GameEnd.LEADER_LEFT).end
    assert ended is not None
    assert (ended.how, ended.at) == (GameEnd.LEADER_LEFT, 5.0)


@pytest.mark.parametrize("count", [-1, 2])
def test_a_game_with_too_few_or_too_many_times_is_refused(count: int) -> None:
    game, times = play_anything(3, 30)
    wrong = times[:-2] if count < 0 else (*times, times[-1] + 1.0)
    with pytest.raises(RecordError, match=f"cannot record {len(game.history)} deeds and signals"):
        recorded(game, wrong)


@pytest.mark.parametrize(
    "changes",
    [{"seed": 4}, {"rules": RecordedRules.from_rules(Rules(follower_steps=9))}],
)
def test_a_game_of_another_seed_or_other_rules_is_refused(changes: dict[str, object]) -> None:
    game, times = play_anything(3, 0)
    header = msgspec.structs.replace(recorded(game, times).header, **changes)
    with pytest.raises(RecordError, match="cannot record the game as played: seed"):
        record_of(game, header, times)


def test_a_game_that_began_elsewhere_is_refused() -> None:
    game, _ = play_anything(3, 30)
    texts = ("wait",) * int(game.states["waiting"][0])
    later = Game.from_states(game.states, game.rules, texts)
    with pytest.raises(RecordError, match="do not lead to its state"):
        recorded(later, ())
