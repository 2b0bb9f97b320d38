"""Languages of the window: translation files, translated messages of the packages below, and reading direction of
texts."""

import logging
import re
import unicodedata
from collections.abc import Callable, Sequence
from functools import partial
from pathlib import Path
from typing import NamedTuple

from PySide6.QtCore import QCoreApplication, QLibraryInfo, QLocale, QTranslator
from PySide6.QtWidgets import QApplication

from vaultdesk.core.phrases import Number, Phrase
from vaultdesk.core.platform.paths import resource_path


def reads_right_to_left(text: str) -> bool | None:
    """Whether the first letter of *text* that has a direction is right-to-left; None if none has one."""
    if text.isascii():
        return False if any(map(str.isalpha, text)) else None
    for character in text:
        direction = unicodedata.bidirectional(character)
        if direction in ("L", "R", "AL"):
            return direction != "L"
    return None


def translator(context: str) -> Callable[[str], str]:
    """Return a function that translates literal texts of *context*, for modules whose texts are outside of QObjects.

    Write `_tr = translator("Formatting")` at module level: packaging/translations.py finds the texts by this form.
    """
    return partial(QCoreApplication.translate, context)


PHRASE_CONTEXT = "Core"
"""Context of the translations of phrases from the packages below the window."""


def translate(text: Phrase | str) -> str:
    """Return *text* in the language of the window if it is a phrase of the program.

    The user's own text is not a `Phrase` and is returned unchanged. A template without a translation stays English.
    """
    return text.rendered(_translated_template, _localized_number, takes_singular) if isinstance(text, Phrase) else text


def _localized_number(number: Number) -> str:
    return number_locale().toString(float(number.value), "f", number.decimals)


ZERO_IS_SINGULAR = frozenset(
    [
        "ak",
        "am",
        "as",
        "bho",
        "bn",
        "csw",
        "doi",
        "fa",
        "ff",
        "fr",
        "gu",
        "guw",
        "hi",
        "hy",
        "kab",
        "kn",
        "ln",
        "mg",
        "nso",
        "pa",
        "pcm",
        "pt",
        "si",
        "ti",
        "wa",
        "zu",
    ]
)
"""Languages in which 0 takes the singular, as in “0 note” (the plural rules of CLDR)."""

_LANGUAGE = "windowLanguage"
"""Property of the application: the code of the window's language."""


def takes_singular(number: float) -> bool:
    """Return whether *number* takes the singular in the language of the window."""
    application = QCoreApplication.instance()
    code = str(application.property(_LANGUAGE) or SOURCE) if application is not None else SOURCE
    is_portugal = code == "pt_PT"  # unlike Portuguese elsewhere
    return number == 1 or (number == 0 and not is_portugal and code.partition("_")[0] in ZERO_IS_SINGULAR)


def number_locale() -> QLocale:
    """Return the locale in which numbers are written."""
    locale = QLocale()
    # The C locale of a minimal system does not group digits, so that 1200000 would be hard to read.
    return QLocale(QLocale.Language.English) if locale.language() == QLocale.Language.C else locale


def translate_error(error: Exception) -> str:
    """Return the message of *error* with its hint, in the language of the window."""
    message = getattr(error, "message", error.args[0] if error.args else None)
    return translate(message) if isinstance(message, Phrase) else str(error)


def _translated_template(template: str) -> str:
    return QCoreApplication.translate(PHRASE_CONTEXT, template)


# A language is a file `vaultdesk_CODE.qm` created by Qt's lrelease: ours are shipped, others are in the folder
# `translations` beside the settings. A user's file takes precedence over a shipped one.

log = logging.getLogger(__name__)

SOURCE = "en"
"""The language of the texts in the code."""

_FILE = re.compile(r"vaultdesk_([a-z]{2,3}(?:_[A-Z][a-z]{3})?(?:_[A-Z]{2})?)\.qm\Z")


class WindowLanguage(NamedTuple):
    """One language of the window."""

    code: str
    """Such as de or zh_CN."""
    name: str
    """In the language itself."""


def language_folders(settings: Path) -> tuple[Path, Path]:
    """Return the folders of translation files: first beside the settings in the folder *settings*, then the shipped
    ones.
    """
    return settings / "translations", resource_path("translations")


def languages(folders: Sequence[Path]) -> list[WindowLanguage]:
    """Return every language with a file in *folders*, and English, by name."""
    found = {SOURCE}
    for folder in folders:
        if folder.is_dir():
            found |= {match[1] for file in folder.iterdir() if (match := _FILE.match(file.name))}
    return sorted(
        (WindowLanguage(code, _native_name(code)) for code in found), key=lambda language: language.name.casefold()
    )


def install_language(application: QApplication, choice: str, folders: Sequence[Path]) -> str:
    """Install the language *choice* in *application*, or that of the system if it is empty; return its code.

    Without a translation file the language is English. Existing widgets keep their texts.
    """
    for translator in application.findChildren(QTranslator):
        application.removeTranslator(translator)
        translator.deleteLater()
    locale = QLocale(choice) if choice else QLocale.system()
    language = _load(application, locale, folders)
    if choice:
        QLocale.setDefault(locale)
    # Qt's own texts (buttons of dialogs, menus of fields) have shipped translations; the originals are English.
    if language != SOURCE:
        qt_translator = QTranslator(application)
        if qt_translator.load(locale, "qtbase", "_", QLibraryInfo.path(QLibraryInfo.LibraryPath.TranslationsPath)):
            application.installTranslator(qt_translator)
    application.setLayoutDirection(QLocale(language).textDirection())
    application.setProperty(_LANGUAGE, language)
    return language


def _load(application: QApplication, locale: QLocale, folders: Sequence[Path]) -> str:
    for folder in folders:
        translator = QTranslator(application)
        if translator.load(locale, "vaultdesk", "_", str(folder)) and application.installTranslator(translator):
            return translator.language() or SOURCE
        translator.deleteLater()
    if locale.language() is not QLocale.Language.English:
        log.info("There are no texts in %s; the window is shown in English", locale.name())
    return SOURCE


def _native_name(code: str) -> str:
    locale = QLocale(code)
    name = locale.nativeLanguageName()
    return name[:1].upper() + name[1:] if name else code
