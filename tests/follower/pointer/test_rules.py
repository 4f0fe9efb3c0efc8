"""What the rules make of an instruction, and how far a policy goes by it."""

import numpy as np
import pytest

from cerealbar.agents.policy import Assignments
from cerealbar.evaluation.suites import open_suite, run_suite
from cerealbar.follower.config import Confidence, RuleTrust
from cerealbar.follower.pointer import PointerPolicy
from cerealbar.follower.pointer.policy import NOT_UNDERSTOOD
from cerealbar.follower.pointer.rules import goal_array, read_by_rules
from cerealbar.game import Action, Player, StateArray, cell_at
from tests.follower.pointer.test_policy import situation
from tests.follower.pointer.worlds import untrained, village

ITEMS = open_suite("written-train")[:40]
ALWAYS = RuleTrust(margin=np.inf, margin_given_up=np.inf)
NEVER = RuleTrust(margin=-np.inf, margin_given_up=-np.inf)


def assigned(states: StateArray, *texts: str) -> Assignments:
    states = np.repeat(states, len(texts))
    states["turn"] = Player.FOLLOWER
    return Assignments(states, texts, [()] * len(texts), [None] * len(texts))


def test_the_rules_tell_cards_in_order_where_they_end_and_whether_they_understood() -> None:
    texts = "get the two green diamonds and then the blue square", "wait", "sing a song"
    both, nothing, song = read_by_rules(assigned(village(), *texts))
    assert both.cells == (cell_at(13, 11), cell_at(12, 14))
    assert both.slots == (1, 0)
    assert both.end == both.cells[-1]
    assert both.arrivals[-1] == len(both.steps)
    assert not both.gives_up
    assert (nothing.cells, nothing.steps, nothing.gives_up) == ((), (), False)
    assert song.gives_up
    assert goal_array([both, nothing], 3).tolist() == [[1, 0, -1], [-1, -1, -1]]


def test_who_always_trusts_the_rules_does_what_they_do() -> None:
    policy = PointerPolicy(untrained().arrays(), trust=ALWAYS)
    readings = read_by_rules(
        Assignments(
            np.concatenate([item.states() for item in ITEMS]),
            [item.text for item in ITEMS],
            [()] * len(ITEMS),
            [None] * len(ITEMS),
        )
    )
    results = run_suite(ITEMS, policy)
    right = 0
    for reading, result in zip(readings, results, strict=True):
        toggled = {cell for cell, times in result.touched.items() if times % 2}
        assert toggled == set(reading.cells)
        assert result.trail[-1] == reading.end
        right += result.is_right
    assert right > 30


def test_who_never_trusts_the_rules_does_what_the_network_says() -> None:
    alone, deaf = (PointerPolicy(untrained().arrays(), trust=trust) for trust in (None, NEVER))
    assert [r.trail for r in run_suite(ITEMS, alone)] == [r.trail for r in run_suite(ITEMS, deaf)]


@pytest.mark.parametrize(
    ("text", "cells"),
    [
        ("get all of the blue squares", [cell_at(12, 14), -1]),
        ("get every card", [cell_at(12, 14), cell_at(13, 11)]),
        ("get the blue square", [-1, -1]),
    ],
)
def test_who_trusts_no_rule_counts_all_of_a_kind_by_them(text: str, cells: list[int]) -> None:
    policy = PointerPolicy(untrained().arrays(), trust=NEVER)
    memory = policy.new_memory(1)
    policy.begin(memory, np.arange(1), assigned(village(), text))
    assert memory.goals[0, :2].tolist() == cells  # the untrained network wants no card


@pytest.mark.parametrize("bound", [0.0, 0.6])
def test_one_is_surer_where_the_rules_agree_and_gives_up_where_unsure(bound: float) -> None:
    by = Confidence(bias=0.0, likelihood=0.0, agreement=1.0, given_up=-4.0)
    policy = PointerPolicy(untrained().arrays(), "x", bound, ALWAYS, by)
    memory, rows = policy.new_memory(3), np.arange(3)
    given = assigned(village(), "sing a song", "get the blue square", "wait")
    policy.begin(memory, rows, given)
    assert memory.confidence[0] == 0  # nobody found anything to do
    weights = np.array([0.0, 1.0])  # the untrained network wants no card
    assert np.allclose(memory.confidence[1:], 1 / (1 + np.exp(-weights)))
    now = situation(given.states, 0)
    chosen = policy.choose(memory, rows, now)
    assert (chosen[0] == Action.GIVE_UP) == (bound > 0)
    assert policy.reason(memory, 0) == (NOT_UNDERSTOOD if bound > 0 else None)
