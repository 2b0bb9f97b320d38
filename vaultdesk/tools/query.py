"""Query: the tool `query_notes`, and which notes a filter fits. Worked out exactly from the index; no model counts."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import ClassVar

from pydantic import JsonValue

from vaultdesk.core.errors import OutsideVault, VaultError
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteTable
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.naming import not_found
from vaultdesk.tools.query_arguments import QueryNotesParameters, asked_question
from vaultdesk.tools.query_language.base_filter import base_question
from vaultdesk.tools.query_language.criteria import Question
from vaultdesk.tools.query_language.dataview import dataview_question
from vaultdesk.tools.query_language.evaluation import answer
from vaultdesk.tools.query_language.filter_words import filter_words
from vaultdesk.tools.query_language.grounding import grounded
from vaultdesk.tools.query_language.note_filter import NoteFilter
from vaultdesk.tools.query_table import query_table
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolFailure, ToolOutput, View
from vaultdesk.tools.visible import short
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

__all__ = ["NoteFilter", "QueryNotes", "matching"]

WORDS_SHOWN = 120
"""Characters of a filter that a headline shows; the whole of it stands among the arguments."""


async def matching(
    searcher: Searcher, note_filter: NoteFilter, view: View, now: datetime | None = None
) -> Sequence[str]:
    """Return the paths of the notes *note_filter* fits that *view* sees, by path; excluded notes never.

    Raises `ToolFailure`: `FOLDER_NOT_FOUND`, `NOTE_NOT_FOUND`, `AMBIGUOUS_NOTE` for what the filter names.
    """
    criterion = note_filter.criterion(now or datetime.now().astimezone())

    def ask(table: NoteTable) -> list[str]:
        network = Network(table, view.sees)
        return [note.path for note in answer(Question(grounded(criterion, network)), network).notes]

    return await searcher.over_facts(ask)


class QueryNotes(Tool[QueryNotesParameters]):
    """Answers a filter, a base or a Dataview query with a table (CONTRACTS; OBSIDIAN E.7, E.8)."""

    name: ClassVar[str] = "query_notes"
    display_name: ClassVar[str] = "Query notes"
    purpose: ClassVar[str] = (
        "picks notes by properties, tags, folders, dates and links, and gives a table to the model."
    )
    description: ClassVar[str] = (
        "Find notes by properties, tags, folder, dates, size or links, exactly and completely, and show chosen "
        "properties as a table. Use this to list, count or compare notes; use search_notes to look for words. Give one "
        "of: filter (conditions joined by all, any, none), base (path of a .base file, with view), or dataview (a "
        "simple TABLE or LIST query). What cannot be worked out exactly is refused, not guessed."
    )
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    parameters: ClassVar[type[Parameters]] = QueryNotesParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"filter": {"property": "status", "op": "missing"}, "limit": 100},
        {
            "filter": {
                "all": [
                    {"folder": "Projects"},
                    {"property": "due", "op": "between", "value": ["today", "+7d"]},
                    {"none": [{"tag": "someday"}]},
                ]
            },
            "columns": ["status", "due", "file.modified"],
            "sort": [{"by": "due"}, {"by": "file.name"}],
        },
        {"filter": {"links_to": "Boiler"}, "columns": ["file.modified"]},
        {"base": "Views/Reading.base", "view": "To read"},
        {"dataview": "TABLE rating FROM #book WHERE rating >= 4 SORT rating DESC LIMIT 10"},
    )

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def run(self, arguments: QueryNotesParameters, view: View) -> ToolOutput:
        """Ask the table of facts; only notes *view* sees are rows, or counted."""
        now = datetime.now().astimezone()
        question = await self._question(arguments, view, now)

        def ask(table: NoteTable) -> ToolOutput:
            network = Network(table, view.sees)
            # A filter's names are ours to check; bases and Dataview say themselves what a missing folder means.
            where = grounded(question.where, network) if arguments.filter is not None else question.where
            return query_table(replace(question, where=where), network, view, arguments)

        return await self._searcher.over_facts(ask)

    def summary(self, arguments: QueryNotesParameters) -> str:
        """Return what is asked, short."""
        return short(_words(arguments), WORDS_SHOWN)

    def action(self, arguments: QueryNotesParameters) -> str:
        """Return `Query your notes: #idea, in Projects`."""
        return f"Query your notes: {short(_words(arguments), WORDS_SHOWN)}"

    async def _question(self, arguments: QueryNotesParameters, view: View, now: datetime) -> Question:
        if arguments.base is not None:
            text = await self._base(arguments.base, view)
            return base_question(text, arguments.view, now)
        if arguments.dataview is not None:
            return dataview_question(arguments.dataview, now)
        return asked_question(arguments, now)

    async def _base(self, text: str, view: View) -> str:
        path = NotePath.parse(text if text.lower().endswith(".base") else f"{text}.base")
        try:
            found = await self._vault.find(path)
        except OutsideVault:
            found = None
        if found is None or not view.sees(found.text):
            raise not_found(text)
        try:
            return (await self._vault.read(found)).text
        except VaultError as trouble:
            raise ToolFailure("READ_FAILED", str(trouble)) from trouble


def _words(arguments: QueryNotesParameters) -> str:
    if arguments.base is not None:
        return f"{arguments.base}{f', {arguments.view}' if arguments.view else ''}"
    if arguments.dataview is not None:
        return arguments.dataview
    return filter_words(arguments.filter) if arguments.filter is not None else "every note"
