import pickle
import statistics as plain
from collections.abc import Iterator, Sequence

import msgspec

from cerealbar.agents.corpus_games import corpus_game
from cerealbar.game import StateArray
from cerealbar.language import tokenize
from cerealbar.records import (
    Finished,
    GameEnd,
    GameEnded,
    GameRecord,
    Header,
    Instructed,
    Participant,
    RecordedRules,
    Splits,
    Stepped,
    TimedOut,
    TurnEnd,
    TurnEnded,
    build_examples,
    lives,
    replay,
)
from cerealbar.records.statistics import PAPER_TABLE, PartSummary, Spread, Statistics, Success
from cerealbar.records.summary import final_score, summarize, summarize_parts
from tests.records.games import eventful_game, game_with_sets, some_games

HUMAN, MODEL = Participant(kind="human", id="p1"), Participant(kind="agent", name="m")
LONG = GameRecord(
    Header(game_id="long", seed=1, synthetic=False, leader=HUMAN, follower=MODEL),
    (
        Instructed(2.0, "Don't go left!"),
        Instructed(4.0, "go"),
        Stepped(5.0, "leader", "left"),
        Finished(10.0, "leader"),
        TurnEnded(10.0, "leader", TurnEnd.DONE),
        Stepped(11.0, "follower", "left"),
        Stepped(12.0, "follower", "left"),
        Finished(13.0, "follower"),
        Stepped(14.0, "follower", "left"),
        TimedOut(25.0, "follower"),
        TurnEnded(25.0, "follower", TurnEnd.TIME_OUT),
        Finished(30.0, "leader"),
        TurnEnded(30.0, "leader", TurnEnd.DONE),
        Stepped(40.0, "follower", "left"),
        Finished(41.0, "follower"),
        TurnEnded(41.0, "follower", TurnEnd.DONE),
        Instructed(50.0, "never finished words"),
        GameEnded(61.0, GameEnd.LEADER_LEFT, 0),
    ),
)
SHORT = GameRecord(
    Header(
        game_id="short",
        seed=2,
        synthetic=True,
        leader=MODEL,
        follower=MODEL,
        rules=RecordedRules(half_turns=2),
    ),
    (
        TimedOut(45.0, "leader"),
        TurnEnded(45.0, "leader", TurnEnd.TIME_OUT),
        TurnEnded(45.0, "follower", TurnEnd.SKIPPED),
        GameEnded(59.0, GameEnd.NO_TURNS, 0),
    ),
)
BOTH = summarize((LONG, SHORT), tokenize)


def test_the_papers_table_is_the_papers() -> None:
    assert PAPER_TABLE.seconds == Spread(988, 1120, 1891)
    assert PAPER_TABLE.score == Spread(7.9, 9.0, 19)
    assert PAPER_TABLE.instructions == Spread(19.9, 24.0, 40)
    assert PAPER_TABLE.tokens == Spread(14.0, 13.0, 55)
    assert PAPER_TABLE.actions == Spread(8.5, 8.0, 50)
    assert (PAPER_TABLE.interactions, PAPER_TABLE.vocabulary) == (1202, 3641)


def test_the_dataset_table_counts_finished_instructions() -> None:
    table = BOTH.table
    assert table.seconds == Spread(60.0, 60.0, 61.0)
    assert table.instructions == Spread(1.0, 1.0, 2.0)
    assert table.tokens == Spread(3.0, 3.0, 5.0)  # do n't go left ! | go
    assert table.actions == Spread(2.0, 2.0, 2.0)  # left left | left left
    assert (table.interactions, table.games, table.vocabulary) == (2, 2, 5)
    assert table.scoring_share == 0.0


def test_instructions_sent_are_counted_beside_those_finished() -> None:
    assert BOTH.instructions_sent.histogram == {0: 1, 3: 1}
    assert BOTH.instructions_finished.histogram == {0: 1, 2: 1}
    assert (BOTH.instructions_sent.total, BOTH.instructions_finished.total) == (3, 2)


def test_histograms_tell_how_often_each_number_occurs() -> None:
    assert BOTH.score.histogram == {0: 2}
    assert BOTH.tokens.histogram == {1: 1, 5: 1}
    assert BOTH.actions.histogram == {2: 2}
    assert BOTH.actions.count == 2


def test_what_a_record_tells_of_scores_turns_and_ends_is_not_believed() -> None:
    for game in (LONG, SHORT, game_with_sets(2)):
        told = [
            msgspec.structs.replace(event, score=10**14)
            if isinstance(event, Stepped | GameEnded)
            else event
            for event in game.events
            if not isinstance(event, TurnEnded)
        ]
        lie = GameRecord(game.header, tuple(told))
        assert summarize([lie], tokenize) == summarize([game], tokenize)


def test_ends_of_turns_are_counted_by_role_and_ends_of_games_by_kind() -> None:
    assert BOTH.turn_ends == {
        "leader": {"done": 2, "time-out": 1, "no-steps": 0, "skipped": 0, "cancelled": 0},
        "follower": {"done": 1, "time-out": 1, "no-steps": 0, "skipped": 1, "cancelled": 0},
    }
    assert BOTH.game_ends == {
        "no-turns": 1,
        "leader-left": 1,
        "follower-left": 0,
        "abandoned": 0,
        "tutorial-done": 0,
    }


def test_it_is_told_what_became_of_instructions_and_what_players_told_each_other() -> None:
    found = summarize((LONG, eventful_game(), SHORT), tokenize)
    assert found.statuses == {"finished": 3, "given-up": 1, "cancelled": 3, "unfinished": 2}
    assert sum(found.statuses.values()) == found.instructions_sent.total
    assert found.statuses["finished"] == found.instructions_finished.total
    assert found.signals == {"thumb-up": 1, "thumb-down": 1, "question": 1, "remark": 1}
    assert found.turn_ends["follower"]["cancelled"] == 1
    assert "wave" not in dict(found.vocabulary.frequent)


def test_whoever_took_a_seat_later_is_a_participant_too() -> None:
    origin = summarize([eventful_game()], tokenize).origin
    assert origin.participants == 3
    assert origin.pairs == {"human / rule-based": 1}
    nameless = msgspec.structs.replace(LONG.header, follower=Participant(kind="agent"))
    assert summarize([GameRecord(nameless, ())], tokenize).origin.pairs == {"human / agent": 1}


def test_comments_after_the_end_take_no_time() -> None:
    assert summarize([eventful_game()], tokenize).table.seconds.max == 90.0


def test_the_vocabulary_is_of_lower_cased_tokens_the_most_frequent_first() -> None:
    assert BOTH.vocabulary.frequent == (("go", 2), ("!", 1), ("do", 1), ("left", 1), ("n't", 1))
    assert (BOTH.vocabulary.size, BOTH.vocabulary.tokens) == (5, 6)
    assert BOTH.vocabulary.seen_once == 4


def test_it_is_told_who_played() -> None:
    assert BOTH.origin.synthetic_games == 1
    assert BOTH.origin.participants == 2
    assert BOTH.origin.pairs == {"human / m": 1, "m / m": 1}


def test_a_part_of_the_games_knows_how_many_there_are_in_all() -> None:
    part = summarize([LONG], tokenize, part="train", interactions=7)
    assert (part.part, part.games, part.table.interactions) == ("train", 1, 7)


def test_no_games_have_statistics_too() -> None:
    nothing = summarize([], tokenize)
    assert nothing.table.seconds == Spread(0, 0, 0)
    assert nothing.games == 0


def test_a_recording_without_an_end_counts_as_abandoned_with_the_score_so_far() -> None:
    cut = GameRecord(LONG.header, LONG.events[:-1])
    assert summarize([cut], tokenize).game_ends["abandoned"] == 1
    assert (final_score(cut), cut.seconds) == (0, 50.0)
    scored = game_with_sets(2)
    assert final_score(GameRecord(scored.header, scored.events[:-1])) == final_score(scored)
    empty = GameRecord(LONG.header, ())
    assert (final_score(empty), empty.seconds) == (0, 0.0)


def test_parts_have_sizes_and_mean_scores() -> None:
    splits = Splits(train=("a", "b", "c"), development=("d",), validation=("a",))
    scores = {"a": 1, "b": 2, "c": 6, "d": 4}
    assert summarize_parts(splits, scores) == (
        PartSummary("train", 3, 3.0),
        PartSummary("development", 1, 4.0),
        PartSummary("test", 0, 0.0),
        PartSummary("validation", 1, 1.0),
    )


def test_statistics_of_played_games_agree_with_a_plain_count() -> None:
    found = summarize(some_games(), str.split)
    all_lives = [life for game in some_games() for life in lives(replay(game))]
    finished = [life for life in all_lives if life.is_finished]
    lengths = [len(life.text.split()) for life in finished]
    steps = [life.steps for life in finished]
    assert found.table.tokens == Spread(
        plain.fmean(lengths), plain.median(lengths), float(max(lengths))
    )
    assert found.table.actions == Spread(plain.fmean(steps), plain.median(steps), float(max(steps)))
    assert found.instructions_sent.total == len(all_lives)


def test_games_are_taken_one_by_one() -> None:
    def games() -> Iterator[GameRecord]:
        for game in (LONG, SHORT):
            yield pickle.loads(pickle.dumps(game))

    assert summarize(games(), tokenize) == BOTH


def test_statistics_are_json_and_back() -> None:
    assert msgspec.json.decode(msgspec.json.encode(BOTH), type=Statistics) == BOTH


def by_cards(states: StateArray, text: str, cards: Sequence[int]) -> dict[str, str]:
    """A judge that counts the cards."""
    return {"cards": f"{len(cards)}+"}


def test_success_is_counted_by_difficulty_where_it_is_known_what_was_meant() -> None:
    games = [corpus_game(3, index) for index in range(4)]
    examples = build_examples(games)
    wanted: dict[int, list[bool]] = {}
    for start, bits, meant in zip(examples.start, examples.changed, examples.meant, strict=True):
        if meant is not None:
            cells = {int(c) for slot, c in enumerate(start["card_cell"]) if int(bits) >> slot & 1}
            wanted.setdefault(len(meant.cards), []).append(cells == set(meant.cards))
    assert len(wanted) > 1
    assert summarize(games, tokenize, by_cards).difficulty == {
        "cards": tuple(Success(f"{n}+", len(wanted[n]), sum(wanted[n])) for n in sorted(wanted))
    }
    assert summarize(games, tokenize).difficulty == {}
    assert summarize([LONG], tokenize, by_cards).difficulty == {}
