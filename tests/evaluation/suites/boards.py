"""A small suite on a board of grass: cards around a follower who looks east."""

from cerealbar.evaluation.suites import SuiteItem
from cerealbar.game import Player, cell_at, format_state
from tests.boards import board

CARDS = ("1bc@12,10", "2gd@11,14", "3ph@4,10+", "1ys@20,20")
STATES = board(leader="20,4,e", follower="9,10,e", cards=CARDS, turn=Player.FOLLOWER, queue=1)
STATE = format_state(STATES)
BLUE, GREEN, PINK, YELLOW = (cell_at(*place) for place in ((12, 10), (11, 14), (4, 10), (20, 20)))
"""Where the cards lie: ahead, to the left, behind and selected, far off."""

ONE = SuiteItem(
    id="one",
    state=STATE,
    text="get the blue square ahead",
    cards=(BLUE,),
    way=("forward", "forward", "forward", "done"),
    tags=("side",),
)
WALK = SuiteItem(
    id="walk",
    state=STATE,
    text="go straight two steps",
    end=cell_at(11, 10),
    tags=("steps", "side"),
)
