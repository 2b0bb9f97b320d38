"""KeptText: a text on its way through Qt's text field and back, without losing a character Qt would change."""

_CHANGED = "\r\u2029\ufdd0\ufdd1\x00"
"""Characters that Qt takes for ends of lines or frames, or cuts at."""

_FIRST_STAND_IN, _LAST_STAND_IN = 0xF700, 0xF8FF
"""Private characters, of which some are free in every text; they stand in for the above while in the field."""


class KeptText:
    """`shown` goes into the field; `written` turns the field's raw text back into what belongs on disk."""

    def __init__(self, text: str) -> None:
        present = [sign for sign in _CHANGED if sign in text]
        free = (
            (chr(code) for code in range(_FIRST_STAND_IN, _LAST_STAND_IN) if chr(code) not in text) if present else ()
        )
        self._stand_ins = dict(zip(present, free, strict=False))
        self.shown = text
        for sign, stand_in in self._stand_ins.items():
            self.shown = self.shown.replace(sign, stand_in)

    def written(self, raw: str) -> str:
        """Turn *raw* (`QTextDocument.toRawText`, which parts lines by U+2029) into the text it means."""
        text = raw.replace("\u2029", "\n")
        for sign, stand_in in self._stand_ins.items():
            text = text.replace(stand_in, sign)
        return text
