"""Call filters: what is offered is what there is, and all of it narrows down together."""

from PySide6.QtWidgets import QWidget
from pytestqt.qtbot import QtBot

from tests.ui.activity.entries import lines
from vaultdesk.ui.activity.call_filters import CallFilters
from vaultdesk.ui.activity.tool_calls import tool_calls

CALLS = tool_calls(
    [
        *lines("requested", "done", files=("Boiler.md",)),
        *lines("requested", "refused", first=3, call="call_2", tool="vault_search", run_id="run_2"),
        *lines("requested", "done", first=5, call="call_3", tool="vault_search", files=("Budget.md",)),
    ],
    {"run_1": "Librarian"},
)


def test_calls_are_narrowed_down_by_all_that_is_chosen(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = CallFilters({"file_read": "Read notes", "vault_search": "Search notes"}, host)
    for box in filters.boxes:
        box.setParent(host)
    filters.offer(CALLS)

    def found(words: str = "") -> list[str]:
        return [call.call_id for call in filters.fitting(CALLS, words)]

    assert [filters.tool.itemText(place) for place in range(filters.tool.count())] == [
        "All tools", "Read notes", "Search notes",
    ]  # fmt: skip
    assert found() == ["call_3", "call_2", "call_1"]
    assert found("budget") == ["call_3"]
    filters.tool.set_value("vault_search")
    assert found() == ["call_3", "call_2"]
    filters.outcome.set_value("refused")
    assert found() == ["call_2"]
    filters.agent.set_value("Librarian")
    assert found() == []


def test_where_no_agent_is_known_none_can_be_chosen(qtbot: QtBot) -> None:
    host = QWidget()
    qtbot.addWidget(host)
    filters = CallFilters({}, host)
    filters.offer(tool_calls(lines("requested")))

    assert not filters.agent.isEnabled()
