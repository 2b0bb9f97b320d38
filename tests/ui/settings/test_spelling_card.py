"""Spelling card: what can be chosen where there is a speller, and what it says where there is none."""

from pathlib import Path

from PySide6.QtWidgets import QCheckBox

from tests.support.desktop import until
from tests.support.qt_loop import on_qt_loop
from tests.support.spelling import SmallSpeller
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.ui.editor.spell_checker import SpellChecker
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.spelling_card import SpellingCard
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.text_fields import TextField


def card_of(store: SettingsStore, spelling: SpellChecker) -> tuple[SpellingCard, QCheckBox, TextField]:
    card = SpellingCard(Keeper(store, Banner("danger", "")), spelling)
    tick, languages = card.form.field("spelling"), card.form.field("spelling_languages")
    assert isinstance(tick, QCheckBox)
    assert isinstance(languages, TextField)
    return card, tick, languages


@on_qt_loop
async def test_what_is_chosen_is_kept_and_what_is_found_is_said(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    spelling = SpellChecker(SmallSpeller, own="en_GB")
    card, tick, languages = card_of(store, spelling)
    card.show()
    await until(lambda: spelling.looked)
    tick.click()
    card.refresh(store.settings)
    languages.set_text("de, en-GB")
    languages.edit.editingFinished.emit()
    card.refresh(store.settings)
    assert (store.settings.editor.spelling, store.settings.editor.spelling_languages) == (True, "de, en-GB")
    assert card.state.text() == "In use: Deutsch (de_DE), British English (en_GB)."
    card.close()


@on_qt_loop
async def test_where_no_speller_is_it_says_so_and_only_a_choice_of_before_can_be_taken_back(tmp_path: Path) -> None:
    store = SettingsStore(tmp_path / "settings.toml")
    spelling = SpellChecker(lambda: None)
    card, tick, languages = card_of(store, spelling)
    card.show()
    await until(lambda: spelling.looked)
    await until(card.state.text)
    assert "No speller is known on this system" in card.state.text()
    assert not tick.isEnabled()
    assert not languages.isEnabled()
    card.refresh(store.set("editor.spelling", "true"))
    assert tick.isEnabled()
    card.close()
