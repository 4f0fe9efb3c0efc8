"""The table of games: a row for each participant in each game."""

from collections.abc import Iterable, Mapping

from cerealbar.game import Status
from cerealbar.studies.export.people import PARTICIPANT, STEP, VISIT
from cerealbar.studies.studied import PlayedPart, StudiedGame
from cerealbar.studies.tables import StudyTable, TableColumn, TableRow, make_table, moment

_COLUMNS = (
    PARTICIPANT,
    VISIT,
    STEP,
    TableColumn("number", "whole", "which of the participant's games, from 1 over all visits"),
    TableColumn("game", "text", "the game's id in the corpus"),
    TableColumn("role", "text", "leader or follower"),
    TableColumn("treatment", "text", "how the game was played, by the study's name for it"),
    TableColumn("partner", "text", "what the partner was: person or agent"),
    TableColumn("agent", "text", "the agent's name; empty with a person"),
    TableColumn("score", "whole", "the points of the game"),
    TableColumn("how", "text", "played to its end, partner-left, left or broken"),
    TableColumn("waited_seconds", "number", "how long the participant waited for the partner"),
    TableColumn("seconds", "number", "how long the game was played"),
    TableColumn("instructions", "whole", "instructions that the leader sent"),
    TableColumn("finished", "whole", "of these, marked as done by the follower"),
    TableColumn("given_up", "whole", "of these, given up by the follower"),
    TableColumn("cancelled", "whole", "of these, withdrawn by the leader"),
    TableColumn("tokens", "whole", "words and marks of all instructions"),
    TableColumn("finished_tokens", "whole", "of these, in finished instructions"),
    TableColumn("signals", "whole", "thumbs, questions and remarks of both players"),
    TableColumn("ended", "time", "when it was over for the participant"),
)


def games_table(parts: Iterable[PlayedPart], games: Mapping[str, StudiedGame]) -> StudyTable:
    """One row for each participant and game."""
    rows = (_row(part, games[part.game.game_id]) for part in parts)
    about = "One row for each participant in each game; a game of two people has two."
    return make_table("games", about, _COLUMNS, rows)


def _row(part: PlayedPart, game: StudiedGame) -> TableRow:
    told = part.game
    return {
        "participant": part.participant_id,
        "visit": part.visit,
        "step": told.step,
        "number": part.number,
        "game": told.game_id,
        "role": told.role,
        "treatment": told.treatment,
        "partner": told.partner,
        "agent": told.agent,
        "score": told.score,
        "how": told.how,
        "waited_seconds": round(told.waited_seconds, 3),
        "seconds": round(game.seconds, 3),
        "instructions": len(game.instructions),
        "finished": game.count(Status.FINISHED),
        "given_up": game.count(Status.GIVEN_UP),
        "cancelled": game.count(Status.CANCELLED),
        "tokens": sum(len(each.tokens) for each in game.instructions),
        "finished_tokens": sum(map(len, game.finished_tokens)),
        "signals": sum(game.signals.values()),
        "ended": moment(part.wall),
    }
