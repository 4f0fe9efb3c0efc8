"""`cerealbar play-off`: any leader and any follower play many games."""

import json
import statistics
from collections import Counter

from cerealbar.agents import play_off as play
from cerealbar.cli.arguments import (
    EyesName,
    FollowerName,
    JsonFlag,
    LeaderName,
    RayAddress,
    WholeNumber,
    WorkerCount,
)
from cerealbar.cli.progress import share_bar
from cerealbar.evaluation.statistics import mean_interval
from cerealbar.game import RulesError
from cerealbar.parallel import open_pool
from cerealbar.views import VIEWS


def play_off(
    *,
    leader: LeaderName = "scripted",
    follower: FollowerName = "oracle",
    games: WholeNumber = 200,
    seed: WholeNumber = 0,
    sight: EyesName = "full",
    workers: WorkerCount = 1,
    ray: RayAddress = None,
    json_: JsonFlag = False,
) -> None:
    """Let a leader and a follower play, and report their scores.

    They are the same for the same seed, whoever works.

    Parameters
    ----------
    games
        How many games.
    seed
        Which maps, and all that chance decides.
    """
    if games < 1:
        raise RulesError(f"cannot play {games} games: expected at least 1")
    with open_pool(workers, ray) as pool, share_bar("games") as move:
        result = play(
            leader,
            follower,
            games,
            seed,
            sight=VIEWS[sight],
            pool=pool,
            progress=lambda done: move(done / games),
        )
    low, high = mean_interval(result.scores)
    told = {
        "leader": leader,
        "follower": follower,
        "sight": sight,
        "games": games,
        "mean": result.mean,
        "low": low,
        "high": high,
        "median": statistics.median(result.scores),
        "max": max(result.scores),
        "seconds": result.seconds,
        "scores": result.scores,
    }
    if json_:
        print(json.dumps(told))
        return
    print(f"{leader} leads, {follower} follows, {games} games")
    print(f"mean score {result.mean:.2f} (95 % confidence: {low:.2f} to {high:.2f})")
    print(f"median {told['median']:g}, highest {told['max']}")
    print(f"{statistics.fmean(result.finished):.1f} instructions finished a game")
    print(f"{games / result.seconds:.1f} games a second")
    counts = Counter(result.scores)
    for score in range(min(counts), max(counts) + 1):
        bar_of = "#" * round(40 * counts[score] / max(counts.values()))
        print(f"{score:>4} {bar_of:<40} {counts[score]}")
