import pytest

from cerealbar.env.cerealbar_v0 import CerealBarEnv
from cerealbar.env.single import PartneredEnv


@pytest.fixture
def no_display(monkeypatch: pytest.MonkeyPatch) -> None:
    """Windows are drawn, but shown nowhere, and nobody waits for the next frame."""
    monkeypatch.setenv("SDL_VIDEODRIVER", "dummy")
    monkeypatch.setitem(CerealBarEnv.metadata, "render_fps", 1000)
    monkeypatch.setitem(PartneredEnv.metadata, "render_fps", 1000)
