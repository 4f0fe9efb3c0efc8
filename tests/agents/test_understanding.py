import pytest

from cerealbar.agents import FollowTask, ask_follower, ask_plan, make_follower
from cerealbar.agents.understanding import understood
from cerealbar.game import TILE_CODES, Action, Game, Heading, Pose, Prop, Terrain, Tile, cell_at
from cerealbar.server.rooms.checks import rounded
from cerealbar.views import Plan
from tests.agents.rule_based.instructed import small_game
from tests.boards import board

HERE = cell_at(12, 12)
STAR, RING = cell_at(14, 12), cell_at(16, 12)
CARDS = ("2rs@14,12", "1bo@16,12")


def told(goals: list[int], cell: int = HERE, heading: Heading = Heading.E) -> str:
    states = board(leader="1,1,ne", follower="12,12,e", cards=CARDS)
    return understood(states, goals, Pose(cell, heading))


def test_cards_are_told_in_the_order_in_which_they_are_taken() -> None:
    assert told([STAR, RING], RING) == "takes two red stars, then one blue ring"
    assert told([RING, STAR], STAR) == "takes one blue ring, then two red stars"


def test_where_it_ends_is_told_if_that_is_not_on_a_card() -> None:
    assert told([], cell_at(15, 12)) == "goes 3 cells ahead"
    assert told([], cell_at(11, 12)) == "goes 1 cell behind"
    assert told([STAR], RING).endswith("then goes on")


@pytest.mark.parametrize(
    ("heading", "words"),
    [(Heading.E, "stays where it is"), (Heading.SE, "turns right"), (Heading.W, "turns around")],
)
def test_turning_alone_is_told_as_that(heading: Heading, words: str) -> None:
    assert told([], heading=heading) == words


def test_a_place_is_told_by_the_most_notable_thing_beside_it() -> None:
    states = board(leader="1,1,ne", follower="12,12,e")
    states["tile"][0, cell_at(16, 12)] = TILE_CODES[Tile(Terrain.GRASS, Prop.HUT_RED, Heading.E)]
    states["tile"][0, cell_at(16, 13)] = TILE_CODES[Tile(Terrain.GRASS, Prop.BUSH)]
    words = understood(states, [], Pose(cell_at(15, 12), Heading.E))
    assert words == "goes 3 cells ahead, by the red hut"


def test_the_rule_based_follower_says_the_same_until_it_is_done() -> None:
    game = small_game(*CARDS, "3gh@12,20")
    said = follow(game, "rule-based", "get the two red stars and then the blue ring")
    assert said == {"takes two red stars, then one blue ring"}


def test_the_learned_follower_says_what_it_does() -> None:
    game = small_game(*CARDS, "3gh@12,20")
    assert follow(game, "learned", "get the two red stars") == {"takes two red stars"}


def follow(game: Game, name: str, text: str) -> set[str]:
    """All that a follower says that it understood, while it carries out a text."""
    follower = make_follower(name)
    game.instruct(text)
    game.step(Action.DONE)
    said, steps = set(), 0
    while True:
        (choice,) = ask_follower(follower, [FollowTask(0, game.states, text, 0, steps)])
        plan = ask_plan(follower, 0)
        assert plan is not None
        said.add(plan.understood)
        if choice.action is Action.DONE:
            return said
        game.step(choice.action)
        steps += 1


def test_a_plan_keeps_its_words_and_takes_no_long_ones() -> None:
    assert rounded(Plan(goals={3: 0.123456}, understood="takes it")) == Plan(
        goals={3: 0.123}, understood="takes it"
    )
    with pytest.raises(ValueError, match="at most 200 characters"):
        Plan(understood="a" * 201)


def test_words_are_never_longer_than_a_plan_takes() -> None:
    cells = [cell_at(x, 3) for x in range(2, 20)]
    cards = tuple(f"3pt@{x},3" for x in range(2, 20))
    states = board(leader="1,1,ne", follower="12,12,e", cards=cards)
    words = understood(states, cells, Pose(cells[-1], Heading.E))
    assert len(words) == 200
    assert Plan(understood=words).understood.endswith(" …")
