from pytestqt.qtbot import QtBot

from vaultdesk.ui.browser.explain_line import ExplainLine


def test_plain_words_need_no_explanation(qtbot: QtBot) -> None:
    line = ExplainLine()
    qtbot.addWidget(line)
    for query in ("", "pump", "heat-pump cost", "ORANGE"):
        line.explain(query)
        assert line.isHidden(), query


def test_what_is_asked_is_said_when_the_line_is_opened_and_follows_the_query(qtbot: QtBot) -> None:
    line = ExplainLine()
    qtbot.addWidget(line)
    line.explain("tag:#house pump")
    assert not line.isHidden()
    assert line.words() == ""
    line.toggle.click()
    assert line.words() == "Notes with all of these:\n•  The tag #house or one below it\n•  “pump”"
    line.explain("-pump")
    assert line.words() == "•  Not “pump”"
    line.toggle.click()
    assert line.words() == ""
