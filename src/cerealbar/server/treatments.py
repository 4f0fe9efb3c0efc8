"""Treatments: how games are played by the settings, and by the arms of studies."""

from collections.abc import Mapping
from typing import get_type_hints

import msgspec

from cerealbar.agents import PlayerError
from cerealbar.game import PLAYERS
from cerealbar.records import RecordedRules
from cerealbar.server.partners.roster import Roster, needs_met
from cerealbar.server.settings import Settings, SettingsError, changed_rules, checked_value
from cerealbar.server.store import Treatment
from cerealbar.server.store.recording import TOLD
from cerealbar.studies.parts import Arm
from cerealbar.views import VIEWS

TYPES: Mapping[str, object] = {
    key: kind
    for key, kind in get_type_hints(Treatment, include_extras=True).items()
    if key not in ("name", "rules")
}
"""The parts of a treatment, but for its rules."""
BLIND: dict[str, object] = {
    "pace_seconds": [0.4, 1.4],
    "reading_seconds": 0.25,
    "typing_seconds": 0.15,
    "shows_plans": False,
    "offers_agents": False,
}
"""What is as usual in blind games: people press a key about once a second, read four words in one,
and type seven letters."""


def roster_of(settings: Settings) -> Roster:
    """The agents of a server.

    Raises:
        PlayerError: the settings name an agent that nobody is, or that cannot play here.
    """
    return Roster(
        settings.follower,
        settings.leader,
        settings.followers,
        settings.leaders,
        needs_met(VIEWS[settings.agent_sight]),
    )


def usual_treatment(settings: Settings) -> Treatment:
    """How games are played for which nobody says anything else."""
    return Treatment(
        rules=RecordedRules.from_rules(settings.rules),
        sight=settings.sight,
        agent_sight=settings.agent_sight,
        pace_seconds=settings.pace_seconds,
        steps_per_instruction=settings.steps_per_instruction,
        grace_seconds=settings.grace_seconds,
        stores_plans=settings.stores_plans,
    )


def arm_treatment(name: str, arm: Arm, usual: Treatment, roster: Roster, place: str) -> Treatment:
    """How games of a study's arm are played; whatever its table leaves out is as usual.

    Unless the table says otherwise nobody's seat is offered to agents, and agents of blind games
    take the time that people take. `place` is where the table stands, for errors.

    Raises:
        SettingsError: the table holds what no game, or no blind one, can be played with.
    """
    if arm.agent and not any(arm.agent in roster.names(role) for role in PLAYERS):
        raise SettingsError(f"{place}: agent = {arm.agent!r}: there is no such agent here")
    is_blind = arm.partner == "blind"
    table = (BLIND if is_blind else {"offers_agents": False}) | arm.play
    treatment = msgspec.structs.replace(usual, name=name, **_changes(table, usual, place))
    _check(treatment, roster, place)
    for key, is_there in (
        ("shows_plans", treatment.shows_plans),
        ("offers_agents", treatment.offers_agents),
        ("rules.remarks", treatment.rules.remarks),
    ):
        if is_blind and is_there:
            told = "it would tell people and agents apart"
            raise SettingsError(f"{place}: a blind game cannot have {key}: {told}")
    return treatment


def _changes(table: Mapping[str, object], usual: Treatment, place: str) -> dict[str, object]:
    changes: dict[str, object] = {}
    for key, value in table.items():
        if key == "rules":
            rules = changed_rules(usual.rules.to_rules(), value, place)
            changes[key] = RecordedRules.from_rules(rules)
        elif key in TYPES:
            changes[key] = checked_value(key, value, place, TYPES[key])
        else:
            known = ", ".join((*TYPES, "rules"))
            raise SettingsError(f"{place}: {key!r} is no part of a treatment: expected {known}")
    return changes


def _check(treatment: Treatment, roster: Roster, place: str) -> None:
    """See that the parts of a treatment go together."""
    if taken := [key for key in treatment.values if key in TOLD]:
        raise SettingsError(f"{place}: values.{taken[0]}: records tell something else by this name")
    low, high = treatment.pace_seconds
    if low > high:
        told = "expected the shorter pause before the longer"
        raise SettingsError(f"{place}: pace_seconds = {[low, high]!r}: {told}")
    given = needs_met(treatment.agents_see)
    for role in ("follower", "leader"):
        if not (agent := treatment.agent(role)):
            continue
        try:
            roster.check(role, agent, given)
        except PlayerError as error:
            raise SettingsError(f"{place}: {role} = {agent!r}: {error}") from None
