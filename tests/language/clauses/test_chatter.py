import re
from dataclasses import replace

from cerealbar.game import cell_at
from cerealbar.language import Draft, Memory
from tests.boards import board
from tests.language.drafts import CAREFUL, collect, drafts

THERE = cell_at(9, 12)


def says(found: list[Draft], pattern: str) -> bool:
    return any(re.search(pattern, draft.plain) for draft in found)


def test_chatter_is_for_those_who_chat() -> None:
    states = board(follower="5,12,e", cards=["3gs@9,12"])
    talker = replace(CAREFUL, chatter=0.9, politeness=0.5)
    found = drafts(states, collect(states, (9, 12)), talker, Memory(texts=("go",)), 400)
    assert says(found, "good job|great")
    assert says(found, "^(ok|okay|now|alright)")
    assert says(found, "please")
    assert says(found, "thanks")
    quiet = drafts(states, collect(states, (9, 12)), replace(CAREFUL, politeness=0.0))
    assert not says(quiet, "good job|please|thanks")


def test_that_a_set_will_be_made_is_said_only_if_so() -> None:
    talker = replace(CAREFUL, chatter=0.9)
    done = board(follower="5,12,e", cards=["1bc@20,2+", "2gd@20,4+", "3ph@9,12"])
    clash = board(follower="5,12,e", cards=["1bc@20,2+", "2bd@20,4+", "3ph@9,12"])
    assert says(drafts(done, collect(done, (9, 12)), talker), "a set|the set")
    found = drafts(clash, collect(clash, (9, 12)), talker)
    assert not says(found, "makes a set|completes the set|be a set|for the set")


def test_scores_and_turns_left_are_those_of_the_game() -> None:
    talker = replace(CAREFUL, chatter=0.9)
    states = board(follower="5,12,e", cards=["3gs@9,12"], score=7, half_turns=3)
    memory = Memory(texts=("go",), has_scored=True)
    found = drafts(states, collect(states, (9, 12)), talker, memory, 600)
    assert says(found, r"(7|seven) (points|sets|down)|(that's|that makes) (7|seven)")
    assert says(found, r"(2|two) turns left")
    assert not says(found, "last turn")
