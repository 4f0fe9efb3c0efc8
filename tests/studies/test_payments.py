from dataclasses import replace

import pytest
from msgspec.structs import replace as replace_part

from cerealbar.studies import entries as told
from cerealbar.studies.entries import LedgerEntry
from cerealbar.studies.errors import StudyError
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import Recruiting, Via
from cerealbar.studies.payments import (
    paid_batch,
    paid_entries,
    payment_batch,
    payment_table,
)
from cerealbar.studies.steps import EndStep
from cerealbar.studies.study import Study
from tests.studies.ledgers import arrived, participation, played

STUDY = Study(name="s", title="S", steps=(EndStep(),))
ANN = participation("ann", arrived(), played(2))
BOB = participation("bob", arrived(), played(0))
IDLE = participation("idle", arrived())


def append(to: Participation, *entries: told.StudyEntry) -> Participation:
    more = [LedgerEntry(len(to.ledger) + i, 5000.0, entry) for i, entry in enumerate(entries)]
    return replace(to, ledger=(*to.ledger, *more))


def paid(people: list[Participation]) -> list[Participation]:
    """The same people after all that is due to them was recorded."""
    entries = paid_entries(payment_batch(STUDY, people), people)
    return [
        append(each, entries[each.participant_id]) if each.participant_id in entries else each
        for each in people
    ]


def test_a_batch_holds_what_is_due_and_leaves_out_those_without() -> None:
    batch = payment_batch(STUDY, [BOB, IDLE, ANN])
    assert [(each.participant_id, each.cents) for each in batch.payments] == [
        ("ann", 55),
        ("bob", 15),
    ]
    assert (batch.cents, batch.currency) == (70, "USD")


def test_a_batch_goes_by_its_contents() -> None:
    first = payment_batch(STUDY, [ANN, BOB])
    assert payment_batch(STUDY, [BOB, ANN, IDLE]).id == first.id
    assert payment_batch(STUDY, [ANN]).id != first.id
    assert payment_batch(Study(name="t", title="T", steps=(EndStep(),)), [ANN, BOB]).id != first.id


def test_after_a_batch_is_recorded_nothing_is_due() -> None:
    after = paid([ANN, BOB, IDLE])
    assert [each.story.paid for each in after] == [55, 15, 0]
    assert payment_batch(STUDY, after).payments == ()


def test_the_same_amount_due_once_more_is_another_batch() -> None:
    batch = payment_batch(STUDY, [BOB])
    (again,) = paid([BOB])
    later = append(again, played(0, game_id="h"))
    assert payment_batch(STUDY, [later]).payments[0].cents == batch.payments[0].cents
    assert payment_batch(STUDY, [later]).id != batch.id


def test_recording_a_batch_twice_changes_nothing() -> None:
    batch = payment_batch(STUDY, [ANN, BOB])
    assert set(paid_entries(batch, [ANN, BOB])) == {"ann", "bob"}
    assert paid_entries(batch, paid([ANN, BOB])) == {}


def test_a_batch_that_was_recorded_in_part_is_completed() -> None:
    batch = payment_batch(STUDY, [ANN, BOB])
    entries = paid_entries(batch, [ANN, BOB])
    half = [append(ANN, entries["ann"]), BOB]
    assert paid_entries(batch, half) == {"bob": entries["bob"]}


def test_a_batch_is_refused_when_someone_was_paid_meanwhile() -> None:
    batch = payment_batch(STUDY, [ANN])
    meanwhile = append(ANN, told.Paid(cents=20, batch="other"))
    with pytest.raises(StudyError, match=r"ann was paid 0\.20 since it was made"):
        paid_entries(batch, [meanwhile])
    with pytest.raises(StudyError, match="nobody can be paid as 'ann'"):
        paid_entries(batch, [BOB])


def test_a_recorded_batch_is_found_as_it_was_and_says_if_someone_is_missing() -> None:
    batch = payment_batch(STUDY, [ANN, BOB])
    later = append(paid([ANN, BOB])[0], played(1, game_id="h"))
    after = paid([later, *paid([ANN, BOB])[1:]])
    assert paid_batch(STUDY, after, batch.id) == batch
    assert not paid_batch(STUDY, after[:1], batch.id).is_whole
    with pytest.raises(StudyError, match="has no batch 'x'"):
        paid_batch(STUDY, after, "x")


def test_prolific_gets_ids_and_amounts_without_a_head() -> None:
    table = payment_table("prolific", payment_batch(STUDY, [BOB, ANN]))
    assert table == "worker-ann,0.55\nworker-bob,0.15\n"


def test_mturk_gets_workers_assignments_and_a_token_against_paying_twice() -> None:
    batch = payment_batch(STUDY, [ANN, BOB])
    head, first, second = payment_table("mturk", batch).splitlines()
    assert head == "WorkerId,AssignmentId,BonusAmount,Reason,UniqueRequestToken"
    assert first.startswith("worker-ann,A1,0.55,Bonus,")
    assert first.rsplit(",", 1)[1] != second.rsplit(",", 1)[1]
    assert payment_table("mturk", batch).splitlines()[1] == first


def test_a_plain_table_holds_no_ids_of_platforms() -> None:
    batch = payment_batch(STUDY, [append(ANN, told.Ended(how="finished", code="C0DE"))])
    assert payment_table("open", batch) == (
        f"participant,codes,amount,currency,batch\nann,C0DE,0.55,USD,{batch.id}\n"
    )


def test_those_with_signed_links_are_paid_by_name() -> None:
    batch = payment_batch(STUDY, [replace(ANN, platform_id="=Ann, B.")])
    assert payment_table("links", batch) == (
        f'participant,name,codes,amount,currency,batch\nann,"\'=Ann, B.",,0.55,USD,{batch.id}\n'
    )


@pytest.mark.parametrize(
    ("via", "unknown", "told_why"),
    [
        ("prolific", replace(BOB, platform_id=None), "None is no id there"),
        ("mturk", replace(BOB, submission_id=None), "None is no assignment"),
    ],
)
def test_whom_the_platform_does_not_know_keeps_nobody_else_from_being_paid(
    via: Via, unknown: Participation, told_why: str
) -> None:
    study = replace_part(STUDY, recruiting=Recruiting(via=via))
    batch = payment_batch(study, [ANN, unknown])
    assert [each.participant_id for each in batch.payments] == ["ann"]
    assert len(batch.refusals) == 1
    assert told_why in batch.refusals[0]
    assert payment_table(via, batch)
    paid_ann = append(ANN, paid_entries(batch, [ANN, unknown])["ann"])
    (later,) = payment_batch(study, [paid_ann, BOB]).payments
    assert (later.participant_id, later.cents) == ("bob", 15)
    with pytest.raises(StudyError, match=told_why):
        payment_batch(study, [paid_ann, unknown])


@pytest.mark.parametrize("platform_id", [None, "", "x,9.00", "a\nb", "=1+1", "-1", "@x"])
def test_whom_a_platform_cannot_know_is_named(platform_id: str | None) -> None:
    batch = payment_batch(STUDY, [replace(ANN, platform_id=platform_id)])
    with pytest.raises(StudyError, match="ann cannot be paid by Prolific"):
        payment_table("prolific", batch)


def test_mturk_needs_an_assignment() -> None:
    batch = payment_batch(STUDY, [replace(ANN, submission_id=None)])
    with pytest.raises(StudyError, match="ann cannot be paid by MTurk: None is no assignment"):
        payment_table("mturk", batch)
