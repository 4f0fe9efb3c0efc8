"""`cerealbar corpus make` and `cerealbar corpus sample`."""

from pathlib import Path

from cerealbar.agents.corpus_games import encoded_games
from cerealbar.cli.arguments import CorpusFolder, OutputFile, RayAddress, WholeNumber, WorkerCount
from cerealbar.cli.corpus import Folder, begun_corpus, corpus_app
from cerealbar.cli.progress import track
from cerealbar.language import tokenize
from cerealbar.parallel import WorkerPool, open_pool
from cerealbar.records import (
    About,
    Corpus,
    RecordError,
    load_examples,
    make_splits,
    write_splits,
)
from cerealbar.records.files import write_whole
from cerealbar.records.report.card import data_card
from cerealbar.records.show.samples import sample_page
from cerealbar.records.summary import final_score, summarize, summarize_parts

PAPER_GAMES, PAPER_SIZES = 1202, (960, 120, 122)


@corpus_app.command
def make(
    *,
    out: Folder,
    games: WholeNumber = PAPER_GAMES,
    seed: WholeNumber = 0,
    all_seeing: bool = False,
    workers: WorkerCount = 0,
    ray: RayAddress = None,
) -> None:
    """Make a corpus of synthetic games: simulated people lead, write and follow.

    The same seed gives the same bytes, whoever works. A corpus that was not finished is gone on
    with. Splits and a data card are made at the end.

    Parameters
    ----------
    out
        The corpus's folder.
    games
        How many games; with 1202 the splits have the paper's sizes.
    seed
        Who the people are, and all that they do.
    all_seeing
        Followers see the whole board, and walk with hardly a step too many; otherwise they see
        what a person who walks there makes out.
    """
    if games < 1:
        raise RecordError(f"cannot make {games} games: expected at least 1")
    about = About(
        name=f"simulated games, seed {seed}",
        description=(
            "Synthetic: a scripted leader in the styles of 264 simulated people, and a simulated "
            f"follower who {'sees all, and ' if all_seeing else ''}errs as people do."
        ),
        command=f"cerealbar corpus make --games {games} --seed {seed}"
        + " --all-seeing" * all_seeing,
    )
    with open_pool(workers, ray) as pool:
        corpus = begun_corpus(out, about)
        _fill(corpus, games, seed, all_seeing, pool)
    _finish(corpus, games, seed)
    print(f"{len(corpus)} synthetic games in {out}")


def _fill(corpus: Corpus, games: int, seed: int, all_seeing: bool, pool: WorkerPool) -> None:
    """Add the games that are missing."""
    begun = len(corpus)
    with corpus.writer(durable=False) as writer:
        coming = encoded_games(seed, begun, games, pool, all_seeing)
        for game_id, line in track(coming, "simulated games", games - begun):
            writer.append_line(line, game_id)


def _finish(corpus: Corpus, games: int, seed: int) -> None:
    scores = {game.game_id: final_score(game) for game in corpus}
    splits = make_splits(scores, seed, PAPER_SIZES if games == PAPER_GAMES else None)
    write_splits(corpus.folder, splits)
    train = corpus.games(splits.train)
    statistics = summarize(train, tokenize, part="train", interactions=len(corpus))
    parts = summarize_parts(splits, scores)
    card = data_card(statistics, corpus.about, parts, digest=corpus.digest())
    write_whole(corpus.folder / "README.md", card.encode())


@corpus_app.command
def sample(
    folder: CorpusFolder,
    *,
    output: OutputFile = Path("samples.html"),
    count: WholeNumber = 12,
    seed: WholeNumber = 0,
) -> None:
    """Show some instructions of a corpus with pictures, on one page.

    Parameters
    ----------
    output
        The page to write.
    count
        How many instructions.
    seed
        Which ones.
    """
    corpus = Corpus(folder)
    examples = load_examples(corpus)
    if len(examples) == 0:
        raise RecordError(f"{folder} has no finished instructions")
    write_whole(output, sample_page(examples, corpus.about.name, count, seed).encode())
    print(f"{min(count, len(examples))} instructions in {output}")
