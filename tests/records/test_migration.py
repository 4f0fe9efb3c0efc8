"""Games and corpora that were written with schema 1, in `schema_1/`, are used as any other."""

import gzip
import json
import shutil
from contextlib import suppress
from pathlib import Path
from typing import Any

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from cerealbar.game import Cancelling, CerealBarError
from cerealbar.language import tokenize
from cerealbar.records import (
    SCHEMA,
    Corpus,
    FormatError,
    GameRecord,
    Participant,
    build_examples,
    decode_game,
    encode_game,
    load_examples,
    read_splits,
    verify,
)
from cerealbar.records.corpus import ABOUT, GAMES, INDEX
from cerealbar.records.migration import MIGRATIONS, migrated_participant
from cerealbar.records.show import replay_gif, replay_page
from cerealbar.records.summary import summarize
from cerealbar.records.tables import export_parquet
from tests.records.games import some_games

FOLDER = Path(__file__).parent / "schema_1"
LINES = gzip.decompress((FOLDER / "lines.jsonl.gz").read_bytes()).splitlines(keepends=True)
GAMES_OF_LINES = [decode_game(line) for line in LINES]


@pytest.fixture
def old(tmp_path: Path) -> Corpus:
    """A corpus of five games that the version before schema 2 made."""
    return Corpus(shutil.copytree(FOLDER / "corpus", tmp_path / "old"))


def test_the_old_lines_are_of_schema_1() -> None:
    assert [json.loads(line)["header"]["schema"] for line in LINES] == [1] * 10


def test_old_lines_are_games_of_the_newest_schema_that_agree_with_the_rules() -> None:
    for line, game in zip(LINES, GAMES_OF_LINES, strict=True):
        told = json.loads(line)
        assert verify(game) is None
        assert game.header.schema == SCHEMA == 2
        assert len(game.events) == len(told["events"])
        assert game.header.rules.cancelling is Cancelling.NEVER
        again = encode_game(game)
        assert json.loads(again)["header"]["schema"] == SCHEMA
        assert json.loads(again)["events"] == told["events"]
        assert decode_game(again) == game


def test_people_have_ids_and_agents_have_names() -> None:
    headers = [game.header for game in GAMES_OF_LINES]
    assert headers[0].leader == Participant(kind="simulated", id="expert-086")
    assert headers[0].follower == Participant(kind="simulated", id="expert-017")
    assert headers[4].leader == Participant(kind="agent", name="random", id="r10")
    assert headers[8].leader == Participant(kind="agent", name="scripted-plain")
    assert headers[8].follower == Participant(kind="agent", name="rule-based")


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ({"kind": "human", "name": "p7"}, {"kind": "human", "id": "p7"}),
        ({"kind": "human"}, {"kind": "human", "id": ""}),
        ({}, {"kind": "unknown", "id": ""}),
        ({"kind": "program", "name": "mine"}, {"kind": "program", "name": "mine"}),
        ({"kind": "agent", "name": "agent_0f3"}, {"kind": "agent", "name": "agent_0f3"}),
        ({"kind": "human + rule-based"}, {"kind": "human + rule-based", "name": ""}),
        ({"kind": "oracle", "name": "x"}, {"kind": "agent", "name": "oracle", "id": "x"}),
    ],
)
def test_a_participant_of_schema_1_becomes_one_of_schema_2(
    old: dict[str, Any], new: dict[str, Any]
) -> None:
    assert migrated_participant(old) == new
    msgspec.convert(new, Participant)


def test_there_is_a_way_from_each_older_schema() -> None:
    assert set(MIGRATIONS) == set(range(1, SCHEMA))


@pytest.mark.parametrize("leader", [5, [], {"kind": 5}, {"kind": ["human"]}, None, "human"])
def test_an_old_line_of_another_shape_is_refused(leader: object) -> None:
    line = json.loads(LINES[0])
    line["header"]["leader"] = leader
    with pytest.raises(FormatError, match="no game"):
        decode_game(json.dumps(line).encode())


@given(st.integers(0, 700), st.integers(0, 255))
def test_only_our_own_errors_come_out_of_an_old_line_with_one_wrong_byte(
    at: int, byte: int
) -> None:
    broken = bytearray(LINES[8])
    broken[at] = byte
    with suppress(CerealBarError):
        assert isinstance(decode_game(bytes(broken)), GameRecord)


def test_an_old_corpus_is_read_as_it_is(old: Corpus) -> None:
    assert old.about.schema == 1
    assert len(old) == 5
    assert [verify(game) for game in old] == [None] * 5
    assert read_splits(old.folder).train
    assert old.digest() == Corpus(old.folder).digest()


def test_an_old_corpus_has_statistics_examples_tables_and_pages(
    old: Corpus, tmp_path: Path
) -> None:
    found = summarize(old, tokenize)
    assert found.games == 5
    assert found.statuses["finished"] == found.instructions_finished.total > 50
    assert (found.statuses["given-up"], found.statuses["cancelled"]) == (0, 0)
    assert sum(found.signals.values()) == 0
    examples = load_examples(old)
    assert len(examples) == found.statuses["finished"]
    assert set(examples.meant) == {None}
    tables = export_parquet(old, read_splits(old.folder), tmp_path / "tables")
    assert tables == (5, found.instructions_sent.total, 0)
    game = old.game(old.game_ids[0])
    assert game.game_id in replay_page(game)
    assert replay_gif(game, width=160, max_frames=5).startswith(b"GIF89a")


def test_migrating_writes_the_same_games_in_the_newest_schema(old: Corpus) -> None:
    before = tuple(old)
    ids = old.game_ids
    old.migrate()
    for corpus in (old, Corpus(old.folder)):
        assert corpus.about.schema == SCHEMA
        assert corpus.game_ids == ids
        assert tuple(corpus) == before
    data = gzip.decompress((old.folder / GAMES).read_bytes())
    assert [json.loads(line)["header"]["schema"] for line in data.splitlines()] == [SCHEMA] * 5
    assert (old.folder / INDEX).read_bytes().count(b"\n") == 5
    assert sorted(path.name for path in old.folder.iterdir()) == sorted(
        path.name for path in (FOLDER / "corpus").iterdir()
    )
    assert len(build_examples(old)) == len(build_examples(before))


def test_migrating_keeps_what_another_process_appended(old: Corpus) -> None:
    Corpus(old.folder).append(some_games()[0])
    old.migrate()
    assert some_games()[0].game_id in old
    assert tuple(Corpus(old.folder))[-1] == some_games()[0]
    assert len(Corpus(old.folder)) == 6


def test_migrating_again_changes_nothing(old: Corpus) -> None:
    old.migrate()
    names = (GAMES, INDEX, ABOUT)
    first = [(old.folder / name).read_bytes() for name in names]
    Corpus(old.folder).migrate()
    assert [(old.folder / name).read_bytes() for name in names] == first


def test_migrating_that_fails_leaves_the_corpus_as_it_was(
    old: Corpus, monkeypatch: pytest.MonkeyPatch
) -> None:
    def fail(game: object) -> bytes:
        raise OSError("no space left on device")

    before = {path.name: path.read_bytes() for path in old.folder.iterdir()}
    monkeypatch.setattr("cerealbar.records.corpus.encode_game", fail)
    with pytest.raises(OSError, match="no space"):
        old.migrate()
    assert {path.name: path.read_bytes() for path in old.folder.iterdir()} == before


def test_a_corpus_killed_between_its_old_index_and_its_new_games_is_whole(old: Corpus) -> None:
    before = tuple(old)
    (old.folder / INDEX).unlink()
    assert tuple(Corpus(old.folder)) == before


def test_an_old_corpus_that_grows_says_that_it_holds_games_of_the_newest_schema(
    old: Corpus,
) -> None:
    old.append(some_games()[0])
    corpus = Corpus(old.folder)
    assert corpus.about.schema == SCHEMA
    assert len(corpus) == 6
    assert corpus.game(some_games()[0].game_id) == some_games()[0]
    assert [verify(game) for game in corpus] == [None] * 6
