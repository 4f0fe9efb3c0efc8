"""Recorded games: reading and verifying them, and building examples."""

from pathlib import Path
from tempfile import TemporaryDirectory

from benchmarks.figure import Figure, median_seconds
from benchmarks.plain import PlainGame, play
from cerealbar.records import (
    About,
    Corpus,
    GameRecord,
    build_examples,
    deeds,
    lives,
    replay,
    verify,
)
from tests.records.random_games import random_game

GAMES = 100
ACTIONS = 300
"""How long a typical game is; figures are per game of this length."""
INSTRUCTIONS = 24_000


def _make_corpus(folder: Path) -> Corpus:
    corpus = Corpus.create(folder, About(name="benchmark"))
    with corpus.writer(durable=False) as writer:
        for index in range(GAMES):
            writer.append(random_game(1, index))
    return corpus


def _plain_games_a_second() -> float:
    actions = [3, 0, 2, 0, 4] * (ACTIONS // 5)
    return 1 / median_seconds(lambda: play(PlainGame(1), actions))


def measure() -> list[Figure]:
    with TemporaryDirectory() as folder:
        corpus = _make_corpus(Path(folder) / "corpus")
        games: list[GameRecord] = list(corpus)
        length = sum(len(deeds(game.events)) for game in games) / ACTIONS  # in typical games
        finished = sum(life.is_finished for game in games for life in lives(replay(game)))
        verifying = median_seconds(lambda: [verify(game) for game in corpus])
        building = median_seconds(lambda: build_examples(corpus))
    plain = _plain_games_a_second()
    return [
        Figure("read and verify", length / verifying, "games/s", plain, ">= 1,000"),
        Figure(
            f"build {INSTRUCTIONS:,} examples",
            building * INSTRUCTIONS / finished,
            "s",
            INSTRUCTIONS * length / finished / plain,
            "<= 20",
        ),
    ]
