"""Repair of links in notes and canvas files after files were renamed or moved, and the texts of a canvas."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import normpath
from typing import Literal, NamedTuple

import yaml
from msgspec import Struct

from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.frontmatter.yaml_reader import readable_block, unmasked
from vaultdesk.vault.markdown.link_resolution import NoteNames, link_candidates
from vaultdesk.vault.markdown.link_syntax import Link, Splice, apply_splices, links_in_value, may_link, retarget_link
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.obsidian.vault_config import LinkFormat

_Form = Literal["name", "sibling", "relative", "rooted", "root", "partial"]
"""The form in which a link names a file: its name; its name, in a Markdown link to the same folder; the path from the
note's folder; the path from the root, with or without a leading slash; the end of its path.
"""


class _RenamedNames(NoteNames):
    """The names after the moves, without a copy of all names."""

    def __init__(self, before: NoteNames, moves: Mapping[str, str]) -> None:
        super().__init__(moves.values())
        self._before = before
        self._removed = frozenset(moves)

    def __contains__(self, path: object) -> bool:
        return super().__contains__(path) or (path not in self._removed and path in self._before)

    def at(self, path: str) -> list[str]:
        found = {*super().at(path), *(old_path for old_path in self._before.at(path) if old_path not in self._removed)}
        return sorted(found, key=lambda candidate: (candidate != path, candidate))

    def ending_in(self, path: str) -> list[str]:
        remaining = (old_path for old_path in self._before.ending_in(path) if old_path not in self._removed)
        return list(dict.fromkeys((*remaining, *super().ending_in(path))))


@dataclass(frozen=True)
class Renaming:
    """*moves* from old to new paths, among all files of the vault as they are *before*."""

    before: NoteNames
    moves: Mapping[str, str]
    style: LinkFormat = "shortest"
    """The vault's setting for new links."""
    keeps_paths: bool = False
    """Whether a Markdown link with a path relative to its note must keep that form: programs other than Obsidian, which
    also finds files by name alone, read the notes.
    """
    after: NoteNames = field(init=False)

    def __post_init__(self) -> None:
        object.__setattr__(self, "after", _RenamedNames(self.before, self.moves))

    def targets(self, link: Link, source: str) -> list[str] | None:
        """Return possible targets for *link*, in the file that was at *source*, its original form first.

        None if the link may stay unchanged. Not every syntax can express every name: use the first that it can.
        """
        if link.external or not link.target:
            return None
        old_candidates = link_candidates(link.target, source, self.before)
        if not old_candidates:
            return None
        new_source = self.moves.get(source, source)
        new_target = self.moves.get(old_candidates[0], old_candidates[0])
        new_candidates = link_candidates(link.target, new_source, self.after)
        form = _form(link, old_candidates[0], source)
        newly_ambiguous = len(new_candidates) > 1 >= len(old_candidates)
        if (
            new_candidates[:1] == [new_target]
            and not newly_ambiguous
            and not self._breaks_relative_path(form, link, new_target, new_source)
        ):
            return None
        spellings = dict.fromkeys(_spellings(form, link, old_candidates[0], new_target, new_source))
        return [
            spelling
            for spelling in spellings
            if spelling != link.target and link_candidates(spelling, new_source, self.after) == [new_target]
        ]

    def _breaks_relative_path(self, form: _Form, link: Link, new_target: str, new_source: str) -> bool:
        """Whether a relative path, the vault's preferred form, would now work by its last name only."""
        prefers_paths = self.style == "relative" or (self.keeps_paths and link.kind == "markdown")
        is_relative = prefers_paths and form in ("relative", "sibling")
        return is_relative and _comparison_key(new_target) != _comparison_key(_joined_path(new_source, link.target))


def _form(link: Link, old_target: str, source: str) -> _Form:
    target = link.target
    if target.startswith("/"):
        return "rooted"
    if target.startswith(("./", "../")):
        return "relative"
    if "/" not in target:
        same_folder = old_target.rpartition("/")[0] == source.rpartition("/")[0]
        return "name" if link.kind == "wikilink" or not same_folder else "sibling"
    if _comparison_key(target) == _comparison_key(old_target):
        return "root"
    return "relative" if _comparison_key(_joined_path(source, target)) == _comparison_key(old_target) else "partial"


def _spellings(form: _Form, link: Link, old_target: str, new_target: str, new_source: str) -> Iterator[str]:
    """Yield possible targets for *new_target*: in the original form first, then in forms that always work."""
    relative = _relative(new_target, new_source)
    dotted = relative if relative.startswith("../") else f"./{relative}"
    file_name = new_target.rpartition("/")[2]
    path_end = "/".join(new_target.split("/")[-1 - link.target.count("/") :])
    by_form: dict[_Form, tuple[str, ...]] = {
        "name": (file_name,),
        "sibling": (relative, file_name),
        "relative": (dotted if link.target.startswith("./") else relative, dotted),
        "rooted": (f"/{new_target}",),
        "root": (new_target,),
        "partial": (path_end,),
    }
    # Only a note may be named without its suffix, and only if the original link does so.
    bare = (
        old_target.lower().endswith(NOTE_SUFFIX)
        and new_target.lower().endswith(NOTE_SUFFIX)
        and not _has_suffix(link, old_target)
    )
    spellings = (*by_form[form], new_target, f"/{new_target}", dotted, file_name)
    if bare:
        yield from (spelling[: -len(NOTE_SUFFIX)] for spelling in spellings)
    yield from spellings


def _has_suffix(link: Link, old_target: str) -> bool:
    """Whether *link* includes the file's suffix."""
    return same_name_key(link.target.rpartition("/")[2]) == same_name_key(old_target.rpartition("/")[2])


def _comparison_key(path: str) -> str:
    """Return *path* for comparison, with the suffix of a note."""
    key = same_name_key(path)
    return key if key.endswith(NOTE_SUFFIX) else f"{key}{NOTE_SUFFIX}"


def _joined_path(source: str, target: str) -> str:
    return normpath(f"{source.rpartition('/')[0] or '.'}/{target}")


def _relative(target: str, new_source: str) -> str:
    """Return the path to *target* relative to the folder of *new_source*."""
    folder, parts = new_source.split("/")[:-1], target.split("/")
    shared = 0
    while shared < min(len(folder), len(parts) - 1) and folder[shared] == parts[shared]:
        shared += 1
    return "/".join([*[".."] * (len(folder) - shared), *parts[shared:]])


# Order, quotes, comments and everything that is not a link stay byte-identical. The result is parsed again; if it
# differs from the intended one, nothing is changed.

_LOADER = getattr(yaml, "CSafeLoader", yaml.SafeLoader)
_OPENING = re.compile(r"---[ \t]*\r?\n")

Retarget = Callable[[Link], Sequence[str] | None]
"""Possible targets of a link, the best first; None if it stays unchanged."""


def property_splices(text: str, retarget: Retarget) -> tuple[list[Splice], int]:
    """Return the changes of links in the properties of *text*, and the number of links that could not be changed."""
    frontmatter = read_frontmatter(text)
    opening = _OPENING.match(text)
    if opening is None or not may_link(text, frontmatter.body_start):
        return [], 0
    begin = opening.end()
    block = text[begin : text.rindex("---", 0, frontmatter.body_start)]
    if frontmatter.problem:
        bracket_splices, lost = _splices_in_unreadable(block, retarget)
        return [Splice(splice.start + begin, splice.end + begin, splice.text) for splice in bracket_splices], lost
    splices: list[Splice] = []
    expected: list[str] = []
    lost = 0
    for scalar, is_value in _scalars(block):
        value = unmasked(str(scalar.value))
        repair = _repair_scalar(block, scalar, retarget) if is_value and "[" in value else _ScalarRepair([], value, 0)
        splices += repair.splices
        expected.append(repair.value)
        lost += repair.lost
    if not splices:
        return [], lost
    changed = apply_splices(block, splices)
    reparsed = read_frontmatter(f"---\n{changed}---\n")
    if reparsed.problem or [unmasked(str(scalar.value)) for scalar, _ in _scalars(changed)] != expected:
        return [], lost + len(splices)
    return [Splice(splice.start + begin, splice.end + begin, splice.text) for splice in splices], lost


_YAML_SYNTAX = re.compile(r"[\"'\\]|: | #")
"""Characters that could end a value or have a meaning in it, whatever its quotes."""


def _splices_in_unreadable(block: str, retarget: Retarget) -> tuple[list[Splice], int]:
    """Return the changes of links in properties that are not valid YAML: the links are found by their brackets
    alone.
    """
    splices: list[Splice] = []
    position = lost = 0
    for line in block.splitlines(keepends=True):
        for link in links_in_value(line) if not line.lstrip().startswith("#") else ():
            targets = retarget(link)
            if targets is not None:
                candidates = (retarget_link(line, link, target) for target in targets)
                valid = (splice for splice in candidates if splice is not None and not _YAML_SYNTAX.search(splice.text))
                splice = next(valid, None)
                if splice is None:
                    lost += 1
                else:
                    splices.append(Splice(splice.start + position, splice.end + position, splice.text))
        position += len(line)
    return splices, lost


def _scalars(block: str) -> Iterator[tuple[yaml.ScalarEvent, bool]]:
    """Yield each scalar of *block*, and whether it is a value; the block was parsed without a problem before."""
    expects_name: list[bool | None] = []
    """For each enclosing collection: whether a name comes next; None in a list."""
    try:
        for event in yaml.parse(readable_block(block), Loader=_LOADER):
            if isinstance(event, yaml.CollectionEndEvent):
                expects_name.pop()
                continue
            if not isinstance(event, yaml.NodeEvent):
                continue
            is_name = bool(expects_name) and expects_name[-1] is True
            if expects_name and expects_name[-1] is not None:
                expects_name[-1] = not expects_name[-1]
            if isinstance(event, yaml.ScalarEvent):
                yield event, not is_name
            elif isinstance(event, yaml.CollectionStartEvent):
                expects_name.append(True if isinstance(event, yaml.MappingStartEvent) else None)
    except yaml.YAMLError:
        # Only the changed text can be invalid here; its values then differ from the intended ones, and it is discarded.
        return


class _ScalarRepair(NamedTuple):
    """The changes of links in one scalar, and its value afterwards."""

    splices: list[Splice]
    value: str
    lost: int
    """Number of links that could not be changed."""


def _repair_scalar(block: str, scalar: yaml.ScalarEvent, retarget: Retarget) -> _ScalarRepair:
    value, style = unmasked(str(scalar.value)), scalar.style
    assert scalar.start_mark is not None
    assert scalar.end_mark is not None
    start, end = scalar.start_mark.index, scalar.end_mark.index
    value_splices: list[Splice] = []
    block_splices: list[Splice] = []
    position, lost, hidden = start, 0, False
    for link in links_in_value(value):
        targets = retarget(link)
        candidates = (retarget_link(value, link, target) for target in targets or ())
        splice = next((candidate for candidate in candidates if candidate is not None), None)
        written = value[link.start : link.end]
        escaped = _escaped(written, style)
        found_at = block.find(escaped, position, end)
        position = found_at + len(escaped) if found_at >= 0 else position
        hidden = hidden or found_at < 0
        if splice is None:
            lost += targets is not None
            continue
        value_splices.append(splice)
        new_link = value[link.start : splice.start] + splice.text + value[splice.end : link.end]
        block_splices.append(Splice(found_at, found_at + len(escaped), _escaped(new_link, style)))
    changed = apply_splices(value, value_splices)
    if hidden and value_splices:
        # With escapes or over several lines, only a quoted string can be rewritten as a whole.
        if style != '"':
            return _ScalarRepair([], value, lost + len(value_splices))
        block_splices = [Splice(start, end, json.dumps(changed, ensure_ascii=False))]
    return _ScalarRepair(block_splices, changed, lost)


def _escaped(text: str, style: str | None) -> str:
    """Return *text* escaped for a scalar of that *style*."""
    if style == '"':
        return text.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("'", "''") if style == "'" else text


# Only links that would lead elsewhere are changed; code, comments and HTML contain none (vaultdesk/vault/README.md,
# "Links").


class RepairedText(Struct, frozen=True):
    """A text with its links repaired."""

    text: str
    count: int = 0
    """Number of rewritten links."""
    lost: int = 0
    """Number of links that would have to be rewritten, but cannot express their target."""


def repair_links(text: str, source: NotePath, renaming: Renaming) -> RepairedText:
    """Return the *text* of the file that was at *source* with the links that *renaming* breaks repaired."""
    property_changes, lost = property_splices(text, lambda link: renaming.targets(link, source.text))
    body_changes, lost_in_body = body_splices(text, source.text, renaming, read_frontmatter(text).body_start)
    splices = [*property_changes, *body_changes]
    return RepairedText(apply_splices(text, splices), len(splices), lost + lost_in_body)


def body_splices(text: str, source: str, renaming: Renaming, start: int = 0) -> tuple[list[Splice], int]:
    """Return the changes of links in the Markdown of *text* from *start*, and the number that cannot be changed."""
    splices: list[Splice] = []
    lost = 0
    for link in scan(text, start).links:
        targets = renaming.targets(link, source)
        if targets is None:
            continue
        splice = next(
            (candidate for target in targets if (candidate := retarget_link(text, link, target)) is not None), None
        )
        if splice is None:
            lost += 1
        else:
            splices.append(splice)
    return splices, lost


# Layout, order, unknown keys and escaping are preserved.

MAX_CANVAS_DEPTH = 100
"""Maximum nesting depth of JSON values. A canvas has four levels; Python's parser fails at about a thousand."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}:,]')
_STRING_CHARACTER = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)


class CanvasText(Struct, frozen=True):
    """A text of a node and its position in the file, including the quotes."""

    key: Literal["file", "text"]
    value: str
    start: int
    end: int


def canvas_texts(canvas: str) -> list[CanvasText]:
    """Return the file names and Markdown texts of the nodes; an empty list if *canvas* is empty or not a canvas."""
    try:
        document = json.loads(canvas)
    except (ValueError, RecursionError):
        return []
    if not isinstance(document, dict) or not isinstance(document.get("nodes"), list):
        return []
    return list(_node_texts(canvas))


def repair_canvas_links(canvas: str, source: NotePath, renaming: Renaming) -> RepairedText:
    """Return *canvas*, the content of the file at *source*, with the links that *renaming* breaks repaired."""
    splices: list[Splice] = []
    lost = 0
    for canvas_text in canvas_texts(canvas):
        if canvas_text.key == "file":
            target = next(
                (renaming.moves[path] for path in renaming.before.at(canvas_text.value) if path in renaming.moves), ""
            )
            value_splices = [Splice(0, len(canvas_text.value), target)] if target else []
        else:
            value_splices, missed = body_splices(canvas_text.value, source.text, renaming)
            lost += missed
        splices += _json_splices(canvas, canvas_text, value_splices)
    return RepairedText(apply_splices(canvas, splices), len(splices), lost)


def _node_texts(canvas: str) -> Iterator[CanvasText]:
    """Yield the strings at `nodes[].file` and `nodes[].text`; *canvas* is valid JSON."""
    keys: list[str | None] = []
    """For each enclosing value: its key in its object, or None in a list."""
    key: str | None = None
    kinds: list[str] = []
    previous = ""
    for token in _TOKEN.finditer(canvas):
        character = token[0][0]
        if character in "[{":
            if len(kinds) > MAX_CANVAS_DEPTH:
                return
            keys.append(key)
            kinds.append(character)
            key = None
        elif character in "]}":
            keys.pop()
            kinds.pop()
        elif character == '"' and previous != ":" and kinds[-1:] == ["{"]:
            key = json.loads(token[0], strict=False)
        elif character == '"' and keys == [None, "nodes", None] and kinds == ["{", "[", "{"]:
            if key in ("file", "text"):
                yield CanvasText(
                    "file" if key == "file" else "text", json.loads(token[0], strict=False), token.start(), token.end()
                )
        elif character == "," and kinds[-1:] == ["["]:
            key = None
        previous = character


def _json_splices(canvas: str, canvas_text: CanvasText, value_splices: list[Splice]) -> list[Splice]:
    """Return *value_splices*, splices of the string's value, converted to splices of the file's text."""
    if not value_splices:
        return []
    offsets = [
        character.start()
        for character in _STRING_CHARACTER.finditer(canvas, canvas_text.start + 1, canvas_text.end - 1)
    ]
    offsets.append(canvas_text.end - 1)
    written = canvas[canvas_text.start : canvas_text.end]
    ascii_only = "\\u" in written and written.isascii()
    splices: list[Splice] = []
    for splice in value_splices:
        encoded = json.dumps(splice.text, ensure_ascii=ascii_only)[1:-1]
        if "\\/" in written:
            encoded = encoded.replace("/", "\\/")
        splices.append(Splice(offsets[splice.start], offsets[splice.end], encoded))
    return splices
