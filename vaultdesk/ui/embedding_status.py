"""Progress of embeddings as text, and the status bar item that shows and pauses it."""

from PySide6.QtCore import QObject

from vaultdesk.core.phrases import Sentences
from vaultdesk.index.embeddings.embedding_index import EmbeddingIndex
from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.bridge import follow
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.window.status_bar import StatusBar

_tr = translator("EmbeddingStatus")


def embedding_text(state: EmbeddingState) -> str:
    """Return a sentence about embeddings: whether the search by meaning is complete, or its progress."""
    progress = {"done": format_number(state.done), "total": format_number(state.total)}
    match state.phase:
        case "off":
            return _tr("Search by meaning is turned off in Settings.")
        case "absent":
            return translate(state.reason or _tr("Search by meaning is not installed."))
        case "failed":
            return translate(state.reason or _tr("Search by meaning failed."))
        case "waiting":
            return _tr("Indexing for search by meaning starts once all notes are indexed.")
        case "reading":
            text = _tr("Indexing for search by meaning: {done} of {total} passages").format(**progress)
            return f"{text}. {_older_model_text(state)}" if state.older_model else f"{text}."
        case "paused":
            text = _tr("{done} of {total} passages are indexed.").format(**progress)
            return translate(Sentences(state.reason, text))
        case "ready":
            count = state.passages or state.total
            singular, plural = _tr("1 passage can be found by meaning."), _tr("{n} passages can be found by meaning.")
            return plural_text(count, singular, plural)


def related_progress_text(state: EmbeddingState) -> str:
    """Return what is missing among related notes until everything is embedded; otherwise empty."""
    match state.phase:
        case "ready" | "off":
            return ""
        case "reading" | "paused" if state.total:
            text = _tr("Related by meaning: {done} of {total} passages indexed")
            return text.format(done=format_number(state.done), total=format_number(state.total))
        case _:
            return _tr("By links and tags only. {why}").format(why=embedding_text(state))


def _older_model_text(state: EmbeddingState) -> str:
    return _tr("Until then, {model} is used.").format(model=state.older_model)


MIN_REPORTED_BACKLOG = 50
"""Minimum number of pending passages that is shown: a saved note has a few, and the line must not flicker for each."""


class EmbeddingStatusItem(QObject):
    """Follows the embedding of one vault until it is closed. A press pauses it, the next one continues."""

    def __init__(self, bar: StatusBar, embedding_index: EmbeddingIndex) -> None:
        super().__init__(bar)
        self._bar = bar
        self._embedding_index = embedding_index
        bar.embeddings_requested.connect(self._toggle)
        follow(embedding_index.progress, self._show, owner=self)
        self._show(embedding_index.state)

    def close(self) -> None:
        """Remove the text about this vault."""
        self._bar.embeddings_requested.disconnect(self._toggle)
        self._bar.show_embeddings("", "none")
        self.deleteLater()

    def _show(self, state: EmbeddingState) -> None:
        share = self.tr("{percent} %").format(percent=format_number(100 * state.done // max(1, state.total)))
        detail = embedding_text(state)
        match state.phase:
            case "reading" if state.total - state.done > MIN_REPORTED_BACKLOG:
                text = self.tr("Indexing for search by meaning · {share}").format(share=share)
                self._bar.show_embeddings(text, "working", detail + "\n" + self.tr("Click to pause."))
            case "paused":
                text = self.tr("Indexing for search by meaning is paused · {share}").format(share=share)
                self._bar.show_embeddings(text, "none", detail + "\n" + self.tr("Click to resume."))
            case "failed":
                self._bar.show_embeddings(self.tr("Search by meaning failed"), "failed", detail)
            case "off" | "absent" | "waiting" | "ready" | "reading":
                # Nothing is running for long and no action is needed: the page of the index shows the state.
                self._bar.show_embeddings("", "none")

    def _toggle(self) -> None:
        if self._embedding_index.state.phase in ("paused", "failed"):
            self._embedding_index.resume()
        else:
            self._embedding_index.pause()
