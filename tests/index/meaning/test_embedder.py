"""Embedder: the text that is handed to one."""

from vaultdesk.index.meaning.embedder import EmbeddingText


def test_a_question_is_from_no_note() -> None:
    assert EmbeddingText("what did I decide?") == EmbeddingText("what did I decide?", "", "", 0, 0)
