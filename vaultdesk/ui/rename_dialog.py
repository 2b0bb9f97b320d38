"""Rename dialog: asks for another name of something, and says at once what is wrong with one. Renames nothing."""

from collections.abc import Callable

from PySide6.QtWidgets import QWidget

from vaultdesk.ui.agents.form_dialog import FormDialog
from vaultdesk.ui.widgets.text_fields import TextField

LONGEST = 200
"""Characters of a name."""


def _fine(_name: str) -> str:
    return ""


class RenameDialog(FormDialog):
    """Open it with `bridge.ask`; `name` holds the field."""

    def __init__(
        self, title: str, words: str, name: str, parent: QWidget, problem_of: Callable[[str], str] = _fine
    ) -> None:
        """*words* say what is renamed; *problem_of* returns what is wrong with a name, or nothing."""
        super().__init__(title, words, "", parent, width=420)
        self.done_button.setText(self.tr("Rename"))
        self._before, self._problem_of = name, problem_of
        self.name = TextField(self.tr("Name"), name)
        self.name.edit.setMaxLength(LONGEST)
        self.content.addWidget(self.name)
        self.name.changed.connect(lambda _text: self._look())
        self.name.submitted.connect(self._done)
        self.done_button.clicked.connect(self._done)
        self._look()
        self.name.edit.selectAll()
        self.name.setFocus()

    def _look(self) -> None:
        name = self.name.text().strip()
        problem = self._problem_of(name) if name else ""
        self.name.set_problem(problem)
        self.done_button.setEnabled(bool(name) and not problem and name != self._before)

    def _done(self) -> None:
        if self.done_button.isEnabled():
            self.accept()
