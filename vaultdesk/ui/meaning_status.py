"""Meaning status: the item of the status bar that tells how far notes are read for meaning, and pauses it."""

from PySide6.QtCore import QObject

from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.facts import number
from vaultdesk.ui.meaning_words import meaning_words
from vaultdesk.ui.status_bar import StatusBar

WORTH_TELLING = 50
"""Passages still to read from which it is told: a saved note has a few, and the line must not flicker for each."""


class MeaningStatus(QObject):
    """Follows the reading of one vault until it is closed. A press pauses it, the next one lets it go on."""

    def __init__(self, bar: StatusBar, meaning: EmbeddingIndex) -> None:
        super().__init__(bar)
        self._bar = bar
        self._meaning = meaning
        bar.meaning_asked.connect(self._toggle)
        follow(meaning.progress, self._show, owner=self)
        self._show(meaning.state)

    def close(self) -> None:
        """Say no more of this vault."""
        self._bar.meaning_asked.disconnect(self._toggle)
        self._bar.show_meaning("", "none")
        self.deleteLater()

    def _show(self, state: EmbeddingState) -> None:
        share = self.tr("{percent} %").format(percent=number(100 * state.done // max(1, state.total)))
        detail = meaning_words(state)
        match state.phase:
            case "reading" if state.total - state.done > WORTH_TELLING:
                words = self.tr("Reading for meaning · {share}").format(share=share)
                self._bar.show_meaning(words, "working", f"{detail}\n{self.tr('Press to pause.')}")
            case "paused":
                words = self.tr("Reading for meaning is paused · {share}").format(share=share)
                self._bar.show_meaning(words, "none", f"{detail}\n{self.tr('Press to go on.')}")
            case "failed":
                self._bar.show_meaning(self.tr("Search by meaning failed"), "failed", detail)
            case "off" | "absent" | "waiting" | "ready" | "reading":
                # Nothing is under way for long and nothing is to be done: the page of the index tells how it is.
                self._bar.show_meaning("", "none")

    def _toggle(self) -> None:
        if self._meaning.state.phase in ("paused", "failed"):
            self._meaning.resume()
        else:
            self._meaning.pause()
