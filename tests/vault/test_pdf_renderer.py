import io
import json
import sys

import pytest

from tests.support.pdf import pdf
from vaultdesk.vault import pdf_renderer


def test_what_is_told_fits_the_pixels(monkeypatch: pytest.MonkeyPatch) -> None:
    pytest.importorskip("pypdfium2")
    told, pixels = pdf_renderer._drawn(pdf("one", "two"), 0, 200)
    assert (told["pages"], told["height"]) == (2, 200)
    assert len(pixels) == int(str(told["line"])) * 200
    monkeypatch.setattr(pdf_renderer, "_bound", lambda: None)
    out = io.BytesIO()
    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(b"broken")))
    monkeypatch.setattr(sys, "stdout", io.TextIOWrapper(out))
    assert pdf_renderer.run_page_renderer("0", "100") == 0
    assert "problem" in json.loads(out.getvalue())


def test_without_the_library_it_says_what_is_missing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "pypdfium2", None)
    told, _ = pdf_renderer._drawn(b"", 0, 100)
    assert "pypdfium2" in str(told["hint"])
