"""How many of a follower's failures on synthetic games come of texts that nobody could read.

`python -m results.ambiguity sample RUNS FOLDER` takes 100 random instructions of the development
games whose cards `learned` got wrong, and writes each board in words with its text to
`FOLDER/ID.md`. A blind reader writes `FOLDER/readings.jsonl`, a line {"id": "0017", "cards": ["C"],
"is_clear": true} each. `python -m results.ambiguity judge RUNS FOLDER` counts, into
`RUNS/ambiguity-analysis.json`.
"""

import json
import sys
from collections import Counter
from pathlib import Path

import numpy as np

from cerealbar.agents import make_follower
from cerealbar.agents.policy import policy_of
from cerealbar.evaluation import judge, roll_out
from cerealbar.evaluation.suites.tasks import describe_board, labels
from cerealbar.records import Corpus, Examples, load_examples, read_splits

COUNT = 100


def sample(examples: Examples, folder: Path) -> None:
    """Write some failures for a reader, and what was recorded and done beside them."""
    right = judge(examples, roll_out(examples, policy_of(make_follower("learned"))))
    wrong = np.flatnonzero(~right["cards"])
    chosen = np.random.default_rng(2019).choice(wrong, COUNT, replace=False)
    folder.mkdir(parents=True, exist_ok=True)
    told = {}
    for number, i in enumerate(chosen.tolist()):
        states, meant = examples.start[i : i + 1], examples.meant[i]
        page = describe_board(states, examples.texts[i])
        (folder / f"{number:04}.md").write_text(page, encoding="utf-8")
        letters = {cell: letter for letter, cell in labels(states).items()}
        cells = states["card_cell"][0].tolist()
        changed = [slot for slot in range(len(cells)) if examples.changed[i] >> slot & 1]
        told[f"{number:04}"] = {
            "text": examples.texts[i],
            "recorded": sorted(letters[cells[slot]] for slot in changed),
            "meant": None if meant is None else sorted(letters.get(c, "-") for c in meant.cards),
        }
    (folder / "told.json").write_text(json.dumps(told, indent=1), encoding="utf-8")


def count(folder: Path) -> dict[str, int]:
    """What the failures come of."""
    told = json.loads((folder / "told.json").read_bytes())
    found: Counter[str] = Counter()
    for line in (folder / "readings.jsonl").read_text(encoding="utf-8").splitlines():
        reading = json.loads(line)
        one = told[reading["id"]]
        as_recorded = sorted(reading["cards"]) == one["recorded"]
        if one["meant"] is not None and one["meant"] != one["recorded"]:
            found["the recorded follower did not do what was meant"] += 1
        elif not reading["is_clear"]:
            found["the reader finds the text ambiguous"] += 1
        elif not as_recorded:
            found["the reader does something else, and finds the text clear"] += 1
        else:
            found["the reader does what was recorded: the follower failed"] += 1
    return dict(found.most_common())


def main() -> None:
    """Sample, or judge."""
    runs, folder = Path(sys.argv[2]), Path(sys.argv[3])
    if sys.argv[1] == "sample":
        corpus = runs / "corpus"
        part = read_splits(corpus).part("development")
        sample(load_examples(Corpus(corpus), part), folder)
        return
    found = count(folder)
    print(json.dumps(found, indent=1))
    (runs / "ambiguity-analysis.json").write_text(json.dumps(found, indent=1) + "\n")


if __name__ == "__main__":
    main()
