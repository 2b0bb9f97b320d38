"""TextLines: which line a place is on, and which lines are code by their indent. The rest is markdown.py."""

import re

_AFTER_BLANK = re.compile(r"\n[ \t]*+\n(?: {4}| {0,3}\t)")
_INDENTED = re.compile(r" {4}| {0,3}\t")
_LIST_OR_FOOTNOTE = re.compile(r" {0,3}(?:(?:[-*+]|[0-9]{1,9}[.)])(?: {1,4}(?![ \t])|[ \t])|\[\^)")


class LineCounter:
    """Counts lines for places that mostly rise, each stretch once."""

    def __init__(self, text: str, first_line: int) -> None:
        self._text = text
        self._place = 0
        self._line = first_line

    def line_at(self, place: int) -> int:
        """Return the line that *place* is on."""
        if place >= self._place:
            self._line += self._text.count("\n", self._place, place)
        else:
            self._line -= self._text.count("\n", place, self._place)
        self._place = place
        return self._line


def without_indented_code(text: str) -> str:
    """Return *text* of the same length with blanks in place of code that is code by its indent.

    That is: four columns in, after a blank line, and no part of a list or footnote.
    """
    # Most notes have neither of the two, which is seen at memory speed; the pattern looks at every line.
    if ("\n    " not in text and "\t" not in text) or not _AFTER_BLANK.search(text):
        return text
    lines = text.split("\n")
    blank_before, in_list, in_code = True, False, False
    inner = 0
    """The column from which lines belong to the list's last item, blank lines before them or not."""
    for number, line in enumerate(lines):
        if not line or line.isspace():
            blank_before = True
            continue
        if not _INDENTED.match(line):
            begins = _LIST_OR_FOOTNOTE.match(line)
            if begins is not None:
                inner = begins.end()
            belongs = not blank_before or len(line) - len(line.lstrip(" ")) >= inner
            in_list = begins is not None or (in_list and belongs)
            in_code = False
        elif in_code or (blank_before and not in_list):
            in_code = True
            lines[number] = " " * len(line)
        blank_before = False
    return "\n".join(lines)
