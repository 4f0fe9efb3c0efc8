import sys

import pytest

from cerealbar.cli.serve import has_display


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
