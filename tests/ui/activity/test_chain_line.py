"""Chain line: whole, cut by a crash, or changed from outside: each in a sentence."""

from pytestqt.qtbot import QtBot

from vaultdesk.tools.runtime.audit_log import ChainCheck
from vaultdesk.ui.activity.chain_line import ChainLine


def test_each_finding_is_a_sentence(qtbot: QtBot) -> None:
    line = ChainLine()
    qtbot.addWidget(line)
    told: list[str] = []
    for check in (
        ChainCheck(0, (), ()),
        ChainCheck(1204, (), ()),
        ChainCheck(3, (2,), ()),
        ChainCheck(9, (), tuple(f"line {number} does not follow the line before it" for number in range(2, 7))),
    ):
        line.tell(check)
        told.append(line.text())
    line.fail("The record cannot be read.")

    assert told == [
        "Nothing is recorded yet.",
        "The record is whole: 1,204 lines, each tied to the one before.",
        "The record is whole: 3 lines, each tied to the one before. 1 line was cut by a crash.",
        "The record was changed from outside: line 2 does not follow the line before it; line 3 does not follow the "
        "line before it; line 4 does not follow the line before it; and 2 more. What it says may not be what happened.",
    ]
    assert line.accessibleName() == line.text() == "The record cannot be read."
