"""The user's own text is unchanged in every language; plurals and numbers follow the rules of the language."""

from collections.abc import Iterator
from datetime import UTC, datetime

import pytest
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from vaultdesk.core.phrases import counted
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.providers.provider import Price
from vaultdesk.ui.chat.chat_head import ChatHeader
from vaultdesk.ui.chat.chat_library import ChatItem, chat_entries
from vaultdesk.ui.chat.chat_tabs import ChatTab, ChatTabBar
from vaultdesk.ui.chat.composer.context_tray import short_count
from vaultdesk.ui.formatting import token_count_text
from vaultdesk.ui.notes.breadcrumbs import Breadcrumbs
from vaultdesk.ui.privacy.ledger_text import notes_text
from vaultdesk.ui.translation import install_language, translate
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


@pytest.mark.parametrize(
    ("language", "shown"),
    [
        ("en", "0 notes, 1 note, 2 notes"),
        ("de", "0 Notizen, 1 Notiz, 2 Notizen"),
        ("fr", "0 note, 1 note, 2 notes"),
        ("es", "0 notas, 1 nota, 2 notas"),
        ("zh_CN", "0 篇笔记, 1 篇笔记, 2 篇笔记"),
    ],
)
def test_a_number_takes_the_singular_by_the_rule_of_the_language(
    application: QApplication, language: str, shown: str
) -> None:
    install_language(application, language, [resource_path("translations")])
    phrases = [translate(counted(number, "{0} note", "{0} notes")) for number in (0, 1, 2)]

    assert ", ".join(map(notes_text, (0, 1, 2))) == shown
    assert ", ".join(phrases) == shown


@pytest.mark.parametrize(("language", "size"), [("en", "1.2k"), ("de", "1,2k"), ("fr", "1,2k"), ("zh_CN", "1.2k")])
def test_decimals_have_the_sign_of_the_language(application: QApplication, language: str, size: str) -> None:
    install_language(application, language, [resource_path("translations")])

    assert short_count(1_234) == size
    assert token_count_text(1_500_000) == size.replace("2k", "5M")
    assert size.replace("1", "0").replace("2k", "15") in translate(Price(0.15, 2.5).text)
