import asyncio
import copy
from pathlib import Path

import pytest

from cerealbar.server.store.participants import find_ledger, participants_of
from cerealbar.server.visits.ledgers import Ledgers, OpenLedger
from cerealbar.server.visits.people import VisitError, signed_link
from cerealbar.server.visits.visiting import StudyVisits
from cerealbar.studies.entries import Compensated, Excluded, Messaged, StudyEntry
from cerealbar.studies.errors import AnswerError
from cerealbar.studies.steps import QuizStep
from cerealbar.studies.study import stage_of
from cerealbar.wire.visits import (
    Agree,
    ConsentShown,
    EndShown,
    EnterStudy,
    PlayShown,
    QuestionnaireReply,
    QuizReply,
    QuizShown,
)
from tests.server.rooms.playing import Time
from tests.server.visits.receptions import (
    QUESTIONNAIRE,
    QUIZ,
    Guest,
    in_loop,
    reception_of,
    small_study,
)

AGREE = Agree(is_agreed=True)


@in_loop
async def test_a_visit_from_the_first_step_to_the_code(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", QUESTIONNAIRE)
    async with reception_of(tmp_path / "db", study) as reception:
        guest = await Guest.come(reception)
        first = await guest.look()
        assert (first.step, first.number, first.of) == ("consent", 1, 3)
        assert isinstance(first.shown, ConsentShown)
        assert "&lt;b&gt;agree" in first.shown.html
        second = await guest.answer(AGREE)
        assert (second.step, second.number) == ("questionnaire", 2)
        last = await guest.answer(QuestionnaireReply(answers={"remarks": "none"}))
        assert isinstance(last.shown, EndShown)
        assert (last.shown.how, last.shown.html) == ("finished", "<p>Goodbye.</p>\n")
        assert len(last.shown.code) == 10
        assert await guest.look() == last


@in_loop
async def test_codes_differ_unless_the_study_has_one(tmp_path: Path) -> None:
    codes = []
    for name, recruiting in (("a", ""), ("b", 'completion_code = "C1"')):
        study = small_study(tmp_path / name, recruiting=recruiting)
        async with reception_of(tmp_path / f"{name}.db", study) as reception:
            for browser in ("ada", "bob"):
                end = await (await Guest.come(reception, browser)).answer(AGREE)
                assert isinstance(end.shown, EndShown)
                codes.append(end.shown.code)
    assert len(set(codes)) == 3
    assert codes[2:] == ["C1", "C1"]


@in_loop
async def test_whoever_comes_back_goes_on_after_a_restart(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", QUESTIONNAIRE)
    async with reception_of(tmp_path / "db", study) as reception:
        await (await Guest.come(reception)).answer(AGREE)
    async with reception_of(tmp_path / "db", study) as reception:
        assert (await (await Guest.come(reception)).look()).step == "questionnaire"
        assert (await (await Guest.come(reception, "bob")).look()).step == "consent"


@in_loop
async def test_only_the_newest_window_goes_on(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", QUESTIONNAIRE)
    async with reception_of(tmp_path / "db", study) as reception:
        old, new = await Guest.come(reception), await Guest.come(reception)
        for attempt in (old.look(), old.answer(AGREE)):
            with pytest.raises(VisitError, match="another window") as refused:
                await attempt
            assert refused.value.status == 409
        assert (await new.answer(AGREE)).step == "questionnaire"


@in_loop
async def test_an_answer_to_an_old_step_changes_nothing(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", QUESTIONNAIRE)
    async with reception_of(tmp_path / "db", study) as reception:
        guest = await Guest.come(reception)
        first = await guest.look()
        await guest.answer_at(first, AGREE)
        with pytest.raises(VisitError, match="another step") as refused:
            await guest.answer_at(first, Agree(is_agreed=False))
        assert refused.value.status == 409
        assert (await guest.look()).step == "questionnaire"


@in_loop
async def test_two_clicks_at_once_count_once(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", QUESTIONNAIRE)
    async with reception_of(tmp_path / "db", study) as reception:
        guest = await Guest.come(reception)
        first = await guest.look()
        answers = await asyncio.gather(
            *(guest.answer_at(first, AGREE) for _ in range(5)), return_exceptions=True
        )
        assert sum(isinstance(it, VisitError) for it in answers) == 4
        assert (await guest.look()).step == "questionnaire"


@in_loop
async def test_two_receptions_on_one_store_do_not_contradict_each_other(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", QUESTIONNAIRE)
    async with reception_of(tmp_path / "db", study) as reception:
        guest = await Guest.come(reception)
        first = await guest.look()
        other = Guest(_another(reception), guest.token)
        answers = await asyncio.gather(
            *(it.answer_at(first, AGREE) for it in (guest, other, guest, other)),
            return_exceptions=True,
        )
        assert sum(isinstance(it, VisitError) for it in answers) == 3
        assert (await guest.look()).step == "questionnaire"


def _another(reception: StudyVisits) -> StudyVisits:
    """A reception as another process has it: the same store, and locks of its own."""
    other = copy.copy(reception)
    other._ledgers = Ledgers(reception._store, reception._wall)
    return other


@in_loop
async def test_who_does_not_agree_has_reached_the_end(tmp_path: Path) -> None:
    async with reception_of(tmp_path / "db", small_study(tmp_path / "study")) as reception:
        guest = await Guest.come(reception)
        end = await guest.answer(Agree(is_agreed=False))
        assert isinstance(end.shown, EndShown)
        assert (end.shown.how, end.shown.code, end.shown.html) == ("declined", "", "")
        again = await (await Guest.come(reception)).look()
        assert isinstance(again.shown, EndShown)


@pytest.mark.parametrize(("again", "step"), [("never", "end"), ("again", "consent")])
@in_loop
async def test_who_was_here_before_meets_what_the_study_says(
    tmp_path: Path, again: str, step: str
) -> None:
    study = small_study(tmp_path / "study", again=again)
    async with reception_of(tmp_path / "db", study) as reception:
        await (await Guest.come(reception)).answer(AGREE)
        assert (await (await Guest.come(reception)).look()).step == step


@in_loop
async def test_a_study_may_be_full(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", recruiting="participants = 1")
    async with reception_of(tmp_path / "db", study) as reception:
        await Guest.come(reception)
        await Guest.come(reception)  # the same person
        with pytest.raises(VisitError, match="as many participants as it needs") as refused:
            await Guest.come(reception, "bob")
        assert refused.value.status == 410


@in_loop
async def test_the_last_place_of_a_study_is_given_to_one_of_those_who_come_at_once(
    tmp_path: Path,
) -> None:
    study = small_study(tmp_path / "study", recruiting="participants = 1")
    async with reception_of(tmp_path / "db", study) as reception:
        coming = (Guest.come(reception, browser) for browser in ("ada", "bob", "eve"))
        came = await asyncio.gather(*coming, return_exceptions=True)
        assert sum(isinstance(each, Guest) for each in came) == 1
        refused = [each for each in came if isinstance(each, VisitError)]
        assert [each.status for each in refused] == [410, 410]


@in_loop
async def test_the_last_place_is_that_of_a_person_who_comes_twice_at_once(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", recruiting="participants = 1")
    async with reception_of(tmp_path / "db", study) as reception:
        await asyncio.gather(*(Guest.come(reception) for _ in range(3)))


@in_loop
async def test_there_is_no_other_study(tmp_path: Path) -> None:
    async with reception_of(tmp_path / "db", small_study(tmp_path / "study")) as reception:
        with pytest.raises(VisitError, match="no such study") as refused:
            await Guest.come(reception, study="other")
        assert refused.value.status == 404


@in_loop
async def test_fifty_who_come_at_once_are_fifty_participants(tmp_path: Path) -> None:
    async with reception_of(tmp_path / "db", small_study(tmp_path / "study")) as reception:
        names = [f"browser {number}" for number in range(50)]
        guests = await asyncio.gather(*(Guest.come(reception, name) for name in names * 2))
        assert len({guest.token for guest in guests}) == 100
        store = reception._store
        assert len(await store.read(participants_of, "small")) == 50


@in_loop
async def test_signed_links_say_who_comes(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", via="links")
    async with reception_of(tmp_path / "db", study) as reception:
        secret = reception._store.secret
        link = signed_link("https://x", "small", "p 7", secret)
        assert link.startswith("https://x/study/small?who=p+7&key=")
        key = link.rpartition("=")[2]
        first = await Guest.come(reception, "", who="p 7", key=key)
        assert (await first.answer(AGREE)).step == "end"
        same = await Guest.come(reception, "another browser", who="p 7", key=key)
        assert (await same.look()).step == "end"
        for wrong in ({"who": "p 8", "key": key}, {"who": "p 7"}, {"key": key}, {}):
            with pytest.raises(VisitError) as refused:
                await Guest.come(reception, "", **wrong)
            assert refused.value.status == 404


@in_loop
async def test_a_link_of_another_study_is_refused(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", via="links")
    async with reception_of(tmp_path / "db", study) as reception:
        key = signed_link("", "other", "p", reception._store.secret).rpartition("=")[2]
        with pytest.raises(VisitError, match="not valid for this study"):
            await Guest.come(reception, "", who="p", key=key)


@pytest.mark.parametrize("name", ["", " ", "x" * 101, "a\nb", "a\0b"])
@in_loop
async def test_a_platform_id_that_is_none_is_refused(tmp_path: Path, name: str) -> None:
    study = small_study(tmp_path / "study", via="prolific")
    async with reception_of(tmp_path / "db", study) as reception:
        with pytest.raises(VisitError, match="not complete"):
            await Guest.come(reception, "", PROLIFIC_PID=name)


@in_loop
async def test_a_preview_takes_nobody_in(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", via="mturk")
    async with reception_of(tmp_path / "db", study) as reception:
        link = {"assignmentId": "ASSIGNMENT_ID_NOT_AVAILABLE", "workerId": "w"}
        given = await reception.enter(EnterStudy(study="small", link=link))
        assert (given.is_preview, given.token) == (True, "")
        assert await reception._store.read(participants_of, "small") == []
        given = await reception.enter(
            EnterStudy(study="small", link=link | {"assignmentId": "real"})
        )
        assert not given.is_preview


@in_loop
async def test_a_program_that_tries_a_study_is_told_apart_from_people(tmp_path: Path) -> None:
    steps = '[[steps]]\nkind = "tutorial"\nrole = "leader"'
    study = small_study(tmp_path / "study", steps)
    kinds = []
    async with reception_of(tmp_path / "db", study) as reception:
        for browser, is_program in (("ada", False), ("bot", True)):
            coming = EnterStudy(study="small", person=browser, is_program=is_program)
            guest = Guest(reception, (await reception.enter(coming)).token)
            await guest.answer(AGREE)
            room = [*reception._games._router.registry.rooms.values()][-1]
            kinds.append(room.seats["leader"].participant.kind)
    assert kinds == ["human", "program"]


@in_loop
async def test_no_platform_id_is_stored(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", via="prolific")
    async with reception_of(tmp_path / "db", study) as reception:
        await Guest.come(reception, "", PROLIFIC_PID="5f3a9c8e7b6d5a4c3b2a1f0e")
    assert b"5f3a9c8e7b6d5a4c3b2a1f0e" not in b"".join(
        path.read_bytes() for path in (tmp_path / "db").iterdir()
    )


@in_loop
async def test_the_quiz_explains_what_was_wrong_and_ends_the_visit_at_last(
    tmp_path: Path,
) -> None:
    study = small_study(tmp_path / "study", QUIZ)
    step = study.step("quiz")
    assert isinstance(step, QuizStep)
    async with reception_of(tmp_path / "db", study) as reception:
        guest = await Guest.come(reception)
        stage = await guest.answer(AGREE)
        (participant, _), *_ = await reception._store.read(participants_of, "small")
        for tries in range(2):
            assert isinstance(stage.shown, QuizShown)
            assert stage.shown.tries_left == 2 - tries
            assert len(stage.shown.explanations) == 8 * tries
            assert not any(b'"right":' in str(q).encode() for q in stage.shown.questions)
            found = await reception._store.read(find_ledger, participant.participant_id)
            assert found is not None
            ledger = OpenLedger(reception._store, reception._wall, *found)
            _, questions = step.asked(
                reception._at(study, ledger, stage_of(study, ledger.story)), tries
            )
            wrong = tuple((question.right + 1) % 2 for question in questions)
            stage = await guest.answer(QuizReply(answers=wrong))
        assert isinstance(stage.shown, EndShown)
        assert (stage.shown.how, stage.shown.code) == ("failed-quiz", "")


@in_loop
async def test_a_step_is_there_or_not_as_its_condition_was_when_its_turn_came(
    tmp_path: Path,
) -> None:
    later = QUESTIONNAIRE + '\nonly_if = "quiz_tries > 0"'
    once = QUIZ + '\nquestions = 20\nright_needed = 20\nonly_if = "quiz_tries == 0"'
    study = small_study(tmp_path / "study", f"{later}\n{once}")
    async with reception_of(tmp_path / "db", study) as reception:
        guest = await Guest.come(reception)
        stages = [await guest.answer(AGREE), await guest.answer(QuizReply(answers=(0,) * 20))]
        assert [(it.step, it.round, it.of) for it in stages] == [("quiz", 0, 3), ("quiz", 1, 3)]


@in_loop
async def test_a_bad_answer_changes_nothing(tmp_path: Path) -> None:
    study = small_study(tmp_path / "study", QUESTIONNAIRE)
    async with reception_of(tmp_path / "db", study) as reception:
        guest = await Guest.come(reception)
        await guest.answer(AGREE)
        for bad in (
            AGREE,
            QuizReply(answers=(1,)),
            QuestionnaireReply(answers={}),
            QuestionnaireReply(answers={"remarks": 7}),
            QuestionnaireReply(answers={"remarks": "x", "more": "y"}),
        ):
            with pytest.raises(AnswerError):
                await guest.answer(bad)
        assert (await guest.look()).step == "questionnaire"


@in_loop
async def test_what_admins_decide_reaches_the_page(tmp_path: Path) -> None:
    async with reception_of(tmp_path / "db", small_study(tmp_path / "study")) as reception:
        guest = await Guest.come(reception)
        await note(
            reception, guest, Messaged(text="please hurry"), Compensated(cents=150, reason="late")
        )
        assert (await guest.look()).messages == ("please hurry",)
        await note(reception, guest, Excluded(reason="two people"))
        end = (await guest.look()).shown
        assert isinstance(end, EndShown)
        assert (end.how, end.code, end.earned) == ("excluded", "", "1.50 USD")


async def note(reception: StudyVisits, guest: Guest, *entries: StudyEntry) -> None:
    """Store what an admin decides."""
    await reception._go_on(guest.token, lambda ledger: ledger.append(*entries))


@in_loop
async def test_a_tutorial_is_opened_once_and_anew_when_it_was_left(tmp_path: Path) -> None:
    steps = '[[steps]]\nkind = "tutorial"\nrole = "leader"'
    study = small_study(tmp_path / "study", steps)
    async with reception_of(tmp_path / "db", study, Time()) as reception:
        guest = await Guest.come(reception)
        first = (await guest.answer(AGREE)).shown
        assert isinstance(first, PlayShown)
        assert first.is_tutorial
        assert (await guest.look()).shown == first
        router = reception._games._router
        (room,) = router.registry.rooms.values()
        await room.leave("leader")
        second = (await guest.look()).shown
        assert isinstance(second, PlayShown)
        assert second.seat != first.seat
