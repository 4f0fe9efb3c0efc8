import os
import signal
import subprocess
import sys
import time
import zlib
from pathlib import Path

import pytest

from cerealbar.records import (
    About,
    Corpus,
    DuplicateGameError,
    FormatError,
    RecordError,
    UnknownGameError,
)
from cerealbar.records.corpus import ABOUT, GAMES, INDEX
from tests.records.games import some_games

IDS = tuple(game.game_id for game in some_games())


def new_corpus(folder: Path, games: int = 10) -> Corpus:
    corpus = Corpus.create(folder / "corpus", About(name="test"))
    with corpus.writer(durable=False) as writer:
        for game in some_games()[:games]:
            writer.append(game)
    return corpus


def test_games_come_out_as_they_went_in(tmp_path: Path) -> None:
    folder = new_corpus(tmp_path).folder
    corpus = Corpus(folder)
    assert len(corpus) == 10
    assert corpus.game_ids == IDS[:10]
    assert tuple(corpus) == some_games()[:10]
    assert corpus.game(IDS[3]) == some_games()[3]
    assert corpus.game(IDS[3][:8]) == some_games()[3]
    assert corpus.about.name == "test"


def test_the_same_games_make_the_same_bytes(tmp_path: Path) -> None:
    first, second = new_corpus(tmp_path / "a"), new_corpus(tmp_path / "b")
    assert first.digest() == second.digest()
    for name in (GAMES, INDEX, ABOUT):
        assert (first.folder / name).read_bytes() == (second.folder / name).read_bytes()


def test_zcat_reads_the_games(tmp_path: Path) -> None:
    folder = new_corpus(tmp_path).folder
    done = subprocess.run(["gzip", "-dc", folder / GAMES], capture_output=True, check=True)
    assert done.stdout.count(b"\n") == 10


def test_a_game_cannot_be_added_twice(tmp_path: Path) -> None:
    corpus = new_corpus(tmp_path)
    with pytest.raises(DuplicateGameError, match=IDS[0]):
        corpus.append(some_games()[0])
    assert len(Corpus(corpus.folder)) == 10


def test_an_unknown_game_is_refused(tmp_path: Path) -> None:
    with pytest.raises(UnknownGameError, match="'nothing'"):
        new_corpus(tmp_path).game("nothing")


def test_a_new_corpus_needs_a_new_folder(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(RecordError, match="not empty"):
        Corpus.create(tmp_path, About(name="x"))
    with pytest.raises(RecordError, match="is no corpus"):
        Corpus(tmp_path)


def test_only_one_process_writes(tmp_path: Path) -> None:
    corpus = new_corpus(tmp_path)
    with corpus.writer(), pytest.raises(RecordError, match="another process"):
        Corpus(corpus.folder).append(some_games()[10])


@pytest.mark.parametrize("cut", [1, 7, 100, 1000])
def test_a_game_cut_off_by_a_crash_is_dropped_and_writing_goes_on(tmp_path: Path, cut: int) -> None:
    corpus = new_corpus(tmp_path)
    games = corpus.folder / GAMES
    last = corpus.entries[-1]
    games.write_bytes(games.read_bytes()[: last.end - min(cut, last.length - 1)])
    assert Corpus(corpus.folder).game_ids == IDS[:9]
    Corpus(corpus.folder).append(some_games()[20])
    again = Corpus(corpus.folder)
    assert again.game_ids == (*IDS[:9], IDS[20])
    assert tuple(again) == (*some_games()[:9], some_games()[20])


@pytest.mark.parametrize("keep", [0, 1, 50, 333, 10_000])
def test_a_lost_or_cut_index_is_made_again_from_the_games(tmp_path: Path, keep: int) -> None:
    corpus = new_corpus(tmp_path)
    index = corpus.folder / INDEX
    whole = index.read_bytes()
    index.write_bytes(whole[:keep])
    assert Corpus(corpus.folder).entries == corpus.entries
    index.unlink()
    assert Corpus(corpus.folder).entries == corpus.entries
    index.write_bytes(b"nonsense\n")
    Corpus(corpus.folder).append(some_games()[20])
    assert index.read_bytes().startswith(whole)
    assert len(Corpus(corpus.folder)) == 11


@pytest.mark.parametrize(
    "line",
    [
        b"\xff\xfe{}\n",
        b'{"game_id":"\xff","offset":0,"length":9,"digest":""}\n',
        b"nonsense\n",
        b'{"game_id":"x"}\n',
        b'{"game_id":"x","offset":0,"length":-9,"digest":""}\n',
        b'{"game_id":"x","offset":0,"length":1000,"digest":""}\n',
    ],
)
def test_a_damaged_index_is_not_used_and_is_made_again_by_the_next_writer(
    line: bytes, tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    corpus = new_corpus(tmp_path)
    index = corpus.folder / INDEX
    whole = index.read_bytes()
    lines = whole.splitlines(keepends=True)
    lines[2] = line
    index.write_bytes(b"".join(lines))
    damaged = Corpus(corpus.folder)
    assert damaged.entries == corpus.entries
    assert tuple(damaged) == tuple(corpus)
    (told,) = caplog.records
    assert told.getMessage().startswith(f"{index} is not used, as it is damaged: ")
    with damaged.writer():
        assert index.read_bytes() == whole


def test_an_index_with_a_game_under_another_name_is_told(tmp_path: Path) -> None:
    corpus = new_corpus(tmp_path)
    index = corpus.folder / INDEX
    index.write_bytes(index.read_bytes().replace(IDS[4].encode(), b"f" * 32))
    with pytest.raises(FormatError, match=rf"the game is '{IDS[4]}': index\.jsonl has another"):
        Corpus(corpus.folder).game("f" * 32)


def test_a_damaged_game_is_named_and_the_others_are_read(tmp_path: Path) -> None:
    corpus = new_corpus(tmp_path)
    games = corpus.folder / GAMES
    data = bytearray(games.read_bytes())
    data[corpus.entries[4].offset + 40] ^= 0xFF
    games.write_bytes(data)
    damaged = Corpus(corpus.folder)
    with pytest.raises(FormatError, match=f"game {IDS[4]}, byte {corpus.entries[4].offset}"):
        damaged.game(IDS[4])
    assert damaged.game(IDS[5]) == some_games()[5]


def test_other_bytes_in_place_of_the_games_are_refused(tmp_path: Path) -> None:
    corpus = new_corpus(tmp_path)
    (corpus.folder / INDEX).unlink()
    for data, words in [
        (b"plain text, no gzip", "no gzip data"),
        (zlib.compress(b"zlib, no gzip"), "no gzip data"),
    ]:
        (corpus.folder / GAMES).write_bytes(data)
        with pytest.raises(FormatError, match=words):
            Corpus(corpus.folder)


def test_a_bad_about_file_is_refused(tmp_path: Path) -> None:
    corpus = new_corpus(tmp_path)
    for data, words in [(b"{", "corpus.json"), (b'{"name":"x","schema":9}', "version 9")]:
        (corpus.folder / ABOUT).write_bytes(data)
        with pytest.raises(RecordError, match=words):
            Corpus(corpus.folder)


def test_a_writer_killed_in_the_middle_loses_at_most_one_game(tmp_path: Path) -> None:
    folder = new_corpus(tmp_path, 1).folder
    code = """
import sys
import msgspec
from cerealbar.records import Corpus
corpus = Corpus(sys.argv[1])
game = corpus.game(corpus.game_ids[0])
with corpus.writer() as writer:
    for i in range(1000):
        header = msgspec.structs.replace(game.header, game_id=f"copy-{i}")
        writer.append(msgspec.structs.replace(game, header=header))
        print(i, flush=True)
"""
    with subprocess.Popen(
        [sys.executable, "-c", code, str(folder)], stdout=subprocess.PIPE, text=True
    ) as process:
        assert process.stdout is not None
        told = 0
        deadline = time.monotonic() + 60
        for line in process.stdout:
            told = int(line) + 1
            if told >= 200 or time.monotonic() > deadline:
                os.kill(process.pid, signal.SIGKILL)
                break
        rest = process.stdout.read()
        process.wait()
    told += rest.count("\n")
    assert process.returncode == -signal.SIGKILL
    corpus = Corpus(folder)
    assert told <= len(corpus) - 1 <= told + 1
    assert len(tuple(corpus)) == len(corpus)
    corpus.append(some_games()[20])
    assert Corpus(folder).game_ids[-1] == IDS[20]


def test_a_system_without_file_locks_can_write_a_corpus(tmp_path: Path) -> None:
    code = (
        "import sys; sys.modules['fcntl'] = None\n"
        "from cerealbar.records import About, Corpus, GameRecord, Header\n"
        "corpus = Corpus.create(sys.argv[1], About(name='x'))\n"
        "corpus.append(GameRecord(Header(game_id='a', seed=1, synthetic=True), ()))\n"
    )
    subprocess.run([sys.executable, "-W", "error", "-c", code, tmp_path / "x"], check=True)
    assert Corpus(tmp_path / "x").game_ids == ("a",)
