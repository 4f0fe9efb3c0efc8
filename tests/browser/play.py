"""Two people who play by keyboard alone, beside the same game by the rules."""

from collections.abc import Iterable
from itertools import permutations

from playwright.sync_api import expect

from cerealbar.agents import avoided_cells, shortest_path, shortest_tour
from cerealbar.game import Action, Game, Player
from tests.boards import valid_sets
from tests.browser.visitor import Visitor

KEYS = {
    Action.FORWARD: "ArrowUp",
    Action.BACKWARD: "ArrowDown",
    Action.LEFT: "ArrowLeft",
    Action.RIGHT: "ArrowRight",
}


class Play:
    """What is done on the pages is done in `game` too, and the pages must show the same."""

    def __init__(self, game: Game, leader: Visitor, follower: Visitor) -> None:
        self.game = game
        self.visitors = {Player.LEADER: leader, Player.FOLLOWER: follower}

    @property
    def actor(self) -> Visitor:
        """Whose turn it is."""
        return self.visitors[self.game.turn]

    def walk(self, steps: Iterable[Action]) -> None:
        """Take steps, each after the one before was shown."""
        for step in steps:
            self.actor.press(KEYS[step])
            self.act(step)

    def instruct(self, text: str) -> None:
        """Write an instruction: Enter to begin, Enter to send."""
        self.actor.page.locator("body").evaluate("() => document.activeElement.blur()")
        self.actor.press("Enter")
        self.actor.page.keyboard.type(text)
        self.actor.press("Enter")
        self.act(Action.INSTRUCT, text)
        expect(self.visitors[Player.LEADER].find("instruction-box")).to_have_value("")

    def end_turn(self) -> None:
        """The leader's Tab."""
        self.actor.press("Tab")
        self.act(Action.DONE)

    def finish(self) -> None:
        """The follower's Enter."""
        self.actor.press("Enter")
        self.act(Action.DONE)

    def act(self, action: Action, text: str | None = None) -> None:
        """Note what was done, and see that whoever did it is shown it."""
        player = self.game.turn
        self.game.step(action, text=text)
        self.expect_same(player)

    def expect_same(self, player: Player) -> None:
        """Wait until the page of a player shows the game as it is."""
        game, pose = self.game, self.game.pose(player)
        visitor = self.visitors[player]
        visitor.expect_game(
            seat=player.word,
            turn=game.turn.word,
            steps=game.steps_left,
            half_turns=game.half_turns_left,
            score=game.score,
            cell=pose.cell,
            heading=int(pose.heading),
        )
        if player is Player.LEADER:
            expect(visitor.find("instructions").locator("li")).to_have_count(len(game.instructions))

    def expect_same_for_both(self) -> None:
        for player in Player:
            self.expect_same(player)

    def make_a_set(self) -> None:
        """The leader selects the nearest card of a set, and the follower the two others."""
        first, *others = easiest_set(self.game)
        self.walk(steps_to(self.game, [first]))
        self.instruct("take the two cards near you")
        self.end_turn()
        self.expect_same_for_both()
        self.walk(steps_to(self.game, others))
        self.expect_same_for_both()


def easiest_set(game: Game) -> tuple[int, int, int]:
    """The cells of a set: one that the leader reaches in a turn, two for the follower."""
    cells = [card.cell for card in game.cards]
    for slots in valid_sets(game):
        for first in slots:
            others = [cells[slot] for slot in slots if slot != first]
            if _is_near(game, cells[first], others):
                return cells[first], others[0], others[1]
    raise AssertionError(f"no set is near enough in {game!r}")


def _is_near(game: Game, first: int, others: list[int]) -> bool:
    way = steps_to(game, [first], Player.LEADER)
    if not way or len(way) > game.rules.leader_steps:
        return False
    tour = steps_to(game, others, Player.FOLLOWER)
    return bool(tour) and len(tour) <= game.rules.follower_steps


def steps_to(game: Game, cells: list[int], player: Player | None = None) -> tuple[Action, ...]:
    """The shortest way onto these cells and no other card; empty if there is none."""
    pose = game.pose(game.turn if player is None else player)
    blocked = avoided_cells(game.states)
    if len(cells) == 1:
        blocked[cells[0]] = False
        return shortest_path(blocked, pose, cells[0]) or ()
    tours = (shortest_tour(blocked, pose, order) for order in permutations(cells))
    return min((tour.steps for tour in tours if tour), key=len, default=())
