"""Treatments: how games are played by the settings, and by an operator's file of named ones."""

import tomllib
from collections.abc import Mapping
from pathlib import Path
from typing import Annotated

import msgspec
from msgspec import Meta

from cerealbar.agents import PlayerError
from cerealbar.records import RecordedRules
from cerealbar.records.events import ShortText
from cerealbar.server.partners import Roster, needs_met
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
from cerealbar.views import SightName, ViewName

Title = Annotated[str, Meta(pattern=r"^[A-Za-z0-9][\w.-]{0,59}$(?!\n)")]
TYPES: Mapping[str, object] = {
    "about": Annotated[str, Meta(max_length=200)],
    "is_open": bool,
    "share": Annotated[float, Meta(ge=0, le=1_000_000)],
    "values": dict[ShortText, TreatmentValue],
    "sight": SightName,
    "agent_sight": ViewName,
    "pace_seconds": tuple[Pause, Pause],
    "steps_per_instruction": StepLimit,
    "follower": ShortText,
    "leader": ShortText,
    "grace_seconds": Grace,
    "shows_plans": bool,
    "stores_plans": bool,
}
_OF_THE_OFFER = ("about", "is_open", "share")


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
    changes: dict[str, object] = {}
    for key, value in table.items():
        if key == "rules":
            rules = changed_rules(settings.rules, value, place)
            changes[key] = RecordedRules.from_rules(rules)
        elif key in TYPES:
            changes[key] = checked_value(key, value, place, TYPES[key])
        else:
            known = ", ".join((*TYPES, "rules"))
            raise SettingsError(f"{place}: {key!r} is no part of a treatment: expected {known}")
    offered = {key: changes.pop(key) for key in _OF_THE_OFFER if key in changes}
    treatment = msgspec.structs.replace(usual_treatment(settings), name=name, **changes)
    offer = TreatmentOffer(treatment, **offered)  # type: ignore[arg-type]  # as their types say
    _check(offer, roster, place)
    return offer


def _check(offer: TreatmentOffer, roster: Roster, place: str) -> None:
    """See that the parts of a treatment go together."""
    treatment = offer.treatment
    if not offer.is_open and not offer.share:
        raise SettingsError(
            f"{place}: nobody would play it: expected is_open = true, or a share above 0"
        )
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
