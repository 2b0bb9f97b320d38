"""The application's QStyle, which maps each part of a widget to its painter, over Fusion."""

from collections.abc import Callable
from typing import cast

from PySide6.QtCore import QRect, QSize, Qt
from PySide6.QtGui import QPainter
from PySide6.QtWidgets import (
    QAbstractButton,
    QComboBox,
    QMenu,
    QProxyStyle,
    QPushButton,
    QStyle,
    QStyleHintReturn,
    QStyleOption,
    QStyleOptionButton,
    QStyleOptionComplex,
    QStyleOptionMenuItem,
    QStyleOptionTab,
    QTabBar,
    QWidget,
)

from vaultdesk.ui.theme import widget_painter
from vaultdesk.ui.theme.painting import mirrored_part
from vaultdesk.ui.theme.theme_values import ThemeValues
from vaultdesk.ui.theme.widget_painter import CornerMask

Painter = Callable[[ThemeValues, QStyleOption, QPainter, QWidget | None], None]

CE, PE, CC = QStyle.ControlElement, QStyle.PrimitiveElement, QStyle.ComplexControl
CT, SE, PM, SH = QStyle.ContentsType, QStyle.SubElement, QStyle.PixelMetric, QStyle.StyleHint


def paint_nothing(_values: ThemeValues, _option: QStyleOption, _painter: QPainter, _widget: QWidget | None) -> None:
    """Suppress Fusion's drawing."""


def focus_rect(values: ThemeValues, option: QStyleOption, painter: QPainter, widget: QWidget | None) -> None:
    """Draw a ring inside a row; all other widgets have the ring of theme.py."""
    if widget is not None and widget.inherits("QAbstractItemView"):  # its class is not loaded for the first window
        widget_painter.row_focus(values, option, painter, widget)


PRIMITIVES: dict[QStyle.PrimitiveElement, Painter] = {
    PE.PE_PanelButtonCommand: widget_painter.push_button_panel,
    PE.PE_FrameDefaultButton: paint_nothing,
    PE.PE_PanelButtonTool: widget_painter.tool_button_panel,
    PE.PE_IndicatorCheckBox: widget_painter.check_mark,
    PE.PE_IndicatorItemViewItemCheck: widget_painter.check_mark,
    PE.PE_IndicatorRadioButton: widget_painter.radio_mark,
    PE.PE_FrameFocusRect: focus_rect,
    PE.PE_PanelLineEdit: widget_painter.line_edit,
    PE.PE_FrameLineEdit: widget_painter.line_edit,
    PE.PE_Frame: widget_painter.widget_frame,
    PE.PE_FrameGroupBox: paint_nothing,
    PE.PE_FrameStatusBarItem: paint_nothing,
    PE.PE_PanelStatusBar: paint_nothing,
    PE.PE_FrameTabBarBase: paint_nothing,
    PE.PE_IndicatorTabTearLeft: paint_nothing,
    PE.PE_IndicatorTabTearRight: paint_nothing,
    PE.PE_FrameMenu: paint_nothing,
    PE.PE_PanelMenu: widget_painter.menu_panel,
    PE.PE_PanelTipLabel: widget_painter.tip_panel,
    PE.PE_PanelItemViewRow: paint_nothing,
    PE.PE_PanelItemViewItem: widget_painter.row_panel,
    PE.PE_IndicatorBranch: mirrored_part(widget_painter.tree_branch),
    PE.PE_IndicatorArrowLeft: widget_painter.arrow("left"),
    PE.PE_IndicatorArrowRight: widget_painter.arrow("right"),
    PE.PE_IndicatorArrowUp: widget_painter.arrow("up"),
    PE.PE_IndicatorArrowDown: widget_painter.arrow("down"),
}

CONTROLS: dict[QStyle.ControlElement, Painter] = {
    CE.CE_PushButtonLabel: mirrored_part(widget_painter.push_button_label),
    CE.CE_FocusFrame: widget_painter.focus_frame,
    CE.CE_ComboBoxLabel: mirrored_part(widget_painter.combo_label),
    CE.CE_ProgressBar: mirrored_part(widget_painter.progress_bar),
    CE.CE_MenuItem: mirrored_part(widget_painter.menu_item),
    CE.CE_MenuEmptyArea: paint_nothing,
    CE.CE_TabBarTabShape: widget_painter.tab_shape,
    CE.CE_TabBarTabLabel: widget_painter.tab_label,
    CE.CE_Header: widget_painter.header_section,
}

COMPLEX: dict[QStyle.ComplexControl, Painter] = {
    CC.CC_ComboBox: mirrored_part(widget_painter.combo_box),
    CC.CC_ScrollBar: widget_painter.scroll_bar,
}

METRICS: dict[QStyle.PixelMetric, float] = {
    PM.PM_ButtonMargin: 12,
    PM.PM_IndicatorWidth: 16,
    PM.PM_IndicatorHeight: 16,
    PM.PM_ExclusiveIndicatorWidth: 16,
    PM.PM_ExclusiveIndicatorHeight: 16,
    PM.PM_CheckBoxLabelSpacing: 8,
    PM.PM_RadioButtonLabelSpacing: 8,
    PM.PM_ScrollBarExtent: widget_painter.SCROLL_BAR_WIDTH,
    PM.PM_ScrollBarSliderMin: widget_painter.MIN_THUMB_LENGTH,
    PM.PM_MenuHMargin: 4,
    PM.PM_MenuVMargin: 4,
    PM.PM_SmallIconSize: 16,
    PM.PM_LineEditIconSize: 14,
    PM.PM_ButtonIconSize: 16,
    PM.PM_ToolBarIconSize: 16,
    PM.PM_ListViewIconSize: 16,
    PM.PM_ToolTipLabelFrameWidth: 7,
    PM.PM_TreeViewIndentation: 16,
    PM.PM_TabBarTabHSpace: 28,
    PM.PM_LayoutHorizontalSpacing: 8,
    PM.PM_LayoutVerticalSpacing: 8,
}
"""Sizes in design pixels."""

FIXED_METRICS: dict[QStyle.PixelMetric, int] = {
    PM.PM_FocusFrameHMargin: widget_painter.RING_GAP,
    PM.PM_FocusFrameVMargin: widget_painter.RING_GAP,
    PM.PM_MenuPanelWidth: 0,
    PM.PM_ButtonShiftHorizontal: 0,
    PM.PM_ButtonShiftVertical: 0,
    PM.PM_TabBarTabShiftVertical: 0,
    PM.PM_TabBarTabShiftHorizontal: 0,
    PM.PM_TabBarTabOverlap: 0,
    PM.PM_TabBarBaseOverlap: 0,
    PM.PM_ScrollView_ScrollBarSpacing: 0,
    PM.PM_ButtonDefaultIndicator: 0,
}
"""Sizes that do not grow with the font: lines, and removed parts."""

HINTS: dict[QStyle.StyleHint, int] = {
    SH.SH_EtchDisabledText: 0,
    SH.SH_DitherDisabledText: 0,
    SH.SH_ComboBox_Popup: 0,
    SH.SH_FocusFrame_AboveWidget: 1,
    SH.SH_ScrollBar_LeftClickAbsolutePosition: 0,
    SH.SH_ScrollBar_MiddleClickAbsolutePosition: 1,
    SH.SH_ToolTipLabel_Opacity: 255,
    SH.SH_ItemView_ShowDecorationSelected: 1,
    SH.SH_Menu_SubMenuPopupDelay: 180,
    SH.SH_UnderlineShortcut: 0,
    SH.SH_TabBar_PreferNoArrows: 1,
    SH.SH_TabBar_ElideMode: Qt.TextElideMode.ElideRight.value,
    SH.SH_DialogButtonBox_ButtonsHaveIcons: 0,
    SH.SH_TextControl_FocusIndicatorTextCharFormat: 0,  # The view draws the ring around a link.
}

# Widgets that are drawn differently under the pointer; Qt sends them hover events only if WA_Hover is set.
HOVERED = (QAbstractButton, QComboBox, QTabBar)


class VaultStyle(QProxyStyle):
    """Fusion, drawn with the tokens of *values*. (The casts are needed because Qt's stub does not declare that a
    widget may be None.)
    """

    def __init__(self, values: ThemeValues) -> None:
        super().__init__("Fusion")
        self._values = values
        self._corners = CornerMask(values, self)

    def drawPrimitive(
        self,
        element: QStyle.PrimitiveElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        paint = PRIMITIVES.get(element)
        if paint is None:
            super().drawPrimitive(element, option, painter, widget)
        else:
            paint(self._values, option, painter, widget)

    def drawControl(
        self,
        element: QStyle.ControlElement,
        option: QStyleOption,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        paint = CONTROLS.get(element)
        if paint is None:
            super().drawControl(element, option, painter, widget)
        else:
            paint(self._values, option, painter, widget)

    def drawComplexControl(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        painter: QPainter,
        widget: QWidget | None = None,
    ) -> None:
        paint = COMPLEX.get(control)
        if paint is None:
            super().drawComplexControl(control, option, painter, widget)
        else:
            paint(self._values, option, painter, widget)

    def pixelMetric(
        self, metric: QStyle.PixelMetric, option: QStyleOption | None = None, widget: QWidget | None = None
    ) -> int:
        if metric in FIXED_METRICS:
            return FIXED_METRICS[metric]
        if metric in METRICS:
            return self._values.px(METRICS[metric])
        return super().pixelMetric(metric, option, widget)

    def styleHint(
        self,
        hint: QStyle.StyleHint,
        option: QStyleOption | None = None,
        widget: QWidget | None = None,
        returnData: QStyleHintReturn | None = None,  # noqa: N803 - Qt's own name
    ) -> int:
        found = HINTS.get(hint)
        return super().styleHint(hint, option, widget, returnData) if found is None else found

    def sizeFromContents(
        self, kind: QStyle.ContentsType, option: QStyleOption, size: QSize, widget: QWidget | None = None
    ) -> QSize:
        """Return the size of a control with these contents."""
        px = self._values.px
        small = widget is not None and widget.property(widget_painter.SMALL_HEIGHT)
        if kind == CT.CT_PushButton:
            if widget is not None and widget.property(widget_painter.BUTTON_KIND) == "link":
                # Qt's own gap after an icon is smaller than the painted one.
                has_icon = isinstance(option, QStyleOptionButton) and not option.icon.isNull()
                return QSize(size.width() + px(4 if has_icon else 2), max(size.height(), px(22)))
            padding = 20 if small else 30
            return QSize(size.width() + px(padding), max(size.height(), px(26 if small else 30)))
        if kind == CT.CT_LineEdit:
            return QSize(size.width() + px(12), max(size.height(), px(26 if small else 30)))
        if kind == CT.CT_ComboBox:
            return QSize(size.width() + px(38), max(size.height(), px(30)))
        if kind == CT.CT_MenuItem and isinstance(option, QStyleOptionMenuItem):
            return widget_painter.menu_row_size(self._values, option)
        if kind == CT.CT_TabBarTab and isinstance(option, QStyleOptionTab):
            tab_size = super().sizeFromContents(kind, option, size, cast("QWidget", widget))
            return QSize(tab_size.width(), px(36))
        natural = super().sizeFromContents(kind, option, size, cast("QWidget", widget))
        if kind == CT.CT_ItemViewItem:
            return QSize(natural.width(), max(natural.height(), px(28)))
        return natural

    def subElementRect(self, element: QStyle.SubElement, option: QStyleOption, widget: QWidget | None = None) -> QRect:
        px = self._values.px
        if element == SE.SE_LineEditContents:
            framed = getattr(option, "lineWidth", 1) > 0
            return option.rect.adjusted(px(7), 1, -px(7), -1) if framed else option.rect
        if element in (SE.SE_PushButtonContents, SE.SE_PushButtonFocusRect):
            return QRect(option.rect)
        return super().subElementRect(element, option, cast("QWidget", widget))

    def subControlRect(
        self,
        control: QStyle.ComplexControl,
        option: QStyleOptionComplex,
        part: QStyle.SubControl,
        widget: QWidget | None = None,
    ) -> QRect:
        px = self._values.px
        if control == CC.CC_ScrollBar:
            rect = widget_painter.scroll_bar_part(self._values, option, part)
            if rect is not None:
                return rect
        if control == CC.CC_ComboBox and part == QStyle.SubControl.SC_ComboBoxEditField:
            rect = widget_painter.combo_text_rect(self._values, option.rect)
            # Editable text is at the same position as in the fields above and below.
            return rect.adjusted(-px(3), 0, 0, 0) if getattr(option, "editable", False) else rect
        natural = super().subControlRect(control, option, part, cast("QWidget", widget))
        if control == CC.CC_SpinBox and part == QStyle.SubControl.SC_SpinBoxEditField:
            return natural.adjusted(px(3), 0, 0, 0)
        return natural

    def polish(self, target: object) -> object:  # type: ignore[override]  # one of Qt's three overloads each time
        """Prepare a widget: popups get round corners, widgets with a hover state get hover events."""
        result = super().polish(target)  # type: ignore[call-overload]  # one of Qt's three overloads each time
        if isinstance(target, QMenu) or (isinstance(target, QWidget) and target.inherits("QTipLabel")):
            target.setAttribute(Qt.WidgetAttribute.WA_TranslucentBackground)
            target.installEventFilter(self._corners)
        if isinstance(target, HOVERED):
            target.setAttribute(Qt.WidgetAttribute.WA_Hover)
        # Buttons with a kind set their font themselves; a small one has another.
        if isinstance(target, QPushButton) and not target.property(widget_painter.BUTTON_KIND):
            target.setFont(self._values.font("strong"))
        return result
