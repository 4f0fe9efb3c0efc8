"""Notation: every state and action as a line, both ways; anything else is refused by name."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import (
    Action,
    CerealBarError,
    Game,
    NotationError,
    Outcome,
    Player,
    Rules,
    RulesError,
    StateArray,
    format_state,
    new_state,
    new_states,
    parse_card,
    parse_state,
)
from tests import strategies
from tests.boards import SET_FACES, act, board, game_on, row_of_cards, set_one_step_away

NAMES = (
    *("map", "cards", "leader", "follower", "turn", "steps", "left", "queue", "score"),
    *("limits", "extra", "rng", "seed"),
)
TINY = format_state(board(cards=row_of_cards(*SET_FACES), queue=1))
"""A line in which every field can be spoilt by itself."""


def field(line: str, name: str) -> str:
    return dict(part.split("=") for part in line.split(" "))[name]


def with_field(line: str, name: str, value: str) -> str:
    """The line with another value in one field."""
    spoilt = " ".join(
        f"{name}={value}" if part.startswith(f"{name}=") else part for part in line.split(" ")
    )
    assert spoilt != line
    return spoilt


# States


def test_a_state_reads_field_by_field() -> None:
    states = board(
        leader="12,12,ne",
        follower="4,4,sw",
        cards=["1bc@11,12", "2gd@12,12+", "3ph@13,12"],
        turn=Player.FOLLOWER,
        steps=7,
        queue=2,
        score=3,
        half_turns=9,
    )
    line = format_state(states)
    assert [part.partition("=")[0] for part in line.split(" ")] == list(NAMES)
    rows = field(line, "map").split("/")
    assert rows[12] == "11g3g*11g"
    assert set(rows[:12] + rows[13:]) == {"25g"}
    assert field(line, "cards") == "1bc@11,12;2gd@12,12+;3ph@13,12"
    assert field(line, "leader") == "12,12,ne"
    assert field(line, "follower") == "4,4,sw"
    assert field(line, "turn") == "follower"
    assert field(line, "steps") == "7"
    assert field(line, "left") == "9"
    assert field(line, "queue") == "2"
    assert field(line, "score") == "3"
    assert field(line, "limits") == "5,10"
    assert field(line, "extra") == "10,8,8,6,6,4,4,2,2,2"
    assert field(line, "rng") == "".join(f"{word:08x}" for word in states[0]["rng"])
    assert field(line, "seed") == "none"


@given(strategies.reachable_states())
def test_every_reachable_state_survives_the_round_trip(states: StateArray) -> None:
    line = format_state(states)
    assert "\n" not in line
    assert parse_state(line).tobytes() == states.tobytes()


@given(strategies.map_seeds, strategies.rules())
def test_every_start_under_any_rules_survives_the_round_trip(seed: int, rules: Rules) -> None:
    try:
        states = new_state(seed, rules)
    except CerealBarError:
        return
    assert parse_state(format_state(states)).tobytes() == states.tobytes()


def test_a_parsed_game_goes_on_exactly_as_the_game_it_was_made_from() -> None:
    game = Game(42)
    for action in (Action.LEFT, Action.FORWARD, Action.FORWARD):
        game.step(action)
    twin = parse_state(str(game))
    for _ in range(3):
        act(twin, Action.DONE)
        game.step(Action.DONE)
    assert twin.tobytes() == game.states.tobytes()


def test_one_game_of_many_is_chosen_by_its_index() -> None:
    states = new_states([1, 2, 3])
    assert format_state(states, 2) == format_state(states[2:])
    assert format_state(states, 1).endswith(" seed=2")


@pytest.mark.parametrize(
    "rules",
    [
        Rules(half_turns=None, extra_half_turns=()),
        Rules(half_turns=30_000, leader_steps=0, follower_steps=30_000),
        Rules(extra_half_turns=(0, 0, 5, *(0,) * 10), cards=32),
        Rules(extra_half_turns=(255,) * 16, cards=3),
    ],
    ids=str,
)
def test_extreme_rules_survive_the_round_trip(rules: Rules) -> None:
    states = new_state(7, rules)
    assert parse_state(format_state(states)).tobytes() == states.tobytes()


@pytest.mark.parametrize("extra", [(10,), (255,) * 16], ids=["one set", "the longest schedule"])
def test_a_game_of_many_turns_survives_the_round_trip_after_each_set(
    extra: tuple[int, ...],
) -> None:
    """Sets add turns, so a game may hold more of them than any rules begin with."""
    try:
        rules = Rules(half_turns=30_000, extra_half_turns=extra)
    except RulesError:
        return  # refusing turns that cannot be counted would be as good
    left = 30_000
    for score, more in enumerate(extra):
        states = set_one_step_away(rules=rules, score=score, half_turns=left)
        assert act(states, Action.FORWARD) & Outcome.SET_MADE
        left += more
        assert states["half_turns_left"][0] == left
        assert parse_state(format_state(states)).tobytes() == states.tobytes()


SPOILT = {
    "map": [
        "",
        "25g",
        "/" * 24,
        "/".join(["25g"] * 24),
        "/".join(["25g"] * 26),
        "/".join(["24g"] * 25),
        "/".join(["26g"] * 25),
        "/".join(["24gx"] * 25),
        "/".join(["24gTz"] * 25),
        "/".join(["24gSa"] * 25),
        "/".join(["24gSag"] * 25),
        "/".join(["24gPh"] * 25),
        "/".join(["1g24g"] * 25),
        "/".join(["025g"] * 25),
        "/".join(["0g25g"] * 25),
        "/".join(["99999999999999g"] * 25),
        "/".join(["*25g"] * 25),
        "/".join(["25g**"] * 25),
        "/".join(["٢g23g"] * 25),
    ],
    "cards": [
        "",
        "1bc@11,12",
        "1bc@11,12;2gd@12,12",
        "1bc@11,12;2gd@12,12;",
        "1bc@11,12;2gd@12,12;3ph@12,12",
        "1bc@11,12;2gd@12,12;3ph@25,12",
        "1bc@11,12;2gd@12,12;3ph@12,25",
        "1bc@11,12;2gd@12,12;3ph@-1,12",
        "1bc@11,12;2gd@12,12;3ph@112,12",
        "1bc@11,12;2gd@12,12;4ph@13,12",
        "1bc@11,12;2gd@12,12;3zh@13,12",
        "1bc@11,12;2gd@12,12;3pz@13,12",
        "1bc@11,12;2gd@12,12;3ph@13",
        "1bc@11,12;2gd@12,12;3ph13,12",
        "1bc@11,12;2gd@12,12;3ph@13,12++",
        "1bc@11,12;2gd@12,12;3ph@13,12-",
        ";".join(f"1bc@{i % 20 + 2},{i // 20 + 2}" for i in range(33)),
    ],
    "leader": [
        "",
        "12,12",
        "12,12,n",
        "12,12,NE",
        "25,0,e",
        "0,25,e",
        "-1,3,e",
        "1,2,3,e",
        "x,y,e",
    ],
    "follower": ["", "4,4,", "4,4,x", "99,99,e", "4;4,e", "4,4,ne,"],
    "turn": ["", "Leader", "0", "1", "nobody", "leader,follower"],
    "steps": ["", "-1", "+1", "30001", "1.0", "05", "x", "٣", "9" * 5000],
    "left": ["", "-1", "-2", "none", "Unlimited", "40000", "1e3", "9" * 5000],
    "queue": ["", "-1", "30001", "none"],
    "score": ["", "-1", "x", "32768", "99999999999"],
    "limits": ["", "5", "5,10,1", "-1,10", "5,30001", "5;10", "5,0", "a,b"],
    "extra": ["", "None", "256", "-1", "1,,2", ",".join(["1"] * 17), "1;2"],
    "rng": ["", "0" * 31, "1" * 33, "g" * 32, "A" * 32, "0x" + "0" * 30, "0" * 32],
    "seed": ["", "-1", "None", "2147483648", "1.5", "0x10", "00"],
}


@pytest.mark.parametrize("name", NAMES)
def test_every_field_can_be_spoilt(name: str) -> None:
    assert SPOILT[name]


@pytest.mark.parametrize(
    ("name", "value"),
    [(name, value) for name, values in SPOILT.items() for value in values],
    ids=lambda value: value[:24],
)
def test_a_malformed_field_is_refused_by_its_name(name: str, value: str) -> None:
    with pytest.raises(NotationError) as caught:
        parse_state(with_field(TINY, name, value))
    assert str(caught.value).startswith(f"no state: {name}: ")
    assert len(str(caught.value)) < 400


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cards", "1bc@11,12;2gd@12,12;3ph@3,12"),
        ("leader", "3,12,e"),
        ("follower", "3,12,e"),
    ],
)
@pytest.mark.parametrize(
    ("token", "what"), [("w", "water"), ("Tj", "palm_tree"), ("Sdb", "hut_red")]
)
def test_nothing_stands_on_an_obstacle(name: str, value: str, token: str, what: str) -> None:
    rows = field(TINY, "map").split("/")
    rows[12] = f"3g{token}7g3g*11g"
    line = with_field(with_field(TINY, "map", "/".join(rows)), name, value)
    with pytest.raises(NotationError, match=what) as caught:
        parse_state(line)
    assert str(caught.value).startswith(f"no state: {name}: ")


def test_more_than_one_card_on_a_cell_is_refused_by_the_cell() -> None:
    with pytest.raises(NotationError, match=re.escape("two cards on (12, 12)")):
        parse_state(with_field(TINY, "cards", "1bc@11,12;2gd@12,12;3ph@12,12"))


def test_the_follower_cannot_be_to_act_without_instructions_or_steps() -> None:
    line = with_field(TINY, "turn", "follower")
    assert parse_state(line)[0]["turn"] == Player.FOLLOWER
    with pytest.raises(NotationError, match="follower to act with an empty queue"):
        parse_state(with_field(line, "queue", "0"))
    with pytest.raises(NotationError, match="follower to act without steps"):
        parse_state(with_field(line, "steps", "0"))


def test_when_the_game_is_over_the_last_turn_may_be_anyones() -> None:
    line = with_field(with_field(TINY, "turn", "follower"), "left", "0")
    for queue, steps in (("0", "5"), ("2", "0")):
        spoilt = line.replace("queue=1", f"queue={queue}").replace("steps=5", f"steps={steps}")
        assert parse_state(spoilt)[0]["half_turns_left"] == 0


@pytest.mark.parametrize(
    "line",
    [
        "",
        " ",
        "map=",
        TINY + " ",
        " " + TINY,
        TINY + "\n",
        TINY.replace(" ", "  "),
        TINY.replace(" ", "\t"),
        TINY + " more=1",
        TINY.replace("turn=", "Turn="),
        " ".join(reversed(TINY.split(" "))),
        " ".join(TINY.split(" ")[:-1]),
        TINY + " " + TINY,
        "\0" * 100,
        "x" * 100_000,
    ],
    ids=lambda line: repr(line[-12:]),
)
def test_a_line_without_exactly_the_fields_is_refused(line: str) -> None:
    with pytest.raises(NotationError, match=r"^no state: ") as caught:
        parse_state(line)
    assert len(str(caught.value)) < 1000


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("cards", "1bc@011,12;2gd@12,12;3ph@13,12"),
        ("cards", "1bc@11,12;2gd@12,12;3ph@03,12"),
        ("leader", "03,04,e"),
        ("extra", "10,8,0"),
        ("extra", "0"),
        ("map", "/".join(["12gg12g"] * 25)),
        ("map", "/".join(["12g13g"] * 25)),
    ],
)
def test_there_is_one_way_to_write_a_state(name: str, value: str) -> None:
    """So that two states are the same if and only if their lines are."""
    with pytest.raises(NotationError, match=r"^no state: "):
        parse_state(with_field(TINY, name, value))


def test_a_map_without_room_for_its_cards_is_refused() -> None:
    """New cards are never put on the border: a set made there would leave them nowhere."""
    floor = [(10, 0), (11, 0), (12, 0), (13, 0)]
    cards = ["1bc@11,0+", "2gd@12,0+", "3ph@13,0"]
    states = board(leader="12,0,e", follower="10,0,e", cards=cards, floor=floor)
    with pytest.raises(NotationError, match=r"^no state: "):
        parse_state(format_state(states))


# Fuzz: only our own errors come out

REACHED = [
    format_state(new_state(3)),
    format_state(set_one_step_away("1kc@20,20+", queue=3, score=4)),
    TINY,
]


@given(st.text(max_size=300))
def test_any_text_is_read_or_refused_as_a_state(text: str) -> None:
    try:
        parse_state(text)
    except CerealBarError:
        return


@st.composite
def spoilt_lines(draw: st.DrawFn) -> str:
    """A state with a few characters changed, cut out, doubled or put in."""
    line = draw(st.sampled_from(REACHED))
    for _ in range(draw(st.integers(1, 4))):
        start = draw(st.integers(0, len(line)))
        end = min(len(line), start + draw(st.integers(0, 4)))
        alphabet = st.sampled_from("0123456789,;@+*/=- gpwdhsmTPSabcdefnone\n٣\u2028")
        line = line[:start] + draw(st.text(alphabet | st.characters(), max_size=4)) + line[end:]
    return line


@given(spoilt_lines())
def test_a_spoilt_state_is_refused_or_is_a_state(line: str) -> None:
    try:
        states = parse_state(line)
    except CerealBarError:
        return
    again = format_state(states)
    assert parse_state(again).tobytes() == states.tobytes()
    game_on(states).legal_actions()


@given(st.text(max_size=8))
def test_any_text_is_read_or_refused_as_a_card(text: str) -> None:
    try:
        card = parse_card(text)
    except CerealBarError:
        return
    assert len(text) == 3
    assert text.startswith(str(card.count))
