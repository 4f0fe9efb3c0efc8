"""Treatments: how games are played by the settings, and by an operator's file of named ones."""

import tomllib
from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from cerealbar.agents import PlayerError
from cerealbar.game import PLAYERS
from cerealbar.records import RecordedRules
from cerealbar.records.events import ShortText
from cerealbar.server.partners.roster import Roster, needs_met
from cerealbar.server.rooms import TreatmentOffer
from cerealbar.server.settings import (
    Grace,
    Pause,
    Settings,
    SettingsError,
    StepLimit,
    changed_rules,
    checked_value,
)
from cerealbar.server.store import Treatment, TreatmentValue
from cerealbar.server.store.recording import TOLD
from cerealbar.studies.parts import Arm
from cerealbar.views import VIEWS, SightName, ViewName

Title = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][\w.-]{0,59}$(?!\n)")]
OF_OFFERS: Mapping[str, object] = {
    "about": Annotated[str, Meta(max_length=200)],
    "is_open": bool,
    "share": Annotated[float, Meta(ge=0, le=1_000_000)],
}
"""What a table of the settings' file says besides how games are played."""
TYPES: Mapping[str, object] = {
    "values": dict[ShortText, TreatmentValue],
    "sight": SightName,
    "agent_sight": ViewName,
    "pace_seconds": tuple[Pause, Pause],
    "reading_seconds": Pause,
    "typing_seconds": Pause,
    "steps_per_instruction": StepLimit,
    "follower": ShortText,
    "leader": ShortText,
    "grace_seconds": Grace,
    "offers_agents": bool,
    "shows_plans": bool,
    "stores_plans": bool,
}
BLIND: Mapping[str, object] = {
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


def load_treatments(settings: Settings, roster: Roster) -> tuple[TreatmentOffer, ...]:
    """The treatments of the settings' file, each a table of it; whatever one leaves out is as the
    settings say.

    Raises:
        SettingsError: the file cannot be read, or holds what no game can be played with.
    """
    if not settings.treatments:
        return ()
    path = Path(settings.treatments)
    try:
        tables = tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"cannot read treatments {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is no TOML file: {error}") from None
    return tuple(_offer(name, table, settings, roster) for name, table in tables.items())


def _offer(name: str, table: object, settings: Settings, roster: Roster) -> TreatmentOffer:
    place = f"{settings.treatments}: {name}"
    try:
        msgspec.convert(name, Title)
    except msgspec.ValidationError:
        expected = "expected up to 60 letters, digits, dots and dashes"
        raise SettingsError(f"{settings.treatments}: {name!r} is no name: {expected}") from None
    if not isinstance(table, dict):
        raise SettingsError(f"{place} = {table!r}: expected a table")
    offered = {
        key: checked_value(key, table[key], place, OF_OFFERS[key])
        for key in OF_OFFERS
        if key in table
    }
    played = {key: value for key, value in table.items() if key not in OF_OFFERS}
    treatment = treatment_of(name, played, usual_treatment(settings), roster, place, OF_OFFERS)
    offer = TreatmentOffer(treatment, **offered)  # type: ignore[arg-type]  # as their types say
    if not offer.is_open and not offer.share:
        raise SettingsError(
            f"{place}: nobody would play it: expected is_open = true, or a share above 0"
        )
    return offer


def treatment_of(
    name: str,
    table: Mapping[str, object],
    usual: Treatment,
    roster: Roster,
    place: str,
    besides: Iterable[str] = (),
) -> Treatment:
    """The treatment of a table; whatever it leaves out is as usual.

    `place` is where the table stands, and `besides` what else may stand there, for errors.

    Raises:
        SettingsError: the table holds what no game can be played with.
    """
    changes: dict[str, object] = {}
    for key, value in table.items():
        if key == "rules":
            rules = changed_rules(usual.rules.to_rules(), value, place)
            changes[key] = RecordedRules.from_rules(rules)
        elif key in TYPES:
            changes[key] = checked_value(key, value, place, TYPES[key])
        else:
            known = ", ".join((*besides, *TYPES, "rules"))
            raise SettingsError(f"{place}: {key!r} is no part of a treatment: expected {known}")
    treatment = msgspec.structs.replace(usual, name=name, **changes)
    _check(treatment, roster, place)
    return treatment


def arm_treatment(name: str, arm: Arm, usual: Treatment, roster: Roster, place: str) -> Treatment:
    """How games of a study's arm are played.

    Unless its table says otherwise nobody's seat is offered to agents, and agents of blind games
    take the time that people take.

    Raises:
        SettingsError: its table holds what no game, or no blind one, can be played with.
    """
    if arm.agent and not any(arm.agent in roster.names(role) for role in PLAYERS):
        raise SettingsError(f"{place}: agent = {arm.agent!r}: there is no such agent here")
    if arm.partner != "blind":
        return treatment_of(name, {"offers_agents": False, **arm.play}, usual, roster, place)
    treatment = treatment_of(name, {**BLIND, **arm.play}, usual, roster, place)
    for key, is_there in (
        ("shows_plans", treatment.shows_plans),
        ("offers_agents", treatment.offers_agents),
        ("rules.remarks", treatment.rules.remarks),
    ):
        if is_there:
            told = "it would tell people and agents apart"
            raise SettingsError(f"{place}: a blind game cannot have {key}: {told}")
    return treatment


def _check(treatment: Treatment, roster: Roster, place: str) -> None:
    """See that the parts of a treatment go together."""
    if taken := [key for key in treatment.values if key in TOLD]:
        raise SettingsError(f"{place}: values.{taken[0]}: records tell something else by this name")
    low, high = treatment.pace_seconds or (0.0, 0.0)
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
