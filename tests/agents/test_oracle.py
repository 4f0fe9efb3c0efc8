from hypothesis import given
from hypothesis import strategies as st

from cerealbar.agents import Oracle, recovery_steps
from cerealbar.game import Action, Game, Heading, Player, Pose, Rules, cell_at
from cerealbar.language import Intention, Purpose
from tests.agents.following import carry_out, changed_cards, follower_alone
from tests.boards import INNER_CELLS, board, row_of_cards

FOLLOWER = Player.FOLLOWER


@given(
    st.integers(0, 40),
    st.lists(st.integers(0, 20), max_size=2, unique=True),
    st.none() | st.sampled_from(Heading),
)
def test_the_oracle_changes_exactly_the_cards_of_the_intention(
    seed: int, slots: list[int], heading: Heading | None
) -> None:
    game = follower_alone(Game(seed, Rules(solvable=True)).states)
    cells = tuple(game.cards[slot].cell for slot in slots)
    before = game.states.copy()
    start = game.pose(FOLLOWER)
    carry_out(Oracle(), game, Intention(Purpose.COLLECT, cells, heading=heading))
    if cells and changed_cards(before, game.states) == set():
        return  # cards lie in the only way
    assert changed_cards(before, game.states) == set(cells)
    assert game.pose(FOLLOWER).cell == (cells[-1] if cells else start.cell)
    assert heading is None or game.pose(FOLLOWER).heading is heading


def test_the_oracle_ends_where_it_is_meant_to() -> None:
    states = board(follower="4,4,ne", cards=row_of_cards("1bc", "1rd"))
    game = follower_alone(states)
    wanted = Intention(Purpose.APPROACH, end=cell_at(10, 12), heading=Heading.W)
    taken = carry_out(Oracle(), game, wanted)
    assert game.pose(FOLLOWER) == Pose(cell_at(10, 12), Heading.W)
    assert not any(card.is_selected for card in game.cards)
    assert len(taken) == 8 + 2 + 2  # north-eastwards, turn to the west, backward


def test_told_to_wait_or_nothing_the_oracle_is_done_at_once() -> None:
    game = follower_alone(board())
    assert carry_out(Oracle(), game, Intention(Purpose.WAIT)) == []
    assert carry_out(Oracle(), game, None) == []


def test_the_oracle_gives_up_a_card_that_it_cannot_reach() -> None:
    floor = [(4, 4), (5, 4), (12, 12)]
    states = board(follower="4,4,e", leader="5,4,e", cards=("1bc@12,12",), floor=floor)
    game = follower_alone(states)
    assert carry_out(Oracle(), game, Intention(Purpose.COLLECT, (cell_at(12, 12),))) == []


def test_the_oracle_goes_around_new_cards_once_a_set_is_made() -> None:
    """Its first card completes a set; the new cards can only appear on the way to the next."""
    ahead = [(12, 12), (13, 12), (14, 12)]
    game = follower_alone(
        board(
            leader="2,20,e",
            follower="8,12,e",
            cards=("1bc@2,2+", "2gd@3,2+", "3ph@10,12", "1rs@16,12"),
            taken=set(INNER_CELLS) - set(ahead),
        )
    )
    wanted = Intention(Purpose.COLLECT, (cell_at(10, 12), cell_at(16, 12)))
    carry_out(Oracle(), game, wanted)
    assert game.score == 1
    assert {card.cell for card in game.cards} > {cell_at(x, z) for x, z in ahead}
    assert [card.cell for card in game.cards if card.is_selected] == [cell_at(16, 12)]


def test_a_recovery_ends_in_the_pose_and_touches_only_its_card() -> None:
    states = board(follower="4,4,ne", cards=row_of_cards("1bc", "1rd", "2gs"))
    game = follower_alone(states)
    target = Pose(cell_at(12, 12), Heading.SE)
    steps = recovery_steps(game.states, target, toggles=True)
    assert steps is not None
    for action in steps:
        game.step(action)
    assert game.pose(FOLLOWER) == target
    assert changed_cards(states, game.states) == {target.cell}


def test_a_recovery_without_cards_is_a_shortest_path_to_the_pose() -> None:
    game = follower_alone(board(follower="4,4,ne"))
    target = Pose(cell_at(9, 4), Heading.W)
    steps = recovery_steps(game.states, target, toggles=False)
    assert steps is not None
    assert len(steps) == 2 + 5  # turn to the west, backward
    for action in steps:
        game.step(action)
    assert game.pose(FOLLOWER) == target


def test_a_recovery_on_the_card_itself_steps_off_and_on_again() -> None:
    game = follower_alone(board(follower="11,12,e", cards=row_of_cards("1bc")))
    steps = recovery_steps(game.states, Pose(cell_at(11, 12), Heading.E), toggles=True)
    assert steps is not None
    assert sorted(steps) == [Action.FORWARD, Action.BACKWARD]
