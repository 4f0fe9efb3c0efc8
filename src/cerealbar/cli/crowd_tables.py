"""What a crowd met in a study, as tables for the terminal."""

from collections.abc import Iterator, Mapping

from rich.console import RenderableType
from rich.table import Column, Table
from rich.text import Text

from cerealbar.remote.participants import CrowdOutcome

_MOST_WRONGS = 30


def crowd_tables(outcome: CrowdOutcome) -> Iterator[RenderableType]:
    """Steps, ends, games and refusals; then all that was wrong."""
    yield _steps(outcome)
    counted = {
        "How visits ended": outcome.ends,
        "How games ended, for each who played": outcome.games,
        "What people did that they should not": outcome.deeds,
    }
    yield from (_counts(title, counts) for title, counts in counted.items() if counts)
    if outcome.refusals:
        yield _refusals(outcome)
    yield Text(_summary(outcome))
    wrongs = outcome.wrongs
    for wrong in wrongs[:_MOST_WRONGS]:
        yield Text(wrong, style="bold red")
    if len(wrongs) > _MOST_WRONGS:
        yield Text(f"... and {len(wrongs) - _MOST_WRONGS} more", style="bold red")
    if not wrongs:
        yield Text("Nothing was wrong.", style="bold green")


def _summary(outcome: CrowdOutcome) -> str:
    waits, scores = outcome.waits, outcome.scores
    mean = sum(scores) / len(scores) if scores else 0.0
    return (
        f"{outcome.participants} people, {outcome.codes} codes. {waits.count} waits for a partner:"
        f" median {waits.median_seconds:g} s, longest {waits.longest_seconds:g} s. {len(scores)}"
        f" scores, mean {mean:.2f}. {outcome.retried} requests tried again,"
        f" {len(outcome.unanswered)} never answered. {outcome.kills} kills of the server."
    )


def _steps(outcome: CrowdOutcome) -> Table:
    table = Table(
        "step",
        *(Column(head, justify="right") for head in ("reached", "median s", "longest s")),
        title="Steps (seconds by the clock)",
    )
    for step, span in outcome.steps.items():
        table.add_row(
            Text(step), str(span.count), f"{span.median_seconds:g}", f"{span.longest_seconds:g}"
        )
    return table


def _counts(title: str, counts: Mapping[str, int]) -> Table:
    table = Table("", Column("", justify="right"), title=title, show_header=False)
    for word, count in counts.items():
        table.add_row(Text(word), str(count))
    return table


def _refusals(outcome: CrowdOutcome) -> Table:
    table = Table("step", "status", "reason", Column("times", justify="right"), "", title="Refused")
    for each in outcome.refusals:
        passing = "tried again" if each.is_passing else "wrong"
        why = "provoked" if each.is_provoked else passing
        table.add_row(Text(each.step), each.status, Text(each.reason), str(each.count), why)
    return table
