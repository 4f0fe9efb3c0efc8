import re

import pytest

from cerealbar.records import About
from cerealbar.records.report.card import data_card
from cerealbar.records.summary import summarize
from tests.records.report.sample import ABOUT, PARTS, game, hostile, sample

CARD = data_card(sample(), ABOUT, PARTS, digest="0f" * 16)


def test_the_card_tells_what_the_corpus_is_and_how_it_was_made() -> None:
    assert CARD.startswith("# sample\n\nTwo games.\n\n**Synthetic data: no person took part")
    assert "- Games: 5\n" in CARD
    assert "4 sent, 4 finished" in CARD
    assert "random / random (2)" in CARD
    assert "```sh\ncerealbar corpus make --games 2\n```" in CARD
    assert f"Digest of the games: `{'0f' * 16}`" in CARD


def test_the_card_has_the_table_beside_the_papers() -> None:
    assert "| Score / interaction | 2.0 | 2.0 | 3 | 7.9 | 9.0 | 19 |" in CARD
    assert "| Vocabulary size | 5 |  |  | 3,641 |  |  |" in CARD
    assert "Statistics of the 2 training games, of 5 in all." in CARD


def test_the_card_lists_the_parts_with_their_mean_scores() -> None:
    assert "| train | 2 | 1.50 |" in CARD
    assert "The games are not split." in data_card(sample(), ABOUT)


def test_the_card_points_to_the_format_and_names_the_limits() -> None:
    assert "`games.jsonl.gz`" in CARD
    assert "## Known limits" in CARD
    assert "Do not draw conclusions about people" in CARD
    assert "Do not draw conclusions" not in data_card(sample(synthetic=False), ABOUT)


def test_a_card_without_a_command_says_so() -> None:
    assert "It is not recorded how." in data_card(sample(), About(name="x"))


@pytest.mark.parametrize("command", ["a ``` b", "a ```` b\n```", "`"])
def test_a_command_cannot_end_its_code_block(command: str) -> None:
    card = data_card(sample(), About(name="x", command=command))
    fence = re.search(r"^(`{3,})sh$", card, re.M)
    assert fence is not None
    assert len(fence[1]) > max(map(len, re.findall("`+", command)))


def test_hostile_text_stays_text_in_one_line() -> None:
    card = data_card(*hostile())
    outside = re.sub(r"^(`{3,}).*?^\1$", "", card, flags=re.S | re.M)
    assert not re.search(r"[<>\u202e]", outside)
    assert card.splitlines()[0].startswith(r"# &lt;/style&gt;&lt;script&gt;alert(")
    assert r"&amp;amp; \|\`" in card.splitlines()[0]
    card.encode()  # no lone surrogate is left


def test_partly_synthetic_data_is_called_so() -> None:
    games = [game("go"), game("go", synthetic=False, game_id="h")]
    card = data_card(summarize(games, str.split), ABOUT)
    assert "**Partly synthetic data: no person took part in 1 of these 2 games." in card


def test_every_table_of_the_card_has_rows_as_wide_as_its_head() -> None:
    for table in re.findall(r"(?:^\|.*\|\n)+", CARD, re.M):
        assert len({line.count("|") for line in table.splitlines()}) == 1
