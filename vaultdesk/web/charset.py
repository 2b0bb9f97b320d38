"""Charset: the bytes of a page as text, by what its server, its first bytes or it itself says of them."""

import codecs
import re

_ALLOWED = frozenset(
    codecs.lookup(name).name
    for name in (
        "utf-8", "utf-16-le", "utf-16-be", "cp1252", "cp1250", "cp1251", "cp1253", "cp1254", "cp1255", "cp1256",
        "cp1257", "cp1258", "cp866", "cp874", "iso8859-2", "iso8859-3", "iso8859-4", "iso8859-5", "iso8859-6",
        "iso8859-7", "iso8859-8", "iso8859-10", "iso8859-13", "iso8859-14", "iso8859-15", "iso8859-16", "koi8-r",
        "koi8-u", "mac-roman", "gbk", "gb18030", "big5", "euc-jp", "iso2022_jp", "shift_jis", "euc-kr",
    )
)  # fmt: skip
"""What the web uses. Python knows more, and some of those unfold or run what they read."""

_AS_WINDOWS = {"iso8859-1": "cp1252", "ascii": "cp1252", "gb2312": "gb18030", "utf-16": "utf-16-le"}
"""What browsers take these names for."""

_MARKS = ((codecs.BOM_UTF8, "utf-8"), (codecs.BOM_UTF16_LE, "utf-16-le"), (codecs.BOM_UTF16_BE, "utf-16-be"))

_HEADER = re.compile(r"""charset\s*=\s*["']?([\w.:-]{1,40})""", re.IGNORECASE)
_INSIDE = re.compile(rb"""<meta[^>]{0,500}?charset\s*=\s*["']?\s*([\w.:-]{1,40})""", re.IGNORECASE)

LOOKED_AT = 2_048
"""Bytes at the start of a page that are searched for what it says of itself; browsers look at half of it."""


def decoded(body: bytes, content_type: str) -> str:
    """Return *body* as text; what cannot be read in it is marked as such."""
    for mark, name in _MARKS:
        if body.startswith(mark):
            return body[len(mark) :].decode(name, "replace")
    told = _HEADER.search(content_type)
    inside = _INSIDE.search(body[:LOOKED_AT])
    for label in (told[1] if told else "", inside[1].decode("ascii", "replace") if inside else ""):
        name = _known(label)
        if name:
            return body.decode(name, "replace")
    try:
        return body.decode("utf-8")
    except UnicodeDecodeError:
        return body.decode("cp1252", "replace")


def _known(label: str) -> str:
    """Return the name Python has for *label*; empty where it is none of the web's."""
    try:
        name = codecs.lookup(label).name if label else ""
    except LookupError:
        return ""
    name = _AS_WINDOWS.get(name, name)
    return name if name in _ALLOWED else ""
