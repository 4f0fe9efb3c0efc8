"""Two workers beside one, on this machine and on a Ray of two workers; and what games take up."""

import resource
import time
from collections.abc import Callable
from itertools import accumulate, pairwise
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec
import numpy as np

from benchmarks.figure import Figure
from cerealbar.agents import EVERYTHING
from cerealbar.agents.corpus_games import corpus_game, encoded_games
from cerealbar.agents.simulation import play_off
from cerealbar.cli.evaluate import Evaluated
from cerealbar.evaluation.evaluating import evaluate_by
from cerealbar.evaluation.following import Procedure
from cerealbar.parallel import WorkerPool, open_pool
from cerealbar.records import About, Corpus, Examples, build_examples
from cerealbar.records.corpus import GAMES, INDEX, Entry
from cerealbar.records.examples import excerpt

MADE, PLAYED, EVALUATED = 201, 193, 160
"""How many games are made, played and evaluated."""
FIRST = 65
"""How many before that, so that both workers have loaded what they need."""
INDEXED = 1_000_000
ENTRY_BYTES = 3300
"""About what a game takes up, for an index of games that are not there."""
GOAL = ">= 1.6 x"


Work = Callable[[WorkerPool, int], object]


def _make(pool: WorkerPool, games: int) -> list[tuple[str, bytes]]:
    return list(encoded_games(1, 0, games, pool))


def _play(pool: WorkerPool, games: int) -> tuple[int, ...]:
    return play_off("scripted", "learned", games, seed=1, pool=pool).scores


def _evaluate(examples: Examples) -> Work:
    who, how = Evaluated("learned", 0, EVERYTHING), Procedure(cascaded=True)

    def evaluate(pool: WorkerPool, games: int) -> object:
        some = excerpt(examples, 0, int(np.searchsorted(examples.game, games)))
        return evaluate_by(pool, some, who, how).told()

    return evaluate


def _figures(name: str, games: int, work: Work) -> list[Figure]:
    """Games a second of two workers beside those of one."""
    rates: dict[str, float] = {}
    results = []
    for title, workers, ray in (("alone", 1, None), ("local", 2, None), ("Ray", 2, "local")):
        with open_pool(workers, ray) as pool:
            work(pool, FIRST)
            begin = time.perf_counter()
            results.append(work(pool, games))
            rates[title] = games / (time.perf_counter() - begin)
    assert results[0] == results[1] == results[2]  # the same bytes and figures
    return [
        Figure(f"{name}, two {who} workers", rates[who], "games/s", rates["alone"], GOAL)
        for who in ("local", "Ray")
    ]


def _sizes() -> list[Figure]:
    """What a stored game takes up beside its text, and an entry of the index in memory."""
    with TemporaryDirectory() as name:
        corpus = Corpus.create(Path(name) / "made", About(name="made"))
        _make(WorkerPool(), 2)
        begin = time.process_time()
        lines = _make(WorkerPool(), 200)
        made = time.process_time()
        with corpus.writer(durable=False) as writer:
            for game_id, line in lines:
                writer.append_line(line, game_id)
        written = time.process_time()
        raw, packed = sum(len(line) for _, line in lines), (corpus.folder / GAMES).stat().st_size
        index = (corpus.folder / INDEX).stat().st_size
        seconds, memory = _open_large(Path(name) / "large")
    return [
        Figure("make a game", 5 * (made - begin), "CPU-ms", 1000 / 3.4, "<= 60"),
        Figure("write it", 5 * (written - made), "CPU-ms", 5 * (made - begin), "<= 1"),
        Figure("a stored game", packed / 200, "bytes", raw / 200, "<= 4,000"),
        Figure("its line of the index", index / 200, "bytes", packed / 200, "<= 200"),
        Figure(f"open {INDEXED:,} games", seconds, "s", 1.0, "<= 10"),
        Figure("memory for each of them", memory / INDEXED, "bytes", index / 200, "<= 1,000"),
    ]


def _open_large(folder: Path) -> tuple[float, float]:
    """Seconds and bytes that it takes to open a corpus with a large index."""
    Corpus.create(folder, About(name="large"))
    ends = pairwise(accumulate([ENTRY_BYTES] * INDEXED, initial=0))
    with (folder / INDEX).open("wb") as file:
        for number, (offset, _) in enumerate(ends):
            entry = Entry(f"{number:032x}", offset, ENTRY_BYTES, f"{number:032x}")
            file.write(msgspec.json.encode(entry) + b"\n")
    with (folder / GAMES).open("r+b") as games:
        games.truncate(ENTRY_BYTES * INDEXED)  # a hole, which takes up nothing
    before = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss
    begin = time.perf_counter()
    assert len(Corpus(folder)) == INDEXED
    seconds = time.perf_counter() - begin
    return seconds, 1024 * (resource.getrusage(resource.RUSAGE_SELF).ru_maxrss - before)


def measure() -> list[Figure]:
    sizes = _sizes()  # first, while this process is small
    examples = build_examples(corpus_game(1, index) for index in range(EVALUATED))
    return [
        *_figures("synthetic games", MADE, _make),
        *_figures("play-off of learned", PLAYED, _play),
        *_figures("cascaded evaluation of learned", EVALUATED, _evaluate(examples)),
        *sizes,
    ]
