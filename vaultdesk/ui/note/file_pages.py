"""FilePages: opens files that are no notes in tabs among the notes. How one is shown is its page's business."""

from vaultdesk.ui.note.attachments import kind_of
from vaultdesk.ui.note.file_page import FilePage
from vaultdesk.ui.note.open_pages import OpenPages
from vaultdesk.ui.note.other_page import OtherPage
from vaultdesk.ui.note.pdf_page import PdfPage
from vaultdesk.ui.note.picture_page import PicturePage
from vaultdesk.vault.vault import Vault


class FilePages:
    """One tab for each file."""

    def __init__(self, vault: Vault, pages: OpenPages) -> None:
        self._vault, self._pages = vault, pages

    def show(self, path: str, place: str = "") -> FilePage:
        """Show the file at *path*, at *place* of it: `page=3` of a PDF."""
        page = self._pages.show_list(f"file {path}", path.rpartition("/")[2], lambda: self._make(path))
        assert isinstance(page, FilePage)
        self._pages.name_tab(page, path)
        page.go_to(place)
        return page

    def look_again(self) -> None:
        """See whether the files in sight are others by now; the rest look when they are shown."""
        for page in self._pages.widgets:
            if isinstance(page, FilePage) and page.isVisible():
                page.look()

    def _make(self, path: str) -> FilePage:
        match kind_of(path):
            case "picture":
                return PicturePage(self._vault, path)
            case "pdf":
                return PdfPage(self._vault, path)
            case _:
                return OtherPage(self._vault, path)
