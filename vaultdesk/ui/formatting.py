"""Numbers, file sizes, costs, index state, model capabilities and Markdown excerpts as text."""

from collections.abc import Sequence
from datetime import datetime
from typing import TYPE_CHECKING, NamedTuple

from PySide6.QtCore import QLocale

from vaultdesk.index.index_state import IndexState
from vaultdesk.index.search.snippet import Snippet, make_snippet
from vaultdesk.index.store.index_entry import MARK_CLOSE, MARK_OPEN
from vaultdesk.ui.dates import clock
from vaultdesk.ui.translation import number_locale, takes_singular, translate, translator
from vaultdesk.ui.window.status_bar import IndexMark

if TYPE_CHECKING:
    from vaultdesk.providers.capabilities import ToolMode
    from vaultdesk.providers.provider import ModelInfo

_tr = translator("Formatting")
_tr_model_text = translator("ModelText")


SMALLEST_SHOWN_AMOUNT = 0.001
"""US dollars below which an amount is only shown as small."""


def dollars(amount: float) -> str:
    """Return an amount, rounded to a tenth of a cent, from one dollar on to a cent."""
    if amount <= 0:
        return dollar_text(0, 2)
    if amount < SMALLEST_SHOWN_AMOUNT:
        return _tr("under {0}").format(dollar_text(SMALLEST_SHOWN_AMOUNT, 3))
    return dollar_text(amount, 2 if amount >= 1 else 3)


def dollar_text(amount: float, decimals: int) -> str:
    """Return an amount with this number of decimals and its currency sign, in the locale's format."""
    return _tr("${0}").format(number_locale().toString(float(amount), "f", decimals))


def plain_excerpt(text: str, marks: Sequence[tuple[int, int]] = ()) -> Snippet:
    """Return *text* without Markdown's markers, and its *marks* (in order, not overlapping) adjusted."""
    # The two delimiter characters of `make_snippet` must be inserted here only.
    text = text.replace(MARK_OPEN, " ").replace(MARK_CLOSE, " ")
    parts: list[str] = []
    position = 0
    for start, end in marks:
        if position <= start < end <= len(text):
            parts += [text[position:start], MARK_OPEN, text[start:end], MARK_CLOSE]
            position = end
    return make_snippet("".join([*parts, text[position:]]))


JUST_NOW = 60
"""Seconds that count as just now."""

KILO = 1_000
"""Bytes in a kB, as file managers count."""


class IndexText(NamedTuple):
    """The state of the index, for the status bar."""

    text: str
    mark: IndexMark
    detail: str = ""
    """For the tooltip."""


def index_text(state: IndexState, now: datetime) -> IndexText:
    if state.phase == "failed":
        return IndexText(_tr("The search index is paused"), "failed", translate(state.error))
    if state.phase == "scanning":
        if not state.total:
            return IndexText(_tr("Scanning notes…"), "working")
        text = _tr("Reading notes: {done} of {total}")
        return IndexText(text.format(done=format_number(state.done), total=format_number(state.total)), "working")
    notes = plural_text(state.notes, _tr("{n} note"), _tr("{n} notes"))
    when = ""
    if state.last_indexed is not None:
        age = (now - state.last_indexed).total_seconds()
        time_text = _tr("indexed at {time}").format(time=clock(state.last_indexed))
        when = _tr("indexed just now") if age < JUST_NOW else time_text
    detail = ""
    if state.problems:
        detail = plural_text(state.problems, _tr("1 note could not be read"), _tr("{n} notes could not be read"))
    return IndexText(" · ".join(part for part in (notes, when, detail) if part), "ready", detail)


def index_short_text(state: IndexState) -> str:
    """Return a short text about the index; empty if its long text begins with the essential part."""
    if state.phase == "failed":
        return _tr("Paused")
    if state.phase == "scanning":
        return _tr("{percent} %").format(percent=format_number(100 * state.done // state.total)) if state.total else "…"
    return ""


def format_number(value: int) -> str:
    """Return a number in the locale's format."""
    return number_locale().toString(value)


def decimal_text(value: float) -> str:
    """Return a small number with as many decimals as it has, in the locale's format: `0.7`."""
    return number_locale().toString(value, "g", 4)


def tenths_text(value: float) -> str:
    """Return a number with one decimal, in the locale's format: `0.2`, `14.0`."""
    return number_locale().toString(float(value), "f", 1)


def hundredths_text(value: float) -> str:
    """Return a number with two decimals, in the locale's format: `0.25`."""
    return number_locale().toString(float(value), "f", 2)


def format_file_size(size: int) -> str:
    """Return a number of bytes as in file managers: `3.1 kB` are 3,100."""
    if size < KILO:
        return plural_text(size, _tr("{n} byte"), _tr("{n} bytes"))
    return number_locale().formattedDataSize(size, 1, QLocale.DataSizeFormat.DataSizeSIFormat)


def plural_text(count: int, singular: str, plural: str, **values: str) -> str:
    """Return *singular* or *plural* by the rule of the language, with `{n}` replaced by the number, and other fields by
    *values*. A *singular* without `{n}` is only used for 1.
    """
    is_singular = count == 1 or ("{n}" in singular and takes_singular(count))
    return (singular if is_singular else plural).format(**{"n": format_number(count), **values})


def tool_mode_text(mode: "ToolMode") -> str:
    """Return how tools are offered to a model."""
    match mode:
        case "native":
            return _tr_model_text("tools")
        case "sentinel" | "xml":
            return _tr_model_text("text-based tools")
        case "none":
            return _tr_model_text("no tools")


def capabilities_text(
    tool_mode: "ToolMode | None", *, images: bool | None, reasoning: bool | None, context: int, local: bool = False
) -> str:
    """Return all known capabilities on one line; unknown ones are left out."""
    known = (
        tool_mode_text(tool_mode) if tool_mode is not None else "",
        _tr_model_text("sees pictures") if images else "",
        _tr_model_text("thinks") if reasoning else "",
        token_count_text(context),
        _tr_model_text("on this computer") if local else "",
    )
    return " · ".join(text for text in known if text)


def model_info_text(info: "ModelInfo") -> str:
    """Return the information of a provider's list about a model."""
    tool_mode: ToolMode | None = None if info.tools is None else "native" if info.tools else "sentinel"
    return capabilities_text(tool_mode, images=info.images, reasoning=info.reasoning, context=info.context)


def token_count_text(tokens: int) -> str:
    """Return a number of tokens as in model names: 128k, 1M; empty for zero."""
    # Some context windows are powers of two, others of ten; both are named by their round number.
    base = 1024 if tokens % 1024 == 0 and tokens % 1000 else 1000
    if tokens >= base**2:
        return f"{decimal_text(round(tokens / base**2, 1))}M"
    if tokens >= base:
        return f"{tokens // base}k"
    return str(tokens) if tokens > 0 else ""
