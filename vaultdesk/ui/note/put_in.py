"""PutIn: open notes into which others put text: at the cursor, or at the end, be the note open or not."""

from vaultdesk.ui.note.open_pages import OpenPages
from vaultdesk.vault.note_path import NotePath


class PutIn(OpenPages):
    """What answers and templates are put in by."""

    def insert_at_cursor(self, text: str) -> bool:
        """Put *text* where the cursor of the present note stands; False where none is in the editor, or read only."""
        page = self.current_page
        if page is None or not page.editing or page.editor.isReadOnly():
            return False
        page.editor.insert_at_cursor(text)
        return True

    async def append(self, path: str, text: str) -> None:
        """Put *text* at the end of the note at *path*, after an empty line; what is typed there stays.

        Raises what reading and writing raise, where the note is not open; an open one says on its page what is wrong.
        """
        page = next((page for page in self.pages if page.path == path and page.text is not None), None)
        if page is not None:
            await page.rewrite(lambda old: appended(old, text))
            return
        where = NotePath.parse(path)
        read = await self._vault.read(where)
        await self._vault.write(where, appended(read.text, text), read.digest)


def appended(old: str, text: str) -> str:
    """Return *old* with *text* as a paragraph of its own at the end."""
    before = old.rstrip("\n")
    gap = "\n\n" if before else ""
    return f"{before}{gap}{text.strip(chr(10))}\n"
