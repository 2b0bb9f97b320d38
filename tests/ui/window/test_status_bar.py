"""Status bar: three facts, each with text next to its icon, and each a button that shows more."""

from PySide6.QtCore import QEvent, Qt
from PySide6.QtWidgets import QApplication
from pytestqt.qtbot import QtBot

from tests.support.painted_text import painted
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.window.status_bar import StatusBar


def test_the_status_bar_initially_shows_only_that_no_vault_is_open(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)

    assert bar.index.shown_text() == "No vault"
    # Egress and model are unknown before a vault is open.
    assert bar.egress.isHidden()
    assert bar.model.isHidden()


def test_t11_an_opening_vault_is_named_and_unknown_facts_are_hidden(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show_model("Claude Sonnet", local=False)
    bar.show_opening("Lindenweg")

    assert bar.index.shown_text() == "Opening Lindenweg…"
    assert bar.model.isHidden()
    bar.show_model("Offline assistant", local=True)
    assert not bar.model.isHidden()
    assert bar.model.toolTip() == "Offline assistant: answers on this computer"


def test_items_have_names_and_emit_requests(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(900, bar.height())
    bar.show()
    requests: list[str] = []
    bar.index_requested.connect(lambda: requests.append("index"))
    bar.disclosures_requested.connect(lambda: requests.append("left"))
    bar.model_requested.connect(lambda: requests.append("model"))

    bar.show_index("1,204 notes", "ready", "all read")
    bar.show_egress("2 notes were sent to Anthropic in this chat", "Boiler.md", "5 today")
    bar.show_model("Claude Sonnet", local=False)
    for item in (bar.index, bar.egress, bar.model):
        qtbot.mouseClick(item, Qt.MouseButton.LeftButton)

    assert requests == ["index", "left", "model"]
    sent = "What left this computer: 2 notes were sent to Anthropic in this chat, 5 today"
    assert bar.egress.accessibleName() == sent
    assert bar.egress.toolTip() == "2 notes were sent to Anthropic in this chat\nBoiler.md"
    assert bar.model.toolTip() == "Claude Sonnet: answers over the network"
    assert not bar.grab().isNull()


def test_a_narrow_bar_shortens_the_index_status_and_shows_it_in_the_tooltip(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.show()
    bar.show_index("Reading notes: 6,000 of 15,000", "working", short="40 %")
    bar.resize(1000, bar.height())
    assert [item.text for item in painted(bar.index)] == ["Reading notes: 6,000 of 15,000"]
    bar.resize(400, bar.height())
    qtbot.waitUntil(lambda: [item.text for item in painted(bar.index)] == ["40 %"], timeout=30_000)
    assert bar.index.toolTip() == "Reading notes: 6,000 of 15,000"


def test_a_narrow_bar_shows_the_timer_and_the_short_texts_in_full(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(theme().px(520), bar.height())
    bar.show()
    bar.show_index("39 notes, indexed just now", "ready", short="39 notes")
    bar.show_no_egress("Nothing that you wrote has left this computer today", "Nothing sent today")
    bar.show_model("work · scripted", local=True)
    bar.show_timer("24:59")
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    shown = [[piece.text for piece in painted(item)] for item in (bar.index, bar.egress, bar.timer)]
    assert shown == [["39 notes"], ["Nothing sent today"], ["24:59"]]
    bar.resize(theme().px(1280), bar.height())
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    assert [piece.text for piece in painted(bar.egress)] == ["Nothing that you wrote has left this computer today"]


def test_the_receiver_is_shortened_before_the_rest_of_the_sentence(qtbot: QtBot) -> None:
    host = "language-models.inference.eu-central.example-company.com"
    sentence = "2 Notizen wurden in diesem Chat an {0} gesendet"
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(theme().px(760), bar.height())
    bar.show()
    bar.show_index("1.204 Notizen, gerade eben gelesen", "ready", short="1.204 Notizen")
    bar.show_model("work · scripted", local=False)
    bar.show_egress(sentence.format(host), "Heute etwa 400 Tokens.", receiver=host)
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)

    (shown,) = [piece.text for piece in painted(bar.egress)]
    before, after = sentence.split("{0}")
    assert shown.startswith(f"{before}lang")
    assert shown.endswith(f".com{after}")
    assert "…" in shown
    assert host in bar.egress.toolTip()
    assert "Heute etwa" in bar.egress.toolTip()
    bar.resize(theme().px(1900), bar.height())
    QApplication.sendPostedEvents(None, QEvent.Type.LayoutRequest)
    assert [piece.text for piece in painted(bar.egress)] == [sentence.format(host)]


def test_the_egress_item_is_centered(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(1000, bar.height())
    bar.show_index("1,204 notes · indexed just now", "ready")
    bar.show_egress("9 notes were sent to Anthropic in this chat", remark="12 today")
    bar.show()
    qtbot.waitUntil(lambda: bar.egress.width() > 0, timeout=30_000)
    center = bar.egress.mapTo(bar, bar.egress.rect().center()).x()

    assert abs(center - 500) <= 2


def test_the_usage_is_shown_next_to_the_model_and_hidden_when_empty(qtbot: QtBot) -> None:
    bar = StatusBar()
    qtbot.addWidget(bar)
    bar.resize(880, bar.height())
    bar.show()
    assert bar.usage.isHidden()
    bar.show_usage("412 tokens · $0.002")
    bar.show_model("Ollama · qwen3:8b", local=True)
    qtbot.waitUntil(lambda: bar.usage.width() >= bar.usage.sizeHint().width(), timeout=30_000)
    assert bar.usage.accessibleName() == "412 tokens · $0.002"
    bar.show_usage("")
    assert bar.usage.isHidden()
