"""Files of the vault as seen by formulas: properties, tags, links, list items and tasks, and the limits of one
query."""

import re
import time
from collections.abc import Callable, Iterable, Iterator, Mapping
from datetime import datetime

from vaultdesk.index.indexing.entry_builder import inline_fields
from vaultdesk.index.link_graph import Network
from vaultdesk.index.note_table import NoteFacts
from vaultdesk.tools.formulas.formula_values import (
    WIKILINK,
    File,
    LinkValue,
    Row,
    Tag,
    Value,
    property_value,
    value_key,
)
from vaultdesk.tools.query.criteria import unsupported_query_error
from vaultdesk.tools.query.property_values import Moment, moment_at
from vaultdesk.vault.frontmatter.frontmatter import split_names
from vaultdesk.vault.markdown.link_resolution import NoteNames, resolve_link
from vaultdesk.vault.markdown.markdown_scanner import without_comments
from vaultdesk.vault.markdown.sections import code_end, indent_of
from vaultdesk.vault.note_path import same_name_key

MAX_ITEMS_PER_NOTE = 5_000
"""Maximum number of list items read of one note."""

_ITEM = re.compile(r"[ \t>]*(?:[-*+]|[0-9]{1,9}[.)])[ \t]+(?:\[(.)\](?:[ \t]+|\Z))?(.*)\Z")
_HEADING = re.compile(r"#{1,6}[ \t]+(.{1,500}?)[ \t#]*\Z")
_TAG = re.compile(r"(?:\A|(?<=\s))#((?:[\w/-]|[^\x00-\x7f\s])+)")
_EMOJI_DATE = re.compile("(📅|📆|🗓|✅|➕|🛫|⏳|⌛|❌)\ufe0f?[ \t]*([0-9]{4}-[0-9]{2}-[0-9]{2})")
_EMOJI_FIELDS = {
    "📅": "due",
    "📆": "due",
    "🗓": "due",
    "✅": "completion",
    "➕": "created",
    "🛫": "start",
    "⏳": "scheduled",
    "⌛": "scheduled",
    "❌": "cancelled",
}
DONE_STATUSES = ("x", "X")
CLOSED_STATUSES = (*DONE_STATUSES, "-")
"""Statuses of tasks that are done or cancelled; with any other, as in Obsidian's Tasks plugin, a task is open."""


def list_items(file: File, body: str, first_line: int) -> list[Row]:
    """Return the list items of the note *file*, whose text *body* begins after *first_line* lines of properties."""
    found: list[tuple[int, dict[str, Value]]] = []
    section = ""
    for number, line in _lines(without_comments(body)):
        if line.startswith("#") and (heading := _HEADING.match(line)) is not None:
            section = heading[1]
            continue
        item = _ITEM.match(line)
        if item is None or len(found) >= MAX_ITEMS_PER_NOTE:
            continue
        fields = _fields(file, item[1], item[2].strip(), section)
        fields["line"] = first_line + number
        found.append((indent_of(line.lstrip(">")), fields))
    return _nested(file, found)


def _lines(body: str) -> Iterator[tuple[int, str]]:
    """Yield the lines of *body* outside code, with their numbers from 0."""
    lines = body.split("\n")
    number = 0
    while number < len(lines):
        line = lines[number]
        if ("```" in line or "~~~" in line or "$$" in line) and (end := code_end(lines, number)):
            number = end
            continue
        yield number, line
        number += 1


def _fields(file: File, status: str | None, text: str, section: str) -> dict[str, Value]:
    fields: dict[str, Value] = {}
    if "::" in text:
        fields = {name.casefold(): property_value(value, file.path) for name, value in inline_fields(f"- {text}")}
    # Most items have no non-ASCII character, no tag and no link.
    for sign, day in () if text.isascii() else _EMOJI_DATE.findall(text):
        fields.setdefault(_EMOJI_FIELDS[sign], property_value(day, file.path))
    is_done = status in DONE_STATUSES
    link = LinkValue(f"{file.path.removesuffix('.md')}{f'#{section}' if section else ''}", section, file.path)
    return {
        **fields,
        "text": text,
        "task": status is not None,
        "status": status if status is not None else None,
        "checked": status is not None and status != " ",
        "completed": is_done,
        "fullycompleted": is_done,
        "path": file.path,
        "section": link,
        "link": link,
        "tags": [f"#{tag}" for tag in _TAG.findall(text)] if "#" in text else [],
        "outlinks": _links(text, file.path) if "[[" in text else [],
        "annotated": bool(fields),
        "children": [],
    }


def _links(text: str, source: str) -> list[LinkValue]:
    return [LinkValue(target.strip(), (shown or "").strip(), source) for target, shown in WIKILINK.findall(text)]


def _nested(file: File, items: list[tuple[int, dict[str, Value]]]) -> list[Row]:
    """Return *items*, each with the following items of deeper indent as its children."""
    rows = [Row(id=fields["text"], file=file, fields=fields, paths=(file.path,)) for _, fields in items]
    open_items: list[tuple[int, dict[str, Value]]] = []
    for row, (indent, fields) in zip(rows, items, strict=True):
        while open_items and open_items[-1][0] >= indent:
            open_items.pop()
        fields["parent"] = open_items[-1][1]["line"] if open_items else None
        if open_items:
            open_items[-1][1]["children"].append(row)
        open_items.append((indent, fields))
    # From the last one up, because children follow their parent.
    for _, fields in reversed(items):
        tasks = (child.fields for child in fields["children"] if child.fields["task"])
        fields["fullycompleted"] = fields["completed"] and all(task["fullycompleted"] for task in tasks)
    return rows


MAX_SECONDS = 8.0
"""Maximum processor time of one query in seconds: it blocks the search thread."""

STEPS_PER_CHECK = 4_096
"""Steps between two checks of the time."""


class QueryBudget:
    """Counts the steps of one query and ends it when it takes too long."""

    def __init__(self, seconds: float | None = None) -> None:
        self._end = time.thread_time() + (MAX_SECONDS if seconds is None else seconds)
        self._remaining = STEPS_PER_CHECK

    def spend(self, steps: int = 1) -> None:
        """Count *steps*. Raises `ToolFailure` when the time is used up."""
        self._remaining -= steps
        if self._remaining <= 0:
            self._remaining = STEPS_PER_CHECK
            if time.thread_time() > self._end:
                raise unsupported_query_error("the query takes too long on this vault")


class FormulaFiles:
    """The files visible to one query. Created and used in the search thread.

    A file that is not visible does not exist: no link leads to it, and it is in no list.
    """

    def __init__(
        self,
        network: Network,
        now: datetime,
        *,
        others: Iterable[NoteFacts] = (),
        kinds: Mapping[str, str] | None = None,
        budget: QueryBudget | None = None,
    ) -> None:
        """*others* are visible files that are not notes; *kinds* are the property types set in Obsidian."""
        self.network = network
        self.now = now
        self.moment = moment_at(now)
        """`now` as a date."""
        self.budget = budget or QueryBudget()
        self._kinds = kinds or {}
        self._others = {facts.path: facts for facts in others}
        self._other_names = NoteNames(self._others)
        self._files: dict[str, File] = {}
        self._resolved: dict[tuple[str, str], File | None] = {}
        self._linked_others: dict[str, list[str]] | None = None
        self._spellings: dict[str, tuple[str, ...]] = {}
        self._incoming: dict[str, frozenset[str]] = {}
        self._links: dict[str, list[LinkValue]] = {}
        self._list_items: dict[str, list[Row]] | None = None
        self._keys: dict[int, tuple[list[Value], frozenset[object] | None]] = {}

    def rows(self) -> list[File]:
        """Return every visible file that is not excluded, by path."""
        self.network.load_all_nodes()
        facts = sorted([*self.network.notes(), *self._others.values()], key=lambda note: note.path_key)
        return [self._file_of(note) for note in facts]

    def file(self, path: str) -> File | None:
        """Return the visible file at *path*."""
        known = self._files.get(path)
        if known is not None:
            return known
        facts = self._others.get(path) or self.network.facts(path)
        return None if facts is None else self._file_of(facts)

    def _file_of(self, facts: NoteFacts) -> File:
        known = self._files.get(facts.path)
        if known is None:
            known = self._files[facts.path] = File(facts)
        return known

    def resolve(self, link: LinkValue) -> File | None:
        """Return the file that *link* resolves to."""
        if link.is_external:
            return None
        key = (link.target.partition("#")[0], link.source.rpartition("/")[0])
        if key not in self._resolved:
            self._resolved[key] = self._found(key[0], link.source)
        return self._resolved[key]

    def _found(self, target: str, source: str) -> File | None:
        if not target:
            return self.file(source)
        path = self.network.resolve(target, source)
        if path is None and self._others:
            path = resolve_link(target, source, self._other_names)
        return None if path is None else self.file(path)

    def property(self, file: File, name: str, *, as_dataview: bool = False) -> Value:
        """Return the property *name* of *file*, ignoring case; None if it has none.

        With *as_dataview*, inline fields count too, and `due-date` is also the property `Due date`.
        """
        key = f"{name}\n{as_dataview}"
        spellings = self._spellings.get(key)
        if spellings is None:
            spellings = self._spellings[key] = self.network.table.spellings(name, as_dataview=as_dataview)
        facts = file.facts
        if not as_dataview:
            for spelling in spellings:
                if spelling in facts.properties:
                    return self._value(file, spelling)
            return None
        found = [
            self._value(file, spelling, as_dataview=True) for spelling in spellings if spelling in facts.properties
        ]
        found += [
            property_value(facts.inline[spelling], file.path) for spelling in spellings if spelling in facts.inline
        ]
        if len(found) < 2:
            return found[0] if found else None
        return [item for value in found for item in (value if isinstance(value, list) else [value])]

    def _value(self, file: File, name: str, *, as_dataview: bool = False) -> Value:
        key, raw = name.casefold(), file.facts.properties[name]
        if key == "tags" and not as_dataview:
            return [Tag(tag.removeprefix("#")) for tag in split_names(raw, "\\s,")] if raw is not None else None
        return property_value(raw, file.path, may_be_date=self._kinds.get(key) != "text")

    def properties(self, file: File) -> dict[str, Value]:
        """Return the properties of *file* by name."""
        return {name: self._value(file, name) for name in file.facts.properties}

    def list_items(self, file: File) -> list[Row]:
        """Return the list items of *file*; the first call reads the texts of all notes."""
        if self._list_items is None:
            self._list_items = {}
            for path, head_lines, text in self.network.table.bodies(self.network.load_all_nodes(), "%"):
                found = self.file(path)
                if found is not None:
                    self.budget.spend(8)
                    self._list_items[path] = list_items(found, text, head_lines + 1)
        return self._list_items.get(file.path, [])

    def tasks(self, files: Iterable[File]) -> list[Row]:
        """Return the tasks of *files*, note by note."""
        files_by_path = {file.path: file for file in files}
        found: dict[str, list[Row]] = {}
        for path, head_lines, text in self.network.table.bodies(files_by_path.keys(), "%[_]%"):
            self.budget.spend(8)
            found[path] = [row for row in list_items(files_by_path[path], text, head_lines + 1) if row.fields["task"]]
        return [row for path in files_by_path for row in found.get(path, ())]

    def keys_of(self, values: list[Value]) -> frozenset[object] | None:
        """Return the keys of *values*, which are links and files; None if there are others among them."""
        known = self._keys.get(id(values))
        if known is None or known[0] is not values:
            keys = None
            if all(isinstance(value, LinkValue | File) for value in values):
                keys = frozenset(value_key(value, self.resolve) for value in values)
            known = self._keys[id(values)] = values, keys
        return known[1]

    def has_property(self, file: File, name: str) -> bool:
        """Whether *file* has the property *name*, even an empty one."""
        key = name.casefold()
        return any(own_name == name or own_name.casefold() == key for own_name in file.facts.properties)

    def tags(self, file: File) -> list[Tag]:
        """Return the tags of *file*, those of its properties first."""
        return [Tag(tag) for tag in file.facts.tags]

    def has_tag(self, file: File, tag: str) -> bool:
        """Whether *file* has *tag* or a nested tag."""
        key = same_name_key(tag.removeprefix("#").strip("/"))
        return any(note_tag == key or note_tag.startswith(f"{key}/") for note_tag in file.facts.tag_keys)

    def links(self, file: File) -> list[LinkValue]:
        """Return the links of *file*, including those in properties and embeds, each target once."""
        known = self._links.get(file.path)
        if known is None:
            known = self._links[file.path] = []
            folder = file.path.rpartition("/")[0]
            for target, found in self.network.links(file.path):
                known.append(LinkValue(target, "", file.path))
                # The index has resolved these.
                if found is not None and "#" not in target:
                    self._resolved.setdefault((target, folder), self.file(found))
        return known

    def embeds(self, file: File) -> list[LinkValue]:
        """Return the embeds of *file*, each target once."""
        return [LinkValue(target, "", file.path) for target in self.network.table.embeds().get(file.path, ())]

    def linked_from(self, file: File) -> list[File]:
        """Return the files that *file* links to, in its order."""
        found = (self.resolve(link) for link in self.links(file))
        return list({linked_file.path: linked_file for linked_file in found if linked_file is not None}.values())

    def incoming(self, path: str) -> frozenset[str]:
        """Return the paths of the visible files with a link to the one at *path*, including itself if it has one."""
        known = self._incoming.get(path)
        if known is None:
            found = (
                set(self.network.incoming(path))
                if path not in self._others
                else set(self._incoming_of_others().get(path, ()))
            )
            if any(target == path for _, target in self.network.links(path)):
                found.add(path)
            known = self._incoming[path] = frozenset(found)
        return known

    def backlinks(self, file: File) -> list[File]:
        """Return the other files with a link to *file*, by path."""
        found = (self.file(path) for path in sorted(self.incoming(file.path) - {file.path}))
        return [linking_file for linking_file in found if linking_file is not None]

    def links_to(self, file: File, other: Value) -> bool:
        """Whether *file* has a link to *other*: a file, a link, or the text of one."""
        if isinstance(other, File):
            return file.path in self.incoming(other.path)
        link = (
            other
            if isinstance(other, LinkValue)
            else LinkValue(str(other).strip().removeprefix("[[").removesuffix("]]"))
        )
        link = LinkValue(link.target.partition("|")[0].strip(), "", link.source)
        found = self.resolve(link)
        if found is not None:
            return file.path in self.incoming(found.path)
        target = link.target.partition("#")[0]
        return any(link_text.partition("#")[0] == target for link_text, _ in self.network.table.links.of(file.path))

    def _incoming_of_others(self) -> dict[str, list[str]]:
        """Return, for each file that is not a note, the files with a link to it."""
        if self._linked_others is None:
            self._linked_others = {}
            table = self.network.table
            for source, targets in [*table.links.missing.items(), *self._indexed_links()]:
                if source not in self._others and self.network.facts(source) is None:
                    continue
                for target in targets:
                    found = self.resolve(LinkValue(target, "", source))
                    if found is not None and found.path in self._others:
                        self._linked_others.setdefault(found.path, []).append(source)
        return self._linked_others

    def _indexed_links(self) -> list[tuple[str, tuple[str, ...]]]:
        """Return the links to canvases and bases, which the index resolves like links to notes."""
        found: dict[str, list[str]] = {}
        for path in self._others:
            for source in self.network.table.links.incoming(path):
                found.setdefault(source, []).append(path)
        return [(source, tuple(paths)) for source, paths in found.items()]


def moment_of_ns(ns: int) -> Moment:
    """Return the time of a file as a date."""
    return Moment(ns, ns)


def _suffix(file_name: str) -> str:
    return file_name.rpartition(".")[2] if "." in file_name else ""


BASE_FILE_FIELDS: Mapping[str, Callable[[FormulaFiles, File], Value]] = {
    "name": lambda files, file: file.path.rpartition("/")[2],
    "basename": lambda files, file: file.facts.name,
    "path": lambda files, file: file.path,
    "folder": lambda files, file: file.facts.folder,
    "ext": lambda files, file: _suffix(file.path.rpartition("/")[2]),
    "size": lambda files, file: file.facts.size,
    "ctime": lambda files, file: moment_of_ns(file.facts.created_ns),
    "mtime": lambda files, file: moment_of_ns(file.facts.modified_ns),
    "tags": FormulaFiles.tags,
    "aliases": lambda files, file: [*file.facts.aliases],
    "links": FormulaFiles.links,
    "embeds": FormulaFiles.embeds,
    "backlinks": FormulaFiles.backlinks,
    "properties": FormulaFiles.properties,
    "file": lambda files, file: (files.file(file.path) or File(file.facts)) if file.is_this else file,
}
"""The fields of a file in Bases."""
