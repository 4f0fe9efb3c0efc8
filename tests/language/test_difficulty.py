from random import Random

from cerealbar.game import Player, cell_at
from cerealbar.language import population, write
from cerealbar.language.difficulty import Difficulty, difficulty_groups
from tests.boards import board
from tests.language.situations import situation

STATES = board(
    follower="12,12,ne", cards=("1bs@8,12", "1bs@16,12", "3rh@4,12"), turn=Player.FOLLOWER
)
STAR, OTHER, HEARTS = (cell_at(x, 12) for x in (8, 16, 4))


def test_other_cards_that_are_meant_too_are_no_rivals() -> None:
    assert Difficulty(STATES, "get the blue star", [STAR]).candidates == 2
    assert Difficulty(STATES, "get both blue star cards", [STAR, OTHER]).candidates == 1
    assert Difficulty(STATES, "get 3 red hearts, then a blue star", [HEARTS, STAR]).fitting == [
        [],
        [OTHER],
    ]


def test_ending_on_a_card_is_not_taking_it() -> None:
    assert Difficulty(STATES, "get the blue star", [STAR], STAR).fitting == [[OTHER]]
    assert Difficulty(STATES, "go to the blue star", [], STAR).fitting == []


def test_typos_are_words_that_nobody_says() -> None:
    hard = Difficulty(STATES, "trun left, then Get teh blue star.", [STAR])
    assert (hard.words, hard.misspelt) == (7, 2)


def test_what_was_before_counts_only_where_no_face_is_said() -> None:
    assert Difficulty(STATES, "get the one you just took", [STAR]).is_history
    assert not Difficulty(STATES, "just get that blue star", [STAR]).is_history


def test_a_goal_behind_the_follower_is_unseen() -> None:
    assert Difficulty(STATES, "go", [], cell_at(12, 4)).is_unseen
    assert not Difficulty(STATES, "go", [], cell_at(12, 20)).is_unseen


def test_groups_are_named_by_numbers() -> None:
    assert difficulty_groups(STATES, "get a blue star", [STAR]) == {
        "cards asked for": "1",
        "cards that fit": "2",
        "words": "1-6",
        "misspelt words": "0",
    }
    unread = difficulty_groups(STATES, "get the gizmos", [HEARTS])
    assert unread["cards that fit"] == "0, not read"
    assert difficulty_groups(STATES, "wait there", []) == {"cards asked for": "0"}


def test_what_careful_people_write_mostly_fits_what_they_mean_and_is_spelt_well() -> None:
    rng, people = Random(1), population(1)
    found = []
    for _ in range(60):
        at = situation(rng)
        text = write(at.states, at.intention, people[0], rng, at.memory, start=at.start).text
        found.append(Difficulty(at.states, text, at.intention.cards))
    assert sum(hard.candidates == 1 for hard in found) > 40
    assert sum(hard.misspelt == 0 for hard in found) > 40
