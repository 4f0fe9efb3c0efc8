from pathlib import Path
from typing import Literal

import pytest

from cerealbar.game import Rules
from cerealbar.server.partners.roster import Roster
from cerealbar.server.rooms import TreatmentOffer
from cerealbar.server.settings import Settings, SettingsError
from cerealbar.server.store import Treatment
from cerealbar.server.treatments import (
    OF_OFFERS,
    TYPES,
    arm_treatment,
    load_treatments,
    usual_treatment,
)
from cerealbar.studies.parts import Arm

SAMPLE = Path(__file__).parents[2] / "docs" / "treatments.toml"


def loaded(folder: Path, text: str) -> tuple[TreatmentOffer, ...]:
    file = folder / "treatments.toml"
    file.write_text(text, encoding="utf-8")
    settings = Settings(treatments=str(file), sight="paper", rules=Rules(cards=9))
    return load_treatments(settings, Roster())


def test_without_a_file_there_are_no_treatments() -> None:
    assert load_treatments(Settings(), Roster()) == ()


def test_what_a_treatment_leaves_out_is_as_the_settings_say(tmp_path: Path) -> None:
    asking, silent = loaded(
        tmp_path,
        """
        [asking]
        about = "the follower may ask"
        is_open = true
        steps_per_instruction = 20
        follower = "rule-based"
        shows_plans = false
        values = { wave = 2 }
        rules = { remarks = true }
        [silent]
        share = 0.5
        """,
    )
    assert (asking.about, asking.is_open, asking.share) == ("the follower may ask", True, 0.0)
    treatment = asking.treatment
    assert (treatment.name, treatment.values) == ("asking", {"wave": 2})
    assert (treatment.rules.remarks, treatment.rules.cards) == (True, 9)
    assert (treatment.sight, treatment.steps_per_instruction) == ("paper", 20)
    assert (treatment.follower, treatment.leader, treatment.shows_plans) == (
        "rule-based",
        "",
        False,
    )
    assert (silent.is_open, silent.share, silent.treatment.rules.remarks) == (False, 0.5, False)


@pytest.mark.parametrize(
    ("text", "reason"),
    [
        ("x = 1", r"treatments.toml: x = 1: expected a table"),
        ("[x", r"treatments.toml is no TOML file"),
        ("['a b']\nshare = 1", r"treatments.toml: 'a b' is no name"),
        ("[x]\nsight = 'paper'", r"toml: x: nobody would play it: expected is_open = true, or a"),
        ("[x]\nsigth = 'paper'", r"toml: x: 'sigth' is no part of a treatment: expected about"),
        ("[x]\nsight = 'full'", r"toml: x: sight = 'full': expected paper or camera or cb2"),
        ("[x]\nshare = -1", r"toml: x: share = -1: expected"),
        ("[x]\nis_open = 1", r"toml: x: is_open = 1: expected bool"),
        (
            "[x]\nshare = 1\npace_seconds = [2, 1]",
            r"toml: x: pace_seconds = \[2.0, 1.0\]: expected",
        ),
        ("[x.rules]\ncards = 'many'", r"toml: x: rules.cards = 'many': expected int"),
        ("[x.rules]\nspeed = 1", r"toml: x: rules.speed is no setting"),
        ("[x.rules]\ncards = 2", r"toml: x: rules: "),
        ("[x]\nshare = 1\nvalues = { name = 1 }", r"toml: x: values.name: records tell something"),
        ("[x]\nvalues = { a = [1] }", r"toml: x: values = .*: expected"),
        ("[x]\nshare = 1\nfollower = 'oracle'", r"toml: x: follower = 'oracle': 'oracle' is no"),
    ],
)
def test_every_mistake_is_explained_by_its_key(tmp_path: Path, text: str, reason: str) -> None:
    with pytest.raises(SettingsError, match=reason):
        loaded(tmp_path, text)


def test_a_file_that_is_not_there_is_named() -> None:
    with pytest.raises(SettingsError, match=r"cannot read treatments nowhere.toml: No such file"):
        load_treatments(Settings(treatments="nowhere.toml"), Roster())


def test_the_usual_treatment_is_that_of_the_settings() -> None:
    settings = Settings(pace_seconds=(1, 2), stores_plans=False, agent_sight="cb2")
    usual = usual_treatment(settings)
    assert (usual.name, usual.pace_seconds, usual.stores_plans) == ("", (1, 2), False)
    assert usual.agent_sight == "cb2"
    assert usual.rules.to_rules() == settings.rules


def test_the_sample_file_shows_every_part() -> None:
    text = SAMPLE.read_text(encoding="utf-8")
    names = [
        offer.treatment.name
        for offer in load_treatments(Settings(treatments=str(SAMPLE)), Roster())
    ]
    assert names == ["asking", "fog", "clear"]
    for key in (*OF_OFFERS, *TYPES, "rules"):
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
