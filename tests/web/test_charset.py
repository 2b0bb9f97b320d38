"""Charset: bytes as text, by what is said of them."""

import pytest

from vaultdesk.web.charset import decoded


@pytest.mark.parametrize(
    ("body", "told", "text"),
    [
        ("Wärme".encode(), "text/html; charset=utf-8", "Wärme"),
        ("Wärme".encode(), "text/html", "Wärme"),
        ("Wärme".encode("latin-1"), "text/html", "Wärme"),
        ("Wärme".encode("latin-1"), 'text/html; charset="ISO-8859-1"', "Wärme"),
        ("5 €".encode("cp1252"), "text/html; charset=iso-8859-1", "5 €"),
        ("тепло".encode("cp1251"), "text/html; charset=windows-1251", "тепло"),
        ("тепло".encode("koi8-r"), "text/html; charset=KOI8-R", "тепло"),
        ("熱".encode("shift_jis"), "text/html; charset=Shift_JIS", "熱"),
        ("热".encode("gb18030"), "text/html; charset=gb2312", "热"),
        (b"\xef\xbb\xbf" + "Wärme".encode(), "text/html; charset=latin-1", "Wärme"),
        (b"\xff\xfe" + "Wärme".encode("utf-16-le"), "", "Wärme"),
        (
            b'<meta charset="windows-1251">' + "тепло".encode("cp1251"),
            "text/html",
            '<meta charset="windows-1251">тепло',
        ),
        (b"W\xc3\xa4rme \xff", "text/html; charset=utf-8", "Wärme \ufffd"),
    ],
)
def test_what_is_said_of_the_bytes_counts(body: bytes, told: str, text: str) -> None:
    assert decoded(body, told) == text


@pytest.mark.parametrize("label", ["utf-7", "unicode_escape", "idna", "zlib", "rot13", "nonsense", "utf-32"])
def test_a_name_the_web_does_not_use_is_not_believed(label: str) -> None:
    assert decoded(b"+ADw-script+AD4- \\u0041", f"text/html; charset={label}") == "+ADw-script+AD4- \\u0041"
