"""The admin pages: what goes on now, past games, errors, and the way in."""

from collections.abc import Sequence

from cerealbar.records import Commented, GameEnd, Participant
from cerealbar.server.admin.floor import Floor, LiveGame, LiveSeat, Waiting
from cerealbar.server.admin.html import Child, Html, element, joined
from cerealbar.server.admin.layout import (
    badge,
    bare,
    duration,
    framed,
    hidden_token,
    moment,
    section,
    table,
)
from cerealbar.server.store.entries import StoredError
from cerealbar.server.store.summary import GameSummary

REFRESH_SECONDS = 10
PAGE_GAMES = 25
_STATUS_COLOURS = {"playing": "green", "waiting": "blue", "paused": "amber"}


def now_page(floor: Floor, errors: Sequence[StoredError], form_token: str) -> bytes:
    """What goes on now."""
    games, waiting = floor.live_games(), floor.waiting()
    playing = [game for game in games if game.status != "waiting"]
    return framed(
        "Now",
        _figures(
            ("live games", len(playing)),
            ("people waiting", len(waiting)),
            ("watching", sum(game.watchers for game in games)),
        ),
        section("Live games", _live_table(playing, floor)),
        section("Waiting players", _waiting_table(waiting)),
        section("Last errors", errors_table(errors)),
        path="/admin",
        form_token=form_token,
        refresh_seconds=REFRESH_SECONDS,
    )


def _figures(*figures: tuple[str, int]) -> Html:
    return element(
        "dl",
        *(element("div", element("dt", word), element("dd", count)) for word, count in figures),
        class_="figures",
    )


def _live_table(games: Sequence[LiveGame], floor: Floor) -> Html:
    heads = (
        "Game",
        "Status",
        "Leader",
        "Follower",
        "Score#",
        "Turn",
        "Turns left#",
        "Age#",
        "Open",
    )
    return table(heads, [_live_row(game, floor) for game in games], empty="Nobody plays now.")


def _live_row(game: LiveGame, floor: Floor) -> tuple[Child, ...]:
    problem = element("div", game.problem, class_="problem") if game.problem else None
    left = "no limit" if game.half_turns_left is None else str(game.half_turns_left)
    return (
        element("code", game.game_id),
        joined(badge(game.status, _STATUS_COLOURS.get(game.status, "grey")), problem),
        _seat(game.leader),
        _seat(game.follower),
        game.score,
        game.turn,
        left,
        duration(game.age_seconds),
        element("a", "Watch", href=f"/watch#{floor.watch_token(game.game_id)}"),
    )


def _seat(seat: LiveSeat) -> Html:
    name = seat.name or ("nobody" if seat.kind == "nobody" else "unnamed")
    state = None if seat.kind == "nobody" or seat.is_here else badge("away", "amber")
    kind = None if seat.kind == "nobody" else element("small", seat.kind)
    return joined(element("span", name, class_="name"), " ", kind, " ", state)


def _waiting_table(waiting: Sequence[Waiting]) -> Html:
    rows = [
        (
            person.name or "unnamed",
            person.role,
            _FOR.get(person.mode, person.mode),
            duration(person.seconds),
        )
        for person in waiting
    ]
    return table(("Name", "Role", "Waits for", "Since#"), rows, empty="Nobody waits.")


_FOR = {"match": "anyone", "friend": "a friend with the link"}


def past_page(
    games: Sequence[GameSummary], floor: Floor, form_token: str, *, older: float | None
) -> bytes:
    """Games that are over, and the way to older ones."""
    more = element("a", "Older games", href=f"/admin/games?before={older!r}", class_="button")
    corpus = element("a", "Download all as a corpus", href="/admin/corpus.zip", class_="button")
    rows = [_past_row(game, floor) for game in games]
    return framed(
        "Past games",
        element("p", corpus),
        table(_PAST_HEADS, rows, empty="No game of this page has ended."),
        element("p", more) if older is not None else Html(),
        path="/admin/games",
        form_token=form_token,
    )


_PAST_HEADS = (
    "Game",
    "Began (UTC)",
    "Leader",
    "Follower",
    "Score#",
    "Length#",
    "Deeds#",
    "Ended",
    "Comments",
    "Open",
)
_ENDS = {
    GameEnd.NO_TURNS: "all turns used",
    GameEnd.LEADER_LEFT: "leader left",
    GameEnd.FOLLOWER_LEFT: "follower left",
    GameEnd.ABANDONED: "abandoned",
}


def _past_row(game: GameSummary, floor: Floor) -> tuple[Child, ...]:
    links = joined(
        element("a", "Replay", href=f"/replay#{floor.replay_token(game.game_id)}"),
        " ",
        element("a", "Record", href=f"/admin/games/{game.game_id}/record.json", download=True),
    )
    return (
        element("code", game.game_id),
        moment(game.created),
        _players(game.leader),
        _players(game.follower),
        "?" if game.score is None else game.score,
        duration(game.seconds),
        game.deeds,
        _end(game.ended),
        joined(*map(_comment, game.comments)),
        links,
    )


def _players(people: Sequence[Participant]) -> Html:
    first, *others = map(_player, people or (Participant(),))
    return joined(first, *(joined(", then ", other) for other in others))


def _player(participant: Participant) -> Html:
    name = participant.name or participant.kind
    kind = None if participant.kind == name else element("small", participant.kind)
    return joined(element("span", name, class_="name"), " ", kind)


def _end(how: GameEnd | None) -> Html | None:
    return (
        None if how is None else badge(_ENDS[how], "green" if how == GameEnd.NO_TURNS else "amber")
    )


def _comment(comment: Commented) -> Html:
    return element("blockquote", element("small", comment.role), " ", comment.text)


def errors_page(errors: Sequence[StoredError], form_token: str) -> bytes:
    """What went wrong lately."""
    return framed("Errors", errors_table(errors), path="/admin/errors", form_token=form_token)


def errors_table(errors: Sequence[StoredError]) -> Html:
    """Errors, the newest first."""
    rows = [(moment(error.wall), error.where, element("pre", error.text)) for error in errors]
    return table(("Time (UTC)", "Where", "What"), rows, empty="Nothing went wrong.")


def login_page(form_token: str, problem: str = "") -> bytes:
    """The way in."""
    told = element("p", problem, class_="problem", role="alert") if problem else None
    return bare(
        "Log in",
        element("h1", "CerealBar"),
        element(
            "form",
            hidden_token(form_token),
            element(
                "input",
                name="username",
                value="admin",
                autocomplete="username",
                hidden=True,  # for password stores
            ),
            element("label", "Admin password", for_="password"),
            element(
                "input",
                type="password",
                id="password",
                name="password",
                autocomplete="current-password",
                required=True,
                autofocus=True,
                maxlength=1000,
            ),
            told,
            element("button", "Log in", type="submit"),
            method="post",
            action="/admin/login",
            class_="card",
        ),
    )


def refusal_page(reason: str) -> bytes:
    """Why a request was refused."""
    return bare(
        "Refused",
        element("h1", "That did not work"),
        element("p", reason),
        element("p", element("a", "Back to the admin pages", href="/admin")),
    )
