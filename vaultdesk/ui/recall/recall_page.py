"""RecallPage: a question, the passages it finds in this vault, and why each was found. Asks no assistant."""

import time
from collections.abc import Callable, Sequence

from PySide6.QtCore import Qt, QTimer, Signal
from PySide6.QtGui import QFocusEvent
from PySide6.QtWidgets import QHBoxLayout, QProgressBar, QSizePolicy, QWidget

from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.search.passage_search import FoundPassage, PassageQuery, PassageSearch
from vaultdesk.ui.bridge import follow, start
from vaultdesk.ui.embedding_status import embedding_text
from vaultdesk.ui.recall.passage_list import PassageList
from vaultdesk.ui.recall.recall_words import summary
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.lists.list_page import FilterBox, ListPage
from vaultdesk.ui.widgets.text_fields import SearchField

PAUSE = 250
"""Milliseconds after the last key before a question is asked: it is a sentence, and a model may have to read it."""

COUNTS = (10, 20, 50)
"""Passages that can be asked for."""

MEANING_DEPTH = 200
"""Passages looked through for those found by meaning, where words are not to count."""


class RecallPage(ListPage):
    """One question at a time; what is typed meanwhile is asked next."""

    passage_chosen = Signal(object, bool)
    """A `FoundPassage`, and whether a new tab was asked for."""

    def __init__(
        self,
        search: PassageSearch,
        meaning: EmbeddingIndex | None,
        server: Callable[[], str] = str,
        parent: QWidget | None = None,
    ) -> None:
        """*server* names the server that understands meaning; nothing where that happens in this program."""
        super().__init__(parent=parent, title="", lead="", name="")
        self._search, self._meaning, self._server = search, meaning, server
        self._asking = self._again = False
        self.question = SearchField(self.tr("Question"), self.tr("Ask as you would ask an assistant"))
        self.words = Switch(self.tr("Words"))
        self.by_meaning = Switch(self.tr("Meaning"))
        self.count = FilterBox(
            self.tr("How many"), [(str(count), self.tr("Best {n}").format(n=count)) for count in COUNTS]
        )
        self.told = PlainLabel("", "muted", "small")
        self.state = PlainLabel("", "muted", "small", wrap=True)
        self.progress = QProgressBar()
        self.passages = PassageList()
        self._pause = QTimer(self, singleShot=True, interval=PAUSE)
        self._lay_out()
        self._connect()
        self._tell_meaning()
        self._say_idle()

    def ask(self, question: str) -> None:
        """Put *question* into the field and ask it."""
        self.question.setText(question)
        self._begin()

    def focusInEvent(self, event: QFocusEvent) -> None:
        """Hand the keyboard to the question."""
        super().focusInEvent(event)
        self.question.setFocus(Qt.FocusReason.OtherFocusReason)

    def _lay_out(self) -> None:
        step = theme().step
        self.title.setText(self.tr("Recall bench"))
        self.setAccessibleName(self.tr("Recall bench"))
        self.question.setMinimumWidth(step(340))
        self.words.setChecked(True)
        # With a server of the person's choice the question goes there: that is switched on by hand.
        self.by_meaning.setChecked(not self._server())
        self.count.set_value(str(COUNTS[0]))
        self.count.setMinimumWidth(max(step(96), self.count.sizeHint().width()))
        for widget in (self.question, self.words, self.by_meaning, self.count):
            self.filters.addWidget(widget)
        self.progress.setTextVisible(False)
        self.progress.setFixedSize(step(120), step(6))
        self.progress.setAccessibleName(self.tr("Read for meaning"))
        reading = QHBoxLayout()
        reading.setSpacing(step(10))
        reading.addWidget(self.progress, 0, Qt.AlignmentFlag.AlignVCenter)
        self.state.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred)
        reading.addWidget(self.state, 1)
        self.above.addLayout(reading)
        self.told.setContentsMargins(0, 0, 0, step(4))
        self.above.addWidget(self.told)
        self._stack.addWidget(self.passages)

    def _connect(self) -> None:
        self.question.textChanged.connect(lambda _text: self._pause.start())
        self.question.returnPressed.connect(self._begin)
        self.question.stepped.connect(self._step_in)
        self._pause.timeout.connect(self._begin)
        self.words.toggled.connect(lambda _on: self._switch(self.words, self.by_meaning))
        self.by_meaning.toggled.connect(lambda _on: self._switch(self.by_meaning, self.words))
        self.count.chosen.connect(self._begin)
        self.passages.chosen.connect(self.passage_chosen)
        self.passages.left_upwards.connect(self.question.setFocus)
        if self._meaning is not None:
            follow(self._meaning.progress, lambda _state: self._tell_meaning(), self)

    def _switch(self, turned: Switch, other: Switch) -> None:
        if not turned.isChecked() and not other.isChecked():
            other.setChecked(True)  # one of the two has to look
        self._begin()

    def _begin(self) -> None:
        self._pause.stop()
        if self._asking:
            self._again = True
        elif self.question.text().strip():
            start(self._ask(), self)
        else:
            self._say_idle()

    async def _ask(self) -> None:
        self._asking = True
        try:
            await self._answer(self.question.text().strip())
        finally:
            self._asking = False
        if self._again:
            self._again = False
            self._begin()

    async def _answer(self, question: str) -> None:
        words, meaning, limit = self.words.isChecked(), self.by_meaning.isChecked(), int(self.count.value())
        began = time.perf_counter()
        try:
            query = PassageQuery(question, limit=limit if words else MEANING_DEPTH, use_meaning=meaning)
            found = await self._search.find(query)
        except VaultDeskError as error:
            self.told.setText("")
            self._say(error.title, error.hint)
            return
        if not words:
            found = _by_meaning(found)[:limit]
        if question != self.question.text().strip():
            return  # the next question is on its way
        self.passages.show_passages(found)
        ready = meaning and self._meaning is not None and self._meaning.ready
        took = time.perf_counter() - began
        self.told.setText(summary(len(found), took, words=words or not ready, meaning=ready) if found else "")
        if found:
            self._stack.setCurrentWidget(self.passages)
        elif not words and not ready:
            self._say(self.tr("Nothing can be found by meaning yet"), self.state.text())
        else:
            self._say(self.tr("No passage was found"), self.tr("Ask with other words."))

    def _say_idle(self) -> None:
        self.told.setText("")
        title = self.tr("Which passages would an answer rest on?")
        self._say(title, self.tr("Type a question. The best passages are listed with what speaks for each."))

    def _say(self, title: str, text: str) -> None:
        self.passages.show_passages(())
        self.empty.set_text(title, text)
        self._stack.setCurrentWidget(self.empty)

    def _step_in(self, direction: int) -> None:
        if direction > 0 and self.passages.passages.rowCount():
            self.passages.enter()

    def _tell_meaning(self) -> None:
        server = self._server()
        here = self.tr("What a question finds in your notes, and why. All of it is worked out here; nothing is sent.")
        there = self.tr("What a question finds in your notes, and why. With Meaning on, the question goes to {server}.")
        self.lead.setText(there.format(server=server) if server else here)
        if self._meaning is None:
            self.state.setText(self.tr("Search by meaning is not part of this installation; words are searched."))
            self.progress.hide()
            return
        state = self._meaning.state
        words = embedding_text(state)
        self.state.setText(f"{state.model}: {words}" if state.model else words)
        self.progress.setVisible(state.phase in ("reading", "paused") and state.total > 0)
        self.progress.setMaximum(max(1, state.total))
        self.progress.setValue(state.done)


def _by_meaning(found: Sequence[FoundPassage]) -> list[FoundPassage]:
    """Return those of *found* that were found by meaning, in the order of that alone."""
    ranked = [(one.reasons.meaning_rank, one) for one in found]
    return [one for _, one in sorted(((rank, one) for rank, one in ranked if rank is not None), key=lambda it: it[0])]
