import pytest

from cerealbar.language.constructions import count_constructions

EXAMPLES = {
    "turn left or right": ("turn to your left and go", "turn around and get the left card"),
    "turn around": ("Turn around and wait", "go around the lake"),
    "turns counted": ("turn right twice", "turn right"),
    "clock": ("the card at 2 o'clock", "the card"),
    "steps counted": ("take 3 steps", "get 3 stars"),
    "between": ("between the two lakes", "by the lake"),
    "behind": ("the card behind you", "the card ahead"),
    "next to": ("a star next to it", "a star"),
    "landmark": ("by the palm tree", "on your left"),
    "path": ("follow the path", "the street light"),
    "negation": ("don't take it", "take it"),
    "exception": ("all cards except the red one", "all cards"),
    "correction": ("my bad, the other one", "the other one"),
    "pronoun": ("grab it", "grab the star"),
    "I": ("I'll get the star", "get the star"),
    "I and you": ("I'll get the star, you wait", "I'll get the star"),
    "card by face": ("the pink donuts", "the donut shop"),
    "plan talk": ("we need a red one for the next set", "get a red one"),
    "question": ("can you see the tower", "see the tower"),
    "praise": ("good job! wait", "wait"),
    "list of three": ("2 fwd, 1 right, 3 fwd", "go left, then right"),
    "ordinal": ("the second card", "two cards"),
    "capitals": ("GET THE STAR", "Get the star"),
    "deselect": ("unselect that", "select that"),
}


@pytest.mark.parametrize("name", EXAMPLES)
def test_a_pattern_finds_its_construction_only_where_it_is(name: str) -> None:
    has, lacks = EXAMPLES[name]
    assert count_constructions([has])[name] == 1
    assert count_constructions([lacks, lacks])[name] == 0
