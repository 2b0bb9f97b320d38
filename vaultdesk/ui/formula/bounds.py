"""Bounds: which formulas are laid out at all. The rest stays source: hostile text must not hold a thread (THREATS 0.4).

Every level of nesting doubles the work of ziamath, every token costs about 0.7 ms: measured on fractions, roots,
powers, brackets and matrices alike. So the tokens are weighed by their level, which bounds the time.
"""

import re

MOST_WEIGHT = 600
"""What all tokens may weigh together: about half a second. A continued fraction of five levels weighs 120."""

LONGEST = 2_000
"""Characters of a formula."""

_TOKEN = re.compile(r"\\begin\b|\\end\b|\\left\b|\\right\b|\\[A-Za-z]+|\\.|[{}]|[^\s\\{}]")
_OPENING = {"{", r"\begin", r"\left"}
_CLOSING = {"}", r"\end", r"\right"}

_UNWANTED = re.compile(r"[\x00-\x08\x0b-\x1f\x7f]|\\(?:rule|href|hspace|vspace|def|newcommand|renewcommand|let)\b")
"""What XML does not know, what only makes room, leads somewhere or means something else next time."""


def is_drawable(latex: str) -> bool:
    """Whether *latex* is short and shallow enough to be laid out."""
    if not latex.strip() or len(latex) > LONGEST or _UNWANTED.search(latex):
        return False
    level = weight = 0
    for token in _TOKEN.findall(latex):
        if token in _OPENING:
            level += 1
        elif token in _CLOSING:
            level = max(0, level - 1)
        weight += 2 ** min(level, 12)
        if weight > MOST_WEIGHT:
            return False
    return True
