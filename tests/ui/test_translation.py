"""Tests of ui/translation.py."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.translation import (
    CoreMessages,
    WindowLanguage,
    install_language,
    language_folders,
    languages,
    pattern_of,
    reads_right_to_left,
)

# Reading direction: the first letter that has one decides; digits and signs have none.


@pytest.mark.parametrize(
    ("text", "expected"),
    [("", None), ("12 – 14", None), ("*a", False), ("1. שלום a", True), ("مرحبا", True), ("é שלום", False)],
)
def test_the_first_letter_with_a_direction_decides(text: str, expected: bool | None) -> None:
    assert reads_right_to_left(text) is expected


# Core words: known sentences are said in the window's language, gaps kept; everything else is shown as it came.

GERMAN = {
    "The note is not there any more": "Die Notiz ist nicht mehr da",
    "Search for it.": "Suchen Sie danach.",
}
GAPPED = {"There is no folder at {0}": "Unter {0} ist kein Ordner", "{0} has {1} notes.": "{1} Notizen sind in {0}."}


@pytest.fixture
def words() -> CoreMessages:
    return CoreMessages(GERMAN, list(GAPPED.items()))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("The note is not there any more", "Die Notiz ist nicht mehr da"),
        ("The note is not there any more. Search for it.", "Die Notiz ist nicht mehr da. Suchen Sie danach."),
        ("There is no folder at /my notes/a.b", "Unter /my notes/a.b ist kein Ordner"),
        ("There is no folder at /a. Search for it.", "Unter /a ist kein Ordner. Suchen Sie danach."),
        ("Garden has 3 notes.", "3 Notizen sind in Garden."),
        ("A sentence of a note.", "A sentence of a note."),
        ("", ""),
        ("x" * 5_000, "x" * 5_000),
    ],
)
def test_a_sentence_is_said_in_the_language_where_it_is_known(words: CoreMessages, text: str, said: str) -> None:
    assert words.said(text) == said


def test_signs_of_patterns_in_a_sentence_are_only_signs() -> None:
    assert pattern_of("Is {0} (new)?").fullmatch("Is a+b (new)?")
    assert not pattern_of("Is {0} (new)?").fullmatch("Is a new")


def test_a_sentence_ends_as_its_writing_does() -> None:
    words = CoreMessages({"The note is gone": "笔记不见了", "Search for it.": "请查找。"})

    assert words.said("The note is gone.") == "笔记不见了。"
    assert words.said("The note is gone. Search for it.") == "笔记不见了。请查找。"


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
