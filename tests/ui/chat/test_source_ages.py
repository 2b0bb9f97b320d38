"""Source ages: the chip of a note tells how fresh it is, one of a note that is gone tells nothing."""

from pathlib import Path

from tests.support.qt_loop import on_qt_loop, until
from tests.ui.agents.agent_desk import open_workspace
from vaultdesk.ui.chat.answer_sources import AnswerSource
from vaultdesk.ui.chat.source_ages import SourceAges
from vaultdesk.ui.chat.source_row import SourceRow
from vaultdesk.ui.widgets.chips import SourceChip


class Shown:
    """An exchange whose sources stand there already."""

    def __init__(self, row: SourceRow) -> None:
        self.source_row = row
        self.sources_shown = row.opened  # a signal; nothing more is shown in this test


@on_qt_loop
async def test_a_source_says_how_fresh_it_is(tmp_path: Path) -> None:
    async with open_workspace(tmp_path) as workspace:
        await workspace.indexer.settled()
        (note, *_) = await workspace.searcher.tree()
        row = SourceRow([AnswerSource(1, note.path, ""), AnswerSource(2, "Nobody wrote this", "")])
        SourceAges(workspace.searcher, row).follow(Shown(row))  # type: ignore[arg-type]  # as much of it as is looked at
        known, unknown = row.findChildren(SourceChip)
        await until(lambda: "Indexed" in known.toolTip())
        assert "Changed: " in known.toolTip()
        assert note.path in known.toolTip()
        assert "Indexed" in known.accessibleDescription()
        assert "Indexed" not in unknown.toolTip()
