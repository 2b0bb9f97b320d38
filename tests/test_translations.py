"""Translations: every text of the product is extracted, translated and compiled, with its placeholders."""

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


def test_texts_passed_to_a_translator_function_are_found_with_their_context() -> None:
    assert sorted(translations.marked_texts(MODULE)) == [
        ("Names", "A name"), ("Words", "Many"), ("Words", "None"), ("Words", "One"),
    ]  # fmt: skip


def test_table_texts_include_commands_and_settings() -> None:
    texts = set(translations.table_texts())

    assert ("Actions", "New note") in texts
    assert ("Settings", "Theme") in texts
    assert ("Settings", "System") in texts


PHRASES = """
raise NoteNotFound(Phrase("No note {0}", name), hint=Phrase("Look" if here else "Look " "elsewhere"))
told = Phrase("{0} (new)", Phrase("{0}", name), counted(n, "{0} note", "{0} notes"), Phrase(template), Phrase(""))
"""


def test_phrase_templates_are_found_in_the_source() -> None:
    assert sorted(translations.phrase_templates(PHRASES)) == [
        "Look", "Look elsewhere", "No note {0}", "{0} (new)", "{0} note", "{0} notes",
    ]  # fmt: skip


ENTRY_POINTS = ("cli", "endpoint")
"""Packages whose texts are English only."""


def literal_error_texts(source: str) -> list[str]:
    """Return the titles and hints of errors that are literal text and thus untranslated."""
    errors = {
        name for name, kind in vars(core_errors).items() if isinstance(kind, type) and issubclass(kind, Exception)
    }
    found: list[str] = []
    if not any(f"{name}(" in source for name in errors):
        return found  # Most modules raise none of these errors and need not be parsed.
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Call) and isinstance(node.func, ast.Name) and node.func.id in errors:
            passed = [*node.args[:1], *(keyword.value for keyword in node.keywords if keyword.arg == "hint")]
            found += [ast.unparse(text) for text in passed if isinstance(text, ast.Constant | ast.JoinedStr)]
    return found


def test_errors_are_raised_with_phrases_and_no_literal_text() -> None:
    source = 'raise UsageError(f"No {name}", hint=Phrase("Look."))'
    assert literal_error_texts(source) == ["f'No {name}'"]

    files = sorted((translations.ROOT / "vaultdesk").rglob("*.py"))
    literals = {
        str(file.relative_to(translations.ROOT)): texts
        for file in files
        if file.relative_to(translations.ROOT).parts[1] not in ENTRY_POINTS
        and (texts := literal_error_texts(file.read_text(encoding="utf-8")))
    }
    assert literals == {}


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


def test_texts_without_a_translation_or_a_plural_form_are_reported(tmp_path: Path) -> None:
    file = tmp_path / "x.ts"
    file.write_text(
        "<TS><context><name>A</name>"
        "<message><source>done</source><translation>fertig</translation></message>"
        "<message><source>open</source><translation type='unfinished'></translation></message>"
        "<message numerus='yes'><source>%n</source><translation><numerusform>a</numerusform><numerusform></numerusform>"
        "</translation></message></context></TS>"
    )

    assert translations.missing(file) == [("A", "open"), ("A", "%n")]


TRANSLATION_FILES = sorted(translations.TRANSLATIONS.glob("*.ts"))
PLACEHOLDER = re.compile(r"\{[^{}:]*(?=\}|:lower\})|%n")


def texts_of(file: Path) -> list[tuple[str, list[str]]]:
    """Return every source text of *file* with its translated plural forms."""
    texts = []
    for message in ElementTree.parse(file).iter("message"):
        translation = message.find("translation")
        assert translation is not None
        forms = [form.text or "" for form in translation.findall("numerusform")] or [translation.text or ""]
        texts.append((message.findtext("source", ""), forms))
    return texts


def test_every_language_is_complete_for_the_current_code(tmp_path: Path) -> None:
    for file in TRANSLATION_FILES:
        shutil.copy(file, tmp_path)

    translations.update(tmp_path)

    assert {file.stem: translations.missing(file) for file in sorted(tmp_path.glob("*.ts"))} == {
        file.stem: [] for file in TRANSLATION_FILES
    }


@pytest.mark.parametrize("file", TRANSLATION_FILES, ids=lambda file: str(file.stem))
def test_translations_have_exactly_the_placeholders_of_their_source(file: Path) -> None:
    wrong = []
    for source, forms in texts_of(file):
        for form in forms:
            missing = set(PLACEHOLDER.findall(source)) - {"%n"} - set(PLACEHOLDER.findall(form))
            unexpected = set(PLACEHOLDER.findall(form)) - set(PLACEHOLDER.findall(source))
            if missing or unexpected:
                wrong.append((source, form))

    assert wrong == []


BLANK_BESIDE_SIGN = re.compile(r"[\w)\]}»”’] [:;!?»]|« |[^\W_][;!?](?= |$)")
"""A sign of a French text with a plain blank beside it, which may end a line, or a sign after a word without any blank.
Lists of signs and code do not match.
"""


def test_signs_in_french_texts_have_a_no_break_space() -> None:
    texts = [form for _, forms in texts_of(translations.TRANSLATIONS / "vaultdesk_fr.ts") for form in forms]

    assert sum("\xa0:" in text for text in texts) > 100
    assert [text for text in texts if BLANK_BESIDE_SIGN.search(text)] == []


@pytest.mark.parametrize("text", ["Vraiment ?", "{0} : non", "« mot\xa0»", "«\xa0mot »", "non; oui", "Oui!"])
def test_a_french_sign_without_a_no_break_space_is_found(text: str) -> None:
    assert BLANK_BESIDE_SIGN.search(text) is not None


def test_the_compiled_translations_are_up_to_date(tmp_path: Path) -> None:
    translations.release(tmp_path)

    stale = [
        file.name
        for file in sorted(tmp_path.glob("*.qm"))
        if (translations.TRANSLATIONS / file.name).read_bytes() != file.read_bytes()
    ]

    assert stale == []
    assert {file.stem for file in TRANSLATION_FILES} == {file.stem for file in tmp_path.glob("*.qm")}
