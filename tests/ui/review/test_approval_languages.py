"""Approval requests are fully translated in each language of the window."""

from collections.abc import Iterator

import pytest
from PySide6.QtCore import Qt
from PySide6.QtWidgets import QAbstractButton, QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.support.passages import HEATING, found_request
from tests.support.requests import AWAY, HERE, RESULTS, outgoing_request, read_request, results_request, search_request
from tests.support.reviews import BOILER, deleted, house, rewritten
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences
from vaultdesk.core.platform.paths import resource_path
from vaultdesk.tools.builtin.edit_tools import DeleteNote, EditNote
from vaultdesk.tools.builtin.read_tools import FileRead
from vaultdesk.tools.builtin.search_tools import excluded_warning, found_reason
from vaultdesk.tools.runtime.approval_text import calls_headline, change_headline
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview, FirstUseRequest
from vaultdesk.tools.runtime.change_review import PRIVACY_LOOSENED_WARNING
from vaultdesk.tools.runtime.read_review import TAINT_WARNING
from vaultdesk.tools.runtime.resolved_call import PRIVATE_NOTE_WARNING
from vaultdesk.tools.text_sanitizer import name_warnings
from vaultdesk.tools.tool import ChangingTool, FileChoice, Tool
from vaultdesk.ui.review.approval_view import RequestView
from vaultdesk.ui.review.first_use_card import FirstUseView
from vaultdesk.ui.translation import install_language
from vaultdesk.ui.widgets.labels import ElidedLabel, PlainLabel
from vaultdesk.vault.change_set import ChangeSet
from vaultdesk.vault.staging import build_change_set
from vaultdesk.vault.transactions.journal import Retention
from vaultdesk.vault.transactions.trash import deletion_text

SUSPICIOUS_NAME = "Pаyments\u200b.md"
"""Contains a Cyrillic letter and a zero-width character."""


def call_review(tool: type[Tool], *files: FileChoice, action: Phrase = NO_PHRASE) -> CallReview:  # type: ignore[type-arg]
    effect = "write" if issubclass(tool, ChangingTool) else "read"
    warnings = (*name_warnings([SUSPICIOUS_NAME]), TAINT_WARNING)
    return CallReview("c1", tool.name, tool.display_name, tool.purpose, effect, {"x": 1}, files, warnings, action)


def read_approval() -> ApprovalRequest:
    warning = Sentences(excluded_warning("b.md"), PRIVATE_NOTE_WARNING)
    files = (
        FileChoice("a.md", 400, found_reason("boiler", 60)),
        FileChoice("b.md", 400, found_reason(None, 60), warning=warning),
    )
    call = call_review(FileRead, *files, action=Phrase("Read"))
    return ApprovalRequest("ask_1", calls_headline((call,), AWAY), (call,), AWAY, folder="")


def change_approval(tool: type[Tool], changes: ChangeSet) -> ApprovalRequest:  # type: ignore[type-arg]
    call = call_review(tool)
    return ApprovalRequest("ask_2", change_headline(changes), (call,), AWAY, changes=changes)


REQUESTS = {
    "found": found_request(),
    "found here": found_request(destination=HERE),
    "found one": found_request(HEATING[:1], withheld=()),
    "found nothing open": found_request(()),
    "read": read_approval(),
    "read one here": read_request(["a.md"], HERE),
    "search": search_request("boiler", "heating"),
    "search here": search_request("boiler", destination=HERE),
    "to the web": outgoing_request(),
    "results": results_request(RESULTS),
    "rename": change_approval(EditNote, house()),
    "edit": change_approval(
        EditNote,
        build_change_set(
            [rewritten("a.md", BOILER, "x\n", reason=Phrase("adds {0}", "#x"), warnings=(PRIVACY_LOOSENED_WARNING,))]
        ),
    ),
    "delete": change_approval(
        DeleteNote, build_change_set([deleted("a.md", BOILER, deletion_text("local", Retention()))])
    ),
    "delete many": change_approval(
        DeleteNote,
        build_change_set([deleted(name, BOILER, deletion_text("system", Retention())) for name in ("a.md", "b.md")]),
    ),
    "delete without trash": change_approval(
        DeleteNote, build_change_set([deleted("a.md", BOILER, deletion_text("none", Retention()))])
    ),
}


DATA = {
    "x", "file_paths", "limit", "query", '["a.md"]', "“boiler”", "“heating”", "“heat pump”", "“heating decision”",
    RESULTS[0].title,
}  # fmt: skip
"""Texts that are the same in every language: names and values of arguments, titles of search results."""

SAME_WORDS = {"de": {"Details"}, "es": {"tokens"}, "fr": {"Arguments"}}
"""Words of the program that a language shares with English."""


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    install_language(qapp, "en", [])


def texts(qtbot: QtBot, request: ApprovalRequest) -> set[str]:
    """Return all texts of the view of *request*, including the accessible texts of its checklist."""
    view = RequestView(request)
    qtbot.addWidget(view)
    view.resize(940, 664)
    view.show()
    found = {label.text() for label in view.findChildren(QLabel)}
    found |= {label.text() for label in view.findChildren(PlainLabel)} | {view.accessibleName()}
    found |= {button.text() for button in view.findChildren(QAbstractButton)}
    found |= {label.text().partition(": ")[0] for label in view.findChildren(ElidedLabel)}
    if view.passages is not None:
        rows = view.passages.model
        visible_rows = [rows.row(rows.index(number)) for number in range(rows.rowCount())]
        found |= {rows.size_text(row) for row in visible_rows}
        found |= {rows.caption(row.passage).rpartition(" · ")[2] for row in visible_rows if row.passage is not None}
    if view.checklist is not None:
        model = view.checklist._list.model()
        accessible_text = Qt.ItemDataRole.AccessibleTextRole
        found |= {str(model.data(model.index(row, 0), accessible_text)) for row in range(model.rowCount())}
    view.hide()  # A visible view filters every event of the application.
    return {text for text in found if any(map(str.isalpha, text))}


@pytest.mark.parametrize("language", ["de", "fr", "es", "zh_CN"])
def test_no_text_of_a_request_remains_english(application: QApplication, language: str, qtbot: QtBot) -> None:
    english = {name: texts(qtbot, request) for name, request in REQUESTS.items()}
    install_language(application, language, [resource_path("translations")])

    same = {name: english[name] & texts(qtbot, request) for name, request in REQUESTS.items()}

    known = DATA | SAME_WORDS.get(language, set())
    untranslated = {
        name: {text for text in found if text.split(", https://")[0].lstrip("0123456789 ") not in known}
        for name, found in same.items()
    }
    assert untranslated == {name: set() for name in REQUESTS}


def first_use_texts(qtbot: QtBot, request: FirstUseRequest) -> set[str]:
    view = FirstUseView(request)
    qtbot.addWidget(view)
    effects = {button.accessibleDescription() for button in view.buttons.values()}
    return {*view.texts(), *effects, *(button.text() for button in view.buttons.values())}


@pytest.mark.parametrize("language", ["de", "fr", "es", "zh_CN"])
def test_t4_first_use_request_is_shown_in_the_language_of_the_user(
    application: QApplication, language: str, qtbot: QtBot
) -> None:
    requests = [
        FirstUseRequest(destination, "Heizung?", "Lindenweg", notes, private)
        for destination, notes, private in ((AWAY, 1204, 60), (AWAY, 1, 1), (AWAY, 2, 0), (HERE, 2, 0), (HERE, 2, 3))
    ]
    english = [first_use_texts(qtbot, request) for request in requests]
    install_language(application, language, [resource_path("translations")])

    expected = {"No"} if language == "es" else set()
    assert [before & first_use_texts(qtbot, current) for before, current in zip(english, requests, strict=True)] == [
        expected for _ in requests
    ]


def test_t4_request_is_shown_in_complete_german_sentences(application: QApplication, qtbot: QtBot) -> None:
    install_language(application, "de", [resource_path("translations")])

    assert {
        "6 Textstellen aus 5 Notizen an Anthropic senden?",
        "Gefunden zu „heating decision“. Das Modell liest sie, um Ihre Frage zu beantworten.",
        "6 von 7 Textstellen",
        "Nicht senden",
        "6 Textstellen senden",
        "bleibt hier",
    } <= texts(qtbot, REQUESTS["found"])
    assert {
        "2 Notizen an Anthropic senden?",
        "— liest mehrere Notizen und gibt ihren Text an das Modell.",
    } <= texts(qtbot, REQUESTS["read"])
    assert "1 Notiz umbenennen, 1 Notiz ändern und 4 Links reparieren" in texts(qtbot, REQUESTS["rename"])
