"""Puts a trained run into the package as a follower: `python -m results.ship RUN NAME`.

The folder `src/cerealbar/follower/shipped/NAME` gets the weights, what they are in `model.json`
with where they come from, and a model card for people. `results/shipped.toml` says how far rules
are trusted and how sure the follower is; what was measured of it is read from `RUNS/NAME/*.json`.
"""

import json
import shutil
import sys
import tomllib
from pathlib import Path
from typing import Any

import msgspec

from cerealbar.follower.pointer.config import Confidence, RuleTrust
from cerealbar.follower.stored import WEIGHTS, read_card, save_card
from results.tables import share

HERE = Path(__file__).parent
SHIPPED = HERE.parent / "src/cerealbar/follower/shipped"
_MEASURES = (
    "card_state_accuracy",
    "environment_state_accuracy",
    "action_sequence_accuracy",
    "full_game_points",
    "instructions_followed",
    "points_scored",
)


def ship(run: Path, name: str) -> None:
    """Copy the model of a run, with how it is used and where it comes from."""
    told = tomllib.loads((HERE / "shipped.toml").read_text(encoding="utf-8"))[name]
    experiment = json.loads((run / "experiment.json").read_bytes())
    words = experiment.pop("words")
    about = {
        "experiment": experiment,
        "command": told["command"],
        "corpus": told["corpus"],
        "results": _results(run.parent / name),
    }
    card = msgspec.structs.replace(
        read_card(run),
        name=name,
        words=tuple(words),
        about=about,
        trust=msgspec.convert(told.get("trust"), RuleTrust | None),
        confidence=msgspec.convert(told.get("confidence"), Confidence | None),
        give_up_below=told.get("give_up_below", 0.0),
    )
    folder = SHIPPED / name
    folder.mkdir(parents=True, exist_ok=True)
    shutil.copyfile(run / WEIGHTS, folder / WEIGHTS)
    save_card(folder, card)
    page = _page(name, told, experiment, about["results"], (folder / WEIGHTS).stat().st_size)
    (folder / "README.md").write_text(page, encoding="utf-8")


def _results(folder: Path) -> dict[str, Any]:
    """What was measured of a shipped follower, if it was yet."""
    found: dict[str, Any] = {}
    for path in sorted(folder.glob("*.json")):
        told = json.loads(path.read_bytes())
        if "all" in told:
            found[path.stem] = {key: told["all"][key] for key in ("right", "count", "share")}
        else:
            found[path.stem] = {key: told.get(key) for key in _MEASURES}
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
            if (value := values[key]) is not None:
                shown = f"{value:.2f}" if key == "full_game_points" else f"{share(value)} %"
                rows.append(f"| {part}: {key.replace('_', ' ')} | {shown} |")
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
    ship(Path(sys.argv[1]), sys.argv[2])
