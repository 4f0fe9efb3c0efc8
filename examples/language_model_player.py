"""A language model plays, as a follower or as a leader: it reads the view in words and answers so.

Any server of OpenAI's chat completions will do, also one on your own machine:

    export CEREALBAR_LLM_URL=http://localhost:11434/v1 CEREALBAR_LLM_MODEL=llama3.2
    export OPENAI_API_KEY=...                    # if the server wants one; it is read nowhere else
    python examples/language_model_player.py --role follower --games 2

As `module:factory` it plays wherever a player is named, from the folder `examples` or with that
folder on `PYTHONPATH`:

    cerealbar play-off --leader scripted --follower language_model_player:follower
    cerealbar evaluate language_model_player:follower --suite written-dev
    cerealbar serve --follower language_model_player:follower

The model is asked for several actions at once, and again when they are done or one was blocked. An
answer that cannot be read is told back once; after that the follower gives up, and the leader ends
its turn, with the reason. Servers that are busy (429), fail (5xx) or are slow are asked again, a
little later each time; whatever else they refuse is an error.
"""

import argparse
import json
import logging
import os
import re
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass, field, replace

from cerealbar.agents import (
    Choice,
    FollowTask,
    LeadTask,
    Simulation,
    make_follower,
    make_leader,
    map_seeds,
)
from cerealbar.game import (
    MAX_REMARK_LENGTH,
    Action,
    CerealBarError,
    InstructionError,
    check_instruction,
)

Message = dict[str, str]
STEPS = {action.word: action for action in (*list(Action)[:4], Action.DONE)}
AT_ONCE = 8
"""Games about which the server is asked at the same time."""
BLOCKED_AT_MOST = 3
"""Blocked steps under one instruction, after which the follower gives up."""

RULES = """You play CerealBar on a board of hexagonal cells with a partner. Cards lie on the board;
stepping on a card selects it, stepping on it again deselects it. Three selected cards that all
differ in count, colour and shape are a set, which scores. forward and backward move one cell along
your heading, left and right turn you 60 degrees on the spot; water, hills, trees and houses block.
"""
FOLLOW = f"""{RULES}You are the follower: carry out the current instruction, nothing else. Answer
with one line that begins with ACTIONS: and lists the next actions in order, separated by commas,
each one of forward, backward, left, right, done. Say done when the instruction is carried out.
Example: ACTIONS: left, forward, forward, done"""
LEAD = f"""{RULES}You are the leader: you see the whole board, walk yourself, and tell the follower
in plain English what to do. Answer with lines, in the order in which you want things done:
MOVE: actions separated by commas, each one of forward, backward, left, right
SAY: an instruction to the follower, such as: get the two pink rings
END to end your turn; the follower then does what you said. Always end with END."""


class LanguageModelError(CerealBarError, RuntimeError):
    """The server of a language model cannot be asked."""


class LanguageModelBusyError(LanguageModelError):
    """It could, but does not answer now."""

    wait: float | None = None
    """Seconds after which it wants to be asked again, if it says."""


class UnreadableAnswerError(CerealBarError, ValueError):
    """A language model answered with what is none of the answers asked for."""


@dataclass(frozen=True, slots=True)
class ChatServer:
    """Who answers: any address with OpenAI's chat completions."""

    url: str = "http://localhost:11434/v1"
    model: str = "llama3.2"
    key: str = field(default="", repr=False)
    timeout: float = 60.0
    """Seconds for one answer."""
    attempts: int = 4
    sleep: Callable[[float], None] = time.sleep

    @classmethod
    def from_environment(cls, environment: "os._Environ[str] | dict[str, str]") -> "ChatServer":
        """As CEREALBAR_LLM_URL, CEREALBAR_LLM_MODEL and OPENAI_API_KEY say."""
        default = cls()
        return cls(
            environment.get("CEREALBAR_LLM_URL", default.url),
            environment.get("CEREALBAR_LLM_MODEL", default.model),
            environment.get("OPENAI_API_KEY", ""),
        )

    def answer(self, messages: Sequence[Message], seed: int = 0) -> str:
        """What the model says next.

        Raises:
            LanguageModelBusyError: the server does not answer, however often it is asked.
            LanguageModelError: it refuses, or speaks another language than chat completions.
        """
        body = {"model": self.model, "messages": messages, "temperature": 0, "seed": seed}
        wait = 1.0
        for attempt in range(1, self.attempts + 1):
            try:
                return _content(self._post(json.dumps(body).encode()))
            except LanguageModelBusyError as error:
                if attempt == self.attempts:
                    raise
                after = error.wait
            self.sleep(wait if after is None else after)
            wait *= 2
        raise AssertionError("there is at least one attempt")

    def _post(self, body: bytes) -> bytes:
        address = f"{self.url.rstrip('/')}/chat/completions"
        if not address.startswith(("http://", "https://")):
            raise LanguageModelError(f"{self.url!r} is no address: expected http:// or https://")
        headers = {"Content-Type": "application/json"}
        if self.key:
            headers["Authorization"] = f"Bearer {self.key}"
        request = urllib.request.Request(address, body, headers)  # noqa: S310  # checked above
        try:
            with urllib.request.urlopen(request, timeout=self.timeout) as response:  # noqa: S310
                told: bytes = response.read()
                return told
        except urllib.error.HTTPError as error:
            with error:
                raise _refusal(error) from None
        except (TimeoutError, urllib.error.URLError, ConnectionError) as error:
            reason = getattr(error, "reason", error)
            raise LanguageModelBusyError(f"{address} does not answer: {reason}") from None


def _refusal(error: urllib.error.HTTPError) -> LanguageModelError:
    text = " ".join(error.read(300).decode(errors="replace").split())
    if error.code != 429 and error.code < 500:
        return LanguageModelError(f"the language model's server answers {error.code}: {text}")
    busy = LanguageModelBusyError(f"the language model's server answers {error.code}: {text}")
    after = error.headers.get("Retry-After", "")
    busy.wait = min(60.0, float(after)) if after.isdigit() else None
    return busy


def _content(body: bytes) -> str:
    try:
        content = json.loads(body)["choices"][0]["message"]["content"]
    except (ValueError, LookupError, TypeError):
        start = body[:100]
        raise LanguageModelError(f"{start!r} is no answer of chat completions") from None
    return content if isinstance(content, str) else ""


def leader_words(task: LeadTask) -> str:
    """What a leader knows, in words."""
    finished = [f'Instruction (finished): "{text}"' for text in task.finished[-5:]]
    return "\n".join([str(task.view), *finished])


def read_actions(answer: str) -> list[Choice]:
    """The actions of a follower's answer.

    Raises:
        UnreadableAnswerError: it has none.
    """
    lines = re.findall(r"^\W*actions\W*:(.*)$", answer, re.IGNORECASE | re.MULTILINE)
    return [Choice(action) for action in _steps(lines[-1] if lines else answer, answer)]


def _steps(listed: str, answer: str) -> list[Action]:
    words = re.findall(r"[a-z-]+", listed.lower())
    unknown = [word for word in words if word not in STEPS]
    if unknown or not words:
        shown = " ".join(answer.split())[:120]
        what = f"{unknown[0]!r} is no action" if unknown else "there is no action"
        raise UnreadableAnswerError(f"{what} in {shown!r}")
    return [STEPS[word] for word in words]


def read_turn(answer: str) -> list[Choice]:
    """What a leader's answer asks for, in order; it ends with the turn.

    Raises:
        UnreadableAnswerError: it cannot be read.
    """
    choices: list[Choice] = []
    for line in answer.splitlines():
        word, _, rest = line.strip(" *-").partition(":")
        match word.strip().lower():
            case "move":
                choices += [Choice(step) for step in _steps(rest, answer) if step.is_step]
            case "say":
                try:
                    choices.append(Choice(Action.INSTRUCT, check_instruction(rest.strip())))
                except InstructionError as error:
                    raise UnreadableAnswerError(str(error)) from None
            case "end":
                return [*choices, Choice(Action.DONE)]
    if not choices:
        shown = " ".join(answer.split())[:120]
        raise UnreadableAnswerError(f"no line of {shown!r} begins with MOVE:, SAY: or END")
    return [*choices, Choice(Action.DONE)]


@dataclass(slots=True)
class Conversation:
    """What a game has come to."""

    number: int = -1
    """Of the instruction, or of the turn."""
    coming: list[Choice] = field(default_factory=list)
    steps: int = 0
    """Steps taken when the last choice was made."""
    is_stepping: bool = False
    blocked: int = 0


class LanguageModelPlayer:
    """What followers and leaders that are language models have in common."""

    name = "language-model"

    def __init__(self, server: ChatServer, seed: int = 0) -> None:
        self.server, self.seed = server, seed
        self.reasons: list[str] = []
        """Why it did something safe instead of what a model said."""
        self._games: dict[int, Conversation] = {}

    def forget(self, game: int) -> None:
        """The game is over."""
        self._games.pop(game, None)

    def ask(self, system: str, words: str, read: Callable[[str], list[Choice]]) -> list[Choice]:
        """What the model wants; what cannot be read is told back once.

        Raises:
            UnreadableAnswerError: it cannot be read the second time either.
            LanguageModelBusyError: the server does not answer.
        """
        messages = [{"role": "system", "content": system}, {"role": "user", "content": words}]
        answer = self.server.answer(messages, self.seed)
        try:
            return read(answer)
        except UnreadableAnswerError as error:
            messages += [
                {"role": "assistant", "content": answer},
                {"role": "user", "content": f"I cannot read that: {error}. {system[len(RULES) :]}"},
            ]
        return read(self.server.answer(messages, self.seed))

    def note(self, error: CerealBarError) -> str:
        """Keep why something safe is done."""
        reason = " ".join(f"language model: {error}".split())[:MAX_REMARK_LENGTH]
        self.reasons.append(reason)
        logging.getLogger(__name__).warning(reason)
        return reason


class LanguageModelFollower(LanguageModelPlayer):
    """Carries out what the model reads into the instruction."""

    def follow(self, tasks: Sequence[FollowTask]) -> list[Choice]:
        """The next action of each game."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(self._follow, tasks))

    def _follow(self, task: FollowTask) -> Choice:
        talk = self._games.setdefault(task.game, Conversation())
        words = str(task.view)
        if talk.number != task.number:
            self._games[task.game] = talk = Conversation(task.number)
        elif talk.is_stepping and task.steps_taken == talk.steps:
            talk.coming, talk.blocked = [], talk.blocked + 1
            words += "\nYour last step was blocked: choose another way."
        if talk.blocked >= BLOCKED_AT_MOST:
            return Choice(
                Action.GIVE_UP, f"language model: the way was blocked {talk.blocked} times"
            )
        if not talk.coming:
            try:
                talk.coming = self.ask(FOLLOW, words, read_actions)
            except (UnreadableAnswerError, LanguageModelBusyError) as error:
                return Choice(Action.GIVE_UP, self.note(error))
        choice = talk.coming.pop(0)
        talk.steps, talk.is_stepping = task.steps_taken, choice.action.is_step
        return choice


class LanguageModelLeader(LanguageModelPlayer):
    """Walks and instructs as the model says."""

    def lead(self, tasks: Sequence[LeadTask]) -> list[Choice]:
        """The next choice of each game."""
        with ThreadPoolExecutor(AT_ONCE) as pool:
            return list(pool.map(self._lead, tasks))

    def _lead(self, task: LeadTask) -> Choice:
        talk = self._games.setdefault(task.game, Conversation())
        view = task.view
        turn = -1 if view.half_turns_left is None else view.half_turns_left
        if talk.number != turn or not talk.coming:
            talk.number = turn
            try:
                talk.coming = self.ask(LEAD, leader_words(task), read_turn)
            except (UnreadableAnswerError, LanguageModelBusyError) as error:
                self.note(error)
                talk.coming = [Choice(Action.DONE)]
        while talk.coming[0].action.is_step and view.steps_left == 0:
            talk.coming.pop(0)  # the turn has no more steps; it ends with another choice
        return talk.coming.pop(0)


def follower(seed: int) -> LanguageModelFollower:
    """A language model that follows; where it is asked, the environment says."""
    return LanguageModelFollower(ChatServer.from_environment(os.environ), seed)


def leader(seed: int) -> LanguageModelLeader:
    """A language model that leads; where it is asked, the environment says."""
    return LanguageModelLeader(ChatServer.from_environment(os.environ), seed)


def main(arguments: Sequence[str] | None = None) -> None:
    """Play some games with a partner and tell the scores."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    server = ChatServer.from_environment(os.environ)
    parser.add_argument("--url", default=server.url, help="where the server's /chat/completions is")
    parser.add_argument("--model", default=server.model)
    parser.add_argument("--role", choices=("follower", "leader"), default="follower")
    parser.add_argument("--partner", help="who has the other seat")
    parser.add_argument("--games", type=int, default=1)
    parser.add_argument("--seed", type=int, default=0)
    given = parser.parse_args(arguments)
    server = replace(server, url=given.url, model=given.model)
    if given.role == "follower":
        player = LanguageModelFollower(server, given.seed)
        table = Simulation(make_leader(given.partner or "scripted"), player)
    else:
        partner = make_follower(given.partner or "rule-based")
        table = Simulation(LanguageModelLeader(server, given.seed), partner)
    for number, game in enumerate(table.play(map_seeds(given.games, given.seed))):
        print(f"game {number}: {game.score} sets, {game.finished} instructions finished")


if __name__ == "__main__":
    main()
