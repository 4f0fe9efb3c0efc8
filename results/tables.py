"""The tables of results/README.md, in Markdown, made of `numbers.json`."""

from collections.abc import Callable, Iterable
from typing import Any

from cerealbar.evaluation.report import told_of

Numbers = dict[str, Any]
"""What was measured, as `report.py` gathers it."""
SIZES = (240, 960, 4000, 16000)
NONE = "\u2013"


def table(head: Iterable[str], rows: Iterable[Iterable[str]], *, of_words: bool = False) -> str:
    """A table; the first column is words, the others are numbers unless all are words."""
    names = list(head)
    rule = "---" if of_words else "--:"
    lines = [names, ["---", *[rule] * (len(names) - 1)], *map(list, rows)]
    return "".join(f"| {' | '.join(line)} |\n" for line in lines)


def measured(head: Iterable[str], rows: Iterable[Iterable[str]]) -> str:
    """A table without the columns in which nothing was measured."""
    lines = [list(head), *map(list, rows)]
    kept = [column for column in zip(*lines, strict=True) if set(column[1:]) != {NONE}]
    names, *found = zip(*kept, strict=True)
    return table(names, found)


def share(value: float | None) -> str:
    """A share in hundredths."""
    return NONE if value is None else f"{100 * value:.1f}"


def _found(numbers: Numbers, run: str, kind: str) -> dict[str, Any]:
    found: dict[str, Any] = numbers["runs"].get(run, {}).get("measured", {}).get(kind, {})
    return found


def _measures(numbers: Numbers, run: str, part: str = "development") -> list[str]:
    """Card state, environment state, actions, both rules; then the written suite's part."""
    suite = {"development": "written-dev", "test": "written-test"}[part]
    return _told(_found(numbers, run, f"results-{part}"), _found(numbers, run, suite))


def _told(found: dict[str, Any], written: dict[str, Any]) -> list[str]:
    keys = (
        "card_state_accuracy",
        "environment_state_accuracy",
        "action_sequence_accuracy",
        "stop.instructions_followed",
        "stop.points_scored",
        "go_on.instructions_followed",
        "go_on.points_scored",
    )
    return [share(told_of(found, key)) for key in keys] + [
        share(written.get("all", {}).get("share"))
    ]


_HEADS = (
    "card state",
    "env. state",
    "actions",
    "followed (stop)",
    "points (stop)",
    "followed (go on)",
    "points (go on)",
    "written dev",
)


def scale(numbers: Numbers) -> str:
    """Both models on growing corpora."""
    rows = []
    for model, words in (("pointer", "pointer"), ("full-of", "the paper's full model")):
        for size in SIZES:
            name = f"{model}-{size}"
            if name in numbers["runs"]:
                hours = numbers["runs"][name]["cpu_seconds"] / 3600
                rows.append([f"{words}, {size:,} games", *_measures(numbers, name), f"{hours:.2f}"])
    return measured(["", *_HEADS, "CPU hours"], rows)


def _rows(numbers: Numbers, names: dict[str, str]) -> list[list[str]]:
    """A row for each that was measured, by its name and the words for it."""
    return [[words, *_measures(numbers, n)] for n, words in names.items() if n in numbers["runs"]]


def written(numbers: Numbers) -> str:
    """What the written suite's training part adds to synthetic games."""
    names = {
        "pointer-960": "960 synthetic games",
        "written-mixed": "and 993 written instructions, four times an epoch",
        "written-last": "and the same, in a last fine-tuning instead",
    }
    return measured(["", *_HEADS], _rows(numbers, names))


_NAMED = {
    "learned": "`learned`: network and rules",
    "learned-network": "its network alone",
    "rule-based": "`rule-based`",
    "paper": "`paper`: the paper's full model",
    "oracle": "oracle: does what was meant",
}


def followers(numbers: Numbers) -> str:
    """Everyone who follows, on the development games and the written suite."""
    rows = _rows(numbers, _NAMED)
    parts = [_found(numbers, "learned", f"sight-{kind}") for kind in ("development", "written")]
    rows.append(["`learned` with a sight: by the rules, looking around", *_told(*parts)])
    return measured(["", *_HEADS], rows)


def judged(numbers: Numbers) -> str:
    """Those of them who were judged on the test parts."""
    rows = [
        [words, *_measures(numbers, name, "test")]
        for name, words in _NAMED.items()
        if _found(numbers, name, "results-test")
    ]
    return measured(["", *_HEADS[:-1], "written test"], rows)


def future(numbers: Numbers) -> str:
    """The paper's future work as experiments."""
    names = {
        "pointer": "pointer",
        "pointer-history": "+ the last two instructions",
        "pointer-go-on": "+ aggregation after wrong cards: go on",
        "pointer-mend": "+ history, aggregation after wrong cards: mend",
        "pointer-sight": "with a sight and memory instead of the whole board",
    }
    rows = _rows(numbers, names)
    return measured(["", *_HEADS], rows)


def tags(numbers: Numbers) -> str:
    """The written suite's dev part by number of cards and by tag."""
    names = [
        name
        for name in ("learned", "learned-network", "rule-based", "paper")
        if _found(numbers, name, "written-dev")
    ]
    found = {name: _found(numbers, name, "written-dev") for name in names}
    if not found:
        return ""
    first = found[names[0]]
    keys = [("all", None), *(("by_cards", key) for key in first["by_cards"])]
    keys += [("by_tag", key) for key in first["by_tag"]]
    rows = []
    for kind, key in keys:
        parts = {n: told[kind] if key is None else told[kind][key] for n, told in found.items()}
        label = "all" if key is None else key if kind == "by_tag" else f"{key} cards"
        count = parts[names[0]]["count"]
        rows.append([label, str(count), *(share(part["share"]) for part in parts.values())])
    return table(["", "of", *names], rows)


def self_play(numbers: Numbers) -> str:
    """Mean scores of leaders and followers over 200 games."""
    told = numbers["play-off"].values()
    leaders = ("novice", "average", "expert", "scripted")
    names = list(dict.fromkeys(each["follower"] for each in told))
    rows = []
    for follower in names:
        cells = [follower]
        for leader in leaders:
            one = [e for e in told if (e["leader"], e["follower"]) == (leader, follower)]
            cells += [
                f"{e['mean']:.2f} ({e['low']:.2f} to {e['high']:.2f}), {e['max']}" for e in one
            ] or [NONE]
        rows.append(cells)
    return table(["follower \\ leader", *leaders], rows)


def costs(numbers: Numbers) -> str:
    """The time that each run took, without the stages that it shares.

    Two ran side by side; a run that was interrupted has the time of the interruption too.
    """
    rows = [
        [
            f"`{name}`",
            _told_epochs(run["epochs"]),
            f"{run['cpu_seconds'] / 60:.1f}",
            f"{run['wall_seconds'] / 60:.1f}",
        ]
        for name, run in numbers["runs"].items()
        if run.get("epochs")
    ]
    return table(["run", "epochs", "CPU minutes", "wall-clock minutes"], rows)


def _told_epochs(epochs: dict[str, list[float]]) -> str:
    return ", ".join(f"{len(values)} {phase}" for phase, values in epochs.items())


def discriminator(numbers: Numbers) -> str:
    """The mean |logit| of each layer that the implicit discriminator reads, by run."""
    found = numbers.get("discriminator", {})
    layers: dict[str, float] = next(iter(found.values()), {})
    rows = [
        [f"`{run}`", *(f"{told[layer]:.2g}" for layer in layers)] for run, told in found.items()
    ]
    return table(["", *layers], rows)


def ambiguity(numbers: Numbers) -> str:
    """What failures come of."""
    return table(["of 100 failures", ""], [[k, str(v)] for k, v in numbers["ambiguity"].items()])


def calibration(numbers: Numbers) -> str:
    """How often the follower is right, by how sure it is."""
    rows = []
    for label, bins in numbers["calibration"]["bins"].items():
        for name, key in (("sure", "confidence"), ("right", "right")):
            rows.append([f"{label}: {name}", *(share(each[key]) for each in bins)])
    count = len(rows[0]) - 1
    return table(["tenths, from the least sure", *map(str, range(1, count + 1))], rows)


def giving_up(numbers: Numbers) -> str:
    """Scores by the bound below which the follower gives up."""
    found = numbers.get("giving-up", [])
    leaders = list(dict.fromkeys(each["leader"] for each in found))
    rows = []
    for bound in dict.fromkeys(each["bound"] for each in found):
        scores = {each["leader"]: each for each in found if each["bound"] == bound}
        told = [f"{s['mean']:.2f} ({s['low']:.2f} to {s['high']:.2f})" for s in scores.values()]
        rows.append([f"gives up below {bound}", *told])
    return table(["", *leaders], rows)


TABLES: dict[str, Callable[[Numbers], str]] = {
    "written": written,
    "scale": scale,
    "followers": followers,
    "judged": judged,
    "future": future,
    "tags": tags,
    "discriminator": discriminator,
    "ambiguity": ambiguity,
    "calibration": calibration,
    "giving-up": giving_up,
    "self-play": self_play,
    "costs": costs,
}
"""By the mark in the page."""
