"""Of what kind the words of an instruction are, found in its text."""

from cerealbar.language.constructions import find_constructions
from cerealbar.language.spelling import is_misspelt, words_of

_TAGS = {
    "order": ("then", "ordinal"),
    "landmark": ("landmark", "path"),
    "side": ("turn left or right", "on your side", "in front of you", "behind"),
    "count of steps": ("steps counted", "turns counted"),
    "negation": ("negation",),
    "exception": ("exception",),
    "correction": ("correction",),
    "pronoun": ("pronoun", "another"),
    "I and you": ("I and you",),
    "clock": ("clock", "degrees"),
    "plan talk": ("plan talk", "we"),
}
"""By tag: the constructions that make it."""
TYPO = "typo"


def find_tags(text: str) -> tuple[str, ...]:
    """The tags of a text; it has one if it has one of its constructions, or a misspelt word."""
    found = find_constructions(text)
    tags = [tag for tag, names in _TAGS.items() if not found.isdisjoint(names)]
    return (*tags, TYPO) if any(map(is_misspelt, words_of(text))) else tuple(tags)
