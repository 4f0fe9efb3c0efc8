import pytest
from PIL import Image, ImageChops, ImageFont

from cerealbar.game import cell_at
from cerealbar.views import Plan
from cerealbar.views.picture import (
    PictureError,
    PictureOptions,
    PlannedWalk,
    contact_sheet,
    encode,
    picture,
    plan_sheet,
)
from cerealbar.views.picture.plan_sheet import PLAN_PARTS
from cerealbar.views.picture.writing import font_for, wrapped
from tests.boards import board

STATE = board(follower="4,4,ne", cards=("1bc@6,6", "2gd@12,6", "3ph@8,9"))[0]
GOAL, OTHER = cell_at(6, 6), cell_at(12, 6)
PLAN = Plan({cell_at(5, 5): 0.5, GOAL: 0.5}, {GOAL: 0.9}, {OTHER: 0.8}, {cell_at(20, 20): 1.0})


def walk(plan: Plan | None = PLAN, text: str = "get it", **fields: tuple[int, ...]) -> PlannedWalk:
    return PlannedWalk(state=STATE, instruction=text, plan=plan, **fields)


def panel(plan: Plan, part: int = 1) -> Image.Image:
    """What a plan sheet shows of a distribution, below the words."""
    sheet, bounds = plan_sheet(walk(plan)), picture(STATE).back.bounds
    board, height = (round(width * bounds.height / bounds.width) for width in (824, 344))
    left, top = 872 + part % 2 * 364, sheet.height - 14 - board + part // 2 * (board // 2) + 52
    return sheet.crop((left, top, left + 344, top + height))


def changed_part(one: Image.Image, other: Image.Image) -> tuple[int, int, int, int] | None:
    return ImageChops.difference(one, other).getbbox()


def centre_of(cell: int, image: Image.Image) -> tuple[int, int]:
    """The pixel of a cell's centre in a picture without a title or numbers."""
    bounds = picture(STATE).back.bounds
    x, y = cell % 25 + cell // 25 % 2 / 2, cell // 25 * 0.75**0.5
    scale = image.width / bounds.width
    return round((x - bounds.left) * scale), round((bounds.top - y) * scale)


@pytest.mark.parametrize("part", range(4))
def test_each_distribution_is_heat_on_its_cells_and_nowhere_else(part: int) -> None:
    cell = OTHER
    lit = Plan(**{PLAN_PARTS[part].name: {cell: 1.0}})  # type: ignore[arg-type]  # no words
    box = changed_part(panel(lit, part), panel(Plan(), part))
    assert box is not None
    x, y = centre_of(cell, panel(lit, part))
    assert box[0] < x < box[2]
    assert box[1] < y < box[3]
    assert box[2] - box[0] < 23
    assert box[3] - box[1] < 23


def test_a_trajectory_is_shown_relative_to_its_largest_value_and_goals_are_not() -> None:
    whole, half = Plan({GOAL: 1.0, OTHER: 0.5}), Plan({GOAL: 0.5, OTHER: 0.25})
    assert changed_part(panel(whole, 0), panel(half, 0)) is None
    sure, unsure = panel(Plan(goals={GOAL: 1.0})), panel(Plan(goals={GOAL: 0.1}))
    at = centre_of(GOAL, sure)
    assert sum(sure.getpixel(at)) < sum(unsure.getpixel(at))  # type: ignore[arg-type]  # RGB


def test_a_sheet_without_a_plan_shows_the_board_only() -> None:
    with_plan, without = plan_sheet(walk()), plan_sheet(walk(None))
    assert with_plan.height == without.height
    assert with_plan.width > 1.5 * without.width


def test_the_way_the_changed_cards_and_the_goals_are_on_the_board() -> None:
    plain = plan_sheet(walk(None))
    for marks in ({"trail": (cell_at(4, 4), GOAL)}, {"changed": (GOAL,)}, {"goals": (GOAL,)}):
        marked = plan_sheet(walk(None, **marks))
        assert changed_part(plain.crop((0, 120, *plain.size)), marked.crop((0, 120, *plain.size)))


def test_a_goal_and_a_ring_on_one_cell_are_both_seen() -> None:
    def drawn(**options: tuple[int, ...]) -> set[tuple[int, ...]]:
        image = picture(STATE, options=PictureOptions(**options)).image(900)  # type: ignore[arg-type]  # the cells
        return {color for _, color in image.getcolors(1_000_000) or ()}  # type: ignore[misc]  # RGB

    def has(colors: set[tuple[int, ...]], wanted: tuple[int, int, int]) -> bool:
        return any(max(abs(a - b) for a, b in zip(c, wanted, strict=True)) < 4 for c in colors)

    pink, green = (0xFF, 0x2D, 0x95), (0x0B, 0x7D, 0x3E)
    both = drawn(marked=(GOAL,), goals=(GOAL,))
    assert has(both, pink)
    assert has(both, green)
    assert not has(drawn(marked=(GOAL,)), green)


def test_a_goal_that_is_no_cell_is_refused() -> None:
    with pytest.raises(PictureError, match="goals holds 625: expected cells 0 to 624"):
        PictureOptions(goals=(625,))


@pytest.mark.parametrize(
    "text",
    [
        "go",
        "拿起前面的两张红色星星卡片" * 20,
        "اذهب إلى البطاقة الحمراء",
        "idź do żółtej gwiazdy 🌟 👩‍👩‍👧",
        "w" * 1000,
        "e\u0301" * 300,
        "get\u202eit\u200bnow",
    ],
)
def test_any_text_becomes_a_title_that_stays_on_the_page(text: str) -> None:
    sheet = plan_sheet(walk(text=text))
    assert sheet.height < plan_sheet(walk()).height + 150
    assert encode(sheet).startswith(b"\x89PNG")
    margin = sheet.crop((sheet.width - 20, 0, sheet.width, 120))
    assert len(margin.getcolors() or ()) == 1


def test_lines_hold_all_words_and_fit() -> None:
    font = ImageFont.load_default(20)
    text = "turn around and go past the green house until you see three orange hearts"
    lines = wrapped(text, font, 240, 9)
    assert " ".join(lines) == text
    assert all(font.getlength(line) <= 240 for line in lines)
    assert len(lines) > 2


def test_what_does_not_fit_is_cut_with_an_ellipsis() -> None:
    font = ImageFont.load_default(20)
    lines = wrapped("go left " * 100, font, 240, 2)
    assert len(lines) == 2
    assert lines[1].endswith("…")
    assert all(font.getlength(line) <= 240 for line in lines)
    word = wrapped("w" * 90, font, 240, 99)
    assert "".join(word) == "w" * 90
    assert all(font.getlength(line) <= 240 for line in word)
    assert wrapped("", font, 240, 2) == wrapped(" \n\t", font, 240, 2) == []
    assert wrapped("one\ntwo\x00three", font, 400, 2) == ["one two three"]


def test_plain_texts_are_in_the_font_that_every_machine_has() -> None:
    assert font_for("get the card", 20).getname() == ImageFont.load_default(20).getname()  # type: ignore[union-attr]  # a TrueType font


def test_a_contact_sheet_has_a_row_for_each_walk() -> None:
    one, three = contact_sheet([walk()]), contact_sheet([walk(), walk(None), walk(text="a " * 400)])
    assert one.width == three.width
    assert three.height > 2.5 * one.height
    empty = contact_sheet([walk(Plan())])
    assert changed_part(one, empty) is not None


def test_the_same_walk_gives_identical_bytes() -> None:
    assert encode(plan_sheet(walk())) == encode(plan_sheet(walk()))
