"""What a person has done in a tutorial so far, and how the cards lie."""

from dataclasses import dataclass, replace

from cerealbar.game import Action, Card, Deed, Game

_MOVES = (Action.FORWARD, Action.BACKWARD)
_TURNS = (Action.LEFT, Action.RIGHT)


@dataclass(frozen=True, slots=True, kw_only=True)
class Experience:
    """Counts that only rise, and the selection as it is now."""

    moves: int = 0
    turns: int = 0
    camera_toggles: int = 0
    sent: int = 0
    """Instructions."""
    finished: int = 0
    clashes: int = 0
    """How often the selected cards began to clash."""
    score: int = 0
    is_clashing: bool = False
    selected: tuple[Card, ...] = ()

    def after_deed(self, game: Game) -> "Experience":
        """With the last deed of a game."""
        done = game.history[-1]
        assert isinstance(done, Deed), "signals are no part of tutorials"
        return replace(
            self.looking_at(game),
            moves=self.moves + (done.action in _MOVES),
            turns=self.turns + (done.action in _TURNS),
        )

    def after_camera(self) -> "Experience":
        """With another toggle of the camera."""
        return replace(self, camera_toggles=self.camera_toggles + 1)

    def looking_at(self, game: Game) -> "Experience":
        """With all that a game shows by itself."""
        is_clashing = game.has_invalid_selection
        return replace(
            self,
            sent=len(game.instructions),
            finished=game.current_number,
            clashes=self.clashes + (is_clashing and not self.is_clashing),
            score=game.score,
            is_clashing=is_clashing,
            selected=tuple(card.card for card in game.cards if card.is_selected),
        )
