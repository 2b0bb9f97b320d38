"""Spelling card: whether words are checked, in which languages, and which dictionaries this computer has."""

from PySide6.QtGui import QShowEvent
from PySide6.QtWidgets import QWidget

from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.ui import bridge
from vaultdesk.ui.editor.spell_checker import SpellChecker, dictionary_summary, the_spell_checker
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.form import LABEL_WIDTH
from vaultdesk.ui.settings.group_form import GroupForm
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel

GAP = 16
"""Pixels of LOOK's drawings between the names of a form and its fields."""


class SpellingCard(Card):
    """A tick, the languages, and a sentence. Looks for dictionaries when it is shown, as one may be new."""

    def __init__(self, keeper: Keeper, words: SpellChecker | None = None, parent: QWidget | None = None) -> None:
        """*words* are the program's, unless told."""
        super().__init__(parent=parent)
        self._spelling = words or the_spell_checker()
        self.form = GroupForm(keeper, "editor", ("spelling", "spelling_languages"))
        self.state = PlainLabel("", role="muted", font="small", wrap=True, selectable=True)
        self.state.setContentsMargins(theme().step(LABEL_WIDTH + GAP), 0, 0, 0)
        self.content.addWidget(PlainLabel(self.tr("Spelling"), font="heading"))
        self.content.addWidget(self.form)
        self.content.addWidget(self.state)
        self._spelling.changed.connect(self._show)
        self._settings = keeper.store.settings
        self.refresh(self._settings)

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        self._settings = settings
        self.form.refresh(settings)
        self._spelling.choose(settings.editor.spelling_languages)
        self._show()

    def showEvent(self, event: QShowEvent) -> None:
        """Look for dictionaries."""
        super().showEvent(event)
        bridge.start(self._look(), owner=self)

    async def _look(self) -> None:
        await self._spelling.look(again=True)
        self._show()

    def _show(self) -> None:
        on = self._settings.editor.spelling
        there = bool(self._spelling.found)
        # What was chosen where there is a speller can be taken back where there is none.
        self.form.field("spelling").setEnabled(there or on)
        self.form.field("spelling_languages").setEnabled(there and on)
        self.state.setText(dictionary_summary(self._spelling))
        self.state.set_role("muted" if self._spelling.languages or not self._spelling.looked else "danger")
        self.state.setHidden(not self.state.text())
