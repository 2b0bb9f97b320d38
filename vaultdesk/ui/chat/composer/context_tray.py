"""Attached context of a question: chips with sizes, and which attached or linked notes a rule withholds from the
model."""

from typing import Protocol
from urllib.parse import urlsplit

from msgspec import Struct
from PySide6.QtCore import QObject, Qt, QTimer, Signal
from PySide6.QtGui import QKeyEvent, QMouseEvent, QPalette, QResizeEvent
from PySide6.QtWidgets import QFrame, QScrollArea, QSizePolicy, QWidget

from vaultdesk.agent.context.context_attacher import ContextSize, linked_items
from vaultdesk.agent.context.context_reader import Attachment, ContextReach
from vaultdesk.chat.messages import ContextItem, ImagePart
from vaultdesk.core.text_tokens import IMAGE_TOKENS
from vaultdesk.core.transmission import Destination
from vaultdesk.ui import bridge
from vaultdesk.ui.formatting import format_number, plural_text, tenths_text
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.chips import Chip, TextRun
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text
from vaultdesk.ui.widgets.layouts import FlowLayout

_tr_reach_text = translator("ReachText")


class ReachText(Struct, frozen=True):
    """Text for one attachment; empty if all of it is sent."""

    short: str = ""
    """For a chip or a row: `will not be sent`."""
    sentence: str = ""
    """For the tooltip and screen readers, with the rule and the receiver."""
    is_warning: bool = False
    """Whether something is withheld; otherwise only confirmation is needed."""


def reach_text(reach: ContextReach, receiver: Destination) -> ReachText:
    """Return the text for an attachment with *reach* and *receiver*."""
    if reach.withheld:
        return ReachText(_withheld_text(reach), _withheld_sentence(reach, receiver), is_warning=True)
    if reach.asked:
        return ReachText(_confirmation_text(reach), _confirmation_sentence(reach, receiver))
    return ReachText()


def _withheld_text(reach: ContextReach) -> str:
    if reach.is_withheld:
        return _tr_reach_text("will not be sent")
    if reach.notes:
        singular, plural = (
            _tr_reach_text("1 of {total} notes will not be sent"),
            _tr_reach_text("{n} of {total} notes will not be sent"),
        )
    else:
        singular, plural = _tr_reach_text("1 note will not be sent"), _tr_reach_text("{n} notes will not be sent")
    return plural_text(reach.withheld, singular, plural, total=format_number(reach.notes))


def _withheld_sentence(reach: ContextReach, receiver: Destination) -> str:
    is_single = reach.withheld == 1
    if reach.is_withheld:
        sentence = (
            _tr_reach_text("Private: {why}. It will not be sent to {receiver}.")
            if is_single
            else _tr_reach_text("Private: {why}. None of the {n} notes will be sent to {receiver}.")
        )
    elif reach.notes:
        sentence = (
            _tr_reach_text("1 of {total} notes is private and will not be sent to {receiver}: {why}.")
            if is_single
            else _tr_reach_text("{n} of {total} notes are private and will not be sent to {receiver}: {why}.")
        )
    else:
        sentence = (
            _tr_reach_text("1 note is private and will not be sent to {receiver}: {why}.")
            if is_single
            else _tr_reach_text("{n} notes are private and will not be sent to {receiver}: {why}.")
        )
    return _fill(sentence, reach, reach.withheld, receiver)


def _confirmation_text(reach: ContextReach) -> str:
    if reach.notes == reach.asked == 1:
        return _tr_reach_text("you will be asked")
    return plural_text(
        reach.asked,
        _tr_reach_text("you will be asked about 1 note"),
        _tr_reach_text("you will be asked about {n} notes"),
    )


def _confirmation_sentence(reach: ContextReach, receiver: Destination) -> str:
    if reach.notes == reach.asked == 1:
        sentence = _tr_reach_text("Private: {why}. You will be asked before it is sent to {receiver}.")
    elif reach.asked == 1:
        sentence = _tr_reach_text("You will be asked about 1 private note before it is sent to {receiver}: {why}.")
    else:
        sentence = _tr_reach_text(
            "You will be asked about {n} private notes before they are sent to {receiver}: {why}."
        )
    return _fill(sentence, reach, reach.asked, receiver)


def _fill(template: str, reach: ContextReach, count: int, receiver: Destination) -> str:
    reasons = ", ".join(map(translate, reach.reasons)) or _tr_reach_text("by a rule for private notes")
    return template.format(
        why=reasons, receiver=translate(receiver.name), n=format_number(count), total=format_number(reach.notes)
    )


_tr = translator("ContextTray")

# Names and texts come from notes and web pages: show them in plain-text labels only.

CONTEXT_ICONS = {
    "note": "file",
    "folder": "folder",
    "tag": "tag",
    "active": "book",
    "selection": "cursor",
    "file": "download",
    "web": "globe",
}

MAX_SELECTION_LABEL = 40
"""Maximum number of characters of a selection used as its name."""

MAX_TOOLTIP_LENGTH = 600
"""Maximum number of characters of a selection shown in its tooltip."""


class ContextItemText(Struct, frozen=True):
    """Texts of a chip."""

    icon: str
    name: str
    detail: str = ""
    """Additional text beside the name; empty if there is none."""
    full_text: str = ""
    """Full text for the tooltip."""


def context_item_text(attachment: Attachment) -> ContextItemText:
    if isinstance(attachment, ImagePart):
        return ContextItemText("image", attachment.name or _tr("Picture"), full_text=attachment.name)
    icon = CONTEXT_ICONS[attachment.kind]
    match attachment.kind:
        case "folder":
            name = attachment.target.rstrip("/").rpartition("/")[2] or _tr("Whole vault")
            return ContextItemText(icon, name, "", attachment.target)
        case "tag":
            return ContextItemText(icon, f"#{attachment.target}", "", f"#{attachment.target}")
        case "selection":
            text = " ".join(attachment.text.split())
            label = text if len(text) <= MAX_SELECTION_LABEL else text[: MAX_SELECTION_LABEL - 1].rstrip() + "…"
            location = " › ".join(part for part in note_and_fragment(attachment.target) if part)
            return ContextItemText(icon, _tr("“{0}”").format(label), location, attachment.text[:MAX_TOOLTIP_LENGTH])
        case "file":
            return ContextItemText(icon, attachment.target.rpartition("/")[2], "", attachment.target)
        case "web":
            return ContextItemText(
                icon, urlsplit(attachment.target).hostname or attachment.target, "", attachment.target
            )
        case "note" | "active":
            name, heading = note_and_fragment(attachment.target)
            remark = _tr("open note") if attachment.kind == "active" else f"› {heading}" if heading else ""
            return ContextItemText(icon, name, remark, attachment.target)


def note_and_fragment(target: str) -> tuple[str, str]:
    """Split *target* into the name of the note and the heading or block in it."""
    path, _, fragment = target.partition("#")
    name = path.rpartition("/")[2].removesuffix(".md")
    return name, fragment.replace("#", " › ").removeprefix("^")


def context_size_text(tokens: int, notes: int) -> str:
    """Return `412 tokens`, or `12 notes · 5.4k` for more than one note."""
    if notes > 1:
        return f"{plural_text(notes, _tr('{n} note'), _tr('{n} notes'))} · {short_count(tokens)}"
    return plural_text(tokens, _tr("{n} token"), _tr("{n} tokens"), n=short_count(tokens))


def image_size_text() -> str:
    """Return the size text of one image, by the vendors' token estimate."""
    return context_size_text(IMAGE_TOKENS, 0)


def short_count(count: int) -> str:
    """Return `940`, `1.2k`, `48k`, `1.1M`."""
    if count < 1_000:
        return str(count)
    if count < 999_500:
        thousands = count / 1_000
        return f"{tenths_text(thousands)}k" if thousands < 9.95 else f"{thousands:.0f}k"
    return f"{tenths_text(count / 1_000_000)}M"


REMOVE_KEYS = (Qt.Key.Key_Backspace, Qt.Key.Key_Delete)
LEAVE_KEYS = (Qt.Key.Key_Escape, Qt.Key.Key_Down, Qt.Key.Key_Return, Qt.Key.Key_Enter)


class ContextChip(Chip):
    """Chip of an attached item. Backspace or its cross removes it, arrow keys move between chips, typing goes to the
    field.
    """

    stepped = Signal(int)
    """Left (-1) or Right (+1): move to the previous or next chip."""
    focus_returned = Signal()
    """The focus should return to the question field."""
    typed = Signal(str)
    """A typed character to be inserted into the question field."""

    def __init__(self, attachment: Attachment, parent: QWidget | None = None) -> None:
        text = context_item_text(attachment)
        super().__init__(text.name, parent)
        self.attachment = attachment
        self._item_text = text
        # One tab stop for each chip: the cross is for the mouse, Backspace does the same.
        cross = self.add_close_button(self.tr("Remove {name}").format(name=safe_label_text(text.name)))
        cross.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.size_text = self._problem = self._tip = ""
        self._reach = ReachText()
        self._show("…" if not self._is_picture else image_size_text())

    @property
    def problem(self) -> str:
        """Why it cannot be sent; empty if it can."""
        return self._problem

    @property
    def reach(self) -> ReachText:
        """Text shown if a rule withholds it from the model."""
        return self._reach

    def show_reach(self, reach: ReachText) -> None:
        """Show whether a rule withholds it from the selected model."""
        if reach != self._reach:
            self._reach = reach
            self._show(self.size_text)

    def show_size(self, size: ContextSize) -> None:
        """Show its size, or why it cannot be sent."""
        self._problem = safe_label_text(translate(size.problem))
        self._show(context_size_text(size.tokens, size.notes) if not self._problem else self.tr("not sent"))

    def show_problem(self, problem: str) -> None:
        """Show why it cannot be sent; empty if it can."""
        self._problem = safe_label_text(problem)
        self._show(self.tr("not sent") if problem else (image_size_text() if self._is_picture else ""))

    def keyPressEvent(self, event: QKeyEvent) -> None:
        """Remove the chip, move to the next chip or return to the field; forward other characters to the field."""
        match event.key():
            case key if key in REMOVE_KEYS:
                self.removed.emit()
            case Qt.Key.Key_Left | Qt.Key.Key_Right as key:
                self.stepped.emit(-1 if key == Qt.Key.Key_Left else 1)
            case key if key in LEAVE_KEYS:
                self.focus_returned.emit()
            case _ if event.text().isprintable() and event.text() and not event.text().isspace():
                self.typed.emit(event.text())
            case _:
                super().keyPressEvent(event)

    @property
    def _is_picture(self) -> bool:
        return isinstance(self.attachment, ImagePart)

    @property
    def _is_open_note(self) -> bool:
        return isinstance(self.attachment, ContextItem) and self.attachment.kind == "active"

    def _show(self, size_text: str) -> None:
        self.size_text = size_text
        text, reach = self._item_text, self._reach
        if self._problem and not reach.is_warning:
            reach = ReachText()
        self._line_role = "warning" if self._problem or reach.is_warning else "control"
        # The offer already says that it is the open note; here the size is more useful.
        detail = "" if self._is_open_note else text.detail
        remark = reach.short or " ".join(
            part for part in (detail, "·" if detail and size_text else "", size_text) if part
        )
        segments: list[TextRun] = [(text.name, "text", "small"), (remark, _remark_role(reach), "small")]
        icon = "lock" if reach.short else "warning" if self._problem else text.icon
        self.set_runs(segments, icon, shrinks_first=bool(reach.short))
        name = ", ".join(part for part in (text.name, text.detail, reach.short or size_text) if part)
        self.setAccessibleName(safe_label_text(name))
        problem = " ".join(part for part in (safe_label_text(reach.sentence), self._problem) if part)
        self.setAccessibleDescription(problem or self.tr("Backspace removes it"))
        details = (text.full_text or text.name, size_text, reach.sentence, self._problem)
        self._tip = as_tooltip("\n".join(part for part in details if part))
        self.setToolTip(self._tip)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Repeat elided text in the tooltip."""
        super().resizeEvent(event)
        self.setToolTip(self._tip)


class OfferedContextChip(Chip):
    """Offers an item that a press attaches to the question."""

    def __init__(self, attachment: Attachment, keys: str = "", parent: QWidget | None = None) -> None:
        """*keys* is the shortcut with the same effect as a press."""
        self.attachment = attachment
        self._item_text, self._keys = context_item_text(attachment), keys
        super().__init__(self._item_text.name, parent)
        self.show_reach(ReachText())

    def show_reach(self, reach: ReachText) -> None:
        """Show before it is attached whether a rule would withhold it from the selected model."""
        text = self._item_text
        self._line_role = "warning" if reach.is_warning else "border"
        detail = reach.short or text.detail
        segments: list[TextRun] = [(text.name, "muted", "small"), (detail, _remark_role(reach), "small")]
        self.set_runs(segments, "plus", shrinks_first=bool(reach.short))
        name = self.tr("Add {0} to the question").format(safe_label_text(text.name))
        self.setAccessibleName(f"{name}, {reach.short}" if reach.short else name)
        self.setAccessibleDescription(safe_label_text(reach.sentence))
        details = (f"{name} ({self._keys})" if self._keys else name, reach.sentence)
        self.setToolTip(as_tooltip("\n".join(part for part in details if part)))


class LinkedContextChip(Chip):
    """Warns about a linked note that a rule withholds from the model. A press does nothing."""

    def __init__(self, item: ContextItem, reach: ReachText, parent: QWidget | None = None) -> None:
        text = context_item_text(item)
        super().__init__(text.name, parent)
        self.attachment = item
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self._line_role = "warning" if reach.is_warning else "border"
        segments: list[TextRun] = [(text.name, "text", "small"), (reach.short, _remark_role(reach), "small")]
        self.set_runs(segments, "lock", shrinks_first=True)
        self.setAccessibleName(safe_label_text(f"{text.name}, {reach.short}"))
        self.setAccessibleDescription(safe_label_text(reach.sentence))
        self.setToolTip(as_tooltip("\n".join((self.tr("Linked in the question"), reach.sentence))))


def _remark_role(reach: ReachText) -> str:
    return "warning" if reach.is_warning else "muted"


# Holds items without their content: sizes are set from outside, and added items are emitted.

CHIP_LINE_HEIGHT, MAX_CHIP_LINES = 22, 5
"""Height of a line of chips in design pixels, and the maximum number of visible lines, which leaves space for the
text.
"""


class ContextTray(QScrollArea):
    """Holds each item once. Hidden while empty with nothing offered; scrolls if there are many lines."""

    changed = Signal()
    """The attached items changed."""
    added = Signal(object)
    """An `Attachment` was added; its size and reach should be set."""
    focus_returned = Signal()
    """The focus should return to the question field."""
    typed = Signal(str)
    """A character typed on a chip, to be inserted into the question field."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.chips: list[ContextChip] = []
        self._offered_items: tuple[ContextItem, ...] = ()
        self._keys = ""
        self.offered_chips: list[OfferedContextChip] = []
        self._linked: tuple[tuple[ContextItem, ReachText], ...] = ()
        self.link_warnings: list[LinkedContextChip] = []
        self._reaches: dict[Attachment, ReachText] = {}
        """Texts for attached and offered items that a rule withholds from the model."""
        self._rows = QWidget()
        self._flow = FlowLayout(self._rows, theme().px(6))
        self.setFrameShape(QFrame.Shape.NoFrame)
        self.setWidgetResizable(True)
        self.setHorizontalScrollBarPolicy(Qt.ScrollBarPolicy.ScrollBarAlwaysOff)
        self.setFocusPolicy(Qt.FocusPolicy.NoFocus)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)
        self.setAccessibleName(self.tr("Attached context"))
        self.setWidget(self._rows)
        for background in (self.viewport(), self._rows):
            background.setAutoFillBackground(False)
        # Its scroll bar has the background of the composer.
        self.viewport().setBackgroundRole(QPalette.ColorRole.Base)
        self._refresh()

    @property
    def items(self) -> tuple[ContextItem, ...]:
        """The attached items, in the order they were added."""
        return tuple(chip.attachment for chip in self.chips if isinstance(chip.attachment, ContextItem))

    @property
    def images(self) -> tuple[ImagePart, ...]:
        """The attached images."""
        return tuple(chip.attachment for chip in self.chips if isinstance(chip.attachment, ImagePart))

    def add(self, attachment: Attachment) -> None:
        """Attach *attachment* unless it is already attached."""
        if any(chip.attachment == attachment for chip in self.chips):
            return
        self._add_chip(attachment)
        self._refresh()
        self.changed.emit()

    def set_attachments(self, attachments: tuple[Attachment, ...]) -> None:
        """Replace the attached items; chips of items that remain are kept."""
        if tuple(chip.attachment for chip in self.chips) == attachments:
            return
        for chip in [chip for chip in self.chips if chip.attachment not in attachments]:
            self._drop(chip)
        for attachment in attachments:
            if all(chip.attachment != attachment for chip in self.chips):
                self._add_chip(attachment)
        self._refresh()
        self.changed.emit()

    def set_offered(self, items: tuple[ContextItem, ...], keys: str = "") -> None:
        """Offer *items*, the first one also by *keys*, except those that are already attached."""
        if (items, keys) != (self._offered_items, self._keys):
            self._offered_items, self._keys = items, keys
            self._refresh()

    def set_linked(self, linked: tuple[tuple[ContextItem, ReachText], ...]) -> None:
        """Set the warnings about notes that the question links to and that a rule withholds from the model."""
        if linked != self._linked:
            self._linked = linked
            self._refresh()

    def add_offered(self) -> bool:
        """Attach the first offered item; return False if nothing is offered."""
        if not self.offered_chips:
            return False
        self.add(self.offered_chips[0].attachment)
        return True

    def show_size(self, item: ContextItem, size: ContextSize) -> None:
        """Show the size of *item* if it is still attached."""
        for chip in self.chips:
            if chip.attachment == item:
                chip.show_size(size)

    def show_problem(self, attachment: Attachment, problem: str) -> None:
        """Show why *attachment* cannot be sent."""
        for chip in self.chips:
            if chip.attachment == attachment:
                chip.show_problem(problem)

    def show_reach(self, attachment: Attachment, reach: ReachText) -> None:
        """Show whether a rule withholds *attachment*, attached or offered, from the selected model."""
        self._reaches[attachment] = reach
        for chip in self._reach_chips():
            if chip.attachment == attachment:
                chip.show_reach(reach)
        self._fit()

    def select_last(self) -> None:
        """Focus the last chip, if any."""
        if self.chips:
            self.chips[-1].setFocus(Qt.FocusReason.BacktabFocusReason)
            self.ensureWidgetVisible(self.chips[-1])

    def mousePressEvent(self, event: QMouseEvent) -> None:
        """Leave a click between the chips to the surrounding frame."""
        event.ignore()

    def _add_chip(self, attachment: Attachment) -> None:
        chip = ContextChip(attachment)
        chip.removed.connect(lambda: self._remove(chip))
        chip.stepped.connect(lambda by: self._step(chip, by))
        chip.focus_returned.connect(self.focus_returned)
        chip.typed.connect(self.typed)
        self.chips.append(chip)
        self.added.emit(attachment)

    def _remove(self, chip: ContextChip) -> None:
        index = self.chips.index(chip)
        had_focus = chip.hasFocus()
        self._drop(chip)
        self._refresh()
        if had_focus and self.chips:
            self.chips[min(index, len(self.chips) - 1)].setFocus()
        else:
            self.focus_returned.emit()
        self.changed.emit()

    def _drop(self, chip: ContextChip) -> None:
        self.chips.remove(chip)
        self._flow.removeWidget(chip)
        chip.hide()
        chip.deleteLater()

    def _step(self, chip: ContextChip, by: int) -> None:
        index = self.chips.index(chip) + by
        if index >= len(self.chips):
            self.focus_returned.emit()
        elif index >= 0:
            self.chips[index].setFocus()
            self.ensureWidgetVisible(self.chips[index])

    def _refresh(self) -> None:
        """Update the chips and their order."""
        for old_chip in (*self.offered_chips, *self.link_warnings):
            self._flow.removeWidget(old_chip)
            old_chip.hide()
            old_chip.deleteLater()
        offered = [item for item in self._offered_items if not self._is_attached(item)]
        self.offered_chips = [
            OfferedContextChip(item, self._keys if index == 0 else "") for index, item in enumerate(offered)
        ]
        for offer in self.offered_chips:
            offer.clicked.connect(lambda _checked=False, attachment=offer.attachment: self._add_offered(attachment))
        attached = {chip.attachment for chip in self.chips}
        self.link_warnings = [LinkedContextChip(item, reach) for item, reach in self._linked if item not in attached]
        shown = (*attached, *self._offered_items)
        self._reaches = {attachment: reach for attachment, reach in self._reaches.items() if attachment in shown}
        for reach_chip in self._reach_chips():
            reach_chip.show_reach(self._reaches.get(reach_chip.attachment, ReachText()))
        # Warnings first: only the first of many lines are visible.
        for chip in (*self.link_warnings, *self.chips, *self.offered_chips):
            self._flow.removeWidget(chip)
            self._flow.addWidget(chip)
            chip.show()
        self.setVisible(bool(self.chips or self.link_warnings or self.offered_chips))
        self._fit()

    def _is_attached(self, item: ContextItem) -> bool:
        if item in self.items:
            return True
        # A mentioned note is named without its suffix, while the open note is a path.
        notes = {other.target.removesuffix(".md") for other in self.items if other.kind in ("note", "active")}
        return item.kind == "active" and item.target.removesuffix(".md") in notes

    def _reach_chips(self) -> list[ContextChip | OfferedContextChip]:
        return [*self.chips, *self.offered_chips]

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the number of lines for the new width."""
        super().resizeEvent(event)
        self._fit()

    def _fit(self) -> None:
        px = theme().px
        height = self._flow.heightForWidth(self.viewport().width())
        max_height = MAX_CHIP_LINES * px(CHIP_LINE_HEIGHT) + (MAX_CHIP_LINES - 1) * px(6)
        self.setFixedHeight(max(px(CHIP_LINE_HEIGHT), min(height, max_height)))

    def _add_offered(self, attachment: Attachment) -> None:
        self.add(attachment)
        self.focus_returned.emit()


_tr_linked_notes = translator("LinkedNotesCheck")

CHECK_INTERVAL = 100
"""Minimum milliseconds between two checks of the privacy rules, while the user types or notes change."""

LinkedNotes = tuple[tuple[ContextItem, ReachText], ...]
"""Links of a question to which a rule applies, with the text for each."""


class ReachSource(Protocol):
    """Determines which part of an attachment may be sent to a destination."""

    async def reach(self, attachment: Attachment, destination: Destination, active: str = "") -> ContextReach:
        """Return which part of *attachment* may be sent to *destination* under the current rules. Raises nothing."""
        ...


class LinkedNotesCheck(QObject):
    """Checks one text at a time, at most every `CHECK_INTERVAL`; results for earlier texts are discarded."""

    found = Signal(object)
    """`LinkedNotes` of the latest text."""

    def __init__(self, contexts: ReachSource, parent: QObject) -> None:
        super().__init__(parent)
        self._contexts = contexts
        self._request: tuple[str, Destination, str] | None = None
        self._checks = 0
        self._shown: LinkedNotes = ()
        self._timer = QTimer(self, singleShot=True, interval=CHECK_INTERVAL)
        self._timer.timeout.connect(self._begin)

    def check(self, text: str, destination: Destination, active: str = "") -> None:
        """Check the links of *text*, to be sent to *destination*; *active* is the open note."""
        self._request = (text, destination, active)
        if not self._timer.isActive() and ("[[" in text or self._shown):
            self._timer.start()

    def _begin(self) -> None:
        if self._request is not None:
            self._checks += 1
            bridge.start(self._check(self._checks, *self._request), owner=self)

    async def _check(self, check: int, text: str, destination: Destination, active: str) -> None:
        linked: list[tuple[ContextItem, ReachText]] = []
        for item in linked_items(text, active):
            reach = reach_text(await self._contexts.reach(item, destination, active), destination)
            if reach.short:
                linked.append((item, reach))
        if check == self._checks and tuple(linked) != self._shown:
            self._shown = tuple(linked)
            self.found.emit(self._shown)


def linked_notes_text(linked: LinkedNotes) -> ReachText:
    """Return one line for *linked*: about withheld notes if there are any, else about those that need confirmation."""
    withheld = [(item, reach) for item, reach in linked if reach.is_warning]
    described = withheld or list(linked)
    if not described:
        return ReachText()
    sentence = "\n".join(reach.sentence for _, reach in described)
    if len(described) == 1:
        singular = (
            _tr_linked_notes("{note} will not be sent")
            if withheld
            else _tr_linked_notes("you will be asked about {note}")
        )
        name = context_item_text(described[0][0]).name
        return ReachText(singular.format(note=name), sentence, is_warning=bool(withheld))
    plural = (
        _tr_linked_notes("{n} linked notes will not be sent")
        if withheld
        else _tr_linked_notes("you will be asked about {n} linked notes")
    )
    return ReachText(plural.format(n=format_number(len(described))), sentence, is_warning=bool(withheld))
