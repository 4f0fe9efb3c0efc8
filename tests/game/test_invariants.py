"""What holds in every state that play can reach, and that a refusal changes nothing at all."""

from collections.abc import Callable
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given, settings

from cerealbar.game import (
    CARDS,
    IS_BORDER,
    TILES,
    UNLIMITED,
    Action,
    CerealBarError,
    Game,
    GameOverError,
    IllegalActionError,
    InstructionError,
    NoStepsLeftError,
    NotationError,
    Outcome,
    OutOfTurnError,
    Player,
    Refusal,
    RoleError,
    Rules,
    StateArray,
    UnknownActionError,
    legal_many,
    parse_state,
    step_many,
)
from cerealbar.game.turns import MAX_WAITING
from tests.boards import (
    act,
    board,
    cells_of_cards,
    game_on,
    kinds_of_cards,
    set_one_step_away,
    taken_cells,
)
from tests.game.test_cards import is_valid_set
from tests.strategies import actions, games, lengths, plays, reachable_states, starts

Start = tuple[StateArray, Rules]
Play = Callable[[StateArray], Action]
FIXED = ("seed", "step_limits", "cards", "extra_half_turns", "cancelling", "tile")


def selected_slots(states: StateArray) -> list[int]:
    return [slot for slot in range(states[0]["cards"]) if states[0]["selected"] >> slot & 1]


# In every reachable state


@given(reachable_states())
def test_cards_lie_apart_on_ground_off_the_border(states: StateArray) -> None:
    state = states[0]
    cells = state["card_cell"][: state["cards"]].tolist()
    assert len(set(cells)) == len(cells) == state["cards"]
    assert all(TILES[state["tile"][cell]].is_passable for cell in cells)
    assert not IS_BORDER[cells].any()


@given(reachable_states())
def test_cells_with_cards_are_taken(states: StateArray) -> None:
    assert taken_cells(states).issuperset(cells_of_cards(states))


@given(reachable_states())
def test_the_board_holds_a_valid_set(states: StateArray) -> None:
    cards = [CARDS[kind] for kind in kinds_of_cards(states)]
    assert any(is_valid_set(*three) for three in combinations(cards, 3))


@given(reachable_states())
def test_what_is_selected_is_never_a_set_because_it_would_have_scored(states: StateArray) -> None:
    kinds = kinds_of_cards(states)
    assert not is_valid_set(*(CARDS[kinds[slot]] for slot in selected_slots(states)))


@given(reachable_states())
def test_only_cards_in_use_are_selected(states: StateArray) -> None:
    assert states[0]["selected"] < 2 ** int(states[0]["cards"])


@given(games())
def test_a_selection_is_invalid_if_and_only_if_two_of_its_cards_clash(game: Game) -> None:
    selected = [card.card for card in game.cards if card.is_selected]
    clash = any(
        a.count == b.count or a.colour == b.colour or a.shape == b.shape
        for a, b in combinations(selected, 2)
    )
    assert game.has_invalid_selection == clash


@given(reachable_states())
def test_players_stand_on_ground_and_face_somewhere(states: StateArray) -> None:
    state = states[0]
    assert all(TILES[state["tile"][cell]].is_passable for cell in state["player_cell"])
    assert (state["player_heading"] < 6).all()


@given(reachable_states())
def test_steps_and_turns_stay_in_their_bounds(states: StateArray) -> None:
    state = states[0]
    assert 0 <= state["steps_left"] <= state["step_limits"][state["turn"]]
    assert state["half_turns_left"] >= 0 or state["half_turns_left"] == UNLIMITED
    assert state["waiting"] >= 0
    assert state["score"] >= 0


@given(reachable_states())
def test_a_follower_to_act_has_steps_and_an_instruction(states: StateArray) -> None:
    state = states[0]
    if state["turn"] == Player.FOLLOWER and state["half_turns_left"] != 0:
        assert state["steps_left"] > 0
        assert state["waiting"] > 0


@given(reachable_states())
def test_a_game_can_always_go_on_until_it_is_over(states: StateArray) -> None:
    is_over = states[0]["half_turns_left"] == 0
    assert legal_many(states)[0].any() == (not is_over)
    assert legal_many(states)[0, Action.DONE] == (not is_over)


# From one state to the next


@given(reachable_states(), actions)
def test_what_is_not_legal_changes_nothing_and_what_is_legal_does_something(
    states: StateArray, action: Action
) -> None:
    is_legal = bool(legal_many(states)[0, action])
    before = states.tobytes()
    outcome = act(states, action)
    if is_legal:
        assert isinstance(outcome, Outcome)
        assert not outcome & Outcome.BUMPED
        assert states.tobytes() != before or outcome & Outcome.SKIPPED
    elif isinstance(outcome, Outcome) and outcome & (Outcome.FINISHED | Outcome.CANCELLED):
        # Giving up is being done, and cancelling in the follower's turn is the leader's.
        assert action in (Action.GIVE_UP, Action.CANCEL)
    else:
        assert isinstance(outcome, Refusal) or outcome == Outcome.BUMPED
        assert states.tobytes() == before


@given(starts(), plays(), lengths)
def test_the_map_and_the_rules_never_change(start: Start, choose: Play, length: int) -> None:
    states, _ = start
    before = states.copy()
    for _ in range(length):
        act(states, choose(states))
    for name in FIXED:
        assert (states[name] == before[name]).all()


@settings(max_examples=200)
@given(starts(), plays(), lengths)
def test_score_and_turns_add_up_over_a_game(start: Start, choose: Play, length: int) -> None:
    states, rules = start
    score, left = 0, rules.half_turns
    for _ in range(length):
        outcome = act(states, choose(states))
        if isinstance(outcome, Refusal):
            continue
        if outcome & Outcome.SET_MADE:
            if left is not None and score < len(rules.extra_half_turns):
                left += rules.extra_half_turns[score]
            score += 1
        if left is not None and outcome & Outcome.TURN_ENDED:
            left = max(0, left - (2 if outcome & Outcome.SKIPPED else 1))
            assert bool(outcome & Outcome.GAME_OVER) == (left == 0)
        assert states[0]["score"] == score
        assert states[0]["half_turns_left"] == (UNLIMITED if left is None else left)


@settings(max_examples=200)
@given(starts(), plays(), lengths)
def test_only_steps_use_steps_and_only_moves_toggle(
    start: Start, choose: Play, length: int
) -> None:
    states, _ = start
    for _ in range(length):
        before = states[0].copy()
        action = choose(states)
        outcome = act(states, action)
        after = states[0]
        if isinstance(outcome, Refusal):
            continue
        if not outcome & Outcome.TURN_ENDED:
            assert before["steps_left"] - after["steps_left"] == action.is_step
        if not action.is_step:
            for name in ("player_cell", "player_heading", "selected", "card_cell", "rng"):
                assert (before[name] == after[name]).all()
        if not outcome & Outcome.TOGGLED:
            assert before["selected"] == after["selected"]
        elif not outcome & Outcome.SET_MADE:
            assert int(before["selected"] ^ after["selected"]).bit_count() == 1
            assert action in (Action.FORWARD, Action.BACKWARD)
        if not outcome & Outcome.SET_MADE:
            assert (before["card_cell"] == after["card_cell"]).all()
            assert (before["rng"] == after["rng"]).all()


@given(starts(), plays(), lengths)
def test_taken_cells_are_only_forgotten_when_none_is_free(
    start: Start, choose: Play, length: int
) -> None:
    states, _ = start
    inner = np.flatnonzero(~IS_BORDER).tolist()
    ground = {(c % 25, c // 25) for c in inner if TILES[states[0]["tile"][c]].is_passable}
    for _ in range(length):
        before = taken_cells(states)
        outcome = act(states, choose(states))
        if not outcome & Outcome.SET_MADE or outcome < 0:
            assert taken_cells(states) == before
        elif len(ground - before) >= 3:
            assert len(taken_cells(states) - before) == 3
            assert taken_cells(states) > before
        else:
            assert taken_cells(states) == set(cells_of_cards(states))


@given(starts(), plays(), lengths)
def test_the_same_actions_always_give_the_same_states(
    start: Start, choose: Play, length: int
) -> None:
    states, _ = start
    twin = states.copy()
    for _ in range(length):
        action = choose(states)
        assert act(states, action) == act(twin, action)
        assert states.tobytes() == twin.tobytes()


@given(reachable_states())
def test_forward_and_backward_undo_each_other(states: StateArray) -> None:
    for there, back in ((Action.FORWARD, Action.BACKWARD), (Action.BACKWARD, Action.FORWARD)):
        again = states.copy()
        player = int(states[0]["turn"])
        again["steps_left"] = 5
        before = again.copy()
        if act(again, there) == Outcome.MOVED:
            act(again, back)
            assert again["player_cell"][0, player] == before["player_cell"][0, player]
            assert again["player_heading"][0, player] == before["player_heading"][0, player]


@given(reachable_states())
def test_six_turns_the_same_way_change_nothing_but_steps(states: StateArray) -> None:
    for action in (Action.LEFT, Action.RIGHT):
        again = states.copy()
        again["steps_left"] = 7
        before = again.copy()
        outcomes = {act(again, action) for _ in range(6)}
        if outcomes == {Outcome.MOVED}:
            before["steps_left"] = 1
            assert again.tobytes() == before.tobytes()


# A refusal changes nothing

LEADER, FOLLOWER = Player.LEADER, Player.FOLLOWER
REFUSALS: list[tuple[type[CerealBarError], StateArray, Callable[[Game], object]]] = [
    (GameOverError, board(half_turns=0), lambda game: game.step(Action.LEFT)),
    (GameOverError, board(half_turns=0), lambda game: game.instruct("go")),
    (GameOverError, board(half_turns=0, queue=1), lambda game: game.step(Action.TIME_OUT)),
    (NoStepsLeftError, set_one_step_away(steps=0), lambda game: game.step(Action.FORWARD)),
    (NoStepsLeftError, board(steps=0), lambda game: game.step(Action.RIGHT)),
    (RoleError, board(turn=FOLLOWER, queue=1), lambda game: game.instruct("go")),
    (IllegalActionError, board(queue=MAX_WAITING), lambda game: game.instruct("go")),
    (OutOfTurnError, board(), lambda game: game.step(Action.LEFT, player=FOLLOWER)),
    (OutOfTurnError, board(), lambda game: game.instruct("go", player=FOLLOWER)),
    (
        OutOfTurnError,
        board(turn=FOLLOWER, queue=1),
        lambda game: game.instruct("go", player=LEADER),
    ),
    (
        OutOfTurnError,
        board(turn=FOLLOWER, queue=1),
        lambda game: game.step(Action.TIME_OUT, player=LEADER),
    ),
    (InstructionError, board(), lambda game: game.instruct("")),
    (InstructionError, board(), lambda game: game.instruct("x" * 1001)),
    (InstructionError, board(), lambda game: game.instruct("a\0")),
    (InstructionError, board(), lambda game: game.step(Action.INSTRUCT)),
    (UnknownActionError, board(), lambda game: game.step(9)),  # type: ignore[arg-type]  # what must fail
    (UnknownActionError, board(), lambda game: game.step("done")),  # type: ignore[arg-type]  # what must fail
    (
        UnknownActionError,
        board(),
        lambda game: step_many(game.states, np.array([0, 0], np.uint8)),
    ),
    (
        InstructionError,
        board(queue=1),
        lambda game: Game.from_states(game.states, game.rules, ()),
    ),
    (NotationError, board(), lambda game: parse_state(str(game)[:-3])),
]


@pytest.mark.parametrize(
    ("error", "states", "deed"),
    REFUSALS,
    ids=[f"{i} {error.__name__}" for i, (error, _, _) in enumerate(REFUSALS)],
)
def test_a_refused_deed_leaves_the_game_byte_for_byte_unchanged(
    error: type[CerealBarError], states: StateArray, deed: Callable[[Game], object]
) -> None:
    game = game_on(states)
    record, history, instructions = game.states.tobytes(), list(game.history), game.instructions
    with pytest.raises(error):
        deed(game)
    assert game.states.tobytes() == record == states.tobytes()
    assert game.history == history
    assert game.instructions == instructions


def test_every_kind_of_refusal_of_the_rules_is_among_them() -> None:
    kinds = {error for error, _, _ in REFUSALS}
    assert kinds.issuperset(IllegalActionError.__subclasses__())


@given(games(), actions)
def test_in_any_game_an_illegal_action_is_refused_and_changes_nothing(
    game: Game, action: Action
) -> None:
    is_other_way = action is Action.GIVE_UP or (action is Action.CANCEL and game.can_cancel)
    if action in game.legal_actions() or is_other_way:
        return
    record, history = game.states.tobytes(), list(game.history)
    try:
        outcome = game.step(action, text="go")
    except IllegalActionError:
        assert game.history == history
    else:
        assert outcome == Outcome.BUMPED
    assert game.states.tobytes() == record


@given(games())
def test_in_any_game_the_partner_cannot_act(game: Game) -> None:
    record, history = game.states.tobytes(), list(game.history)
    for action in Action:
        if action is not Action.CANCEL:  # that the leader may, where the rules allow it
            with pytest.raises(IllegalActionError):
                game.step(action, player=game.turn.partner, text="go")
    assert game.states.tobytes() == record
    assert game.history == history
