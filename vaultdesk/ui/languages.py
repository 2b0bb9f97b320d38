"""Languages: which the window can speak, and the one it speaks. Texts come from files; English needs none.

A language is a file `vaultdesk_CODE.qm` made by Qt's lrelease: ours are shipped, others lie in the folder
`translations` beside the settings. A file of the person's own goes before one of ours.
"""

import logging
import re
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from vaultdesk.core.resources import resource_path
from vaultdesk.ui.core_words import learn_core_words

log = logging.getLogger(__name__)

SOURCE = "en"
"""The language of the texts in the code."""

_FILE = re.compile(r"vaultdesk_([a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_[A-Z]{2})?)\.qm\Z")


class Language(NamedTuple):
    """One language of the window."""

    code: str
    """As de or zh_CN."""
    name: str
    """As its speakers write it."""


def folders(settings: Path) -> tuple[Path, Path]:
    """Return where files of languages may lie: first beside the settings in the folder *settings*, then ours."""
    return settings / "translations", resource_path("translations")


def languages(places: Sequence[Path]) -> list[Language]:
    """Return every language there is a file of in the folders *places*, and English, by name."""
    found = {SOURCE}
    for folder in places:
        if folder.is_dir():
            found |= {match[1] for file in folder.iterdir() if (match := _FILE.match(file.name))}
    return sorted((Language(code, _name(code)) for code in found), key=lambda one: one.name.casefold())


def speak(application: QApplication, choice: str, places: Sequence[Path]) -> str:
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
    learn_core_words(installed=bool(application.findChildren(QTranslator)))
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
