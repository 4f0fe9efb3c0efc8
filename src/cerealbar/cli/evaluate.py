"""`cerealbar evaluate`: how well a follower carries out recorded instructions."""

import json
from dataclasses import asdict
from pathlib import Path

from cerealbar.agents.registry import check_name, make_follower
from cerealbar.cli.arguments import (
    EyesName,
    FollowerName,
    GamesName,
    JsonFlag,
    WholeNumber,
)
from cerealbar.cli.progress import share_bar
from cerealbar.evaluation import evaluate_instructions, given_by
from cerealbar.records import Corpus, RecordError, load_examples, read_splits
from cerealbar.views import VIEWS


def evaluate(
    folder: Path,
    *,
    follower: FollowerName = "rule-based",
    part: GamesName = "test",
    seed: WholeNumber = 0,
    sight: EyesName = "full",
    json_: JsonFlag = False,
) -> None:
    """Let a follower carry out each instruction of a corpus from its recorded start.

    Parameters
    ----------
    folder
        The corpus.
    part
        Which games.
    seed
        All that chance decides.
    json_
        Print one JSON object.
    """
    check_name("follower", follower)
    eyes = VIEWS[sight]
    corpus = Corpus(folder)
    games = corpus.game_ids if part == "all" else read_splits(folder).part(part)
    if not games:
        raise RecordError(f"{folder} has no games in the part {part!r}")
    examples = load_examples(corpus, games)
    player = make_follower(follower, seed, given_by(examples, eyes))
    with share_bar("instructions") as bar:
        accuracy, _ = evaluate_instructions(examples, player, sight=eyes, progress=bar.move)
    if json_:
        print(json.dumps({"follower": follower, "sight": sight, "part": part, **asdict(accuracy)}))
        return
    seeing = "" if sight == "full" else f" with the sight {sight!r}"
    print(f"{follower}{seeing} on {accuracy.instructions:,} instructions of {part}")
    print(f"  card state accuracy         {accuracy.cards:7.2%}")
    print(f"  environment state accuracy  {accuracy.environment:7.2%}")
    print(f"  action sequence accuracy    {accuracy.actions:7.2%}")
