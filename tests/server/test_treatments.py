import tomllib
from pathlib import Path
from typing import Literal

import pytest

from cerealbar.game import Rules
from cerealbar.server.partners.roster import Roster
from cerealbar.server.settings import Settings, SettingsError
from cerealbar.server.store import Treatment
from cerealbar.server.treatments import TYPES, arm_treatment, usual_treatment
from cerealbar.studies.parts import Arm

SAMPLE = Path(__file__).parents[2] / "docs" / "treatments.toml"


def played(table: dict[str, object]) -> Treatment:
    usual = usual_treatment(Settings(sight="paper", rules=Rules(cards=9)))
    return arm_treatment("x", Arm(play=table), usual, Roster(), "walks: x")


def test_what_a_treatment_leaves_out_is_as_the_settings_say() -> None:
    treatment = played(
        {
            "steps_per_instruction": 20,
            "follower": "rule-based",
            "shows_plans": False,
            "values": {"wave": 2},
            "rules": {"remarks": True},
        }
    )
    assert (treatment.name, treatment.values) == ("x", {"wave": 2})
    assert (treatment.rules.remarks, treatment.rules.cards) == (True, 9)
    assert (treatment.sight, treatment.steps_per_instruction) == ("paper", 20)
    assert (treatment.follower, treatment.leader, treatment.shows_plans) == (
        "rule-based",
        "",
        False,
    )


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("sigth = 'paper'", r"walks: x: 'sigth' is no part of a treatment: expected values"),
        ("sight = 'full'", r"walks: x: sight = 'full': expected paper or camera or cb2"),
        ("shows_plans = 1", r"walks: x: shows_plans = 1: expected bool"),
        ("pace_seconds = [2, 1]", r"walks: x: pace_seconds = \[2.0, 1.0\]: expected"),
        ("rules.cards = 'many'", r"walks: x: rules.cards = 'many': expected int"),
        ("rules.speed = 1", r"walks: x: rules.speed is no setting"),
        ("rules.cards = 2", r"walks: x: rules: "),
        ("values = { name = 1 }", r"walks: x: values.name: records tell something"),
        ("values = { a = [1] }", r"walks: x: values = .*: expected"),
        ("follower = 'oracle'", r"walks: x: follower = 'oracle': 'oracle' is no"),
    ],
)
def test_every_mistake_is_explained_by_its_key(text: str, reason: str) -> None:
    with pytest.raises(SettingsError, match=reason):
        played(tomllib.loads(text))


def test_the_usual_treatment_is_that_of_the_settings() -> None:
    settings = Settings(pace_seconds=(1, 2), stores_plans=False, agent_sight="cb2")
    usual = usual_treatment(settings)
    assert (usual.name, usual.pace_seconds, usual.stores_plans) == ("", (1, 2), False)
    assert usual.agent_sight == "cb2"
    assert usual.rules.to_rules() == settings.rules


def test_the_sample_file_shows_every_part() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    arms = tomllib.loads(text)["treatments"]
    assert [played(arm["play"]).sight for arm in arms.values()] == ["cb2", "camera"]
    for key in (*TYPES, "rules"):
        assert f"{key} = " in text or f"also: {key}" in text, key


def arm(partner: Literal["person", "agent", "blind"] = "person", **play: object) -> Treatment:
    return arm_treatment("x", Arm(partner=partner, play=play), Treatment(), Roster(), "walks: x")


def test_games_of_studies_offer_nobodys_seat_to_agents_unless_the_arm_says_so() -> None:
    plain = arm(sight="paper", rules={"cards": 9})
    assert (plain.name, plain.sight, plain.rules.cards) == ("x", "paper", 9)
    assert not plain.offers_agents
    assert plain.shows_plans
    assert arm(offers_agents=True).offers_agents


def test_agents_of_blind_games_take_their_time_and_show_nothing() -> None:
    blind = arm("blind")
    assert (blind.pace_seconds, blind.reading_seconds, blind.typing_seconds) == (
        (0.4, 1.4),
        0.25,
        0.15,
    )
    assert not blind.shows_plans
    assert blind.stores_plans
    assert arm("blind", pace_seconds=[1.0, 2.0]).pace_seconds == (1.0, 2.0)


@pytest.mark.parametrize(
    ("play", "reason"),
    [
        ({"shows_plans": True}, "walks: x: a blind game cannot have shows_plans: it would tell"),
        ({"offers_agents": True}, "cannot have offers_agents"),
        ({"rules": {"remarks": True}}, "cannot have rules.remarks"),
        ({"share": 1}, "'share' is no part of a treatment: expected values"),
        ({"pace_seconds": [2.0, 1.0]}, "expected the shorter pause"),
    ],
)
def test_a_blind_arm_that_would_not_be_blind_is_refused(
    play: dict[str, object], reason: str
) -> None:
    with pytest.raises(SettingsError, match=reason):
        arm("blind", **play)


def test_an_arm_with_an_agent_that_nobody_knows_is_refused() -> None:
    unknown = Arm(partner="agent", agent="nobody-knows")
    with pytest.raises(SettingsError, match="agent = 'nobody-knows': there is no such agent"):
        arm_treatment("x", unknown, Treatment(), Roster(), "walks: x")
    known = Arm(partner="agent", agent="learned")
    assert arm_treatment("x", known, Treatment(), Roster(), "walks: x").name == "x"
