"""Each construction that human leaders use can be produced.

The names are those of a classification of real instructions; each test gives a pattern that finds
the construction, and how often at least it has to occur in a corpus of six thousand.
"""

import re
from dataclasses import replace
from random import Random

from cerealbar.language.manner.typing import type_out
from tests.language.drafts import CAREFUL, corpus


def said(pattern: str, at_least: int = 3) -> bool:
    wanted = re.compile(pattern)
    return sum(wanted.search(draft.plain) is not None for _, draft in corpus()) >= at_least


def test_turn_left_right() -> None:
    assert said(r"^turn left and", 20)
    assert said(r"^turn to your right", 20)
    assert said(r"make a left|take a right|slight left|veer right")


def test_turn_around_180() -> None:
    assert said("turn around", 50)
    assert said("180", 3)


def test_turn_count() -> None:
    assert said(r"turn (left|right) twice", 20)
    assert said(r"turn (left|right) once", 20)
    assert said(r"turn (left|right) (three|3) times", 1)


def test_degrees() -> None:
    assert said(r"(60|120|180) degrees")


def test_distance_steps() -> None:
    assert said(r"forward (two|three|2|3) steps")
    assert said(r"\d spaces")


def test_move_backwards() -> None:
    assert said(r"step back|back up|backwards|go back")


def test_go_straight_forward() -> None:
    assert said(r"(go|walk|move) (straight|forward)", 50)


def test_card_front_ahead() -> None:
    assert said("in front of you", 50)
    assert said("ahead", 50)


def test_card_side_of_you() -> None:
    assert said("to your left", 30)
    assert said("on your right", 30)


def test_card_behind_you() -> None:
    assert said("behind you", 50)


def test_card_you_stand_on() -> None:
    assert said(r"card you('re| are) (standing )?on", 10)


def test_card_by_landmark() -> None:
    assert said(r"(by|near|next to) the \w+", 100)
    assert said("behind the")
    assert said("in front of the")
    assert said(r"to the left of the|right of the")


def test_between() -> None:
    assert said("between the", 10)
    assert said("between the (two|2)", 2)


def test_path_follow() -> None:
    assert said(r"(follow|along|down|take) the (path|road|trail)")


def test_path_any() -> None:
    assert said(r"on the (path|road|trail)", 5)
    assert said(r"(cross|across) the (path|road|trail)")


def test_edge_corner_of_map() -> None:
    assert said("edge of the map", 5)
    assert said("in the corner", 5)


def test_past_around_through() -> None:
    assert said("past the", 20)
    assert said("around the", 2)
    assert said("through the", 1)


def test_goal_landmark_no_card() -> None:
    assert said(r"^(go|walk|head|move) (to|towards?) the \w+( \w+)?$", 5)


def test_multi_card() -> None:
    assert said(r"both |the (two|2) cards|pair of cards", 2)
    assert said(r"the (\w+ ){2,3}and the (\w+ ){2,3}", 5)


def test_ordinal_superlative() -> None:
    assert said("(closest|nearest|first) card", 5)
    assert said("second|2nd")
    assert said("furthest|farthest")


def test_deselect() -> None:
    assert said("deselect", 20)
    assert said("unselect", 10)


def test_reselect_or_select_current() -> None:
    assert said(r"reselect|(get|select|pick up) .* again", 5)


def test_wait_stop_noop() -> None:
    assert said("^wait$", 10)
    assert said("stay put|hold on|don't move", 10)
    assert said("and wait( there)?$", 5)


def test_negation() -> None:
    assert said(r"but (don't|do not) (pick|get|grab|step)", 10)
    assert said(r"don't touch|avoid|do not step on|don't step on", 5)
    assert said("without (collecting|picking up|touching) any", 1)


def test_until_when_conditional() -> None:
    assert said("until you (reach|get to|hit|see)", 5)
    assert said("when you (get to|reach)", 2)
    assert said("as far as you can|can't go any further", 1)


def test_you_will_see() -> None:
    assert said(r"you('ll| will| should) see", 10)
    assert said("the (first )?card you see", 2)


def test_anaphora() -> None:
    assert said("that card", 10)
    assert said(r"pick them up|get them|grab it", 5)
    assert said("the other", 1)


def test_history_reference() -> None:
    assert said("the card you just", 10)
    assert said("the last card", 5)


def test_leader_relative() -> None:
    assert said("past me", 2)
    assert said("(near|by|next to) me", 3)
    assert said("come |towards? me", 3)


def test_pragmatic_social() -> None:
    assert said("good job|great job|nice", 10)
    assert said("please|thanks", 20)
    assert said("i'll get", 20)
    assert said("^(ok|okay|now)", 20)


def test_correction() -> None:
    assert said("wrong card", 5)
    assert said("my bad|my mistake|sorry", 5)
    assert said("instead", 3)


def test_ui_talk() -> None:
    assert said(r"wait (for )?(one|a|until next|until my next) turn|one turn", 2)
    assert said("press done|end your turn|out of moves", 5)


def test_elevation_stairs() -> None:
    assert said(r"(hill|mountain)", 30)
    assert said(r"at the (base|bottom) of the", 1)
    assert said("snow", 5)


def test_sequence_then() -> None:
    assert said("then", 100)
    assert said("after that|from there|once you", 5)


def test_three_plus_clauses() -> None:
    assert said(r"^turn .* (and|then) (go|walk|move|head) .* (and|then) (get|grab|pick)", 20)


def test_elliptical_no_verb() -> None:
    assert said(r"^the (\w+ )?(\w+ )?\w+s? (on|to|by|near|ahead|in|behind)", 5)


def test_diagonal_hedged_direction() -> None:
    assert said("slightly (to your |to the )?left", 5)
    assert said("o'clock")


def test_hotkey_truncated() -> None:
    slippery = replace(CAREFUL, slips=1.0)
    assert any(type_out("turn left", slippery, Random(i)).startswith("urn ") for i in range(200))


def test_typo() -> None:
    plain = {word for _, draft in corpus() for word in draft.plain.split()}
    typed = {word for _, draft in corpus() for word in draft.text.lower().split()}
    assert len(typed - plain) > 300


def test_house_colour() -> None:
    assert said("(red|green|blue|yellow|black) (house|hut)", 20)
    assert said("with the (red|green|blue|yellow|black) roof", 2)


def test_lists_and_stories() -> None:
    assert said("(these two|two cards|2 cards|two stops|next two)", 30)
    assert said("(these three|these 3|three cards|3 cards|three stops)", 5)
    assert said("^first .* then ", 30)
    assert said("finish with|finally|to finish|last ", 10)
    assert said("(come|go|head|way) back ", 10)


def test_kin_of_the_card_before() -> None:
    assert said("(one|card) next to (it|that)", 3)
    assert said("same (shape|thing|card|but)", 3)
    assert said("the other (red|green|blue|black|pink|orange|yellow) (card|one)", 2)


def test_warnings() -> None:
    assert said(r"not the .* (next to|beside) it", 2)
    assert said("stop before the", 5)
    assert said("(go|step|walk) around the .*(card|s)", 5)
    assert said("(step on|touch|walk over) .* again", 5)


def test_ways_of_several_parts() -> None:
    assert said("past the .*(then|and|,).* (past|between|towards?|around|along) ", 10)


def test_self_correction() -> None:
    assert said("(left|right),? (i mean|no wait|no) (left|right)", 2)
    assert said("(no sorry|i mean|wait no|scratch that|oops),? ", 20)


def test_who_does_what() -> None:
    assert said("i'll get the .* you (get|grab|pick|turn|go|take)", 5)
    assert said("the other (two|2|one)", 10)


def test_plan_talk() -> None:
    assert said("we need .* and ", 5)
    assert said("we have .* need ", 3)
    assert said("(finish|complete) the set", 10)
    assert said("(makes|completes|gives us|that's) (a|the) set", 5)


def test_appositions() -> None:
    assert said("the card [^,(]*, (it's )?the ", 20)
    assert said(r"\(the one ", 5)


def test_cards_as_landmarks() -> None:
    assert said(r"(next to|beside|by|behind) the (\w+ )*(stars|hearts|squares|triangles)", 20)
    assert said(r"(go|walk|head|pass) (past )?(the )?(\w+ )*(stars|hearts|squares|triangles) ", 5)


def test_take_it() -> None:
    assert said("(go|walk) to .* and (grab|take|get|pick) (it|them)", 20)
    assert said("there('s| is| are) .*, (grab|take|get|pick) (it|them)", 5)


def test_clock() -> None:
    assert said("at (your )?([1-9]|nine|three|six|four|eight) o'clock", 20)


def test_terms_of_address() -> None:
    assert said("(, (mate|buddy|friend|pal|bro|dear)$|^(mate|buddy|friend|pal|bro|dear), )", 10)


def test_asking() -> None:
    assert said(r"did you (get|miss|skip) .*\? ", 2)
    assert said(r"^(can|could|would) you .*\?$", 5)
