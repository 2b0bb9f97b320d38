"""Privacy dialog: one rule on private notes made or changed, read aloud and counted as it is made."""

import asyncio
from collections.abc import Sequence

from PySide6.QtCore import QCoreApplication
from PySide6.QtWidgets import QGridLayout, QStackedWidget, QWidget

from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.privacy.known_notes import NoteFactsLookup
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.folder_field import FolderField
from vaultdesk.ui.agents.form_dialog import FormDialog
from vaultdesk.ui.settings.privacy_words import privacy_sentence, reach_words, readable, today_words
from vaultdesk.ui.settings.private_tally import tally_now
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox, field_label
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import TextField

KINDS = ("folder", "tag", "property", "note")
"""What can make a note private."""


class PrivacyDialog(FormDialog):
    """`rule()` is what was made."""

    def __init__(
        self, known: NoteFactsLookup, folders: Sequence[str], rule: PrivacyRule | None, parent: QWidget
    ) -> None:
        """*rule* is the one to change, None for a new one."""
        title = _tr("Add a rule") if rule is None else _tr("Edit the rule")
        words = QCoreApplication.translate(
            "Window", "The strictest rule that means a note counts, whatever else is allowed."
        )
        super().__init__(
            title,
            words,
            _tr("Add Rule") if rule is None else _tr("Save"),
            parent,
        )
        self._known = known
        self._counting: asyncio.Task[None] | None = None
        shown = rule or PrivacyRule(kind="folder", value="", answer="local")
        kinds = [
            ("folder", self.tr("Notes in a folder")),
            ("tag", self.tr("Notes with a tag")),
            ("property", self.tr("Notes with a property")),
            ("note", self.tr("One note")),
        ]
        answers = [(answer, _sentence_case(reach_words(answer))) for answer in ("local", "never", "ask")]
        self.kind = ExplainedComboBox(self.tr("Which notes"), kinds, shown.kind)
        self.answer = ExplainedComboBox(self.tr("How far they go"), answers, shown.answer)
        self.folder = FolderField(self.tr("Folder"), folders, shown.value if shown.kind == "folder" else "")
        self.value = TextField(self.tr("Value"), "" if shown.kind == "folder" else shown.value)
        self._field = QStackedWidget()
        self._field.addWidget(self.folder)
        self._field.addWidget(self.value)
        self._sentence = PlainLabel(font="strong", wrap=True)
        self._count = PlainLabel(role="muted", font="small", wrap=True)
        self._lay_out()
        self.kind.chosen.connect(self._renew)
        self.answer.chosen.connect(self._renew)
        self.folder.changed.connect(self._renew)
        self.value.changed.connect(lambda _text: self._renew())
        self.done_button.clicked.connect(self.accept)
        self.done_button.setDefault(True)
        self._renew()
        self.kind.setFocus()

    def rule(self) -> PrivacyRule:
        """Return the rule as it is chosen now."""
        value = self.folder.folder() if self.kind.value() == "folder" else self.value.text().strip()
        return PrivacyRule.model_validate({"kind": self.kind.value(), "value": value, "answer": self.answer.value()})

    def sentence(self) -> str:
        """Return the rule as it is read aloud, and what it comes to."""
        return f"{self._sentence.text()} {self._count.text()}".strip()

    def _lay_out(self) -> None:
        step = theme().step
        grid = QGridLayout()
        grid.setHorizontalSpacing(step(16))
        grid.setVerticalSpacing(step(12))
        grid.setColumnStretch(1, 1)
        self._label = field_label("")
        rows: tuple[tuple[PlainLabel, QWidget], ...] = (
            (field_label(self.tr("Which notes")), self.kind),
            (self._label, self._field),
            (field_label(self.tr("How far")), self.answer),
        )
        for place, (label, field) in enumerate(rows):
            grid.addWidget(label, place, 0)
            grid.addWidget(field, place, 1)
        self.content.addLayout(grid)
        card = Card(ground="sunken")
        card.content.setSpacing(step(4))
        card.content.addWidget(self._sentence)
        card.content.addWidget(self._count)
        self.content.addWidget(card)

    def _renew(self) -> None:
        names = {
            "folder": (self.tr("Folder"), ""),
            "tag": (self.tr("Tag"), self.tr("private")),
            "property": (self.tr("Property"), self.tr("private: true, or a name alone")),
            "note": (self.tr("Note"), self.tr("Folder/Name.md")),
        }
        name, hint = names[self.kind.value()]
        self._label.setText(name)
        self.value.edit.setAccessibleName(name)
        self.value.edit.setPlaceholderText(hint)
        self._field.setCurrentIndex(0 if self.kind.value() == "folder" else 1)
        rule = self.rule()
        good = readable(rule)
        wrong = "" if good or not rule.value else self.tr("No note can be meant by this.")
        field = self.folder.field if rule.kind == "folder" else self.value
        field.set_problem(wrong)
        self.done_button.setEnabled(good)
        self._sentence.setText(privacy_sentence(rule) if good else self.tr("Say which notes are meant."))
        if self._counting is not None:
            self._counting.cancel()
        self._count.setText("")
        if good:
            self._counting = bridge.start(self._tell_count(rule), owner=self)

    async def _tell_count(self, rule: PrivacyRule) -> None:
        found = await tally_now((rule,), self._known)
        self._count.setText(today_words(found.counts[0]) + ".")


def _sentence_case(words: str) -> str:
    return words[:1].upper() + words[1:]


def _tr(text: str) -> str:
    return QCoreApplication.translate("PrivacyDialog", text)
