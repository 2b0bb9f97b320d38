"""Threads: a turn of codex that was begun, read, put aside while our tools run, and taken up or left. One at a time."""

import asyncio
from collections.abc import AsyncGenerator, Iterable
from contextlib import aclosing
from dataclasses import dataclass, field, replace

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolResultPart
from vaultdesk.core.errors import ProviderError, ProviderRefused
from vaultdesk.providers.codex.app_server import AppServer, Refused
from vaultdesk.providers.codex.declined import tool_result
from vaultdesk.providers.codex.items import history_and_question, offered, turn_start
from vaultdesk.providers.codex.mailbox import Mailbox, Said
from vaultdesk.providers.codex.troubles import too_old, turn_error
from vaultdesk.providers.codex.turn_answer import TurnAnswer
from vaultdesk.providers.codex.usage import Spent
from vaultdesk.providers.events import ModelEvent
from vaultdesk.providers.loose_json import fields, words
from vaultdesk.providers.peer import Peer, broken, silent
from vaultdesk.providers.provider import ModelRequest

SETTLE = 0.25
"""Seconds after a call in which another of the same answer may come: a script sends its calls within milliseconds."""

MAX_WITHOUT_CONTENT = 20_000
"""Messages in a row that say nothing to anybody: chatter for ever must end even where it comes faster than time."""

_MOVED_ON = ("rawResponseItem/completed", "rawResponse/completed", "turn/completed", "error")
"""What codex says only when it no longer waits for our tools: newer models look again after half a minute."""


@dataclass
class Turn:
    """One turn in one thread of codex."""

    server: AppServer
    peer: Peer
    family: str
    thread: str
    box: Mailbox
    asked: ModelRequest
    id: str = ""
    spent: Spent = field(default_factory=Spent)
    pending: dict[str, JsonValue] = field(default_factory=dict)
    """The requests codex waits for, by our call ids."""
    left: bool = False

    async def read(self, quiet: float) -> AsyncGenerator[ModelEvent, None]:
        """Read on to the next calls or the end; what is neither leaves the turn. Raises `ProviderError`."""
        answer = TurnAnswer(self.peer, self.family, self.id, offered(self.asked), self.spent)
        try:
            async with aclosing(_read(self, answer, quiet)) as arriving:
                async for event in arriving:
                    yield event
            events = tuple(answer.end())
            self._put_aside(answer)
            for event in events:
                yield event
        finally:
            if not self.pending:
                self.leave(over=answer.closed)

    def answer(self, results: Iterable[ToolResultPart]) -> None:
        """Give codex what our tools answered; it goes on at once."""
        self.box.watch_with(None)
        waiting, self.pending = self.pending, {}
        for part in results:
            self.server.reply(waiting[part.call_id], tool_result(part.content, success=not part.is_error))

    def leave(self, *, over: bool = False) -> None:
        """Hear no more of it, and stop it unless it is *over*. Sends without waiting, so it works under cancelling."""
        if self.left:
            return
        self.left = True
        self.pending = {}
        if not over and self.id and self.server.alive:
            self.server.question("turn/interrupt", {"threadId": self.thread, "turnId": self.id})
        self.server.forget(self.thread)

    def _put_aside(self, answer: TurnAnswer) -> None:
        self.pending = answer.pending
        if self.pending and self.spent.shown:
            self.box.watch_with(self._watch)

    def _watch(self, message: Said) -> None:
        if message.get("method") in _MOVED_ON:
            self.leave()


async def begun(server: AppServer, peer: Peer, family: str, request: ModelRequest, start: Said) -> Turn:
    """Begin a thread for *request* and ask its question. Raises `ProviderError`."""
    try:
        answer = await server.ask("thread/start", start)
    except Refused as refused:
        raise _not_begun(peer, refused, start) from None
    told = fields(answer.get("thread"))
    thread = words(told.get("id"))
    if not thread:
        raise broken(peer, "it began no thread")
    turn = Turn(server, peer, family, thread, server.listen(thread), request)
    try:
        if told.get("environments") != []:
            raise too_old(peer)
        await _ask(turn, request)
    except BaseException:
        turn.leave()
        raise
    return turn


async def _ask(turn: Turn, request: ModelRequest) -> None:
    server = turn.server
    history, question = history_and_question(request.messages, turn.family)
    try:
        if history:
            await server.ask("thread/inject_items", {"threadId": turn.thread, "items": history})
        answer = server.question("turn/start", turn_start(request, turn.thread, question))
        answer.add_done_callback(lambda done: _known(turn, done))
        await server.answered(answer)
    except Refused as refused:
        raise turn_error(turn.peer, {"message": str(refused)}, begun=False) from None


def _known(turn: Turn, done: "asyncio.Future[Said]") -> None:
    """Note the turn's id; a turn that was left before it had one is stopped now."""
    if done.cancelled() or done.exception() is not None:
        return
    turn.id = words(fields(done.result().get("turn")).get("id"))
    if turn.left and turn.server.alive:
        turn.server.question("turn/interrupt", {"threadId": turn.thread, "turnId": turn.id})


def _not_begun(peer: Peer, refused: Refused, start: Said) -> ProviderError:
    said = str(refused).lower()
    if start.get("dynamicTools") and ("dynamictools" in said or "dynamic tool" in said or "experimental" in said):
        return ProviderRefused(
            f"This version of {peer.name} cannot be given tools",
            hint="Update it with: npm install -g @openai/codex@latest.",
            trouble="no_tools",
        )
    return turn_error(peer, {"message": str(refused)}, begun=False)


async def _read(turn: Turn, answer: TurnAnswer, quiet: float) -> AsyncGenerator[ModelEvent, None]:
    """Read messages until the answer is over or waits for our tools, with limits on silence and chatter."""
    now = asyncio.get_running_loop().time
    seconds, chatter = 0.0, 0
    while not answer.closed and answer.pause != "now":
        settling = answer.pause == "soon"
        began = now()
        try:
            async with asyncio.timeout(SETTLE if settling else max(0.0, quiet - seconds)):
                message = await turn.box.next()
        except TimeoutError:
            if settling:
                return
            raise silent(turn.peer, quiet, begun=answer.begun) from None
        if message is None:
            raise turn.server.crashed()
        seconds, chatter = seconds + now() - began, chatter + 1
        for event in answer.take(message):
            seconds, chatter = 0.0, 0
            yield event
        if chatter > MAX_WITHOUT_CONTENT:
            raise broken(turn.peer, "it goes on without saying anything")


def same_thread(turn: Turn, request: ModelRequest) -> tuple[ToolResultPart, ...]:
    """Return the results with which *request* goes on in *turn*; none where it is another question.

    All else must be as it was: a thread keeps its model, its instructions and its tools.
    """
    if turn.left or replace(request, messages=()) != replace(turn.asked, messages=()):
        return ()
    place = max((n for n, message in enumerate(request.messages) if message.role == "assistant"), default=-1)
    if place < 0 or [call.id for call in request.messages[place].tool_calls] != list(turn.pending):
        return ()
    after = request.messages[place + 1 :]
    parts = [part for message in after for part in message.parts]
    results = [part for part in parts if isinstance(part, ToolResultPart)]
    if len(results) != len(parts) or {part.call_id for part in results} != turn.pending.keys():
        return ()
    return tuple(results) if len(results) == len(turn.pending) else ()
