import pytest

from cerealbar.agents import FollowTask, ask_follower
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.game import Action, Game, Player, Prop, Terrain, Tile, cell_at
from tests.agents.rule_based.instructed import MANY_STEPS, follow, selected, small_game, words
from tests.boards import WATER

TOWER = Tile(Terrain.GRASS, Prop.PALM_TREE)


def new_game(seed: int = 42) -> Game:
    return Game(seed, MANY_STEPS)


@pytest.mark.parametrize("seed", range(40, 50))
def test_a_card_named_by_its_whole_face_is_selected_and_no_other(seed: int) -> None:
    game = new_game(seed)
    faces = [card.card for card in game.cards]
    card = next(card for card in game.cards if faces.count(card.card) == 1)
    follow(game, f"get the {card.card}")
    assert [other.cell for other in game.cards if other.is_selected] == [card.cell]


def test_a_card_that_was_taken_can_be_put_back() -> None:
    for text in ("deselect the card you are standing on", "put that back", "oops, unselect it"):
        game = small_game("2rs@15,12", "1bh@18,12")
        follow(game, "get the red stars", text)
        assert selected(game) == []


def test_the_card_to_put_back_can_be_named() -> None:
    game = small_game("2rs@15,12", "1bh@18,12")
    follow(game, "get the red stars and the blue heart", "put the two red stars back")
    assert selected(game) == ["1 blue heart"]


def test_turning_and_waiting_touch_nothing() -> None:
    game = new_game()
    assert words(follow(game, "turn left twice")) == ["left", "left", "done"]
    for text in ("turn around", "make a u-turn"):
        assert words(follow(game, text)) == ["right", "right", "right", "done"]
    assert words(follow(game, "wait there please")) == ["done"]


def test_a_card_that_must_not_be_touched_is_not() -> None:
    game = new_game()
    assert words(follow(game, f"don't pick up the {game.cards[3].card}")) == ["done"]


@pytest.mark.parametrize(
    ("text", "face"),
    [
        ("get the red star to your left", "left"),
        ("turn right and get the red star", "right"),
        ("red star behind you", "behind"),
        ("turn around, the red star is behind you", "behind"),
        ("the red star straight ahead", "ahead"),
        ("red star at your 3 o'clock", "right"),
    ],
)
def test_sides_tell_cards_of_one_face_apart(text: str, face: str) -> None:
    places = {"ahead": (15, 12), "behind": (9, 12), "left": (12, 15), "right": (12, 9)}
    game = small_game(*(f"1rs@{x},{z}" for x, z in places.values()))
    follow(game, text)
    (card,) = (card for card in game.cards if card.is_selected)
    assert card.cell == cell_at(*places[face])


@pytest.mark.parametrize(
    ("text", "place"),
    [
        ("get the card by the palm", (17, 14)),
        ("get the card next to the palm tree", (17, 14)),
        ("get the card by the water", (17, 10)),
        ("get the red star, not the one by the palm", (17, 10)),
        ("go to the palm and pick up the card there", (17, 14)),
    ],
)
def test_landmarks_tell_cards_of_one_face_apart(text: str, place: tuple[int, int]) -> None:
    tiles = {(18, 14): TOWER, (18, 10): WATER}
    game = small_game("1rs@17,14", "1rs@17,10", tiles=tiles)
    follow(game, text)
    (card,) = (card for card in game.cards if card.is_selected)
    assert card.cell == cell_at(*place)


def test_a_landmark_beside_a_card_is_not_gone_to() -> None:
    game = small_game("1rs@14,12", "2gh@18,12", tiles={(19, 12): TOWER})
    follow(game, "get the red star, then the green hearts next to the palm")
    assert selected(game) == ["1 red star", "2 green hearts"]
    assert game.pose(Player.FOLLOWER).cell == cell_at(18, 12)


def test_the_other_card_is_not_the_one_just_taken() -> None:
    game = small_game("1rs@14,12", "1rh@18,12", "1gs@9,12")
    follow(game, "get the red star", "now the other red card")
    assert selected(game) == ["1 red heart", "1 red star"]


def test_the_same_shape_is_that_of_the_card_just_taken() -> None:
    game = small_game("1rs@14,12", "1bs@18,12", "1bh@9,12")
    follow(game, "get the red star", "same shape in blue")
    assert selected(game) == ["1 blue star", "1 red star"]


def test_steps_as_told_lead_over_cards_unless_none_is_to_be_touched() -> None:
    game = small_game("1rs@14,12")
    follow(game, "go forward 3")
    assert selected(game) == ["1 red star"]
    game = small_game("1rs@14,12")
    follow(game, "go forward 3, don't pick up any cards")
    assert selected(game) == []
    assert game.pose(Player.FOLLOWER).cell == cell_at(15, 12)


def test_steps_go_around_what_is_in_the_way() -> None:
    game = small_game(tiles={(13, 12): TOWER})
    follow(game, "walk 3 steps forward")
    assert game.pose(Player.FOLLOWER).cell == cell_at(15, 12)


def test_a_wrong_count_is_forgiven_where_nothing_else_fits() -> None:
    game = small_game("2rs@14,12", "3gh@18,12")
    follow(game, "get the three red stars")
    assert selected(game) == ["2 red stars"]


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("lorem ipsum", "I did not understand"),
        ("what are you up to", "I did not understand"),
        ("get the elephants", "I did not understand"),
        ("ok get the elephants", "I did not understand"),
        ("get the purple elephants", "I see no pink card"),
        ("get the green star", "I see no green star"),
        ("get the two blue hearts", "already selected: 2 blue hearts"),
        ("put the red star back", "no red star is selected that I could put back"),
        ("walk to the windmill", "I do not see where to go"),
        ("get the yellow plus", "I cannot get there"),
    ],
)
def test_it_says_why_it_gives_up(text: str, reason: str) -> None:
    shore = {(x, z): WATER for x in (19, 20, 21) for z in (18, 19, 20) if (x, z) != (20, 19)}
    game = small_game("1rs@14,12", "2bh@17,12+", "1yp@20,19", tiles=shore)
    (choice,) = follow(game, text)
    assert (choice.action, choice.text) == (Action.GIVE_UP, reason)


def test_what_can_be_done_is_done_before_giving_up() -> None:
    game = small_game("1rs@14,12")
    choices = follow(game, "get the red star and then the blue heart")
    assert selected(game) == ["1 red star"]
    assert choices[-1].text == "I see no blue heart"


def test_it_says_when_it_understood_only_a_part() -> None:
    choices = follow(small_game("1rs@14,12"), "turn left and get the elephants")
    assert words(choices) == ["left", "give-up"]
    assert choices[-1].text == "I did not understand all of it"


def test_a_noun_that_is_not_known_is_a_card_of_its_colour() -> None:
    game = small_game("1rs@14,12", "1yp@18,12", "2yh@9,12")
    follow(game, "get the yellow Swiss flag")
    assert selected(game) == ["1 yellow plus"]


@pytest.mark.parametrize(
    "text",
    [
        "the two red stars by the palm... unselect them",
        "step on the red stars again to turn them off",
        "get the heart and go back over the red stars to drop them, then the heart is done",
        "we have the red stars, lose them",
    ],
)
def test_what_is_named_before_it_is_to_be_put_back_is(text: str) -> None:
    game = small_game("2rs@15,12+", "1bh@18,12", follower="12,12,e")
    follow(game, text)
    assert "2 red stars" not in selected(game)


def test_the_card_under_the_feet_is_that_of_the_start() -> None:
    game = small_game("2rs@12,12+", "1bh@18,12")
    follow(game, "get the blue heart, then unselect the card you are standing on")
    assert selected(game) == ["1 blue heart"]


def test_sides_of_later_cards_are_seen_from_the_start() -> None:
    game = small_game("1rs@12,16", "1bh@12,6", "1bh@20,19")
    follow(game, "red star at 9 o'clock, blue heart at 3 o'clock")
    assert {card.cell for card in game.cards if card.is_selected} == {
        cell_at(12, 16), cell_at(12, 6)
    }  # fmt: skip


def test_a_card_that_was_not_meant_is_put_back_only_if_it_was_just_taken() -> None:
    game = small_game("1rs@14,12", "1bh@18,12", "1gs@9,12+")
    follow(game, "get the red star", "oops, I meant the blue heart")
    assert selected(game) == ["1 blue heart", "1 green star"]
    game = small_game("1rs@14,12", "1bh@18,12")
    follow(game, "get the red star", "turn left", "oops, I meant the blue heart")
    assert selected(game) == ["1 blue heart", "1 red star"]


@pytest.mark.parametrize(
    ("text", "faces"),
    [
        ("get a card that is not blue", ["1 red star"]),
        ("get the heart that isn't blue", ["1 red heart"]),
        ("get any star but the red one", ["2 blue stars"]),
        ("get all the blue cards but the stars", ["1 blue heart", "2 blue hearts"]),
        ("grab any blue card", ["1 blue heart"]),
        ("forget the red star, get the two blue stars", ["2 blue stars"]),
        ("do not forget to get the red star", ["1 red star"]),
        ("get the red star. no, the blue hearts", ["2 blue hearts"]),
        ("wait for me to get the red star, then get the two blue stars", ["2 blue stars"]),
    ],
)
def test_what_is_left_out_is_not_taken(text: str, faces: list[str]) -> None:
    game = small_game("1rs@15,12", "1bh@9,12", "2bh@17,14", "2bs@20,12", "1rh@8,8")
    follow(game, text)
    assert selected(game) == faces


def test_steps_after_a_card_say_where_it_is_and_are_not_gone_again() -> None:
    game = small_game("1rs@15,12", "1bh@9,12")
    follow(game, "get the card 3 steps ahead", "get the blue heart 6 steps back")
    assert game.pose(Player.FOLLOWER).cell == cell_at(9, 12)


def test_a_card_that_was_not_meant_is_put_back_after_a_turn_too() -> None:
    game = small_game("1rs@15,12", "1bh@18,12")
    follow(game, "get the red star and turn left", "oops, I meant the blue heart")
    assert selected(game) == ["1 blue heart"]


def test_an_instruction_that_is_not_understood_has_no_plan() -> None:
    game = small_game("1rs@14,12")
    follower = RuleBasedFollower()
    tasks = [FollowTask(0, game.states, text, i, 0) for i, text in enumerate(("red star", "lorem"))]
    ask_follower(follower, tasks[:1])
    assert follower.plan(0) is not None
    ask_follower(follower, tasks[1:])
    assert follower.plan(0) is None


def test_the_plan_leads_through_all_cards() -> None:
    game = small_game("1rs@14,12", "1bh@18,12", "1gs@9,12")
    game.instruct("get the red star, then the blue heart")
    game.step(Action.DONE)
    follower = RuleBasedFollower()
    ask_follower(follower, [FollowTask(0, game.states, game.current_instruction or "", 0, 0)])
    plan = follower.plan(0)
    assert plan is not None
    assert set(plan.goals) == {cell_at(14, 12), cell_at(18, 12)}
    assert set(plan.trajectory) == {cell_at(x, 12) for x in range(12, 19)}
    assert set(plan.avoid) == {cell_at(9, 12)}


def test_games_are_forgotten() -> None:
    RuleBasedFollower().forget(7)
