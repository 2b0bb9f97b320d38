"""Tests of flow_banner.py."""

from PySide6.QtWidgets import QApplication

from vaultdesk.ui.chat.flow_banner import FlowBanner


def test_its_links_wrap_where_they_do_not_fit() -> None:
    actions = [(f"A rather long link {number}", lambda: None) for number in range(3)]
    banner = FlowBanner("info", "Something.", actions)
    heights = []
    for width in (900, 220):
        banner.resize(width, banner.heightForWidth(width))
        banner.show()
        QApplication.sendPostedEvents()
        heights.append(banner.heightForWidth(width))
        assert all(link.geometry().right() <= width for link in banner.links)
    assert heights[1] > heights[0]
