"""Languages of the window: translation files, translated messages of the packages below, and reading direction of
texts."""

import json
import logging
import re
import unicodedata
from collections.abc import Mapping, Sequence
from functools import lru_cache
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from vaultdesk.core.resources import resource_path


def reads_right_to_left(text: str) -> bool | None:
    """Whether the first letter of *text* that has a direction goes to the left; None where none has one."""
    if text.isascii():
        return False if any(map(str.isalpha, text)) else None
    for letter in text:
        strong = unicodedata.bidirectional(letter)
        if strong in ("L", "R", "AL"):
            return strong != "L"
    return None


# Those rooms speak English: what an error says is for the log, for models and for scripts as well. In another language
# a
# sentence is looked up among the known ones, with what stands in its gaps left as it is. One that is not known, a
# note's
# text above all, is shown as it came.

CONTEXT = "Core"
"""Under what translators find these sentences."""

LONGEST = 1_000
"""Characters of a text that is looked up; a sentence is far shorter, a note is not."""

STOPS = (".", "。")
"""What sentences end with."""

_GAP = re.compile(r"\{(\d+)\}")


class CoreMessages(NamedTuple):
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


_in_force: list[CoreMessages] = []


def load_core_messages(*, installed: bool = True) -> None:
    """Take over the sentences of the language that is installed; where none is, nothing is looked up."""
    _in_force.clear()
    translated_message.cache_clear()
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
        _in_force.append(CoreMessages(whole, [(one, changed[one]) for one in gapped]))


@lru_cache(512)
def translated_message(text: str) -> str:
    """Return *text*, a sentence of the core or any other text, in the language of the window."""
    return _in_force[0].said(text) if _in_force else text


# A language is a file `vaultdesk_CODE.qm` made by Qt's lrelease: ours are shipped, others lie in the folder
# `translations` beside the settings. A file of the person's own goes before one of ours.

log = logging.getLogger(__name__)

SOURCE = "en"
"""The language of the texts in the code."""

_FILE = re.compile(r"vaultdesk_([a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_[A-Z]{2})?)\.qm\Z")


class WindowLanguage(NamedTuple):
    """One language of the window."""

    code: str
    """As de or zh_CN."""
    name: str
    """As its speakers write it."""


def language_folders(settings: Path) -> tuple[Path, Path]:
    """Return where files of languages may lie: first beside the settings in the folder *settings*, then ours."""
    return settings / "translations", resource_path("translations")


def languages(places: Sequence[Path]) -> list[WindowLanguage]:
    """Return every language there is a file of in the folders *places*, and English, by name."""
    found = {SOURCE}
    for folder in places:
        if folder.is_dir():
            found |= {match[1] for file in folder.iterdir() if (match := _FILE.match(file.name))}
    return sorted((WindowLanguage(code, _name(code)) for code in found), key=lambda one: one.name.casefold())


def install_language(application: QApplication, choice: str, places: Sequence[Path]) -> str:
    """Let *application* speak the language *choice*, or that of the system where it is empty; return its code.

    What there is no file of is spoken in English. Widgets that exist already keep their words.
    """
    for translator in application.findChildren(QTranslator):
        application.removeTranslator(translator)
        translator.deleteLater()
    locale = QLocale(choice) if choice else QLocale.system()
    spoken = _load(application, locale, places)
    if choice:
        QLocale.setDefault(locale)
    # Qt's own words (buttons of dialogs, menus of fields) are shipped with it; English is what they are written in.
    if spoken != SOURCE:
        own = QTranslator(application)
        if own.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            application.installTranslator(own)
    load_core_messages(installed=bool(application.findChildren(QTranslator)))
    application.setLayoutDirection(QLocale(spoken).textDirection())
    return spoken


def _load(application: QApplication, locale: QLocale, places: Sequence[Path]) -> str:
    for folder in places:
        translator = QTranslator(application)
        if translator.load(locale, "vaultdesk", "_", str(folder)) and application.installTranslator(translator):
            return translator.language() or SOURCE
        translator.deleteLater()
    if locale.language() is not QLocale.Language.English:
        log.info("There are no texts in %s; the window speaks English", locale.name())
    return SOURCE


def _name(code: str) -> str:
    locale = QLocale(code)
    name = locale.nativeLanguageName()
    return name[:1].upper() + name[1:] if name else code
