"""A follower that reads text by rules, without learning: the baseline and the fallback partner.

`spelling.py` mends words, `phrases.py` joins them to phrases, `reading.py` makes orders of these,
`grounding.py` finds what they mean on the board, `planner.py` plans steps, `follower.py` takes them.
"""

from cerealbar.agents.rule_based.follower import RuleBasedFollower
from cerealbar.agents.rule_based.reading import read

__all__ = ["RuleBasedFollower", "read"]
