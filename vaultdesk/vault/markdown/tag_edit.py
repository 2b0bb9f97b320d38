"""Adds, removes and renames tags of a note, in its properties and in its text.

markdown_scanner.py defines what a tag is, so code, comments, addresses and links stay unchanged
(vaultdesk/vault/README.md, "Tags"). Only lines with the tag change.
"""

import re
from bisect import bisect_left
from collections.abc import Callable, Iterable, Sequence

from vaultdesk.core.errors import NoteNotWritten
from vaultdesk.core.phrases import Phrase
from vaultdesk.vault.frontmatter.frontmatter import Frontmatter, JsonValue, read_frontmatter, split_names
from vaultdesk.vault.frontmatter.property_edit import properties_kept_error, with_properties
from vaultdesk.vault.markdown.markdown_scanner import Scan, scan
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath, printable

MAX_TAG_LENGTH = 200
"""Maximum number of characters of a tag that is written; no list of tags can show this many."""

_JOINER = "\u200d"
"""Joins emoji, which tags may contain."""

_ANY = NotePath("Note.md")
_CUT = ",\\s"
_BARE_BULLET = re.compile(r"[ \t]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]*+")

_Change = Callable[[str], str | None]
"""Returns the new name of a tag, the same name, or None to remove it."""


def tag_name(written: str) -> str:
    """Return the tag that *written* (`#a/b`, `a/b`) names, without `#`. Raises `NoteNotWritten` if it is not valid."""
    name = written.strip().removeprefix("#")
    is_odd = (
        len(name) > MAX_TAG_LENGTH
        or name.startswith("/")
        or "//" in name
        or not name.replace(_JOINER, "").isprintable()
    )
    if not name or is_odd or scan(f"#{name}").tags != (name,):
        raise NoteNotWritten(
            Phrase("“{0}” is not a valid tag", printable(written[:60])),
            hint=Phrase("A tag consists of letters, digits, _ - and /, without spaces, and not only of digits."),
        )
    return name


def tags_of(text: str) -> tuple[str, ...]:
    """Return the tags of a note as in `Note.tags`: those of the frontmatter first, each once."""
    return parse_note(_ANY, text).tags


def with_tags(text: str, tags: Iterable[str]) -> str:
    """Return *text* with *tags* in its property `tags`; tags that the note already has are not added.

    Raises `NoteNotWritten` for an invalid tag, and if the frontmatter cannot be read.
    """
    known = {tag.casefold() for tag in tags_of(text)}
    added: dict[str, str] = {}
    for tag in map(tag_name, tags):
        if tag.casefold() not in known:
            added.setdefault(tag.casefold(), tag)
    if not added:
        return text
    head = _readable_head(text)
    key = "tags" if "tags" in head.properties else next((k for k in head.properties if k.casefold() == "tags"), "tags")
    value = head.properties.get(key)
    if isinstance(value, dict):
        raise properties_kept_error("Their “tags” property is not a list.")
    return with_properties(text, {key: [*_items(value), *added.values()]})


def without_tags(text: str, tags: Iterable[str]) -> str:
    """Return *text* without *tags*, in any case, with or without `#`; `a` removes neither `a/b` nor `ab`.

    A line that becomes empty is removed. Raises `NoteNotWritten` if the frontmatter cannot be read, or if the rest of a
    line would have another meaning, as `# b` is a heading.
    """
    gone = {key for tag in tags if (key := _key(tag))}
    return _changed(text, lambda tag: None if _key(tag) in gone else tag)


def rename_tag(text: str, old: str, new: str) -> str:
    """Return *text* with the tag *old* renamed to *new*, including nested tags: `old/x` becomes `new/x`.

    Raises `NoteNotWritten` if *new* is not a valid tag, and if the frontmatter cannot be read.
    """
    name, wanted = tag_name(new), _key(old).split("/")

    def renamed(tag: str) -> str:
        parts = tag.split("/")
        if [part.casefold() for part in parts[: len(wanted)]] != wanted:
            return tag
        return "/".join((name, *parts[len(wanted) :]))

    return _changed(text, renamed) if wanted != [""] else text


def _key(tag: str) -> str:
    return tag.strip().removeprefix("#").strip("/").casefold()


def _readable_head(text: str) -> Frontmatter:
    head = read_frontmatter(text)
    if head.problem:
        raise properties_kept_error(head.problem)
    return head


def _changed(text: str, change: _Change) -> str:
    head = _readable_head(text)
    new = _with_text_changed(text, head, change)
    values: dict[str, JsonValue] = {}
    emptied: list[str] = []
    for key, value in head.properties.items():
        name = key.casefold()
        if name not in ("tags", "tag") or value is None or isinstance(value, dict):
            continue
        items = _items(value)
        kept = _items_changed(items, change)
        if kept == items:
            continue
        if name == "tag" and not kept:
            # Obsidian no longer reads this property, so an empty one is removed.
            emptied.append(key)
        else:
            values[key] = " ".join(map(str, kept)) if name == "tag" and isinstance(value, str) else kept
    return with_properties(new, values, emptied)


def _items(value: JsonValue) -> list[JsonValue]:
    """Return the entries of a property of tags, in any of its forms."""
    if isinstance(value, str):
        return [*split_names(value, _CUT)]
    return list(value) if isinstance(value, list) else [] if value is None else [value]


def _items_changed(items: list[JsonValue], change: _Change) -> list[JsonValue]:
    kept: list[JsonValue] = []
    untouched = {_key(str(item)) for item in items if change(_bare(item)) == _bare(item)}
    for item in items:
        name = change(_bare(item))
        if name == _bare(item):
            kept.append(item)
        elif name is not None and _key(name) not in untouched:
            # Two tags that become equal are listed once.
            untouched.add(_key(name))
            kept.append(f"#{name}" if str(item).startswith("#") else name)
    return kept


def _bare(item: JsonValue) -> str:
    return str(item).strip().removeprefix("#").strip("/")


def _with_text_changed(text: str, head: Frontmatter, change: _Change) -> str:
    found = scan(text, head.body_start)
    positions = [
        (start, tag, name)
        for start, tag in zip(found.tag_starts, found.tags, strict=True)
        if (name := change(tag)) != tag
    ]
    pieces: list[str] = []
    done = first = 0
    while first < len(positions):
        # A malicious line may have a hundred thousand tags: each is visited once.
        line_start = text.rfind("\n", 0, positions[first][0]) + 1
        line_end = text.find("\n", line_start) + 1 or len(text)
        after = bisect_left(positions, line_end, lo=first, key=lambda position: position[0])
        line = text[line_start:line_end].removesuffix("\n")
        left = _line_changed(line, [(start - line_start, tag, name) for start, tag, name in positions[first:after]])
        pieces.append(text[done:line_start])
        if left.strip() and not (_BARE_BULLET.fullmatch(left) and not _is_deeper(text, line_end, left)):
            pieces.append(left + text[line_start + len(line) : line_end])
        done, first = line_end, after
    new = "".join((*pieces, text[done:]))
    return _meaning_the_same(found, new, head, change) if pieces else text


def _line_changed(line: str, positions: Sequence[tuple[int, str, str | None]]) -> str:
    """Return *line* with the tags at *positions* renamed, or removed if there is no new name."""
    pieces: list[str] = []
    done = 0
    at_start = False
    """Whether a tag at the start of the line was removed: its indentation stays, the space after the tag is removed."""
    for start, tag, name in positions:
        between = line[done:start]
        if not done:
            at_start = name is None and not between.strip()
            pieces.append(between if at_start or name is not None else between.rstrip(" \t"))
        else:
            # Elsewhere the space before the tag is removed with it.
            between = between if name is not None else between.rstrip(" \t")
            pieces.append(between.lstrip(" \t") if at_start else between)
            at_start = at_start and not between.strip() and name is None
        done = start + 1 + len(tag)
        if name is not None:
            pieces.append(f"#{name}")
        while name is None and line[done : done + 1] == "/":
            done += 1
    return "".join((*pieces, line[done:].lstrip(" \t") if at_start else line[done:]))


def _is_deeper(text: str, position: int, line: str) -> bool:
    """Whether the line at *position* belongs to the item that *line* begins."""
    following = text[position : text.find("\n", position) + 1 or len(text)]
    return bool(following.strip()) and _indent(following) > _indent(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _meaning_the_same(old: Scan, new: str, head: Frontmatter, change: _Change) -> str:
    """Return *new* if nothing but the tags differs. Raises `NoteNotWritten`."""
    after = read_frontmatter(new)
    now = scan(new, head.body_start)
    wanted = tuple(name for tag in old.tags if (name := change(tag)) is not None)
    same = (
        (after.properties, after.body_start) == (head.properties, head.body_start)
        and now.tags == wanted
        and [heading.level for heading in now.headings] == [heading.level for heading in old.headings]
        and [link.target for link in now.links] == [link.target for link in old.links]
        and [block.id for block in now.blocks] == [block.id for block in old.blocks]
    )
    if not same:
        raise NoteNotWritten(
            Phrase("Removing the tag would change the meaning of a line of the note"),
            hint=Phrase("Change that line in an editor."),
        )
    return new
