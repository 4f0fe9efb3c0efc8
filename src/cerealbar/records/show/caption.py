"""The caption below each frame of an animated picture: instruction, turn and score."""

from PIL import Image, ImageDraw

from cerealbar.records.show.frames import Film, Frame
from cerealbar.records.show.wording import with_count
from cerealbar.views.picture.inks import PAPER, WHITE, WRITING, Ink
from cerealbar.views.picture.players import PLAYER_INKS
from cerealbar.views.picture.writing import font_for, wrapped

DESIGN_WIDTH = 480
"""The width at which the lengths below are pixels."""
_HEIGHT = 78
_INK: Ink = "#2c2822"
_GOLD: Ink = "#a86d00"
_FAINT: Ink = "#d9cfba"
_LINES = 2
_TURN_INKS = {player.word: ink for player, ink in PLAYER_INKS.items()}


def draw_caption(shown: Film, frame: Frame, width: int) -> Image.Image:
    """A strip of some width that says what goes on in a frame."""
    unit = width / DESIGN_WIDTH
    image = Image.new("RGB", (width, round(_HEIGHT * unit)), WHITE)
    pen = ImageDraw.Draw(image)
    events = shown.frames[-1].event
    bar = _FAINT if frame.is_over else _TURN_INKS[frame.turn]
    pen.rectangle((0, 0, width, 3 * unit), PAPER)
    pen.rectangle((0, 0, width * frame.event / max(1, events), 3 * unit), _INK)
    pen.rectangle((0, 3 * unit, 6 * unit, image.height), bar)
    right = width - 12 * unit
    _write(pen, (right, 25 * unit), with_count(frame.score, "set"), 21 * unit, _GOLD, "rm")
    _write(pen, (right, 62 * unit), f"{frame.event}/{events}", 12 * unit, WRITING, "rm")
    _write(pen, (17 * unit, 62 * unit), _situation(frame), 12 * unit, WRITING, "lm")
    text, ink = _instruction(shown, frame)
    font = font_for(text, 16 * unit)
    for i, line in enumerate(wrapped(text, font, width - 108 * unit, _LINES)):
        pen.text((17 * unit, (18 + 20 * i) * unit), line, ink, font, "lm")
    return image


def _instruction(shown: Film, frame: Frame) -> tuple[str, Ink]:
    """The current instruction, or how the game ended, or that nothing waits."""
    if frame.deed == "end":
        return frame.headline, _INK
    if frame.current is not None:
        return shown.instructions[frame.current].text, _INK
    return "no instruction waits", WRITING


def _situation(frame: Frame) -> str:
    if frame.is_over:
        return "the game is over"
    turn = f"{frame.turn}'s turn, {with_count(frame.steps_left, 'step')}"
    if frame.half_turns_left is None:
        return turn
    return f"{turn}, {with_count(frame.half_turns_left, 'half-turn')} left"


def _write(
    pen: ImageDraw.ImageDraw,
    at: tuple[float, float],
    text: str,
    size: float,
    ink: Ink,
    anchor: str,
) -> None:
    pen.text(at, text, ink, font_for(text, max(1.0, size)), anchor)
