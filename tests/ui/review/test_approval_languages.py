"""What an approval request says in each language of the window: no sentence of it stays English."""

from collections.abc import Iterator

import pytest
from PySide6.QtWidgets import QApplication, QLabel
from pytestqt.qtbot import QtBot

from tests.support.requests import AWAY, HERE, RESULTS, outgoing_request, read_request, results_request, search_request
from tests.support.reviews import BOILER, deleted, house, rewritten
from vaultdesk.core.phrases import NO_PHRASE, Phrase, Sentences
from vaultdesk.core.resources import resource_path
from vaultdesk.tools.builtin.edit_tools import DeleteNote, EditNote
from vaultdesk.tools.builtin.file_read import FileRead
from vaultdesk.tools.builtin.search_tools import excluded_warning, found_reason
from vaultdesk.tools.runtime.approval_text import calls_headline, change_headline
from vaultdesk.tools.runtime.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.runtime.change_review import PRIVACY_LOOSENED_WARNING, TRASH_TEXT
from vaultdesk.tools.runtime.read_review import TAINT_WARNING
from vaultdesk.tools.runtime.resolved_call import PRIVATE_NOTE_WARNING
from vaultdesk.tools.text_sanitizer import name_warnings
from vaultdesk.tools.tool import ChangingTool, FileChoice, Tool
from vaultdesk.ui.review.approval_view import RequestView
from vaultdesk.ui.translation import install_language
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.vault.diff.change_set import ChangeSet
from vaultdesk.vault.staging import build_change_set

ODD_NAME = "Pаyments\u200b.md"
"""A Cyrillic letter and a character without width."""


def review(tool: type[Tool], *files: FileChoice, action: Phrase = NO_PHRASE) -> CallReview:  # type: ignore[type-arg]
    effect = "write" if issubclass(tool, ChangingTool) else "read"
    warnings = (*name_warnings([ODD_NAME]), TAINT_WARNING)
    return CallReview("c1", tool.name, tool.display_name, tool.purpose, effect, {"x": 1}, files, warnings, action)


def reading() -> ApprovalRequest:
    warning = Sentences(excluded_warning("b.md"), PRIVATE_NOTE_WARNING)
    files = (
        FileChoice("a.md", 400, found_reason("boiler", 60)),
        FileChoice("b.md", 400, found_reason(None, 60), warning=warning),
    )
    call = review(FileRead, *files, action=Phrase("Read"))
    return ApprovalRequest("ask_1", calls_headline((call,), AWAY), (call,), AWAY, folder="")


def changing(tool: type[Tool], changes: ChangeSet) -> ApprovalRequest:  # type: ignore[type-arg]
    call = review(tool)
    return ApprovalRequest("ask_2", change_headline(changes), (call,), AWAY, changes=changes)


REQUESTS = {
    "read": reading(),
    "read one here": read_request(["a.md"], HERE),
    "search": search_request("boiler", "heating"),
    "search here": search_request("boiler", destination=HERE),
    "to the web": outgoing_request(),
    "results": results_request(RESULTS),
    "rename": changing(EditNote, house()),
    "edit": changing(
        EditNote,
        build_change_set(
            [rewritten("a.md", BOILER, "x\n", reason=Phrase("adds {0}", "#x"), warnings=(PRIVACY_LOOSENED_WARNING,))]
        ),
    ),
    "delete": changing(DeleteNote, build_change_set([deleted("a.md", BOILER, TRASH_TEXT["local"])])),
    "delete many": changing(
        DeleteNote, build_change_set([deleted(name, BOILER, TRASH_TEXT["system"]) for name in ("a.md", "b.md")])
    ),
}


DATA = {"x", "file_paths", "limit", "query", '["a.md"]', "“boiler”", "“heating”", "“heat pump”", RESULTS[0].title}
"""Texts that are the same in every language: names and values of arguments, titles of what was found."""

SAME_WORDS = {"fr": {"Arguments"}}
"""Words of the program that a language shares with English."""


@pytest.fixture
def application(qapp: QApplication) -> Iterator[QApplication]:
    yield qapp
    install_language(qapp, "en", [])


def texts(qtbot: QtBot, request: ApprovalRequest) -> set[str]:
    """Return every text of the view of *request*, with what its checklist says of the files."""
    view = RequestView(request)
    qtbot.addWidget(view)
    view.resize(940, 664)
    view.show()
    found = {label.text() for label in view.findChildren(QLabel)}
    found |= {label.text() for label in view.findChildren(PlainLabel)} | {view.accessibleName()}
    if view.checklist is not None:
        model = view.checklist._list.model()
        found |= {str(model.data(model.index(row, 0))) for row in range(model.rowCount())}
    return {text for text in found if any(map(str.isalpha, text))}


@pytest.mark.parametrize("language", ["de", "fr", "es", "zh_CN"])
def test_no_sentence_of_a_request_stays_english(application: QApplication, language: str, qtbot: QtBot) -> None:
    english = {name: texts(qtbot, request) for name, request in REQUESTS.items()}
    install_language(application, language, [resource_path("translations")])

    same = {name: english[name] & texts(qtbot, request) for name, request in REQUESTS.items()}

    known = DATA | SAME_WORDS.get(language, set())
    left = {name: {text for text in found if text.split(", https://")[0] not in known} for name, found in same.items()}
    assert left == {name: set() for name in REQUESTS}


def test_a_request_is_asked_in_whole_german_sentences(application: QApplication, qtbot: QtBot) -> None:
    install_language(application, "de", [resource_path("translations")])

    assert {
        "2 Notizen lesen und an Anthropic (api.anthropic.com) senden",
        "— öffnet die Notizen unten und gibt ihren Text an das Modell.",
        "a.md, 400 Bytes, gefunden für „boiler“",
        "Der Text dieser 2 Notizen, etwa 200 Tokens, verlässt diesen Computer und geht an Anthropic unter "
        "api.anthropic.com. Es wird in „Was diesen Computer verlassen hat“ aufgeschrieben.",
    } <= texts(qtbot, REQUESTS["read"])
    assert "1 Notiz umbenennen, 1 Notiz ändern und 4 Links reparieren" in texts(qtbot, REQUESTS["rename"])
