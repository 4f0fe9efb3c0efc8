"""What giving up when unsure does to scores: `python -m results.giving_up RUNS`.

The follower `learned` plays 200 games with a leader, giving up below several bounds of how sure it
is; a leader who hears that it gave up goes on as with any instruction that was not carried out.
"""

import json
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

import msgspec

from cerealbar.agents.registry import find_leader, make_follower
from cerealbar.agents.simulation import play_off
from cerealbar.evaluation.statistics import mean_interval
from cerealbar.follower.stored import WEIGHTS, read_card, save_card
from results.ship import SHIPPED

BOUNDS = (0.0, 0.15, 0.3, 0.5, 0.7, 0.9)
LEADERS = ("average", "expert")
GAMES, SEED = 200, 2019


def main() -> None:
    """Play with each bound, and write the scores to `RUNS/giving-up-analysis.json`."""
    found = []
    card = read_card(SHIPPED / "learned")
    for bound in BOUNDS:
        with TemporaryDirectory() as folder:
            (Path(folder) / WEIGHTS).symlink_to(SHIPPED / "learned" / WEIGHTS)
            save_card(Path(folder), msgspec.structs.replace(card, give_up_below=bound))
            for leader in LEADERS:
                players = find_leader(leader).make(SEED), make_follower(folder, SEED)
                result = play_off(*players, GAMES, SEED)
                low, high = mean_interval(result.scores)
                found.append(
                    {
                        "bound": bound,
                        "leader": leader,
                        "mean": result.mean,
                        "low": low,
                        "high": high,
                    }
                )
                print(f"below {bound}, {leader}: {result.mean:.2f} ({low:.2f} to {high:.2f})")
    path = Path(sys.argv[1]) / "giving-up-analysis.json"
    path.write_text(json.dumps(found, indent=1) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main()
