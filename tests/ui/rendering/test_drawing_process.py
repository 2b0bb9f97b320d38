"""Tests of ui/rendering/drawing_process.py and of its other end, drawing_worker.py."""

import asyncio
import io
import json
import struct
import sys
import zlib
from contextlib import suppress
from pathlib import Path

import pytest
from PySide6.QtCore import QSize

from tests.support.pdf import pdf
from tests.support.pictures import SVG, USE_BOMB, picture_file
from vaultdesk.__main__ import DRAW
from vaultdesk.core.errors import NoteUnreadable
from vaultdesk.ui.rendering import drawing_process, drawing_worker
from vaultdesk.ui.rendering.drawing_process import DRAW_FLAG, MAX_PAGE_SIDE, DecodedPicture, DrawingProcesses
from vaultdesk.ui.rendering.drawing_worker import sanitize_svg

SIDE = 2_000


async def drawn(data: bytes, side: int = SIDE) -> DecodedPicture:
    return await DrawingProcesses().picture(data, side)


def svg(inner: str) -> bytes:
    return SVG.format(inner).encode()


CSS_BOMB = svg(
    "<style>"
    + "".join(f"{' '.join(['g'] * 40)} .a{number} {{ fill: red }}" for number in range(20_000))
    + "</style>"
    + "<g>" * 200 + "<rect class='a1' width='2' height='2'/>" * 2_000 + "</g>" * 200
)  # fmt: skip
DEEP = svg("<g>" * 100_000)
FILTERS = svg(
    "<filter id='f' width='100000' height='100000'>" + "<feGaussianBlur stdDeviation='9999'/>" * 500 + "</filter>"
    + "<rect width='20' height='10' filter='url(#f)'/>" * 500
)  # fmt: skip


@pytest.mark.parametrize("bomb", [USE_BOMB, CSS_BOMB, DEEP, FILTERS], ids=["use", "css", "deep", "filters"])
async def test_t9_a_svg_bomb_is_refused_or_drawn_within_the_limit_and_nothing_waits_for_it(bomb: bytes) -> None:
    processes = DrawingProcesses(cpu_limit=1)
    turns = 0

    async def turn() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0.01)

    turning = asyncio.create_task(turn())
    with suppress(NoteUnreadable):
        await processes.picture(bomb, SIDE)
    turning.cancel()
    assert turns > 5


async def test_t9_what_reached_the_limit_is_said_and_not_tried_again(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = DrawingProcesses(cpu_limit=1)
    with pytest.raises(NoteUnreadable, match="takes too long"):
        await processes.picture(USE_BOMB, SIDE)
    monkeypatch.setattr(drawing_process, "run_limited", None)

    with pytest.raises(NoteUnreadable, match="takes too long"):
        await processes.picture(USE_BOMB, SIDE)


async def test_a_drawing_is_drawn_large_enough_to_be_looked_at_and_once(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = DrawingProcesses()
    data = svg("<rect width='20' height='10' fill='red'/>")
    read = await processes.picture(data, SIDE)
    assert (read.size, read.image.size()) == (QSize(20, 10), QSize(160, 80))
    assert read.image.pixelColor(read.image.rect().center()).red() == 255
    monkeypatch.setattr(drawing_process, "run_limited", None)

    assert await processes.picture(data, SIDE) is read


async def test_words_in_a_drawing_are_drawn() -> None:
    read = await drawn(svg("<text x='1' y='9' font-size='9'>Hi</text>"))

    assert any(read.image.pixelColor(x, y).alpha() for x in range(160) for y in range(80))


@pytest.mark.parametrize("size", ["width='1e9' height='1e9'", "width='90000' height='1'", "viewBox='0 0 1e9 1e9'"])
async def test_t9_a_drawing_that_claims_a_giant_size_is_drawn_small_or_refused(size: str) -> None:
    data = f"<svg xmlns='http://www.w3.org/2000/svg' {size}><rect width='9' height='9'/></svg>".encode()
    try:
        read = await drawn(data)
    except NoteUnreadable:
        return
    assert max(read.image.width(), read.image.height()) <= SIDE


def bare_png(width: int, height: int) -> bytes:
    """Return a PNG file that declares *width* x *height* pixels and holds a million zero bytes of them."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1_000_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


async def test_t9_a_picture_that_declares_ten_thousand_million_pixels_is_left_to_the_child(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing_process, "read_raster", None)  # This process does not decode it.

    try:
        read = await drawn(bare_png(100_000, 100_000))
    except NoteUnreadable:
        return
    assert max(read.image.width(), read.image.height()) <= SIDE


@pytest.mark.parametrize(
    "data", [b"", b"no picture", b"%PDF-1.7 named picture.png", picture_file(10, 10)[:40], b"<svg"]
)
async def test_what_is_no_picture_is_said(data: bytes) -> None:
    with pytest.raises(NoteUnreadable, match="cannot be shown"):
        await drawn(data)


@pytest.mark.parametrize("attribute", ["href", "xlink:href", "XLINK:HREF ", "href\n"])
async def test_a_drawing_opens_no_file_of_the_computer(tmp_path: Path, attribute: str) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(picture_file(20, 10))
    for address in (secret.as_uri(), str(secret), f"&#x66;ile://{secret}"):
        try:
            read = await drawn(svg(f"<image width='20' height='10' {attribute}='{address}'/>"))
        except NoteUnreadable:
            continue  # It is no XML.
        assert read.image.pixelColor(read.image.rect().center()).alpha() == 0


def test_addresses_inside_the_drawing_stay() -> None:
    kept = "<use href='#a'/><image href='data:image/png;base64,AAAA'/><g fill='url(#b)'/>"
    assert sanitize_svg(kept) == kept
    gone = sanitize_svg("<image href='data:image/svg+xml;base64,AA'/><g fill='url(http://x/y)'/><a href=\"http://x\"/>")
    assert "http" not in gone
    assert "svg+xml" not in gone


async def test_t9_a_drawing_with_entities_or_in_another_encoding_is_not_read(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    outside = f"<!DOCTYPE x [<!ENTITY a SYSTEM '{secret.as_uri()}'>]>".encode()
    for data in (outside + svg("<text>&a;</text>"), SVG.format("").encode("utf-16")):
        with pytest.raises(NoteUnreadable):
            await drawn(data)


async def test_a_child_that_cannot_be_started_or_answers_nonsense_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(drawing_process, "own_command", lambda _flag: ["/nowhere/at/all"])
    with pytest.raises(NoteUnreadable, match="cannot be displayed"):
        await drawn(svg(""))
    header = json.dumps({"width": 9_999_999, "height": 1, "line": 4, "file_width": 1, "file_height": 1})
    monkeypatch.setattr(drawing_process, "own_command", lambda _flag: [sys.executable, "-c", f"print({header!r})"])
    with pytest.raises(NoteUnreadable, match="cannot be shown"):
        await drawn(svg(""))


# Pages of PDF documents.


async def test_a_page_is_drawn_in_a_process_of_its_own() -> None:
    pytest.importorskip("pypdfium2")
    page = await DrawingProcesses().pdf_page(pdf("one", "two"), 1, 500)
    assert (page.number, page.pages, page.image.height()) == (1, 2, 500)
    assert any(page.image.pixelColor(x, y).red() < 255 for x in range(page.image.width()) for y in range(500))


async def test_a_page_beyond_the_end_is_the_last_one_and_none_is_larger_than_memory() -> None:
    pytest.importorskip("pypdfium2")
    page = await DrawingProcesses().pdf_page(pdf("one"), 99, 10**9)
    assert (page.number, page.image.height()) == (0, MAX_PAGE_SIDE)


@pytest.mark.parametrize("data", [b"", b"no document", pdf("one")[:300]])
async def test_what_is_no_document_is_said(data: bytes) -> None:
    pytest.importorskip("pypdfium2")
    with pytest.raises(NoteUnreadable):
        await DrawingProcesses().pdf_page(data, 0, 100)


def test_the_header_fits_the_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pypdfium2")
    header, pixels = drawing_worker.draw_pdf_page(pdf("one", "two"), 0, 200)
    assert (header["pages"], header["height"]) == (2, 200)
    assert len(pixels) == int(str(header["line"])) * 200
    monkeypatch.setattr(drawing_worker, "limit_this_process", lambda *_limits: None)
    # Else every process that a later test starts ignored the signal, too.
    monkeypatch.setattr(drawing_worker.signal, "signal", lambda *_disposition: None)
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"broken")))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out))
    assert drawing_worker.run_drawing("pdf", "0", "100") == 0
    assert "problem" in json.loads(out.getvalue())


def test_without_the_library_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    header, _ = drawing_worker.draw_pdf_page(b"", 0, 100)
    assert header["problem"] == "no library"


def test_the_program_knows_the_argument_it_is_started_with() -> None:
    assert DRAW == DRAW_FLAG
