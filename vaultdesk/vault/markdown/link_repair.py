"""Repair of links in notes and canvas files after files were renamed or moved, and the texts of a canvas."""

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from posixpath import normpath
from typing import Literal

import yaml

from vaultdesk.vault.frontmatter.frontmatter import read_frontmatter
from vaultdesk.vault.frontmatter.yaml_reader import readable_block, unmasked
from vaultdesk.vault.markdown.link_resolution import NoteNames, link_candidates
from vaultdesk.vault.markdown.link_syntax import Link, Splice, apply_splices, links_in_value, may_link, retarget_link
from vaultdesk.vault.markdown.markdown_scanner import scan
from vaultdesk.vault.note_path import NOTE_SUFFIX, NotePath, same_name_key
from vaultdesk.vault.obsidian.vault_config import LinkFormat

_Form = Literal["name", "beside", "relative", "rooted", "root", "partial"]
"""The form in which a link names a file: its name; its name, in a Markdown link to the same folder; the path from the
note's folder; the path from the root, with or without a leading slash; the end of its path.
"""


class _RenamedNames(NoteNames):
    """The names after the moves, without a copy of all names."""

    def __init__(self, before: NoteNames, moves: Mapping[str, str]) -> None:
        super().__init__(moves.values())
        self._before = before
        self._gone = frozenset(moves)

    def __contains__(self, path: object) -> bool:
        return super().__contains__(path) or (path not in self._gone and path in self._before)

    def at(self, path: str) -> list[str]:
        found = {*super().at(path), *(kept for kept in self._before.at(path) if kept not in self._gone)}
        return sorted(found, key=lambda one: (one != path, one))

    def ending_in(self, path: str) -> list[str]:
        kept = (one for one in self._before.ending_in(path) if one not in self._gone)
        return list(dict.fromkeys((*kept, *super().ending_in(path))))


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
        meant = link_candidates(link.target, source, self.before)
        if not meant:
            return None
        new_source = self.moves.get(source, source)
        wanted = self.moves.get(meant[0], meant[0])
        now = link_candidates(link.target, new_source, self.after)
        form = _form(link, meant[0], source)
        newly_ambiguous = len(now) > 1 >= len(meant)
        if now[:1] == [wanted] and not newly_ambiguous and not self._is_left_behind(form, link, wanted, new_source):
            return None
        spelled = dict.fromkeys(_spellings(form, link, meant[0], wanted, new_source))
        return [
            say for say in spelled if say != link.target and link_candidates(say, new_source, self.after) == [wanted]
        ]

    def _is_left_behind(self, form: _Form, link: Link, wanted: str, new_source: str) -> bool:
        """Whether a relative path, the vault's preferred form, would now work by its last name only."""
        goes_by_paths = self.style == "relative" or (self.keeps_paths and link.kind == "markdown")
        by_folder = goes_by_paths and form in ("relative", "beside")
        return by_folder and _full(wanted) != _full(_joined(new_source, link.target))


def _form(link: Link, meant: str, source: str) -> _Form:
    target = link.target
    if target.startswith("/"):
        return "rooted"
    if target.startswith(("./", "../")):
        return "relative"
    if "/" not in target:
        same_folder = meant.rpartition("/")[0] == source.rpartition("/")[0]
        return "name" if link.kind == "wikilink" or not same_folder else "beside"
    if _full(target) == _full(meant):
        return "root"
    return "relative" if _full(_joined(source, target)) == _full(meant) else "partial"


def _spellings(form: _Form, link: Link, meant: str, wanted: str, new_source: str) -> Iterator[str]:
    """Yield possible targets for *wanted*: in the original form first, then in forms that always work."""
    relative = _relative(wanted, new_source)
    dotted = relative if relative.startswith("../") else f"./{relative}"
    named = wanted.rpartition("/")[2]
    last = "/".join(wanted.split("/")[-1 - link.target.count("/") :])
    own: dict[_Form, tuple[str, ...]] = {
        "name": (named,),
        "beside": (relative, named),
        "relative": (dotted if link.target.startswith("./") else relative, dotted),
        "rooted": (f"/{wanted}",),
        "root": (wanted,),
        "partial": (last,),
    }
    # Only a note may be named without its suffix, and only if the original link does so.
    bare = meant.lower().endswith(NOTE_SUFFIX) and wanted.lower().endswith(NOTE_SUFFIX) and not _is_full(link, meant)
    spelled = (*own[form], wanted, f"/{wanted}", dotted, named)
    if bare:
        yield from (say[: -len(NOTE_SUFFIX)] for say in spelled)
    yield from spelled


def _is_full(link: Link, meant: str) -> bool:
    """Whether *link* includes the file's suffix."""
    return same_name_key(link.target.rpartition("/")[2]) == same_name_key(meant.rpartition("/")[2])


def _full(path: str) -> str:
    """Return *path* for comparison, with the suffix of a note."""
    key = same_name_key(path)
    return key if key.endswith(NOTE_SUFFIX) else f"{key}{NOTE_SUFFIX}"


def _joined(source: str, target: str) -> str:
    return normpath(f"{source.rpartition('/')[0] or '.'}/{target}")


def _relative(wanted: str, new_source: str) -> str:
    """Return the path to *wanted* relative to the folder of *new_source*."""
    folder, parts = new_source.split("/")[:-1], wanted.split("/")
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
    head = read_frontmatter(text)
    opening = _OPENING.match(text)
    if opening is None or not may_link(text, head.body_start):
        return [], 0
    begin = opening.end()
    block = text[begin : text.rindex("---", 0, head.body_start)]
    if head.problem:
        made, lost = _in_unreadable(block, retarget)
        return [Splice(one.start + begin, one.end + begin, one.text) for one in made], lost
    splices: list[Splice] = []
    wanted: list[str] = []
    lost = 0
    for scalar, is_value in _scalars(block):
        value = unmasked(str(scalar.value))
        changes = _in_scalar(block, scalar, retarget) if is_value and "[" in value else ([], value, 0)
        splices += changes[0]
        wanted.append(changes[1])
        lost += changes[2]
    if not splices:
        return [], lost
    changed = apply_splices(block, splices)
    again = read_frontmatter(f"---\n{changed}---\n")
    if again.problem or [unmasked(str(scalar.value)) for scalar, _ in _scalars(changed)] != wanted:
        return [], lost + len(splices)
    return [Splice(one.start + begin, one.end + begin, one.text) for one in splices], lost


_YAML_SIGNS = re.compile(r"[\"'\\]|: | #")
"""Characters that could end a value or have a meaning in it, whatever its quotes."""


def _in_unreadable(block: str, retarget: Retarget) -> tuple[list[Splice], int]:
    """Return the changes of links in properties that are not valid YAML: the links are found by their brackets
    alone.
    """
    splices: list[Splice] = []
    place = lost = 0
    for line in block.splitlines(keepends=True):
        for link in links_in_value(line) if not line.lstrip().startswith("#") else ():
            targets = retarget(link)
            if targets is not None:
                made = (retarget_link(line, link, target) for target in targets)
                said = next((one for one in made if one is not None and not _YAML_SIGNS.search(one.text)), None)
                lost += said is None
                splices += [Splice(said.start + place, said.end + place, said.text)] if said is not None else []
        place += len(line)
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


def _in_scalar(block: str, scalar: yaml.ScalarEvent, retarget: Retarget) -> tuple[list[Splice], str, int]:
    """Return the changes of links in one value, its value afterwards, and the number of links that could not be
    changed.
    """
    value, style = unmasked(str(scalar.value)), scalar.style
    assert scalar.start_mark is not None
    assert scalar.end_mark is not None
    start, end = scalar.start_mark.index, scalar.end_mark.index
    in_value: list[Splice] = []
    in_block: list[Splice] = []
    place, lost, hidden = start, 0, False
    for link in links_in_value(value):
        targets = retarget(link)
        made = (retarget_link(value, link, target) for target in targets or ())
        splice = next((one for one in made if one is not None), None)
        written = value[link.start : link.end]
        escaped = _escaped(written, style)
        at = block.find(escaped, place, end)
        place = at + len(escaped) if at >= 0 else place
        hidden = hidden or at < 0
        if splice is None:
            lost += targets is not None
            continue
        in_value.append(splice)
        said = value[link.start : splice.start] + splice.text + value[splice.end : link.end]
        in_block.append(Splice(at, at + len(escaped), _escaped(said, style)))
    changed = apply_splices(value, in_value)
    if hidden and in_value:
        # With escapes or over several lines, only a quoted string can be rewritten as a whole.
        if style != '"':
            return [], value, lost + len(in_value)
        in_block = [Splice(start, end, json.dumps(changed, ensure_ascii=False))]
    return in_block, changed, lost


def _escaped(text: str, style: str | None) -> str:
    """Return *text* escaped for a scalar of that *style*."""
    if style == '"':
        return text.replace("\\", "\\\\").replace('"', '\\"')
    return text.replace("'", "''") if style == "'" else text


# Only links that would lead elsewhere are changed; code, comments and HTML contain none (vaultdesk/vault/README.md,
# "Links").


@dataclass(frozen=True, slots=True)
class RepairedText:
    """A text with its links repaired."""

    text: str
    count: int = 0
    """Number of rewritten links."""
    lost: int = 0
    """Number of links that would have to be rewritten, but cannot express their target."""


def repair_links(text: str, source: NotePath, renaming: Renaming) -> RepairedText:
    """Return the *text* of the file that was at *source* with the links that *renaming* breaks repaired."""
    in_head, lost = property_splices(text, lambda link: renaming.targets(link, source.text))
    in_body, lost_in_body = body_splices(text, source.text, renaming, read_frontmatter(text).body_start)
    splices = [*in_head, *in_body]
    return RepairedText(apply_splices(text, splices), len(splices), lost + lost_in_body)


def body_splices(text: str, source: str, renaming: Renaming, start: int = 0) -> tuple[list[Splice], int]:
    """Return the changes of links in the Markdown of *text* from *start*, and the number that cannot be changed."""
    splices: list[Splice] = []
    lost = 0
    for link in scan(text, start).links:
        targets = renaming.targets(link, source)
        if targets is None:
            continue
        splice = next((made for target in targets if (made := retarget_link(text, link, target)) is not None), None)
        if splice is None:
            lost += 1
        else:
            splices.append(splice)
    return splices, lost


# Layout, order, unknown keys and escaping are preserved.

CANVAS_SUFFIX = ".canvas"

MAX_CANVAS_DEPTH = 100
"""Maximum nesting depth of JSON values. A canvas has four levels; Python's parser fails at about a thousand."""

_TOKEN = re.compile(r'"(?:[^"\\]|\\.)*+"|[\[\]{}:,]')
_PIECE = re.compile(
    r"\\u[dD][89abAB][0-9a-fA-F]{2}\\u[dD][c-fC-F][0-9a-fA-F]{2}|\\u[0-9a-fA-F]{4}|\\.|[^\\]", re.DOTALL
)


@dataclass(frozen=True, slots=True)
class CanvasText:
    """A text of a node and its position in the file, including the quotes."""

    key: Literal["file", "text"]
    value: str
    start: int
    end: int


def canvas_texts(canvas: str) -> list[CanvasText]:
    """Return the file names and Markdown texts of the nodes; an empty list if *canvas* is empty or not a canvas."""
    try:
        whole = json.loads(canvas)
    except (ValueError, RecursionError):
        return []
    if not isinstance(whole, dict) or not isinstance(whole.get("nodes"), list):
        return []
    return list(_node_texts(canvas))


def repair_canvas_links(canvas: str, source: NotePath, renaming: Renaming) -> RepairedText:
    """Return *canvas*, the content of the file at *source*, with the links that *renaming* breaks repaired."""
    splices: list[Splice] = []
    lost = 0
    for found in canvas_texts(canvas):
        if found.key == "file":
            target = next(
                (renaming.moves[path] for path in renaming.before.at(found.value) if path in renaming.moves), ""
            )
            inner = [Splice(0, len(found.value), target)] if target else []
        else:
            inner, missed = body_splices(found.value, source.text, renaming)
            lost += missed
        splices += _in_json(canvas, found, inner)
    return RepairedText(apply_splices(canvas, splices), len(splices), lost)


def _node_texts(canvas: str) -> Iterator[CanvasText]:
    """Yield the strings at `nodes[].file` and `nodes[].text`; *canvas* is valid JSON."""
    keys: list[str | None] = []
    """For each enclosing value: its key in its object, or None in a list."""
    key: str | None = None
    kinds: list[str] = []
    before = ""
    for token in _TOKEN.finditer(canvas):
        mark = token[0][0]
        if mark in "[{":
            if len(kinds) > MAX_CANVAS_DEPTH:
                return
            keys.append(key)
            kinds.append(mark)
            key = None
        elif mark in "]}":
            keys.pop()
            kinds.pop()
        elif mark == '"' and before != ":" and kinds[-1:] == ["{"]:
            key = json.loads(token[0], strict=False)
        elif mark == '"' and keys == [None, "nodes", None] and kinds == ["{", "[", "{"]:
            if key in ("file", "text"):
                yield CanvasText(
                    "file" if key == "file" else "text", json.loads(token[0], strict=False), token.start(), token.end()
                )
        elif mark == "," and kinds[-1:] == ["["]:
            key = None
        before = mark


def _in_json(canvas: str, found: CanvasText, inner: list[Splice]) -> list[Splice]:
    """Return *inner*, splices of the string's value, converted to splices of the file's text."""
    if not inner:
        return []
    places = [piece.start() for piece in _PIECE.finditer(canvas, found.start + 1, found.end - 1)]
    places.append(found.end - 1)
    written = canvas[found.start : found.end]
    ascii_only = "\\u" in written and written.isascii()
    made: list[Splice] = []
    for splice in inner:
        words = json.dumps(splice.text, ensure_ascii=ascii_only)[1:-1]
        if "\\/" in written:
            words = words.replace("/", "\\/")
        made.append(Splice(places[splice.start], places[splice.end], words))
    return made
