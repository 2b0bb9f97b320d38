"""Languages: a file of a language is found, the person's own before ours, and its words are spoken."""

import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest
from PySide6.QtCore import QCoreApplication, QLocale, Qt
from PySide6.QtWidgets import QApplication

from vaultdesk.ui.languages import Language, folders, languages, speak

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
    speak(qapp, "en", [])
    QLocale.setDefault(before)


def spoken_quit() -> str:
    return QCoreApplication.translate("Actions", "Quit")


def test_every_file_of_a_language_is_offered_by_its_own_name(tmp_path: Path) -> None:
    for name in ("vaultdesk_de.qm", "vaultdesk_zh_CN.qm", "vaultdesk_.qm", "other_fr.qm", "vaultdesk_fr.ts"):
        (tmp_path / name).touch()

    found = languages([tmp_path, tmp_path / "missing"])

    assert {one.code for one in found} == {"de", "en", "zh_CN"}
    assert Language("de", "Deutsch") in found


def test_words_of_the_language_are_spoken_and_english_again(application: QApplication, tmp_path: Path) -> None:
    write_language(tmp_path, "de", "Beenden")

    spoken = [(speak(application, code, [tmp_path]), spoken_quit()) for code in ("de", "en")]

    assert spoken == [("de", "Beenden"), ("en", "Quit")]


def test_a_file_of_ones_own_goes_before_ours(application: QApplication, tmp_path: Path) -> None:
    write_language(tmp_path / "own", "de", "Schluss")
    write_language(tmp_path / "ours", "de", "Beenden")

    speak(application, "de", [tmp_path / "own", tmp_path / "ours"])

    assert spoken_quit() == "Schluss"


def test_a_language_without_a_file_is_spoken_in_english(application: QApplication, tmp_path: Path) -> None:
    assert speak(application, "fi", [tmp_path]) == "en"
    assert spoken_quit() == "Quit"


def test_a_language_from_right_to_left_turns_the_window_round(application: QApplication, tmp_path: Path) -> None:
    write_language(tmp_path, "he", "יציאה")

    speak(application, "he", [tmp_path])
    turned = application.layoutDirection()
    speak(application, "en", [tmp_path])

    assert (turned, application.layoutDirection()) == (
        Qt.LayoutDirection.RightToLeft,
        Qt.LayoutDirection.LeftToRight,
    )


def test_ones_own_folder_is_beside_the_settings(tmp_path: Path) -> None:
    assert folders(tmp_path)[0] == tmp_path / "translations"
