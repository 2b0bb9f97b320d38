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
from vaultdesk.vault.frontmatter.property_edit import properties_error, with_properties
from vaultdesk.vault.markdown.markdown_scanner import Scan, scan
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath, printable

MAX_TAG_LENGTH = 200
"""Maximum number of characters of a tag that is written; no list of tags can show this many."""

_JOINER = "\u200d"
"""Joins emoji, which tags may contain."""

_ANY_PATH = NotePath("Note.md")
_SEPARATORS = ",\\s"
_BARE_BULLET = re.compile(r"[ \t]*+(?:[-*+]|[0-9]{1,9}[.)])[ \t]*+")

_Change = Callable[[str], str | None]
"""Returns the new name of a tag, the same name, or None to remove it."""


def tag_name(written: str) -> str:
    """Return the tag that *written* (`#a/b`, `a/b`) names, without `#`. Raises `NoteNotWritten` if it is not valid."""
    name = written.strip().removeprefix("#")
    is_invalid = (
        len(name) > MAX_TAG_LENGTH
        or name.startswith("/")
        or "//" in name
        or not name.replace(_JOINER, "").isprintable()
    )
    if not name or is_invalid or scan(f"#{name}").tags != (name,):
        raise NoteNotWritten(
            Phrase("“{0}” is not a valid tag", printable(written[:60])),
            hint=Phrase("A tag consists of letters, digits, _ - and /, without spaces, and not only of digits."),
        )
    return name


def tags_of(text: str) -> tuple[str, ...]:
    """Return the tags of a note as in `Note.tags`: those of the frontmatter first, each once."""
    return parse_note(_ANY_PATH, text).tags


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
    frontmatter = _read_valid_frontmatter(text)
    key = (
        "tags"
        if "tags" in frontmatter.properties
        else next((k for k in frontmatter.properties if k.casefold() == "tags"), "tags")
    )
    value = frontmatter.properties.get(key)
    if isinstance(value, dict):
        raise properties_error(Phrase("Their “tags” property is not a list."))
    return with_properties(text, {key: [*_items(value), *added.values()]})


def without_tags(text: str, tags: Iterable[str]) -> str:
    """Return *text* without *tags*, in any case, with or without `#`; `a` removes neither `a/b` nor `ab`.

    A line that becomes empty is removed. Raises `NoteNotWritten` if the frontmatter cannot be read, or if the rest of a
    line would have another meaning, as `# b` is a heading.
    """
    removed_keys = {key for tag in tags if (key := _key(tag))}
    return _apply_change(text, lambda tag: None if _key(tag) in removed_keys else tag)


def rename_tag(text: str, old: str, new: str) -> str:
    """Return *text* with the tag *old* renamed to *new*, including nested tags: `old/x` becomes `new/x`.

    Raises `NoteNotWritten` if *new* is not a valid tag, and if the frontmatter cannot be read.
    """
    name, old_parts = tag_name(new), _key(old).split("/")

    def renamed(tag: str) -> str:
        parts = tag.split("/")
        if [part.casefold() for part in parts[: len(old_parts)]] != old_parts:
            return tag
        return "/".join((name, *parts[len(old_parts) :]))

    return _apply_change(text, renamed) if old_parts != [""] else text


def _key(tag: str) -> str:
    return tag.strip().removeprefix("#").strip("/").casefold()


def _read_valid_frontmatter(text: str) -> Frontmatter:
    frontmatter = read_frontmatter(text)
    if frontmatter.problem:
        raise properties_error(frontmatter.problem)
    return frontmatter


def _apply_change(text: str, change: _Change) -> str:
    frontmatter = _read_valid_frontmatter(text)
    new = _with_text_changed(text, frontmatter, change)
    values: dict[str, JsonValue] = {}
    emptied: list[str] = []
    for key, value in frontmatter.properties.items():
        name = key.casefold()
        if name not in ("tags", "tag") or value is None or isinstance(value, dict):
            continue
        items = _items(value)
        new_items = _items_changed(items, change)
        if new_items == items:
            continue
        if name == "tag" and not new_items:
            # Obsidian no longer reads this property, so an empty one is removed.
            emptied.append(key)
        else:
            values[key] = " ".join(map(str, new_items)) if name == "tag" and isinstance(value, str) else new_items
    return with_properties(new, values, emptied)


def _items(value: JsonValue) -> list[JsonValue]:
    """Return the entries of a property of tags, in any of its forms."""
    if isinstance(value, str):
        return [*split_names(value, _SEPARATORS)]
    return list(value) if isinstance(value, list) else [] if value is None else [value]


def _items_changed(items: list[JsonValue], change: _Change) -> list[JsonValue]:
    new_items: list[JsonValue] = []
    untouched = {_key(str(item)) for item in items if change(_bare(item)) == _bare(item)}
    for item in items:
        name = change(_bare(item))
        if name == _bare(item):
            new_items.append(item)
        elif name is not None and _key(name) not in untouched:
            # Two tags that become equal are listed once.
            untouched.add(_key(name))
            new_items.append(f"#{name}" if str(item).startswith("#") else name)
    return new_items


def _bare(item: JsonValue) -> str:
    return str(item).strip().removeprefix("#").strip("/")


def _with_text_changed(text: str, frontmatter: Frontmatter, change: _Change) -> str:
    old_scan = scan(text, frontmatter.body_start)
    positions = [
        (start, tag, name)
        for start, tag in zip(old_scan.tag_starts, old_scan.tags, strict=True)
        if (name := change(tag)) != tag
    ]
    parts: list[str] = []
    copied_until = first = 0
    while first < len(positions):
        # A malicious line may have a hundred thousand tags: each is visited once.
        line_start = text.rfind("\n", 0, positions[first][0]) + 1
        line_end = text.find("\n", line_start) + 1 or len(text)
        after = bisect_left(positions, line_end, lo=first, key=lambda position: position[0])
        line = text[line_start:line_end].removesuffix("\n")
        new_line = _line_changed(line, [(start - line_start, tag, name) for start, tag, name in positions[first:after]])
        parts.append(text[copied_until:line_start])
        if new_line.strip() and not (
            _BARE_BULLET.fullmatch(new_line) and not _is_nested_line(text, line_end, new_line)
        ):
            parts.append(new_line + text[line_start + len(line) : line_end])
        copied_until, first = line_end, after
    new = "".join((*parts, text[copied_until:]))
    return _require_same_structure(old_scan, new, frontmatter, change) if parts else text


def _line_changed(line: str, positions: Sequence[tuple[int, str, str | None]]) -> str:
    """Return *line* with the tags at *positions* renamed, or removed if there is no new name."""
    parts: list[str] = []
    position = 0
    at_start = False
    """Whether a tag at the start of the line was removed: its indentation stays, the space after the tag is removed."""
    for start, tag, name in positions:
        between = line[position:start]
        if not position:
            at_start = name is None and not between.strip()
            parts.append(between if at_start or name is not None else between.rstrip(" \t"))
        else:
            # Elsewhere the space before the tag is removed with it.
            between = between if name is not None else between.rstrip(" \t")
            parts.append(between.lstrip(" \t") if at_start else between)
            at_start = at_start and not between.strip() and name is None
        position = start + 1 + len(tag)
        if name is not None:
            parts.append(f"#{name}")
        while name is None and line[position : position + 1] == "/":
            position += 1
    return "".join((*parts, line[position:].lstrip(" \t") if at_start else line[position:]))


def _is_nested_line(text: str, position: int, line: str) -> bool:
    """Whether the line at *position* belongs to the item that *line* begins."""
    following = text[position : text.find("\n", position) + 1 or len(text)]
    return bool(following.strip()) and _indent(following) > _indent(line)


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip(" \t"))


def _require_same_structure(old_scan: Scan, new: str, frontmatter: Frontmatter, change: _Change) -> str:
    """Return *new* if nothing but the tags differs. Raises `NoteNotWritten`."""
    after = read_frontmatter(new)
    new_scan = scan(new, frontmatter.body_start)
    expected_tags = tuple(name for tag in old_scan.tags if (name := change(tag)) is not None)
    same = (
        (after.properties, after.body_start) == (frontmatter.properties, frontmatter.body_start)
        and new_scan.tags == expected_tags
        and [heading.level for heading in new_scan.headings] == [heading.level for heading in old_scan.headings]
        and [link.target for link in new_scan.links] == [link.target for link in old_scan.links]
        and [block.id for block in new_scan.blocks] == [block.id for block in old_scan.blocks]
    )
    if not same:
        raise NoteNotWritten(
            Phrase("Removing the tag would change the meaning of a line of the note"),
            hint=Phrase("Change that line in an editor."),
        )
    return new
