import pytest

from tests.support.pdf import pdf
from vaultdesk.core.errors import NoteUnreadable
from vaultdesk.vault.pdf_renderer import MAX_PAGE_SIDE, render_pdf_page

pytest.importorskip("pypdfium2")


def test_a_page_is_drawn_in_a_process_of_its_own() -> None:
    page = render_pdf_page(pdf("one", "two"), 1, 500)
    assert (page.number, page.pages, page.height) == (1, 2, 500)
    assert len(page.pixels) == page.line * page.height
    assert set(page.pixels) != {255}


def test_a_page_beyond_the_end_is_the_last_one_and_none_is_larger_than_memory() -> None:
    page = render_pdf_page(pdf("one"), 99, 10**9)
    assert (page.number, page.height) == (0, MAX_PAGE_SIDE)


@pytest.mark.parametrize("data", [b"", b"no document", pdf("one")[:300]])
def test_what_is_no_document_is_said(data: bytes) -> None:
    with pytest.raises(NoteUnreadable):
        render_pdf_page(data, 0, 100)
