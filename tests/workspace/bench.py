"""Fixture: a home folder with settings and one vault that can be opened as a workspace."""

from contextlib import AbstractAsyncContextManager
from pathlib import Path

import pytest

from tests.support.tool_env import ListAsker
from tests.support.vaults import write_vault
from vaultdesk.chat.conversation import Conversation
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.platform.paths import AppFolders, app_folders
from vaultdesk.core.settings.settings_store import SettingsStore
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.workspace import Workspace


class FixedApprover(ListAsker):
    """Answers every approval request with the same decision."""

    def __init__(self, decision: ApprovalDecision) -> None:
        self.decision = decision
        self.requests: list[ApprovalRequest] = []

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        self.requests.append(request)
        return self.decision


class Bench:
    """A home folder with settings and one vault."""

    def __init__(self, home: Path, root: Path) -> None:
        self.folders: AppFolders = app_folders({"VAULTDESK_HOME": str(home)})
        self.store = SettingsStore(self.folders.settings_file)
        self.root = write_vault(root)
        self.credentials = Credentials({"VAULTDESK_HOME": str(home)})

    def open(self) -> AbstractAsyncContextManager[Workspace]:
        return Workspace.open(self.root, folders=self.folders, store=self.store, credentials=self.credentials)


@pytest.fixture
def bench(home: Path, tmp_path: Path) -> Bench:
    return Bench(home, tmp_path / "vault")


async def ask(workspace: Workspace, approver: FixedApprover, question: str, *, consent: bool = True) -> str:
    conversation = Conversation()
    async with workspace.agent(approver, consent=consent).run(conversation, question) as run:
        async for _ in run:
            pass
    return conversation.messages[-1].text
