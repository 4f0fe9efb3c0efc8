"""The instructions of the written suite's dev part that `learned` does not carry out as meant.

`python -m results.failures` writes them to `failures.md`, by kind, with the words that stand in
failed texts more often than in others. The same with pictures is made by
`cerealbar evaluate learned --suite written-dev --html failures.html`.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from pathlib import Path

from cerealbar.agents import make_follower
from cerealbar.evaluation.suites import SuiteResult, open_suite, run_suite
from cerealbar.game import distance
from cerealbar.language.tokenizer import tokenize
from cerealbar.views.text import card_words
from results.tables import share, table

HERE = Path(__file__).parent
LEAST_TEXTS = 8
"""In which a word must stand to be told of."""
_PROGRAM = "learned"


def kind_of(result: SuiteResult) -> str:
    """What is wrong."""
    asked = set(result.item.cards)
    done = {cell for cell, times in result.touched.items() if times % 2}
    if result.reason is not None:
        return "Gave up"
    if not asked:
        return "Took a card where none was asked for" if done else "Ended at another place"
    if done < asked:
        return "Left a card out" if done else "Took no card"
    if done > asked:
        return "Took a card too many"
    return "Took another card"


def words_of(results: Sequence[SuiteResult]) -> list[tuple[str, int, int]]:
    """Words with how many of their texts failed, and in how many they stand; the worst first."""
    failed: Counter[str] = Counter()
    used: Counter[str] = Counter()
    for result in results:
        words = set(tokenize(result.item.text))
        used.update(words)
        failed.update(() if result.is_right else words)
    often = [word for word, count in used.items() if count >= LEAST_TEXTS and failed[word] > 1]
    often.sort(key=lambda word: (-failed[word] / used[word], word))
    return [(word, failed[word], used[word]) for word in often]


def _cards(result: SuiteResult, cells: Iterable[int]) -> str:
    faces = result.item.faces()
    told = [card_words(faces[cell].card) if cell in faces else "?" for cell in cells]
    return ", ".join(told) or "no card"


def _row(result: SuiteResult) -> list[str]:
    item = result.item
    done = [cell for cell, times in result.touched.items() if times % 2]
    asked, made = _cards(result, item.cards), _cards(result, done)
    if item.end is not None:
        asked, made = "a place", f"{made}, {distance(result.trail[-1], item.end)} cells from it"
    if result.reason is not None:
        made = f"gave up: {result.reason}"
    return [f"{item.text.replace('|', '/')} (`{item.id}`)", asked, made]


def page(results: Sequence[SuiteResult]) -> str:
    """The failures in Markdown."""
    kinds: defaultdict[str, list[SuiteResult]] = defaultdict(list)
    for result in results:
        if not result.is_right:
            kinds[kind_of(result)].append(result)
    count = sum(map(len, kinds.values()))
    parts = [
        f"# What `{_PROGRAM}` does not do as meant\n\n"
        f"{count} of {len(results)} instructions of the written suite's dev part, made by "
        "`python -m results.failures`; with pictures: "
        f"`cerealbar evaluate {_PROGRAM} --suite written-dev --html failures.html`.\n\n"
        f"Words that stand in {LEAST_TEXTS} texts or more, the ten that fail most often:\n"
    ]
    words = [[word, f"{bad} of {of}", share(bad / of)] for word, bad, of in words_of(results)[:10]]
    parts.append(table(["word", "failed", "%"], words))
    for kind, failed in sorted(kinds.items(), key=lambda item: -len(item[1])):
        parts.append(f"## {kind} ({len(failed)})\n")
        parts.append(table(["text", "asked for", "done"], map(_row, failed), of_words=True))
    return "\n".join(parts)


if __name__ == "__main__":
    found = run_suite(open_suite("written-dev"), make_follower(_PROGRAM))
    (HERE / "failures.md").write_text(page(found), encoding="utf-8")
