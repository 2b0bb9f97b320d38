"""Window, privacy: the receiver of a note is shown before it is sent, and the transmission afterwards.

The host of the provider is remote; a proxy on this computer receives its requests.
"""

import json
from pathlib import Path

import pytest
from PySide6.QtCore import Qt

from tests.journeys.program import KEY, Program
from tests.journeys.window import click, open_window, seen, untick, words_of
from tests.support.ledger_entries import sent_entries
from tests.support.qt_loop import on_qt_loop
from tests.support.wire import Call, Turn, WireServer
from vaultdesk.ui.widgets.labels import ElidedLabel

HOST = "models.example.com"
HOSTILE = {
    "Boiler.md": "<img src=x onerror=alert(1)>\n\n# <b>Bold</b>\n",
    "<b>Fat</b> &amp; \u202egnp.md": "Text.\n",
}


@pytest.fixture(autouse=True)
def environment(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("JOURNEY_KEY", KEY)
    for variable in ("NO_PROXY", "no_proxy", "ALL_PROXY", "all_proxy", "http_proxy"):
        monkeypatch.delenv(variable, raising=False)


@on_qt_loop
async def test_transmitted_notes_are_named_before_and_after_sending(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    reading = Turn("I will read them.", [Call("file_read", {"file_paths": ["Boiler.md", "Budget.md"]})])
    with WireServer(openai=[reading, Turn("18,400 euros.")]) as server:
        monkeypatch.setenv("HTTP_PROXY", server.url)
        Program(home, tmp_path / "vault").write_provider(f"http://{HOST}", "openai-compatible")
        async with open_window(home, tmp_path / "vault") as window:
            status = window.desktop.window.status.egress
            await seen(lambda: status.shown_text() == "Nothing has left this computer today")
            window.ask("What does it cost?")
            dialog = await window.dialog()
            footer = dialog.view.footer
            assert HOST in footer.notice_text()
            assert dialog.view.header.headline() == "Send 2 notes to work?"
            assert footer.approve_button.text() == "Send 2 notes"
            assert dialog.view.checklist is not None
            untick(dialog.view.checklist.view(), 0)
            assert footer.approve_button.text() == "Send 1 note"
            await window.approve()
            await window.over()

            await seen(lambda: status.shown_text() == "1 note was sent to work in this chat")
            (left,) = await sent_entries(window.views.workspace.ledger)
            assert (left.path, left.host, left.provider) == ("Budget.md", HOST, "work")
            assert "Nordwind heat pump" not in json.dumps([request.json for request in server.posts])


@on_qt_loop
async def test_a_missing_key_sends_nothing_and_shows_how_to_continue(
    home: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.delenv("JOURNEY_KEY")
    monkeypatch.setenv("PYTHON_KEYRING_BACKEND", "keyring.backends.fail.Keyring")
    monkeypatch.delenv("OPENAI_API_KEY", raising=False)
    settings = home / "settings" / "settings.toml"
    settings.parent.mkdir(parents=True)
    settings.write_text('[chat]\nmodel = "openai/gpt-5"\n')
    async with open_window(home, tmp_path / "vault") as window:
        window.ask("What does it cost?")
        view = await window.over()
        await seen(lambda: "There is no key for openai" in words_of(view))
        assert "Your question is kept." in words_of(view)
        assert "Add the key in the settings." in words_of(view)


@on_qt_loop
async def test_hostile_names_and_text_are_shown_literally(home: Path, tmp_path: Path) -> None:
    name = next(name for name in HOSTILE if name.startswith("<b>"))
    words = "<script>x</script> **bold** \u202ereversed"
    reading = Turn(words, [Call("file_read", {"file_paths": [name, "Boiler.md"], "note": "<b>x</b>"})])
    fixed = Turn(words, [Call("file_read", {"file_paths": [name, "Boiler.md"]})])
    with WireServer(openai=[reading, fixed, Turn("<b>Done</b>.")]) as server:
        async with open_window(home, tmp_path / "vault", server, notes=HOSTILE) as window:
            window.ask("What <b>is</b> it?")
            dialog = await window.dialog()
            (quote,) = dialog.view.header.findChildren(ElidedLabel)
            assert quote.text() == "“<script>x</script> **bold** <U+202E>reversed”"
            click(dialog.view.footer.details_button)
            dialog_text = words_of(dialog)
            assert "<script>x</script>" in dialog_text
            assert "\u202e" not in dialog_text.replace("<U+202E>", "")
            checklist = dialog.view.checklist
            assert checklist is not None
            model = checklist.view().model()
            rows = [
                str(model.index(row, 0).data(Qt.ItemDataRole.AccessibleTextRole)) for row in range(model.rowCount())
            ]
            assert any("<b>Fat</b> &amp; <U+202E>gnp.md" in row for row in rows), rows
            await window.approve()
            view = await window.over()
            await seen(lambda: "<b>Done</b>." in words_of(view))
            assert "What <b>is</b> it?" in words_of(view)
