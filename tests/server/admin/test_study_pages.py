import asyncio
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from litestar import Litestar

from cerealbar.server.store import Store, UnavailableError
from cerealbar.server.store.participants import find_ledger, study_ledger
from cerealbar.server.visits.monitor import Monitor
from cerealbar.studies import entries as told
from cerealbar.studies.entries import StudyEntry
from tests.server.admin.invented import HOSTILE, admin_app, invented_games, open_store
from tests.server.admin.test_pages import Visitor, admitted, form_token
from tests.server.asgi import Answer, ask
from tests.server.visits.crowd import (
    AT_GAMES,
    AT_QUIZ,
    NOW,
    STUDY,
    add,
    add_crowd,
    finished,
    number_id,
    seated,
    stay,
)

HERE = "/admin/studies/crowd"
SOMEONE = f"{HERE}/participants/{number_id(1)}"
PAGES = ("/admin/studies", HERE, SOMEONE, f"{SOMEONE}/forget")
FORMS: dict[str, dict[str, str]] = {
    f"{HERE}/recruiting": {"is_paused": "true"},
    f"{HERE}/pool": {"pool": "expert", "is_closed": "true"},
    f"{SOMEONE}/message": {"text": "Hello"},
    f"{SOMEONE}/compensate": {"amount": "1.50", "reason": "it took long"},
    f"{SOMEONE}/exclude": {"reason": "a second account"},
    f"{SOMEONE}/pool": {"pool": "slow", "is_member": "true"},
    f"{SOMEONE}/redact": {"number": "13", "item": "said", "text": "…"},
    f"{SOMEONE}/forget": {},
}


def study_app(store: Store) -> Litestar:
    monitor = Monitor(store, {STUDY.name: STUDY}, invented_games, stay, lambda: NOW)
    return admin_app(store, monitor=monitor)


@pytest.fixture
def store(tmp_path: Path) -> Iterator[Store]:
    opened = open_store(tmp_path)
    asyncio.run(add(opened, 1, finished()))
    yield opened
    asyncio.run(opened.close())


@pytest.fixture
def app(store: Store) -> Litestar:
    return study_app(store)


@pytest.fixture
def visitor(app: Litestar) -> Visitor:
    return admitted(app)


def see(visitor: Visitor, path: str, query: str = "") -> str:
    """A page by its address."""
    app = visitor._app

    async def with_query(scope: Any, receive: Any, send: Any) -> None:
        await app(scope | {"query_string": query.encode()}, receive, send)

    other = Visitor(with_query)
    other.cookie = visitor.cookie
    answer = other.see(path)
    assert answer.status == 200
    return answer.body.decode()


def fill_in(visitor: Visitor, path: str, **fields: str) -> Answer:
    return visitor.send(path, form=form_token(visitor.see(SOMEONE)), **fields)


def stored(store: Store, participant_id: str = number_id(1)) -> list[StudyEntry]:
    found = asyncio.run(store.read(find_ledger, participant_id))
    return [] if found is None else [line.entry for line in found[1]]


# The way in.


@pytest.mark.parametrize("path", PAGES)
def test_whoever_is_not_logged_in_is_led_to_the_form(app: Litestar, path: str) -> None:
    answer = ask(app, path, headers=[("cookie", "cerealbar_admin=guess")])
    assert (answer.status, answer.headers["location"]) == (303, "/admin/login")
    assert answer.body == b""


@pytest.mark.parametrize("path", FORMS)
def test_a_form_that_is_not_ours_changes_nothing(
    app: Litestar, visitor: Visitor, store: Store, path: str
) -> None:
    before = stored(store)
    assert visitor.send(path, form="0" * 64, **FORMS[path]).status == 403
    other = form_token(admitted(app).see(SOMEONE))
    assert visitor.send(path, form=other, **FORMS[path]).status == 403
    assert Visitor(app).send(path, **FORMS[path]).status == 303
    assert stored(store) == before
    assert asyncio.run(store.read(study_ledger, STUDY.name)) == ()


# What is shown.


@pytest.mark.parametrize("path", PAGES)
def test_pages_are_kept_nowhere_and_hold_no_style(visitor: Visitor, path: str) -> None:
    answer = visitor.see(path)
    assert answer.status == 200
    assert answer.headers["cache-control"] == "no-store"
    assert b"style=" not in answer.body
    assert b"<style" not in answer.body


def test_a_study_shows_steps_waits_games_and_participants(visitor: Visitor, store: Store) -> None:
    asyncio.run(add(store, 2, (*AT_GAMES, *seated("00000000000000a1"))))
    asyncio.run(add(store, 3, (*AT_GAMES, *seated("00000000000000a3")), ago=95))
    page = see(visitor, HERE)
    for words in ("A crowd plays", "1 min 35 s", "finished", "expert", "C0DE"):
        assert words in page
    assert f'href="/watch#00000000000000a1W{"x" * 32}"' in page
    for number in (1, 2, 3):
        assert f'href="{HERE}/participants/{number_id(number)}"' in page
    assert 'http-equiv="refresh"' in page
    assert 'http-equiv="refresh"' not in see(visitor, HERE, "still=yes")


def test_whoever_was_heard_of_last_comes_first(visitor: Visitor, store: Store) -> None:
    for number in range(2, 60):
        asyncio.run(add(store, number, AT_QUIZ, ago=1000 + number))
    page = see(visitor, HERE)
    shown = re.findall(r"participants/([0-9a-f]{16})\"", page)
    assert shown == [number_id(number) for number in range(1, 60)]


def test_a_participant_is_shown_with_replays_and_account(visitor: Visitor) -> None:
    page = see(visitor, SOMEONE)
    assert f'href="/replay#a1R{"x" * 32}"' in page
    assert "right 2, is_passed True" in page
    assert "My name is Kim." in page
    assert "visits to the end: 1" in page


def test_nothing_that_participants_wrote_can_become_markup(visitor: Visitor, store: Store) -> None:
    asyncio.run(add(store, 2, finished(HOSTILE)))
    for path in (HERE, f"{HERE}/participants/{number_id(2)}"):
        page = see(visitor, path)
        assert "<script" not in page
        assert "<img" not in page
        assert ("&lt;script&gt;" in page) == (path != HERE)


@pytest.mark.parametrize(
    "path",
    [
        "/admin/studies/other",
        f"{HERE}/participants/{'0' * 16}",
        f"{HERE}/participants/{'0' * 16}/forget",
    ],
)
def test_what_is_not_there_is_not_shown(visitor: Visitor, path: str) -> None:
    answer = visitor.see(path)
    assert answer.status == 404
    assert b"there is no" in answer.body


# What is done.


def test_recruiting_is_paused_and_resumed(visitor: Visitor) -> None:
    answer = fill_in(visitor, f"{HERE}/recruiting", is_paused="true")
    assert (answer.status, answer.headers["location"]) == (303, f"{HERE}?done=recruiting")
    page = see(visitor, HERE, "done=recruiting")
    assert "Resume recruiting" in page
    assert "That is stored" in page
    fill_in(visitor, f"{HERE}/recruiting", is_paused="false")
    assert "Pause recruiting" in see(visitor, HERE)


def test_a_pool_is_closed_and_opened(visitor: Visitor) -> None:
    assert "Close expert" in see(visitor, HERE)
    fill_in(visitor, f"{HERE}/pool", pool="expert", is_closed="true")
    assert "Open expert" in see(visitor, HERE)


@pytest.mark.parametrize(
    ("deed", "entry"),
    [
        ("message", told.Messaged(text="Hello")),
        ("compensate", told.Compensated(cents=150, reason="it took long")),
        ("pool", told.PoolChanged(pool="slow", is_member=True, by="by hand")),
        ("exclude", told.Excluded(reason="a second account")),
        ("redact", told.Redacted(number=13, item="said", text="…")),
    ],
)
def test_what_is_decided_about_a_participant_is_stored(
    visitor: Visitor, store: Store, deed: str, entry: StudyEntry
) -> None:
    answer = fill_in(visitor, f"{SOMEONE}/{deed}", **FORMS[f"{SOMEONE}/{deed}"])
    assert (answer.status, answer.headers["location"]) == (303, f"{SOMEONE}?done={deed}")
    assert stored(store)[-1] == entry


@pytest.mark.parametrize("deed", ["compensate", "message"])
def test_a_form_that_is_sent_again_counts_once(visitor: Visitor, store: Store, deed: str) -> None:
    page = see(visitor, SOMEONE)
    form_id = re.search(r'name="form_id" value="([0-9a-f]{16})"', page)
    assert form_id
    sent = FORMS[f"{SOMEONE}/{deed}"] | {"form_id": form_id[1]}
    for _ in range(2):
        answer = fill_in(visitor, f"{SOMEONE}/{deed}", **sent)
        assert (answer.status, answer.headers["location"]) == (303, f"{SOMEONE}?done={deed}")
    assert len(stored(store)) == len(finished()) + 1
    fill_in(visitor, f"{SOMEONE}/{deed}", **sent | {"form_id": "f" * 16})
    assert len(stored(store)) == len(finished()) + 2
    assert form_id[1] not in see(visitor, SOMEONE)


def test_a_text_that_was_redacted_is_not_shown_any_more(visitor: Visitor) -> None:
    fill_in(visitor, f"{SOMEONE}/redact", number="13", item="said", text="My name is …")
    page = see(visitor, SOMEONE)
    assert "Kim" not in page
    assert "My name is …" in page


@pytest.mark.parametrize(
    ("deed", "fields"),
    [
        ("compensate", {"amount": "-1", "reason": "x"}),
        ("compensate", {"amount": "1.5", "reason": "x"}),
        ("compensate", {"amount": "1.50", "reason": " \u200b "}),
        ("compensate", {"amount": "1.50"}),
        ("exclude", {"reason": ""}),
        ("message", {"text": "x" * 2001}),
        ("pool", {"pool": "slow", "is_member": "perhaps"}),
        ("redact", {"number": "x", "item": "said"}),
    ],
)
def test_a_form_with_mistakes_is_refused_and_changes_nothing(
    visitor: Visitor, store: Store, deed: str, fields: dict[str, str]
) -> None:
    answer = fill_in(visitor, f"{SOMEONE}/{deed}", **fields)
    assert answer.status == 400
    assert b"The form cannot be taken" in answer.body
    assert stored(store) == list(finished())


def test_deleting_takes_two_clicks(visitor: Visitor, store: Store) -> None:
    assert "Delete for good" in see(visitor, f"{SOMEONE}/forget")
    assert stored(store)
    answer = visitor.send(f"{SOMEONE}/forget", form=form_token(visitor.see(f"{SOMEONE}/forget")))
    assert answer.headers["location"] == f"{HERE}?done=forget"
    assert not stored(store)
    assert visitor.see(SOMEONE).status == 404


def test_nothing_is_said_to_be_done_that_could_not_be_stored(
    visitor: Visitor, store: Store, monkeypatch: pytest.MonkeyPatch
) -> None:
    token = form_token(visitor.see(SOMEONE))

    async def fail(*_: object) -> None:
        raise UnavailableError("no connection to db7.internal")

    monkeypatch.setattr(store, "write", fail)
    answer = visitor.send(f"{SOMEONE}/message", form=token, text="Hello")
    assert answer.status == 503
    assert b"db7" not in answer.body


def test_a_crowd_is_shown_whole(visitor: Visitor, store: Store) -> None:
    asyncio.run(add_crowd(store, 60, first=100))
    ids = set(re.findall(r"participants/([0-9a-f]{16})\"><code>", see(visitor, HERE)))
    assert {number_id(number) for number in range(100, 160)} <= ids
