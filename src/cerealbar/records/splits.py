"""Train, development and test: games split by a seed so that mean scores are equal."""

import random
from collections.abc import Mapping, Sequence
from pathlib import Path
from typing import Literal, get_args

import msgspec

from cerealbar.records.corpus import SPLITS
from cerealbar.records.errors import FormatError, RecordError
from cerealbar.records.files import write_whole

SplitName = Literal["train", "development", "test"]
PartName = Literal[SplitName, "validation", "update"]
"""A split, or the training games that are held out of parameter updates, or those that are not."""
PARTS: tuple[SplitName, ...] = get_args(SplitName)
STORED_PARTS: tuple[PartName, ...] = (*PARTS, "validation")
SHARES = (0.8, 0.1, 0.1)
VALIDATION_SHARE = 0.05
"""How much of the training games is held out of parameter updates (paper, Appendix G)."""


class Splits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """The ids of the games of each of `STORED_PARTS`."""

    train: tuple[str, ...] = ()
    development: tuple[str, ...] = ()
    test: tuple[str, ...] = ()
    validation: tuple[str, ...] = ()
    """Those of the training games that are held out."""

    def part(self, name: str) -> tuple[str, ...]:
        """The ids of a part, by its `PartName`."""
        if name == "update":
            held = set(self.validation)
            return tuple(game for game in self.train if game not in held)
        if name not in STORED_PARTS:
            raise RecordError(f"{name!r} is no split: expected {', '.join(get_args(PartName))}")
        games: tuple[str, ...] = getattr(self, name)
        return games

    def by_game(self) -> dict[str, SplitName]:
        """The split of each game."""
        return {game: part for part in PARTS for game in self.part(part)}


def make_splits(scores: Mapping[str, int], seed: int, sizes: Sequence[int] | None = None) -> Splits:
    """Split games (id to score) by a seed, by default 80 : 10 : 10.

    Games are taken in the order of their scores, and each part gets its share of every stretch of
    that order, so that all parts have the same mean score.
    """
    if sizes is None:
        development = round(len(scores) * SHARES[1])
        test = round(len(scores) * SHARES[2])
        sizes = (len(scores) - development - test, development, test)
    if len(sizes) != len(PARTS) or sum(sizes) != len(scores) or min(sizes) < 0:
        raise RecordError(
            f"cannot split {len(scores)} games into {', '.join(map(str, sizes))}: "
            f"expected {len(PARTS)} sizes with that sum"
        )
    rng = random.Random(seed)
    parts = _deal(scores, dict(zip(PARTS, sizes, strict=True)), rng)
    held = round(len(parts["train"]) * VALIDATION_SHARE)
    rest = {"held": held, "update": len(parts["train"]) - held}
    train = {game: scores[game] for game in parts["train"]}
    return Splits(
        train=tuple(sorted(parts["train"])),
        development=tuple(sorted(parts["development"])),
        test=tuple(sorted(parts["test"])),
        validation=tuple(sorted(_deal(train, rest, rng)["held"])),
    )


def _deal(
    scores: Mapping[str, int], sizes: Mapping[str, int], rng: random.Random
) -> dict[str, list[str]]:
    """Deal games to parts so that each is filled evenly along the order of scores."""
    games = sorted(scores)
    rng.shuffle(games)
    games.sort(key=lambda game: scores[game])
    phases = {part: rng.random() for part in sizes}
    parts: dict[str, list[str]] = {part: [] for part in sizes}
    for game in games:
        open_parts = [part for part in sizes if len(parts[part]) < sizes[part]]
        # The part whose next place in the order comes first.
        part = min(open_parts, key=lambda p: (len(parts[p]) + phases[p]) / sizes[p])
        parts[part].append(game)
    return parts


def read_splits(folder: Path) -> Splits:
    """The splits of a corpus; empty ones if it has none."""
    path = folder / SPLITS
    if not path.is_file():
        return Splits()
    try:
        return msgspec.json.decode(path.read_bytes(), type=Splits)
    except (msgspec.DecodeError, UnicodeDecodeError) as error:
        raise FormatError(f"{path}: {error}") from None


def write_splits(folder: Path, splits: Splits) -> None:
    """Store the splits of a corpus."""
    write_whole(folder / SPLITS, msgspec.json.format(msgspec.json.encode(splits)) + b"\n")
