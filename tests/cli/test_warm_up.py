import pytest

from tests.cli.test_cli import run


def test_what_is_compiled_already_is_warmed_up_without_a_word(
    capsys: pytest.CaptureFixture[str],
) -> None:
    assert run("warm-up") == 0
    capsys.readouterr()
    assert run("warm-up") == 0
    assert capsys.readouterr() == ("", "")
