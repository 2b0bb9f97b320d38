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

# Reading direction: the first letter that has one decides; digits and signs have none.


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", None), ("12 – 14", None), ("*a", False), ("1. שלום a", True), ("مرحبا", True), ("é שלום", False)],
)
def test_the_first_letter_with_a_direction_decides(text: str, expected: bool | None) -> None:
    assert reads_right_to_left(text) is expected


# Phrases of the packages below: translated with their values; texts of the person's own never are.


@pytest.fixture
def german(application: QApplication) -> None:
    install_language(application, "de", [resource_path("translations")])


@pytest.mark.usefixtures("german")
def test_a_phrase_is_shown_in_the_language_of_the_window() -> None:
    assert translate(Phrase("Remember “{0}”", "Delete")) == "„Delete“ merken"


@pytest.mark.usefixtures("german")
def test_text_of_the_persons_own_is_shown_as_it_is_written() -> None:
    texts = ["Delete", "Remember", "Daily note", "There is no note “x”.", "Remember “x”"]

    assert [translate(text) for text in texts] == texts


@pytest.mark.usefixtures("german")
def test_an_error_is_shown_with_its_hint_and_another_exception_as_it_says() -> None:
    hint = Phrase("It may have been moved or deleted.")
    missing = NoteNotFound(Phrase("There is no note “{0}”.", "Delete"), hint=hint)

    assert translate_error(missing) == "Es gibt keine Notiz „Delete“. Sie wurde vielleicht verschoben oder gelöscht."
    assert translate_error(ValueError("Delete")) == "Delete"
    assert translate_error(ValueError(Phrase("Delete"))) == "Löschen"


# Languages: a file of a language is found, the person's own before ours, and its words are spoken.

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


def spoken_quit() -> str:
    return QCoreApplication.translate("Actions", "Quit")


def test_every_file_of_a_language_is_offered_by_its_own_name(tmp_path: Path) -> None:
    for name in ("vaultdesk_de.qm", "vaultdesk_zh_CN.qm", "vaultdesk_.qm", "other_fr.qm", "vaultdesk_fr.ts"):
        (tmp_path / name).touch()

    found = languages([tmp_path, tmp_path / "missing"])

    assert {one.code for one in found} == {"de", "en", "zh_CN"}
    assert WindowLanguage("de", "Deutsch") in found


def test_words_of_the_language_are_spoken_and_english_again(application: QApplication, tmp_path: Path) -> None:
    write_language(tmp_path, "de", "Beenden")

    spoken = [(install_language(application, code, [tmp_path]), spoken_quit()) for code in ("de", "en")]

    assert spoken == [("de", "Beenden"), ("en", "Quit")]


def test_a_file_of_ones_own_goes_before_ours(application: QApplication, tmp_path: Path) -> None:
    write_language(tmp_path / "own", "de", "Schluss")
    write_language(tmp_path / "ours", "de", "Beenden")

    install_language(application, "de", [tmp_path / "own", tmp_path / "ours"])

    assert spoken_quit() == "Schluss"


def test_a_language_without_a_file_is_spoken_in_english(application: QApplication, tmp_path: Path) -> None:
    assert install_language(application, "fi", [tmp_path]) == "en"
    assert spoken_quit() == "Quit"


def test_a_language_from_right_to_left_turns_the_window_round(application: QApplication, tmp_path: Path) -> None:
    write_language(tmp_path, "he", "יציאה")

    install_language(application, "he", [tmp_path])
    turned = application.layoutDirection()
    install_language(application, "en", [tmp_path])

    assert (turned, application.layoutDirection()) == (
        Qt.LayoutDirection.RightToLeft,
        Qt.LayoutDirection.LeftToRight,
    )


def test_ones_own_folder_is_beside_the_settings(tmp_path: Path) -> None:
    assert language_folders(tmp_path)[0] == tmp_path / "translations"
