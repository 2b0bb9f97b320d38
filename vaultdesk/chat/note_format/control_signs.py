"""ControlSigns: characters no text file keeps, written as signs that can be seen: NUL, carriage returns, half letters.

`␛r` is a carriage return, `␛0` a NUL, `␛dc00;` half of a character pair, and `␛␛` the sign itself. Only a part whose
marker says so is read like this.
"""

import re

_SIGN = "␛"
_KEPT_BY_NONE = re.compile("[\0\r\ud800-\udfff]")
_TO_WRITE = re.compile(f"[\0\r\ud800-\udfff{_SIGN}]")
_TO_READ = re.compile(f"{_SIGN}(?:r|0|{_SIGN}|(d[89a-f][0-9a-f]{{2}});)")


def needs_signs(text: str) -> bool:
    """Whether *text* has a character that no note keeps."""
    return _KEPT_BY_NONE.search(text) is not None


def with_signs(text: str) -> str:
    """Return *text* with signs in the place of such characters."""
    return _TO_WRITE.sub(lambda found: _sign(found[0]), text)


def without_signs(text: str) -> str:
    """Return *text* as it was before `with_signs`."""
    return _TO_READ.sub(_character, text)


def _sign(character: str) -> str:
    named = {"\0": "0", "\r": "r", _SIGN: _SIGN}.get(character)
    return f"{_SIGN}{named or f'{ord(character):04x};'}"


def _character(found: "re.Match[str]") -> str:
    if found[1]:
        return chr(int(found[1], 16))
    return {"r": "\r", "0": "\0"}.get(found[0][1], _SIGN)
