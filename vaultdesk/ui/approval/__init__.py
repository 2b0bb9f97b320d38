"""Approval: the question before a tool runs, as one component in two hosts, a dialog and a card in the chat."""

from vaultdesk.ui.approval.approver import CardSlot, WindowApprover
from vaultdesk.ui.approval.request_view import RequestView

__all__ = ["CardSlot", "RequestView", "WindowApprover"]
