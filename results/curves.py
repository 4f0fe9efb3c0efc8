"""The curves of results/README.md as SVG, made of `numbers.json`."""

from pathlib import Path
from typing import Any

from cerealbar.evaluation.report import told_of
from cerealbar.records.report.plots import draw
from results.tables import SIZES
from results.trials import Trial, judged

_COLORS = {
    "var(--here)": "#2563a8",
    "var(--theirs)": "#c4622d",
    "var(--soft)": "#55606b",
    "var(--line)": "#d9dee3",
    "var(--ink)": "#1d242b",
    "var(--follower)": "#2f8f5b",
    "var(--leader)": "#8a4fa3",
}
"""Of pages with a style sheet, which a picture by itself does not have."""
_LINES = ("#2563a8", "#c4622d", "#2f8f5b", "#8a4fa3", "#55606b")
_SCALE = (
    ("results-development", "card_state_accuracy", "Card state accuracy, development"),
    ("results-development", "stop.points_scored", "Points scored by rule stop, development"),
    ("results-development", "go_on.points_scored", "Points scored by rule go on, development"),
    ("written-dev", "all", "Written suite, dev"),
)


def draw_curves(numbers: dict[str, Any], folder: Path) -> None:
    """Write all curves for which there are numbers."""
    folder.mkdir(exist_ok=True)
    for kind, key, title in _SCALE:
        values = _over_sizes(numbers, kind, key)
        if values:
            name = f"scale-{title.split(',')[0].lower().replace(' ', '-')}.svg"
            _write(folder / name, _lines(values, title, "training games", is_log=True))
    if found := numbers.get("calibration"):
        _write(folder / "calibration.svg", _calibration(found))


def _over_sizes(numbers: dict[str, Any], kind: str, key: str) -> list[dict[str, Any]]:
    found = []
    for model, label in (("pointer", "pointer"), ("full-of", "the paper's full model")):
        for size in SIZES:
            told = numbers["runs"].get(f"{model}-{size}", {}).get("measured", {}).get(kind, {})
            value = told_of(told, key)
            if value is not None:
                share = value["share"] if isinstance(value, dict) else value
                found.append({"label": label, "x": size, "y": share})
    return found


def draw_trials(trials: dict[str, Trial], folder: Path) -> None:
    """Write what the validation games said after each epoch, by how much of the phase was over: of
    the last phase of every row, and of stage 1."""
    for name, phases, title in (
        (
            "paper-last-phase",
            ("finetune", "seq2seq"),
            "Fine-tuning: points by rule stop (Seq2seq+attn: card state)",
        ),
        ("paper-stage-1", ("plan",), "Stage 1: instructions whose goals are right"),
    ):
        values = [
            {
                "label": f"seed {trial['seed']}",
                "row": _row_of(trial),
                "x": number / len(log),
                "y": y,
            }
            for key, trial in trials.items()
            if not key.startswith("all-seeing")
            for log in [[entry for entry in trial["epochs"] if entry["phase"] in phases]]
            for number, (_, y) in enumerate(map(judged, log), start=1)
        ]
        if values:
            _write(folder / f"{name}.svg", _small_multiples(values, title))


def _row_of(trial: Trial) -> str:
    return str(trial["row"] or trial["title"])


def _small_multiples(values: list[dict[str, Any]], title: str) -> dict[str, Any]:
    """A small plot for each row, with a line for each seed."""
    whole = _lines(values, title, "share of the epochs")
    inner = {key: whole[key] for key in ("mark", "encoding")}
    rows = list(dict.fromkeys(value["row"] for value in values))
    facet = {"field": "row", "type": "nominal", "title": None, "sort": rows}
    return {
        "title": whole["title"],
        "data": whole["data"],
        "columns": 4,
        "facet": facet,
        "resolve": {"scale": {"y": "independent"}},
        "spec": {"width": 150, "height": 100, **inner},
    }


def _lines(
    values: list[dict[str, Any]], title: str, axis: str, *, is_log: bool = False
) -> dict[str, Any]:
    labels = list(dict.fromkeys(value["label"] for value in values))
    scale = {"scale": {"type": "log"}} if is_log else {}
    return {
        "title": {"text": title, "anchor": "start", "fontWeight": "normal"},
        "height": 220,
        "data": {"values": values},
        "mark": {"type": "line", "strokeWidth": 2, "point": {"size": 40}},
        "encoding": {
            "x": {
                "field": "x",
                "type": "quantitative",
                "title": axis,
                "axis": {"values": sorted({value["x"] for value in values})} if is_log else {},
                **scale,
            },
            "y": {"field": "y", "type": "quantitative", "title": None, "axis": {"format": "%"}},
            "color": {
                "field": "label",
                "type": "nominal",
                "scale": {"domain": labels, "range": list(_LINES[: len(labels)])},
            },
        },
    }


def _calibration(found: dict[str, Any]) -> dict[str, Any]:
    """How often the follower was right, by how sure it was; as sure as right is the diagonal."""
    values = [
        {"label": label, "x": row["confidence"], "y": row["right"]}
        for label, rows in found["bins"].items()
        for row in rows
    ]
    diagonal = [{"label": "as sure as right", "x": x, "y": x} for x in (0.0, 1.0)]
    return _lines(values + diagonal, "Right, by how sure it was", "sure")


def _write(path: Path, spec: dict[str, Any]) -> None:
    picture = str(draw(spec))
    for variable, color in _COLORS.items():
        picture = picture.replace(variable, color)
    picture = picture.replace("<svg ", '<svg style="background: white; font: 13px sans-serif" ', 1)
    path.write_text(picture, encoding="utf-8")
