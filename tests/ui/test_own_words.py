"""Text of the user is shown unchanged in every language, even where the program has the same text."""

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
def test_t5_a_note_name_is_not_translated(application: QApplication, language: str, qtbot: QtBot) -> None:
    install_language(application, language, [resource_path("translations")])
    crumbs = Breadcrumbs()
    qtbot.addWidget(crumbs)
    shown = []
    for path in ("Work/Project.md", "Daily note.md", "Delete.md"):
        crumbs.show_path(path)
        shown.append(crumbs._name.text())

    assert shown == ["Project", "Daily note", "Delete"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_t5_a_vocabulary_word_is_not_translated(application: QApplication, language: str, qtbot: QtBot) -> None:
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
def test_t5_a_chat_title_is_not_translated(application: QApplication, language: str, qtbot: QtBot) -> None:
    install_language(application, language, [resource_path("translations")])
    header, tabs = ChatHeader(), ChatTabBar()
    qtbot.addWidget(header)
    qtbot.addWidget(tabs)
    titles = ["Delete", "Project", "Rename", "Daily note", "New chat", "Copy"]
    tabs.show_tabs([ChatTab(title) for title in titles], 0)
    header_titles = []
    for title in titles:
        header.show_chat(title, pinned=False, empty=False, note="possible")
        header_titles.append(header.title.shown_text())
    now = datetime.now(UTC)
    entries = chat_entries([ChatItem(title, title, now) for title in titles], "", now.astimezone().date())

    assert header_titles == titles
    assert [tabs.tabText(number) for number in range(tabs.count())] == titles
    assert [tabs.accessibleTabName(number) for number in range(tabs.count())] == titles
    assert [entry.title for entry in entries if not entry.heading] == titles
    # The same text is translated where it belongs to the program.
    header.show_chat("", pinned=False, empty=True, note="possible")
    assert (header.title.shown_text() == "New chat") == (language == "en")
