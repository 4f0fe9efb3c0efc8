"""Of what kind the words of an instruction are, found in its text."""

import re
from collections.abc import Iterable

from cerealbar.language.references import THING_WORDS
from cerealbar.language.spelling import is_misspelt, words_of

NUMBER = r"(?:\d+|one|two|three|four|five|six|seven|eight|a few|a couple(?: of)?)"
SIDE = r"(?:left|right)"


def any_of(words: Iterable[str]) -> str:
    """A pattern for any of some words, the longest first."""
    return f"(?:{'|'.join(sorted(map(re.escape, words), key=len, reverse=True))})"


THING = any_of(THING_WORDS)

PATTERNS = {
    "turn left or right": rf"\b(?:turn|rotate|face|take|make|hang|veer|go|spin|pivot)\b"
    rf"(?: (?!and|then)\w+){{0,3}} {SIDE}\b|^{SIDE}\b",
    "turns counted": rf"\bturn\b[^,.]{{0,20}}? (?:once|twice|{NUMBER} (?:times?|turns?))\b"
    rf"|\b(?:{NUMBER}|once|twice)x? {SIDE}s?\b|\b{SIDE} (?:x ?)?(?:{NUMBER}|once|twice)\b",
    "degrees": r"\d ?(?:°|deg)",
    "clock": r"\bo'? ?clock\b",
    "steps counted": rf"\b{NUMBER} (?:steps?|spaces?|moves?|hex(?:es)?|tiles?|spots?|squares?"
    r" (?:ahead|forward)|forward|fwd|ahead|back)\b"
    rf"|\b(?:forward|fwd|ahead|straight|back|backwards?) (?:{NUMBER}|once|twice)\b",
    "in front of you": r"\b(?:in ?front|ahead) of (?:you|u)\b",
    "on your side": rf"\b(?:on|to|at|by) (?:you'?re?|ur|the) (?:\w+ ){{0,2}}{SIDE}\b",
    "behind": r"\b(?:behind|in back of)\b",
    "landmark": rf"\b{THING}\b",
    "path": r"\b(?:path|road|trail|street(?! ?l)|walkway)s?\b",
    "ordinal": r"\b(?:first|second|third|fourth|last|1st|2nd|3rd)\b",
    "then": r"\b(?:then|after (?:that|this|you)|next,|followed by)\b",
    "pronoun": r"\b(?:it|them|that one|this one|those|these)\b",
    "another": r"\b(?:another|(?:the )?other)\b",
    "negation": r"\b(?:not|don'?t|do nt|no|never|avoid|without|can'?t|skip|ignore)\b",
    "exception": r"\b(?:except|but not|other than|besides|apart from|instead|rather than|only)\b",
    "correction": r"\b(?:sorry|oops|whoops|my (?:bad|fault|mistake)|wrong|mistake|i meant?|actually"
    r"|never ?mind|scratch that|no,? wait|wait,? no)\b",
    "I and you": r"\bi(?:'?ll|'?m|'?ve)?\b.*\b(?:you|u|ur|your)\b"
    r"|\b(?:you|u|ur|your)\b.*\bi(?:'?ll|'?m|'?ve)?\b",
    "we": r"\b(?:we|we'?ll|us|our|let'?s|lets)\b",
    "plan talk": r"\b(?:we (?:need|want|have|can)|(?:next|this|our|the|a) set|next turn"
    r"|i(?:'?ll| will| can|'?m going to) (?:get|grab|take|pick|go)|plan|so (?:that|we|i))\b",
}
"""By name: a pattern for a text as it was typed, to be searched for without regard to case."""
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
_COMPILED = {
    tag: re.compile("|".join(PATTERNS[name] for name in names), re.IGNORECASE)
    for tag, names in _TAGS.items()
}
TYPO = "typo"


def find_tags(text: str) -> tuple[str, ...]:
    """The tags of a text; it has one if it has one of its constructions, or a misspelt word."""
    tags = [tag for tag, pattern in _COMPILED.items() if pattern.search(text)]
    return (*tags, TYPO) if any(map(is_misspelt, words_of(text))) else tuple(tags)
