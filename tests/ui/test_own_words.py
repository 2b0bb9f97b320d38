"""Words of the person's own are shown letter by letter in every language, also where the program has the same word."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from vaultdesk.core.platform.paths import resource_path
from vaultdesk.ui.chat.chat_head import ChatHeader
from vaultdesk.ui.chat.chat_library import ChatItem, chat_entries
from vaultdesk.ui.chat.chat_tabs import ChatTab, ChatTabBar
from vaultdesk.ui.notes.breadcrumbs import Breadcrumbs
from vaultdesk.ui.translation import install_language
from vaultdesk.ui.vault_pages.vocabulary_page import ReviewCard

LANGUAGES = ("en", "de", "fr", "es", "zh_CN")


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    install_language(qapp, "en", [])


@pytest.mark.parametrize("language", LANGUAGES)
def test_t5_a_note_is_called_by_its_own_name(application: QApplication, language: str, qtbot: QtBot) -> None:
    install_language(application, language, [resource_path("translations")])
    crumbs = Breadcrumbs()
    qtbot.addWidget(crumbs)
    shown = []
    for path in ("Work/Project.md", "Daily note.md", "Delete.md"):
        crumbs.show_path(path)
        shown.append(crumbs._name.text())

    assert shown == ["Project", "Daily note", "Delete"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_t5_a_word_to_learn_is_shown_as_it_is(application: QApplication, language: str, qtbot: QtBot) -> None:
    install_language(application, language, [resource_path("translations")])
    card = ReviewCard()
    qtbot.addWidget(card)
    words = ["Delete", "Remember", "Rename", "Project", "Read"]
    shown = []
    for word in words:
        card.word.setText(word)
        shown.append(card.word.text())

    assert shown == words


@pytest.mark.parametrize("language", LANGUAGES)
def test_t5_a_chat_is_called_by_its_own_title(application: QApplication, language: str, qtbot: QtBot) -> None:
    install_language(application, language, [resource_path("translations")])
    header, tabs = ChatHeader(), ChatTabBar()
    qtbot.addWidget(header)
    qtbot.addWidget(tabs)
    titles = ["Delete", "Project", "Rename", "Daily note", "New chat", "Copy"]
    tabs.show_tabs([ChatTab(title) for title in titles], 0)
    headed = []
    for title in titles:
        header.show_chat(title, pinned=False, empty=False, note="possible")
        headed.append(header.title.shown_text())
    now = datetime.now(UTC)
    listed = chat_entries([ChatItem(title, title, now) for title in titles], "", now.astimezone().date())

    assert headed == titles
    assert [tabs.tabText(number) for number in range(tabs.count())] == titles
    assert [tabs.accessibleTabName(number) for number in range(tabs.count())] == titles
    assert [entry.title for entry in listed if not entry.heading] == titles
    # The same word is another one where it is the program's own.
    header.show_chat("", pinned=False, empty=True, note="possible")
    assert (header.title.shown_text() == "New chat") == (language == "en")
