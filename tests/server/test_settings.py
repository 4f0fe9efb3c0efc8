from pathlib import Path

import pytest

from cerealbar.game import Cancelling, Rules
from cerealbar.server.settings import Settings, SettingsError, admin_password, load_settings

SAMPLE = Path(__file__).parents[2] / "docs" / "server.toml"


def written(folder: Path, text: str) -> Path:
    path = folder / "server.toml"
    path.write_text(text)
    return path


def test_without_a_file_the_defaults_hold_and_nobody_else_can_reach_the_server() -> None:
    settings = load_settings(None, {})
    assert settings == Settings()
    assert settings.is_loopback
    assert settings.rules == Rules(solvable=True)


def test_flags_come_before_the_file_and_the_file_before_the_defaults(tmp_path: Path) -> None:
    path = written(tmp_path, 'port = 9000\nfollower = "oracle"\n')
    settings = load_settings(path, {"port": 9001})
    assert (settings.port, settings.follower, settings.leader) == (9001, "oracle", "scripted")


def test_the_sample_file_spells_out_every_default() -> None:
    assert load_settings(SAMPLE, {}) == Settings()
    text = SAMPLE.read_text()
    for field in Settings.__struct_fields__:
        assert f"{field} = " in text or f"[{field}]" in text, field


def test_a_table_of_rules_changes_only_what_it_names(tmp_path: Path) -> None:
    path = written(tmp_path, '[rules]\nhalf_turns = "unlimited"\nextra_half_turns = [3, 1]\n')
    rules = load_settings(path, {}).rules
    assert rules == Rules(half_turns=None, extra_half_turns=(3, 1), solvable=True)
    path = written(tmp_path, '[rules]\ncancelling = "any-turn"\nthumbs = true\n')
    rules = load_settings(path, {}).rules
    assert rules == Rules(cancelling=Cancelling.ANY_TURN, thumbs=True, solvable=True)


@pytest.mark.parametrize(
    ("text", "told"),
    [
        ("port = 'high'", "port = 'high': expected int, got str"),
        ("port = true", "port = True: expected int, got bool"),
        ("port = 70000", "port = 70000: expected int <= 65535"),
        ("prot = 80", "'prot' is no setting: expected host, port,"),
        ("host = ''", "host = ''"),
        ("sight = 'far'", "sight = 'far': expected paper or camera or cb2"),
        ("log_format = 1", "log_format = 1: expected text or json"),
        ("pace_seconds = [0.8, 0.2]", "pace_seconds = [0.8, 0.2]: expected the shorter pause"),
        ("pace_seconds = [1]", "expected array of length 2"),
        ("pace_seconds = [nan, 1]", "pace_seconds"),
        ("agent_seconds = 0", "agent_seconds = 0: expected float > 0"),
        ("agent_seconds = inf", "agent_seconds = inf: expected"),
        ("allowed_origins = ['game.example.org']", "'game.example.org': expected addresses"),
        ("allowed_origins = ['https://a.example/']", "'https://a.example/': expected addresses"),
        ("allowed_origins = ['*']", "'*': expected addresses"),
        ("[rules]\ncards = 2", "cards must be an integer from 3 to 32, not 2"),
        (
            "[rules]\ncancelling = 'often'",
            "rules.cancelling = 'often': expected never or own-turn or any-turn",
        ),
        ("[rules]\nthumbs = 1", "rules.thumbs = 1: expected bool, got int"),
        ("[rules]\ncads = 21", "rules.cads is no setting: expected leader_steps,"),
        ("[rules]\ncards = '21'", "rules.cards = '21': expected int, got str"),
        ("[rules]\nleader_seconds = inf", "rules.leader_seconds = inf: expected"),
        ("rules = 3", "rules = 3: expected a table"),
        ("port = ", "is no TOML file"),
        ("admin_password = 'hunter2'", "'admin_password' is no setting"),
    ],
)
def test_what_is_wrong_in_a_file_is_named(text: str, told: str, tmp_path: Path) -> None:
    path = written(tmp_path, text)
    with pytest.raises(SettingsError) as raised:
        load_settings(path, {})
    assert told in str(raised.value)
    assert str(path) in str(raised.value)
    assert "\n" not in str(raised.value)


def test_a_wrong_flag_is_not_blamed_on_the_file(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"^command line: port = 99999"):
        load_settings(written(tmp_path, ""), {"port": 99999})


def test_a_file_that_is_not_there_is_named(tmp_path: Path) -> None:
    with pytest.raises(SettingsError, match=r"nowhere\.toml: No such file"):
        load_settings(tmp_path / "nowhere.toml", {})


def test_a_file_that_is_no_text_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "server.toml"
    path.write_bytes(b"\xff\xfe\x00")
    with pytest.raises(SettingsError, match="is no TOML file"):
        load_settings(path, {})


@pytest.mark.parametrize("host", ["127.0.0.1", "127.9.9.9", "::1", "localhost", "LOCALHOST"])
def test_loopback_addresses_are_known(host: str) -> None:
    assert Settings(host=host).is_loopback


@pytest.mark.parametrize("host", ["0.0.0.0", "::", "192.168.0.4", "example.org"])
def test_other_addresses_are_not_loopback(host: str) -> None:
    assert not Settings(host=host).is_loopback


def test_the_password_comes_from_the_environment_and_is_long_enough() -> None:
    assert admin_password({}) is None
    assert admin_password({"CEREALBAR_ADMIN_PASSWORD": ""}) is None
    assert admin_password({"CEREALBAR_ADMIN_PASSWORD": "long enough"}) == "long enough"
    with pytest.raises(SettingsError, match="has 5 characters: expected 8 or more") as raised:
        admin_password({"CEREALBAR_ADMIN_PASSWORD": "short"})
    assert "short" not in str(raised.value)
