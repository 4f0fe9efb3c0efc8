import re
import xml.etree.ElementTree as ET

import pytest

from cerealbar.studies.quiz.pictures import MOST_BYTES
from tests.studies.quiz.quizzes import KINDS, drafts

PLAIN = ("svg", "title", "defs", "g", "use", "rect", "path", "ellipse", "polyline", "text")
"""Elements that only draw, or name."""
PICTURED = ("valid-set", "clashing-set", "completing-card", "deselecting", "clash", "who-sees",
            "bumping")  # fmt: skip

DARK = re.compile('<path d="([^"]+)" fill="#3d4654"')
RING = re.compile('<ellipse cx="([^"]+)" cy="([^"]+)"[^>]+ stroke="#ff2d95"')


def is_inside(x: float, y: float, path: str) -> bool:
    """Whether a line from a point to the far right crosses the loops an odd number of times."""
    crossings = 0
    for loop in path.split("Z")[:-1]:
        points = [tuple(map(float, pair.split(","))) for pair in loop[1:].split(" ")]
        for (ax, ay), (bx, by) in zip(points, points[1:] + points[:1], strict=True):
            if (ay > y) != (by > y) and x < ax + (bx - ax) * (y - ay) / (by - ay):
                crossings += 1
    return crossings % 2 == 1


def test_the_kinds_about_something_to_see_have_pictures() -> None:
    assert {kind for kind in KINDS if drafts(kind)[0].picture} == set(PICTURED)


@pytest.mark.parametrize("kind", PICTURED)
def test_a_picture_only_draws_and_refers_to_nothing_outside(kind: str) -> None:
    for draft in drafts(kind):
        for element in ET.fromstring(draft.picture).iter():
            assert element.tag.rpartition("}")[2] in PLAIN
            for name, value in element.attrib.items():
                assert not name.startswith("on")
                assert "url(" not in value
                assert "href" not in name or value.startswith("#")


@pytest.mark.parametrize("kind", PICTURED)
def test_a_picture_is_small(kind: str) -> None:
    most = max(len(draft.picture.encode()) for draft in drafts(kind, count=100))
    assert 1000 < most <= MOST_BYTES == 60_000


@pytest.mark.parametrize("kind", PICTURED)
def test_a_picture_has_a_title_that_does_not_tell_the_answer(kind: str) -> None:
    told: dict[str, set[str]] = {}
    for draft in drafts(kind, count=60):
        found = re.findall("<title>(.+)</title>", draft.picture)
        assert len(found) == 1
        assert draft.right.lower() not in found[0].lower() or kind == "completing-card"
        told.setdefault(draft.right, set()).add(found[0])
    if kind == "who-sees":
        seen, unseen = told.values()
        assert seen == unseen


def test_what_the_follower_does_not_see_is_dark() -> None:
    for draft in drafts("who-sees", count=40):
        x, y = map(float, RING.findall(draft.picture)[-1])
        (dark,) = DARK.findall(draft.picture)
        assert is_inside(x, y, dark) is (draft.right == "Only the leader")
        assert not is_inside(0.5, 0.5, dark)


def test_nothing_is_dark_where_no_view_matters() -> None:
    assert not any(DARK.search(draft.picture) for draft in drafts("clash"))


def test_selected_cards_are_outlined_as_the_questions_say() -> None:
    for draft in drafts("clash"):
        assert len(re.findall(r'<use href="#card-\d+-invalid"', draft.picture)) == 2
    for draft in drafts("deselecting"):
        assert len(re.findall(r'<use href="#card-\d+-selected"', draft.picture)) == 1
