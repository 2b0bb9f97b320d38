"""Filter words: a filter as people read it on a step line: `#idea, in Projects, status missing`. Decides nothing."""

from vaultdesk.tools.query_language.note_filter import InnerFilter, NoteFilter
from vaultdesk.tools.visible import short

PART_SHOWN = 40
"""Characters of one name or value."""


def filter_words(asked: NoteFilter | InnerFilter) -> str:
    """Return *asked* in words; `every note` where it asks nothing."""
    parts = [_own(asked), *(f"({words})" if _is_joined(words) else words for words in map(filter_words, asked.all))]
    if asked.any:
        parts.append(" or ".join(filter_words(inner) for inner in asked.any))
    parts += [f"not ({filter_words(inner)})" for inner in asked.none]
    return ", ".join(part for part in parts if part) or "every note"


def _is_joined(words: str) -> bool:
    return ", " in words or " or " in words


def _own(asked: NoteFilter | InnerFilter) -> str:
    if asked.tag is not None:
        return f"#{short(asked.tag.removeprefix('#'), PART_SHOWN)}"
    if asked.folder is not None:
        return f"in {short(asked.folder, PART_SHOWN) or 'the vault'}{'' if asked.recursive else ' itself'}"
    if asked.links_to is not None:
        return f"links to “{short(asked.links_to, PART_SHOWN)}”"
    if asked.linked_from is not None:
        return f"linked from “{short(asked.linked_from, PART_SHOWN)}”"
    subject = asked.property if asked.property is not None else asked.file
    if subject is None:
        return ""
    operator = "=" if asked.op == "equals" else asked.op.replace("_", " ")
    values = asked.value if isinstance(asked.value, list) else [] if asked.value is None else [asked.value]
    return " ".join(
        [short(subject, PART_SHOWN), operator, " and ".join(short(str(v), PART_SHOWN) for v in values)]
    ).strip()
