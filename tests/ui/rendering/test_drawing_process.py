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


async def draw(data: bytes, side: int = SIDE) -> DecodedPicture:
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
async def test_t9_an_svg_bomb_is_refused_or_drawn_within_the_limit_without_blocking_the_loop(bomb: bytes) -> None:
    processes = DrawingProcesses(cpu_limit=1)
    turns = 0

    async def count_turns() -> None:
        nonlocal turns
        while True:
            turns += 1
            await asyncio.sleep(0.01)

    counter = asyncio.create_task(count_turns())
    with suppress(NoteUnreadable):
        await processes.picture(bomb, SIDE)
    counter.cancel()
    assert turns > 5


async def test_t9_a_picture_that_reached_the_limit_is_reported_and_not_tried_again(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    processes = DrawingProcesses(cpu_limit=1)
    with pytest.raises(NoteUnreadable, match="takes too long"):
        await processes.picture(USE_BOMB, SIDE)
    monkeypatch.setattr(drawing_process, "run_limited", None)

    with pytest.raises(NoteUnreadable, match="takes too long"):
        await processes.picture(USE_BOMB, SIDE)


async def test_an_svg_is_scaled_up_for_display_and_drawn_once(monkeypatch: pytest.MonkeyPatch) -> None:
    processes = DrawingProcesses()
    data = svg("<rect width='20' height='10' fill='red'/>")
    picture = await processes.picture(data, SIDE)
    assert (picture.size, picture.image.size()) == (QSize(20, 10), QSize(160, 80))
    assert picture.image.pixelColor(picture.image.rect().center()).red() == 255
    monkeypatch.setattr(drawing_process, "run_limited", None)

    assert await processes.picture(data, SIDE) is picture


async def test_text_in_an_svg_is_drawn() -> None:
    picture = await draw(svg("<text x='1' y='9' font-size='9'>Hi</text>"))

    assert any(picture.image.pixelColor(x, y).alpha() for x in range(160) for y in range(80))


@pytest.mark.parametrize("size", ["width='1e9' height='1e9'", "width='90000' height='1'", "viewBox='0 0 1e9 1e9'"])
async def test_t9_an_svg_that_declares_a_giant_size_is_drawn_small_or_refused(size: str) -> None:
    data = f"<svg xmlns='http://www.w3.org/2000/svg' {size}><rect width='9' height='9'/></svg>".encode()
    try:
        picture = await draw(data)
    except NoteUnreadable:
        return
    assert max(picture.image.width(), picture.image.height()) <= SIDE


def bare_png(width: int, height: int) -> bytes:
    """Return a PNG file that declares *width* x *height* pixels and holds a million zero bytes of them."""

    def chunk(name: bytes, data: bytes) -> bytes:
        return struct.pack(">I", len(data)) + name + data + struct.pack(">I", zlib.crc32(name + data))

    head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
    pixels = zlib.compress(bytes(1_000_000))
    return b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", head) + chunk(b"IDAT", pixels) + chunk(b"IEND", b"")


async def test_t9_a_picture_that_declares_ten_thousand_million_pixels_is_decoded_in_the_child_process(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing_process, "read_raster", None)  # This process does not decode it.

    try:
        picture = await draw(bare_png(100_000, 100_000))
    except NoteUnreadable:
        return
    assert max(picture.image.width(), picture.image.height()) <= SIDE


@pytest.mark.parametrize(
    "data", [b"", b"no picture", b"%PDF-1.7 named picture.png", picture_file(10, 10)[:40], b"<svg"]
)
async def test_data_that_is_not_a_picture_is_refused(data: bytes) -> None:
    with pytest.raises(NoteUnreadable, match="cannot be shown"):
        await draw(data)


@pytest.mark.parametrize("attribute", ["href", "xlink:href", "XLINK:HREF ", "href\n"])
async def test_an_svg_opens_no_local_file(tmp_path: Path, attribute: str) -> None:
    secret = tmp_path / "secret.png"
    secret.write_bytes(picture_file(20, 10))
    for address in (secret.as_uri(), str(secret), f"&#x66;ile://{secret}"):
        try:
            picture = await draw(svg(f"<image width='20' height='10' {attribute}='{address}'/>"))
        except NoteUnreadable:
            continue  # It is not XML.
        assert picture.image.pixelColor(picture.image.rect().center()).alpha() == 0


def test_only_internal_addresses_of_an_svg_are_retained() -> None:
    allowed = "<use href='#a'/><image href='data:image/png;base64,AAAA'/><g fill='url(#b)'/>"
    assert sanitize_svg(allowed) == allowed
    sanitized = sanitize_svg(
        "<image href='data:image/svg+xml;base64,AA'/><g fill='url(http://x/y)'/><a href=\"http://x\"/>"
    )
    assert "http" not in sanitized
    assert "svg+xml" not in sanitized


async def test_t9_an_svg_with_entities_or_in_another_encoding_is_refused(tmp_path: Path) -> None:
    secret = tmp_path / "secret.txt"
    secret.write_text("secret", encoding="utf-8")
    doctype = f"<!DOCTYPE x [<!ENTITY a SYSTEM '{secret.as_uri()}'>]>".encode()
    for data in (doctype + svg("<text>&a;</text>"), SVG.format("").encode("utf-16")):
        with pytest.raises(NoteUnreadable):
            await draw(data)


async def test_a_child_process_that_fails_to_start_or_answers_nonsense_is_reported(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(drawing_process, "own_command", lambda _flag: ["/nowhere/at/all"])
    with pytest.raises(NoteUnreadable, match="cannot be displayed"):
        await draw(svg(""))
    header = json.dumps({"width": 9_999_999, "height": 1, "line": 4, "file_width": 1, "file_height": 1})
    monkeypatch.setattr(drawing_process, "own_command", lambda _flag: [sys.executable, "-c", f"print({header!r})"])
    with pytest.raises(NoteUnreadable, match="cannot be shown"):
        await draw(svg(""))


# Pages of PDF documents.


async def test_a_pdf_page_is_drawn_in_a_child_process() -> None:
    pytest.importorskip("pypdfium2")
    page = await DrawingProcesses().pdf_page(pdf("one", "two"), 1, 500)
    assert (page.number, page.pages, page.image.height()) == (1, 2, 500)
    assert any(page.image.pixelColor(x, y).red() < 255 for x in range(page.image.width()) for y in range(500))


async def test_a_page_beyond_the_end_is_the_last_one_and_its_size_is_limited() -> None:
    pytest.importorskip("pypdfium2")
    page = await DrawingProcesses().pdf_page(pdf("one"), 99, 10**9)
    assert (page.number, page.image.height()) == (0, MAX_PAGE_SIDE)


@pytest.mark.parametrize("data", [b"", b"no document", pdf("one")[:300]])
async def test_data_that_is_not_a_pdf_is_refused(data: bytes) -> None:
    pytest.importorskip("pypdfium2")
    with pytest.raises(NoteUnreadable):
        await DrawingProcesses().pdf_page(data, 0, 100)


def test_the_header_of_a_drawing_matches_its_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pypdfium2")
    header, pixels = drawing_worker.draw_pdf_page(pdf("one", "two"), 0, 200)
    assert (header["pages"], header["height"]) == (2, 200)
    assert len(pixels) == int(str(header["line"])) * 200
    monkeypatch.setattr(drawing_worker, "limit_this_process", lambda *_limits: None)
    # Otherwise every process started by a later test would ignore the signal, too.
    monkeypatch.setattr(drawing_worker.signal, "signal", lambda *_disposition: None)
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"broken")))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out))
    assert drawing_worker.run_drawing("pdf", "0", "100") == 0
    assert "problem" in json.loads(out.getvalue())


def test_without_pypdfium2_the_missing_library_is_reported(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    header, _ = drawing_worker.draw_pdf_page(b"", 0, 100)
    assert header["problem"] == "no library"


def test_the_flag_of_the_drawing_process_is_that_of_the_main_module() -> None:
    assert DRAW == DRAW_FLAG
