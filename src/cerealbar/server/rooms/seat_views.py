"""What a seat is shown: a game's views as messages."""

from collections.abc import Iterator

from msgspec import convert

from cerealbar.game import (
    PLAYERS,
    Action,
    Card,
    Game,
    Player,
    Rules,
    Signal,
    SignalKind,
    next_pose,
)
from cerealbar.studies.tutorials import TutorialWalk
from cerealbar.studies.tutorials.tutorial import named_card
from cerealbar.views import Plan, Sight, View, view
from cerealbar.wire.messages import FaceShown, RulesShown, SightShown, TutorialShown
from cerealbar.wire.scene import SignalTold
from cerealbar.wire.words import ActionWord, SeatWord

ACTIONS: dict[ActionWord, Action] = {
    "forward": Action.FORWARD,
    "backward": Action.BACKWARD,
    "left": Action.LEFT,
    "right": Action.RIGHT,
    "done": Action.DONE,
}
MOST_SAID = 4
"""That a seat is told again when it comes back."""


def seat_view(game: Game, seat: SeatWord, sight: Sight) -> View:
    """All that a seat may know now; watchers know what the leader knows."""
    player = Player.FOLLOWER if seat == "follower" else Player.LEADER
    return view(game, player, sight)


def legal_words(
    game: Game, seat: SeatWord, seen: View, walk: TutorialWalk | None = None
) -> tuple[ActionWord, ...]:
    """What a seat can do now, as far as it can know; the leader is done only when an instruction
    waits, and whoever learns when the tutorial says so."""
    if seat == "watcher" or game.is_over or game.turn is not PLAYERS[seat]:
        return ()
    possible = {*game.legal_actions(), *_blind_moves(game, seen)}
    return tuple(
        word
        for word, action in ACTIONS.items()
        if action in possible
        and (action is not Action.DONE or seat == "follower" or game.can_end_turn)
        and (action is not Action.DONE or walk is None or walk.may_finish)
    )


def _blind_moves(game: Game, seen: View) -> Iterator[Action]:
    """Moves to cells out of view: whether something is in the way shows when they are tried."""
    if not game.steps_left:
        return
    for move in (Action.FORWARD, Action.BACKWARD):
        cell = next_pose(seen.pose, move).cell
        if cell != seen.pose.cell and not seen.seen[cell]:
            yield move


def signals(rules: Rules, seat: SeatWord) -> tuple[SignalKind, ...]:
    """What a seat can tell the other."""
    if seat == "watcher" or not (rules.thumbs if seat == "leader" else rules.remarks):
        return ()
    return tuple(kind for kind in SignalKind if kind.player is PLAYERS[seat])


def said_to(game: Game, seat: SeatWord) -> tuple[SignalTold, ...]:
    """The last that the other player told a seat; watchers hear the follower."""
    speaker = Player.LEADER if seat == "follower" else Player.FOLLOWER
    said = [it for it in game.history if isinstance(it, Signal) and it.kind.player is speaker]
    return tuple(SignalTold(kind=it.kind, text=it.text) for it in said[-MOST_SAID:])


def understanding(game: Game, plan: Plan) -> dict[int, str]:
    """What the follower of a plan made of the current instruction, by its number."""
    is_told = plan.understood and game.current_instruction is not None
    return {game.current_number: plan.understood} if is_told else {}


def show_rules(rules: Rules) -> RulesShown:
    """The rules of a game as they are sent."""
    return convert(rules, RulesShown, from_attributes=True)


def show_sight(sight: Sight) -> SightShown:
    """How the follower sees, as it is sent."""
    is_limited = sight.range_cells < 1000
    return SightShown(
        degrees=sight.degrees,
        range_cells=sight.range_cells if is_limited else None,
        sees_beside=sight.sees_beside,
    )


def show_tutorial(walk: TutorialWalk) -> TutorialShown:
    """What a tutorial asks for, as it is sent."""
    step = walk.step
    if step is None:
        return TutorialShown(
            text=walk.tutorial.ending, number=walk.number, of=walk.count, is_done=True
        )
    return TutorialShown(
        text=step.prompt,
        number=walk.number,
        of=walk.count,
        points_at=step.points_at,
        card=None if step.card is None else _show_face(named_card(step.card)),
        is_detour=step.is_detour,
    )


def _show_face(face: Card) -> FaceShown:
    return FaceShown(count=face.count, colour=face.colour.value, shape=face.shape.value)
