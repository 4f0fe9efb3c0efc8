"""What can be set of a server: defaults, then a TOML file, then flags; secrets come from the
environment alone."""

import dataclasses
import ipaddress
import os
import tomllib
import typing
from collections.abc import Mapping
from enum import EnumMeta
from pathlib import Path
from typing import Annotated, Literal
from urllib.parse import urlsplit

import msgspec
from msgspec import Meta

from cerealbar.game import CerealBarError, Rules, RulesError
from cerealbar.views import SightName, ViewName

PASSWORD_VARIABLE = "CEREALBAR_ADMIN_PASSWORD"  # noqa: S105  # the name, not the value
LEAST_PASSWORD = 8
"""Characters in an admin password, at least."""
DEFAULT_PORTS = {"http": 80, "https": 443}
UNLIMITED = "unlimited"
"""How a settings file spells that there is no limit of half-turns."""

Positive = Annotated[float, Meta(gt=0, le=1_000_000)]
Many = Annotated[int, Meta(ge=1, le=1_000_000)]
Pause = Annotated[float, Meta(ge=0, le=60)]
Grace = Annotated[float, Meta(ge=0, le=3600)]
StepLimit = Annotated[int, Meta(ge=1, le=1000)]
AgentTitle = Annotated[str, Meta(min_length=1, max_length=60)]
PlayerSource = Annotated[str, Meta(min_length=1, max_length=300)]
Source = Annotated[str, Meta(pattern=r"^[A-Za-z_][\w.]*:[A-Za-z_]\w*$", max_length=300)]


class SettingsError(CerealBarError, ValueError):
    """A setting that no server can run with."""


class TrafficLimits(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """Limits that hold before, or besides, what is asked for."""

    messages_per_second: Positive = 20.0
    """That one socket may send in the long run."""
    message_burst: Many = 60
    """That one socket may send at once."""
    frames_per_second: Positive = 40.0
    """That one socket may send in the long run: messages, their pieces, and pings."""
    frame_burst: Many = 240
    """That one socket may send at once; one that sends more is cut."""
    stranger_frames: Many = 12
    """That a socket may send before it says hello."""
    address_frames_per_second: Positive = 400.0
    """That all sockets of one address may send."""
    all_frames_per_second: Positive = 4000.0
    """That all sockets may send."""
    hellos_per_minute: Many = 30
    """With which one seat may be taken up again."""
    handshakes_per_minute: Many = 120
    """Sockets that one address may open; one that is cut counts as ten."""
    all_handshakes_per_second: Positive = 100.0
    """Sockets that all may open."""
    sockets_per_address: Many = 40
    """That one address may hold open."""
    watch_kilobytes_per_second: Positive = 200.0
    """That one address is sent as it begins to watch games."""
    all_watch_kilobytes_per_second: Positive = 5000.0
    """That all are sent as they begin to watch games."""
    requests_per_minute: Many = 1200
    """Of any kind, and connections, that one address may begin."""
    all_requests_per_second: Positive = 400.0
    """Of any kind, and connections, that all may begin."""
    rooms_per_minute: Many = 20
    """That one address may open."""
    posts_per_minute: Many = 240
    """Requests other than for pages that one address may send."""
    connections_per_address: Many = 100
    """That may be open at once."""
    max_connections: Many = 4000
    """That may be open at once; fewer where the system allows fewer files."""
    header_seconds: Positive = 10.0
    """A request whose headers take longer is cut."""
    header_bytes: Annotated[int, Meta(ge=1024, le=1_000_000)] = 16_384
    """Of the headers of one request."""
    body_seconds: Positive = 20.0
    """A request whose body takes longer is cut."""


class Settings(TrafficLimits, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """How a server runs; its limits are inherited."""

    host: Annotated[str, Meta(min_length=1, max_length=253)] = "127.0.0.1"
    """The address to listen on; the default is reachable from this machine only."""
    port: Annotated[int, Meta(ge=0, le=65535)] = 8080
    """0 picks a free one."""
    database: Annotated[str, Meta(min_length=1, max_length=1000)] = "cerealbar.sqlite"
    """A file, or the URL of a database such as postgresql://user@host/name."""
    process: Annotated[str, Meta(pattern=r"^[A-Za-z0-9_-]{0,32}$")] = ""
    """The name of this process among several on one PostgreSQL database, reached at /at/NAME/."""
    lease_seconds: Annotated[float, Meta(ge=1, le=60)] = 6.0
    """A process that is silent for so long loses its games to the others."""
    follower: PlayerSource = "learned"
    """The agent that follows when nobody asks for another: a name, or module:factory."""
    leader: PlayerSource = "scripted"
    """The agent that leads when nobody asks for another: a name, or module:factory."""
    followers: dict[AgentTitle, Source] = msgspec.field(default_factory=dict)
    """Agents of your own that can follow: where to import what makes them, as module:factory."""
    leaders: dict[AgentTitle, Source] = msgspec.field(default_factory=dict)
    """Agents of your own that can lead."""
    pace_seconds: tuple[Pause, Pause] = (0.2, 0.8)
    """The shortest and longest pause of an agent before an action."""
    agent_seconds: Positive = 20.0
    """An agent that takes longer for an answer has failed; waiting for others is not counted."""
    agent_load_seconds: Positive = 60.0
    """An agent that takes longer to be loaded has failed."""
    agent_processes: Annotated[int, Meta(ge=1, le=64)] = 1
    """Processes in which agents think."""
    steps_per_instruction: StepLimit = 60
    """Steps after which an agent gives an instruction up, with that as its reason."""
    sight: SightName = "camera"
    """What the follower sees: by the original's camera, the paper's data, or CB2."""
    agent_sight: ViewName = "full"
    """What an agent that follows sees: the whole board, or as people do."""
    stores_plans: bool = True
    """Whether games are stored, and exported, with the plans that followers publish."""
    rules: Rules = Rules(solvable=True)
    """The rules of new games."""
    grace_seconds: Grace = 15.0
    """For which a person can be away, to load the page again, before an agent may take the seat, or
    the partner may leave a game that this person has left."""
    arrival_seconds: Positive = 60.0
    """A seat that was given to someone who does not come for so long is free again, and a room to
    which nobody comes is closed."""
    away_minutes: Positive = 10.0
    """A person who is away for longer has left the game."""
    waiting_minutes: Positive = 30.0
    """A room in which nobody is, and no game has begun, for so long is closed."""
    rooms_per_address: Many = 50
    """That were opened from one address, in this process since it started, and are not over."""
    max_games: Many = 1000
    """Rooms at once."""
    work_processes: Annotated[int, Meta(ge=1, le=64)] = 2
    """Processes for costly work: replays, exports; visitors never get the last."""
    jobs: Many = 16
    """Replays that visitors may have under way or waiting at once."""
    jobs_per_address: Many = 4
    """Of them, those of one address."""
    allowed_origins: tuple[Annotated[str, Meta(max_length=300)], ...] = ()
    """Sites, such as https://game.example.org, under which browsers may reach this server."""
    framing_sites: tuple[Annotated[str, Meta(max_length=300)], ...] = ()
    """Sites, such as Mechanical Turk's, that show pages of this server in frames and are sent the
    forms of studies."""
    is_behind_proxy: bool = False
    """Whether a proxy on this machine says who asks, in X-Forwarded-For and X-Forwarded-Proto."""
    metrics_port: Annotated[int, Meta(ge=0, le=65535)] = 0
    """Where Prometheus reads, at an address of its own, which no proxy passes on; 0 for nowhere."""
    metrics_host: Annotated[str, Meta(min_length=1, max_length=253)] = "127.0.0.1"
    """The address at which Prometheus reads."""
    log_format: Literal["text", "json"] = "text"
    """Log lines for people or for programs."""

    def __post_init__(self) -> None:
        low, high = self.pace_seconds
        if low > high:
            raise SettingsError(
                f"pace_seconds = {[low, high]!r}: expected the shorter pause before the longer"
            )
        for key in ("allowed_origins", "framing_sites"):
            for origin in getattr(self, key):
                if site_of(origin) is None or origin != origin.lower():
                    told = "expected addresses such as https://game.example.org"
                    raise SettingsError(f"{key} has {origin!r}: {told}")

    @property
    def is_loopback(self) -> bool:
        """Whether only this machine can reach the server directly."""
        return is_loopback(self.host)


def is_loopback(host: str) -> bool:
    """Whether an address, or the name localhost, is this machine's own."""
    try:
        return ipaddress.ip_address(host.strip("[]").partition("%")[0]).is_loopback
    except ValueError:
        return host.lower() == "localhost"


def load_settings(path: Path | None, overrides: Mapping[str, object]) -> Settings:
    """The settings: what `overrides` says, else what the file says, else the defaults.

    Raises:
        SettingsError: the file cannot be read, or it or an override holds something unknown.
    """
    values: dict[str, object] = {}
    if path is not None:
        values.update(_checked(_read(path), str(path)))
    values.update(_checked(overrides, "command line"))
    try:
        return msgspec.convert(values, Settings)
    except (SettingsError, msgspec.ValidationError) as error:
        cause = error.__cause__ if isinstance(error.__cause__, SettingsError) else error
        raise SettingsError(f"{path or 'command line'}: {cause}") from None


def admin_password(environment: Mapping[str, str] = os.environ) -> str | None:
    """The password that opens the admin pages; None keeps them off.

    Raises:
        SettingsError: it is too short to be safe.
    """
    password = environment.get(PASSWORD_VARIABLE, "")
    if not password:
        return None
    if len(password) < LEAST_PASSWORD:
        raise SettingsError(
            f"{PASSWORD_VARIABLE} has {len(password)} characters: expected {LEAST_PASSWORD} or more"
        )
    return password


def _read(path: Path) -> dict[str, object]:
    try:
        return tomllib.loads(path.read_text(encoding="utf-8"))
    except OSError as error:
        raise SettingsError(f"cannot read settings {path}: {error.strerror}") from None
    except (tomllib.TOMLDecodeError, UnicodeDecodeError) as error:
        raise SettingsError(f"{path} is no TOML file: {error}") from None


_HINTS = typing.get_type_hints(Settings, include_extras=True)
_TYPES = {name: _HINTS[name] for name in (*Settings.__annotations__, *_HINTS)}
"""What the settings are, the limits last."""
_RULE_TYPES: dict[str, object] = typing.get_type_hints(Rules) | {
    "leader_seconds": Positive,  # finite, unlike in the rules: clients count them down
    "follower_seconds": Positive,
}


def _checked(values: Mapping[str, object], place: str) -> dict[str, object]:
    """The values as their types say, each looked at by itself so that an error can name it."""
    checked: dict[str, object] = {}
    for key, value in values.items():
        if key not in _TYPES:
            raise SettingsError(f"{place}: {key!r} is no setting: expected {', '.join(_TYPES)}")
        if key == "rules":
            checked[key] = changed_rules(Settings().rules, value, place)
        else:
            checked[key] = checked_value(key, value, place, _TYPES[key])
    return checked


def checked_value(key: str, value: object, place: str, wanted: object) -> object:
    """A value as its type says.

    Raises:
        SettingsError: it is no such thing; the message names the key.
    """
    try:
        return msgspec.convert(value, wanted)
    except msgspec.ValidationError as error:
        words = tuple(wanted) if isinstance(wanted, EnumMeta) else typing.get_args(wanted)
        if words and all(isinstance(word, str) for word in words):
            expected = f"expected {' or '.join(words)}"
        else:
            told = str(error).partition(" - at ")[0].replace("`", "")
            expected = told[:1].lower() + told[1:]
        raise SettingsError(f"{place}: {key} = {value!r}: {expected}") from None


def changed_rules(usual: Rules, value: object, place: str) -> Rules:
    """The usual rules with the changes of a table.

    Raises:
        SettingsError: there are no such rules.
    """
    if isinstance(value, Rules):
        return value
    if not isinstance(value, dict):
        raise SettingsError(f"{place}: rules = {value!r}: expected a table")
    changes: dict[str, object] = {}
    for key, number in value.items():
        if key not in _RULE_TYPES:
            known = ", ".join(_RULE_TYPES)
            raise SettingsError(f"{place}: rules.{key} is no setting: expected {known}")
        if key == "half_turns" and number == UNLIMITED:
            changes[key] = None
        else:
            changes[key] = checked_value(f"rules.{key}", number, place, _RULE_TYPES[key])
    try:
        return dataclasses.replace(usual, **changes)  # type: ignore[arg-type]  # as above
    except RulesError as error:
        raise SettingsError(f"{place}: rules: {error}") from None


def site_of(origin: str) -> tuple[str, int] | None:
    """The host and port of an origin; None if it is none."""
    try:
        parts = urlsplit(origin)
        port = parts.port
    except ValueError:
        return None
    if parts.scheme not in DEFAULT_PORTS or not parts.hostname or port == 0:
        return None
    if origin.lower() != f"{parts.scheme}://{parts.netloc}".lower() or "@" in parts.netloc:
        return None
    return parts.hostname, port or DEFAULT_PORTS[parts.scheme]
