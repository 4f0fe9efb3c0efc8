"""An experiment: what is trained, how, on how much; one TOML file each."""

import tomllib
from collections.abc import Sequence
from pathlib import Path
from typing import Any, Literal

import msgspec

from cerealbar.follower.config import PlanConfig, PointerConfig, Seq2SeqConfig
from cerealbar.game import CerealBarError
from cerealbar.learning.losses import LossWeights
from cerealbar.views import ViewName

TomlTable = dict[str, Any]


class ExperimentError(CerealBarError, ValueError):
    """An experiment that makes no sense, or cannot be run on what is given."""


class Phase(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How parameters are updated for some epochs."""

    epochs: int
    """At most."""
    learning_rate: float
    batch: int = 32
    l2: float = 0.0
    """The coefficient of the squared weights in the loss."""
    patience: float | None = None
    """Epochs without improvement on the validation games after which to stop; None for never."""
    patience_factor: float = 1.01
    """By what the patience grows with each improvement."""
    schedule: Literal["constant", "cycle"] = "constant"
    """How the learning rate goes: constant, or up and down again once over all epochs."""
    decay: float = 0.0
    """Weight decay apart from the loss (AdamW)."""
    clip: float | None = None
    """The largest norm of a gradient."""
    precision: Literal["float32", "bfloat16"] = "float32"
    """In which the paper's convolutions compute while training; rolled out, always in 32 bits."""
    examples: int | None = None
    """Recorded examples of an epoch, drawn anew for each; None for all."""


class Aggregation(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which recovery examples are added in fine-tuning (Section 5.2)."""

    is_on: bool = True
    implicit_distance: int = 2
    """A start further than this from the recorded one needs implicit reasoning."""
    share: float = 1.0
    """The most recovery examples of an epoch, as a share of the recorded ones."""
    wrong_cards: Literal["no", "go-on", "mend"] = "no"
    """What to do where other cards were changed than should be: the paper leaves them out; `go-on`
    carries out the next instruction all the same, `mend` first puts right what went wrong."""


class Written(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Which written instructions are learned from too, and when."""

    suites: tuple[str, ...] = ()
    """Files of suites, or names of those that come with the package."""
    repeats: int = 1
    """How often each comes in an epoch."""
    when: Literal["throughout", "finetune", "last"] = "throughout"
    """In all phases beside the recorded examples, in fine-tuning only, or in a phase of their own
    after all others."""
    last: Phase = Phase(epochs=4, learning_rate=0.0003, batch=64, schedule="cycle")
    """How the phase of their own is trained."""


class Experiment(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Everything that decides what comes out, but for the games."""

    name: str
    title: str
    """As tables tell it."""
    row: str | None = None
    """The row of the paper's results table that it corresponds to."""
    model: Literal["plan", "seq2seq", "pointer", "gold-plan", "static-oracle"]
    seed: int = 0
    min_count: int = 2
    """How often a word must occur to be known."""
    plan: PlanConfig = PlanConfig()
    seq2seq: Seq2SeqConfig = Seq2SeqConfig()
    pointer: PointerConfig = PointerConfig()
    losses: LossWeights = LossWeights()
    pretrain_plan: Phase = Phase(epochs=5, learning_rate=0.0075, l2=1e-6, schedule="cycle")
    pretrain_actions: Phase = Phase(epochs=12, learning_rate=0.001, batch=64, schedule="cycle")
    pretrain_pointer: Phase = Phase(epochs=12, learning_rate=0.0015, batch=64, schedule="cycle")
    finetune: Phase = Phase(epochs=5, learning_rate=0.001, schedule="cycle")
    is_finetuned: bool = True
    aggregation: Aggregation = Aggregation()
    written: Written = Written()
    sight: ViewName = "full"
    """What the follower sees: the whole board, or what it has come to see."""
    games: int | None = None
    """Training games that are used; None for all."""
    validation_games: int | None = None
    """Validation games that are used; None for all."""


def read_experiment(path: Path, changes: Sequence[str] = ()) -> Experiment:
    """The experiment of a file, with changes such as `finetune.epochs=2`.

    `base` names another file beside it, whose values hold where it has none.

    Raises:
        ExperimentError: there is none, or it makes no sense.
    """
    values = _read(path, ())
    for change in changes:
        _change(values, change)
    values.setdefault("name", path.stem)
    whole: TomlTable = msgspec.to_builtins(Experiment(name="", title="", model="plan"))
    defaults = {key: whole[key] for key in whole if key not in ("name", "title", "model")}
    try:
        found = msgspec.convert(_merged(defaults, values), Experiment)
    except msgspec.ValidationError as error:
        raise ExperimentError(f"{path} is no experiment: {error}") from None
    if found.sight != "full" and found.aggregation.is_on and found.is_finetuned:
        raise ExperimentError(
            f"{path} is no experiment: recovery examples need the whole board, so with a sight "
            "there must be aggregation.is_on=false"
        )
    return found


def _read(path: Path, above: tuple[Path, ...]) -> TomlTable:
    try:
        values = tomllib.loads(path.read_text(encoding="utf-8"))
    except FileNotFoundError:
        raise ExperimentError(f"there is no experiment {path}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, OSError) as error:
        raise ExperimentError(f"{path} cannot be read: {error}") from None
    if "base" not in values:
        return values
    base = path.with_name(f"{values.pop('base')}.toml")
    if base in (path, *above):
        raise ExperimentError(f"{path} is based on itself")
    return _merged(_read(base, (path, *above)) | {"name": path.stem}, values)


def _merged(base: TomlTable, values: TomlTable) -> TomlTable:
    """The values over those of the base, table by table."""
    found = dict(base)
    for key, value in values.items():
        inner = found.get(key)
        both = isinstance(inner, dict) and isinstance(value, dict)
        found[key] = _merged(inner, value) if both else value  # type: ignore[arg-type]
    return found


def _change(values: TomlTable, change: str) -> None:
    key, equals, text = change.partition("=")
    if not (key and equals):
        raise ExperimentError(f"{change!r} is no change: expected such as finetune.epochs=2")
    try:
        value = tomllib.loads(f"value = {text}")["value"]
    except tomllib.TOMLDecodeError:
        value = text
    *tables, last = key.split(".")
    for table in tables:
        values = values.setdefault(table, {})
        if not isinstance(values, dict):
            raise ExperimentError(f"{change!r} cannot be made: {table!r} is no table")
    values[last] = value
