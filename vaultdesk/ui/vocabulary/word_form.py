"""WordForm: one word and its meaning, to be added or changed. Writes nothing; tells what was filled in."""

from PySide6.QtCore import Qt, Signal
from PySide6.QtGui import QKeyEvent
from PySide6.QtWidgets import QHBoxLayout, QWidget

from vaultdesk.tools.builtin.vocabulary_word import LONGEST_WORD, VocabularyWord
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.buttons import PlainButton, PrimaryButton
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.text_fields import TextField


class WordForm(Card):
    """Enter saves, Esc leaves; a model may be asked for the meaning, which is then looked at before it is saved."""

    saved = Signal(str, str)
    """The word and its meaning, as they were filled in."""
    look_up_asked = Signal(object)
    """The `VocabularyWord` whose meaning a model is to be asked for."""
    left = Signal()

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent=parent)
        self._word: VocabularyWord | None = None
        self.heading = PlainLabel(font="heading")
        self.word = TextField(self.tr("Word or phrase"), placeholder=self.tr("Word or phrase"))
        self.word.edit.setMaxLength(LONGEST_WORD)
        self.meaning = TextField(self.tr("Meaning"), placeholder=self.tr("Meaning"))
        self.state = PlainLabel("", "muted", "small", wrap=True)
        self.save = PrimaryButton(self.tr("Save"))
        self.look_up = PlainButton(self.tr("Look Up the Meaning"), icon_name="bulb")
        self.cancel = PlainButton(self.tr("Cancel"))
        self._lay_out()
        self.word.submitted.connect(self._save)
        self.meaning.submitted.connect(self._save)
        self.save.clicked.connect(self._save)
        self.look_up.clicked.connect(self._ask)
        self.cancel.clicked.connect(self.left)
        self.word.changed.connect(lambda _text: self.word.set_problem(""))

    @property
    def shown_word(self) -> VocabularyWord | None:
        """The word that is changed; None where one is added."""
        return self._word

    def show_word(self, word: VocabularyWord | None) -> None:
        """Change *word*, or add one."""
        self._word = word
        self.heading.setText(self.tr("Add a word") if word is None else word.word)
        self.word.setVisible(word is None)
        self.word.set_text("" if word is None else word.word)
        self.word.set_problem("")
        self.meaning.set_text("" if word is None else " ".join(word.meaning.split()))
        self.look_up.setVisible(word is not None)
        self.tell("")
        (self.word if word is None else self.meaning).setFocus(Qt.FocusReason.OtherFocusReason)

    def start_looking(self, where: str) -> None:
        """Say that a model is being asked, and *where* it is."""
        self.tell(self.tr("Asking {model}…").format(model=where))
        self.look_up.set_why_disabled(self.tr("A model is being asked."))

    def propose(self, meaning: str) -> None:
        """Put what a model said into the field; it is saved only when the person saves it."""
        self.meaning.set_text(" ".join(meaning.split()))
        self.tell(self.tr("The model's proposal. Look at it, then save."))
        self.meaning.setFocus(Qt.FocusReason.OtherFocusReason)

    def tell(self, words: str, *, problem: bool = False) -> None:
        """Say what came of it; an empty text says nothing."""
        self.look_up.set_why_disabled("")
        self.state.set_role("danger" if problem else "muted")
        self.state.setText(words)
        self.state.setVisible(bool(words))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Leave with Esc."""
        if event.key() == Qt.Key.Key_Escape:
            self.left.emit()
        else:
            super().keyPressEvent(event)

    def _lay_out(self) -> None:
        row = QHBoxLayout()
        row.setSpacing(theme().step(8))
        for button in (self.save, self.look_up, self.cancel):
            row.addWidget(button)
        row.addStretch(1)
        for widget in (self.heading, self.word, self.meaning, self.state):
            self.content.addWidget(widget)
        self.content.addLayout(row)
        self.setAccessibleName(self.tr("A word of the vocabulary"))

    def _save(self) -> None:
        word = " ".join(self.word.text().split())
        if not word:
            self.word.set_problem(self.tr("Type a word."))
            self.word.setFocus(Qt.FocusReason.OtherFocusReason)
            return
        self.saved.emit(word, self.meaning.text().strip())

    def _ask(self) -> None:
        if self._word is not None:
            self.look_up_asked.emit(self._word)
