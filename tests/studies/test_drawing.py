import random
from collections import Counter
from collections.abc import Iterable

import pytest

from cerealbar.game import PlayerWord
from cerealbar.studies import entries as told
from cerealbar.studies.drawing import (
    FIRST_WAITS,
    SEATING_SECONDS,
    DrawTally,
    Slot,
    draw,
    free_roles,
    is_full,
    tally,
)
from cerealbar.studies.entries import Drawn, LedgerEntry, StudyEntry
from cerealbar.studies.participations import Participation
from cerealbar.studies.parts import Arm, Recruiting
from cerealbar.studies.steps import EndStep, GamesStep
from cerealbar.studies.story import ParticipantStory, story_of
from cerealbar.studies.study import Study
from cerealbar.wire.messages import OTHER
from tests.studies.ledgers import arrived, ledger

STEP = GamesStep()


def study(recruiting: Recruiting | None = None, **arms: Arm) -> Study:
    return Study(
        name="s",
        title="S",
        recruiting=recruiting or Recruiting(),
        steps=(STEP, EndStep()),
        treatments=arms,
    )


def played(drawn: Drawn, waited: float = 0.0, how: told.GamePart = "played") -> told.GamePlayed:
    return told.GamePlayed(
        step=drawn.step,
        game_id="g",
        role=drawn.role,
        treatment=drawn.treatment,
        partner=drawn.partner,
        score=0,
        how=how,
        waited_seconds=waited,
    )


def draws(many: int, of: Study, seed: int = 0) -> list[Drawn]:
    """What as many participants draw, one after the other, each of whom plays."""
    rng, found = random.Random(seed), list[Drawn]()
    for _ in range(many):
        so_far = counted(ledger(arrived(), it, played(it)) for it in found)
        drawn = draw(of, STEP, ParticipantStory(), so_far, rng)
        if drawn is None:
            break
        found.append(drawn)
    return found


def counted(
    ledgers: Iterable[tuple[LedgerEntry, ...]],
    wall: float = 1030.0,
    with_agent: tuple[str, ...] = (),
) -> DrawTally:
    return tally((Participation("p", ledger=each) for each in ledgers), wall, with_agent)


def after(*entries: StudyEntry) -> ParticipantStory:
    return story_of(ledger(arrived(), *entries))


def slots(found: list[Drawn]) -> Counter[Slot]:
    return Counter(Slot(it.treatment, it.role, it.partner) for it in found)


@pytest.mark.parametrize("seed", range(5))
def test_arms_are_drawn_by_their_weights_at_every_moment(seed: int) -> None:
    of = study(often=Arm(weight=3), rarely=Arm(weight=1), never=Arm(weight=0))
    found = [it.treatment for it in draws(40, of, seed)]
    for many in range(1, 41):
        assert abs(found[:many].count("often") - 3 / 4 * many) < 1
    assert "never" not in found


def test_chance_decides_between_equals() -> None:
    of = study(a=Arm(), b=Arm())
    first = Counter(draws(1, of, seed)[0].treatment for seed in range(40))
    roles = Counter(draws(1, of, seed)[0].role for seed in range(40))
    assert 5 < first["a"] < 35
    assert 5 < roles["leader"] < 35


def test_people_are_drawn_in_pairs() -> None:
    found = draws(21, study(plain=Arm()), 3)
    for first, second in zip(found[::2], found[1::2], strict=False):
        assert first.role == OTHER[second.role]
    assert {it.partner for it in found} == {"person"}


@pytest.mark.parametrize(
    ("role", "with_agent"), [("any", "leader"), ("leader", "leader"), ("follower", "follower")]
)
def test_a_blind_arm_runs_with_agents_and_people_at_the_same_time(
    role: PlayerWord, with_agent: PlayerWord
) -> None:
    found = draws(42, study(blind=Arm(partner="blind", agent_share=0.6, role=role)))
    assert slots(found) == {
        Slot("blind", with_agent, "agent"): 18,
        Slot("blind", "leader", "person"): 12,
        Slot("blind", "follower", "person"): 12,
    }
    assert {it.partner for it in found[:4]} == {"person", "agent"}


@pytest.mark.parametrize("share", [0.1, 0.25, 0.5, 0.9])
def test_the_share_of_the_agent_is_one_of_games(share: float) -> None:
    found = draws(500, study(blind=Arm(partner="blind", agent_share=share, games=200)))
    counts = Counter(it.partner for it in found)
    assert abs(counts["agent"] - 200 * share) <= 1
    assert counts["agent"] + counts["person"] / 2 == 200


@pytest.mark.parametrize(("partner", "draws_needed"), [("agent", 3), ("person", 6)])
def test_an_arm_is_full_when_it_has_its_games(partner: str, draws_needed: int) -> None:
    arm = Arm(partner="agent" if partner == "agent" else "person", games=3)
    assert len(draws(20, study(few=arm))) == draws_needed
    found = draws(20, study(few=arm, many=Arm(partner="agent")))
    assert len(found) == 20
    assert sum(it.treatment == "few" for it in found) == draws_needed


def test_a_full_arm_still_takes_the_partner_of_whoever_waits() -> None:
    of = study(few=Arm(games=1))
    leads = Drawn(step="games", treatment="few", role="leader", partner="person")
    drawn = draw(
        of, STEP, ParticipantStory(), counted([ledger(arrived(), leads)]), random.Random(0)
    )
    assert drawn is not None
    assert drawn.role == "follower"


def test_whoever_plays_on_stays_in_its_arm_also_if_it_is_full() -> None:
    of = study(a=Arm(games=1), b=Arm())
    before = Drawn(step="games", treatment="a", role="leader", partner="person")
    partner = Drawn(step="games", treatment="a", role="follower", partner="person")
    so_far = counted(ledger(arrived(), it, played(it)) for it in (before, partner))
    for seed in range(5):
        drawn = draw(of, STEP, after(before, played(before)), so_far, random.Random(seed))
        assert drawn is not None
        assert drawn.treatment == "a"


def test_what_came_to_nothing_is_not_counted() -> None:
    it = Drawn(step="games", treatment="a", role="leader", partner="person")
    seat = told.PlaceTaken(step="games", game_id="g", role="follower")
    waited = told.WaitEnded(step="games", game_id="g", seconds=300)
    ledgers = [
        ledger(arrived(), it, seat, waited),
        ledger(arrived(), it, played(it, how="broken")),
        ledger(arrived(), it, told.Ended(how="no-partner")),
        ledger(arrived(), it, seat, told.Excluded(reason="two people")),
        ledger(arrived(), it, played(it, how="left")),
        ledger(arrived(), it, played(it, how="partner-left")),
    ]
    assert not counted(ledgers).counts
    assert counted([ledger(arrived(), it)]).counts == {Slot("a", "leader", "person"): 1}
    assert counted([ledger(arrived(), it, seat)]).counts == {Slot("a", "follower", "person"): 1}
    agent = Drawn(step="games", treatment="a", role="leader", partner="agent")
    again = ledger(arrived(), it, seat, waited, agent)
    assert counted([again]).counts == {Slot("a", "leader", "agent"): 1}


def test_who_does_not_come_for_a_seat_leaves_the_place_to_others() -> None:
    it = Drawn(step="games", treatment="a", role="leader", partner="person")
    seat = told.PlaceTaken(step="games", game_id="g", role="leader")
    waited = told.WaitEnded(step="games", game_id="g", seconds=20)
    gone, here = ledger(arrived(), it, seat, waited, it), ledger(arrived(), it, seat)
    assert counted([gone], 1040 + SEATING_SECONDS - 1).counts == {Slot("a", "leader", "person"): 1}
    assert not counted([gone], 1040 + SEATING_SECONDS).counts
    assert counted([here], 1e9).counts == {Slot("a", "leader", "person"): 1}


def test_who_plays_with_an_agent_that_stands_in_is_nobodys_missing_partner() -> None:
    of = study(few=Arm(partner="blind", games=1))
    it = Drawn(step="games", treatment="few", role="leader", partner="person")
    seat = told.PlaceTaken(step="games", game_id="g", role="leader")
    alone = counted([ledger(arrived(), it, seat)])
    partner = draw(of, STEP, ParticipantStory(), alone, random.Random(0))
    assert partner is not None
    assert (partner.role, partner.partner) == ("follower", "person")
    stood_in = counted([ledger(arrived(), it, seat)], with_agent=("g",))
    assert draw(of, STEP, ParticipantStory(), stood_in, random.Random(0)) is None


def test_an_agent_that_stood_in_counts_for_the_share_of_the_agent() -> None:
    of = study(blind=Arm(partner="blind"))
    it = Drawn(step="games", treatment="blind", role="follower", partner="agent")
    so_far = counted([ledger(arrived(), it, played(it))])
    found = [draw(of, STEP, ParticipantStory(), so_far, random.Random(seed)) for seed in range(20)]
    assert {drawn.partner for drawn in found if drawn is not None} == {"person"}


def test_a_study_is_full_when_nobody_new_could_play() -> None:
    few, many = Arm(partner="agent", games=1), Arm(partner="agent")
    it = Drawn(step="games", treatment="few", role="leader", partner="agent")
    begun, left = (it,), (it, played(it, how="left"))
    for entries, is_so in ((begun, True), ((it, played(it)), True), (left, False), ((), False)):
        drawn = counted([ledger(arrived(), *entries)])
        assert is_full(study(few=few), drawn) is is_so
        assert not is_full(study(few=few, many=many), drawn)
    full = counted([ledger(arrived(), it, played(it))])
    first, other = GamesStep(treatments=("few",)), GamesStep(id="other", treatments=("many",))
    at_times = GamesStep(treatments=("few",), only_if="visits == 1")
    arms = {"few": few, "many": many}
    for steps, is_so in (((first, other), True), ((at_times, other), False), ((at_times,), True)):
        of = Study(name="s", title="S", steps=(*steps, EndStep()), treatments=arms)
        assert is_full(of, full) is is_so
    assert not is_full(Study(name="s", title="S", steps=(EndStep(),)), full)


@pytest.mark.parametrize("role", ["leader", "follower"])
def test_roles_alternate(role: PlayerWord) -> None:
    of = study(a=Arm(role="alternating", partner="agent"))
    before = Drawn(step="games", treatment="a", role=role, partner="agent")
    for seed in range(5):
        drawn = draw(of, STEP, after(before, played(before)), DrawTally({}), random.Random(seed))
        assert drawn is not None
        assert drawn.role == OTHER[role]


@pytest.mark.parametrize("role", ["leader", "follower"])
def test_whoever_comes_again_has_the_other_role_in_all_games_of_the_visit(role: PlayerWord) -> None:
    of = study(Recruiting(again="other-role"), a=Arm())
    before = Drawn(step="games", treatment="a", role=role, partner="person")
    other = Drawn(step="games", treatment="a", role=OTHER[role], partner="person")
    first = after(before, played(before))
    assert free_roles(of, "a", first) == (role,)
    second = after(before, played(before), told.Ended(how="finished"), arrived(2, 2))
    assert free_roles(of, "a", second) == (OTHER[role],)
    drawn = draw(of, STEP, second, DrawTally({}), random.Random(0))
    assert drawn is not None
    assert drawn.role == OTHER[role]
    third = second.then(other, 1.0).then(played(other), 2.0)
    assert free_roles(of, "a", third) == (OTHER[role],)


def test_a_game_that_broke_changes_no_role() -> None:
    before = Drawn(step="games", treatment="a", role="leader", partner="agent")
    story = after(before, played(before, how="broken"))
    assert free_roles(study(a=Arm(role="alternating")), "a", story) == ("leader", "follower")


def test_blind_agents_are_waited_for_as_people_are() -> None:
    of = study(blind=Arm(partner="blind", agent_share=0.99))
    people = Drawn(step="games", treatment="blind", role="leader", partner="person")

    def waits(*known: float) -> set[float]:
        so_far = counted([ledger(arrived(), people, played(people, wait)) for wait in known])
        made = [
            draw(of, STEP, ParticipantStory(), so_far, random.Random(seed)) for seed in range(60)
        ]
        return {it.wait_seconds for it in made if it is not None and it.partner == "agent"}

    first = waits(1.0, 2.0)
    assert len(first) > 10
    assert all(FIRST_WAITS[0] <= wait <= FIRST_WAITS[1] for wait in first)
    assert waits(0.0, 2.0, 40.5, 61.0, 7.25) == {0.0, 2.0, 40.5, 61.0, 7.25}


def test_nobody_else_lets_itself_be_waited_for() -> None:
    found = draws(10, study(a=Arm(partner="agent"), b=Arm(), c=Arm(partner="blind")))
    timed = {(it.treatment, it.partner) for it in found if it.wait_seconds}
    assert timed == {("c", "agent")}


def test_maps_are_used_in_turn_by_games() -> None:
    seeds = [it.seed for it in draws(6, study(a=Arm(partner="agent", seeds=(7, 8, 9))))]
    assert seeds == [7, 8, 9, 7, 8, 9]
    pairs = draws(8, study(a=Arm(seeds=(7, 8))))
    assert [it.seed for it in pairs[::2]] == [7, 8, 7, 8]
    assert draws(1, study(a=Arm()))[0].seed is None
