"""Pictures only draw, and on their boards the rules do what the shipped questions call right."""

import re
import xml.etree.ElementTree as ET

import pytest

from cerealbar.game import Action, Card, Game, Outcome, Player, is_set
from cerealbar.studies.quiz import shipped_questions
from cerealbar.studies.quiz.pictures import BoardPicture, CardsPicture
from cerealbar.studies.quiz.questions import Variant
from cerealbar.studies.tutorials.tutorial import named_card
from cerealbar.views import CAMERA_SIGHT, view
from cerealbar.views.text import card_words

PLAIN = ("svg", "title", "defs", "g", "use", "rect", "path", "ellipse", "polyline", "text")
"""Elements that only draw, or name."""
WAYS = [way for question in shipped_questions().questions for way in question.ways]
PICTURED = [way for way in WAYS if way.picture is not None]
DARK = re.compile('<path d="([^"]+)" fill="#3d4654"')
RING = re.compile('<ellipse cx="([^"]+)" cy="([^"]+)"[^>]+ stroke="#ff2d95"')


def asking(words: str) -> list[Variant]:
    found = [way for way in PICTURED if words in way.text]
    assert found
    return found


def cards_of(picture: object) -> tuple[list[Card], list[Card]]:
    assert isinstance(picture, CardsPicture)
    return [*map(named_card, picture.cards)], [*map(named_card, picture.choices)]


def game_of(way: Variant, turn: Player = Player.LEADER) -> Game:
    assert isinstance(way.picture, BoardPicture)
    states = way.picture.states()
    states["turn"], states["steps_left"], states["half_turns_left"] = turn, 5, 12
    return Game.from_states(states)


def marked_cell(way: Variant) -> tuple[int, int]:
    assert isinstance(way.picture, BoardPicture)
    x, z = map(int, way.picture.marked[0].split(","))
    return x, z


def player_in(text: str) -> Player:
    return Player.FOLLOWER if "follower" in text else Player.LEADER


def is_inside(x: float, y: float, path: str) -> bool:
    """Whether a line from a point to the far right crosses the loops an odd number of times."""
    crossings = 0
    for loop in path.split("Z")[:-1]:
        points = [tuple(map(float, pair.split(","))) for pair in loop[1:].split(" ")]
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                crossings += 1
    return crossings % 2 == 1


@pytest.mark.parametrize("way", PICTURED, ids=range(len(PICTURED)))
def test_a_picture_is_small_only_draws_and_refers_to_nothing_outside(way: Variant) -> None:
    assert way.picture is not None
    drawn = way.picture.svg()
    assert 1000 < len(drawn.encode()) <= 60_000
    assert len(re.findall("<title>(.+)</title>", drawn)) == 1
    for element in ET.fromstring(drawn).iter():
        assert element.tag.rpartition("}")[2] in PLAIN
        for name, value in element.attrib.items():
            assert not name.startswith("on")
            assert "url(" not in value
            assert "href" not in name or value.startswith("#")


def test_three_cards_are_judged_by_what_they_share() -> None:
    ways = asking("valid set?")
    for way in (way for way in ways if len(way.answers) == 4 and "choices" not in way.text):
        cards, choices = cards_of(way.picture)
        if choices:
            continue
        words = ("count", "colour", "shape")
        shared = [word for word in words if len({getattr(card, word) for card in cards}) < 3]
        assert len(shared) <= 1
        assert is_set(*(card.kind for card in cards)) is not bool(shared)
        right = f"No: two have the same {shared[0]}" if shared else "Yes, they are a set"
        assert way.right == right
    assert len({way.right for way in asking("Are these three cards")}) == 4


def test_exactly_one_choice_completes_the_set_in_any_place() -> None:
    places = set()
    for way in asking("completes a valid set"):
        pair, choices = cards_of(way.picture)
        fitting = [card for card in choices if is_set(*(each.kind for each in (*pair, card)))]
        assert [card_words(card) for card in fitting] == [way.right.lower()]
        offered = sorted(answer.lower() for answer in way.answers)
        assert offered == sorted(map(card_words, choices))
        places.add(choices.index(fitting[0]))
    assert len(places) == 4


def test_stepping_onto_the_selected_card_ahead_only_deselects_it() -> None:
    for way in asking("steps onto it"):
        player = player_in(way.text)
        game = game_of(way, player)
        assert sum(card.is_selected for card in game.cards) == 1
        assert game.step(Action.FORWARD) == Outcome.MOVED | Outcome.TOGGLED
        assert not any(card.is_selected for card in game.cards)


def test_moving_against_what_stands_ahead_does_nothing_and_costs_nothing() -> None:
    for way in asking("tries to move forward"):
        game = game_of(way, player_in(way.text))
        before = game.states.copy()
        assert game.step(Action.FORWARD) == Outcome.BUMPED
        assert game.states == before


def test_the_two_selected_cards_clash_and_stay_selected_when_a_turn_ends() -> None:
    for way in asking("cannot be part of one set"):
        game = game_of(way)
        assert game.has_invalid_selection
        assert sum(card.is_selected for card in game.cards) == 2
        game.step(Action.TIME_OUT)
        assert game.has_invalid_selection
        assert way.picture is not None
        assert len(re.findall(r'<use href="#card-\d+-invalid"', way.picture.svg())) == 2


def test_the_marked_card_is_in_view_or_dark_as_the_answer_says() -> None:
    ways = asking("Who sees the card")
    assert {way.right for way in ways} == {"Only the leader", "Both players"}
    for way in ways:
        is_seen = way.right == "Both players"
        seen = view(game_of(way), Player.FOLLOWER, CAMERA_SIGHT)
        x, z = marked_cell(way)
        assert (25 * z + x in [card.cell for card in seen.cards]) is is_seen
        assert way.picture is not None
        drawn = way.picture.svg()
        at = tuple(map(float, RING.findall(drawn)[-1]))
        (dark,) = DARK.findall(drawn)
        assert is_inside(at[0], at[1], dark) is not is_seen
        assert not is_inside(0.5, 0.5, dark)


def test_nothing_is_dark_where_no_view_matters() -> None:
    for way in asking("cannot be part of one set"):
        assert way.picture is not None
        assert not DARK.search(way.picture.svg())
