"""The eight rules of the paper's transition table (Appendix B), and how half-turns are counted."""

import pytest

from cerealbar.game import (
    PAPER,
    Action,
    Game,
    NoStepsLeftError,
    Outcome,
    Player,
    RoleError,
    Rules,
    Status,
)
from tests.boards import board, game_on, row_of_cards, set_one_step_away, unlimited

LEADER, FOLLOWER = Player.LEADER, Player.FOLLOWER
PAPER_ACTIONS = tuple(action for action in Action if action < Action.CANCEL)
STEPS = (Action.FORWARD, Action.BACKWARD, Action.LEFT, Action.RIGHT)
ENDINGS = (Action.DONE, Action.TIME_OUT)


def interaction(game: Game) -> tuple[int, Player, int]:
    """The paper's interaction state: length of the queue, turn-taker, steps remaining."""
    return int(game.states["waiting"][0]), game.turn, game.steps_left


# Rule 1: T(s, <Q, L, n>, x) = (s, <Qx, L, n>)


def test_rule_1_an_instruction_joins_the_end_of_the_queue() -> None:
    game = game_on(board(queue=1, steps=3))
    outcome = game.instruct("turn around")
    assert outcome == Outcome.INSTRUCTED
    assert interaction(game) == (2, LEADER, 3)
    assert [i.text for i in game.instructions] == ["do 1", "turn around"]
    assert game.current_instruction == "do 1"


def test_rule_1_an_instruction_changes_nothing_in_the_world() -> None:
    game = game_on(board(cards=["2po@12,13+"]))
    expected = game.states.copy()
    expected["waiting"] = 1
    game.instruct("go")
    assert game.states.tobytes() == expected.tobytes()


def test_rule_1_the_leader_can_instruct_without_steps() -> None:
    game = game_on(board(steps=0))
    game.instruct("go")
    assert interaction(game) == (1, LEADER, 0)


def test_rule_1_the_follower_cannot_instruct() -> None:
    game = game_on(board(turn=FOLLOWER, queue=1))
    with pytest.raises(RoleError):
        game.instruct("go")


# Rule 2: T(s, <Q, L, n>, DONE) = (s, <Q, F, M_f>) if |Q| >= 1


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("steps", [0, 1, 5])
@pytest.mark.parametrize("queue", [1, 2, 7])
def test_rule_2_the_leader_ends_the_turn_and_the_follower_takes_over(
    ending: Action, steps: int, queue: int
) -> None:
    game = game_on(board(queue=queue, steps=steps))
    assert game.step(ending) == Outcome.TURN_ENDED
    assert interaction(game) == (queue, FOLLOWER, 10)
    assert game.half_turns_left == 11


# Rule 3: T(s, <<>, L, n>, DONE) = (s, <<>, L, M_l>)


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("steps", [0, 2, 5])
def test_rule_3_with_an_empty_queue_a_new_leader_turn_begins(ending: Action, steps: int) -> None:
    game = game_on(board(steps=steps))
    assert game.step(ending) == Outcome.TURN_ENDED | Outcome.SKIPPED
    assert interaction(game) == (0, LEADER, 5)


@pytest.mark.parametrize("ending", ENDINGS)
def test_rule_3_uses_both_half_turns(ending: Action) -> None:
    game = game_on(board())
    game.step(ending)
    assert game.half_turns_left == 10


# Rule 4: T(s, <Q, L, 1>, a) = (T_w(s, a), <Q, L, 0>)


@pytest.mark.parametrize("action", STEPS)
@pytest.mark.parametrize("queue", [0, 2])
def test_rule_4_the_last_step_of_the_leader_does_not_end_the_turn(
    action: Action, queue: int
) -> None:
    game = game_on(board(steps=1, queue=queue))
    assert game.step(action) == Outcome.MOVED
    assert interaction(game) == (queue, LEADER, 0)
    assert game.half_turns_left == 12


def test_rule_4_without_steps_the_leader_can_only_instruct_or_end_the_turn() -> None:
    game = game_on(board(steps=0))
    assert game.legal_actions() == (Action.DONE, Action.INSTRUCT, Action.TIME_OUT)
    for action in STEPS:
        with pytest.raises(NoStepsLeftError):
            game.step(action)


# Rule 5: T(s, <xQ, F, n>, DONE) = (s, <Q, F, n>) if |xQ| > 1


@pytest.mark.parametrize("steps", [1, 10])
def test_rule_5_a_finished_instruction_leaves_the_head_of_the_queue(steps: int) -> None:
    game = game_on(board(turn=FOLLOWER, queue=3, steps=steps))
    assert game.step(Action.DONE) == Outcome.FINISHED
    assert interaction(game) == (2, FOLLOWER, steps)
    assert game.current_instruction == "do 2"
    assert game.half_turns_left == 12


# Rule 6: T(s, <x, F, n>, DONE) = (s, <<>, L, M_l>)


@pytest.mark.parametrize("steps", [1, 10])
def test_rule_6_finishing_the_last_instruction_ends_the_follower_turn(steps: int) -> None:
    game = game_on(board(turn=FOLLOWER, queue=1, steps=steps))
    assert game.step(Action.DONE) == Outcome.FINISHED | Outcome.TURN_ENDED
    assert interaction(game) == (0, LEADER, 5)
    assert game.current_instruction is None
    assert game.half_turns_left == 11


# Rule 7: T(s, <Q, F, 1>, a) = (T_w(s, a), <Q, L, M_l>)


@pytest.mark.parametrize("action", STEPS)
@pytest.mark.parametrize("queue", [1, 2])
def test_rule_7_the_last_step_of_the_follower_ends_the_turn(action: Action, queue: int) -> None:
    game = game_on(board(turn=FOLLOWER, queue=queue, steps=1))
    before = game.pose(FOLLOWER)
    assert game.step(action) == Outcome.MOVED | Outcome.TURN_ENDED
    assert interaction(game) == (queue, LEADER, 5)
    assert game.pose(FOLLOWER) != before
    assert game.half_turns_left == 11


def test_rule_7_an_unfinished_instruction_stays_the_current_one() -> None:
    game = game_on(board(turn=FOLLOWER, queue=2, steps=1))
    game.step(Action.LEFT)
    assert [i.status for i in game.instructions] == [Status.CURRENT, Status.WAITING]


@pytest.mark.parametrize("queue", [1, 2])
@pytest.mark.parametrize("steps", [1, 10])
def test_rule_7_a_follower_who_runs_out_of_time_hands_over_with_the_queue_as_it_is(
    queue: int, steps: int
) -> None:
    game = game_on(board(turn=FOLLOWER, queue=queue, steps=steps))
    before = game.pose(FOLLOWER)
    assert game.step(Action.TIME_OUT) == Outcome.TURN_ENDED
    assert interaction(game) == (queue, LEADER, 5)
    assert game.pose(FOLLOWER) == before
    assert game.half_turns_left == 11


# Rule 8: T(s, <Q, t, n>, a) = (T_w(s, a), <Q, t, n - 1>) if n > 1


@pytest.mark.parametrize("action", STEPS)
@pytest.mark.parametrize("turn", Player)
@pytest.mark.parametrize("steps", [2, 5])
def test_rule_8_a_world_action_costs_one_step(action: Action, turn: Player, steps: int) -> None:
    game = game_on(board(turn=turn, queue=1, steps=steps))
    still = game.pose(turn.partner)
    before = game.pose(turn)
    assert game.step(action) == Outcome.MOVED
    assert interaction(game) == (1, turn, steps - 1)
    assert game.pose(turn) != before
    assert game.pose(turn.partner) == still
    assert game.half_turns_left == 12


def test_rule_8_a_toggle_costs_one_step_like_any_other_move() -> None:
    game = game_on(board(leader="10,12,e", cards=row_of_cards("1bc"), steps=3))
    assert game.step(Action.FORWARD) == Outcome.MOVED | Outcome.TOGGLED
    assert game.steps_left == 2


# Half-turns


def test_a_game_starts_with_twelve_half_turns_five_steps_and_the_leader() -> None:
    game = Game(42)
    assert interaction(game) == (0, LEADER, 5)
    assert game.half_turns_left == 12
    assert game.score == 0
    assert not game.is_over


def test_each_player_has_six_turns_if_no_set_is_made() -> None:
    game = game_on(board())
    turns = []
    while not game.is_over:
        game.instruct("wait")
        turns.append(game.turn)
        game.step(Action.DONE)
        if not game.is_over:
            turns.append(game.turn)
            game.step(Action.DONE)
    assert turns == [LEADER, FOLLOWER] * 6


def test_a_leader_who_never_instructs_has_six_turns() -> None:
    game = game_on(board())
    turns = 0
    while not game.is_over:
        game.step(Action.TIME_OUT)
        turns += 1
    assert turns == 6


# The 1st set, the 2nd, ... add this many half-turns to the 12; at most 64 in all.
SCHEDULE = (10, 8, 8, 6, 6, 4, 4, 2, 2, 2, 0, 0, 0)


@pytest.mark.parametrize(("sets_before", "extra"), list(enumerate(SCHEDULE)))
def test_each_set_adds_the_half_turns_of_the_schedule(sets_before: int, extra: int) -> None:
    game = game_on(set_one_step_away(score=sets_before, half_turns=3))
    assert game.step(Action.FORWARD) & Outcome.SET_MADE
    assert game.score == sets_before + 1
    assert game.half_turns_left == 3 + extra


def test_sets_beyond_the_whole_schedule_add_nothing() -> None:
    rules = Rules(extra_half_turns=(1,) * 16)
    for score in (15, 16, 17, 40):
        game = game_on(set_one_step_away(score=score, half_turns=3, rules=rules), rules)
        game.step(Action.FORWARD)
        assert game.half_turns_left == (4 if score == 15 else 3)


def test_the_schedule_sums_to_64_half_turns() -> None:
    assert PAPER.half_turns == 12
    assert PAPER.half_turns + sum(PAPER.extra_half_turns) == 64


def test_a_set_with_the_last_step_of_the_last_turn_keeps_the_game_going() -> None:
    states = board(
        follower="12,12,e",
        cards=[f"{card}+" for card in row_of_cards("1bc", "2gd")] + ["3ph@13,12"],
        turn=FOLLOWER,
        queue=1,
        steps=1,
        half_turns=1,
    )
    game = game_on(states)
    outcome = game.step(Action.FORWARD)
    assert outcome == (Outcome.MOVED | Outcome.TOGGLED | Outcome.SET_MADE | Outcome.TURN_ENDED)
    assert game.half_turns_left == 10
    assert interaction(game) == (1, LEADER, 5)


# The end


@pytest.mark.parametrize(
    ("action", "steps", "outcome"),
    [
        (Action.DONE, 4, Outcome.FINISHED | Outcome.TURN_ENDED),
        (Action.TIME_OUT, 4, Outcome.TURN_ENDED),
        (Action.FORWARD, 1, Outcome.MOVED | Outcome.TURN_ENDED),
    ],
)
def test_the_game_ends_with_the_last_follower_turn(
    action: Action, steps: int, outcome: Outcome
) -> None:
    game = game_on(board(turn=FOLLOWER, queue=1, steps=steps, half_turns=1))
    assert game.step(action) == outcome | Outcome.GAME_OVER
    assert game.is_over
    assert game.half_turns_left == 0


@pytest.mark.parametrize("ending", ENDINGS)
@pytest.mark.parametrize("half_turns", [1, 2])
def test_a_skipped_turn_can_end_the_game_and_never_goes_below_zero(
    ending: Action, half_turns: int
) -> None:
    game = game_on(board(half_turns=half_turns))
    assert game.step(ending) == Outcome.TURN_ENDED | Outcome.SKIPPED | Outcome.GAME_OVER
    assert game.half_turns_left == 0


def test_nothing_is_legal_when_the_game_is_over() -> None:
    game = game_on(board(half_turns=0))
    assert game.is_over
    assert game.legal_actions() == ()
    assert not game.legal_actions()


def test_actions_that_do_not_end_a_turn_never_end_the_game() -> None:
    game = game_on(board(half_turns=1))
    for action in STEPS:
        game.step(action)
    game.instruct("go")
    assert not game.is_over
    assert game.half_turns_left == 1


# Unlimited turns, as in tutorials


def test_unlimited_turns_never_run_out() -> None:
    game = game_on(unlimited(board()), Rules(half_turns=None))
    for _ in range(200):
        assert game.step(Action.DONE) == Outcome.TURN_ENDED | Outcome.SKIPPED
    assert game.half_turns_left is None
    assert not game.is_over


def test_unlimited_turns_stay_unlimited_when_a_set_is_made() -> None:
    game = game_on(unlimited(set_one_step_away()), Rules(half_turns=None))
    assert game.step(Action.FORWARD) & Outcome.SET_MADE
    assert game.half_turns_left is None
    assert game.score == 1


def test_unlimited_turns_hand_over_without_counting() -> None:
    game = game_on(unlimited(board(turn=FOLLOWER, queue=1)))
    game.step(Action.TIME_OUT)
    assert game.half_turns_left is None
    assert game.turn is LEADER


# The end-turn button


def test_the_end_turn_button_is_disabled_while_no_instruction_waits() -> None:
    game = game_on(board())
    assert not game.can_end_turn
    game.instruct("go")
    assert game.can_end_turn


def test_the_end_turn_button_is_enabled_by_an_instruction_left_from_before() -> None:
    game = game_on(board(turn=FOLLOWER, queue=1, steps=1))
    game.step(Action.LEFT)
    assert game.turn is LEADER
    assert game.can_end_turn


def test_the_follower_has_no_end_turn_button() -> None:
    assert not game_on(board(turn=FOLLOWER, queue=1)).can_end_turn


def test_the_end_turn_button_is_disabled_when_the_game_is_over() -> None:
    assert not game_on(board(queue=1, half_turns=0)).can_end_turn


# Legal actions


@pytest.mark.parametrize("turn", Player)
def test_on_open_ground_everything_of_the_role_is_legal(turn: Player) -> None:
    game = game_on(board(turn=turn, queue=1))
    expected = tuple(a for a in PAPER_ACTIONS if a is not Action.INSTRUCT or turn is LEADER)
    assert game.legal_actions() == expected


def test_bumping_is_not_listed_as_legal() -> None:
    game = game_on(board(leader="0,0,sw"))
    assert Action.FORWARD not in game.legal_actions()
    assert Action.BACKWARD in game.legal_actions()


@pytest.mark.parametrize(("leader_steps", "follower_steps"), [(0, 1), (1, 3), (7, 2)])
def test_steps_a_turn_come_from_the_rules(leader_steps: int, follower_steps: int) -> None:
    rules = Rules(leader_steps=leader_steps, follower_steps=follower_steps)
    game = game_on(board(queue=1, rules=rules), rules)
    assert game.steps_left == leader_steps
    game.step(Action.DONE)
    assert game.steps_left == follower_steps
    game.step(Action.TIME_OUT)
    assert game.steps_left == leader_steps
