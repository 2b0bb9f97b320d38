"""Meaning words: how far the notes were read for their meaning, as people say it. Words only, no widget."""

from PySide6.QtCore import QCoreApplication

from vaultdesk.index.embeddings.embedding_worker import EmbeddingState
from vaultdesk.ui.facts import number


def meaning_words(state: EmbeddingState) -> str:
    """Return one sentence about the reading: what answers by meaning, or how far that is."""
    progress = {"done": number(state.done), "total": number(state.total)}
    match state.phase:
        case "off":
            return _tr("Search by meaning is switched off in the settings.")
        case "absent":
            return state.why or _tr("Search by meaning is not installed.")
        case "failed":
            return state.why or _tr("Search by meaning failed.")
        case "waiting":
            return _tr("Reading for meaning begins once all notes are indexed.")
        case "reading":
            words = _tr("Reading for meaning: {done} of {total} passages").format(**progress)
            return f"{words}. {_older(state)}" if state.older_model else f"{words}."
        case "paused":
            words = _tr("{done} of {total} passages are read.").format(**progress)
            return f"{state.why} {words}" if state.why else words
        case "ready":
            count = state.passages or state.total
            one, many = _tr("1 passage can be found by meaning."), _tr("{n} passages can be found by meaning.")
            return one if count == 1 else many.format(n=number(count))


def related_words(state: EmbeddingState) -> str:
    """Return what is missing among related notes as long as not all is read; nothing where all is, or wants to be."""
    match state.phase:
        case "ready" | "off":
            return ""
        case "reading" | "paused" if state.total:
            words = _tr("Related by meaning: {done} of {total} passages read")
            return words.format(done=number(state.done), total=number(state.total))
        case _:
            return _tr("By links and tags only. {why}").format(why=meaning_words(state))


def _older(state: EmbeddingState) -> str:
    return _tr("{model} answers until then.").format(model=state.older_model)


def _tr(text: str) -> str:
    return QCoreApplication.translate("MeaningWords", text)
