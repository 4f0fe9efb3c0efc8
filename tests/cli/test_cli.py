import subprocess
import sys
from pathlib import Path

import pytest

from cerealbar.cli.main import MISUSED, REFUSED, main


def run(*arguments: str) -> int:
    """The exit code of a command."""
    try:
        main(list(arguments))
    except SystemExit as exit_:
        return int(exit_.code or 0)
    return 0


def test_the_map_is_printed_as_text(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("map", "42") == 0
    out = capsys.readouterr().out
    assert "Lne" in out
    assert "1 orange star" in out


def test_solvable_maps_can_differ_from_the_original(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("map", "3420", "--solvable") == 0
    assert "Cards, by slot" in capsys.readouterr().out


@pytest.mark.parametrize(
    ("arguments", "code", "words"),
    [
        (("map", "3420"), REFUSED, "seed 3420 has no map"),
        (("map", "-1"), REFUSED, "-1"),
        (("map", "4294967296"), REFUSED, "out of range"),
        (("map", "abc"), MISUSED, "abc"),
        (("map", "1.5"), MISUSED, "1.5"),
        (("map",), MISUSED, "SEED"),
        (("picture", "1", "-o", "map.bmp"), REFUSED, "map.bmp"),
        (("picture", "1", "-o", "/no/such/folder/map.svg"), REFUSED, "/no/such/folder"),
        (("picture", "1", "-o", "map.png", "--width", "4001"), REFUSED, "1 to 4000 pixels"),
        (("fly",), MISUSED, "fly"),
    ],
)
def test_bad_input_is_one_clear_message_and_an_exit_code(
    arguments: tuple[str, ...], code: int, words: str, capsys: pytest.CaptureFixture[str]
) -> None:
    assert run(*arguments) == code
    captured = capsys.readouterr()
    assert words.lower() in captured.err.lower()
    assert "Traceback" not in captured.err
    assert captured.out == ""


def test_pictures_are_written_as_png_and_svg(tmp_path: Path) -> None:
    png, svg = tmp_path / "map.png", tmp_path / "map.svg"
    assert run("picture", "42", "-o", str(png), "--width", "300") == 0
    assert run("picture", "42", "-o", str(svg), "--view", "cb2") == 0
    assert png.read_bytes().startswith(b"\x89PNG")
    assert svg.read_text().lstrip().startswith("<")


def test_a_game_is_played_in_the_terminal() -> None:
    keys = "say turn around\nrr\nd\nlll\nd\nhop\ninstruct\nllllllll\nq\n"
    command = [sys.executable, "-m", "cerealbar", "play", "42"]
    done = subprocess.run(command, input=keys, capture_output=True, text=True, check=True)
    assert "follower, 10 steps> " in done.stdout
    assert 'Instruction (current): "turn around"' in done.stdout
    assert "finished, turn ended" in done.stdout
    assert "leader cannot turn left: no steps are left in this turn" in done.stderr
    assert "Sets made: 0." in done.stdout


def test_help_names_every_command(capsys: pytest.CaptureFixture[str]) -> None:
    assert run("--help") == 0
    out = capsys.readouterr().out
    for told in ("map", "picture", "play", "corpus", "Print the map", "convert corpora"):
        assert told in out
