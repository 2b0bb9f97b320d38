"""Offline assistant: a provider without a model that searches the notes and quotes them."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Sequence

from pydantic import JsonValue

from vaultdesk.chat.attached_text import is_attached, unwrap_attached
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, new_id
from vaultdesk.core.destination import Destination
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.providers.model_events import CallReady, CallStarted, ModelEvent, TextArrived, TurnEnded
from vaultdesk.providers.offline.keywords import looser_keywords, question_keywords
from vaultdesk.providers.offline.offline_results import OfflineResults, read_offline_results
from vaultdesk.providers.offline.quotes import Quote, best_quotes, rank_notes
from vaultdesk.providers.provider import ModelInfo, ModelRequest

SIGNATURE = (
    "*This is the built-in offline assistant: it finds and quotes sentences of your notes, and does not reason. "
    "Choose a model in Settings for answers in its own words.*"
)


def greeting_reply() -> str:
    """Return the answer to what is no question."""
    return (
        "Hello. I am the built-in offline assistant: no model, no account, nothing leaves this computer. Ask about "
        "something in your notes, with the words that are in them, and I will look for them and quote what I find.\n\n"
        "Choose a model in Settings for answers in its own words."
    )


def no_tools_reply() -> str:
    """Return the one line for when it may not look."""
    return (
        "I may not look into your notes: switch on tool calling for this vault (in Settings), then ask again. "
        "In a chat with the model alone I never look."
    )


def quotes_reply(quotes: Sequence[Quote], remarks: Sequence[str]) -> str:
    """Return the answer: each sentence with its link."""
    lines = ["Your notes say:" if len(quotes) > 1 else "One of your notes says:"]
    lines.extend(f"> {_one_line(quote.text)} — {quote.link}" for quote in quotes)
    return _with_signature(lines, remarks)


def no_quotes_reply(paths: Sequence[str], looked_for: Sequence[str], remarks: Sequence[str]) -> str:
    """Return the answer where notes were read and no sentence in them fits."""
    links = ", ".join(Quote(path, "", "").link for path in paths)
    found = f"No sentence in the notes I could read fits {_listed(looked_for)}."
    return _with_signature([f"{found} The nearest notes are {links}." if links else found], remarks)


def no_hits_reply(looked_for: Sequence[str], refusals: Sequence[str]) -> str:
    """Return the answer where no note holds the words."""
    lines = [f"Your notes hold nothing on this. I looked for {_listed(looked_for)}, in names and in text."]
    if refusals:
        lines.append(f"Some of the searches were not carried out: {_sentence(refusals[0])}")
    else:
        lines.append("I look for words as they are written; try other words, or fewer.")
    return _with_signature(lines, ())


def no_dated_hits_reply(looked_for: Sequence[str], remarks: Sequence[str]) -> str:
    """Return the answer where no note of the time that was asked about holds the words."""
    return _with_signature(
        [f"Your notes of that time hold nothing on this. I looked for {_listed(looked_for)}."], remarks
    )


def unread_hits_reply(paths: Sequence[str]) -> str:
    """Return the answer where notes were found and may not be read."""
    links = "\n".join(f"- {Quote(path, '', '').link}" for path in paths)
    return _with_signature([f"These notes hold your words. I have no tool to read them with:\n\n{links}"], ())


def declined_reply(what: str, reasons: Sequence[str], paths: Sequence[str]) -> str:
    """Return the answer where the person or a rule said no."""
    lines = [f"I did not {what}: {_sentence(reasons[0])} So I have nothing to quote."]
    if paths:
        lines.append("Found, and not read: " + ", ".join(Quote(path, "", "").link for path in paths) + ".")
    return _with_signature(lines, ())


def _with_signature(lines: Sequence[str], remarks: Sequence[str]) -> str:
    return "\n\n".join([*lines, *(_sentence(remark) for remark in dict.fromkeys(remarks)), SIGNATURE])


def _listed(words: Sequence[str]) -> str:
    quoted_words = [f'"{_one_line(word)}"' for word in words]
    return " and ".join(filter(None, [", ".join(quoted_words[:-1]), quoted_words[-1] if quoted_words else ""]))


def _sentence(text: str) -> str:
    line = _one_line(text)[:300]
    return line if line.endswith((".", "!", "?")) else f"{line}."


def _one_line(text: str) -> str:
    return " ".join(text.split())


# It gets a conversation like any provider and asks for the same tools; it keeps nothing between two requests. The same
# conversation gives the same answer.

PASSAGE_TOOL, SEARCH_TOOL, READ_TOOL = "local_search", "vault_search", "file_read"
"""The tools it knows: it looks for passages, or else word by word, and reads the notes it found."""

MOST_NOTES = 5
"""Notes it asks to read: more is a long list to tick, and an answer quotes five sentences."""

MAX_HITS = 10
"""Notes it asks a search for."""

MAX_QUESTION = 1_000
"""Characters of a question a search takes."""

OFFLINE_DESTINATION = Destination("Offline assistant", "", local=True)

_WORD_WITH_SPACE = re.compile(r"\s*\S+\s*")


class OfflineAssistant:
    """Answers by quoting notes; says so."""

    @property
    def destination(self) -> Destination:
        """Nothing leaves this program."""
        return OFFLINE_DESTINATION

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Take the next step: search, search more loosely, read, or answer. Raises `ProviderRefused`."""
        if request.answer_format is not None or request.tool_choice.mode in ("required", "tool"):
            raise ProviderRefused(
                Phrase("The offline assistant cannot answer in JSON or call a required tool"),
                hint=Phrase("Choose a model in Settings."),
                kind="bad_request",
            )
        # Taking long notes apart costs tenths of a second, too long for the window's own thread.
        step = await run_in_thread(lambda: next_step(request))
        if isinstance(step, str):
            for piece in _WORD_WITH_SPACE.findall(step):
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
    from vaultdesk.providers.offline.offline_commands import (
        command_outcome,
        corrected_command,
        parse_command,
        parse_dated_question,
    )

    question, since = _split_at_question(request.messages)
    offered = {tool.name for tool in request.tools}
    command = parse_command(_user_text(question))
    if command is not None and command.tool in offered and (better := corrected_command(command, since)) != command:
        return (_call(command.tool, dict(better.arguments)),)
    if command is not None and (done := command_outcome(command, since)):
        return done
    if command is not None and command.tool in offered:
        return (_call(command.tool, dict(command.arguments)),)
    dated = parse_dated_question(_user_text(question)) if PASSAGE_TOOL in offered else None
    asked = dated.topic if dated is not None else _user_text(question)
    words = question_keywords(asked)
    if not words:
        return greeting_reply()
    attached = _attached(question)
    results = read_offline_results(since)
    if not results and not offered & {PASSAGE_TOOL, SEARCH_TOOL}:
        return quotes_reply(best_quotes(attached, words), ()) if best_quotes(attached, words) else no_tools_reply()
    if not results and PASSAGE_TOOL in offered:
        time_range: dict[str, JsonValue] = {"time_range": {"start": dated.when, "end": dated.when}} if dated else {}
        return (_call(PASSAGE_TOOL, {"query": asked[:MAX_QUESTION], "salient_terms": list(words), **time_range}),)
    if results.passages_requested and not results.searches and not results.read_requested:
        if dated is not None and not results.passages and not results.refusals:
            return no_dated_hits_reply(words, results.remarks)
        # A search word by word knows no dates.
        step = _after_passages(results, words, attached, offered - {SEARCH_TOOL} if dated else offered)
        if step is not None:
            return step
    if not results.searches and not results.refusals and not results.read_requested:
        return tuple(_call(SEARCH_TOOL, {"query": word, "limit": MAX_HITS}) for word in words)
    return _after_search(results, words, attached, offered)


def _after_passages(
    results: OfflineResults, words: tuple[str, ...], attached: dict[str, str], offered: set[str]
) -> str | tuple[ToolCallPart, ...] | None:
    """Return what to do with passages: read the notes they are from, or quote them; None to look word by word."""
    quotes = best_quotes(results.passages, (*words, *looser_keywords(words)))
    held = {
        path: sum(word.lower() in f"{path} {text}".lower() for word in words) for path, text in results.passages.items()
    }
    # A note that holds one word where another holds them all was found by its meaning, which cannot be quoted by words.
    best = tuple(dict.fromkeys(quote.path for quote in quotes if 2 * held[quote.path] > max(held.values(), default=0)))
    best = best or tuple(dict.fromkeys(quote.path for quote in quotes))
    if best and READ_TOOL in offered:
        return (_call(READ_TOOL, {"file_paths": list(best)}),)
    if best:
        return quotes_reply(
            best_quotes({**attached, **results.passages}, (*words, *looser_keywords(words))), results.remarks
        )
    if SEARCH_TOOL in offered or results.refusals:
        return None
    paths = tuple(results.passages)[:MOST_NOTES]
    return no_quotes_reply(paths, words, results.remarks) if paths else no_hits_reply(words, ())


def _after_search(
    results: OfflineResults, words: tuple[str, ...], attached: dict[str, str], offered: set[str]
) -> str | tuple[ToolCallPart, ...]:
    looked_for = tuple(results.searches)
    best = rank_notes(results.searches, MOST_NOTES) or tuple(results.passages)[:MOST_NOTES]
    if results.notes or results.read_requested:
        quotes = best_quotes({**attached, **results.notes}, (*words, *looser_keywords(words)))
        if not results.notes and results.refusals:
            return declined_reply("read the notes that were found", results.refusals, best)
        return quotes_reply(quotes, results.remarks) if quotes else no_quotes_reply(best, looked_for, results.remarks)
    if best:
        if READ_TOOL not in offered:
            return unread_hits_reply(best)
        return (_call(READ_TOOL, {"file_paths": list(best)}),)
    if results.refusals and not results.searches:
        return declined_reply("search the notes", results.refusals, ())
    loose = tuple(word for word in looser_keywords(words) if word not in looked_for)
    if loose and not results.refusals and SEARCH_TOOL in offered and set(looked_for) <= set(words):
        return tuple(_call(SEARCH_TOOL, {"query": word, "limit": MAX_HITS}) for word in loose)
    quotes = best_quotes(attached, words)
    return quotes_reply(quotes, ()) if quotes else no_hits_reply(looked_for or words, results.refusals)


def _split_at_question(messages: Sequence[Message]) -> tuple[Message | None, Sequence[Message]]:
    for index in range(len(messages) - 1, -1, -1):
        if messages[index].role == "user":
            return messages[index], messages[index + 1 :]
    return None, messages


def _user_text(question: Message | None) -> str:
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
