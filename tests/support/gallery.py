"""Gallery: every widget in every state on one page, for visual review.

Run `python -m tests.support.gallery FOLDER` for screenshots in light, dark and high contrast.
"""

import os
import sys
from collections.abc import Sequence
from pathlib import Path

from PySide6.QtCore import QPoint, Qt
from PySide6.QtGui import QFont, QHoverEvent
from PySide6.QtWidgets import (
    QApplication,
    QCheckBox,
    QGridLayout,
    QHBoxLayout,
    QLabel,
    QRadioButton,
    QTreeWidget,
    QTreeWidgetItem,
    QVBoxLayout,
    QWidget,
)

from vaultdesk.ui.chat.transcript.answer_steps import StepDetailLine, StepLine
from vaultdesk.ui.theme.color_tokens import DARK, DARK_CONTRAST, LIGHT, LIGHT_CONTRAST
from vaultdesk.ui.theme.icons import pixmap
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import IconButton, LinkButton, PlainButton, PrimaryButton, SegmentedControl
from vaultdesk.ui.widgets.chips import MentionChip, SourceChip
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.glyphs import KeyCap
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import FlowLayout
from vaultdesk.ui.widgets.menu import MenuButton
from vaultdesk.ui.widgets.text_fields import SearchField, TextField
from vaultdesk.ui.widgets.toast import Toast

ICONS = Path(__file__).parents[2] / "resources" / "icons"


def nothing() -> None:
    """Do nothing when pressed."""


def heading(text: str) -> PlainLabel:
    """Return a heading of the page."""
    return PlainLabel(text, "muted", "caption")


def row(widgets: Sequence[QWidget], spacing: int = 12) -> QHBoxLayout:
    """Return a layout with *widgets* side by side."""
    line = QHBoxLayout()
    line.setSpacing(spacing)
    for widget in widgets:
        line.addWidget(widget)
    line.addStretch(1)
    return line


def flow(widgets: Sequence[QWidget]) -> QWidget:
    """Return *widgets* in lines that wrap."""
    holder = QWidget()
    layout = FlowLayout(holder)
    for widget in widgets:
        layout.addWidget(widget)
    return holder


def off(widget: QWidget) -> QWidget:
    """Return *widget* disabled."""
    widget.setEnabled(False)
    return widget


def hovered(widget: QWidget) -> QWidget:
    """Return *widget* in its hovered state."""
    widget.setAttribute(Qt.WidgetAttribute.WA_UnderMouse)
    event = QHoverEvent(QHoverEvent.Type.HoverEnter, QPoint(2, 2), QPoint(2, 2), QPoint(-1, -1))
    QApplication.sendEvent(widget, event)
    return widget


def tick(state: Qt.CheckState) -> QCheckBox:
    """Return a check box in *state*."""
    box = QCheckBox()
    box.setTristate(True)
    box.setCheckState(state)
    box.setAccessibleName("box")
    return box


class Gallery(QWidget):
    """The page with all widgets."""

    def __init__(self) -> None:
        super().__init__()
        self.setAutoFillBackground(True)
        grid = QGridLayout(self)
        grid.setContentsMargins(36, 28, 36, 20)
        grid.setHorizontalSpacing(56)
        grid.addWidget(PlainLabel("Parts and their states", font="page"), 0, 0, 1, 3)
        for column, layout in enumerate((self._left(), self._middle(), self._right())):
            layout.addStretch(1)
            grid.addLayout(layout, 1, column)
            grid.setColumnStretch(column, 1)
        grid.addWidget(heading("Icons"), 2, 0)
        grid.addWidget(self._icons(), 3, 0, 1, 3)
        grid.setRowStretch(1, 1)

    def _left(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(10)
        column.addWidget(heading("Buttons"))
        self.focused = PlainButton("Cancel")
        column.addLayout(row([PrimaryButton("Open…"), hovered(PrimaryButton("Open…")), off(PrimaryButton("Open…"))]))
        buttons = [PlainButton("Cancel"), hovered(PlainButton("Cancel")), self.focused, off(PlainButton("Cancel"))]
        column.addLayout(row([*buttons, LinkButton("Select All"), PlainButton("Copy", icon_name="copy", small=True)]))
        column.addWidget(heading("Icon buttons, ticks"))
        icons = [IconButton("copy", "Copy"), hovered(IconButton("copy", "Copy")), off(IconButton("copy", "Copy"))]
        states = (Qt.CheckState.Unchecked, Qt.CheckState.Checked, Qt.CheckState.PartiallyChecked)
        chosen = QRadioButton()
        chosen.setChecked(True)
        column.addLayout(
            row([*icons, *[tick(state) for state in states], off(tick(states[1])), QRadioButton(), chosen])
        )
        column.addWidget(heading("Fields"))
        column.addWidget(TextField("plain", "Plain field"))
        column.addWidget(SearchField("search", "Search notes…"))
        wrong = TextField("key", "sk-ant-123")
        wrong.set_problem("Anthropic says this key is unknown. Copy it again from the console.")
        column.addWidget(wrong)
        column.addWidget(off(TextField("disabled", "Disabled field")))
        column.addWidget(heading("Chips: source, mention"))
        chips = [
            SourceChip(1, "Boiler", "Decision"),
            hovered(SourceChip(1, "hover")),
            SourceChip(2, "moved note", lost=True),
        ]
        mentions = [MentionChip("file", "Boiler", "open note"), MentionChip("folder", "Projects/House")]
        column.addWidget(flow([*chips, *mentions]))
        return column

    def _middle(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(10)
        column.addWidget(heading("Step line: running, waiting, done, changed, refused, failed"))
        for name, verb, thing, state, result in (
            ("search", "Searching notes", "“quote”", "running", "0.4 s"),
            ("file", "Read notes", "", "waiting", "waiting for you"),
            ("file", "Read 2 of 3 notes", "", "done", "you left out 1"),
            ("pencil", "Changed 2 notes", "", "changed", ""),
            ("file", "Read notes", "", "refused", "refused by you"),
            ("globe", "Fetch page", "", "failed", "no answer after 30 s"),
        ):
            line = StepLine(name, verb, thing)
            line.set_state(state, result)  # type: ignore[arg-type]  # the table's words are the states
            if state == "done":
                line.add_body(StepDetailLine("check", "Boiler", "sent · 264 tokens", "success"))
                line.add_body(StepDetailLine("minus", "Budget", "stayed here"))
                line.set_open(True)
            column.addWidget(line)
        column.addWidget(heading("Banners: leaves, notice, success, failed answer"))
        column.addWidget(Banner("leaves", "3 notes leave this computer for Anthropic."))
        column.addWidget(Banner("info", "This chat is 90 % full.", [("Start fresh from a summary", nothing)]))
        column.addWidget(Banner("success", "The key works."))
        again = [("Try Again", nothing), ("Ask qwen3:8b instead", nothing), ("Details", nothing)]
        column.addWidget(Banner("danger", "Anthropic is overloaded. Your question is kept.", again))
        column.addWidget(heading("Card, segments"))
        card = Card(dashed=True)
        card.content.addWidget(PlainLabel("And what would 9 kW cost to run?"))
        card.content.addWidget(PlainLabel("waiting for the current answer", "muted", "small"))
        column.addWidget(card)
        column.addLayout(row([SegmentedControl(["Files", "Note", "Chat"], "Pane")]))
        return column

    def _right(self) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(10)
        column.addWidget(heading("Tree rows"))
        tree = QTreeWidget()
        tree.setFrameShape(tree.Shape.NoFrame)
        tree.setHeaderHidden(True)
        tree.setAccessibleName("rows")
        top = QTreeWidgetItem(tree, ["Projects"])
        for name in ("Plain row", "Selected row", "Private note"):
            QTreeWidgetItem(top, [name])
        top.setExpanded(True)
        tree.setCurrentItem(top.child(1))
        tree.setFixedHeight(130)
        column.addWidget(tree)
        column.addWidget(heading("Menu button, keys"))
        column.addLayout(row([MenuButton("Lindenweg", "Vault", lambda menu: menu.add("Open…", nothing))]))
        column.addLayout(row([KeyCap("Ctrl+P")]))
        return column

    def _icons(self) -> QWidget:
        pictures = []
        for path in sorted(ICONS.glob("*.svg")):
            label = QLabel()
            label.setPixmap(pixmap(path.stem, "text2", 20, self.devicePixelRatioF()))
            pictures.append(label)
        holder = flow(pictures)
        layout = holder.layout()
        assert layout is not None
        layout.setSpacing(13)
        return holder


def main() -> int:
    """Write the screenshots into the folder given on the command line."""
    folder = Path(sys.argv[1])
    os.environ.setdefault("QT_QPA_PLATFORM", "offscreen")
    application = QApplication([])
    font = QFont("DejaVu Sans")
    font.setPixelSize(13)
    application.setFont(font)
    theme().apply(application)
    for name, tokens in (("light", LIGHT), ("dark", DARK), ("hc-light", LIGHT_CONTRAST), ("hc-dark", DARK_CONTRAST)):
        theme().use_tokens(tokens)
        page = Gallery()
        page.resize(1440, 900)
        page.show()
        page.focused.setFocus(Qt.FocusReason.TabFocusReason)
        notice = Toast(page, "Moved “Old quotes” to the bin", "Undo", nothing)
        application.processEvents()
        page.grab().save(str(folder / f"gallery-{name}.png"))
        notice.close()
        page.close()
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
