"""Translations: every text of the window reaches the translators, those of tables and marked ones too."""

import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.packaging_scripts import packaging_script

translations = packaging_script("translations")

MODULE = """
def _tr(text):
    return QCoreApplication.translate("Words", text)
def other(text):
    return text
def shown(many):
    return _tr("Many") if many else _tr("One" if many else "None"), other("not this")
"""


def test_texts_a_module_passes_on_are_found_with_their_context() -> None:
    assert sorted(translations.marked_texts(MODULE)) == [("Words", "Many"), ("Words", "None"), ("Words", "One")]


def test_commands_and_settings_are_among_the_texts_of_tables() -> None:
    texts = set(translations.table_texts())

    assert ("Actions", "New note") in texts
    assert ("Settings", "Theme") in texts
    assert ("Settings", "System") in texts


def test_what_a_search_could_not_use_is_among_the_sentences_of_the_core() -> None:
    core = translations.core_texts()

    assert "The pattern {0} looks ahead or behind, which cannot be done here; it is left out." in core
    assert "Only the first {0} parts of the search count; the rest is left out." in core
    assert "No note has all of these words. These have most of them." in core


def test_a_text_without_words_or_with_a_form_missing_is_told(tmp_path: Path) -> None:
    file = tmp_path / "x.ts"
    file.write_text(
        "<TS><context><name>A</name>"
        "<message><source>done</source><translation>fertig</translation></message>"
        "<message><source>open</source><translation type='unfinished'></translation></message>"
        "<message numerus='yes'><source>%n</source><translation><numerusform>a</numerusform><numerusform></numerusform>"
        "</translation></message></context></TS>"
    )

    assert translations.missing(file) == [("A", "open"), ("A", "%n")]


SHIPPED = sorted(translations.TEXTS.glob("*.ts"))
GAP = re.compile(r"\{[^{}]*\}|%n")


def texts_of(file: Path) -> list[tuple[str, list[str]]]:
    """Every text of *file* with its forms in the language."""
    found = []
    for message in ElementTree.parse(file).iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
        found.append((message.findtext("source", ""), forms))
    return found


def test_every_language_is_complete_for_the_code_as_it_is(tmp_path: Path) -> None:
    for file in (*SHIPPED, translations.TEXTS / "core.json"):
        shutil.copy(file, tmp_path)

    translations.update(tmp_path)

    assert {file.stem: translations.missing(file) for file in sorted(tmp_path.glob("*.ts"))} == {
        file.stem: [] for file in SHIPPED
    }
    assert (tmp_path / "core.json").read_bytes() == (translations.TEXTS / "core.json").read_bytes()


@pytest.mark.parametrize("file", SHIPPED, ids=lambda file: str(file.stem))
def test_no_gap_is_lost_or_made_up(file: Path) -> None:
    wrong = []
    for source, forms in texts_of(file):
        for form in forms:
            lost = set(GAP.findall(source)) - {"%n"} - set(GAP.findall(form))
            made_up = set(GAP.findall(form)) - set(GAP.findall(source))
            if lost or made_up:
                wrong.append((source, form))

    assert wrong == []


def test_what_the_program_reads_is_made_of_these_texts(tmp_path: Path) -> None:
    translations.release(tmp_path)

    stale = [
        file.name
        for file in sorted(tmp_path.glob("*.qm"))
        if (translations.TEXTS / file.name).read_bytes() != file.read_bytes()
    ]

    assert stale == []
    assert {file.stem for file in SHIPPED} == {file.stem for file in tmp_path.glob("*.qm")}
