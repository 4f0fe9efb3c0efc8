"""A follower that reads text by rules, without learning: the baseline and the fallback partner.

Text becomes chunks of words (`chunks.py`) and orders (`reading.py`); these find their cards and
places (`grounding.py`) and become steps (`planner.py`). `follower.py` holds it together.
"""

from cerealbar.agents.rule_based.follower import RuleBasedFollower
from cerealbar.agents.rule_based.reading import read

__all__ = ["RuleBasedFollower", "read"]
