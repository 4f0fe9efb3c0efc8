"""The page of studies: its commands run in order, and its tables name every key and no other."""

import re
import shlex
import subprocess
import sys
from pathlib import Path
from urllib.request import urlopen

import pytest

from cerealbar.cli.main import app
from cerealbar.server.store import Reader
from cerealbar.server.store.participants import participants_of
from cerealbar.studies import parts, pay, questionnaires, steps
from cerealbar.studies.conditions import FACTS

PAGE = (Path(__file__).parents[2] / "docs" / "studies.md").read_text(encoding="utf-8")
STEPS = {
    "consent": steps.Consent,
    "information": steps.Information,
    "tutorial": steps.TutorialStep,
    "quiz": steps.QuizStep,
    "games": steps.GamesStep,
    "questionnaire": steps.QuestionnaireStep,
    "write": steps.WriteStep,
    "carry-out": steps.CarryOutStep,
    "end": steps.EndStep,
}
PARTS = {
    "[recruiting]": parts.Recruiting,
    "[treatments.NAME]": parts.Arm,
    "[pools.NAME]": parts.Pool,
    "[pay]": pay.Pay,
}


def rows(head: str) -> list[list[str]]:
    """The cells of the rows of the table whose head begins so."""
    table = PAGE.partition(f"| {head} |")[2].partition("\n\n")[0]
    return [[cell.strip() for cell in line.split("|")[1:-1]] for line in table.splitlines()[2:]]


def words(text: str) -> set[str]:
    """What a cell names."""
    return set(re.findall(r"`([^`]+)`", text))


@pytest.mark.parametrize("head", PARTS)
def test_a_table_names_every_key_of_its_part(head: str) -> None:
    named = [name for row in rows(f"`{head}`") for name in words(row[0])]
    assert sorted(named) == sorted(PARTS[head].__struct_fields__)


def test_every_step_and_every_key_of_it_is_named() -> None:
    named: dict[str, set[str]] = {}
    kind = ""
    for row in rows("kind | key | default"):
        kind = next(iter(words(row[0])), kind)
        named.setdefault(kind, set()).update(words(row[1]))
    assert list(named) == list(STEPS)
    for kind, keys in named.items():
        assert keys == set(STEPS[kind].__struct_fields__) - {"id", "only_if"}, kind


def test_every_fact_and_every_kind_of_item_is_named() -> None:
    assert {name for row in rows("fact") for name in words(row[0])} == set(FACTS)
    items = questionnaires.QuestionnaireItem.__args__
    kinds = {item.__struct_config__.tag for item in items}
    assert {name for row in rows("`kind` | keys") for name in words(row[0])} == kinds


def test_every_flag_of_the_crowd_is_named() -> None:
    named = {name for row in rows("flag") for name in words(row[0])}
    found = app["study"]["bots"].assemble_argument_collection()
    flags = {argument.name for argument in found if argument.parameter.name}
    assert named == {flag for flag in flags if flag not in ("--folder", "FOLDER")}


def test_the_commands_run_in_the_order_of_the_page(tmp_path: Path) -> None:
    commands = re.findall(r"^cerealbar (study .*?)(?: +#.*)?$", PAGE, re.M)
    assert len(commands) == 9
    for command in commands:
        arguments = shlex.split(command)
        if arguments[1] == "run":
            serve(arguments, tmp_path)
            continue
        if arguments[1] == "bots":
            shorten_visits(tmp_path)
        if arguments[1] == "links":
            let_only_links_in(tmp_path)
        if arguments[1] == "forget":
            arguments[3] = someone(tmp_path / "try.sqlite")
        done = subprocess.run(
            [sys.executable, "-m", "cerealbar", *arguments],
            cwd=tmp_path,
            capture_output=True,
            text=True,
        )
        assert done.returncode == 0, f"{command}\n{done.stdout}\n{done.stderr}"
    assert (tmp_path / "data" / "participants.csv").is_file()
    assert (tmp_path / "report" / "report.html").is_file()
    assert (tmp_path / "pay.csv").is_file()


def serve(arguments: list[str], folder: Path) -> None:
    """Start the server, see that the study's page is there, and stop it."""
    command = [sys.executable, "-m", "cerealbar", *arguments, "--port", "0"]
    with subprocess.Popen(command, cwd=folder, stdout=subprocess.PIPE, text=True) as process:
        assert process.stdout is not None
        address = re.search(r"http\S+", process.stdout.readline())
        assert address is not None
        assert address[0].endswith("/study/example")
        with urlopen(address[0]) as answer:
            assert answer.status == 200
        process.terminate()
    assert process.returncode == 0


def shorten_visits(folder: Path) -> None:
    """Let a crowd be through sooner than people are: no tutorials, and short games with agents."""
    file = folder / "first" / "study.toml"
    short = 'sight = "camera"\nrules = { half_turns = 2, extra_half_turns = [] }'
    text = file.read_text().replace('sight = "camera"', short).replace("games = 2", "games = 1")
    steps = re.sub(r'\[\[steps\]\]\nid = "[\w-]+"\nkind = "tutorial"\nrole = .*\n', "", text)
    assert "tutorial" not in steps.partition("[treatments")[0].partition("[[steps]]")[2]
    assert 'partner = "blind"' in steps
    file.write_text(steps.replace('partner = "blind"', 'partner = "agent"'))


def let_only_links_in(folder: Path) -> None:
    file = folder / "first" / "study.toml"
    file.write_text(file.read_text().replace('via = "open"', 'via = "links"'))
    (folder / "names.txt").write_text("Ann\nBob\n")


def someone(database: Path) -> str:
    reader = Reader.open(str(database))
    try:
        return next(iter(reader.read(participants_of, "example")))[0].participant_id
    finally:
        reader.close()
