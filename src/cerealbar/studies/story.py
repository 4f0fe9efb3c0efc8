"""The story of a participant: what its ledger tells, at a glance."""

from collections.abc import Iterable
from dataclasses import dataclass, field, replace

from cerealbar.game import PlayerWord
from cerealbar.studies import entries as told
from cerealbar.studies.entries import GamePlayed, LedgerEntry, StudyEntry
from cerealbar.wire.visits import EndWord


@dataclass(frozen=True, slots=True)
class GamePlace:
    """Where a participant is in the game that it is drawn for."""

    drawn: told.Drawn
    since: float
    """When it was drawn."""
    seat: told.PlaceTaken | None = None
    seated_at: float = 0.0
    waits: int = 0
    """How often nobody came."""


@dataclass(frozen=True, slots=True)
class ParticipantStory:
    """What a participant has done and reached; the newest visit's, where it says nothing else."""

    visit: int = 0
    window: int = 0
    is_program: bool = False
    """Whether it said in any window that it is no person."""
    arrived: float = 0.0
    """When the visit began."""
    last: float = 0.0
    """When something happened last."""
    reached: dict[str, float] = field(default_factory=dict)
    """When each step was first shown."""
    done: frozenset[str] = frozenset()
    """Steps without games that are behind it."""
    quiz_tries: dict[str, tuple[told.QuizTaken, ...]] = field(default_factory=dict)
    tutorials: dict[str, str] = field(default_factory=dict)
    """The games of tutorials that were opened, by step."""
    tasks: dict[str, tuple[told.TaskDone, ...]] = field(default_factory=dict)
    games: tuple[GamePlayed, ...] = ()
    asked_about: frozenset[str] = frozenset()
    """Games about which a questionnaire was answered."""
    place: GamePlace | None = None
    waited: float = 0.0
    """Seconds for which nobody came, and the participant is paid."""
    end: EndWord | None = None
    code: str = ""
    pools: frozenset[str] = frozenset()
    barred: frozenset[str] = frozenset()
    """Pools out of which it was taken by hand, and which no condition lets it join again."""
    excluded: str | None = None
    messages: tuple[str, ...] = ()
    past_games: tuple[GamePlayed, ...] = ()
    """Of earlier visits."""
    past_ends: tuple[EndWord, ...] = ()
    past_waited: float = 0.0
    compensated: int = 0
    paid: int = 0
    """Cents, of all visits."""

    @property
    def all_games(self) -> tuple[GamePlayed, ...]:
        """Games of all visits, the oldest first."""
        return (*self.past_games, *self.games)

    @property
    def ends(self) -> tuple[EndWord, ...]:
        """How its visits ended, the oldest first."""
        return self.past_ends if self.end is None else (*self.past_ends, self.end)

    def games_in(self, step: str) -> tuple[GamePlayed, ...]:
        """The games of a step in this visit."""
        return tuple(game for game in self.games if game.step == step)

    def roles(self) -> tuple[PlayerWord, ...]:
        """The roles that it has had, in all visits."""
        return tuple(game.role for game in self.all_games)

    def then(self, entry: StudyEntry, wall: float) -> "ParticipantStory":
        """The story after one more entry."""
        return replace(_after(self, entry, wall), last=wall)


def story_of(ledger: Iterable[LedgerEntry]) -> ParticipantStory:
    """The story that a ledger tells."""
    story = ParticipantStory()
    for line in ledger:
        story = story.then(line.entry, line.wall)
    return story


def _after(story: ParticipantStory, entry: StudyEntry, wall: float) -> ParticipantStory:
    """What each kind of entry changes; those of admins come last."""
    place = story.place
    match entry:
        case told.Arrived(visit=visit, window=window):
            begun = story if visit == story.visit else _new_visit(story, visit, wall)
            is_program = story.is_program or entry.is_program
            return replace(begun, window=window, is_program=is_program)
        case told.Reached(step=step):
            return replace(story, reached=story.reached | {step: wall})
        case told.StepAnswered(step=step, game_id=None):
            return replace(story, done=story.done | {step})
        case told.StepAnswered(game_id=str(game_id)):
            return replace(story, asked_about=story.asked_about | {game_id})
        case told.QuizTaken(step=step, is_passed=is_passed):
            tries = (*story.quiz_tries.get(step, ()), entry)
            done = story.done | {step} if is_passed else story.done
            return replace(story, quiz_tries=story.quiz_tries | {step: tries}, done=done)
        case told.TutorialOpened(step=step, game_id=game_id):
            return replace(story, tutorials=story.tutorials | {step: game_id})
        case told.TutorialDone(step=step):
            return replace(story, done=story.done | {step})
        case told.TaskDone(step=step):
            tasks = (*story.tasks.get(step, ()), entry)
            return replace(story, tasks=story.tasks | {step: tasks})
        case told.Drawn():
            return replace(story, place=GamePlace(entry, wall))
        case told.PlaceTaken() if place is not None:
            return replace(story, place=replace(place, seat=entry, seated_at=wall))
        case told.WaitEnded(seconds=seconds):
            left = place and replace(place, seat=None, waits=place.waits + 1)
            return replace(story, place=left, waited=story.waited + seconds)
        case GamePlayed(waited_seconds=waited):
            games = (*story.games, entry)
            return replace(story, games=games, place=None, waited=story.waited + waited)
        case told.Ended(how=how, code=code):
            return replace(story, end=how, code=code, place=None)
        case told.PoolChanged(pool=pool, is_member=True):
            pools, barred = story.pools | {pool}, story.barred - {pool}
            return replace(story, pools=pools, barred=barred)
        case told.PoolChanged(pool=pool, by=by):
            barred = story.barred | {pool} if by else story.barred
            return replace(story, pools=story.pools - {pool}, barred=barred)
        case told.Excluded(reason=reason):
            return replace(story, excluded=reason)
        case told.Compensated(cents=cents):
            return replace(story, compensated=story.compensated + cents)
        case told.Paid(cents=cents):
            return replace(story, paid=story.paid + cents)
        case told.Messaged(text=text):
            return replace(story, messages=(*story.messages, text))
        case _:
            return story


def _new_visit(story: ParticipantStory, visit: int, wall: float) -> ParticipantStory:
    return ParticipantStory(
        visit=visit,
        arrived=wall,
        pools=story.pools,
        barred=story.barred,
        excluded=story.excluded,
        past_games=story.all_games,
        past_ends=story.ends,
        past_waited=story.past_waited + story.waited,
        compensated=story.compensated,
        paid=story.paid,
    )
