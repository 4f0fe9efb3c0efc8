"""A page of instructions with pictures: where the follower went, and which cards it touched."""

import base64
import hashlib
import io
import random
from html import escape

from cerealbar.game import CARDS, Action, Player, StateArray
from cerealbar.records.examples import Examples
from cerealbar.views.picture import PictureOptions, picture

PICTURE_WIDTH = 800
_STYLE = """
:root { color-scheme: light dark; }
body { font: 16px/1.45 system-ui, sans-serif; margin: 2rem auto; max-width: 1240px;
  padding: 0 1rem; background: light-dark(#f4efe3, #1d1b18); color: light-dark(#2a2620, #eee8dc); }
h1 { margin: 0; } header p { margin: .3rem 0 1.5rem; opacity: .75; }
main { display: grid; gap: 1.2rem;
  grid-template-columns: repeat(auto-fill, minmax(min(100%, 520px), 1fr)); }
article { background: light-dark(#fffdf7, #2a2723); border-radius: 12px; overflow: hidden;
  border: 1px solid light-dark(#e2dac8, #403b34); }
img { width: 100%; display: block; }
blockquote { margin: .9rem 1rem .4rem; font-size: 1.15rem; font-weight: 600; }
article p { margin: 0 1rem .9rem; font-size: .85rem; opacity: .7; overflow-wrap: anywhere; }
"""


def sample_page(examples: Examples, title: str, count: int = 12, seed: int = 0) -> str:
    """A page of randomly chosen instructions; the same seed chooses the same."""
    rng = random.Random(seed)
    chosen = sorted(rng.sample(range(len(examples)), min(count, len(examples))))
    rng.shuffle(chosen)
    articles = "\n".join(
        _article(examples, example, number) for number, example in enumerate(chosen, start=1)
    )
    digest = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
    policy = f"default-src 'none'; img-src data:; style-src 'sha256-{digest}'"
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8">'
        f'<meta http-equiv="Content-Security-Policy" content="{escape(policy)}">'
        f'<meta name="viewport" content="width=device-width"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body><header><h1>{escape(title)}</h1>"
        f"<p>{len(chosen)} of {len(examples):,} instructions. The dotted line is the follower's "
        f"way, rings are cards that it selected or deselected; cards are as it found them.</p>"
        f"</header><main>\n{articles}\n</main></body></html>\n"
    )


def _article(examples: Examples, example: int, number: int) -> str:
    deeds = examples.follower_deeds(example)
    actions = [Action(action).word for action in examples.actions[deeds]]
    trail = [int(cell) for cell in examples.cells[deeds]]
    state = examples.start[example]
    slots = [slot for slot in range(state["cards"]) if examples.touched[example] >> slot & 1]
    marked = [int(state["card_cell"][slot]) for slot in slots]
    cards = ", ".join(str(CARDS[state["card_kind"][slot]]) for slot in slots) or "no card"
    shown = _picture(examples.start[example : example + 1], trail, marked)
    game = examples.game_ids[examples.game[example]]
    return (
        f'<article id="s{number}"><img alt="The board and the follower\'s way" '
        f'src="data:image/webp;base64,{shown}"><blockquote>{number}. '
        f"{escape(examples.texts[example])}</blockquote><p>{escape(' '.join(actions))}</p>"
        f"<p>touched: {escape(cards)}</p>"
        f"<p>game {escape(game)}, instruction {examples.number[example] + 1}</p></article>"
    )


def _picture(states: StateArray, trail: list[int], marked: list[int]) -> str:
    options = PictureOptions(viewer=Player.LEADER, trail=trail, marked=marked)
    file = io.BytesIO()
    picture(states[0], options=options).image(PICTURE_WIDTH).convert("RGB").save(
        file, "WEBP", quality=80
    )
    return base64.b64encode(file.getvalue()).decode()
