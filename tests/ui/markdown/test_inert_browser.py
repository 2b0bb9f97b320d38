import os
from pathlib import Path

import pytest
from PySide6.QtCore import QUrl
from PySide6.QtGui import QGuiApplication
from pytestqt.qtbot import QtBot

from vaultdesk.ui.markdown.document import RenderedDocument
from vaultdesk.ui.markdown.inert_browser import InertBrowser
from vaultdesk.ui.markdown.planner import plan_of
from vaultdesk.ui.markdown.style import Style
from vaultdesk.ui.theme.theme import Theme

HOSTILE = """![a]({pipe}) ![b](file://{pipe}) ![c](//host/share/x.png) ![[{pipe}]] ![d](/dev/zero) [e]({pipe})
<img src="{pipe}"> <link rel=stylesheet href="{pipe}"> <style>@import "{pipe}"</style> ![f](data:image/png;base64,AAAA)
[g](javascript:alert(1)) [h](vaultdesk://x) <a href="file://{pipe}">i</a> ![j](http://127.0.0.1:9/x.png)
"""


@pytest.fixture
def browser(dressed: Theme, qtbot: QtBot) -> InertBrowser:
    made = InertBrowser(RenderedDocument(Style(dressed, "note")))
    qtbot.addWidget(made)
    return made


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="needs a FIFO")
@pytest.mark.timeout(15)
def test_hostile_text_opens_no_file_when_shown(browser: InertBrowser, tmp_path: Path) -> None:
    pipe = tmp_path / "pipe.png"
    os.mkfifo(pipe)  # whoever opens it for reading hangs, and the time limit tells
    browser.document_shown.show_plan(plan_of(HOSTILE.replace("{pipe}", str(pipe))))
    browser.resize(400, 300)
    browser.show()
    browser.grab()
    browser.setSource(QUrl.fromLocalFile(str(pipe)))
    assert "<img src" in browser.toPlainText()


def test_clicks_are_told_and_never_followed(browser: InertBrowser) -> None:
    webs: list[str] = []
    notes: list[tuple[str, bool]] = []
    browser.link_activated.connect(webs.append)
    browser.note_requested.connect(lambda target, new_tab: notes.append((target, new_tab)))
    for address in ("https://a.b/c d", "note:A%2FB%23C", "file:///etc/passwd", "javascript:x", "mailto:a@b.c"):
        browser.anchorClicked.emit(QUrl(address))
    assert webs == ["https://a.b/c%20d", "mailto:a@b.c"]
    assert notes == [("A/B#C", False)]
    assert browser.source().isEmpty()


def test_a_copy_is_plain_text(browser: InertBrowser) -> None:
    browser.document_shown.show_plan(plan_of("**bold** [[A|words]]"))
    browser.selectAll()
    browser.copy()
    data = QGuiApplication.clipboard().mimeData()
    assert data.text() == "bold words"
    assert not data.hasHtml()
