"""Core words: sentences that the rooms without a window make, in the language of the window.

Those rooms speak English: what an error says is for the log, for models and for scripts as well. In another language a
sentence is looked up among the known ones, with what stands in its gaps left as it is. One that is not known, a note's
text above all, is shown as it came.
"""

import json
import re
from collections.abc import Mapping, Sequence
from functools import lru_cache
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication

from vaultdesk.core.resources import resource_path

CONTEXT = "Core"
"""Under what translators find these sentences."""

LONGEST = 1_000
"""Characters of a text that is looked up; a sentence is far shorter, a note is not."""

STOPS = (".", "。")
"""What sentences end with."""

_GAP = re.compile(r"\{(\d+)\}")


class CoreWords(NamedTuple):
    """The sentences of one language."""

    whole: Mapping[str, str]
    """Sentences without gaps."""
    gapped: Sequence[tuple[str, str]] = ()
    """Sentences with gaps, and their words with the same gaps."""

    def said(self, text: str) -> str:
        """Return *text* in the language; as it is where it is not known."""
        if not text or len(text) > LONGEST:
            return text
        # As an error first: a gap at the end of its title would take what to do for a part of itself.
        return self.whole.get(text) or self._two(text) or self._one(text) or text

    def _one(self, text: str) -> str:
        found = self.whole.get(text) or self.whole.get(text.rstrip("."))
        if found:
            return found if not text.endswith(".") or found.endswith(STOPS) else f"{found}{_stop_after(found)}"
        for template, words in self.gapped:
            match = pattern_of(template).fullmatch(text) if _firm_words(template) in text else None
            if match is not None:
                return words.format(*(self._one(gap) or gap for gap in match.groups()))
        return ""

    def _two(self, text: str) -> str:
        """Return an error as it is told, its title and what to do, each looked up by itself."""
        for stop in re.finditer(r"\. (?=\S)", text):
            title, hint = self._one(text[: stop.start()]), self._one(text[stop.end() :])
            if title and hint:
                bare = title.rstrip("".join(STOPS))
                return f"{bare}。{hint}" if _stop_after(bare) == "。" else f"{bare}. {hint}"
        return ""


def _stop_after(words: str) -> str:
    """Return the full stop of the writing that *words* end in."""
    return "。" if "\u3000" <= words[-1:] <= "\u9fff" else "."


@lru_cache(None)
def _firm_words(template: str) -> str:
    """Return the longest piece of *template* between gaps: where a text lacks it, there is nothing to match."""
    return max(_GAP.split(template)[::2], key=len)


@lru_cache(None)  # Each when it is first needed: two hundred at the start would hold the first window up.
def pattern_of(template: str) -> re.Pattern[str]:
    """Return what a sentence with gaps looks like: `{0} is not a folder`."""
    pieces = _GAP.split(template)
    # Every other piece is a gap's number. A gap holds a name, a number or a sentence, on one line.
    return re.compile("".join(re.escape(piece) if not place % 2 else "(.+?)" for place, piece in enumerate(pieces)))


_in_force: list[CoreWords] = []


def learn_core_words(*, installed: bool = True) -> None:
    """Take over the sentences of the language that is installed; where none is, nothing is looked up."""
    _in_force.clear()
    in_words.cache_clear()
    if not installed:
        return
    templates: list[str] = json.loads(resource_path("translations", "core.json").read_text(encoding="utf-8"))
    said = {one: QCoreApplication.translate(CONTEXT, one) for one in templates}
    changed = {one: words for one, words in said.items() if words != one}
    if changed:
        gapped = [one for one in changed if _GAP.search(one)]
        # What has most words of its own is tried first: `{0}: {1}` fits nearly everything.
        gapped.sort(key=lambda one: -len(_GAP.sub("", one)))
        whole = {one: words for one, words in changed.items() if not _GAP.search(one)}
        _in_force.append(CoreWords(whole, [(one, changed[one]) for one in gapped]))


@lru_cache(512)
def in_words(text: str) -> str:
    """Return *text*, a sentence of the core or any other text, in the language of the window."""
    return _in_force[0].said(text) if _in_force else text
