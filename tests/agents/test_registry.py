import subprocess
import sys
from collections.abc import Callable
from importlib.metadata import EntryPoint
from pathlib import Path

import pytest

from cerealbar.agents import (
    FOLLOWERS,
    LEADERS,
    PARTIAL,
    WITHOUT_INTENTION,
    Follower,
    PlayerError,
    UnknownPlayerError,
    check_name,
    describe_players,
    find_follower,
    find_leader,
    make_follower,
    make_leader,
    map_seeds,
    play_games,
    player_names,
    registry,
)
from cerealbar.agents.random_agents import RandomFollower
from cerealbar.game import CerealBarError
from cerealbar.records import verify
from tests.agents.odd_players import Curious, Idle, Seeded

OURS = "tests.agents.odd_players"


@pytest.mark.parametrize("name", FOLLOWERS)
def test_every_follower_plays_a_legal_game_under_its_name(name: str) -> None:
    follower = make_follower(name, 1)
    (record,) = play_games(make_leader("expert", 1), follower, map_seeds(1, 4))
    assert verify(record) is None
    assert follower.name == name


@pytest.mark.parametrize("name", LEADERS)
def test_every_leader_plays_a_legal_game_under_its_name(name: str) -> None:
    leader = make_leader(name, 1)
    (record,) = play_games(leader, make_follower("oracle", 1), map_seeds(1, 4))
    assert verify(record) is None
    assert leader.name == name


def test_an_unknown_name_is_an_error_that_lists_the_known_ones() -> None:
    expected = r"'nobody' is no follower: .* oracle, .*random.*, or module:factory"
    with pytest.raises(UnknownPlayerError, match=expected):
        make_follower("nobody")
    with pytest.raises(LookupError, match=r"'nobody' is no leader: .*scripted"):
        make_leader("nobody")


def test_a_player_of_ones_own_is_found_by_its_module_with_or_without_a_seed() -> None:
    assert make_follower(f"{OURS}:Idle").name == "idle"
    seeded = make_follower(f"{OURS}:Seeded", 7)
    assert isinstance(seeded, Seeded)
    assert seeded.seed == 7


@pytest.mark.parametrize(
    ("factory", "reason"),
    [
        ("no.such:thing", r"'no.such:thing' cannot be imported: ModuleNotFoundError: No module"),
        ("no.such:thing", "it is neither installed nor in the current folder$"),
        (f"{OURS}.py:Idle", f"'{OURS}', without .py$"),
        (f"./{OURS}.py:Idle", rf"expected module:factory, such as '{OURS}:Idle'$"),
        ("a/b:Idle", r"is no follower: expected module:factory, such as 'a\.b:Idle'$"),
        (f"{OURS}:missing", r"AttributeError: module .* 'missing'; it has Idle, Seeded, "),
        (
            f"{OURS}:fail",
            r"cannot be made: RuntimeError: out of luck \(odd_players.py, line \d+\)$",
        ),
        (f"{OURS}:make_two", "argument: 'name'; expected a factory that takes a seed or nothing$"),
        (f"{OURS}:ready_made", r"Idle object .* is no factory: expected a class or a function"),
        (f"{OURS}:make_class", r"makes <class .*Idle'>, which is no follower: it is a class$"),
        (f"{OURS}:make_nothing", "makes None, which is no follower: it has no follow and no"),
        (f"{OURS}:Unforgetting", "is no follower: it has no forget$"),
        (f"{OURS}:", "is no follower: expected one of"),
    ],
)
def test_a_factory_that_makes_no_player_is_told_in_a_sentence(factory: str, reason: str) -> None:
    with pytest.raises(PlayerError, match=reason) as told:
        make_follower(factory)
    assert "\n" not in str(told.value)


def test_a_player_that_needs_more_than_is_given_is_refused() -> None:
    make_follower(f"{OURS}:Curious", given=WITHOUT_INTENTION)
    with pytest.raises(PlayerError, match=r"Curious' cannot follow here: .*the whole board"):
        make_follower(f"{OURS}:Curious", given=PARTIAL)
    with pytest.raises(PlayerError, match=r"needs what the leader means and the whole board"):
        make_follower("oracle", given=PARTIAL)
    with pytest.raises(PlayerError, match=r"needs what the leader means, .*; learned, .* can$"):
        make_follower("oracle", given=find_leader("random").gives)
    assert set(player_names("follower", PARTIAL)) == {"learned", "paper", "random", "rule-based"}


def test_installed_packages_offer_players(monkeypatch: pytest.MonkeyPatch) -> None:
    group = "cerealbar.followers"
    points = {
        "idle": EntryPoint("idle", f"{OURS}:Idle", group),
        "other": EntryPoint("other", f"{OURS}:Idle", group),
    }
    monkeypatch.setattr(registry, "installed_players", lambda _: points)
    assert make_follower("idle").name == "idle"
    assert "idle (of an installed package)" in describe_players("follower")
    with pytest.raises(PlayerError, match="'other' makes a follower with another name: 'idle'"):
        make_follower("other")


class Opener:
    """Opens folders in place of what loads models."""

    def __init__(self, open_: Callable[[Path], Follower]) -> None:
        self.open = open_

    def load(self) -> Callable[[Path], Follower]:
        return self.open


@pytest.fixture
def trained(tmp_path: Path) -> Path:
    folder = tmp_path / "runs" / "full"
    folder.mkdir(parents=True)
    (folder / "model.json").write_text("{}")
    return folder


def opens(monkeypatch: pytest.MonkeyPatch, open_: Callable[[Path], Follower]) -> None:
    monkeypatch.setattr(registry, "_TRAINED", Opener(open_))


def fails(error: Exception) -> Callable[[Path], Follower]:
    def open_(folder: Path) -> Follower:
        raise error

    return open_


def test_the_folder_of_a_trained_follower_is_its_name(
    trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opened: list[Path] = []
    opens(monkeypatch, lambda folder: opened.append(folder) or Idle())  # type: ignore[func-returns-value]
    monkeypatch.chdir(trained.parent.parent)
    for name in (str(trained), f"{trained}/", "runs/full", "./runs/full/"):
        check_name("follower", name)
        assert make_follower(name, given=PARTIAL).name == "full"
    assert {folder.resolve() for folder in opened} == {trained}
    assert "the folder of a trained one" in describe_players("follower")
    assert "folder" not in describe_players("leader")
    with pytest.raises(UnknownPlayerError, match="'runs/full' is no leader"):
        make_leader("runs/full")


def test_followers_made_of_one_folder_are_apart(
    trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    opens(monkeypatch, lambda _: Idle())
    found = find_follower(str(trained))
    assert found.make(0) is not found.make(0)


def test_a_trained_follower_may_need_more(trained: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    opens(monkeypatch, lambda _: Curious())
    make_follower(str(trained), given=WITHOUT_INTENTION)
    with pytest.raises(PlayerError, match=r"cannot follow here: it needs .*the whole board"):
        make_follower(str(trained), given=PARTIAL)


def test_a_registered_name_comes_before_a_folder(
    trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    trained.rename(trained.with_name("random"))
    monkeypatch.chdir(trained.parent)
    opens(monkeypatch, lambda _: Idle())
    assert isinstance(make_follower("random"), RandomFollower)
    assert isinstance(make_follower("./random"), Idle)
    points = {"random": EntryPoint("random", f"{OURS}:Seeded", "cerealbar.followers")}
    monkeypatch.setattr(registry, "installed_players", lambda _: points)
    assert isinstance(make_follower("random"), RandomFollower)


@pytest.mark.parametrize(
    ("error", "words"),
    [
        (ModuleNotFoundError("no", name="torch"), r"torch is missing; `pip install 'cerealbar\[l"),
        (CerealBarError("the weights\nare another's"), "opened: the weights are another's$"),
        (RuntimeError("bad\nluck"), "opened: RuntimeError: bad luck$"),
    ],
)
def test_a_folder_that_cannot_be_opened_is_told_in_a_line(
    trained: Path, monkeypatch: pytest.MonkeyPatch, error: Exception, words: str
) -> None:
    opens(monkeypatch, fails(error))
    with pytest.raises(PlayerError, match=words) as told:
        make_follower(str(trained))
    assert str(trained) in str(told.value)
    assert "\n" not in str(told.value)


@pytest.mark.parametrize("name", ["", ".", "\0", "runs"])
def test_what_is_no_folder_of_a_follower_is_unknown(
    name: str, trained: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(trained.parent.parent)
    with pytest.raises(UnknownPlayerError, match="is no follower"):
        check_name("follower", name)
    with pytest.raises(UnknownPlayerError, match=r"it has no model\.json|expected one of"):
        make_follower(name)


def test_nothing_that_learns_is_imported_before_a_folder_is_opened(trained: Path) -> None:
    code = (
        "import sys; from cerealbar.agents import check_name, make_follower;"
        f"check_name('follower', {str(trained)!r}); make_follower('rule-based');"
        "print([name for name in ('torch', 'cerealbar.follower') if name in sys.modules])"
    )
    out = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert out.stdout == "[]\n"
