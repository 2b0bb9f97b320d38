"""Icons: each one loads, is tinted by its role and is sharp at every scale."""

from pathlib import Path
from xml.etree import ElementTree

import pytest
from PySide6.QtCore import QSize, Qt
from PySide6.QtGui import QIcon, QImage
from PySide6.QtWidgets import QApplication

from vaultdesk.core.platform.paths import resource_path
from vaultdesk.ui.theme.icons import app_icon, icon, pixmap
from vaultdesk.ui.theme.theme import Theme

NAMES = [
    "panel-left",
    "panel-right",
    "chevron-left",
    "chevron-right",
    "chevron-down",
    "chevron-up",
    "search",
    "contrast",
    "sliders",
    "file",
    "file-plus",
    "folder",
    "folder-plus",
    "lock",
    "tag",
    "hash",
    "link",
    "plus",
    "close",
    "check",
    "minus",
    "more",
    "copy",
    "refresh",
    "undo",
    "arrow-up",
    "stop",
    "arrow-up-right",
    "at",
    "image",
    "clock",
    "shield",
    "shield-check",
    "info",
    "warning",
    "bulb",
    "cursor",
    "append",
    "download",
    "filter",
    "eye",
    "key",
    "chip",
    "cloud",
    "graph",
    "book",
    "calendar",
    "pause",
    "play",
    "globe",
    "pencil",
    "compass",
    "inbox",
    "bolt",
    "sort",
    "collapse",
    "chat",
    "person",
    "keyboard",
    "list",
    "pin",
    "expand",
    "tab-right",
    "spinner",
    "send",
]
"""Every icon name the window uses."""


def colors(image: QImage) -> set[str]:
    """Return the colors of the opaque pixels."""
    return {
        image.pixelColor(x, y).name()
        for x in range(image.width())
        for y in range(image.height())
        if image.pixelColor(x, y).alpha() == 255
    }


@pytest.mark.parametrize("name", NAMES)
def test_every_icon_exists_and_is_tinted(app_theme: Theme, name: str) -> None:
    assert colors(pixmap(name, "accent", 64).toImage()) == {app_theme.tokens.accent.lower()}


@pytest.mark.parametrize("file", sorted(resource_path("icons").glob("*.svg")), ids=lambda file: file.stem)
def test_every_icon_file_has_the_common_style(file: Path) -> None:
    root = ElementTree.fromstring(file.read_text(encoding="utf-8"))

    assert root.get("viewBox") == "0 0 24 24"
    assert root.get("stroke-width") == "1.75"
    assert root.get("stroke") == "currentColor"


@pytest.mark.parametrize("ratio", [1.0, 1.25, 1.5, 2.0, 3.0])
def test_a_pixmap_has_one_pixel_for_each_device_pixel(ratio: float) -> None:
    result = pixmap("search", "muted", 16, ratio)

    assert result.size() == QSize(round(16 * ratio), round(16 * ratio))
    assert result.devicePixelRatio() == ratio


def test_an_icon_is_muted_unless_active(app_theme: Theme) -> None:
    created = icon("stop")

    assert colors(created.pixmap(QSize(32, 32)).toImage()) == {app_theme.tokens.muted.lower()}
    assert colors(created.pixmap(QSize(32, 32), QIcon.Mode.Active).toImage()) == {app_theme.tokens.text.lower()}
    assert colors(created.pixmap(QSize(32, 32), QIcon.Mode.Disabled).toImage()) == {app_theme.tokens.disabled.lower()}


def test_icons_follow_the_theme(app_theme: Theme) -> None:
    app_theme.set_choice("dark")

    assert colors(pixmap("stop", "text", 32).toImage()) == {app_theme.tokens.text.lower()}


def test_the_application_icon_exists() -> None:
    assert not app_icon().pixmap(QSize(64, 64)).isNull()


def test_directional_icons_are_mirrored_in_right_to_left_layouts(qapp: QApplication) -> None:
    plain = pixmap("chevron-left", "text", 16).toImage()
    qapp.setLayoutDirection(Qt.LayoutDirection.RightToLeft)
    try:
        assert pixmap("chevron-right", "text", 16).toImage() == plain
        assert pixmap("search", "text", 16).toImage() != plain
    finally:
        qapp.setLayoutDirection(Qt.LayoutDirection.LeftToRight)


def test_a_disabled_icon_has_its_disabled_role_and_full_sharpness(app_theme: Theme) -> None:
    default, muted = (icon("search", size=14, disabled_role=role) for role in ("disabled", "muted"))
    size = QSize(app_theme.px(14), app_theme.px(14))

    default_image, muted_image = (
        candidate.pixmap(size, 1.0, QIcon.Mode.Disabled).toImage() for candidate in (default, muted)
    )

    assert default_image != muted_image
    assert muted_image == muted.pixmap(size, 1.0, QIcon.Mode.Normal).toImage()
