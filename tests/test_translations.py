"""Translations: every text of the window reaches the translators, those of tables and marked ones too."""

import ast
import re
import shutil
from pathlib import Path
from xml.etree import ElementTree

import pytest

from tests.support.packaging_scripts import packaging_script
from vaultdesk.core import errors as core_errors

translations = packaging_script("translations")

MODULE = """
_tr = translator("Words")
def _named(text):
    return QCoreApplication.translate("Names", text)
def other(text):
    return text
def shown(many):
    return _tr("Many") if many else _tr("One" if many else "None"), _named("A name"), other("not this")
"""


def test_texts_a_module_passes_on_are_found_with_their_context() -> None:
    assert sorted(translations.marked_texts(MODULE)) == [
        ("Names", "A name"), ("Words", "Many"), ("Words", "None"), ("Words", "One"),
    ]  # fmt: skip


def test_commands_and_settings_are_among_the_texts_of_tables() -> None:
    texts = set(translations.table_texts())

    assert ("Actions", "New note") in texts
    assert ("Settings", "Theme") in texts
    assert ("Settings", "System") in texts


PHRASES = """
raise NoteNotFound(Phrase("No note {0}", name), hint=Phrase("Look" if here else "Look " "elsewhere"))
told = Phrase("{0} (new)", Phrase("{0}", name), counted(n, "{0} note", "{0} notes"), Phrase(template), Phrase(""))
"""


def test_templates_of_phrases_are_found_in_the_source() -> None:
    assert sorted(translations.phrase_templates(PHRASES)) == [
        "Look", "Look elsewhere", "No note {0}", "{0} (new)", "{0} note", "{0} notes",
    ]  # fmt: skip


ENTRY_POINTS = ("cli", "endpoint")
"""Packages that speak English only."""


def literal_error_texts(source: str) -> list[str]:
    """Return the titles and hints that errors are given as literal text, which has no translation."""
    errors = {
        name for name, kind in vars(core_errors).items() if isinstance(kind, type) and issubclass(kind, Exception)
    }
    found: list[str] = []
    if not re.search(rf"\b(?:{'|'.join(errors)})\(", source):
        return found  # Most modules raise none and need not be parsed.
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in errors:
            given = [*node.args[:1], *(word.value for word in node.keywords if word.arg == "hint")]
            found += [ast.unparse(text) for text in given if isinstance(text, ast.Constant | ast.JoinedStr)]
    return found


def test_an_error_is_given_phrases_and_no_literal_text() -> None:
    source = 'raise UsageError(f"No {name}", hint=Phrase("Look."))'
    assert literal_error_texts(source) == ["f'No {name}'"]

    files = sorted((translations.ROOT / "vaultdesk").rglob("*.py"))
    told = {
        str(file.relative_to(translations.ROOT)): texts
        for file in files
        if file.relative_to(translations.ROOT).parts[1] not in ENTRY_POINTS
        and (texts := literal_error_texts(file.read_text(encoding="utf-8")))
    }
    assert told == {}


@pytest.mark.parametrize("language", translations.LANGUAGES)
def test_every_phrase_of_the_program_has_a_finished_translation(language: str) -> None:
    contexts = ElementTree.parse(translations.TRANSLATIONS / f"vaultdesk_{language}.ts").iter("context")
    core = next(context for context in contexts if context.findtext("name") == "Core")
    finished = {
        message.findtext("source", "")
        for message in core.iter("message")
        if not translations.unfinished(message.find("translation"))
    }

    assert set(translations.phrase_texts()) - finished == set()


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


SHIPPED = sorted(translations.TRANSLATIONS.glob("*.ts"))
GAP = re.compile(r"\{[^{}:]*(?=\}|:lower\})|%n")


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
    for file in SHIPPED:
        shutil.copy(file, tmp_path)

    translations.update(tmp_path)

    assert {file.stem: translations.missing(file) for file in sorted(tmp_path.glob("*.ts"))} == {
        file.stem: [] for file in SHIPPED
    }


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
        if (translations.TRANSLATIONS / file.name).read_bytes() != file.read_bytes()
    ]

    assert stale == []
    assert {file.stem for file in SHIPPED} == {file.stem for file in tmp_path.glob("*.qm")}
