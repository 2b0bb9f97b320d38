"""The form for a word: what was filled in is told; a proposal is never saved by itself."""

from PySide6.QtCore import Qt
from PySide6.QtTest import QTest

from vaultdesk.tools.builtin.vocabulary_word import VocabularyWord
from vaultdesk.ui.vocabulary.word_form import WordForm

WORD = VocabularyWord("V/nuances.md", "nuances")


class Heard:
    def __init__(self, form: WordForm) -> None:
        self.saved: list[tuple[str, str]] = []
        self.asked: list[VocabularyWord] = []
        self.left = 0
        form.saved.connect(lambda word, meaning: self.saved.append((word, meaning)))
        form.look_up_asked.connect(self.asked.append)
        form.left.connect(self._leave)

    def _leave(self) -> None:
        self.left += 1


def shown(word: VocabularyWord | None) -> tuple[WordForm, Heard]:
    form = WordForm()
    form.resize(600, 200)
    form.show()
    form.show_word(word)
    return form, Heard(form)


def test_a_word_is_typed_and_saved_by_enter() -> None:
    form, heard = shown(None)
    assert not form.look_up.isVisible()
    QTest.keyClick(form.word.edit, Qt.Key.Key_Return)
    assert (heard.saved, form.word.problem()) == ([], "Type a word.")
    QTest.keyClicks(form.word.edit, " petit  four ")
    assert form.word.problem() == ""
    QTest.keyClicks(form.meaning.edit, "a small cake")
    QTest.keyClick(form.meaning.edit, Qt.Key.Key_Return)
    assert heard.saved == [("petit four", "a small cake")]
    QTest.keyClick(form.meaning.edit, Qt.Key.Key_Escape)
    assert heard.left == 1
    form.deleteLater()


def test_a_proposal_is_looked_at_before_it_is_saved() -> None:
    form, heard = shown(WORD)
    assert not form.word.isVisible()
    form.look_up.click()
    assert heard.asked == [WORD]
    form.start_looking("work/model")
    assert (form.state.text(), form.look_up.isEnabled()) == ("Asking work/model…", False)
    form.propose("small\ndifferences")
    assert (form.meaning.text(), heard.saved, form.look_up.isEnabled()) == ("small differences", [], True)
    form.save.click()
    assert heard.saved == [("nuances", "small differences")]
    form.tell("It failed.", problem=True)
    assert form.state.text() == "It failed."
    form.show_word(None)
    assert (form.word.text(), form.meaning.text(), form.state.isVisible()) == ("", "", False)
    form.deleteLater()
