"""Line breaks: endless lines broken before a text field lays them out. Words only."""

LONGEST_LINE = 2_000
"""Characters of one line; laying out a longer one freezes the window (THREATS 0.4)."""


def broken_lines(text: str) -> str:
    """Return *text* with each line over `LONGEST_LINE` broken, at a space where there is one."""
    if len(text) <= LONGEST_LINE:
        return text
    return "\n".join(_pieces(line) if len(line) > LONGEST_LINE else line for line in text.split("\n"))


def _pieces(line: str) -> str:
    pieces: list[str] = []
    start = 0
    while len(line) - start > LONGEST_LINE:
        space = line.rfind(" ", start + LONGEST_LINE // 2, start + LONGEST_LINE)
        end = space + 1 if space > 0 else start + LONGEST_LINE
        pieces.append(line[start:end])
        start = end
    pieces.append(line[start:])
    return "\n".join(pieces)
