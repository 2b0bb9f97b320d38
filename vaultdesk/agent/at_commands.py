"""At-commands in a question, such as @vault, the query terms of a question, and the tool calls made from them."""

import json
import re
from collections.abc import Mapping, Sequence
from typing import NamedTuple

from msgspec import Struct
from pydantic import JsonValue

from vaultdesk.agent.run_loop import TOOLS_OFF_RESULT, RunLoop, was_call_understood
from vaultdesk.chat.attached_text import is_attached
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, ToolResultPart, new_id
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.search.question_terms import flatten_text
from vaultdesk.providers.offline.keywords import question_keywords, stop_words
from vaultdesk.tools.tool import AnyTool

AT_COMMAND_TOOLS: Mapping[str, str] = {
    "vault": "local_search",
    "web": "web_search",
    "websearch": "web_search",
    "memory": "recall",
    "time": "get_current_time",
    "youtube": "youtube_transcription",
}
"""The name of the tool that each at-command runs."""

MISSING_TOOL_NOTICES: Mapping[str, Phrase] = {
    "local_search": Phrase("@vault was ignored: search in notes is not available here."),
    "web_search": Phrase("@web was ignored: web search is not available here."),
    "recall": Phrase("@memory was ignored: memory is not available here."),
    "get_current_time": Phrase("@time was ignored: the time is not available here."),
    "youtube_transcription": Phrase("@youtube was ignored: video transcripts are not available here."),
}
"""Notice for the user if the tool is not available, or not for this destination."""

# An at-command is a separate word: the @ of an address or a handle inside a word is none.
_AT_COMMAND = re.compile(
    rf"(?<![\w@./-])@({'|'.join(sorted(AT_COMMAND_TOOLS, key=len, reverse=True))})(?![\w@/-]|\.\w)", re.IGNORECASE
)
_ADDRESS = re.compile(r"https?://[^\s<>()\[\]\"']{4,400}", re.IGNORECASE)


class AtCommands(NamedTuple):
    """A question and its at-commands."""

    text: str
    """The question without the at-commands."""
    tools: tuple[str, ...]
    """The names of the tools to run, each once, in order."""


def at_command_tools(text: str) -> AtCommands:
    """Split *text* into the question and the tools of its at-commands."""
    tools = tuple(dict.fromkeys(AT_COMMAND_TOOLS[command.casefold()] for command in _AT_COMMAND.findall(text)))
    return AtCommands(_remove_at_commands(text), tools) if tools else AtCommands(text, ())


def without_at_commands(message: Message) -> Message:
    """Return *message* without at-commands in the user's own text, as it is sent to a model."""
    if message.role != "user":
        return message
    parts = tuple(
        part.model_copy(update={"text": _remove_at_commands(part.text)})
        if isinstance(part, TextPart) and not (part.sources or is_attached(part.text)) and _AT_COMMAND.search(part.text)
        else part
        for part in message.parts
    )
    return message.model_copy(update={"parts": parts})


def first_web_address(text: str) -> str:
    """Return the first web address in *text*; empty if there is none."""
    found = _ADDRESS.search(text)
    return found[0].rstrip(".,;:!?") if found else ""


def _remove_at_commands(text: str) -> str:
    lines = (
        " ".join(_AT_COMMAND.sub(" ", line).split()) if _AT_COMMAND.search(line) else line for line in text.split("\n")
    )
    return "\n".join(lines).strip()


MAX_SEARCH_CHARACTERS = 1_000
"""Maximum number of characters of a search."""

MAX_SEARCH_TERMS = 20
"""Maximum number of salient terms of a search."""

MAX_TERM_CHARACTERS = 200
"""Maximum number of characters of one salient term."""

MIN_KEYWORDS = 2
"""Minimum number of keywords of an independent question; one with fewer refers to the question before it."""

_ENGLISH = "it its they them their theirs he him his she her hers that those these there then"
_GERMAN = "es ihn ihm ihnen davon dazu dafür dagegen darüber damit daran darauf dort diese diesen dieser dieses"

_REFERRING_WORDS = frozenset(f"{_ENGLISH} {_GERMAN}".split())
"""Words that refer to the question before."""

_PUNCTUATION = "?!.,;:()\"'“”„«»*_"
"""Punctuation around a word that is not part of it."""

_WORD = re.compile(r"[^\W\d_]+")


class NoteSearch(Struct, frozen=True):
    """One search in the notes."""

    query: str
    terms: tuple[str, ...]

    def with_queries(self, queries: Sequence[str]) -> "NoteSearch":
        """Return the search with the words of *queries* added to those of the question."""
        words = [word for query in queries for word in question_keywords(query) if word not in self.terms]
        terms = tuple(dict.fromkeys((*self.terms, *words)))[:MAX_SEARCH_TERMS]
        return NoteSearch(" ".join((self.query, *words))[:MAX_SEARCH_CHARACTERS], _truncated_terms(terms))

    def call(self) -> ToolCallPart:
        """Return it as a tool call."""
        return program_call("local_search", {"query": self.query, "salient_terms": list(self.terms)})


def note_search_for(question: str, previous_question: str = "") -> NoteSearch | None:
    """Return the search for *question*; None if it has no words to search for.

    If it refers to *previous_question*, the words of that question are added.
    """
    keywords = question_keywords(question)
    if not question.strip():
        return None
    if previous_question.strip() and (len(keywords) < MIN_KEYWORDS or _refers_back(question)):
        terms = (*keywords, *(word for word in question_keywords(previous_question) if word not in keywords))
        return NoteSearch(_query_without_stop_words(question, previous_question), _truncated_terms(terms))
    return NoteSearch(_query_without_stop_words(question), _truncated_terms(keywords))


def _query_without_stop_words(*questions: str) -> str:
    """Return *questions* without their stop words, which would match notes and would be sent to a web search.

    Each may be in a different language.
    """
    words: list[str] = []
    for question in questions:
        excluded = stop_words(question)
        words += [
            word.rstrip("?!.,;:")
            for word in question.split()
            if (stripped := word.strip(_PUNCTUATION)) and flatten_text(stripped) not in excluded
        ]
    return (" ".join(words) or " ".join(questions))[:MAX_SEARCH_CHARACTERS]


def question_text(message: Message) -> str:
    """Return what the user wrote in *message*, without at-commands and attached note text."""
    own_texts = (
        part.text for part in message.parts if isinstance(part, TextPart) and not part.sources and not part.hidden
    )
    return at_command_tools(" ".join(own_texts)).text.strip()


def previous_question_text(messages: Sequence[Message], question: Message) -> str:
    """Return the text of the last question before *question*; empty if it is the first."""
    earlier = [message for message in messages if message.role == "user" and message.id != question.id]
    return question_text(earlier[-1]) if earlier else ""


def program_call(name: str, arguments: dict[str, JsonValue]) -> ToolCallPart:
    """Return a call made by the program; in the conversation it has the same form as a model's call."""
    arguments_json = json.dumps(arguments, ensure_ascii=False)
    return ToolCallPart(id=new_id("call"), name=name, arguments_json=arguments_json, arguments=arguments)


def _refers_back(question: str) -> bool:
    return any(word.casefold() in _REFERRING_WORDS for word in _WORD.findall(question))


def _truncated_terms(terms: Sequence[str]) -> tuple[str, ...]:
    return tuple(term[:MAX_TERM_CHARACTERS] for term in terms)


NO_ADDRESS_NOTICE = Phrase("Add the address of the video after @youtube.")
_AT_COMMAND_BY_TOOL: Mapping[str, str] = {"local_search": "@vault", "web_search": "@web", "recall": "@memory"}


def called_tools(run: RunLoop) -> set[str]:
    """Return the names of the tools that were called for the question so far, in calls that could be understood."""
    messages = run.conversation.messages
    index = next((index for index, message in enumerate(messages) if message.id == run.question.id), 0)
    parts = (part for message in messages[index:] for part in message.parts)
    return {part.name for part in parts if isinstance(part, ToolResultPart) and was_call_understood(part)}


async def run_at_commands(run: RunLoop) -> None:
    """Run the at-commands of the question that were not run yet; report those that cannot be run."""
    text, tool_names = at_command_tools(" ".join(part.text for part in run.question.parts if part.kind == "text"))
    if tool_names and not run.config.tools_enabled:
        run.notice(TOOLS_OFF_RESULT)
        return
    available = {tool.name: tool for tool in run.config.available_tools()}
    calls: list[ToolCallPart] = []
    for name in tool_names:
        if name in called_tools(run):
            continue
        if name not in available:
            run.notice(MISSING_TOOL_NOTICES[name])
            continue
        call = _call_for(run, available[name], text)
        if isinstance(call, Phrase):
            run.notice(call)
        else:
            calls.append(call)
    if calls:
        await run.run_program_calls(*calls, queries_by_user=True)


def _call_for(run: RunLoop, tool: AnyTool, text: str) -> ToolCallPart | Phrase:
    """Return the call of *tool* for a question *text*, or why it cannot be made."""
    if tool.name == "get_current_time":
        return program_call(tool.name, {})
    if tool.name == "youtube_transcription":
        address = first_web_address(text)
        return program_call(tool.name, {"url": address}) if address else NO_ADDRESS_NOTICE
    search = note_search_for(
        question_text(run.question), previous_question_text(run.conversation.messages, run.question)
    )
    if search is None:
        return Phrase("{0} was ignored: there are no words to search for.", _AT_COMMAND_BY_TOOL[tool.name])
    if tool.name == "local_search":
        return search.call()
    return program_call(tool.name, {"query": search.query[: _max_query_characters(tool)].rstrip()})


def _max_query_characters(tool: AnyTool) -> int:
    """Return the maximum number of characters of the query of *tool*."""
    limits = (getattr(rule, "max_length", None) for rule in tool.parameters.model_fields["query"].metadata)
    return next((limit for limit in limits if isinstance(limit, int)), MAX_SEARCH_CHARACTERS)
