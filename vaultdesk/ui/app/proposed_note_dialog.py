"""Dialog that shows a proposed note in full before it is saved."""

from collections.abc import Awaitable, Callable

from PySide6.QtWidgets import QPlainTextEdit, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.ui import bridge
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate_error, translator
from vaultdesk.ui.widgets.form_dialog import FormDialog
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import column_layout
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.vault.note_path import MAX_PATH_CHARACTERS, NOTE_SUFFIX

_tr = translator("ProposedNoteDialog")

LINES = 10
"""Number of visible lines of the draft."""


class ProposedNoteDialog(FormDialog):
    """Open it with `bridge.ask`. Accepting creates the note; Enter, Escape and closing do not."""

    def __init__(
        self, vault: str, path: str, text: str, create: Callable[[str, str], Awaitable[object]], parent: QWidget
    ) -> None:
        """*create* creates a note from path and text, and raises `VaultDeskError` on failure."""
        explanation = _tr("Nothing is written to “{0}” before you create it.").format(vault)
        super().__init__(_tr("A link proposes a note"), explanation, _tr("Create Note"), parent, width=600)
        px = theme().px
        self._create = create
        self.path = TextField(self.tr("Path in the vault"), path)
        self.path.edit.setMaxLength(MAX_PATH_CHARACTERS)
        self.box = QPlainTextEdit(text)
        self.box.setAccessibleName(self.tr("Text of the note"))
        self.box.setTabChangesFocus(True)
        self.box.setMinimumHeight(self.box.fontMetrics().lineSpacing() * LINES)
        self.box.document().setDocumentMargin(px(6))
        for name, field in ((self.tr("Path in the vault"), self.path), (self.tr("Text of the note"), self.box)):
            label = PlainLabel(name, role="muted", font="small")
            label.setBuddy(field)
            column = column_layout(spacing=4)
            column.addWidget(label)
            column.addWidget(field)
            self.content.addLayout(column)
        self.path.changed.connect(lambda _text: self._update_button())
        self.done_button.clicked.connect(lambda: bridge.start(self._create_note(), owner=self))
        # Typing at the moment it appears must not accept it.
        self.done_button.setAutoDefault(False)
        self.cancel.setDefault(True)
        self.cancel.setFocus()
        self._update_button()

    @property
    def path_with_suffix(self) -> str:
        """The path with the suffix of notes."""
        path = self.path.text().strip()
        return path if path.lower().endswith(NOTE_SUFFIX) else f"{path}{NOTE_SUFFIX}"

    def _update_button(self) -> None:
        self.done_button.setEnabled(bool(self.path.text().strip()))

    async def _create_note(self) -> None:
        self.done_button.setEnabled(False)
        try:
            await self._create(self.path_with_suffix, self.box.toPlainText())
        except VaultDeskError as error:
            self.show_problem(translate_error(error))
            self._update_button()
        else:
            self.accept()
