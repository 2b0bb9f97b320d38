"""Translations: every text of the window reaches the translators, those of tables and marked ones too."""

from pathlib import Path

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
