"""Drawing: which treatment, role and partner a participant's next game has.

Whatever is furthest below its share of all that was played in the study, or is being played, comes
next, and chance decides between equals, so that few participants are enough for a balanced study.
"""

import random
from collections import Counter
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass
from heapq import nlargest
from typing import NamedTuple, TypeVar

from cerealbar.game import PLAYERS, PlayerWord
from cerealbar.studies.entries import (
    Drawn,
    Ended,
    Excluded,
    GamePlayed,
    LedgerEntry,
    PlaceTaken,
    WaitEnded,
)
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import Arm, PartnerKind
from cerealbar.studies.steps import GamesStep
from cerealbar.studies.story import ParticipantStory
from cerealbar.studies.study import Study
from cerealbar.wire.messages import OTHER

FIRST_WAITS = (3.0, 20.0)
"""Between which seconds a blind agent lets itself be waited for, until people's waits are known."""
WAITS_NEEDED, WAITS_KEPT = 5, 50
"""How many waits for people must be known to draw among them; only the newest are."""
SEATING_SECONDS = 60.0
"""For how long a draw holds that has come to no seat."""
_ROLES: tuple[PlayerWord, ...] = tuple(PLAYERS)
_DIGITS = 9
"""To which shares are compared, as sums of fractions are not exact."""
_Key = TypeVar("_Key")


class Slot(NamedTuple):
    """One way to take part in a treatment."""

    treatment: str
    role: PlayerWord
    partner: PartnerKind


@dataclass(frozen=True, slots=True)
class DrawTally:
    """What was drawn so far in a study and has not come to nothing."""

    counts: Mapping[Slot, int]
    """How often."""
    waits: tuple[float, ...] = ()
    """Seconds for which people waited for people, the newest last."""

    def of_arm(self, treatment: str) -> int:
        """How often a treatment was drawn."""
        return sum(count for slot, count in self.counts.items() if slot.treatment == treatment)

    def of_slot(self, slot: Slot, beside: Collection[Slot]) -> int:
        """How often one of some slots was drawn; with an agent also if it stood in for a person
        with whoever had the other role, which is none of them."""
        other = slot._replace(role=OTHER[slot.role])
        stood_in = slot.partner == "agent" and other not in beside
        return self.counts.get(slot, 0) + (self.counts.get(other, 0) if stood_in else 0)

    def games(self, treatment: str) -> int:
        """How many games that makes, when two people share one."""
        count = {
            (role, partner): self.counts.get(Slot(treatment, role, partner), 0)
            for role in _ROLES
            for partner in ("person", "agent")
        }
        people = max(count[role, "person"] for role in _ROLES)
        return people + sum(count[role, "agent"] for role in _ROLES)


def tally(
    people: Iterable[Participation], wall: float, with_agent: Collection[str] = ()
) -> DrawTally:
    """What counts in a study: games that were played to their end, and those that go on or are
    about to begin.

    `with_agent` are games that go on with an agent, whoever was drawn to be the partner.
    """
    counts, waits = Counter[Slot](), list[tuple[float, float]]()
    for who in people:
        for part in who.parts:
            game = part.game
            if game.how == "played":
                counts[Slot(game.treatment, game.role, game.partner)] += 1
            if game.how != "broken" and game.partner == "person":
                waits.append((part.wall, game.waited_seconds))
        if slot := _going_on(who.ledger, wall, with_agent):
            counts[slot] += 1
    newest = sorted(nlargest(WAITS_KEPT, waits))
    return DrawTally(counts, tuple(seconds for _, seconds in newest))


def _going_on(
    ledger: tuple[LedgerEntry, ...], wall: float, with_agent: Collection[str]
) -> Slot | None:
    """How a participant waits or plays; None also for who does not come for its seat."""
    seat: PlaceTaken | None = None
    for line in reversed(ledger):  # which soon tells it, also of thousands
        match line.entry:
            case GamePlayed() | WaitEnded() | Ended() | Excluded():
                return None
            case PlaceTaken() as newest:
                seat = seat or newest
            case Drawn(treatment=treatment, role=role, partner=partner):
                if seat is not None:
                    partner = "agent" if seat.game_id in with_agent else partner
                    return Slot(treatment, seat.role, partner)
                is_coming = wall - line.wall < SEATING_SECONDS
                return Slot(treatment, role, partner) if is_coming else None
    return None


def is_full(study: Study, drawn: DrawTally) -> bool:
    """Whether a study has the games that it needs, so that nobody new could play."""
    steps = [step for step in study.steps if isinstance(step, GamesStep)]
    full = [step for step in steps if not _open_slots(study, step, ParticipantStory(), drawn)]
    return any(not step.only_if for step in full) or (bool(steps) and full == steps)


def draw(
    study: Study,
    step: GamesStep,
    story: ParticipantStory,
    drawn: DrawTally,
    rng: random.Random,
) -> Drawn | None:
    """How a participant's next game is to be played; None if the study has all games it needs."""
    slots = _open_slots(study, step, story, drawn)
    if not slots:
        return None
    weights = {name: study.treatments[name].weight for name in slots}
    name = _furthest_below(weights, {name: drawn.of_arm(name) for name in weights}, rng)
    played = {slot: drawn.of_slot(slot, slots[name]) for slot in slots[name]}
    slot = _furthest_below(slots[name], played, rng)
    return _entry(step, study.treatments[name], slot, drawn, rng)


def _open_slots(
    study: Study, step: GamesStep, story: ParticipantStory, drawn: DrawTally
) -> dict[str, dict[Slot, float]]:
    """The ways in which a participant can play now, with their shares, by treatment."""
    is_begun = bool(story.games_in(step.id))
    slots = {
        name: {
            slot: share
            for slot, share in slots_of(name, arm).items()
            if slot.role in open_roles(study, arm, story)
            and (is_begun or _has_room(arm, slot, drawn))
        }
        for name, arm in _arms(study, step, story).items()
        if arm.weight
    }
    return {name: each for name, each in slots.items() if each}


def slots_of(treatment: str, arm: Arm) -> dict[Slot, float]:
    """The ways to take part in a treatment, each with its share of those who do.

    In a blind one only those of one role can have the agent as their partner: followers where its
    `role` says so, else leaders. People of both roles are needed beside them: a game with a person
    takes two, so that the share of games with the agent is the same as that of one role's players.
    """
    if arm.partner == "blind":
        role: PlayerWord = "follower" if arm.role == "follower" else "leader"
        share = arm.agent_share / (2 - arm.agent_share)
        people = {Slot(treatment, each, "person"): (1 - share) / 2 for each in _ROLES}
        return {Slot(treatment, role, "agent"): share, **people}
    roles = [each for each in _ROLES if arm.role in (each, "any", "alternating")]
    return {Slot(treatment, each, arm.partner): 1 / len(roles) for each in roles}


def open_roles(study: Study, arm: Arm, story: ParticipantStory) -> tuple[PlayerWord, ...]:
    """The roles that a participant can have in its next game, as far as its past goes."""
    past = [game.role for game in story.past_games if game.how != "broken"]
    now = [game.role for game in story.games if game.how != "broken"]
    if arm.role == "alternating" and (past or now):
        return (OTHER[(past + now)[-1]],)
    if study.recruiting.again == "other-role" and (past or now):
        return (now[-1] if now else OTHER[past[-1]],)
    return _ROLES


def free_roles(study: Study, treatment: str, story: ParticipantStory) -> tuple[PlayerWord, ...]:
    """The roles in which a participant can play with a person in a treatment."""
    arm = study.treatments[treatment]
    people = {slot.role for slot in slots_of(treatment, arm) if slot.partner == "person"}
    return tuple(role for role in open_roles(study, arm, story) if role in people)


def _arms(study: Study, step: GamesStep, story: ParticipantStory) -> dict[str, Arm]:
    """The treatments that a participant can have: whoever has played in one stays in it."""
    arms = step.arms(study)
    played = [game.treatment for game in story.all_games if game.step == step.id]
    return {name: arm for name, arm in arms.items() if name in played[-1:]} or arms


def _has_room(arm: Arm, slot: Slot, drawn: DrawTally) -> bool:
    """Whether a treatment needs a further game, or this slot's half of one."""
    if arm.games is None or drawn.games(slot.treatment) < arm.games:
        return True
    other = slot._replace(role=OTHER[slot.role])
    return slot.partner == "person" and drawn.counts.get(slot, 0) < drawn.counts.get(other, 0)


def _furthest_below(
    shares: Mapping[_Key, float], counts: Mapping[_Key, int], rng: random.Random
) -> _Key:
    """What would be furthest below its share if it were not drawn now."""
    total = 1 + sum(counts.get(key, 0) for key in shares)
    whole = sum(shares.values())
    lacks = {
        key: round(total * share / whole - counts.get(key, 0), _DIGITS)
        for key, share in shares.items()
    }
    most = max(lacks.values())
    return rng.choice([key for key, lack in lacks.items() if lack == most])


def _entry(step: GamesStep, arm: Arm, slot: Slot, drawn: DrawTally, rng: random.Random) -> Drawn:
    is_blind_agent = arm.partner == "blind" and slot.partner == "agent"
    turn = drawn.games(slot.treatment)
    return Drawn(
        step=step.id,
        treatment=slot.treatment,
        role=slot.role,
        partner=slot.partner,
        wait_seconds=_wait(drawn.waits, rng) if is_blind_agent else 0.0,
        seed=arm.seeds[turn % len(arm.seeds)] if arm.seeds else None,
    )


def _wait(waits: tuple[float, ...], rng: random.Random) -> float:
    """For how long an agent lets itself be waited for, as people do."""
    seconds = rng.choice(waits) if len(waits) >= WAITS_NEEDED else rng.uniform(*FIRST_WAITS)
    return round(seconds, 3)
