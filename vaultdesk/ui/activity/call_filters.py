"""Call filters: narrow tool calls down by tool, by what came of them, by agent."""

from collections.abc import Mapping, Sequence

from PySide6.QtCore import QCoreApplication, QObject, Signal

from vaultdesk.ui.activity.tool_calls import OUTCOMES, Outcome, ToolCall
from vaultdesk.ui.widgets.lists.list_page import FilterBox


class CallFilters(QObject):
    """Three boxes; whoever shows them puts `boxes` somewhere."""

    changed = Signal()

    def __init__(self, names: Mapping[str, str], parent: QObject) -> None:
        """*names* are what tools are called."""
        super().__init__(parent)
        self._names = names
        self.tool = FilterBox(self.tr("Tool"), [("", self.tr("All tools"))])
        outcomes = [("", self.tr("Any result")), *((outcome, outcome_name(outcome)) for outcome in OUTCOMES)]
        self.outcome = FilterBox(self.tr("Result"), outcomes)
        self.agent = FilterBox(self.tr("Agent"), [("", self.tr("All agents"))])
        self.boxes = (self.tool, self.outcome, self.agent)
        for box in self.boxes:
            box.chosen.connect(self.changed)

    def offer(self, calls: Sequence[ToolCall]) -> None:
        """Offer the tools and agents that *calls* have."""
        tools = sorted({call.tool for call in calls}, key=lambda tool: self._names.get(tool, tool))
        self.tool.set_choices([("", self.tr("All tools")), *((tool, self._names.get(tool, tool)) for tool in tools)])
        agents = sorted({call.agent for call in calls if call.agent})
        self.agent.set_choices([("", self.tr("All agents")), *((agent, agent) for agent in agents)])
        self.agent.setEnabled(bool(agents))

    def fitting(self, calls: Sequence[ToolCall], words: str) -> list[ToolCall]:
        """Return those of *calls* that fit the boxes and *words*."""
        tool, outcome, agent = (box.value() for box in self.boxes)
        return [
            call
            for call in calls
            if tool in ("", call.tool)
            and outcome in ("", call.outcome)
            and agent in ("", call.agent)
            and (not words or call.matches(words))
        ]


def outcome_name(outcome: Outcome) -> str:
    """Return what an outcome is called in the list of them."""
    match outcome:
        case "done":
            return _tr("Done")
        case "failed":
            return _tr("Failed")
        case "refused":
            return _tr("Not allowed")
        case "cancelled":
            return _tr("Stopped")
        case "open":
            return _tr("No end is written")


def _tr(text: str) -> str:
    return QCoreApplication.translate("CallFilters", text)
