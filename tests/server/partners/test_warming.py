"""Warming up uses what games use, so that nothing is left to compile when people play."""

import subprocess
import sys

CODE = """
import gc
from cerealbar.agents import FollowTask, LeadTask, make_follower, make_leader
from cerealbar.compiling.dispatcher import Kernel
from cerealbar.game import Action, Game, Rules
from cerealbar.server.partners.warming import WARMING_STEPS, warm_up_rules

def used():
    kernels = [found for found in gc.get_objects() if isinstance(found, Kernel)]
    return {(kernel.__name__, types) for kernel in kernels for types in kernel.overloads}

warm_up_rules()
for step in WARMING_STEPS:
    step()
before = used()
game = Game(7, Rules(solvable=True))
(choice,) = make_leader("scripted").lead([LeadTask(0, game.states, (), ())])
game.instruct("get the card in front of you")
game.step(Action.DONE)
make_follower("learned").follow([FollowTask(0, game.states, game.current_instruction, 0, 0)])
print(len(before), *sorted(name for name, _ in used() - before))
"""


def test_a_first_game_uses_only_what_was_warmed_up() -> None:
    run = subprocess.run([sys.executable, "-c", CODE], check=True, capture_output=True, text=True)
    count, *new = run.stdout.split()
    assert int(count) > 15
    assert not new
