"""Sentences, list items, table rows and properties of notes, each with the headings above it."""

import re
from collections.abc import Iterator, Sequence

import re2
from msgspec import Struct

from vaultdesk.core.values import replace

MAX_NOTE_TEXT = 400_000
"""Maximum number of characters of a note that are split; the tools cut earlier, this limits the time."""

MAX_SENTENCE = 320
"""Maximum number of characters of a quoted sentence; a longer one is cut at a word."""

_FENCE = re2.compile(r"^\s{0,3}(`{3,}|~{3,})")
_HEADING = re2.compile(r"^\s{0,3}(#{1,6})\s")
_CALLOUT = re2.compile(r"^\s*(?:>\s?)+\[!([\w-]+)\][+-]?(.*)$")
_ITEM = re2.compile(r"^\s*(?:>\s?)*(?:[-*+]|\d{1,4}[.)])\s+")
_MARKS = re2.compile(r"^\s*(?:>\s?)*(?:(?:[-*+]|\d{1,4}[.)])\s+)?(?:\[.\]\s+)?")
_TASK = re2.compile(r"^\s*(?:>\s?)*(?:[-*+]|\d{1,4}[.)])\s+\[.\]\s")
_RULE = re2.compile(r"^[\s|:\-=*_+]*$")
_TABLE_RULE = re2.compile(r"^[\s>]*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$")
_CUT_MARK = re2.compile(r" … \[cut: [\d,.]+ more characters\]$")
_END = re2.compile(r"[.!?…][\"'”’»)\]]*\s+|[。！？]")

_ABBREVIATIONS = (
    # English
    "e.g i.e etc approx vs no nos dr prof mr mrs ms st jr sr inc ltd fig figs p pp vol ed eds dept est min max temp "
    "jan feb mar apr jun jul aug sep sept oct nov dec "
    # German
    "z.b d.h u.a o.ä u.ä s.o s.u v.a i.d.r ca bzw usw vgl evtl ggf inkl exkl zzgl nr abb bsp str tel bes allg abs "
    "geb gest sog s mio mrd tägl wöchentl jährl "
    # French
    "p.ex c.-à-d env av bd chap cf mme mlle m mm art éd "
    # Spanish
    "p.ej aprox sra srta ud uds pág núm av avda art vol ej"
)
_ABBREVIATION_END = re2.compile(
    rf"(?i)(?:^|[\s(„“\"'])(?:{'|'.join(re.escape(form) for form in dict.fromkeys(_ABBREVIATIONS.split()))}"
    # Abbreviations with a blank inside: `z. B.`, `p. ej.`, `d. h.`, `c. à d.`; initials; ordinal numbers.
    r"|(?:z|d|u|i|p|c|s|v|o)\.\s(?:b|h|a|d|e|r|ej|ex|à|o|u)|\p{L}|\d{1,3})\.$"
)
_ABBREVIATION_WINDOW = 14
"""Number of characters before a full stop that decide whether it ends a sentence: more than the longest of
`_ABBREVIATION_END`.
"""

_INNER_TEXT = r"(\S|\S[^\n]{0,300}?\S)"
_MARKUP = tuple(
    (re2.compile(pattern), replacement)
    for pattern, replacement in (
        (r"<!--.*?-->|%%.*?%%", " "),
        (r"!\[\[[^\]\n]*\]\]|!\[[^\]\n]*\]\([^)\n]*\)", ""),
        (r"\[\[[^\]|\n]*\|([^\]\n]*)\]\]", r"\1"),
        (r"\[\[([^\]\n]*)\]\]", r"\1"),
        (r"\[([^\]\n]*)\]\([^)\n]*\)", r"\1"),
        (r"</?[a-zA-Z][^<>\n]*>", ""),
        (rf"\*\*{_INNER_TEXT}\*\*", r"\1"),
        (rf"__{_INNER_TEXT}__", r"\1"),
        (rf"~~{_INNER_TEXT}~~", r"\1"),
        (rf"=={_INNER_TEXT}==", r"\1"),
        (r"`([^`\n]+)`", r"\1"),
        (r"(^|[^\w*])\*([^\s*]|[^\s*][^*\n]*?[^\s*])\*", r"\1\2"),
        (r"(?:^|\s)\^[\w-]+\s*$", ""),
    )
)
"""Markup that is removed from a line, in this order. RE2, as for all note text: linear in time
(vaultdesk/vault/README.md, "Patterns over note text")."""


class NoteSentence(Struct, frozen=True):
    """One sentence, list item, table row or property."""

    text: str
    heading: str
    """The nearest heading above it, as written; empty above the first."""
    callout: str = ""
    """The kind and the title of its callout."""
    above: str = ""
    """The headings above the nearest one."""
    is_property: bool = False
    is_task: bool = False


def note_sentences(text: str, headings: Sequence[str] = ()) -> Iterator[NoteSentence]:
    """Yield the sentences of a note, or of a passage below *headings*, the outermost first.

    Properties, code, headers of tables and lines of markup only are left out. A row of a table has its column's header
    before each cell.
    """
    lines = [*_lines(_CUT_MARK.sub("", text[:MAX_NOTE_TEXT])), ""]
    # A passage may begin with text above its first heading.
    is_opening = bool(headings) and any(
        index and _heading_text(line) == headings[-1] for index, line in enumerate(lines)
    )
    levels = [] if is_opening else [(number, heading) for number, heading in enumerate(headings, 1)]
    callout, paragraph, table, is_task = "", list[str](), list[str](), False
    for index, line in enumerate(lines):
        heading_match, callout_match = _HEADING.match(line), _CALLOUT.match(line)
        is_row = "|" in line and (bool(table) or line.lstrip(" >").startswith("|") or _is_table_rule(lines, index + 1))
        heading, above = levels[-1][1] if levels else "", " ".join(outer for _, outer in levels[:-1])
        if (heading_match or callout_match or is_row or not line.strip() or _ITEM.match(line)) and paragraph:
            yield from _paragraph_sentences(
                " ".join(paragraph), NoteSentence("", heading, callout, above, is_task=is_task)
            )
            paragraph = []
        if not is_row:
            table = []
        if callout_match:
            callout = f"{callout_match.group(1)} {plain_markdown(callout_match.group(2))}".strip()
        elif not line.lstrip().startswith(">"):
            callout = ""
        if heading_match:
            level = len(heading_match.group(1))
            levels = [entry for entry in levels if entry[0] < level]
            levels.append((level, _heading_text(line)))
        elif is_row:
            if not table and _is_table_rule(lines, index + 1):
                table = _cells(line)
            elif not _RULE.match(line) and (row := _row_text(table, _cells(line))):
                yield NoteSentence(_shortened(row), heading, callout, above)
        elif line.strip() and not callout_match and not _RULE.match(line):
            is_task = bool(_TASK.match(line)) or (is_task and bool(paragraph))
            # Text under an item belongs to it until a blank line or the next item.
            paragraph.append(_MARKS.sub("", line, 1).strip())


def _heading_text(line: str) -> str:
    """Return the text of the heading in *line*; empty if it is none."""
    return line.strip().lstrip("#").rstrip("#").strip() if _HEADING.match(line) else ""


def property_sentence(name: str, value: str) -> NoteSentence:
    """Return the quotation of a property: `birthday: 1990-05-17`."""
    return NoteSentence(_shortened(f"{name}: {plain_markdown(value)}"), "", is_property=True)


def plain_markdown(text: str) -> str:
    """Return one line of Markdown without markup."""
    for pattern, replacement in _MARKUP:
        text = pattern.sub(replacement, text)
    return " ".join(text.split())


def _lines(text: str) -> Iterator[str]:
    """Yield the lines of text, without the properties at the top, code, and comments of several lines."""
    lines = text.removeprefix("\ufeff").splitlines()
    start = _properties_end(lines) or (1 if lines and lines[0].rstrip() == "---" else 0)
    fence = ""
    for line in lines[start:]:
        mark = _FENCE.match(line)
        if fence:
            if mark and mark.group(1).startswith(fence) and line.strip() == mark.group(1):
                fence = ""
        elif mark:
            fence = mark.group(1)
        else:
            yield line


def _properties_end(lines: Sequence[str]) -> int:
    """Return the number of lines of the properties at the top of a note."""
    if not lines or lines[0].rstrip() != "---":
        return 0
    return next((index + 1 for index, line in enumerate(lines) if index and line.rstrip() in ("---", "...")), 0)


def _is_table_rule(lines: Sequence[str], index: int) -> bool:
    return index < len(lines) and bool(_TABLE_RULE.match(lines[index]))


def _cells(line: str) -> list[str]:
    inner = line.replace("\\|", "\0").strip(" >").removeprefix("|").rstrip().removesuffix("|")
    # A link with a display text contains the same character.
    inner = re.sub(r"\[\[[^\]\n]{1,300}\]\]", lambda link: link[0].replace("|", "\0"), inner)
    return [plain_markdown(cell.replace("\0", "|")) for cell in inner.split("|")]


def _row_text(header: Sequence[str], cells: Sequence[str]) -> str:
    named = [
        f"{header[column]}: {cell}" if column < len(header) and header[column] and cell else cell
        for column, cell in enumerate(cells)
    ]
    return " · ".join(cell for cell in named if cell)


def _paragraph_sentences(paragraph: str, context: NoteSentence) -> Iterator[NoteSentence]:
    """Yield the sentences of *paragraph*, with the headings and the callout of *context*."""
    text, start = plain_markdown(paragraph), 0
    sentence_ends = [match.end() for match in _END.finditer(text)]
    for end in [*sentence_ends, len(text)]:
        before = text[max(start, end - _ABBREVIATION_WINDOW) : end].rstrip()
        if end - start < MAX_SENTENCE and end < len(text) and _ABBREVIATION_END.search(before):
            continue
        sentence, start = text[start:end].strip(), end
        if any(character.isalnum() for character in sentence):
            yield replace(context, text=_shortened(sentence))


def _shortened(text: str) -> str:
    if len(text) <= MAX_SENTENCE:
        return text
    prefix = text[:MAX_SENTENCE]
    return f"{prefix.rsplit(' ', 1)[0] if ' ' in prefix[MAX_SENTENCE // 2 :] else prefix} …"
