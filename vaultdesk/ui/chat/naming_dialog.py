"""Dialog that names a new quick command or project before its note is created."""

from collections.abc import Callable, Sequence

from PySide6.QtWidgets import QWidget

from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui.widgets.form_controls import field_label
from vaultdesk.ui.widgets.form_dialog import FolderField, FormDialog
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import TextField

Draft = Callable[[str, str], tuple[str, str]]
"""Returns path and text of the note for a name and a folder."""


class NamingDialog(FormDialog):
    """Says what will be created; `path` and `text` are that note's."""

    def __init__(
        self, title: str, words: str, draft: Draft, parent: QWidget, *, name: str = "", folders: Sequence[str] = ()
    ) -> None:
        """*folders* are offered where the note is about one; without any it is about none."""
        super().__init__(title, words, "", parent)
        self.done_button.setText(self.tr("Create Note"))
        self._draft = draft
        self.name = TextField(self.tr("Name"), name)
        self.folder = FolderField(self.tr("Folder"), folders)
        self.result_label = PlainLabel("", role="muted", font="small", wrap=True)
        self.content.addWidget(field_label(self.tr("Name")))
        self.content.addWidget(self.name)
        self._about = field_label(self.tr("Notes of this folder"))
        for widget in (self._about, self.folder):
            self.content.addWidget(widget)
            widget.setVisible(bool(folders))
        self.content.addWidget(self.result_label)
        self.name.changed.connect(lambda _text: self._renew())
        self.folder.changed.connect(self._renew)
        self.name.submitted.connect(self._create)
        self.done_button.clicked.connect(self._create)
        self._renew()
        self.name.setFocus()

    @property
    def path(self) -> str:
        """Where the note will be."""
        return self._draft(self.name.text().strip(), self.folder.folder())[0]

    @property
    def text(self) -> str:
        """What it will say."""
        return self._draft(self.name.text().strip(), self.folder.folder())[1]

    def _renew(self) -> None:
        named = bool(self.name.text().strip())
        wrong = self.folder.problem()
        self.done_button.setEnabled(named and not wrong)
        will = self.tr("Creates the note {0} and opens it.").format(sanitize_text(self.path)) if named else ""
        self.result_label.setText(wrong or will)

    def _create(self) -> None:
        if self.done_button.isEnabled():
            self.accept()
