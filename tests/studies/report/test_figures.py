from collections import Counter
from statistics import fmean, median

import msgspec
import pytest

from cerealbar.language import tokenize
from cerealbar.records import GameRecord, lives, replay
from cerealbar.records.summary import final_score
from cerealbar.studies import entries as told
from cerealbar.studies.material import Material, gather
from cerealbar.studies.participations import Participation
from cerealbar.studies.pay import account
from cerealbar.studies.questionnaires import PartnerGuess
from cerealbar.studies.report.figures import StudyFigure, duration
from cerealbar.studies.report.page import report_sections
from cerealbar.studies.report.visit_rows import partner_guesses
from cerealbar.studies.tables import TableRow
from tests.records.games import eventful_game
from tests.studies.ledgers import arrived, participation, played
from tests.studies.sample import STUDY, sample

PEOPLE, RECORDS = sample()
MATERIAL = gather(STUDY, PEOPLE, RECORDS)
NOTHING = gather(STUDY, [], [])
WITH_PEOPLE = [record for record in RECORDS if record.header.follower.kind == "simulated"]
WITH_AGENTS = [record for record in RECORDS if record.header.follower.name == "rule-based"]


def figures(material: Material) -> dict[str, StudyFigure]:
    sections = report_sections(material)
    return {figure.spec.name: figure for _, some in sections for figure in some}


FIGURES = figures(MATERIAL)


def rows(figure: StudyFigure, **wanted: object) -> list[TableRow]:
    return [row for row in figure.data.rows if all(row[k] == v for k, v in wanted.items())]


def finished_lengths(records: list[GameRecord]) -> list[int]:
    return [
        len(tokenize(life.text))
        for record in records
        for life in lives(replay(record))
        if life.is_finished
    ]


def material_of(*people: Participation, records: tuple[GameRecord, ...] = RECORDS) -> Material:
    return gather(STUDY, people, records)


def test_each_game_is_told_once_however_many_took_part() -> None:
    assert len(MATERIAL.games) == len(RECORDS) == 12
    assert {len(game.parts) for game in MATERIAL.games if game.partner == "person"} == {2}
    assert {len(game.parts) for game in MATERIAL.games if game.partner == "agent"} == {1}


def test_points_are_those_of_the_games_by_partner() -> None:
    means, distribution = FIGURES["points"], FIGURES["points_distribution"]
    for partner, records in (("person", WITH_PEOPLE), ("agent", WITH_AGENTS)):
        scores = [final_score(record) for record in records]
        (row,) = rows(means, partner=partner)
        assert row["games"] == len(records) == 6
        assert row["mean"] == pytest.approx(fmean(scores), abs=1e-3)
        assert (row["median"], row["max"]) == (median(scores), max(scores))
        assert isinstance(row["low"], float)
        assert isinstance(row["high"], float)
        assert row["low"] <= fmean(scores) <= row["high"]
        found = Counter(
            {row["points"]: row["games"] for row in rows(distribution, partner=partner)}
        )
        assert found == Counter(scores)
    assert rows(means, partner="agent")[0]["paper_mean"] == 6.2
    assert rows(means, partner="person")[0]["paper_max"] == 20


def test_games_that_were_not_played_to_their_end_count_for_no_points() -> None:
    record = WITH_AGENTS[0]
    left = played(5, how="left", game_id=record.game_id, partner="agent")
    means = figures(material_of(participation("p", arrived(), left)))["points"]
    assert rows(means, partner="agent")[0]["games"] == 0
    assert means.plot is None
    assert means.notice == "No game was played to its end."


def test_lengths_are_those_of_finished_instructions() -> None:
    lengths, vocabulary = FIGURES["instruction_length"], FIGURES["vocabulary"]
    for partner, records in (("person", WITH_PEOPLE), ("agent", WITH_AGENTS)):
        expected = finished_lengths(records)
        (row,) = rows(lengths, partner=partner)
        assert row["values"] == len(expected)
        assert row["mean"] == pytest.approx(fmean(expected), abs=1e-3)
        last = rows(vocabulary, partner=partner)[-1]
        assert last["tokens"] == sum(expected)
    assert rows(lengths, partner="agent")[0]["paper_mean"] == 8.5


def test_vocabularies_are_compared_at_equal_size() -> None:
    smaller = min(sum(finished_lengths(each)) for each in (WITH_PEOPLE, WITH_AGENTS))
    for row in FIGURES["vocabulary"].data.rows:
        assert row["equal_tokens"] == smaller
        assert (row["types"] == row["equal_types"]) is (row["tokens"] == smaller)


def test_words_of_agents_that_lead_are_not_those_of_people() -> None:
    record = WITH_AGENTS[0]
    follows = played(1, "follower", game_id=record.game_id, partner="agent")
    found = figures(material_of(participation("p", arrived(), follows)))
    assert found["instruction_length"].plot is None
    assert found["vocabulary_growth"].plot is None
    assert found["instruction_length"].notice.startswith("No person has led a game")


def test_few_games_are_said_to_be_few() -> None:
    means = figures(material_of(*PEOPLE[:2]))["points"]
    assert means.plot is not None
    expected = "Only 2 games with\u00a0people and 2 games with\u00a0agents"
    assert means.notice.startswith(expected)


def test_change_is_told_by_the_persons_game() -> None:
    points, lengths = FIGURES["points_by_number"], FIGURES["length_by_number"]
    assert {(row["partner"], row["number"], row["people"]) for row in points.data.rows} == {
        ("person", 1, 6),
        ("agent", 2, 6),
        ("person", 3, 6),
    }
    assert {(row["partner"], row["number"], row["people"]) for row in lengths.data.rows} == {
        ("person", 1, 3),
        ("agent", 1, 3),
        ("agent", 2, 3),
        ("person", 2, 3),
    }
    firsts = [final_score(record) for record in WITH_PEOPLE[0::2]]
    (first,) = rows(points, partner="person", number=1)
    assert first["mean"] == pytest.approx(fmean(firsts), abs=1e-3)


def test_change_is_not_drawn_of_too_few_people() -> None:
    points = figures(material_of(*PEOPLE[:2]))["points_by_number"]
    assert points.plot is None
    assert points.notice.startswith("Too few people have played several games")
    assert len(points.data.rows) == 3


def test_signals_cancellations_and_ends_of_instructions_are_counted() -> None:
    record = eventful_game()
    left = played(0, how="left", game_id=record.game_id, partner="agent")
    found = figures(material_of(participation("p", arrived(), left), records=(record,)))
    signals = found["signals"]
    counts = {row["status"]: row["count"] for row in rows(found["instructions"], partner="agent")}
    assert counts == {"finished": 1, "given-up": 1, "cancelled": 3, "unfinished": 1}
    told_so = {row["kind"]: row["count"] for row in rows(signals, partner="agent")}
    assert told_so == {
        "thumb-up": 1,
        "thumb-down": 1,
        "question": 1,
        "remark": 1,
        "cancellation": 2,
    }
    assert {row["count"] for row in rows(signals, partner="person")} == {0}


def test_guesses_are_told_by_what_the_partner_was() -> None:
    guesses, right = FIGURES["guesses"], FIGURES["right_guesses"]
    asked = [pair for each in PEOPLE for pair in partner_guesses(each)]
    assert sum(int(row["count"] or 0) for row in guesses.data.rows) == len(asked) == 18
    expected = Counter((partner, each.guess) for partner, each in asked)
    for row in guesses.data.rows:
        assert row["count"] == expected[row["partner"], row["guess"]]  # type: ignore[index]  # of text
    for row in right.data.rows:
        of: list[str] = [each.guess for partner, each in asked if partner == row["partner"]]
        meant = "person" if row["partner"] == "person" else "program"
        assert row["count"] == len(of)
        assert row["mean"] == pytest.approx(100 * of.count(meant) / len(of), abs=1e-3)


def test_a_guess_about_no_game_is_about_the_partner_of_all() -> None:
    answer = told.StepAnswered(step="about", answers={"who": PartnerGuess("person", 2)})
    one, other = played(partner="agent"), played(partner="person", game_id="h")
    same = participation("p", arrived(), one, answer)
    assert list(partner_guesses(same)) == [("agent", PartnerGuess("person", 2))]
    assert list(partner_guesses(participation("p", arrived(), one, other, answer))) == []


def test_the_funnel_tells_who_stopped_where() -> None:
    funnel = FIGURES["funnel"]
    found = {row["step"]: (row["reached"], row["stopped"], row["how"]) for row in funnel.data.rows}
    assert found == {
        "consent": (9, 1, "1 declined"),
        "quiz": (8, 1, "1 failed quiz"),
        "games": (7, 1, "1 without an end"),
        "write": (6, 0, None),
        "questionnaire": (6, 0, None),
        "end": (6, 0, None),
    }


def test_times_are_quartiles_of_visits() -> None:
    (row,) = rows(FIGURES["step_times"], step="write")
    assert (row["visits"], row["low"], row["median"], row["high"]) == (6, 32, 32, 32)
    assert [duration(seconds) for seconds in (5, 65.4, 3723)] == ["0:05", "1:05", "1:02:03"]


def test_pay_adds_up_to_all_accounts() -> None:
    kinds, summary = FIGURES["pay"], FIGURES["pay_summary"]
    total = sum(account(STUDY, each.story).total for each in PEOPLE)
    assert sum(int(row["cents"] or 0) for row in kinds.data.rows) == total > 0
    assert summary.data.rows[0] == {"kind": "earned altogether", "cents": total}


def test_treatments_are_compared_where_there_are_several() -> None:
    points, lengths = FIGURES["points_by_treatment"], FIGURES["length_by_treatment"]
    assert [row["treatment"] for row in points.data.rows] == ["people", "agent"]
    assert [row["games"] for row in points.data.rows] == [6, 6]
    means = FIGURES["points"].data.rows
    assert [row["mean"] for row in points.data.rows] == [row["mean"] for row in means]
    assert [row["games"] for row in lengths.data.rows] == [6, 6]
    one = msgspec.structs.replace(STUDY, treatments={"people": STUDY.treatments["people"]})
    assert set(FIGURES) - set(figures(gather(one, PEOPLE, RECORDS))) == {
        "points_by_treatment",
        "length_by_treatment",
    }


def test_without_any_data_nothing_is_drawn_and_every_figure_says_why() -> None:
    found = figures(NOTHING)
    assert [name for name, figure in found.items() if figure.plot is not None] == []
    silent = [name for name, figure in found.items() if not figure.notice]
    assert silent == ["pay_summary"]
