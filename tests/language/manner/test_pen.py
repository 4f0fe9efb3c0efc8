from cerealbar.game import Heading, Pose
from cerealbar.language import Draft, Memory
from cerealbar.language.board.claims import Picks, Spares


def test_what_an_instruction_leaves_behind() -> None:
    pose = Pose(0, Heading.E)
    draft = Draft("go to the lake", (Picks("lake", (7, 8), pose, ()), Spares(9)), "go to the lake")
    memory = Memory(has_scored=True).after(draft)
    assert memory.texts == ("go to the lake",)
    assert memory.mark == (7, 8)
    assert memory.named == 9
    assert memory.is_queued
    assert not memory.has_scored


def test_touched_cards_are_kept_in_order() -> None:
    memory = Memory().after(Draft("a", (), "a"), (3,)).after(Draft("b", (), "b"), (4, 5))
    assert memory.touched == (3, 4, 5)


def test_a_card_spared_on_the_way_to_another_is_not_the_one_left_for_later() -> None:
    assert Memory().after(Draft("a", (Spares(9),), "a"), (3,)).named is None
