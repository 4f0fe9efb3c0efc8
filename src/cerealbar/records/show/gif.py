"""Animated pictures of recorded games, for slides: the board, and a caption below it."""

import io
from collections.abc import Callable, Iterable

from PIL import Image, ImageDraw

from cerealbar.records.events import GameRecord
from cerealbar.records.show.frames import Film, Frame, film, way
from cerealbar.records.show.wording import with_count
from cerealbar.views.picture import PictureError, PictureOptions, picture
from cerealbar.views.picture.inks import PAPER, WHITE, WRITING, Ink
from cerealbar.views.picture.players import PLAYER_INKS
from cerealbar.views.picture.writing import font_for, wrapped

Progress = Callable[[int, int], None]
"""Called with how many frames are drawn, and of how many."""

MIN_WIDTH, MAX_WIDTH = 160, 1600
"""Pixels across."""
MAX_FRAMES = 1200
"""Longer games show every second frame, every third, ...; at 480 pixels a frame takes 1 to 2 kB."""
_HOLDS = {"start": 4, "instruct": 4, "end": 14}
"""For how many frames those of some deeds are seen."""
_HOLD_SET = 6
_SAMPLES = 8
"""From how many frames the palette is taken."""
_DESIGN_WIDTH = 480
"""The width at which lengths in the caption are pixels."""
_HEIGHT = 78
_INK: Ink = "#2c2822"
_GOLD: Ink = "#a86d00"
_FAINT: Ink = "#d9cfba"
_LINES = 2
_TURN_INKS = {player.word: ink for player, ink in PLAYER_INKS.items()}


def replay_gif(
    record: GameRecord,
    *,
    width: int = 480,
    seconds_per_frame: float = 0.2,
    progress: Progress | None = None,
) -> bytes:
    """The bytes of a GIF file that plays a recorded game, one frame a deed, again and again.

    Raises:
        PictureError: a number is out of range.
        ReplayError: the rules refuse a deed.
        MapError: the header's seed has no map.
    """
    _check("width", width, MIN_WIDTH, MAX_WIDTH)
    _check("seconds_per_frame", seconds_per_frame, 0.02, 60)
    shown = film(record)
    chosen = chosen_frames(shown, MAX_FRAMES)
    palette = _palette(_draw(shown, i, width) for i in _samples(shown, chosen))
    images = []
    for done, i in enumerate(chosen, start=1):
        # All frames share one palette, so that what does not change is not stored again.
        image = _draw(shown, i, width).quantize(palette=palette, dither=Image.Dither.NONE)
        images.append(image)
        if progress is not None:
            progress(done, len(chosen))
    file = io.BytesIO()
    images[0].save(
        file,
        "GIF",
        save_all=True,
        append_images=images[1:],
        duration=[round(1000 * seconds_per_frame * hold) for hold in _holds(shown, chosen)],
        loop=0,
    )
    return file.getvalue()


def _check(name: str, value: float, low: float, high: float) -> None:
    if not low <= value <= high:
        raise PictureError(f"{name} must be {low} to {high}, not {value!r}")


def chosen_frames(shown: Film, max_frames: int) -> list[int]:
    """The frames to draw: all, or every n-th with the sets and the end."""
    count = len(shown.frames)
    every = -(-count // max_frames)
    return sorted({*range(0, count, every), *(made.frame for made in shown.sets), count - 1})


def _holds(shown: Film, chosen: list[int]) -> list[int]:
    """How long each frame is seen, as a multiple of the shortest."""
    with_sets = {made.frame for made in shown.sets}
    return [_HOLD_SET if i in with_sets else _HOLDS.get(shown.frames[i].deed, 1) for i in chosen]


def _samples(shown: Film, chosen: list[int]) -> list[int]:
    """Frames that show every colour: some evenly spaced, and one with an invalid selection."""
    spaced = chosen[:: -(-len(chosen) // _SAMPLES)]
    invalid = [i for i in chosen if shown.frames[i].is_invalid]
    return [*spaced, chosen[-1], *invalid[:1]]


def _draw(shown: Film, i: int, width: int) -> Image.Image:
    """A frame with its caption; the ground is drawn once and kept."""
    new = [card.cell for card in shown.cards if card.first == i > 0]
    options = PictureOptions(trail=way(shown, i), marked=new)
    state = shown.states[min(i, len(shown.states) - 1)]
    board = picture(state, options=options).image(width)
    caption = draw_caption(shown, shown.frames[i], width)
    image = Image.new("RGB", (width, board.height + caption.height))
    image.paste(board, (0, 0))
    image.paste(caption, (0, board.height))
    return image


def _palette(images: Iterable[Image.Image]) -> Image.Image:
    """255 colours for all images; this method keeps those of small symbols apart."""
    samples = list(images)
    width, height = samples[0].size
    sheet = Image.new("RGB", (width, height * len(samples)))
    for i, sample in enumerate(samples):
        sheet.paste(sample, (0, i * height))
    return sheet.quantize(255, method=Image.Quantize.MAXCOVERAGE, kmeans=4)


def draw_caption(shown: Film, frame: Frame, width: int) -> Image.Image:
    """A strip of some width that says what goes on in a frame."""
    unit = width / _DESIGN_WIDTH
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
