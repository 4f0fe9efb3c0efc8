import msgspec
from rich.console import Console

from cerealbar.cli.corpus_reports import difficulty_table, statistics_table
from cerealbar.records.statistics import Success
from cerealbar.records.summary import summarize
from tests.records.report.sample import sample


def printed(width: int = 100, *, synthetic: bool = True) -> str:
    console = Console(width=width, color_system=None)
    with console.capture() as capture:
        console.print(statistics_table(sample(synthetic=synthetic)))
    return capture.get()


def test_the_table_stands_beside_the_papers() -> None:
    lines = [line.replace("│", " ").split() for line in printed().splitlines()]
    assert ["Score", "/", "interaction", "2.0", "2.0", "3", "7.9", "9.0", "19"] in lines
    assert ["Vocabulary", "size", "5", "3,641"] in lines


def test_the_table_says_which_games_it_is_of_and_who_played_them() -> None:
    assert "Statistics of the 2 training games, of 5 in all." in printed()
    assert "Synthetic data: no person took part" in printed()
    assert "People took part in all of these 2 games." in printed(synthetic=False)


def test_no_games_have_a_table_without_numbers() -> None:
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(statistics_table(summarize([], str.split)))
    assert "There are no games." in capture.get()
    assert "0.0" not in capture.get()


def test_success_is_told_from_easy_to_hard() -> None:
    groups = {"words": (Success("1-6", 1200, 900), Success("7+", 4, 1))}
    console = Console(width=100, color_system=None)
    with console.capture() as capture:
        console.print(difficulty_table(msgspec.structs.replace(sample(), difficulty=groups)))
    lines = [line.replace("│", " ").split() for line in capture.get().splitlines()]
    assert ["Words:", "1-6", "1,200", "99.7%", "75.0%"] in lines
