"""The words that the rule-based follower knows, and what they mean to it."""

from cerealbar.game import HILLS, HUTS, PROPS, TREES, WATERS, Colour, Prop, Shape, Terrain

Thing = frozenset[Prop | Terrain]
"""What a word for a landmark can mean."""


def _words(text: str) -> frozenset[str]:
    return frozenset(text.split())


GET = _words(
    "get grab pick take select collect fetch snag retrieve hit touch activate choose nab acquire"
    " obtain gather land reselect highlight click"
)
DESELECT = _words("deselect unselect drop unpick remove undo release uncheck unclick unhighlight")
GO = _words(
    "go walk move head run travel follow continue keep proceed come return cross pass circle"
    " advance hurry sprint jog march wander stroll approach enter leave exit climb step going"
    " heading walking moving race dash make stand"
)
TURN = _words("turn rotate face spin look swivel pivot veer bear swing facing trun urn rurn")
WAIT = _words("wait stay hold stop pause nothing hang remain sit relax rest halt still")
NOT = _words("don't dont not n't without avoid never skip ignore except")
LEFT = _words("left leftward leftwards lefthand")
RIGHT = _words("right rightward rightwards righthand")
AROUND = _words("around 180 behind backwards about")
BACK = _words("back backward backwards backup reverse")
AHEAD = _words("forward ahead straight front directly forwards infront")
NUMBERS = {
    **dict.fromkeys(("one", "1", "once", "single", "a", "an", "lone", "1x"), 1),
    **dict.fromkeys(("two", "2", "twice", "double", "pair", "couple", "both", "2x"), 2),
    **dict.fromkeys(("three", "3", "thrice", "triple", "3x"), 3),
    **dict.fromkeys(("four", "4"), 4),
    **dict.fromkeys(("five", "5"), 5),
    **dict.fromkeys(("six", "6"), 6),
    **dict.fromkeys(("seven", "7"), 7),
    **dict.fromkeys(("eight", "8"), 8),
    **dict.fromkeys(("nine", "9"), 9),
    **dict.fromkeys(("ten", "10"), 10),
}
ORDINALS = {
    **dict.fromkeys(("first", "1st", "closest", "nearest", "near", "closer", "next"), 0),
    **dict.fromkeys(("second", "2nd"), 1),
    **dict.fromkeys(("third", "3rd"), 2),
    **dict.fromkeys(("last", "furthest", "farthest", "far", "further", "farther"), -1),
}
CARD = _words("card cards one ones")
CURRENT = _words("standing current same that")
JUST = _words("just previous last already")
SEPARATORS = frozenset([".", ",", ";", "!", "?", ":", "-", "then", "after", "next", "also", "but"])
BY = _words(
    "by near beside next at behind between past around close against under left right front"
    " alongside adjacent opposite before across along on toward towards to off in beyond"
)

COLOURS: dict[str, Colour] = {colour.value: colour for colour in Colour}
COLOURS |= {"magenta": Colour.PINK, "purple": Colour.PINK, "gold": Colour.YELLOW}
COLOURS |= {"maroon": Colour.RED, "golden": Colour.YELLOW, "violet": Colour.PINK}

_SHAPES = {
    Shape.CUBE: "square squares cube cubes box boxes block blocks",
    Shape.DIAMOND: "diamond diamonds stripe stripes line lines bar bars dash dashes rectangle"
    " rectangles stick sticks strip strips",
    Shape.HEART: "heart hearts",
    Shape.PLUS: "plus pluses plusses cross crosses plus-sign",
    Shape.STAR: "star stars",
    Shape.TRIANGLE: "triangle triangles pyramid pyramids",
    Shape.TORUS: "circle circles ring rings donut donuts doughnut doughnuts torus toruses hoop"
    " hoops loop loops oval ovals",
}
SHAPES: dict[str, Shape] = {word: shape for shape, text in _SHAPES.items() for word in text.split()}

_THINGS: dict[str, Thing] = {
    "hut huts house houses cabin cabins home homes building buildings roof roofs shack": frozenset(
        HUTS
    ),
    "tree trees": frozenset(TREES),
    "palm palms": frozenset([Prop.PALM_TREE]),
    "pine pines fir evergreen christmas": frozenset(
        [Prop.PINE_TREE, Prop.PINE_TREE_CRV, Prop.CLEAN_TREE]
    ),
    "bush bushes shrub shrubs hedge": frozenset([Prop.BUSH, Prop.BUSH_YW]),
    "flower flowers plant plants": frozenset([Prop.FLOW_BL, Prop.FLOW_RD, Prop.FLOW_PRP]),
    "weeds tuft tufts": frozenset([Prop.GRASS]),
    "lamp lamps lamppost lampposts light lights streetlight streetlamp lantern post": frozenset(
        [Prop.STREET_LAMP]
    ),
    "tower towers castle turret": frozenset([Prop.TOWER]),
    "windmill windmills mill": frozenset([Prop.WINDMILL]),
    "tent tents teepee camp": frozenset([Prop.HOUSE_LVL1]),
    "pond ponds lake lakes water pool river": frozenset(WATERS),
    "hill hills mountain mountains snow rock rocks boulder cliff": frozenset(HILLS),
    "path paths road roads trail trails street sidewalk walkway": frozenset([Terrain.PATH]),
}
THINGS: dict[str, Thing] = {word: thing for text, thing in _THINGS.items() for word in text.split()}
EDGE = _words("edge end border corner")
MAP = _words("map world board")

COLOURED_PROPS: dict[str, Thing] = {
    colour: frozenset(prop for prop in PROPS if colour in prop.colours)
    for prop in PROPS
    for colour in prop.colours
}
"""What a colour word says of a prop."""

KNOWN: frozenset[str] = (
    GET | DESELECT | GO | TURN | WAIT | NOT | LEFT | RIGHT | AROUND | BACK | AHEAD | CARD | EDGE
    | MAP | BY | CURRENT | JUST | frozenset(NUMBERS) | frozenset(ORDINALS) | frozenset(COLOURS)
    | frozenset(SHAPES) | frozenset(THINGS) | frozenset(COLOURED_PROPS)
)  # fmt: skip
"""Every word with a meaning; a misspelt word is taken for one of these."""
