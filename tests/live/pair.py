"""Two programs without aims who play with each other."""

import random

from cerealbar.wire.messages import Act, Instruct
from cerealbar.wire.words import ActionWord
from tests.live.player import Player

TEXTS = ("get the red card by the pond", "turn left and go to the windmill", "wait for me there")


def next_request(player: Player, rng: random.Random) -> Act | Instruct | None:
    """What a program without aims does next in its turn, if anything."""
    known = player.situation
    if player.welcome.seat == "leader" and known.can_instruct:
        open_ = [line for line in known.instructions if line.status in ("current", "waiting")]
        if len(open_) < 2:
            return Instruct(id=player.number(), text=rng.choice(TEXTS))
    steps = [word for word in known.legal if word != "done"]
    if "done" in known.legal and (not steps or rng.random() < 0.1):
        return Act(id=player.number(), action="done")
    if not steps:
        return None
    choice: ActionWord = rng.choice(steps)
    return Act(id=player.number(), action=choice)
