"""Buttons: primary, plain, link and icon buttons, and the segmented control."""

from collections.abc import Sequence

from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QIcon, QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QButtonGroup, QHBoxLayout, QPushButton, QSizePolicy, QToolButton, QWidget

from vaultdesk.ui.theme.icons import ICON_SIZE, icon
from vaultdesk.ui.theme.painting import box
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import BUTTON_KIND, CORNER_RADIUS, SMALL_HEIGHT
from vaultdesk.ui.widgets.labels import as_tooltip, safe_label_text


class PlainButton(QPushButton):
    """A button with a border; its text is a verb."""

    kind = "plain"

    def __init__(
        self,
        text: str,
        *,
        icon_name: str = "",
        small: bool = False,
        keys: str = "",
        parent: QWidget | None = None,
    ) -> None:
        super().__init__(text, parent)
        self.setProperty(BUTTON_KIND, self.kind)
        self.setProperty(SMALL_HEIGHT, small)
        self._icon_name = icon_name
        self.setAutoDefault(False)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        if keys:
            self.setToolTip(f"{text} ({keys})")
        if self.kind == "link":
            self.setProperty(CORNER_RADIUS, 4)
            self.setCursor(Qt.CursorShape.PointingHandCursor)
        self._apply_theme()
        theme().changed.connect(self._apply_theme)

    def set_disabled_reason(self, reason: str) -> None:
        """Disable the button and show the reason in its tooltip; an empty reason enables it."""
        self.setEnabled(not reason)
        self.setToolTip(as_tooltip(reason))

    def _apply_theme(self) -> None:
        self.setFont(theme().font("small_strong" if self.property(SMALL_HEIGHT) and self.kind == "link" else "strong"))
        if self._icon_name:
            role = {"primary": "on_accent", "link": "accent"}.get(self.kind, "muted")
            size = theme().px(ICON_SIZE)
            self.setIcon(icon(self._icon_name, role, role if self.kind != "plain" else "text"))
            self.setIconSize(QSize(size, size))


class PrimaryButton(PlainButton):
    """The main action of a view."""

    kind = "primary"


class AccentButton(PlainButton):
    """A plain button with text in the accent color: one of several equal answers."""

    kind = "accent"


class LinkButton(PlainButton):
    """A button that looks like a link: text in the accent color, no border."""

    kind = "link"


class IconButton(QToolButton):
    """A flat button with only an icon; its name is its tooltip and its accessible name."""

    def __init__(
        self,
        icon_name: str,
        name: str,
        *,
        keys: str = "",
        role: str = "muted",
        size: int = ICON_SIZE,
        side: int = 28,
    ) -> None:
        """*size* is the icon's, *side* the button's, in design pixels."""
        super().__init__()
        self._icon_name = icon_name
        self._role = role
        self._size = size
        self._side = side
        self.setAutoRaise(True)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setPopupMode(QToolButton.ToolButtonPopupMode.InstantPopup)
        self.set_name(name, keys)
        self._apply_theme()
        theme().changed.connect(self._apply_theme)

    def set_name(self, name: str, keys: str = "") -> None:
        """Set the accessible name and tooltip, and the shortcut shown in it."""
        self.setAccessibleName(name)
        self.setToolTip(as_tooltip(f"{name} ({keys})" if keys else name))

    def set_icon(self, icon_name: str, role: str = "") -> None:
        """Show another icon, in the color of *role* if given."""
        self._icon_name = icon_name
        self._role = role or self._role
        self._apply_theme()

    def icon_name(self) -> str:
        return self._icon_name

    def _apply_theme(self) -> None:
        side = theme().px(self._size)
        active = "text" if self._role == "muted" else self._role
        self.setIcon(icon(self._icon_name, self._role, active, self._size) if self._icon_name else QIcon())
        self.setIconSize(QSize(side, side))
        self.setFixedSize(theme().px(self._side), theme().px(self._side))


class _Segment(QToolButton):
    def __init__(self, text: str, boxed: bool, parent: QWidget) -> None:
        super().__init__(parent)
        self._boxed = boxed
        self._dot = False
        self.small = False
        """Whether the smaller font is used, because the choices do not fit otherwise."""
        self.setText(safe_label_text(text))
        self.setAccessibleName(safe_label_text(text))
        self.setCheckable(True)
        self.setProperty(CORNER_RADIUS, 5)
        self.setFocusPolicy(Qt.FocusPolicy.TabFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Fixed)

    def set_dot(self, shown: bool) -> None:
        self._dot = shown
        self.update()

    def sizeHint(self) -> QSize:
        px = theme().px
        width = theme().metrics("strong").horizontalAdvance(self.text()) + 2 * px(12)
        return QSize(width + (px(10) if self._dot else 0), px(24 if self._boxed else 28))

    def minimumSizeHint(self) -> QSize:
        px = theme().px
        text_width = theme().metrics("small_strong").horizontalAdvance(self.text())
        return QSize(text_width + 2 * px(2), self.sizeHint().height())

    def paintEvent(self, _event: QPaintEvent) -> None:
        values = theme()
        painter = QPainter(self)
        is_checked = self.isChecked()
        if is_checked:
            background = (
                "surface" if self._boxed and not values.tokens.dark else "background" if self._boxed else "hover"
            )
            edge = "border" if self._boxed or values.tokens.high_contrast else None
            box(painter, self.rect(), values.px(5), values.color(background), values.color(edge) if edge else None)
        elif self.underMouse() and self.isEnabled():
            box(painter, self.rect(), values.px(5), values.color("pressed" if self._boxed else "hover"))
        if self.small:
            painter.setFont(values.font("small_strong" if is_checked else "small"))
        else:
            painter.setFont(values.font("strong" if is_checked else "interface"))
        painter.setPen(values.color("disabled" if not self.isEnabled() else "text" if is_checked else "muted"))
        dot_size = values.px(6)
        dot_width = values.px(10) if self._dot else 0
        text_rect = self.rect().adjusted(0, 0, -dot_width, 0)
        painter.drawText(text_rect, int(Qt.AlignmentFlag.AlignCenter), self.text())
        if self._dot:
            dot_left = text_rect.center().x() + painter.fontMetrics().horizontalAdvance(self.text()) / 2 + values.px(6)
            box(
                painter,
                QRectF(dot_left, (self.height() - dot_size) / 2, dot_size, dot_size),
                dot_size / 2,
                values.color("accent"),
            )


class SegmentedControl(QWidget):
    """A choice of one of a few values. `changed` is emitted with the index that the user chose."""

    changed = Signal(int)

    def __init__(self, choices: Sequence[str], name: str, *, boxed: bool = True, parent: QWidget | None = None) -> None:
        """*boxed* draws a common background (a switch); without it the choices are the tabs of a pane."""
        super().__init__(parent)
        self._boxed = boxed
        self.setAccessibleName(name)
        px = theme().px
        row = QHBoxLayout(self)
        edge = px(2) if boxed else 0
        row.setContentsMargins(edge, edge, edge, edge)
        row.setSpacing(px(2))
        self._group = QButtonGroup(self)
        self._group.setExclusive(True)
        for index, text in enumerate(choices):
            segment = _Segment(text, boxed, self)
            self._group.addButton(segment, index)
            row.addWidget(segment)
        self._group.button(0).setChecked(True)
        self._group.idClicked.connect(self.changed)
        if boxed:
            self.setSizePolicy(QSizePolicy.Policy.Fixed, QSizePolicy.Policy.Fixed)
        theme().changed.connect(self.update)

    def current(self) -> int:
        """Return the index of the selected choice."""
        return self._group.checkedId()

    def set_current(self, index: int) -> None:
        """Select another choice; `changed` is not emitted."""
        self._group.button(index).setChecked(True)

    def set_badge(self, index: int, shown: bool) -> None:
        """Show or hide the dot that marks new content of a choice."""
        segment = self._group.button(index)
        assert isinstance(segment, _Segment)
        segment.set_dot(shown)
        segment.updateGeometry()

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Check whether all choices fit in the usual font size."""
        super().resizeEvent(event)
        segments = [segment for segment in self._group.buttons() if isinstance(segment, _Segment)]
        text_widths = [theme().metrics("strong").horizontalAdvance(segment.text()) for segment in segments]
        padding = theme().px(2)
        small = any(
            text_width + 2 * padding > segment.width()
            for segment, text_width in zip(segments, text_widths, strict=True)
        )
        for segment in segments:
            segment.small = small
            segment.update()

    def paintEvent(self, _event: QPaintEvent) -> None:
        if self._boxed:
            values = theme()
            line = values.color("border") if values.tokens.dark or values.tokens.high_contrast else None
            box(QPainter(self), QRect(self.rect()), values.px(7), values.color("hover"), line)
