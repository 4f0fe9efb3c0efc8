import sys

import pytest

from cerealbar.cli.serve import has_display
from tests.cli.test_cli import run


@pytest.mark.parametrize(
    ("platform", "environment", "expected"),
    [
        ("linux", {}, False),
        ("linux", {"DISPLAY": ""}, False),
        ("linux", {"DISPLAY": ":0"}, True),
        ("linux", {"WAYLAND_DISPLAY": "wayland-0"}, True),
        ("darwin", {}, True),
    ],
)
def test_a_browser_is_opened_where_someone_can_see_it(
    monkeypatch: pytest.MonkeyPatch, platform: str, environment: dict[str, str], expected: bool
) -> None:
    monkeypatch.setattr(sys, "platform", platform)
    assert has_display(environment) is expected


def test_what_is_compiled_already_is_warmed_up_without_a_word(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("warm-up") == 0
    capsys.readouterr()
    assert run("warm-up") == 0
    assert capsys.readouterr() == ("", "")
