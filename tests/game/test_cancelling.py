"""What the paper's rules do not have: cancelling, giving up, and signals."""

import pickle

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import (
    PAPER,
    Action,
    Cancelling,
    Deed,
    Game,
    GameOverError,
    IllegalActionError,
    Instruction,
    InstructionError,
    Outcome,
    Player,
    RoleError,
    Rules,
    RulesError,
    Signal,
    SignalKind,
    Status,
    step_many,
)
from tests.boards import board, game_on
from tests.strategies import action_lists, map_seeds

LEADER, FOLLOWER = Player.LEADER, Player.FOLLOWER
OWN_TURN = Rules(cancelling=Cancelling.OWN_TURN)
ANY_TURN = Rules(cancelling=Cancelling.ANY_TURN)


def game_with(*texts: str, rules: Rules = ANY_TURN, turn: Player = LEADER) -> Game:
    """A game in which these instructions wait."""
    game = game_on(board(rules=rules), rules)
    for text in texts:
        game.instruct(text)
    if turn is FOLLOWER:
        game.step(Action.DONE)
    return game


def statuses(game: Game) -> list[str]:
    return [str(instruction.status) for instruction in game.instructions]


# Cancelling


def test_the_leader_withdraws_all_that_waits_in_its_own_turn_and_goes_on() -> None:
    game = game_with("first", "second", rules=OWN_TURN)
    assert game.can_cancel
    assert Action.CANCEL in game.legal_actions()
    assert game.cancel() == Outcome.CANCELLED
    assert statuses(game) == ["cancelled", "cancelled"]
    assert game.turn is LEADER
    assert game.steps_left == 5
    assert game.half_turns_left == 12
    assert not game.can_end_turn
    assert game.current_instruction is None
    game.instruct("third")
    assert statuses(game) == ["cancelled", "cancelled", "current"]
    assert game.current_number == 2


def test_an_interruption_ends_the_followers_turn() -> None:
    game = game_with("first", "second", turn=FOLLOWER)
    game.step(Action.FORWARD)
    assert game.cancel() == Outcome.CANCELLED | Outcome.TURN_ENDED
    assert (game.turn, game.steps_left, game.half_turns_left) == (LEADER, 5, 10)
    assert game.history[-1] == Deed(LEADER, Action.CANCEL, Outcome.CANCELLED | Outcome.TURN_ENDED)


def test_an_interruption_can_be_the_end_of_the_game() -> None:
    game = game_on(board(rules=ANY_TURN, turn=FOLLOWER, queue=1, half_turns=1), ANY_TURN)
    assert game.cancel() == Outcome.CANCELLED | Outcome.TURN_ENDED | Outcome.GAME_OVER
    assert statuses(game) == ["cancelled"]


def test_what_was_never_the_current_instruction_stays_unknown_to_the_follower() -> None:
    game = game_with("first", "second", turn=FOLLOWER)
    game.cancel()
    assert [known.was_current for known in game.instructions] == [True, False]


@pytest.mark.parametrize("turn", Player)
def test_the_papers_leader_never_cancels(turn: Player) -> None:
    game = game_with("first", rules=PAPER, turn=turn)
    before = game.states.tobytes()
    assert not game.can_cancel
    assert Action.CANCEL not in game.legal_actions()
    with pytest.raises(IllegalActionError, match="leader cannot cancel: the rules of this game"):
        game.cancel()
    assert game.states.tobytes() == before


def test_an_interruption_needs_rules_that_allow_it() -> None:
    game = game_with("first", rules=OWN_TURN, turn=FOLLOWER)
    assert not game.can_cancel
    with pytest.raises(IllegalActionError, match="do not let it now"):
        game.cancel()


def test_the_follower_never_cancels_and_is_not_offered_it() -> None:
    game = game_with("first", turn=FOLLOWER)
    assert game.can_cancel
    assert Action.CANCEL not in game.legal_actions()
    with pytest.raises(RoleError, match="follower cannot cancel: only the leader"):
        game.step(Action.CANCEL, player=FOLLOWER)


def test_without_an_instruction_there_is_nothing_to_cancel() -> None:
    with pytest.raises(IllegalActionError, match="leader cannot cancel: no instruction waits"):
        game_with().cancel()


def test_a_wrong_switch_is_refused_by_name() -> None:
    with pytest.raises(RulesError, match="never, own-turn, any-turn, not 'sometimes'"):
        Rules(cancelling="sometimes")  # type: ignore[arg-type]  # what must fail
    assert Rules(cancelling="own-turn") == OWN_TURN  # type: ignore[arg-type]  # a word of a file


# Giving up


def test_giving_up_is_being_done_but_told_apart() -> None:
    done, given_up = game_with("a", "b", turn=FOLLOWER), game_with("a", "b", turn=FOLLOWER)
    assert done.step(Action.DONE) == given_up.give_up("I see no star") == Outcome.FINISHED
    assert done.states.tobytes() == given_up.states.tobytes()
    assert given_up.instructions == (
        Instruction("a", Status.GIVEN_UP, "I see no star"),
        Instruction("b", Status.CURRENT),
    )
    assert given_up.give_up() == Outcome.FINISHED | Outcome.TURN_ENDED
    assert given_up.instructions[1] == Instruction("b", Status.GIVEN_UP)
    assert given_up.history[-2] == Deed(FOLLOWER, Action.GIVE_UP, Outcome.FINISHED, "I see no star")


@given(map_seeds, action_lists(60))
def test_a_game_with_giving_up_goes_as_one_with_being_done(
    seed: int, actions: list[Action]
) -> None:
    game, twin = Game(seed), Game(seed)
    for action in actions:
        if action is Action.GIVE_UP and game.turn is LEADER:
            continue
        same = Action.DONE if action is Action.GIVE_UP else action
        outcomes = [
            step_many(g.states, np.array([a], np.uint8))[0]
            for g, a in ((game, action), (twin, same))
        ]
        assert outcomes[0] == outcomes[1]
    assert game.states.tobytes() == twin.states.tobytes()


def test_the_leader_gives_nothing_up() -> None:
    with pytest.raises(RoleError, match="only the follower gives instructions up"):
        game_with("a").step(Action.GIVE_UP)


@pytest.mark.parametrize("reason", ["x" * 201, "a\nb"])
def test_a_reason_is_a_short_line(reason: str) -> None:
    game = game_with("a", turn=FOLLOWER)
    with pytest.raises(InstructionError, match="is no reason"):
        game.give_up(reason)
    assert statuses(game) == ["current"]


def test_what_waits_at_the_end_is_unfinished() -> None:
    game = game_on(board(turn=FOLLOWER, queue=2, half_turns=1))
    game.step(Action.TIME_OUT)
    assert game.is_over
    assert statuses(game) == ["unfinished", "unfinished"]
    assert [known.was_current for known in game.instructions] == [True, False]


# Signals

TALKATIVE = Rules(thumbs=True, remarks=True)
SENT = [
    (SignalKind.THUMB_UP, ""),
    (SignalKind.THUMB_DOWN, ""),
    (SignalKind.QUESTION, "which star?"),
    (SignalKind.REMARK, "I am stuck"),
]


@pytest.mark.parametrize(("kind", "text"), SENT)
@pytest.mark.parametrize("turn", Player)
def test_a_signal_changes_nothing_but_the_history(
    kind: SignalKind, text: str, turn: Player
) -> None:
    game = game_with("a", rules=TALKATIVE, turn=turn)
    before = game.states.tobytes()
    assert game.signal(kind, text) == game.history[-1] == Signal(kind, text)
    assert game.states.tobytes() == before


@pytest.mark.parametrize(("kind", "text"), SENT)
def test_signals_are_off_in_the_papers_rules(kind: SignalKind, text: str) -> None:
    with pytest.raises(IllegalActionError, match=f"cannot send a {kind}: the rules"):
        game_with("a", rules=PAPER).signal(kind, text)


@pytest.mark.parametrize(("kind", "text"), SENT)
def test_a_game_that_is_over_has_no_signals(kind: SignalKind, text: str) -> None:
    game = game_on(board(half_turns=0, rules=TALKATIVE), TALKATIVE)
    with pytest.raises(GameOverError):
        game.signal(kind, text)


def test_thumbs_have_no_words_and_remarks_do() -> None:
    game = game_with("a", rules=TALKATIVE)
    with pytest.raises(InstructionError, match="with a text"):
        game.signal(SignalKind.THUMB_UP, "good")
    with pytest.raises(InstructionError, match="is no remark: it is empty"):
        game.signal(SignalKind.REMARK)
    assert [kind.player for kind in SignalKind] == [LEADER, LEADER, FOLLOWER, FOLLOWER]


@given(st.lists(st.integers(0, 5), max_size=30), map_seeds)
def test_copies_and_pickles_know_all_that_happened(choices: list[int], seed: int) -> None:
    rules = Rules(cancelling=Cancelling.ANY_TURN, thumbs=True, remarks=True)
    game = Game(seed, rules)
    for choice in choices:
        if game.is_over:
            break
        if choice == 0 and game.turn is LEADER:
            game.instruct("go")
        elif choice == 1 and game.can_cancel:
            game.cancel()
        elif choice == 2 and game.turn is FOLLOWER:
            game.give_up("no")
        elif choice == 3:
            game.signal(SignalKind.THUMB_UP)
        else:
            game.step(Action.DONE)
    for twin in (game.copy(), pickle.loads(pickle.dumps(game))):
        assert twin.states.tobytes() == game.states.tobytes()
        assert twin.instructions == game.instructions
        assert twin.history == game.history
        assert twin.current_number == game.current_number
