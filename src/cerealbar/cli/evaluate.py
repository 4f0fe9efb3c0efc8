"""`cerealbar evaluate`: how well a follower carries out recorded instructions."""

import json
from dataclasses import asdict
from pathlib import Path

from cerealbar.agents.registry import make_follower
from cerealbar.cli.arguments import GamesName, JsonFlag, WholeNumber
from cerealbar.evaluation import evaluate_instructions
from cerealbar.records import Corpus, RecordError, load_examples, read_splits


def evaluate(
    folder: Path,
    *,
    follower: str = "rule-based",
    part: GamesName = "test",
    seed: WholeNumber = 0,
    json_: JsonFlag = False,
) -> None:
    """Let a follower carry out each instruction of a corpus from its recorded start.

    Parameters
    ----------
    folder
        The corpus.
    follower
        rule-based or random.
    part
        Which games.
    seed
        All that chance decides.
    json_
        Print one JSON object.
    """
    corpus = Corpus(folder)
    games = corpus.game_ids if part == "all" else read_splits(folder).part(part)
    if not games:
        raise RecordError(f"{folder} has no games in the part {part!r}")
    accuracy, _ = evaluate_instructions(load_examples(corpus, games), make_follower(follower, seed))
    if json_:
        print(json.dumps({"follower": follower, "part": part, **asdict(accuracy)}))
        return
    print(f"{follower} on {accuracy.instructions:,} instructions of {part}")
    print(f"  card state accuracy         {accuracy.cards:7.2%}")
    print(f"  environment state accuracy  {accuracy.environment:7.2%}")
    print(f"  action sequence accuracy    {accuracy.actions:7.2%}")
