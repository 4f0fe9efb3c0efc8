"""Players for tests: a leader that keeps its follower busy, a follower that always does the same,
and two at once."""

import itertools
from concurrent.futures import ThreadPoolExecutor

from cerealbar.remote import Known, RemoteChoice, RemoteSeat, Say, play
from cerealbar.remote.seats import Choose


def leader() -> Choose:
    """Turns once, gives one instruction, and is done."""
    number = itertools.count(1)

    def choose(known: Known) -> RemoteChoice:
        if "done" in known.legal:
            return "done"
        if known.situation.steps_left == known.rules.leader_steps:
            return "left"
        return Say(f"turn round {next(number)}")

    return choose


def follower() -> Choose:
    """Turns three times for each instruction."""
    done = itertools.cycle(("right", "right", "right", "done"))

    def choose(known: Known) -> RemoteChoice:
        word = next(done)
        return "done" if word == "done" else "right"

    return choose


def play_both(leads: RemoteSeat, follows: RemoteSeat) -> tuple[Known, Known]:
    """A game of two programs, from end to end."""
    with ThreadPoolExecutor(2) as pool:
        games = [pool.submit(play, leads, leader()), pool.submit(play, follows, follower())]
        return games[0].result(60), games[1].result(60)
