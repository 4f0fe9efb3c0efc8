"""A follower that reads text by rules, without learning: the baseline and the fallback partner.

`reading.py` turns text into orders, `grounding.py` finds what they mean on the board, `follower.py`
carries them out.
"""

from cerealbar.agents.rule_based.follower import RuleBasedFollower
from cerealbar.agents.rule_based.reading import read_orders

__all__ = ["RuleBasedFollower", "read_orders"]
