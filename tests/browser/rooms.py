"""How people get into rooms."""

from collections.abc import Callable

from playwright.sync_api import expect

from cerealbar.game import Game
from cerealbar.wire.lobby import OpenRoom
from tests.browser.hosting import RULES, SEED, Hosting
from tests.browser.play import Play
from tests.browser.visitor import Visitor


def seated(visitor: Visitor, server: Hosting, wish: OpenRoom) -> None:
    """Open a room and sit down in it, in both roles when both sockets are connected."""
    tokens = ",".join(seat.token for seat in server.open_room(wish))
    visitor.go(f"/play#{tokens}")
    if wish.mode == "both":
        visitor.expect_game(status="playing", link="open")


def invite_link(visitor: Visitor) -> str:
    """The link for a friend, without the server's address."""
    box = visitor.find("invite")
    expect(box).to_be_visible()
    return box.input_value().removeprefix(visitor.site)


def begun(visit: Callable[..., Visitor], server: Hosting, seed: int = SEED) -> Play:
    """A game of two friends that has begun, with both boards drawn."""
    leader, follower = visit(), visit()
    seated(leader, server, OpenRoom(mode="friend", role="leader", name="Ada", seed=seed))
    follower.go(invite_link(leader))
    for visitor in (leader, follower):
        visitor.expect_game(status="playing", link="open")
        visitor.await_stage()
    return Play(Game(seed, RULES), leader, follower)
