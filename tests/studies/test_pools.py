from cerealbar.studies import entries as told
from cerealbar.studies.conditions import pool_changes
from cerealbar.studies.entries import StudyEntry
from cerealbar.studies.parts import Pool
from cerealbar.studies.story import story_of
from tests.studies.ledgers import arrived, ledger, played

EXPERT_CONDITION = "best_led >= 3 and best_followed >= 3"
"""The paper's experts: a good game in each role shows that they can play (Appendix C)."""
POOLS = {"expert": Pool(joins_if=EXPERT_CONDITION), "chosen": Pool()}
LED, FOLLOWED = played(3, "leader"), played(4, "follower")


def joined(*entries: StudyEntry, pools: dict[str, Pool] = POOLS) -> list[str]:
    changes = pool_changes(pools, story_of(ledger(arrived(), *entries)))
    assert all(change.is_member and change.by == "" for change in changes)
    return [change.pool for change in changes]


def test_an_expert_has_played_a_good_game_in_each_role() -> None:
    assert joined(LED, FOLLOWED) == ["expert"]
    assert joined(LED, LED) == []
    assert joined(LED, played(2, "follower")) == []
    assert joined(LED, arrived(2, 2), FOLLOWED) == ["expert"]


def test_a_pool_without_a_condition_is_joined_by_hand_only() -> None:
    assert joined(LED, FOLLOWED, pools={"chosen": Pool()}) == []


def test_nobody_joins_a_closed_pool_by_a_condition() -> None:
    closed = {"expert": Pool(joins_if=EXPERT_CONDITION, is_closed=True)}
    assert joined(LED, FOLLOWED, pools=closed) == []


def test_members_do_not_join_again_nor_leave_by_a_condition() -> None:
    member = told.PoolChanged(pool="expert", is_member=True)
    assert joined(LED, FOLLOWED, member) == []
    assert joined(told.PoolChanged(pool="expert", is_member=True, by="kim")) == []


def test_who_was_taken_out_by_hand_stays_out() -> None:
    out = told.PoolChanged(pool="expert", is_member=False, by="kim")
    assert joined(LED, FOLLOWED, out) == []
    assert joined(LED, out, arrived(2, 2), FOLLOWED) == []


def test_who_was_taken_in_again_by_hand_is_barred_no_more() -> None:
    out = told.PoolChanged(pool="expert", is_member=False, by="kim")
    back = told.PoolChanged(pool="expert", is_member=True, by="kim")
    assert story_of(ledger(arrived(), out)).barred == {"expert"}
    assert story_of(ledger(arrived(), out, back)).barred == frozenset()
