"""One follower, two policies: by whether it knows the whole board."""

from cerealbar.agents import make_follower
from cerealbar.agents.policy import TaskPolicy, policy_of
from cerealbar.agents.rule_based import RuleBasedFollower
from cerealbar.evaluation import roll_out
from cerealbar.follower.stored import BySight
from cerealbar.views import PAPER_SIGHT
from tests.learning.lessons import examples


def test_with_a_sight_the_learned_follower_goes_by_the_rules() -> None:
    learned = policy_of(make_follower("learned"))
    assert isinstance(learned, BySight)
    chosen = range(30)
    rules = TaskPolicy(RuleBasedFollower())
    seen, alone = (
        roll_out(examples(), policy, chosen, sight=PAPER_SIGHT) for policy in (learned, rules)
    )
    assert seen.final.tobytes() == alone.final.tobytes()
    whole, network = (
        roll_out(examples(), policy, chosen) for policy in (learned, learned.policies[0])
    )
    assert whole.final.tobytes() == network.final.tobytes()
