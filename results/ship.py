"""Puts a trained run into the package as a follower, or tells what was measured of it since.

`python -m results.ship NAME RUN` copies the weights of a run into the folder
`src/cerealbar/follower/shipped/NAME`, with what they are in `model.json`; without a run the weights
stay. Then what `numbers.json` holds of the follower is written into `model.json` and into a model
card for people. `results/shipped.toml` says how far rules are trusted and how sure it is.
"""

import json
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from cerealbar.evaluation.report import measure_words, nest, told_of
from cerealbar.follower.config import Confidence, RuleTrust
from cerealbar.follower.stored import WEIGHTS, read_card, save_card
from results.report import NUMBERS
from results.tables import share

HERE = Path(__file__).parent
SHIPPED = HERE.parent / "src/cerealbar/follower/shipped"
_MEASURES = (
    "card_state_accuracy",
    "environment_state_accuracy",
    "action_sequence_accuracy",
    "full_game_points",
    "stop.instructions_followed",
    "stop.points_scored",
    "go_on.instructions_followed",
    "go_on.points_scored",
)


def ship(name: str, run: Path | None = None) -> None:
    """Put the model of a run into the package, if one is given, and describe what is there."""
    folder = SHIPPED / name
    if run is not None:
        folder.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(run / WEIGHTS, folder / WEIGHTS)
        experiment = json.loads((run / "experiment.json").read_bytes())
        words = tuple(experiment.pop("words"))
        about: dict[str, object] = {"experiment": experiment}
        save_card(folder, msgspec.structs.replace(read_card(run), words=words, about=about))
    _describe(folder, name)


def _describe(folder: Path, name: str) -> None:
    """Write how the follower is used, where it comes from and what was measured of it."""
    told = tomllib.loads((HERE / "shipped.toml").read_text(encoding="utf-8"))[name]
    card, results = read_card(folder), _results(name)
    about = {
        "experiment": card.about["experiment"],
        "command": told["command"],
        "corpus": told["corpus"],
        "results": results,
    }
    card = msgspec.structs.replace(
        card,
        name=name,
        about=about,
        trust=msgspec.convert(told.get("trust"), RuleTrust | None),
        confidence=msgspec.convert(told.get("confidence"), Confidence | None),
        give_up_below=told.get("give_up_below", 0.0),
    )
    save_card(folder, card)
    experiment: Any = card.about["experiment"]
    page = _page(name, told, experiment, results, (folder / WEIGHTS).stat().st_size)
    (folder / "README.md").write_text(page, encoding="utf-8")


def _results(name: str) -> dict[str, Any]:
    """What was measured of a shipped follower, if it was yet."""
    found: dict[str, Any] = {}
    known = json.loads(NUMBERS.read_bytes())["runs"].get(name, {}).get("measured", {})
    for part, told in sorted(known.items()):
        if "all" in told:
            found[part] = {key: told["all"][key] for key in ("right", "count", "share")}
        else:
            found[part] = nest({key: told_of(told, key) for key in _MEASURES})
    return found


def _page(
    name: str, told: dict[str, Any], experiment: dict[str, Any], found: dict[str, Any], size: int
) -> str:
    rows = []
    for part, values in found.items():
        if "count" in values:
            shown = f"{values['right']} of {values['count']} ({share(values['share'])} %)"
            rows.append(f"| {part} | {shown} |")
            continue
        for key in _MEASURES:
            if (value := told_of(values, key)) is not None:
                shown = f"{value:.2f}" if key == "full_game_points" else f"{share(value)} %"
                rows.append(f"| {part}: {measure_words(key)} | {shown} |")
    return f"""# The follower `{name}`

{told["about"]}

- trained with: `{told["command"]}` (seed {experiment["seed"]})
- on: `{told["corpus"]}` (digest of the games `{experiment["digest"]}`)
- {size / 1e6:.1f} MB of weights; `model.json` has its configuration, vocabulary and experiment

{told["limits"]}

| measured | |
|---|--:|
{chr(10).join(rows)}
"""


if __name__ == "__main__":
    ship(sys.argv[1], Path(sys.argv[2]) if len(sys.argv) > 2 else None)
