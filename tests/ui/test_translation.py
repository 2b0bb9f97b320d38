"""Tests of ui/translation.py."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import QApplication

from vaultdesk.core.errors import NoteNotFound
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.ui.translation import (
    WindowLanguage,
    install_language,
    language_folders,
    languages,
    reads_right_to_left,
    translate,
    translate_error,
)

# Reading direction: determined by the first letter; digits and punctuation have none.


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", None), ("12 – 14", None), ("*a", False), ("1. שלום a", True), ("مرحبا", True), ("é שלום", False)],
)
def test_the_first_directional_letter_determines_the_direction(text: str, expected: bool | None) -> None:
    assert reads_right_to_left(text) is expected


# Phrases of lower packages: translated with their values; text of the user is never translated.


@pytest.fixture
def german(application: QApplication) -> None:
    install_language(application, "de", [resource_path("translations")])


@pytest.mark.usefixtures("german")
def test_a_phrase_is_shown_in_the_language_of_the_window() -> None:
    assert translate(Phrase("Remember “{0}”", "Delete")) == "„Delete“ merken"


@pytest.mark.usefixtures("german")
def test_text_of_the_user_is_not_translated() -> None:
    texts = ["Delete", "Remember", "Daily note", "There is no note “x”.", "Remember “x”"]

    assert [translate(text) for text in texts] == texts


@pytest.mark.usefixtures("german")
def test_an_error_is_translated_with_its_hint_and_other_exceptions_are_shown_unchanged() -> None:
    hint = Phrase("It may have been moved or deleted.")
    missing = NoteNotFound(Phrase("There is no note “{0}”.", "Delete"), hint=hint)

    assert translate_error(missing) == "Es gibt keine Notiz „Delete“. Sie wurde vielleicht verschoben oder gelöscht."
    assert translate_error(ValueError("Delete")) == "Delete"
    assert translate_error(ValueError(Phrase("Delete"))) == "Löschen"


# Languages: translation files are found and applied, those of the user first.

TS = """<?xml version="1.0" encoding="utf-8"?>
<!DOCTYPE TS>
<TS version="2.1" language="{code}" sourcelanguage="en">
<context><name>Actions</name><message><source>Quit</source><translation>{word}</translation></message></context>
</TS>
"""


def write_language(folder: Path, code: str, word: str) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    text = folder / f"vaultdesk_{code}.ts"
    text.write_text(TS.format(code=code, word=word), encoding="utf-8")
    tool = Path(sys.executable).parent / "pyside6-lrelease"
    subprocess.run([str(tool), "-silent", str(text), "-qm", str(text.with_suffix(".qm"))], check=True)


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    before = QLocale()
    yield qapp
    install_language(qapp, "en", [])
    QLocale.setDefault(before)


def translated_quit() -> str:
    return QCoreApplication.translate("Actions", "Quit")


def test_every_translation_file_is_offered_by_the_name_of_its_language(tmp_path: Path) -> None:
    for name in ("vaultdesk_de.qm", "vaultdesk_zh_CN.qm", "vaultdesk_.qm", "other_fr.qm", "vaultdesk_fr.ts"):
        (tmp_path / name).touch()

    found = languages([tmp_path, tmp_path / "missing"])

    assert {language.code for language in found} == {"de", "en", "zh_CN"}
    assert WindowLanguage("de", "Deutsch") in found


def test_installing_a_language_translates_the_window_and_english_resets_it(
    application: QApplication, tmp_path: Path
) -> None:
    write_language(tmp_path, "de", "Beenden")

    results = [(install_language(application, code, [tmp_path]), translated_quit()) for code in ("de", "en")]

    assert results == [("de", "Beenden"), ("en", "Quit")]


def test_a_translation_file_of_the_user_takes_precedence(application: QApplication, tmp_path: Path) -> None:
    write_language(tmp_path / "own", "de", "Schluss")
    write_language(tmp_path / "ours", "de", "Beenden")

    install_language(application, "de", [tmp_path / "own", tmp_path / "ours"])

    assert translated_quit() == "Schluss"


def test_a_language_without_a_file_falls_back_to_english(application: QApplication, tmp_path: Path) -> None:
    assert install_language(application, "fi", [tmp_path]) == "en"
    assert translated_quit() == "Quit"


def test_a_right_to_left_language_mirrors_the_window(application: QApplication, tmp_path: Path) -> None:
    write_language(tmp_path, "he", "יציאה")

    install_language(application, "he", [tmp_path])
    mirrored = application.layoutDirection()
    install_language(application, "en", [tmp_path])

    assert (mirrored, application.layoutDirection()) == (
        Qt.LayoutDirection.RightToLeft,
        Qt.LayoutDirection.LeftToRight,
    )


def test_the_translation_folder_of_the_user_is_next_to_the_settings(tmp_path: Path) -> None:
    assert language_folders(tmp_path)[0] == tmp_path / "translations"
