"""Players by name: our own, those of installed packages, trained ones, and any `module:factory`.

A package offers players by the entry points `cerealbar.followers` and `cerealbar.leaders`. A
factory takes a seed or nothing; it may say by attributes what its players need (`needs`) and, for
leaders, what they give the follower (`gives`). A trained follower goes by the path of its folder.
"""

import inspect
import random
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from functools import cache
from importlib.metadata import EntryPoint, entry_points
from importlib.resources import files
from importlib.util import find_spec
from pathlib import Path
from typing import Any, Generic, Literal, TypeVar

from cerealbar.agents.answers import raised_at, remember_source, shown, told
from cerealbar.agents.authors import Author, InstructionWriter
from cerealbar.agents.oracle import Oracle
from cerealbar.agents.protocol import EVERYTHING, Follower, Leader, Need, PlayerError
from cerealbar.agents.random_agents import RandomFollower, RandomLeader
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.agents.scripted_leader import ScriptedLeader
from cerealbar.agents.simulated_follower import SimulatedFollower, errors_of
from cerealbar.agents.skill import AVERAGE, EXPERT, NOVICE, PERFECT, Skill
from cerealbar.game import CerealBarError
from cerealbar.language import Style, population

Made = TypeVar("Made")
Role = Literal["follower", "leader"]
_METHODS: Mapping[Role, tuple[str, ...]] = {
    "follower": ("follow", "forget"),
    "leader": ("lead", "forget"),
}
_WORDS = {
    Need.TEXT: "the text of instructions",
    Need.PAST: "earlier instructions",
    Need.INTENTION: "what the leader means",
    Need.BOARD: "the whole board",
}
_OTHERS: Mapping[Role, str] = {
    "follower": "module:factory or the folder of a trained one",
    "leader": "module:factory",
}
"""Who else can be named for a role."""
_TRAINED = EntryPoint("trained", "cerealbar.follower.stored:open_follower", "cerealbar.followers")
"""Makes a follower of its folder; found by name, as it lies above and imports what learns."""
_FACTORY = re.compile(r"\w+(\.\w+)*:\w+(\.\w+)*")
"""How `module:factory` is spelled."""
_MODEL_CARD = "model.json"
"""The file that makes a folder a follower."""
WITHOUT_INTENTION = EVERYTHING & ~Need.INTENTION
"""What a leader gives who cannot tell what it means, such as a person."""
PARTIAL = WITHOUT_INTENTION & ~Need.BOARD
"""What is left of it for a follower with a sight."""


class UnknownPlayerError(PlayerError, LookupError):
    """No player has that name."""


@dataclass(frozen=True, slots=True)
class RegisteredPlayer(Generic[Made]):
    """What is known of a player before it is made."""

    about: str
    """A few words for help texts."""
    make: Callable[[int], Made]
    """Makes it of a seed."""
    needs: Need = Need.TEXT
    gives: Need = WITHOUT_INTENTION
    """What a leader lets its follower have."""
    module: str | None = None
    """What must be installed for it, if anything more than for the others."""


def _pooled_writers(seed: int) -> Callable[[int], InstructionWriter]:
    """In each game another person of a population writes."""
    people = population(seed)

    def author_of(game: int) -> Author:
        person = random.Random(f"person {seed} {game}").choice(people)
        return Author(person, f"words {seed} {game}")

    return author_of


def _scripted(name: str, about: str, skill: Skill = PERFECT) -> RegisteredPlayer[Leader]:
    """A scripted leader who writes as people do."""
    return RegisteredPlayer(
        about,
        lambda seed: ScriptedLeader(seed, skill, _pooled_writers(seed), name=name),
        Need.BOARD,
        EVERYTHING,
    )


def _following_person(seed: int) -> SimulatedFollower:
    rng = random.Random(f"person {seed}")
    style: Style = rng.choice(population())
    return SimulatedFollower(seed, errors_of(rng, style.is_expert), name="person")


def _shipped(name: str, about: str, module: str | None = None) -> RegisteredPlayer[Follower]:
    """A trained follower that comes with the package."""
    folder = str(files("cerealbar").joinpath("follower", "shipped", name))
    return RegisteredPlayer(about, lambda _: _opened(folder), module=module)


FOLLOWERS: Mapping[str, RegisteredPlayer[Follower]] = {
    "learned": _shipped("learned", "reads with a trained network and by rules"),
    "oracle": RegisteredPlayer(
        "does what is meant by the shortest way",
        lambda _: Oracle(),
        Need.INTENTION | Need.BOARD,
    ),
    "paper": _shipped("paper", "the paper's model, trained on synthetic games", "torch"),
    "person": RegisteredPlayer(
        "errs as one person of a population does", _following_person, Need.INTENTION | Need.BOARD
    ),
    "random": RegisteredPlayer("walks at random", RandomFollower, Need.NOTHING),
    "rule-based": RegisteredPlayer("reads by rules", lambda _: RuleBasedFollower()),
    "simulated": RegisteredPlayer(
        "errs as people do on average", SimulatedFollower, Need.INTENTION | Need.BOARD
    ),
}
"""Who can follow."""
LEADERS: Mapping[str, RegisteredPlayer[Leader]] = {
    "average": _scripted("average", "leads as most people do", AVERAGE),
    "expert": _scripted("expert", "leads as the best people do", EXPERT),
    "novice": _scripted("novice", "leads as a beginner does", NOVICE),
    "random": RegisteredPlayer("walks at random and asks for nothing", RandomLeader, Need.NOTHING),
    "scripted": _scripted("scripted", "leads as well as it can"),
    "scripted-plain": RegisteredPlayer(
        "the same in fixed words",
        lambda seed: ScriptedLeader(seed, name="scripted-plain"),
        Need.BOARD,
        EVERYTHING,
    ),
}
"""Who can lead; the scripted ones but the plain one write as people do."""
_OWN: Mapping[Role, Mapping[str, RegisteredPlayer[Any]]] = {
    "follower": FOLLOWERS,
    "leader": LEADERS,
}


@cache
def installed_players(role: Role) -> Mapping[str, EntryPoint]:
    """The players that installed packages offer, by name; our own come before them."""
    return {point.name: point for point in entry_points(group=f"cerealbar.{role}s")}


def player_names(role: Role, given: Need = EVERYTHING) -> tuple[str, ...]:
    """Who can play a role here with what is given; what installed players need is not asked."""
    own = [
        name
        for name, player in _OWN[role].items()
        if not player.needs & ~given and (player.module is None or find_spec(player.module))
    ]
    return *own, *(name for name in installed_players(role) if name not in _OWN[role])


def describe_players(role: Role, given: Need = EVERYTHING) -> str:
    """Everyone who can play a role, in one sentence."""
    own = _OWN[role]
    told = [
        f"{name} ({own[name].about if name in own else 'of an installed package'})"
        for name in player_names(role, given)
    ]
    return f"{', '.join(told)}; or {_OTHERS[role]}."


def find_follower(name: str) -> RegisteredPlayer[Follower]:
    """The follower of a name, of a folder, or of a `module:factory`.

    Raises:
        UnknownPlayerError: there is none.
        PlayerError: it cannot be imported, or its folder is damaged.
    """
    if name not in player_names("follower") and is_trained(name):
        return _trained(name)
    return FOLLOWERS.get(name) or _found("follower", name)


def find_leader(name: str) -> RegisteredPlayer[Leader]:
    """The leader of a name, or of a `module:factory`.

    Raises:
        UnknownPlayerError: there is none.
        PlayerError: it cannot be imported.
    """
    return LEADERS.get(name) or _found("leader", name)


def make_follower(name: str, seed: int = 0, given: Need = EVERYTHING) -> Follower:
    """The follower of a name, of a folder, or of a `module:factory`, if it is given enough.

    Raises:
        UnknownPlayerError: there is none.
        PlayerError: it cannot be made, or needs more.
    """
    found = find_follower(name)
    check_needs(name, found.needs, given)
    return found.make(seed)


def make_leader(name: str, seed: int = 0) -> Leader:
    """The leader of a name, or of a `module:factory`.

    Raises:
        UnknownPlayerError: there is none.
        PlayerError: it cannot be made.
    """
    return find_leader(name).make(seed)


def check_needs(name: str, needs: Need, given: Need) -> None:
    """See that a player can play with what is given.

    Raises:
        PlayerError: it needs more.
    """
    if missing := needs & ~given:
        words = " and ".join(_WORDS[need] for need in missing)
        others = ", ".join(player_names("follower", given))
        raise PlayerError(
            f"{name!r} cannot follow here: it needs {words}, which it cannot be told; {others} can"
        )


def check_name(role: Role, name: str) -> None:
    """See that a name is a player's, or looks as one of another's; nothing is imported.

    Raises:
        UnknownPlayerError: it is not.
    """
    if name in _OWN[role] or name in player_names(role) or _FACTORY.fullmatch(name):
        return
    if role == "follower" and is_trained(name):
        return
    if role == "follower" and name and Path(name).is_dir():
        raise UnknownPlayerError(f"the folder {name!r} is no follower: it has no {_MODEL_CARD}")
    path, _, factory = name.partition(":")
    expected = f"one of {', '.join(sorted(player_names(role)))}, or {_OTHERS[role]}"
    if path and factory:
        module = path.removesuffix(".py").strip("./").replace("/", ".")
        expected = f"module:factory, such as '{module}:{factory}'"
    raise UnknownPlayerError(f"{name!r} is no {role}: expected {expected}")


def is_trained(name: str) -> bool:
    """Whether a name is the path of a trained follower's folder."""
    try:
        return bool(name) and Path(name, _MODEL_CARD).is_file()
    except ValueError:  # no path has a null character
        return False


def _trained(name: str) -> RegisteredPlayer[Follower]:
    first = [_opened(name)]  # to ask what it needs; it is the one that is made first
    needs = getattr(first[0], "needs", Need.TEXT)
    return RegisteredPlayer("learned", lambda _: first.pop() if first else _opened(name), needs)


def _opened(name: str) -> Follower:
    """The follower in a folder, under the folder's own name."""
    try:
        follower: Follower = _TRAINED.load()(Path(name))
    except Exception as error:  # what is stored may be anything
        reason = told(error)
        if isinstance(error, ModuleNotFoundError):
            reason = f"{error.name} is missing; `pip install 'cerealbar[learning]'` installs it"
        elif isinstance(error, CerealBarError):
            reason = " ".join(str(error).split())
        raise PlayerError(f"follower {name!r} cannot be opened: {reason}") from error
    follower.name = Path(name).resolve().name
    remember_source(follower, name)
    return follower


def _found(role: Role, name: str) -> RegisteredPlayer[Made]:
    check_name(role, name)
    point = installed_players(role).get(name) or EntryPoint(name, name, f"cerealbar.{role}s")
    try:
        factory: Callable[..., Made] = point.load()
        needs = getattr(factory, "needs", Need.TEXT)
        gives = getattr(factory, "gives", WITHOUT_INTENTION)
    except Exception as error:  # a module may raise anything when it is imported
        hint = _import_hint(role, point, error)
        raise PlayerError(f"{role} {name!r} cannot be imported: {told(error)}{hint}") from error
    if not callable(factory):
        raise PlayerError(
            f"{role} {name!r} cannot be made: {shown(factory)} is no factory: "
            f"expected a class or a function that makes a {role}"
        )
    if not isinstance(needs, Need) or not isinstance(gives, Need):
        raise PlayerError(
            f"{role} {name!r} says {shown(needs)} and {shown(gives)}: expected flags of Need"
        )
    return RegisteredPlayer(
        (inspect.getdoc(factory) or "").partition("\n")[0],
        lambda seed: _made(role, name, factory, seed),
        needs,
        gives,
    )


def _made(role: Role, name: str, factory: Callable[..., Made], seed: int) -> Made:
    try:
        player = factory(seed) if _takes_seed(factory) else factory()
        called = getattr(player, "name", None)
    except Exception as error:  # so may a factory
        hint = raised_at(error, factory) or _call_hint(factory)
        raise PlayerError(f"{role} {name!r} cannot be made: {told(error)}{hint}") from error
    missing = [method for method in _METHODS[role] if not callable(getattr(player, method, None))]
    if not isinstance(called, str):
        missing.append("name")
    elif name in installed_players(role) and called != name:
        raise PlayerError(f"{name!r} makes a {role} with another name: {called!r}")
    if missing or isinstance(player, type):
        lacks = f"it has no {' and no '.join(missing)}" if missing else "it is a class"
        raise PlayerError(f"{name!r} makes {shown(player)}, which is no {role}: {lacks}")
    remember_source(player, name)
    return player


def _takes_seed(factory: Callable[..., object]) -> bool:
    """Whether the first argument of a factory is required, or called seed."""
    first = next(iter(inspect.signature(factory).parameters.values()), None)
    if first is None or first.kind not in (first.POSITIONAL_ONLY, first.POSITIONAL_OR_KEYWORD):
        return False
    return first.name == "seed" or first.default is first.empty


def _import_hint(role: Role, point: EntryPoint, error: Exception) -> str:
    """What may help whoever named a factory that is not found."""
    if isinstance(error, ModuleNotFoundError):
        if point.module.endswith(".py"):
            return f"; expected the module, {point.module.removesuffix('.py')!r}, without .py"
        if error.name == point.module.partition(".")[0]:
            return "; it is neither installed nor in the current folder"
    if isinstance(error, AttributeError) and point.module in sys.modules:
        method = _METHODS[role][0]
        there = vars(sys.modules[point.module]).items()
        makers = [name for name, thing in there if callable(getattr(thing, method, None))]
        return f"; it has {', '.join(makers)}" if makers else ""
    return ""


def _call_hint(factory: Callable[..., object]) -> str:
    """How a factory is called, if it cannot be called so."""
    try:
        inspect.signature(factory).bind(*([0] if _takes_seed(factory) else []))
    except (TypeError, ValueError):  # or it does not say what it takes
        return "; expected a factory that takes a seed or nothing"
    return ""
