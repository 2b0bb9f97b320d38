from pathlib import Path
from PySide6.QtCore import Qt
from PySide6.QtTest import QTest
from tests.support.desktop import open_views, running_desktop, small_vault, until
from tests.support.qt_loop import on_qt_loop
from vaultdesk.ui.theme.theme import theme
import asyncio, pytest

@pytest.fixture
def home(tmp_path, monkeypatch):
    monkeypatch.setenv("VAULTDESK_HOME", str(tmp_path/"home")); return tmp_path/"home"

@on_qt_loop
async def test_case11(home: Path, tmp_path: Path) -> None:
    vault=small_vault(tmp_path/"V")
    (vault/"Long.md").write_text("# Long\n\n"+"\n\n".join(f"Paragraph {n} "+"word "*40 for n in range(300)))
    async with running_desktop(vault) as d:
        v=await open_views(d)
        d.window.show()
        v.open_note("Long.md")
        from vaultdesk.ui.notes.reading_view import NoteReader
        await until(lambda: v.notes.current_path=="Long.md" and v.notes.current_page is not None and v.notes.current_page.findChildren(NoteReader))
        page=v.notes.current_page
        reader=page.findChildren(NoteReader)[0]
        await until(lambda: reader.verticalScrollBar().maximum()>3000)
        bar=reader.verticalScrollBar(); bar.setValue(3000)
        from PySide6.QtCore import QPoint
        first=lambda: reader.cursorForPosition(QPoint(30,20)).block().text()[:14]
        a=first()
        orig1, orig2 = type(reader)._first_in_sight, type(reader)._put_at
        def f1(self):
            r=orig1(self)
            if self is reader: print("DBG before", r, self.verticalScrollBar().value())
            return r
        def f2(self,n,ab):
            from PySide6.QtGui import QTextCursor
            if self is reader: print("DBG put", n, ab, self.verticalScrollBar().value(), self.cursorRect(QTextCursor(self.document_shown.findBlockByNumber(n))), self.document_shown.blockCount(), self.verticalScrollBar().maximum())
            orig2(self,n,ab)
            if self is reader: print("DBG after", self.verticalScrollBar().value())
        type(reader)._first_in_sight=f1; type(reader)._put_at=f2
        d.window.commands["theme"].trigger()
        await asyncio.sleep(0.5)
        b=first()
        d.window.commands["zoom-in"].trigger()
        await asyncio.sleep(0.8)
        print("CASE11", a, "|", b, "|", first(), bar.value())
