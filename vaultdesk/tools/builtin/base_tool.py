"""Base tool: `query_base`, the rows of a view of an Obsidian base, in a `.base` file or in a note."""

import re
from collections.abc import Mapping
from dataclasses import dataclass, replace
from datetime import datetime
from itertools import chain
from typing import ClassVar

from pydantic import Field, JsonValue

from vaultdesk.core.errors import OutsideVault, VaultError
from vaultdesk.core.phrases import Phrase
from vaultdesk.index.indexing.entry_builder import read_file_times
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts, NoteTable, created_of
from vaultdesk.index.search.searcher import Searcher
from vaultdesk.tools.builtin.name_resolver import note_not_found, resolve_note
from vaultdesk.tools.formulas.base_view import (
    Base,
    BaseView,
    evaluate_view,
    names_in_filters,
    plain_property,
    read_base,
)
from vaultdesk.tools.formulas.formula_files import FormulaFiles
from vaultdesk.tools.formulas.result_table import MAX_ROWS, ResultTable, table_output
from vaultdesk.tools.query.criteria import unsupported_query_error
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolFailure, ToolOutput, Visibility
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.frontmatter.frontmatter import read_property_types
from vaultdesk.vault.markdown.sections import code_end
from vaultdesk.vault.note_path import NotePath, same_name_key
from vaultdesk.vault.obsidian.vault_config import ExcludedFiles
from vaultdesk.vault.vault import Vault

BASE_SUFFIX = ".base"

MAX_SHOWN_TEXT = 120
"""Maximum number of characters of a base and its view shown in a headline."""

_BLOCK = re.compile(r"[ \t>]*(?:`{3,}|~{3,})[ \t]*base[ \t]*\Z")
_EMBED = re.compile(
    r"!\[\[([^\[\]|#\n]{1,1000}\.base)(?:#([^\[\]|\n]{0,300}))?(?:\|[^\[\]\n]{0,300})?\]\]", re.IGNORECASE
)


class QueryBaseParameters(Parameters):
    """Parameters of `query_base`."""

    path: str = Field(
        min_length=1,
        max_length=1000,
        description="Path of a .base file, or of a note with a `base` code block or an embedded base.",
    )
    view: str = Field(default="", max_length=300, description="The view by name; without any, the first.")
    block: int = Field(default=1, ge=1, le=100, description="Which of a note's bases, counted from 1.")
    note_for_this: str = Field(
        default="",
        max_length=1000,
        description="Path of the note that `this` stands for; without one, the note of `path`, or the base itself.",
    )
    limit: int = Field(default=50, ge=1, le=MAX_ROWS, description=f"The most rows to return, 1 to {MAX_ROWS}.")
    offset: int = Field(default=0, ge=0, description="Rows to leave out at the start, to page on.")


@dataclass(frozen=True, slots=True)
class FoundBase:
    """A base with its file, and the view named by an embed."""

    path: NotePath
    text: str
    view: str = ""


def bases_in_note(text: str) -> list[tuple[str, str, str]]:
    """Return the bases of a note in order: the YAML of a `base` block, or the target and view of an embed."""
    found: list[tuple[str, str, str]] = []
    lines = text.splitlines()
    number = 0
    while number < len(lines):
        end = code_end(lines, number)
        if end:
            if _BLOCK.match(lines[number]):
                inner = lines[number + 1 : end]
                closed = inner and inner[-1].strip(" \t>").startswith(("```", "~~~"))
                found.append(("\n".join(inner[:-1] if closed else inner), "", ""))
            number = end
            continue
        found += [("", embed[1].strip(), (embed[2] or "").strip()) for embed in _EMBED.finditer(lines[number])]
        number += 1
    return found


def list_other_files(files: VaultFiles, excluded: ExcludedFiles, visibility: Visibility) -> list[NoteFacts]:
    """Return the facts of the visible files that are not notes. Walks over the vault: call it in a thread."""
    found: list[NoteFacts] = []
    for path in chain.from_iterable(files.names(("",))):  # Every name ends with the empty string.
        if path.is_note or not visibility.sees(path.text) or excluded.matches(path):
            continue
        try:
            state = files.state(path)
        except VaultError:  # Deleted in the meantime.
            continue
        times = read_file_times(files, path)
        file_name = path.text.rpartition("/")[2]
        found.append(
            NoteFacts(
                path=path.text, path_key=same_name_key(path.text), name=file_name.rpartition(".")[0] or file_name,
                title=file_name, size=state.size, modified_ns=state.mtime_ns,
                created_ns=created_of(times.born_ns, times.oldest_ns or state.mtime_ns, {}),
            )
        )  # fmt: skip
    return found


async def find_base(text: str, vault: Vault, searcher: Searcher, visibility: Visibility) -> NotePath | None:
    """Return the `.base` file for *text*: a path, or a name that only one base has; None if there is none."""
    written = text if text.lower().endswith(BASE_SUFFIX) else f"{text}{BASE_SUFFIX}"
    try:
        found = await vault.find(NotePath.parse(written))
    except OutsideVault:
        return None
    if found is not None:
        return found if visibility.sees(found.text) else None
    named = [path for path in await searcher.candidates(written) if path.lower().endswith(BASE_SUFFIX)]
    named = [path for path in named if visibility.sees(path)]
    return NotePath(named[0]) if len(named) == 1 else None


async def read_vault_text(path: NotePath, vault: Vault) -> str:
    """Return the text of the file at *path*. Raises `ToolFailure` if it cannot be read."""
    try:
        return (await vault.read(path)).text
    except VaultError as trouble:
        raise ToolFailure("READ_FAILED", str(trouble)) from trouble


def base_network(table: NoteTable, base: Base, view: BaseView, visibility: Visibility) -> Network:
    """Return the notes a base applies to: including chats if its filters name a folder of chats."""
    with_chats = any(map(table.is_chat_folder, names_in_filters(base, view)))
    return Network(table, visibility.sees, with_chats=with_chats)


class QueryBase(Tool[QueryBaseParameters]):
    """Evaluates a view of an Obsidian base (vaultdesk/tools/formulas/README.md, "Bases")."""

    name: ClassVar[str] = "query_base"
    display_name: ClassVar[Phrase] = Phrase("Query a base")
    purpose: ClassVar[Phrase] = Phrase("evaluates a view of a base and gives its rows to the model.")
    description: ClassVar[str] = (
        "Evaluate a view of an Obsidian base (.base file, `base` code block or embedded base) and return the rows a "
        "person sees there: columns with formulas, groups, summaries, sorted and limited as the view says. Never "
        "rebuild the filters of a base yourself. `this` in a base is the note that embeds it: give note_for_this."
    )
    brief: ClassVar[str] = "Evaluate a view of an Obsidian base (.base) and return its rows."
    brief_parameters: ClassVar[Mapping[str, JsonValue]] = {
        "path": {"type": "string", "description": "A .base file, or a note with bases."},
        "view": {"type": "string"},
        "block": {"type": "integer", "description": "Which of a note's bases."},
        "note_for_this": {"type": "string", "description": "The note that embeds it."},
        "limit": {"type": "integer"},
        "offset": {"type": "integer"},
    }
    category: ClassVar[str] = "search"
    effect: ClassVar[Effect] = "read"
    path_parameters: ClassVar[tuple[str, ...]] = ("path", "note_for_this")
    result_is_whole: ClassVar[bool] = True
    parameters: ClassVar[type[Parameters]] = QueryBaseParameters
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"path": "Views/Reading.base"},
        {"path": "Templates/Books.base", "view": "Author", "note_for_this": "People/Ursula K. Le Guin.md"},
        {"path": "Projects/Overview.md", "block": 2, "limit": 200},
    )

    def __init__(self, vault: Vault, searcher: Searcher) -> None:
        self._vault = vault
        self._searcher = searcher

    async def run(self, arguments: QueryBaseParameters, visibility: Visibility) -> ToolOutput:
        """Evaluate the view. Only files visible to *visibility* are rows or counted."""
        vault = self._vault
        found = await self._base(arguments, visibility)
        base = read_base(found.text)
        view = base.view(arguments.view or found.view)
        this = found.path
        if arguments.note_for_this:
            this = await resolve_note(arguments.note_for_this, vault, visibility, self._searcher)
        others = await vault.run_in_thread(list_other_files, vault.files, vault.settings.excluded, visibility)
        kinds = await vault.run_in_thread(read_property_types, vault.root / vault.settings.folder)
        now = datetime.now().astimezone()

        def evaluate(table: NoteTable) -> ResultTable:
            network = base_network(table, base, view, visibility)
            files = FormulaFiles(network, now, others=others, kinds=kinds)
            return evaluate_view(base, view, files, files.file(this.text))

        table = await self._searcher.read_note_table(evaluate)
        output = table_output(table, arguments.offset, arguments.limit, visibility)
        assert isinstance(output.data, dict)
        titles: dict[str, JsonValue] = {
            name: title for name in table.columns if (title := base.titles.get(plain_property(name))) is not None
        }
        about: dict[str, JsonValue] = {"base": found.path.text, "view": view.name, "type": view.type, "this": this.text}
        more: dict[str, JsonValue] = {"titles": titles} if titles else {}
        if len(base.views) > 1:
            more["views"] = [one.name for one in base.views]
        return replace(output, data={**about, **more, **output.data})

    def summary(self, arguments: QueryBaseParameters) -> str:
        """Return the base and its view, shortened."""
        return sanitize_line(_base_text(arguments), MAX_SHOWN_TEXT)

    def action(self, arguments: QueryBaseParameters) -> Phrase:
        """Return `Evaluate the base “Views/Reading.base, To read”`."""
        return Phrase("Evaluate the base “{0}”", sanitize_line(_base_text(arguments), MAX_SHOWN_TEXT))

    async def _base(self, arguments: QueryBaseParameters, visibility: Visibility) -> FoundBase:
        """Return the base named by *arguments*. Raises `ToolFailure`."""
        path = await find_base(arguments.path, self._vault, self._searcher, visibility)
        if path is not None:
            return FoundBase(path, await read_vault_text(path, self._vault))
        if arguments.path.lower().endswith(BASE_SUFFIX):
            raise note_not_found(arguments.path)
        note = await resolve_note(arguments.path, self._vault, visibility, self._searcher)
        bases = bases_in_note(await read_vault_text(note, self._vault))
        if len(bases) < arguments.block:
            raise unsupported_query_error(f"{note.text} has {len(bases)} bases")
        text, target, view = bases[arguments.block - 1]
        if not target:
            return FoundBase(note, text)
        embedded = await self._searcher.resolve(target, note.text)
        if embedded is None or not visibility.sees(embedded):
            raise note_not_found(target)
        return FoundBase(note, await read_vault_text(NotePath(embedded), self._vault), view)


def _base_text(arguments: QueryBaseParameters) -> str:
    return f"{arguments.path}{f', {arguments.view}' if arguments.view else ''}"
