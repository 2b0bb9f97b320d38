"""Status bar: three facts, each with words beside its sign, each a button that leads to more."""

from PySide6.QtCore import Qt
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
from vaultdesk.ui.window.status_bar import StatusBar


def test_it_begins_with_the_truth(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)

    assert bar.index.shown_text() == "No vault"
    # What has left and who answers is not known before a vault is open.
    assert bar.egress.isHidden()
    assert bar.model.isHidden()


def test_t11_while_a_vault_opens_its_name_is_said_and_nothing_that_is_not_known(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show_model("Claude Sonnet", local=False)
    bar.show_opening("Lindenweg")

    assert bar.index.shown_text() == "Opening Lindenweg…"
    assert bar.model.isHidden()
    bar.show_model("Offline assistant", local=True)
    assert not bar.model.isHidden()
    assert bar.model.toolTip() == "Offline assistant: answers on this computer"


def test_items_are_named_and_lead_on(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(900, bar.height())
    bar.show()
    asked: list[str] = []
    bar.index_requested.connect(lambda: asked.append("index"))
    bar.disclosures_requested.connect(lambda: asked.append("left"))
    bar.model_requested.connect(lambda: asked.append("model"))

    bar.show_index("1,204 notes", "ready", "all read")
    bar.show_egress("2 notes were sent to Anthropic in this chat", "Boiler.md", "5 today")
    bar.show_model("Claude Sonnet", local=False)
    for item in (bar.index, bar.egress, bar.model):
        qtbot.mouseClick(item, Qt.MouseButton.LeftButton)

    assert asked == ["index", "left", "model"]
    sent = "What left this computer: 2 notes were sent to Anthropic in this chat, 5 today"
    assert bar.egress.accessibleName() == sent
    assert bar.egress.toolTip() == "Boiler.md"
    assert bar.model.toolTip() == "Claude Sonnet: answers over the network"
    assert not bar.grab().isNull()


def test_a_narrow_window_says_less_of_the_index_and_all_of_it_in_the_tooltip(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show()
    bar.show_index("Reading notes: 6,000 of 15,000", "working", short="40 %")
    bar.resize(1000, bar.height())
    assert [one.text for one in painted(bar.index)] == ["Reading notes: 6,000 of 15,000"]
    bar.resize(400, bar.height())
    qtbot.waitUntil(lambda: [one.text for one in painted(bar.index)] == ["40 %"])
    assert bar.index.toolTip() == "Reading notes: 6,000 of 15,000"


def test_the_middle_is_the_window_s_middle(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(1000, bar.height())
    bar.show_index("1,204 notes · indexed just now", "ready")
    bar.show_egress("9 notes were sent to Anthropic in this chat", remark="12 today")
    bar.show()
    qtbot.waitUntil(lambda: bar.egress.width() > 0)
    middle = bar.egress.mapTo(bar, bar.egress.rect().center()).x()

    assert abs(middle - 500) <= 2


def test_what_it_cost_stands_beside_the_model_and_takes_no_room_before(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(880, bar.height())
    bar.show()
    assert bar.usage.isHidden()
    bar.show_usage("412 tokens · $0.002")
    bar.show_model("Ollama · qwen3:8b", local=True)
    qtbot.waitUntil(lambda: bar.usage.width() >= bar.usage.sizeHint().width())
    assert bar.usage.accessibleName() == "412 tokens · $0.002"
    bar.show_usage("")
    assert bar.usage.isHidden()
