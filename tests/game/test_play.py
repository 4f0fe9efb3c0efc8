"""A game to play: turns of both players, instructions and history, errors that explain."""

import copy
import pickle
from itertools import combinations

import numpy as np
import pytest
from hypothesis import given

from cerealbar.game import (
    MAX_INSTRUCTION_LENGTH,
    PAPER,
    Action,
    Card,
    CardOnBoard,
    CerealBarError,
    Colour,
    Deed,
    Game,
    GameOverError,
    Heading,
    IllegalActionError,
    Instruction,
    InstructionError,
    MapError,
    NoStepsLeftError,
    Outcome,
    OutOfTurnError,
    Player,
    Pose,
    RoleError,
    Rules,
    SeedError,
    Shape,
    Status,
    UnknownActionError,
    cell_at,
    check_instruction,
    fill_sets,
    parse_state,
)
from cerealbar.game.turns import MAX_WAITING
from tests.boards import board, game_on, row_of_cards, set_one_step_away
from tests.game.test_cards import is_valid_set
from tests.strategies import action_lists, games, instruction_texts, map_seeds

LEADER, FOLLOWER = Player.LEADER, Player.FOLLOWER


# What a game shows


def test_a_new_game_shows_the_map_of_its_seed() -> None:
    game = Game(0, Rules(cards=9, path_objects=29))
    assert game.cards[0] == CardOnBoard(
        Card(1, Colour.ORANGE, Shape.TORUS), cell_at(21, 2), is_selected=False
    )
    assert len(game.cards) == 9
    assert game.pose(LEADER) == Pose(cell_at(17, 5), Heading.NE)
    assert game.pose(FOLLOWER) == Pose(cell_at(1, 5), Heading.NE)
    assert (game.turn, game.steps_left, game.half_turns_left, game.score) == (LEADER, 5, 12, 0)
    assert game.instructions == ()
    assert game.current_instruction is None
    assert game.history == []
    assert game.rules.cards == 9


def test_a_game_without_a_limit_shows_none() -> None:
    assert Game(1, Rules(half_turns=None)).half_turns_left is None


@given(games())
def test_a_game_shows_its_record(game: Game) -> None:
    state = game.states[0]
    assert game.turn == state["turn"]
    assert game.steps_left == state["steps_left"]
    assert (game.half_turns_left or 0) == max(0, state["half_turns_left"])
    assert game.score == state["score"]
    assert game.is_over == (state["half_turns_left"] == 0)
    assert len(game.cards) == state["cards"]
    for slot, card in enumerate(game.cards):
        assert card.cell == state["card_cell"][slot]
        assert card.card.kind == state["card_kind"][slot]
        assert card.is_selected == bool(state["selected"] >> slot & 1)
    for player in Player:
        assert game.pose(player).cell == state["player_cell"][player]
        assert game.pose(player).heading == state["player_heading"][player]


@given(games())
def test_the_queue_of_texts_is_as_long_as_the_records(game: Game) -> None:
    open_ones = (Status.WAITING, Status.CURRENT, Status.UNFINISHED)
    waiting = [i.text for i in game.instructions if i.status in open_ones]
    assert len(waiting) == game.states["waiting"][0]
    assert game.current_instruction == (waiting[0] if waiting else None)


@given(games())
def test_the_valid_sets_of_a_board_are_all_of_them(game: Game) -> None:
    cards = [card.card for card in game.cards]
    slots = combinations(range(len(cards)), 3)
    expected = [three for three in slots if is_valid_set(*(cards[slot] for slot in three))]
    sets = np.empty((len(list(combinations(cards, 3))), 3), np.int16)
    count = fill_sets(game.states[0], sets)
    assert sorted(map(tuple, sets[:count].tolist())) == expected


def test_a_game_reads_as_its_notation_and_in_short() -> None:
    game = game_on(board(cards=row_of_cards("1bc", "2gd", "3ph"), steps=3, score=2, half_turns=7))
    assert parse_state(str(game)).tobytes() == game.states.tobytes()
    assert repr(game) == "<Game seed=-1 score=2 turn=leader at (12, 12) steps=3 left=7>"


def test_poses_and_cards_are_plain_python_values() -> None:
    game = Game(3)
    assert type(game.pose(LEADER).cell) is int
    assert type(game.cards[0].cell) is int
    assert type(game.score) is int
    assert type(game.is_over) is bool
    assert type(game.can_end_turn) is bool
    assert type(game.has_invalid_selection) is bool
    assert type(game.step(Action.LEFT)) is Outcome


# Instructions


def test_instructions_are_done_one_after_the_other() -> None:
    game = game_on(board())
    for text in ("first", "second", "third"):
        game.instruct(text)
    assert [i.status for i in game.instructions] == ["current", "waiting", "waiting"]
    game.step(Action.DONE)
    game.step(Action.DONE)
    assert game.instructions == (
        Instruction("first", Status.FINISHED),
        Instruction("second", Status.CURRENT),
        Instruction("third", Status.WAITING, was_current=False),
    )
    assert game.current_instruction == "second"
    game.step(Action.DONE)
    game.step(Action.DONE)
    assert [i.status for i in game.instructions] == ["finished"] * 3
    assert game.current_instruction is None
    game.instruct("fourth")
    assert game.current_instruction == "fourth"
    assert [i.status for i in game.instructions] == ["finished"] * 3 + ["current"]


def test_an_instruction_is_kept_without_the_white_space_around_it() -> None:
    game = game_on(board())
    game.instruct(" \t turn  left\u00a0\n")
    assert game.current_instruction == "turn  left"


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "it is empty"),
        ("  \n\t ", "it is empty"),
        ("x" * (MAX_INSTRUCTION_LENGTH + 1), "1001 characters, the most is 1000"),
        ("two\nlines", r"'\n' is no character of it"),
        ("a\ttab", r"'\t' is no character of it"),
        ("nul\0", r"'\x00' is no character of it"),
        ("bell\a!", r"'\x07' is no character of it"),
        ("half a pair \ud83d", r"'\ud83d' is no character of it"),
        (None, "expected a text"),
        (5, "expected a text"),
        (b"go", "expected a text"),
    ],
    ids=lambda value: repr(value)[:20],
)
def test_what_cannot_be_an_instruction_is_refused_by_name(text: object, why: str) -> None:
    with pytest.raises(InstructionError) as caught:
        check_instruction(text)
    message = str(caught.value)
    assert "is no instruction: " in message
    assert message.endswith(why)
    assert len(message) < 200


@pytest.mark.parametrize(
    "text",
    ["x" * 1000, "  " + "x" * 1000 + " ", "grüß die Käfer", "去左边", "🐝" * 1000, "'\"\\{}"],
)
def test_any_other_text_is_an_instruction(text: str) -> None:
    assert check_instruction(text) == text.strip()


@given(instruction_texts)
def test_any_text_without_control_characters_can_be_sent(text: str) -> None:
    game = game_on(board())
    game.instruct(text)
    assert game.current_instruction == text.strip()


def test_the_text_of_an_action_that_is_no_instruction_is_dropped() -> None:
    game = game_on(board())
    game.step(Action.LEFT, text="ignored")
    assert game.history == [Deed(LEADER, Action.LEFT, Outcome.MOVED, None)]
    assert game.instructions == ()


# History


def test_history_holds_who_did_what_and_what_came_of_it() -> None:
    game = game_on(board(leader="24,12,e", follower="10,12,e", cards=row_of_cards("1bc")))
    game.step(Action.FORWARD)
    game.instruct(" go ")
    game.step(Action.TIME_OUT)
    game.step(Action.FORWARD)
    game.step(Action.DONE)
    assert game.history == [
        Deed(LEADER, Action.FORWARD, Outcome.BUMPED),
        Deed(LEADER, Action.INSTRUCT, Outcome.INSTRUCTED, "go"),
        Deed(LEADER, Action.TIME_OUT, Outcome.TURN_ENDED),
        Deed(FOLLOWER, Action.FORWARD, Outcome.MOVED | Outcome.TOGGLED, None, "+1bc"),
        Deed(FOLLOWER, Action.DONE, Outcome.FINISHED | Outcome.TURN_ENDED),
    ]


@given(map_seeds, action_lists())
def test_a_seed_and_a_history_are_a_game(seed: int, actions: list[Action]) -> None:
    game, again = Game(seed), Game(seed)
    for action in actions:
        if action in game.legal_actions():
            game.step(action, text=f"text {len(game.history)}")
    for event in game.history:
        assert isinstance(event, Deed)
        assert again.step(event.action, player=event.player, text=event.text) == event.outcome
    assert again.states.tobytes() == game.states.tobytes()
    assert again.instructions == game.instructions
    assert again.history == game.history


# Who may act


@pytest.mark.parametrize("turn", Player)
def test_a_player_can_say_who_acts(turn: Player) -> None:
    game = game_on(board(turn=turn, queue=1))
    assert game.step(Action.LEFT, player=turn) == Outcome.MOVED


def _over() -> Game:
    return game_on(board(half_turns=0))


ERRORS = [
    (
        lambda: game_on(board(turn=FOLLOWER, queue=1)).step(Action.FORWARD, player=LEADER),
        OutOfTurnError,
        "leader cannot move forward: it is the follower's turn",
    ),
    (
        lambda: game_on(board()).step(Action.DONE, player=FOLLOWER),
        OutOfTurnError,
        "follower cannot be done: it is the leader's turn",
    ),
    (
        lambda: game_on(board()).instruct("go", player=FOLLOWER),
        OutOfTurnError,
        "follower cannot instruct: it is the leader's turn",
    ),
    (
        lambda: game_on(board(steps=0)).step(Action.BACKWARD),
        NoStepsLeftError,
        "leader cannot move backward: no steps are left in this turn",
    ),
    (
        lambda: game_on(board(steps=0)).step(Action.LEFT, player=LEADER),
        NoStepsLeftError,
        "leader cannot turn left: no steps are left in this turn",
    ),
    (
        lambda: game_on(board(turn=FOLLOWER, queue=1)).instruct("go"),
        RoleError,
        "follower cannot instruct: only the leader gives instructions",
    ),
    (
        lambda: game_on(board(queue=MAX_WAITING)).instruct("go"),
        IllegalActionError,
        "leader cannot instruct: the queue is full",
    ),
    (
        lambda: _over().step(Action.RIGHT),
        GameOverError,
        "leader cannot turn right: the game is over",
    ),
    (
        lambda: _over().step(Action.TIME_OUT, player=FOLLOWER),
        GameOverError,
        "follower cannot run out of time: the game is over",
    ),
    (
        lambda: _over().step(Action.INSTRUCT),
        GameOverError,
        "leader cannot instruct: the game is over",
    ),
]


@pytest.mark.parametrize(("deed", "error", "message"), ERRORS, ids=[m for _, _, m in ERRORS])
def test_a_refused_action_says_who_cannot_do_what_and_why(
    deed: object, error: type[CerealBarError], message: str
) -> None:
    assert callable(deed)
    with pytest.raises(error) as caught:
        deed()
    assert type(caught.value) is error
    assert str(caught.value) == message
    (note,) = caught.value.__notes__
    assert note.startswith("state: map=")


def test_a_value_that_is_no_action_is_refused_whatever_the_state() -> None:
    for game in (game_on(board()), _over()):
        for value in (9, "forward", None):
            with pytest.raises(UnknownActionError, match=f"{value!r} is no action"):
                game.step(value)  # type: ignore[arg-type]  # what must fail


def test_instructing_without_a_text_is_refused() -> None:
    game = game_on(board())
    with pytest.raises(InstructionError, match="None is no instruction"):
        game.step(Action.INSTRUCT)
    assert game.history == []


def test_a_follower_is_told_the_role_before_the_text() -> None:
    with pytest.raises(RoleError):
        game_on(board(turn=FOLLOWER, queue=1)).instruct("")


@pytest.mark.parametrize(("seed", "error"), [(-1, SeedError), ("1", SeedError), (3420, MapError)])
def test_a_game_needs_a_seed_that_has_a_map(seed: int, error: type[CerealBarError]) -> None:
    with pytest.raises(error):
        Game(seed)


# Copies


@given(games())
def test_a_copy_is_equal_and_independent(game: Game) -> None:
    before = game.states.tobytes()
    history, instructions = list(game.history), game.instructions
    twin = game.copy()
    assert twin.states.tobytes() == before
    assert twin.history == history
    assert twin.instructions == instructions
    assert twin.rules is game.rules
    for _ in range(3):
        if Action.LEFT in twin.legal_actions():
            twin.step(Action.LEFT)
        if Action.INSTRUCT in twin.legal_actions():
            twin.instruct("only the twin hears this")
        if not twin.is_over:
            twin.step(Action.DONE)
    assert game.states.tobytes() == before
    assert game.history == history
    assert game.instructions == instructions


@pytest.mark.parametrize(
    "duplicate",
    [Game.copy, copy.deepcopy, lambda game: pickle.loads(pickle.dumps(game))],
    ids=["Game.copy", "deepcopy", "pickle"],
)
def test_a_duplicate_of_any_making_goes_on_by_itself(duplicate: object) -> None:
    assert callable(duplicate)
    game = game_on(board(queue=1, half_turns=2))
    twin: Game = duplicate(game)
    twin.step(Action.DONE)
    assert (twin.turn, twin.half_turns_left) == (FOLLOWER, 1)
    twin.step(Action.DONE, player=FOLLOWER)
    assert twin.is_over
    assert (game.turn, game.half_turns_left) == (LEADER, 2)


# From a record


def test_a_game_goes_on_from_a_record_with_its_texts() -> None:
    states = board(queue=2, turn=FOLLOWER)
    game = Game.from_states(states, PAPER, ("left", "right"))
    assert [i.text for i in game.instructions] == ["left", "right"]
    game.step(Action.DONE)
    assert game.current_instruction == "right"
    assert states[0]["waiting"] == 2, "the record that was given is not played on"


@pytest.mark.parametrize("texts", [(), ("one",), ("one", "two", "three")])
def test_a_record_needs_as_many_texts_as_instructions_wait(texts: tuple[str, ...]) -> None:
    with pytest.raises(InstructionError) as caught:
        Game.from_states(board(queue=2), PAPER, texts)
    assert str(caught.value) == f"{len(texts)} instruction texts given, but 2 wait"


def test_a_game_scores_and_counts_on_from_a_record() -> None:
    game = game_on(set_one_step_away(score=1, half_turns=5))
    game.step(Action.FORWARD)
    assert (game.score, game.half_turns_left) == (2, 13)
