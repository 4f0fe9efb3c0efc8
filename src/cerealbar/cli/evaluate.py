"""`cerealbar evaluate`: how well a follower carries out recorded instructions."""

import json
from dataclasses import asdict
from pathlib import Path

from cerealbar.agents.protocol import Need
from cerealbar.agents.registry import make_follower
from cerealbar.cli.arguments import (
    EyesName,
    GamesName,
    JsonFlag,
    ReadingFollowerName,
    WholeNumber,
)
from cerealbar.evaluation import GIVEN, evaluate_instructions
from cerealbar.records import Corpus, RecordError, load_examples, read_splits
from cerealbar.views import VIEWS


def evaluate(
    folder: Path,
    *,
    follower: ReadingFollowerName = "rule-based",
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
    eyes = VIEWS[sight]
    given = GIVEN if eyes is None else GIVEN & ~Need.BOARD
    player = make_follower(follower, seed, given)
    corpus = Corpus(folder)
    games = corpus.game_ids if part == "all" else read_splits(folder).part(part)
    if not games:
        raise RecordError(f"{folder} has no games in the part {part!r}")
    accuracy, _ = evaluate_instructions(load_examples(corpus, games), player, sight=eyes)
    if json_:
        print(json.dumps({"follower": follower, "sight": sight, "part": part, **asdict(accuracy)}))
        return
    print(f"{follower} on {accuracy.instructions:,} instructions of {part}")
    print(f"  card state accuracy         {accuracy.cards:7.2%}")
    print(f"  environment state accuracy  {accuracy.environment:7.2%}")
    print(f"  action sequence accuracy    {accuracy.actions:7.2%}")
