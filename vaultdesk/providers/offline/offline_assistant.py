"""Offline assistant: a provider without a model that searches the notes and quotes them."""

import asyncio
import json
import re
from collections.abc import AsyncGenerator, Mapping, Sequence
from datetime import datetime
from itertools import islice
from typing import Protocol

from pydantic import JsonValue

from vaultdesk.chat.attached_text import is_attached, unwrap_attached
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, new_id
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.index.index_results import VaultNames
from vaultdesk.providers.http_connection import run_in_thread
from vaultdesk.providers.offline.keywords import question_keywords
from vaultdesk.providers.offline.note_sentences import note_sentences
from vaultdesk.providers.offline.offline_replies import OfflineReplies, Translate
from vaultdesk.providers.offline.offline_results import OfflineResults, read_offline_results
from vaultdesk.providers.offline.quotes import (
    MAX_QUOTES,
    MAX_UNCERTAIN,
    Candidate,
    Quote,
    QuoteSource,
    WeighedQuestion,
    answers_question,
    best_quotes,
    closest_quotes,
    compared_by_meaning,
    is_certain,
    quote_candidates,
    rank_notes,
    weighed_question,
    with_nearness,
)
from vaultdesk.providers.provider import (
    CallReady,
    CallStarted,
    ModelEvent,
    ModelInfo,
    ModelRequest,
    TextArrived,
    TurnEnded,
)

# It receives a conversation like any provider and uses the same tools; between two requests it stores only the names
# looked up for the current question. The same conversation gives the same answer.

PASSAGE_TOOL, SEARCH_TOOL, READ_TOOL = "local_search", "vault_search", "file_read"
"""The tools it uses for questions: it searches for passages, or else word by word, and then reads the notes found."""

MAX_NOTES = 5
"""Maximum number of notes read for an answer."""

MAX_SUMMARY_NOTES, MAX_SUMMARY_QUOTES, MIN_SUMMARY_SHARE = 8, 3, 0.5
"""For a summary: maximum number of notes read, of sentences of each, and their minimum share of the best score."""

MAX_QUOTED_NOTES, MAX_QUOTED_SENTENCES = 3, 4
"""Maximum number of notes of a time whose first sentences are quoted, and of these sentences; more notes are listed."""

MAX_HITS = 10
"""Number of notes requested from a search."""

MAX_QUESTION = 1_000
"""Maximum number of characters of a question in a search."""

OFFLINE_DESTINATION = Destination(Phrase("Offline assistant"), "", local=True)

_WORD_WITH_SPACE = re.compile(r"\s*\S+\s*")

Step = str | tuple[ToolCallPart, ...]
"""An answer, or the tool calls to make."""


class VaultLookup(Protocol):
    """Names and word statistics of a vault's index; never text of notes, which only tools return."""

    async def names(self, question: str) -> VaultNames:
        """Return the tags, properties and folders, with the values of the properties that *question* names."""

    async def question(self, text: str) -> WeighedQuestion:
        """Return the question *text* with the forms and rarity of its words."""

    async def nearness(self, question: str, texts: Sequence[str]) -> list[float] | None:
        """Return the semantic similarity of each of *texts* to *question*; None if no model can compare them now."""


class OfflineAssistant:
    """Answers by quoting notes; each answer says that it is from the offline assistant."""

    def __init__(self, vault: VaultLookup | None = None, translate: Translate = str) -> None:
        """*vault* looks up names, and rarity and meaning of words; without it words are compared literally."""
        self._vault = vault
        self._replies = OfflineReplies(translate)
        self._names = ("", VaultNames())
        """The names looked up for the current question."""

    def informed(self, vault: VaultLookup, translate: Translate) -> "OfflineAssistant":
        """Return an assistant that uses the names and words of *vault* and translates its answers with *translate*."""
        return OfflineAssistant(vault, translate)

    @property
    def destination(self) -> Destination:
        """The offline destination: nothing leaves this program."""
        return OFFLINE_DESTINATION

    async def stream(self, request: ModelRequest) -> AsyncGenerator[ModelEvent, None]:
        """Perform the next step: search, read, or answer. Raises `ProviderRefused`."""
        if request.answer_format is not None or request.tool_choice.mode in ("required", "tool"):
            raise ProviderRefused(
                Phrase("The offline assistant cannot answer in JSON or call a required tool"),
                hint=Phrase("Choose a model in Settings."),
                kind="bad_request",
            )
        step = await self._next_step(OfflineStep(request, self._vault, self._replies))
        if isinstance(step, str):
            for word in _WORD_WITH_SPACE.findall(step):
                await asyncio.sleep(0)
                yield TextArrived(word)
            yield TurnEnded("end")
            return
        for call in step:
            yield CallStarted(call.id, call.name)
            yield CallReady(call)
        yield TurnEnded("tool_calls")

    async def _next_step(self, step: "OfflineStep") -> Step:
        if self._vault is not None and (step.is_first or self._names[0] != step.text):
            self._names = (step.text, await self._vault.names(step.text))
        return await step.next(self._names[1])

    async def models(self) -> tuple[ModelInfo, ...]:
        """Return its one name."""
        return (ModelInfo("offline", "Offline assistant"),)

    async def aclose(self) -> None:
        """Do nothing: there is no connection."""


class OfflineStep:
    """One step of the offline assistant in a conversation."""

    def __init__(self, request: ModelRequest, vault: VaultLookup | None, replies: OfflineReplies) -> None:
        index = _last_question(request.messages)
        self._question = request.messages[index] if index is not None else None
        self._earlier_messages = request.messages[:index] if index is not None else ()
        self._later_messages = request.messages[index + 1 :] if index is not None else request.messages
        self._offered = {tool.name for tool in request.tools}
        self._vault = vault
        self._replies = replies
        self.text = _user_text(self._question)
        """The question."""
        self.is_first = not self._later_messages
        """Whether nothing was done for the question yet."""
        self._attached = [QuoteSource.of_note(path, text) for path, text in _attached(self._question).items()]

    async def next(self, names: VaultNames) -> Step:
        """Return what to do next: an answer, or the tools to ask for; *names* are those of the vault."""
        # Compiling the patterns takes 10 ms, which must not delay the start; long notes take tenths of a second.
        results = await run_in_thread(lambda: read_offline_results(self._later_messages))
        step = await run_in_thread(lambda: self._command_step(results, names))
        if step is None:
            step = await self._research_step()
        if step is None:
            step = await run_in_thread(lambda: self._query_step(results, names))
        return step if step is not None else await self._text_step(results)

    def _command_step(self, results: OfflineResults, names: VaultNames) -> Step | None:
        """Return the step of a command; None if the question is not one."""
        from vaultdesk.providers.offline.offline_commands import (
            OfflineContext,
            command_outcome,
            corrected_command,
            parse_command,
        )

        context = OfflineContext(names, datetime.now().astimezone().date(), self._earlier_messages)
        command = parse_command(self.text, context)
        if command is None:
            return None
        if command.tool in self._offered and (corrected := corrected_command(command, self._later_messages)) != command:
            return (_call(command.tool, dict(corrected.arguments)),)
        if command.tool == "search_notes" and 0 < len(results.rows) <= MAX_QUOTED_NOTES and not results.refusals:
            # If there are few notes of a time, they are quoted, not only listed.
            if READ_TOOL in self._offered and not results.read_requested:
                return (_call(READ_TOOL, {"file_paths": [*results.rows]}),)
            if quotes := _first_quotes(results.notes):
                return self._replies.notes_quoted(quotes, results.remarks)
        if outcome := command_outcome(command, self._later_messages, self._replies):
            return outcome
        return (_call(command.tool, dict(command.arguments)),) if command.tool in self._offered else None

    async def _research_step(self) -> Step | None:
        """Return the step of a summary of several notes; None if none is requested."""
        from vaultdesk.providers.offline.offline_commands import (
            OfflineCommand,
            command_outcome,
            note_path,
            parse_research,
        )

        research = parse_research(self.text)
        if research is None or PASSAGE_TOOL not in self._offered:
            return None
        results = read_offline_results(self._later_messages)
        if not results.passages_requested and not results.refusals:
            return (_call(PASSAGE_TOOL, {"query": research.topic[:MAX_QUESTION]}),)
        if not results.passages:
            return self._nothing(results, question_keywords(research.topic), [])
        if READ_TOOL in self._offered and not results.read_requested:
            paths = list(dict.fromkeys(source.path for source in results.passages))[:MAX_SUMMARY_NOTES]
            return (_call(READ_TOOL, {"file_paths": [*paths]}),)
        candidates = await self._candidates(research.topic, _quote_sources(results))
        quotes = _summary_quotes(candidates)
        if not quotes or not answers_question(candidates):
            return self._nothing(results, question_keywords(research.topic), candidates)
        summary = self._replies.summary_text(research.topic, quotes)
        if research.save_as is None or "write_note" not in self._offered:
            return self._replies.summary(summary, results.remarks)
        path = note_path(research.save_as or research.topic)
        command = OfflineCommand("write_note", {"path": path, "content": f"{summary}\n"})
        outcome = command_outcome(command, self._later_messages, self._replies)
        return (
            f"{outcome}\n\n{self._replies.summary(summary)}"
            if outcome
            else (_call(command.tool, dict(command.arguments)),)
        )

    def _query_step(self, results: OfflineResults, names: VaultNames) -> Step | None:
        """Return the step of a question about tags, properties, folders or tasks; None if it is about text."""
        from vaultdesk.providers.offline.name_matching import is_named
        from vaultdesk.providers.offline.note_questions import parse_note_question

        question = parse_note_question(self.text, names)
        if question is None or question.tool not in self._offered or results.query_failed:
            return None
        if not results.query_requested:
            # Passages that the program found before asking are used for the answer.
            queries = filter(None, (question.arguments, question.task_arguments))
            return None if results else tuple(_call(question.tool, dict(arguments)) for arguments in queries)
        if results.refusals and not results.rows and not results.tasks:
            return self._replies.search_refused(results.refusals[0])
        paths = list(results.rows)
        if question.unknown_tags:
            # If there are such notes by now, the names were looked up before: the query has no other condition.
            return self._replies.unknown_tags(question.unknown_tags, results.remarks) if not paths else None
        if (
            question.kind == "list"
            and {"query", "tasks"} & question.arguments.keys()
            and not paths
            and not results.tasks
        ):
            if question.task_state is not None and not question.has_conditions:
                return self._replies.no_tasks(question, results.remarks)
            # A word of the question may be the name of a folder by coincidence, or the vault has no dates of tasks.
            return None
        if question.kind == "property":
            named_rows = {
                path: row
                for path, row in results.rows.items()
                if is_named(
                    question.words, (path, *(str(row.get(name) or "") for name in ("file.title", "file.aliases")))
                )
            }
            quotes = [
                Quote(path, "", f"{name}: {_cell_text(row.get(name))}")
                for path, row in named_rows.items()
                for name in question.properties
                if _cell_text(row.get(name))
            ]
            return self._replies.quotes(quotes[:MAX_QUOTES], results.remarks) if quotes else None
        if results.tasks or (paths and question.arguments.get("columns")):
            return self._replies.found_dated(question, results)
        return self._replies.found_notes(question, paths, results.total, results.remarks)

    async def _text_step(self, results: OfflineResults) -> Step:
        """Return the step of a question that is answered by sentences of notes."""
        from vaultdesk.providers.offline.note_questions import clear_time
        from vaultdesk.providers.offline.offline_commands import parse_dated_question

        dated = parse_dated_question(self.text) if PASSAGE_TOOL in self._offered else None
        question_text = dated.topic if dated is not None else self.text
        words = question_keywords(question_text)
        if not words:
            return self._replies.greeting()
        if not results and not self._offered & {PASSAGE_TOOL, SEARCH_TOOL}:
            candidates = await self._candidates(question_text, self._attached)
            return self._answer(candidates) if answers_question(candidates) else self._replies.no_tools()
        if (
            PASSAGE_TOOL in self._offered
            and not results.passages_requested
            and not results.read_requested
            and not results.searches
        ):
            query: dict[str, JsonValue] = {"query": question_text[:MAX_QUESTION]}
            time_text = dated.when if dated is not None else clear_time(self.text)
            limited_query: dict[str, JsonValue] = {**query, "time_range": {"start": time_text, "end": time_text}}
            if dated is not None:
                return (_call(PASSAGE_TOOL, limited_query),)
            # Notes of the time in the question come first; the answer may still be in another note.
            return (*((_call(PASSAGE_TOOL, limited_query),) if time_text else ()), _call(PASSAGE_TOOL, query))
        if results.passages_requested:
            if results.refusals and not results.passages:
                return self._replies.search_refused(results.refusals[0])
            return await self._passage_answer(question_text, words, results, is_dated=dated is not None)
        return await self._word_step(words, results)

    async def _passage_answer(
        self, question_text: str, words: Sequence[str], results: OfflineResults, *, is_dated: bool
    ) -> str:
        candidates = await self._candidates(question_text, [*self._attached, *_quote_sources(results)])
        if not answers_question(candidates):
            return self._nothing(results, words, candidates, is_dated=is_dated)
        return self._answer(candidates, results.remarks)

    async def _word_step(self, words: tuple[str, ...], results: OfflineResults) -> Step:
        """Return the step in which notes are searched word by word and read completely."""
        best = rank_notes(results.searches, MAX_NOTES)
        if not results.searches and not results.refusals and not results.read_requested:
            return tuple(_call(SEARCH_TOOL, {"query": word, "limit": MAX_HITS}) for word in words)
        if results.notes or results.read_requested:
            if not results.notes and results.refusals:
                return self._replies.reading_refused(results.refusals[0], best)
            candidates = await self._candidates(self.text, [*self._attached, *_quote_sources(results)])
            if not answers_question(candidates):
                return self._nothing(results, words, candidates, best)
            return self._answer(candidates, results.remarks)
        if best:
            if READ_TOOL not in self._offered:
                return self._replies.unread(best)
            return (_call(READ_TOOL, {"file_paths": list(best)}),)
        if results.refusals and not results.searches:
            return self._replies.search_refused(results.refusals[0])
        candidates = await self._candidates(self.text, self._attached)
        return self._answer(candidates) if answers_question(candidates) else self._nothing(results, words, [])

    def _nothing(
        self,
        results: OfflineResults,
        words: Sequence[str],
        candidates: Sequence[Candidate],
        near_paths: Sequence[str] = (),
        *,
        is_dated: bool = False,
    ) -> str:
        paths = [
            *(candidate.path for candidate in candidates[:MAX_QUOTES]),
            *near_paths,
            *(source.path for source in results.passages),
        ]
        remarks = [*results.remarks, *results.refusals[:1]]
        return self._replies.nothing_found(
            words, tuple(dict.fromkeys(paths)), remarks, closest=closest_quotes(candidates), is_dated=is_dated
        )

    def _answer(self, candidates: Sequence[Candidate], remarks: Sequence[str] = ()) -> str:
        """Return the best of *candidates*; fewer of them if they may not answer the question."""
        certain = is_certain(candidates)
        quotes = best_quotes(candidates, MAX_QUOTES if certain else MAX_UNCERTAIN)
        return self._replies.quotes(quotes, remarks, is_certain=certain)

    async def _candidates(self, question_text: str, sources: Sequence[QuoteSource]) -> list[Candidate]:
        """Return the sentences of *sources*, the best first, compared with *question_text* by words and by meaning."""
        question = (
            await self._vault.question(question_text) if self._vault is not None else weighed_question(question_text)
        )
        candidates = await run_in_thread(lambda: quote_candidates(sources, question))
        if self._vault is not None and candidates:
            indexes = compared_by_meaning(candidates)
            nearness = await self._vault.nearness(question_text, [candidates[index].in_context for index in indexes])
            if nearness is not None:
                candidates = with_nearness(candidates, dict(zip(indexes, nearness, strict=True)))
        return candidates


def _quote_sources(results: OfflineResults) -> list[QuoteSource]:
    """Return the texts read and found: notes in the order of their passages, then passages of other notes."""
    order = dict.fromkeys([*(source.path for source in results.passages), *results.notes])
    sources = [QuoteSource.of_note(path, results.notes[path]) for path in order if path in results.notes]
    with_properties: set[str] = set()
    for source in results.passages:
        if source.path not in results.notes:
            sources.append(replace(source, properties={}) if source.path in with_properties else source)
            with_properties.add(source.path)
    return sources


def _summary_quotes(candidates: Sequence[Candidate]) -> list[Quote]:
    """Return the sentences of a summary, those of the best note first."""
    quotes_by_path: dict[str, list[Quote]] = {}
    for candidate in candidates:
        if candidate.score < MIN_SUMMARY_SHARE * candidates[0].score:
            break
        quotes = quotes_by_path.setdefault(candidate.path, [])
        if len(quotes) < MAX_SUMMARY_QUOTES and len(quotes_by_path) <= MAX_SUMMARY_NOTES:
            quotes.append(candidate.quote)
    return [quote for quotes in quotes_by_path.values() for quote in quotes]


def _first_quotes(notes: Mapping[str, str]) -> list[Quote]:
    """Return the first sentences of each of *notes*."""
    return [
        Quote(path, sentence.heading, sentence.text)
        for path, text in notes.items()
        for sentence in islice(note_sentences(text), MAX_QUOTED_SENTENCES)
    ]


def _cell_text(value: JsonValue) -> str:
    return ", ".join(map(_cell_text, value)) if isinstance(value, list) else "" if value is None else str(value)


def _last_question(messages: Sequence[Message]) -> int | None:
    return next((index for index in range(len(messages) - 1, -1, -1) if messages[index].role == "user"), None)


def _user_text(question: Message | None) -> str:
    """Return the user's text: text of a note has a source and is left out."""
    parts = question.parts if question is not None else ()
    texts = (part.text for part in parts if isinstance(part, TextPart) and not part.sources)
    return " ".join(text for text in texts if not is_attached(text))


def _attached(question: Message | None) -> dict[str, str]:
    """Return the notes attached to the question, text by path."""
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
