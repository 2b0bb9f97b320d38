"""Citations: the marks ChatGPT leaves in its answers for its own page, turned into links or taken out."""

import json
import re
from collections.abc import Mapping

from vaultdesk.chat.importers.json_values import items, text

MAX_REFERENCES = 500
"""References of one answer that are looked at; a long piece of research has a hundred."""

_MARK = re.compile("([ \t]?)\ue200([^\ue200\ue201]{0,10000})\ue201")
_LEFT_OVER = re.compile("[\ue200-\ue2ff]")
_OLD = re.compile(r"[ \t]?【[0-9:]{1,12}†[^】\n]{0,300}】")
_LINK = re.compile(r"\(?\[[^\]\n]{1,300}\]\(https?://[^)\s]{1,2000}\)\)?")


def without_marks(said: str, metadata: Mapping[str, object]) -> str:
    """Return *said* with each mark replaced by the links the export gives for it, or by nothing."""
    if "\ue200" in said:
        for reference in items(metadata.get("content_references"))[:MAX_REFERENCES]:
            matched, shown = text(reference.get("matched_text")), text(reference.get("alt"))
            if matched.startswith("\ue200") and shown and len(shown) < 5000:
                said = said.replace(matched, shown if _LINK.search(shown) else _name_in(matched) or shown)
        said = _MARK.sub(lambda found: _shown(found[1], found[2]), said)
    said = _LEFT_OVER.sub("", said)
    return _OLD.sub("", said)


def _shown(gap: str, mark: str) -> str:
    """A thing that is named stays readable by its name; what only points somewhere goes, with the gap before it."""
    kind, _, rest = mark.partition("\ue202")
    name = _name_in(rest) if kind == "entity" else ""
    return f"{gap}{name}" if name else ""


def _name_in(mark: str) -> str:
    start = mark.find("[")
    end = mark.rfind("]")
    if start < 0 or end < start:
        return ""
    try:
        words = json.loads(mark[start : end + 1])
    except (ValueError, RecursionError):
        return ""
    return words[1] if isinstance(words, list) and len(words) > 1 and isinstance(words[1], str) else ""
