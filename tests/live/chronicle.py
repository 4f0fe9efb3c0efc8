"""What was done in a game: as it was broadcast, as it was stored, and played again."""

from dataclasses import dataclass, field

from cerealbar.game import PLAYERS, Action, Game, Player, PlayerWord, Rules
from cerealbar.records import deed_action
from cerealbar.records.deeds import deeds
from cerealbar.server.store import StoredEntry
from cerealbar.wire.messages import FromServer, Update
from cerealbar.wire.scene import (
    CancelTold,
    FinishTold,
    GiveUpTold,
    Happening,
    InstructionTold,
    Situation,
    StepTold,
    TurnEndTold,
)

Deed = tuple[PlayerWord, str]
"""Who did it, and the action's word; or, for an instruction, its text after `say `."""
_ACTIONS = {action.word: action for action in Action}


@dataclass(slots=True)
class Chronicle:
    """The deeds of a game in the order in which they were broadcast to someone who sees all."""

    deeds: list[Deed] = field(default_factory=list)

    def hear(self, message: FromServer, _: float = 0.0) -> None:
        """Note what an update tells."""
        if isinstance(message, Update) and message.happenings:
            deed = deed_of(message.happenings)
            if deed is not None:
                self.deeds.append(deed)


def deed_of(happenings: tuple[Happening, ...]) -> Deed | None:
    """The deed from which all this came; None if there is none, as for signals."""
    match happenings[0]:
        case StepTold(by=by, action=action):
            return by, action
        case InstructionTold(text=text):
            return "leader", f"say {text}"
        case TurnEndTold(by=by, how="time-out"):
            return by, "time-out"
        case TurnEndTold(by=by):
            return by, "done"
        case FinishTold():
            return "follower", "done"
        case GiveUpTold():
            return "follower", "give-up"
        case CancelTold():
            return "leader", "cancel"
    return None


def stored_deeds(entries: list[StoredEntry]) -> list[Deed]:
    """The deeds among a game's stored entries."""
    found = [deed_action(deed) for _, deed in deeds(stored.entry for stored in entries)]
    return [
        (player.word, f"say {text}" if action is Action.INSTRUCT else action.word)
        for player, action, text in found
    ]


def replayed(seed: int, rules: Rules, deeds: list[Deed]) -> Game:
    """The game after its deeds; raises what the rules raise if they refuse one."""
    game = Game(seed, rules)
    for by, word in deeds:
        if word.startswith("say "):
            game.instruct(word.removeprefix("say "), player=PLAYERS[by])
        else:
            game.step(_ACTIONS[word], player=PLAYERS[by])
    return game


def summary_of_game(game: Game) -> tuple[object, ...]:
    """What there is to know of a game, as plain values."""
    poses = tuple((game.pose(player).cell, int(game.pose(player).heading)) for player in Player)
    cards = {
        (held.cell, held.card.count, str(held.card.colour), str(held.card.shape), held.is_selected)
        for held in game.cards
    }
    texts = tuple((known.text, str(known.status)) for known in game.instructions)
    turns = (game.turn.word, game.steps_left, game.half_turns_left, game.score)
    return poses, cards, game.has_invalid_selection, texts, turns


def summary_of_situation(known: Situation) -> tuple[object, ...]:
    """The same of what someone who sees all was told."""
    assert known.leader is not None
    poses = tuple((pose.cell, pose.heading) for pose in (known.leader, known.follower))
    cards = {
        (held.cell, held.count, held.colour, held.shape, held.is_selected) for held in known.cards
    }
    texts = tuple((line.text, line.status) for line in known.instructions)
    turns = (known.turn, known.steps_left, known.half_turns_left, known.score)
    return poses, cards, known.is_invalid, texts, turns
