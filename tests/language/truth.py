"""An independent judge of claims: its own geometry, from columns and rows alone."""

import math
import re
from collections.abc import Callable, Iterable, Sequence
from itertools import pairwise

from cerealbar.game import (
    CARDS,
    PLANTS,
    STRUCTURES,
    TILES,
    TREES,
    Action,
    Card,
    Heading,
    Player,
    Pose,
    Prop,
    Terrain,
    Tile,
    coordinates,
    is_set,
)
from cerealbar.language import Claim, Draft
from cerealbar.language.board.claims import (
    Asks,
    Called,
    Chosen,
    Follows,
    Group,
    Heads,
    Lies,
    Moves,
    Nears,
    OnWay,
    Passes,
    Picks,
    PlanCount,
    PlanIncludes,
    PlanTold,
    Recalls,
    Refers,
    Retracts,
    SaidFace,
    Shows,
    Spares,
    Stands,
    Succeeds,
    Toggles,
    Touched,
    Turns,
)
from cerealbar.language.board.relations import (
    Across,
    AtEdge,
    Behind,
    Between,
    Beyond,
    InCorner,
    InFrontOf,
    InZone,
    LeftOf,
    Near,
    OffPath,
    OnPath,
    Relation,
    RightOf,
    StepsAhead,
    Viewed,
    Within,
)
from tests.language.situations import Situation

HALF_SIGHT = 55.5

# Degrees from straight ahead, right positive; a pair of limits for each zone.
ZONES = {
    "straight": (-4, 4),
    "ahead": (-32, 32),
    "slightly right": (6, 35),
    "ahead right": (9, 58),
    "right": (24, 140),
    "directly right": (70, 105),
    "behind right": (100, 168),
    "behind": (128, 232),
    "directly behind": (172, 188),
    **{f"{hour} o'clock": (30 * hour - 14, 30 * hour + 14) for hour in range(1, 13)},
}
COLOURS = {
    "green": "green",
    "lime": "yellow green",
    "teal": "green",
    "red": "red",
    "brown": "brown",
    "yellow": "yellow",
    "gold": "yellow",
    "blue": "blue",
    "purple": "purple",
    "violet": "purple",
    "black": "black",
    "dark": "black green blue",
    "grey": "black grey",
    "gray": "black grey",
    "orange": "orange",
    "white": "white orange",
    **dict.fromkeys(("crimson", "scarlet", "reddish", "maroon", "cherry"), "red"),
    **dict.fromkeys(("rusty", "brownish", "chocolate", "tan"), "brown"),
    **dict.fromkeys(("golden", "yellowish", "lemon", "mustard"), "yellow"),
    **dict.fromkeys(("navy", "cobalt", "royal", "periwinkle", "indigo"), "blue"),
    **dict.fromkeys(("charcoal", "blackish"), "black"),
    "bluish": "blue green",
    "emerald": "green",
    "plum": "purple",
}
LOOKS = {
    **dict.fromkeys((Prop.BUSH_TREE, Prop.TREE, Prop.CLEAN_TREE, Prop.TALL_TREE), "green"),
    **dict.fromkeys((Prop.PINE_TREE, Prop.PINE_TREE_CRV, Prop.PALM_TREE, Prop.BUSH), "green"),
    **dict.fromkeys((Prop.BUSH_TREE_BR, Prop.CLEAN_TREE_BR), "brown"),
    **dict.fromkeys((Prop.BUSH_TREE_RD, Prop.TREE_RD, Prop.CLEAN_TREE_RD), "red"),
    **dict.fromkeys((Prop.TALL_TREE_RD, Prop.FLOW_RD, Prop.HUT_RED), "red"),
    **dict.fromkeys((Prop.HUT_YELLOW, Prop.PT_TREE_LM, Prop.BUSH_YW), "yellow"),
    Prop.PT_TREE: "green",
    Prop.OAK_TREE_LM: "yellow green",
    Prop.MULTI_TREE: "yellow red orange",
    Prop.FLOW_BL: "blue",
    Prop.FLOW_PRP: "purple",
    Prop.GRASS: "green",
    Prop.STREET_LAMP: "black",
    Prop.TOWER: "grey",
    Prop.WINDMILL: "white red",
    Prop.HUT_GREEN: "green",
    Prop.HUT_BLUE: "blue",
    Prop.HUT_BLACK: "black",
    Prop.HOUSE_LVL1: "orange white brown",
}
HUTS = {Prop.HUT_GREEN, Prop.HUT_RED, Prop.HUT_YELLOW, Prop.HUT_BLUE, Prop.HUT_BLACK}
FLOWERS = {Prop.FLOW_BL, Prop.FLOW_RD, Prop.FLOW_PRP}
BUSHES = {Prop.BUSH, Prop.BUSH_YW}
NOUNS: tuple[tuple[str, Iterable[Prop]], ...] = (
    (r"palm|coconut|tropical|island|beach|hawaii|desert|banana", {Prop.PALM_TREE}),
    (r"\bpine|pinetree|christmas|x-?mas|holiday", {Prop.PINE_TREE, Prop.PINE_TREE_CRV}),
    (r"\btrees?\b|oak|forest|woods|grove|evergreen|spruce|wooded|treeline|woodland", TREES),
    (r"conifer|\bfir\b|cedar|cypress|maple|bonsai|acacia|poplar|aspen|broccoli|copse", TREES),
    (r"thicket|orchard|jungle|\bwood\b", TREES),
    (r"flower|tulip|roses|bluebell|lavender|blossom|bloom|bouquet|floral|daisies|pansies", FLOWERS),
    (r"violets|hydrangea|forget me|petals|poppies|lilies|lilac|carnation|orchid|irises", FLOWERS),
    (r"hyacinth|berries|grape|wisteria|garden|blackberry|purple berry", FLOWERS),
    (r"(blue|red|purple) (plant|bush)", FLOWERS),
    (r"bush|shrub(?!by)|hedge", BUSHES),
    (r"grass|weeds|reeds|fern|tuft|bamboo|aloe|agave|yucca|cactus|sprout", {Prop.GRASS}),
    (r"shoots|sprig|spik[ey]|leafy|spider|snake|stalks|cattails|pointy plant|spiny", {Prop.GRASS}),
    (r"succulent", {Prop.GRASS}),
    (r"plant\b", PLANTS),
    (r"lamp|light|lantern|pole", {Prop.STREET_LAMP}),
    (r"tower|castle|\bfort|turret|citadel|stronghold|chess|rook|dungeon|prison", {Prop.TOWER}),
    (r"bastion|battlement|\bkeep\b|silo|stone building", {Prop.TOWER}),
    (r"mill\b|turbine|blades|\bfan\b|propeller|spinning", {Prop.WINDMILL}),
    (r"tent|te+pee|tipi|camp|wigwam|pavilion|canopy|a.frame|chalet|shelter", {Prop.HOUSE_LVL1}),
    (r"stripe|ski lodge|candy|triang|pointy house", {Prop.HOUSE_LVL1}),
    (r"houses|buildings|huts|homes|cottages|structures|village|town|settlement", STRUCTURES),
    (r"neighborhood|hamlet|residential|housing|subdivision", STRUCTURES),
    (r"building|structure|construction", STRUCTURES),
    (r"\bhut\b|cottage|cabin|shack|shed|barn|roof|lodge|bungalow|dwelling|residence", HUTS),
    (r"farm|homestead|hovel|abode|dollhouse|\bhome\b", HUTS),
    (r"house\b", HUTS | {Prop.HOUSE_LVL1}),
)
WET = re.compile(
    r"pond|lake|water|puddle|pool|river|lagoon|stream|oasis|creek|inlet|\bbay\b|swamp"
    r"|reservoir|basin|moat|ocean|\bsea\b|blue area"
)
HIGH = re.compile(
    r"mount|hill|snow|\bic[ey]|glacier|rock|boulder|cliff|mound|peak|white area|alps"
    r"|highlands|ridge|crag|stones|slope|summit|plateau|bluff|mesa|volcano"
)


SHAPES = {
    "cube": r"\b(square|box|cube|block|sq|brick|dice|cushion|carton)",
    "diamond": r"\b(diamond|stripe|line|bar|dash|rectangle|stick|rhombus|gem|kite|crystal|lozenge)"
    r"|\b(sliver|jewel)",
    "heart": r"heart|\bvalentine",
    "plus": r"\b(plus|cross|addition|add|hospital|band-aid|swiss)",
    "star": r"\b(star|sheriff)",
    "triangle": r"\b(tri|pyramid|arrowhead|wedge|slice|cone|party hat|nacho|dorito|guitar pick)",
    "torus": r"\b(circle|ring|donut|doughnut|hoop|loop|wheel|torus|oval|bagel|os?\b|lifesaver|tire)"
    r"|\b(zero|cheerio|inner tube|life preserver|bangle|bracelet)",
}
"""What the symbols of each shape look like, by words that say so."""
CARD_COLOURS = {
    "blue": r"blue|cobalt|azure|sapphire",
    "green": r"green|emerald|jade",
    "pink": r"pink|magenta|purple|fuchsia|fuschia|bubblegum",
    "red": r"red|maroon|crimson|burgundy|scarlet|ruby|wine",
    "yellow": r"yellow|gold|lemon|mustard",
    "black": r"black|^dark$|charcoal|ebony",
    "orange": r"orange|tangerine|pumpkin",
}


def centre(cell: int) -> tuple[float, float]:
    x, z = coordinates(cell)
    return x + 0.5 * (z % 2), z * math.sqrt(3) / 2


def distance(a: int, b: int) -> int:
    (ax, az), (bx, bz) = coordinates(a), coordinates(b)
    aq, bq = ax - (az - az % 2) // 2, bx - (bz - bz % 2) // 2
    return max(abs(aq - bq), abs(az - bz), abs(aq + az - bq - bz))


def compass(a: int, b: int) -> int:
    """Whole degrees, as the writer reckons: so limits are sharp."""
    (ax, ay), (bx, by) = centre(a), centre(b)
    return round(math.degrees(math.atan2(bx - ax, by - ay)))


def gap(a: int, b: int) -> int:
    return (b - a + 180) % 360 - 180


def side(pose: Pose, cell: int) -> int:
    return gap(pose.heading.degrees, compass(pose.cell, cell))


def is_seen(pose: Pose, cell: int) -> bool:
    return cell == pose.cell or abs(side(pose, cell)) <= HALF_SIGHT


def is_in_zone(zone: str, pose: Pose, cell: int) -> bool:
    if cell == pose.cell:
        return False
    low, high = ZONES[zone.replace("left", "right")]
    degrees = side(pose, cell) * (-1 if "left" in zone else 1)
    return any(low <= degrees + turn <= high for turn in (-360, 0, 360))


class Judge:
    """One situation, replayed step by step."""

    def __init__(self, situation: Situation) -> None:
        state = situation.states[0]
        self.situation = situation
        self.tiles: list[Tile] = [TILES[code] for code in state["tile"]]
        self.cards: dict[int, Card] = {}
        self.on: set[int] = set()
        for slot in range(int(state["cards"])):
            cell = int(state["card_cell"][slot])
            self.cards[cell] = CARDS[int(state["card_kind"][slot])]
            if int(state["selected"]) >> slot & 1:
                self.on.add(cell)
        self.leader = Pose(
            int(state["player_cell"][Player.LEADER]),
            Heading(int(state["player_heading"][Player.LEADER])),
        )
        self.poses = [situation.start]
        self.touched: list[tuple[int, int]] = []  # pose, cell
        for action in situation.intention.route:
            self._follow(action)

    def _follow(self, action: Action) -> None:
        before = self.poses[-1]
        x, z = coordinates(before.cell)
        heading = before.heading
        cell = before.cell
        if action in (Action.LEFT, Action.RIGHT):
            heading = Heading((heading + (1 if action is Action.RIGHT else -1)) % 6)
        else:
            way = heading if action is Action.FORWARD else (heading + 3) % 6
            shift = z % 2
            dx, dz = (
                *((shift, 1), (1, 0), (shift, -1)),
                *((shift - 1, -1), (-1, 0), (shift - 1, 1)),
            )[way]
            cell = (x + dx) + 25 * (z + dz)
        self.poses.append(Pose(cell, heading))
        if cell != before.cell and cell in self.cards:
            self.touched.append((len(self.poses) - 1, cell))

    def selected_states(self) -> list[set[int]]:
        """What is selected at the start, and after each card that the intention names."""
        found = [set(self.on)]
        for cell in self.situation.intention.cards:
            found.append(found[-1] ^ {cell})
        return found

    def fits(self, cell: int, face: SaidFace) -> bool:
        card = self.cards[cell]
        return (
            face.number in (None, card.count)
            and face.colour in (None, card.colour)
            and face.shape in (None, card.shape)
            and face.is_plural in (None, card.count > 1)
        )

    def matches(self, cell: int, face: SaidFace, relations: Iterable[Relation]) -> bool:
        return self.fits(cell, face) and all(self.holds(relation, cell) for relation in relations)

    def holds(self, relation: Relation, cell: int) -> bool:
        x, z = coordinates(cell)
        match relation:
            case OnPath():
                return self.tiles[cell].terrain is Terrain.PATH
            case OffPath():
                return self.tiles[cell].terrain is not Terrain.PATH
            case Near(things, limit):
                return any(distance(cell, thing) <= limit for thing in things)
            case AtEdge(limit):
                return min(x, z, 24 - x, 24 - z) <= limit
            case InCorner():
                return min(x, 24 - x) <= 5 and min(z, 24 - z) <= 5
            case Between(things, others, limit):
                return any(
                    0 < distance(cell, a) <= limit
                    and 0 < distance(cell, b) <= limit
                    and abs(gap(compass(cell, a), compass(cell, b))) >= 115
                    for a in things
                    for b in others
                )
            case InZone(pose, zone):
                return is_in_zone(zone, pose, cell)
            case Within(pose, limit):
                return distance(pose.cell, cell) <= limit
            case Beyond(pose, limit):
                return distance(pose.cell, cell) >= limit
            case StepsAhead(pose, steps):
                return abs(side(pose, cell)) <= 4 and distance(pose.cell, cell) == steps
            case Across(_, things, limit) if all(distance(cell, t) > limit for t in things):
                return False
            case _:
                return any(self._seems(relation, thing, cell) for thing in relation.things)

    def _seems(self, relation: Across | Viewed, thing: int, cell: int) -> bool:
        """Relations between a cell and a thing as seen from a pose."""
        here = relation.pose.cell
        if here in (thing, cell):
            return False
        apart = gap(compass(here, thing), compass(here, cell))
        is_farther = distance(here, thing) < distance(here, cell)
        is_close = distance(thing, cell) <= 2
        is_ahead = abs(side(relation.pose, thing)) <= 90
        match relation:
            case Across():
                return is_farther and abs(apart) <= 8
            case Behind():
                return is_close and is_farther and abs(apart) <= 20
            case InFrontOf():
                is_nearer = distance(here, cell) < distance(here, thing)
                return is_close and is_nearer and abs(apart) <= 20
            # Of a thing at one's back, some would say left where others say right.
            case LeftOf():
                return is_close and is_ahead and 8 <= -apart <= 100
            case RightOf():
                return is_close and is_ahead and 8 <= apart <= 100

    def failed(self, claims: Sequence[Claim]) -> list[Claim]:
        return [claim for claim in claims if not self.is_true(claim)]

    def is_true(self, claim: Claim) -> bool:
        name = type(claim).__name__.lower()
        judge: Callable[[Claim], bool] = getattr(self, f"_{name}")
        return judge(claim)

    def _refers(self, claim: Refers) -> bool:
        assert claim.pose in self.poses
        assert claim.cell in claim.candidates
        assert self._are_candidates(claim)
        found = [c for c in claim.candidates if self.matches(c, claim.face, claim.relations)]
        assert claim.cell in found, "the description does not fit"
        if claim.besides is not None:
            assert self._succeeds(Succeeds(claim.cell, claim.besides))
            # Nothing else fits, in view or not: the words send the follower to look for it.
            others = [c for c in self.cards if self.matches(c, claim.face, claim.relations)]
            is_on = [c for c in others if (c in self.on) == (claim.cell in self.on)]
            return set(is_on) <= {claim.cell, claim.besides}
        if found == [claim.cell]:
            return True
        found.sort(key=lambda cell: distance(claim.pose.cell, cell))
        aways = [distance(claim.pose.cell, cell) for cell in found]
        own = distance(claim.pose.cell, claim.cell)
        return found[claim.rank] == claim.cell and aways.count(own) == 1

    def _are_candidates(self, claim: Refers) -> bool:
        """Whether all cards are reckoned with that a follower might take for the right one."""
        is_on = [claim.cell in on for on in self.selected_states()]
        for on, wanted in zip(self.selected_states(), is_on, strict=True):
            seen = {
                cell
                for cell in self.cards
                if (cell in on) == wanted
                and (is_seen(claim.pose, cell) or not is_seen(claim.pose, claim.cell))
            }
            if seen == set(claim.candidates):
                return True
        return False

    def _group(self, claim: Group) -> bool:
        found = {c for c in claim.candidates if self.matches(c, claim.face, claim.relations)}
        return found == set(claim.cells)

    def _turns(self, claim: Turns) -> bool:
        route = self.situation.intention.route
        action = Action.RIGHT if claim.turns > 0 else Action.LEFT
        count = abs(claim.turns)
        end = claim.at + count
        # Only the turn as a whole has a name: neither side of it is more of the same.
        is_whole = route[end : end + 1] != (action,) and (
            claim.at == 0 or route[claim.at - 1] is not action
        )
        return count > 0 and route[claim.at : end] == (action,) * count and is_whole

    def _moves(self, claim: Moves) -> bool:
        route = self.situation.intention.route
        action = Action.FORWARD if claim.moves > 0 else Action.BACKWARD
        count = abs(claim.moves)
        return route[claim.at : claim.at + count] == (action,) * count

    def _heads(self, claim: Heads) -> bool:
        return self.situation.intention.route[claim.at] is Action.FORWARD

    def _called(self, claim: Called) -> bool:
        assert claim.cells
        return all(is_fit_name(claim.words, self.tiles[cell]) for cell in claim.cells)

    def _shows(self, claim: Shows) -> bool:
        assert any(part is not None for part in (claim.face.colour, claim.face.shape))
        return set(claim.cells) == {cell for cell in self.cards if self.fits(cell, claim.face)}

    def _lies(self, claim: Lies) -> bool:
        return self.holds(claim.relation, claim.cell)

    def _picks(self, claim: Picks) -> bool:
        here = claim.pose.cell

        def away(cells: tuple[int, ...]) -> int:
            return min(distance(here, cell) for cell in cells)

        return claim.pose in self.poses and all(
            away(claim.cells) < away(rival) for rival in claim.rivals
        )

    def _passes(self, claim: Passes) -> bool:
        way = self.poses[claim.first : claim.last + 1]
        start, end = centre(way[0].cell), centre(way[-1].cell)
        length = math.dist(start, end)

        def along(cell: int) -> float:
            x, y = centre(cell)
            dx, dy = end[0] - start[0], end[1] - start[1]
            return ((x - start[0]) * dx + (y - start[1]) * dy) / length

        is_close = any(distance(p.cell, t) <= 1 for p in way[1:-1] for t in claim.things)
        return is_close and all(0 < along(thing) < length for thing in claim.things)

    def _follows(self, claim: Follows) -> bool:
        cells = [pose.cell for pose in self.poses[claim.first : claim.last + 1]]
        if claim.things:
            on = [any(distance(cell, t) <= 1 for t in claim.things) for cell in cells]
        else:
            on = [self.tiles[cell].terrain is Terrain.PATH for cell in cells]
        return sum(on) > len(on) / 2 and len(set(cells)) > 2

    def _nears(self, claim: Nears) -> bool:
        first, last = self.poses[claim.first].cell, self.poses[claim.last].cell
        return min(distance(last, t) for t in claim.things) < min(
            distance(first, t) for t in claim.things
        )

    def _spares(self, claim: Spares) -> bool:
        return claim.cell in self.cards and claim.cell not in [c for _, c in self.touched]

    def _onway(self, claim: OnWay) -> bool:
        a, b, c = claim.pose.cell, claim.cell, claim.goal
        return distance(a, b) + distance(b, c) <= distance(a, c) + 2

    def _toggles(self, claim: Toggles) -> bool:
        cards = self.situation.intention.cards
        if claim.cell not in cards:
            return False
        before = [
            on
            for on, cell in zip(self.selected_states(), cards, strict=False)
            if cell == claim.cell
        ]
        return any((claim.cell in on) == claim.was_selected for on in before)

    def _stands(self, claim: Stands) -> bool:
        return self.poses[claim.at].cell == claim.cell

    def _touched(self, claim: Touched) -> bool:
        return self.situation.memory.touched[-1 - claim.ago] == claim.cell

    def _recalls(self, claim: Recalls) -> bool:
        return self.situation.memory.named == claim.cell

    def _plantold(self, claim: PlanTold) -> bool:
        return claim.cell in self.situation.intention.leader_cards and self.fits(
            claim.cell, claim.face
        )

    def _plancount(self, claim: PlanCount) -> bool:
        return len(self.situation.intention.leader_cards) == claim.cards

    def _planincludes(self, claim: PlanIncludes) -> bool:
        cells = self.selected_states()[-1] | set(self.situation.intention.leader_cards)
        makes_set = len(cells) == 3 and is_set(*(self.cards[cell].kind for cell in cells))
        return makes_set and claim.cell in cells and self.fits(claim.cell, claim.face)

    def _asks(self, claim: Asks) -> bool:
        return len(self.situation.intention.cards) == claim.cards

    def _succeeds(self, claim: Succeeds) -> bool:
        return (claim.before, claim.cell) in pairwise(self.situation.intention.cards)

    def _chosen(self, claim: Chosen) -> bool:
        return all(claim.cell in on for on in self.selected_states())

    def _retracts(self, claim: Retracts) -> bool:
        """What is taken back is a side or the name of a card, and then words to do so."""
        return re.match(r"(left|right|the .+)\W+\w+", claim.words) is not None


def is_fit_name(words: str, tile: Tile) -> bool:
    """Whether people could call so what stands on a tile; a name unknown here is not fit."""
    if tile.prop is None:
        if tile.terrain in (Terrain.WATER, Terrain.DEEP_WATER):
            return WET.search(words) is not None
        return tile.terrain not in (Terrain.GRASS, Terrain.PATH) and HIGH.search(words) is not None
    looks = LOOKS[tile.prop].split()
    for word in re.split("[ -]", words):
        if word in COLOURS and not set(COLOURS[word].split()) & set(looks):
            return False
    fits = (tile.prop in props for pattern, props in NOUNS if re.search(pattern, words))
    return next(fits, False)


def meant(draft: Draft) -> str:
    """The text of a draft before typing, without what it takes back."""
    text = draft.plain
    for claim in draft.claims:
        if isinstance(claim, Retracts):
            assert claim.words in text
            text = text.replace(claim.words, "", 1)
    return text


def untrue(draft: Draft, situation: Situation) -> list[Claim]:
    """The claims of a draft that do not hold."""
    return Judge(situation).failed(draft.claims)
