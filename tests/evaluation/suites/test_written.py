"""The suite that comes with the package is what its data card says."""

import re
from collections import Counter
from pathlib import Path

import pytest

import cerealbar.evaluation
from cerealbar.evaluation.suites import SuiteItem, open_suite
from cerealbar.evaluation.suites.running import leads_there
from cerealbar.evaluation.suites.suite import PARTS
from cerealbar.evaluation.suites.tasks import flaw_of

SUITE: dict[str, list[SuiteItem]] = {part: open_suite(f"written-{part}") for part in PARTS}
CARD = (Path(cerealbar.evaluation.__file__).parent / "written" / "README.md").read_text()


@pytest.mark.parametrize("part", PARTS)
def test_its_parts_have_the_sizes_of_the_data_card(part: str) -> None:
    counts = Counter(len(item.cards) for item in SUITE[part])
    row = f"| {part} | {len(SUITE[part])} | {' | '.join(str(counts[n]) for n in range(4))} |"
    assert row in CARD


def test_its_parts_share_no_map_and_no_text() -> None:
    seeds = [int(item.states()["seed"][0]) for part in PARTS for item in SUITE[part]]
    texts = [item.text.lower() for part in PARTS for item in SUITE[part]]
    assert len(set(seeds)) == len(seeds)
    assert len(set(texts)) == len(texts)


@pytest.mark.parametrize("part", PARTS)
def test_every_way_does_what_is_asked_and_no_text_has_a_flaw(part: str) -> None:
    for item in SUITE[part]:
        assert leads_there(item), item.id
        assert flaw_of(item.text) is None, item.id


def test_the_card_counts_what_is_kept() -> None:
    kept = sum(map(len, SUITE.values()))
    assert kept >= 1900
    assert re.search(rf"\| kept \({kept} in all\) \|", CARD)
    for part, items in SUITE.items():
        counts = [sum(len(item.cards) == n for item in items) for n in range(4)]
        assert f"| {part} | {len(items)} | {' | '.join(map(str, counts))} |" in CARD
