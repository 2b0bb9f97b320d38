"""Offline assistant: a provider with no model. It looks up the question's words, and quotes what it may read.

It gets a conversation like any provider and asks for the same tools; it keeps nothing between two requests. The same
conversation gives the same answer.
"""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Sequence

from pydantic import JsonValue

from vaultdesk.chat.attached_text import is_attached, unwrap_attached
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, new_id
from vaultdesk.core.destination import Destination
from vaultdesk.providers.connection import in_thread
from vaultdesk.providers.events import CallReady, CallStarted, ModelEvent, TextArrived, TurnEnded
from vaultdesk.providers.offline_replies import (
    declined,
    found_nothing,
    found_unread,
    greeting,
    no_tools,
    nothing_to_quote,
    quoted,
)
from vaultdesk.providers.offline_results import Results, results_of
from vaultdesk.providers.provider import ModelInfo, ModelRequest
from vaultdesk.providers.quotes import best_quotes, rank_notes
from vaultdesk.providers.telling_words import looser, telling_words

PASSAGES, SEARCH, READ = "local_search", "vault_search", "file_read"
"""The tools it knows: it looks for passages, or else word by word, and reads the notes it found."""

MOST_NOTES = 5
"""Notes it asks to read: more is a long list to tick, and an answer quotes five sentences."""

HITS = 10
"""Notes it asks a search for."""

LONGEST = 1_000
"""Characters of a question a search takes."""

OFFLINE = Destination("Offline assistant", "", local=True)

_PIECE = re.compile(r"\s*\S+\s*")


class OfflineAssistant:
    """Answers by quoting notes; says so."""

    @property
    def destination(self) -> Destination:
        """Nothing leaves this program."""
        return OFFLINE

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Take the next step: search, search more loosely, read, or answer."""
        # Taking long notes apart costs tenths of a second, too long for the window's own thread.
        step = await in_thread(lambda: next_step(request))
        if isinstance(step, str):
            for piece in _PIECE.findall(step):
                await asyncio.sleep(0)
                yield TextArrived(piece)
            yield TurnEnded("end")
            return
        for call in step:
            yield CallStarted(call.id, call.name)
            yield CallReady(call)
        yield TurnEnded("tool_calls")

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return its one name."""
        return (ModelInfo("offline", "Offline assistant"),)

    async def aclose(self) -> None:
        """Close nothing: it holds nothing open."""


def next_step(request: ModelRequest) -> str | tuple[ToolCallPart, ...]:
    """Return what to do after *request*: an answer, or the tools to ask for."""
    # Its patterns take a hundredth of a second to compile, which no start is to wait for.
    from vaultdesk.providers.offline_wishes import corrected, told, wish_in

    question, since = _since_question(request.messages)
    offered = {tool.name for tool in request.tools}
    wish = wish_in(_own_words(question))
    if wish is not None and wish.tool in offered and (better := corrected(wish, since)) != wish:
        return (_call(wish.tool, dict(better.arguments)),)
    if wish is not None and (done := told(wish, since)):
        return done
    if wish is not None and wish.tool in offered:
        return (_call(wish.tool, dict(wish.arguments)),)
    words = telling_words(_own_words(question))
    if not words:
        return greeting()
    attached = _attached(question)
    results = results_of(since)
    if not results and not offered & {PASSAGES, SEARCH}:
        return quoted(best_quotes(attached, words), ()) if best_quotes(attached, words) else no_tools()
    if not results and PASSAGES in offered:
        return (_call(PASSAGES, {"query": _own_words(question)[:LONGEST], "salient_terms": list(words)}),)
    if results.passages_asked and not results.searches and not results.read_asked:
        step = _after_passages(results, words, attached, offered)
        if step is not None:
            return step
    if not results.searches and not results.refusals and not results.read_asked:
        return tuple(_call(SEARCH, {"query": word, "limit": HITS}) for word in words)
    return _after_search(results, words, attached, offered)


def _after_passages(
    results: Results, words: tuple[str, ...], attached: dict[str, str], offered: set[str]
) -> str | tuple[ToolCallPart, ...] | None:
    """Return what to do with passages: read the notes they are from, or quote them; None to look word by word."""
    quotes = best_quotes(results.passages, (*words, *looser(words)))
    held = {path: sum(word.lower() in text.lower() for word in words) for path, text in results.passages.items()}
    # A note that holds one word where another holds them all was found by its meaning, which cannot be quoted by words.
    best = tuple(dict.fromkeys(quote.path for quote in quotes if 2 * held[quote.path] > max(held.values(), default=0)))
    best = best or tuple(dict.fromkeys(quote.path for quote in quotes))
    if best and READ in offered:
        return (_call(READ, {"file_paths": list(best)}),)
    if best:
        return quoted(best_quotes({**attached, **results.passages}, (*words, *looser(words))), results.remarks)
    if SEARCH in offered or results.refusals:
        return None
    paths = tuple(results.passages)[:MOST_NOTES]
    return nothing_to_quote(paths, words, results.remarks) if paths else found_nothing(words, ())


def _after_search(
    results: Results, words: tuple[str, ...], attached: dict[str, str], offered: set[str]
) -> str | tuple[ToolCallPart, ...]:
    looked_for = tuple(results.searches)
    best = rank_notes(results.searches, MOST_NOTES) or tuple(results.passages)[:MOST_NOTES]
    if results.notes or results.read_asked:
        quotes = best_quotes({**attached, **results.notes}, (*words, *looser(words)))
        if not results.notes and results.refusals:
            return declined("read the notes that were found", results.refusals, best)
        return quoted(quotes, results.remarks) if quotes else nothing_to_quote(best, looked_for, results.remarks)
    if best:
        if READ not in offered:
            return found_unread(best)
        return (_call(READ, {"file_paths": list(best)}),)
    if results.refusals and not results.searches:
        return declined("search the notes", results.refusals, ())
    loose = tuple(word for word in looser(words) if word not in looked_for)
    if loose and not results.refusals and SEARCH in offered and set(looked_for) <= set(words):
        return tuple(_call(SEARCH, {"query": word, "limit": HITS}) for word in loose)
    quotes = best_quotes(attached, words)
    return quoted(quotes, ()) if quotes else found_nothing(looked_for or words, results.refusals)


def _since_question(messages: Sequence[Message]) -> tuple[Message | None, Sequence[Message]]:
    for place in range(len(messages) - 1, -1, -1):
        if messages[place].role == "user":
            return messages[place], messages[place + 1 :]
    return None, messages


def _own_words(question: Message | None) -> str:
    """Return what the person wrote: text that carries a note's words has a source and is left out."""
    parts = question.parts if question is not None else ()
    texts = (part.text for part in parts if isinstance(part, TextPart) and not part.sources)
    return " ".join(text for text in texts if not is_attached(text))


def _attached(question: Message | None) -> dict[str, str]:
    """Return the notes that came with the question, text by path."""
    parts = question.parts if question is not None else ()
    return {
        part.sources[0].path: unwrap_attached(part.text)
        for part in parts
        if isinstance(part, TextPart) and part.sources
    }


def _call(name: str, arguments: dict[str, JsonValue]) -> ToolCallPart:
    return ToolCallPart(
        id=new_id("call"), name=name, arguments_json=json.dumps(arguments, ensure_ascii=False), arguments=arguments
    )
