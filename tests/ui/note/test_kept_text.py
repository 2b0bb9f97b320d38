import pytest

from vaultdesk.ui.note.kept_text import KeptText


@pytest.mark.parametrize("text", ["", "a\nb", "a\rb\u2029c\ufdd0d\ufdd1e\x00f", "\uf700\u2029", "\u2028 \xa0\t"])
def test_what_goes_in_comes_out(text: str) -> None:
    kept = KeptText(text)
    assert not set("\r\u2029\ufdd0\ufdd1\x00") & set(kept.shown)
    assert kept.written(kept.shown.replace("\n", "\u2029")) == text
