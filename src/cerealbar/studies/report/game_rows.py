"""Rows of figures about games: points, words, change from game to game, ends of instructions."""

from collections import Counter, defaultdict
from collections.abc import Callable, Mapping, Sequence
from statistics import median

from cerealbar.game import SignalKind
from cerealbar.records.report.plots import FOLLOWER, HERE, PAPER, SOFT
from cerealbar.records.statistics import ENDED
from cerealbar.studies.material import PARTNERS, Material, StudiedGame
from cerealbar.studies.report.estimates import PAPER_PARTNERS, estimate, expected_types, growth
from cerealbar.studies.spreadsheets import TableValue

LEAST_PEOPLE = 3
"""Of fewer people than so many a mean is not drawn."""
CANCELLATION = "cancellation"
SHADES = (HERE, FOLLOWER, PAPER, SOFT)
"""Of the parts of a whole."""
PARTNER_LOOKS: Mapping[str, dict[str, str]] = {
    "person": {"label": "with\u00a0people", "series": "with\u00a0people", "color": HERE},
    "agent": {"label": "with\u00a0agents", "series": "with\u00a0agents", "color": FOLLOWER},
}
_KINDS = (*(kind.value for kind in SignalKind), CANCELLATION)
Groups = Mapping[str, Sequence[StudiedGame]]
ValuesOf = Callable[[StudiedGame], Sequence[float]]
FigureRow = dict[str, TableValue]
FigureRows = list[FigureRow]


def _points(game: StudiedGame) -> Sequence[float]:
    return [game.score]


def _lengths(game: StudiedGame) -> Sequence[float]:
    """Tokens of each finished instruction."""
    return [len(tokens) for tokens in game.finished_tokens]


def by_partner(games: Sequence[StudiedGame]) -> Groups:
    """Games with people, and games with agents."""
    return {kind: [each for each in games if each.partner == kind] for kind in PARTNERS}


def points(material: Material) -> FigureRows:
    """Points of whole games, beside the paper's."""
    rows = _estimates("partner", by_partner(material.whole_games), _points)
    theirs = (PAPER_PARTNERS[kind] for kind in PARTNERS)
    return [
        row | {"paper_mean": told.points, "paper_max": told.most_points}
        for row, told in zip(rows, theirs, strict=True)
    ]


def points_distribution(material: Material) -> FigureRows:
    """How often each number of points was reached."""
    groups = by_partner(material.whole_games)
    counts = {kind: Counter(each.score for each in some) for kind, some in groups.items()}
    highest = max((score for found in counts.values() for score in found), default=-1)
    return [
        {"partner": kind, "points": score, "games": found[score], **PARTNER_LOOKS[kind]}
        for kind, found in counts.items()
        for score in range(highest + 1)
        if found
    ]


def instruction_length(material: Material) -> FigureRows:
    """Tokens of finished instructions, beside the paper's."""
    rows = _estimates("partner", by_partner(material.written_games), _lengths)
    return [
        row | {"paper_mean": PAPER_PARTNERS[kind].tokens}
        for row, kind in zip(rows, PARTNERS, strict=True)
    ]


def vocabulary(material: Material) -> FigureRows:
    """Sizes of vocabularies."""
    counts = _token_counts(material)
    equal = min((found.total() for found in counts.values()), default=0)
    return [
        {
            "partner": kind,
            "tokens": found.total(),
            "types": float(len(found)),
            "equal_tokens": equal,
            "equal_types": expected_types(found, equal),
            "paper_types": PAPER_PARTNERS[kind].types,
        }
        for kind in PARTNERS
        if (found := counts.get(kind)) is not None
    ]


def vocabulary_growth(material: Material) -> FigureRows:
    """How types grow with tokens."""
    return [
        {"partner": kind, "tokens": tokens, "types": types, **PARTNER_LOOKS[kind]}
        for kind, found in _token_counts(material).items()
        for tokens, types in growth(found)
    ]


def points_by_treatment(material: Material) -> FigureRows | None:
    """Points of whole games, where there are several treatments."""
    return _by_treatment(material, material.whole_games, _points)


def length_by_treatment(material: Material) -> FigureRows | None:
    """Tokens of finished instructions, likewise."""
    return _by_treatment(material, material.written_games, _lengths)


def points_by_number(material: Material) -> FigureRows:
    """Points by which game of a person it was."""
    return _by_number(material, _points, only_led=False)


def length_by_number(material: Material) -> FigureRows:
    """Tokens of finished instructions by which game that a person led it was."""
    return _by_number(material, _lengths, only_led=True)


def instructions(material: Material) -> FigureRows:
    """What became of instructions."""
    return [
        {
            **PARTNER_LOOKS[kind],
            "partner": kind,
            "status": status.value,
            "series": status.value,
            "color": color,
            "count": sum(each.count(status) for each in games),
        }
        for kind, games in by_partner(material.games).items()
        if any(each.instructions for each in games)
        for status, color in zip(ENDED, SHADES, strict=True)
    ]


def signals(material: Material) -> FigureRows:
    """What players told each other beside instructions."""
    rows = FigureRows()
    for word in _KINDS:
        for kind, games in by_partner(material.games).items():
            told = sum(
                each.cancellations if word == CANCELLATION else each.signals[word] for each in games
            )
            rows.append({"partner": kind, "kind": word, "games": len(games), "count": told})
            if told:
                look = PARTNER_LOOKS[kind]
                rows[-1] |= {"label": f"{word.replace('-', ' ')}, {look['label']}"}
                rows[-1] |= {"value": told / len(games), "color": look["color"]}
                rows[-1] |= {"note": f"{told / len(games):.1f} a game ({told:,})"}
    return rows


def _estimates(column: str, groups: Groups, values_of: ValuesOf) -> FigureRows:
    """Means of groups of games, with their intervals over games."""
    rows = FigureRows()
    for group, games in groups.items():
        found = [values_of(game) for game in games]
        values = [value for each in found for value in each]
        rows.append({column: group, "games": len(games), "values": len(values)})
        rows[-1] |= estimate(found)._asdict() | {"median": None, "max": None}
        if values:
            rows[-1] |= {"median": float(median(values)), "max": int(max(values))}
            look = {"label": group, "color": HERE}
            rows[-1] |= PARTNER_LOOKS[group] if column == "partner" else look
    return rows


def _by_treatment(
    material: Material, games: Sequence[StudiedGame], values_of: ValuesOf
) -> FigureRows | None:
    names = material.study.treatments
    groups = {name: [each for each in games if each.treatment == name] for name in names}
    return _estimates("treatment", groups, values_of) if len(names) > 1 else None


def _by_number(material: Material, values_of: ValuesOf, *, only_led: bool) -> FigureRows:
    values: defaultdict[tuple[str, int], list[Sequence[float]]] = defaultdict(list)
    played: Counter[str] = Counter()
    whole = [(part, game) for game in material.whole_games for part in game.parts]
    parts = sorted(whole, key=lambda each: (each[0].participant_id, each[0].number))
    for part, game in parts:
        if part.game.role == "leader" or not only_led:
            played[part.participant_id] += 1
            number = played[part.participant_id] if only_led else part.number
            values[part.game.partner, number].append(values_of(game))
    rows = FigureRows()
    for (kind, number), groups in sorted(values.items()):
        people = sum(len(group) > 0 for group in groups)
        rows.append({"partner": kind, "number": number, "people": people})
        rows[-1] |= estimate(groups)._asdict()
    enough = [row for row in rows if int(row["people"] or 0) >= LEAST_PEOPLE]
    if len({row["number"] for row in enough}) > 1:
        for row in enough:
            row |= PARTNER_LOOKS[str(row["partner"])]
    return rows


def _token_counts(material: Material) -> dict[str, Counter[str]]:
    """How often each token occurs in finished instructions, by the kind of partner."""
    counts = {
        kind: Counter(token for each in games for some in each.finished_tokens for token in some)
        for kind, games in by_partner(material.written_games).items()
    }
    return {kind: found for kind, found in counts.items() if found}


GAME_ROWS = (
    points,
    points_distribution,
    instruction_length,
    vocabulary,
    vocabulary_growth,
    points_by_treatment,
    length_by_treatment,
    points_by_number,
    length_by_number,
    instructions,
    signals,
)
