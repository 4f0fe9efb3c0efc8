from importlib.resources import files
from pathlib import Path

import pytest

from cerealbar.studies.errors import StudyError
from cerealbar.studies.parts import Arm
from cerealbar.studies.reading import StudyMistakesError, load_study
from cerealbar.studies.steps import GamesStep
from cerealbar.studies.study import Study


def example(folder: Path) -> Path:
    """The example in a folder."""
    for source in files("cerealbar").joinpath("studies/example").iterdir():
        (folder / source.name).write_bytes(source.read_bytes())
    return folder


def changed(folder: Path, before: str, after: str, file: str = "study.toml") -> Path:
    path = example(folder) / file
    text = path.read_text()
    assert before in text
    path.write_text(text.replace(before, after, 1))
    return folder


def mistakes(folder: Path) -> list[str]:
    with pytest.raises(StudyMistakesError) as caught:
        load_study(folder)
    return [str(mistake) for mistake in caught.value.mistakes]


def line_of(folder: Path, words: str, file: str = "study.toml") -> int:
    lines = (folder / file).read_text().splitlines()
    return next(number for number, line in enumerate(lines, 1) if words in line)


def test_the_example_is_a_study(tmp_path: Path) -> None:
    study = load_study(example(tmp_path))
    assert isinstance(study, Study)
    assert [step.id for step in study.steps] == [
        *("consent", "information", "learn-to-lead", "learn-to-follow"),
        *("quiz", "games", "questionnaire", "end"),
    ]
    games = study.step("games")
    assert isinstance(games, GamesStep)
    assert list(games.arms(study)) == ["blind"]
    assert set(study.texts) == {
        *("study.toml", "consent.md", "welcome.md", "end.md"),
        *("about-the-game.toml", "farewell.toml", "quiz.toml"),
    }
    assert set(study.quizzes) == {"quiz.toml"}
    assert set(study.questionnaires) == {"about-the-game.toml", "farewell.toml"}


@pytest.mark.parametrize(
    ("before", "after", "at", "told"),
    [
        ('via = "open"', 'via = "mail"', "via =", "'mail'"),
        ("questions = 8", 'questions = "many"', "questions =", "`int`"),
        ("right_needed = 7", "right_needed = 9", "right_needed =", "9 right answers"),
        ('text = "welcome.md"', 'text = "no.md"', '"no.md"', "there is no file 'no.md'"),
        ('text = "welcome.md"', 'text = "../x.md"', '"../x.md"', "regex"),
        ('treatments = ["blind"]', 'treatments = ["bland"]', '"bland"', "no treatment 'bland'"),
        ('role = "leader" ', 'role = "boss" ', '"boss"', "'boss'"),
        ("best_led >= 3", "best_lad >= 3", "best_lad", "'best_lad' is nothing"),
        ("games = 2", 'games = 2\npool = "elite"', "elite", "no pool 'elite'"),
        ("agent_share = 0.5", "agent_share = 1.5", "agent_share", "< 1.0"),
        ("most = 5000", "most = -1", "most =", ">= 0"),
        ('title = "Coll', 'colour = "red"\ntitle = "Coll', "colour", "'colour' is no part"),
        ("tries = 3", 'tries = 3\nonly_if = "age > 3"', "age >", "'age' is nothing"),
        ("tries = 3", "tries = 3\nonly_if = 'in_pool(\"x\")'", "in_pool", "no pool 'x'"),
    ],
)
def test_a_mistake_is_told_with_its_line(
    tmp_path: Path, before: str, after: str, at: str, told: str
) -> None:
    (mistake,) = mistakes(changed(tmp_path, before, after))
    place, _, text = mistake.partition(": ")
    assert told in text
    assert place == f"study.toml:{line_of(tmp_path, at)}"


def test_two_steps_of_one_name_are_told_where_the_second_begins(tmp_path: Path) -> None:
    (mistake,) = mistakes(changed(tmp_path, 'id = "learn-to-follow"', 'id = "learn-to-lead"'))
    before = (tmp_path / "study.toml").read_text().split('role = "follower"')[0]
    line = before[: before.rindex("[[steps]]")].count("\n") + 1
    assert mistake.startswith(f"study.toml:{line}: 2 steps are called 'learn-to-lead'")


def test_all_mistakes_are_told_at_once(tmp_path: Path) -> None:
    changed(tmp_path, 'via = "open"', 'via = "mail"')
    path = tmp_path / "study.toml"
    text = path.read_text().replace("questions = 8", "questions = 0")
    path.write_text(text.replace('text = "end.md"', 'text = "fin.md"'))
    assert len(mistakes(tmp_path)) == 3


def test_a_mistake_in_a_questionnaire_has_its_own_file(tmp_path: Path) -> None:
    changed(tmp_path, "points = 7", "points = 70", "about-the-game.toml")
    (mistake,) = mistakes(tmp_path)
    line = line_of(tmp_path, "points = 70", "about-the-game.toml")
    assert mistake.startswith(f"about-the-game.toml:{line}: ")


def test_no_toml_is_told_with_its_line(tmp_path: Path) -> None:
    changed(tmp_path, 'via = "open"', "via = open")
    (mistake,) = mistakes(tmp_path)
    assert mistake.startswith(f"study.toml:{line_of(tmp_path, 'via = open')}: this is no TOML")


def test_no_utf_8_is_told_with_its_line(tmp_path: Path) -> None:
    path = example(tmp_path) / "study.toml"
    path.write_bytes(path.read_bytes().replace(b'title = "', b'title = "\xff'))
    (mistake,) = mistakes(tmp_path)
    assert mistake.startswith("study.toml:6: this is no UTF-8")


def test_the_last_step_is_the_end(tmp_path: Path) -> None:
    path = example(tmp_path) / "study.toml"
    path.write_text(
        path.read_text().replace('kind = "end"\ntext = "end.md"', 'kind = "quiz"\nid="q"')
    )
    assert any("the last step must be the end" in mistake for mistake in mistakes(tmp_path))


def test_what_games_cannot_be_played_with_is_a_mistake(tmp_path: Path) -> None:
    def refuse(name: str, arm: Arm) -> None:
        raise StudyError(f"{name}: sight = {arm.play['sight']!r} is none")

    with pytest.raises(
        StudyMistakesError, match=r"study.toml:\d+: blind: sight = 'camera' is none"
    ):
        load_study(example(tmp_path), refuse)


def test_a_folder_without_a_study_is_told(tmp_path: Path) -> None:
    with pytest.raises(StudyError, match=r"is no study: expected a file study\.toml"):
        load_study(tmp_path)
