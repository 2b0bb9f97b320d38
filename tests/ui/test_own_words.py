"""Words of the person's own are shown letter by letter in every language, also where the program has the same word."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from vaultdesk.core.resources import resource_path
from vaultdesk.ui.notes.breadcrumbs import Breadcrumbs
from vaultdesk.ui.translation import install_language
from vaultdesk.ui.vault_pages.vocabulary_session import ReviewCard

LANGUAGES = ("en", "de", "fr", "es", "zh_CN")


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    install_language(qapp, "en", [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_note_is_called_by_its_own_name(application: QApplication, language: str, qtbot: QtBot) -> None:
    install_language(application, language, [resource_path("translations")])
    crumbs = Breadcrumbs()
    qtbot.addWidget(crumbs)
    shown = []
    for path in ("Work/Project.md", "Daily note.md", "Delete.md"):
        crumbs.show_path(path)
        shown.append(crumbs._name.text())

    assert shown == ["Project", "Daily note", "Delete"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_word_to_learn_is_shown_as_it_is(application: QApplication, language: str, qtbot: QtBot) -> None:
    install_language(application, language, [resource_path("translations")])
    card = ReviewCard()
    qtbot.addWidget(card)
    words = ["Delete", "Remember", "Rename", "Project", "Read"]
    shown = []
    for word in words:
        card.word.setText(word)
        shown.append(card.word.text())

    assert shown == words
