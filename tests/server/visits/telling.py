"""What frames tell beside the moves: shapes, and features for whoever wants to tell kinds apart."""

import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import Any

Frame = dict[str, Any]
Features = dict[str, float]
CONTENT = (
    *("tiles", "cards", "cell", "heading", "text", "game_id", "score", "old", "new", "action"),
    *("is_selected", "steps_left", "seconds_left", "half_turns_left", "id"),
)
"""What is played, and differs from game to game."""


def shapes(frames: Sequence[Frame]) -> set[str]:
    """Every path of keys to a value, with the value where it is of a few and tells no move."""
    return {path for frame in frames for path in _paths(frame, frame["type"])}


def _paths(value: Any, path: str) -> Iterator[str]:
    if isinstance(value, dict):
        kind = f"{path}:{value['type']}" if "type" in value else path
        for key, part in value.items():
            yield from _paths(part, f"{kind}.{key}")
    elif isinstance(value, list):
        for part in value:
            yield from _paths(part, f"{path}[]")
    else:
        key = path.rsplit(".", 1)[-1].removesuffix("[]")
        is_plain = key in CONTENT or isinstance(value, float)
        yield f"{path}={type(value).__name__ if is_plain else value}"


def features(frames: Sequence[Frame]) -> Features:
    """How often which messages follow each other, their keys and sizes, and who was ready when."""
    found: Counter[str] = Counter()
    kinds = [frame["type"] for frame in frames]
    found.update(kinds)
    found.update(f"{a}>{b}" for a, b in pairwise(kinds))
    found.update(f"keys {frame['type']} {sorted(frame)}" for frame in frames)
    rooms = [frame if frame["type"] == "room" else frame.get("room") for frame in frames]
    stands = [_stand(room) for room in rooms if room is not None]
    found.update(f"stand {stand}" for stand in set(stands))
    found.update(f"{a} then {b}" for a, b in pairwise(stands))
    told: Features = dict(found)
    for kind in sorted(set(kinds)):
        sizes = [len(json.dumps(frame)) for frame in frames if frame["type"] == kind]
        told[f"least {kind}"], told[f"most {kind}"] = min(sizes), max(sizes)
        told[f"mean {kind}"] = sum(sizes) / len(sizes)
    return told


def _stand(room: Frame) -> str:
    seats = [json.dumps(room.get(role), sort_keys=True) for role in ("leader", "follower")]
    return " ".join((room["status"], *seats))


def accuracy(first: Sequence[Features], second: Sequence[Features], seed: int = 0) -> float:
    """How often the best question about one feature tells two kinds of games apart, of games that
    it was not chosen by."""
    games = [(it, False) for it in first] + [(it, True) for it in second]
    random.Random(seed).shuffle(games)
    folds = [games[number::10] for number in range(10)]
    right = 0
    for number, fold in enumerate(folds):
        rest = [game for other, games in enumerate(folds) if other != number for game in games]
        name, limit, is_second = _best_stump(rest)
        right += sum(((it.get(name, 0) > limit) == is_second) == kind for it, kind in fold)
    return right / len(games)


def _best_stump(games: Sequence[tuple[Features, bool]]) -> tuple[str, float, bool]:
    best, found = -1, ("", 0.0, True)
    for name in sorted({name for it, _ in games for name in it}):
        values = sorted({it.get(name, 0) for it, _ in games})
        for low, high in pairwise(values):
            limit = (low + high) / 2
            right = sum((it.get(name, 0) > limit) == kind for it, kind in games)
            for is_second, score in ((True, right), (False, len(games) - right)):
                if score > best:
                    best, found = score, (name, limit, is_second)
    return found
