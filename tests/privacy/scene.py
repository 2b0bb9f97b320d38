"""A vault with privacy rules, a ledger and an egress policy, and requests that contain its notes."""

import json
from collections.abc import AsyncIterator, Collection, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path

from pydantic import JsonValue

from tests.support.scripted_provider import ScriptedProvider
from tests.support.tool_env import REMOTE
from tests.support.vaults import write_vault
from vaultdesk.chat.messages import Message, Source, TextPart, ToolCallPart, ToolResultPart
from vaultdesk.core.settings.settings_schema import PermissionRule, PrivacyRule, VaultSettings
from vaultdesk.core.transmission import Destination
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureRequest
from vaultdesk.privacy.egress_gate import DisclosureGate, EgressPolicy
from vaultdesk.privacy.ledger import Ledger
from vaultdesk.privacy.privacy_rules import PrivacyRules
from vaultdesk.privacy.rule_matcher import NO_MARKS, NoteMarks, marks_of
from vaultdesk.providers.provider import ModelEvent, ModelRequest, Provider
from vaultdesk.tools.runtime.policy import Permissions
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath, same_name_key
from vaultdesk.vault.vault import Vault

HERE = Destination("Ollama", "localhost", local=True)
OTHER = Destination("OpenAI", "api.openai.com", local=False)

NOTES: Mapping[str, str] = {
    "Open.md": "# Open\n\nThe heat pump costs 18,400.\n",
    "Plan.md": "# Plan\n\nWe decide in May. %%CANARY-COMMENT: not the cheap one%% Then we order.\n",
    "Personal/Diary.md": "# Diary\n\nCANARY-DIARY I was sad.\n",
    "Tagged.md": "---\ntags: [Private/Money]\n---\nCANARY-TAGGED 2,000 a month.\n",
    "Marked.md": "---\nprivate: true\n---\nCANARY-MARKED the letter.\n",
    "Asked.md": "---\nteam: yes\n---\nCANARY-ASKED the offer.\n",
}

RULES = (
    PrivacyRule(kind="folder", value="personal", answer="local"),
    PrivacyRule(kind="tag", value="private", answer="local"),
    PrivacyRule(kind="property", value="private: true", answer="local"),
    PrivacyRule(kind="property", value="team", answer="ask"),
)


class Table:
    """The known notes of a folder, read when it is created and at each `learn`."""

    def __init__(self, root: Path) -> None:
        self.root = root
        self.known: dict[str, NoteMarks | None] = {}
        self.learn()

    def learn(self) -> None:
        self.known = {
            file.relative_to(self.root).as_posix(): marks_of(
                parse_note(NotePath(file.relative_to(self.root).as_posix()), file.read_text(encoding="utf-8"))
            )
            for file in self.root.rglob("*.md")
        }

    def marks(self, path: str) -> NoteMarks | None:
        return self.known.get(path) if path.endswith(".md") else NO_MARKS

    def is_unread(self, path: str) -> bool:
        return path not in self.known

    def paths(self) -> Collection[str]:
        return self.known.keys()

    def candidates(self, name: str) -> tuple[str, ...]:
        spelled_path = self.spelling(name)
        return (spelled_path,) if spelled_path else ()

    def spelling(self, name: str) -> str | None:
        keys = {same_name_key(path): path for path in self.known}
        return keys.get(same_name_key(name)) or keys.get(same_name_key(name) + ".md")


class Reviewer:
    """Answers with the given decisions, and records the requests it was shown."""

    def __init__(self, *decisions: DisclosureDecision) -> None:
        self._decisions = list(decisions) or [DisclosureDecision(send=True)]
        self.shown: list[DisclosureRequest] = []

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        self.shown.append(request)
        return self._decisions.pop(0) if len(self._decisions) > 1 else self._decisions[0]


@dataclass
class Scene:
    """A vault with its privacy rules, ledger and egress policy."""

    root: Path
    vault: Vault
    table: Table
    rules: PrivacyRules
    ledger: Ledger
    egress_policy: EgressPolicy
    permissions: Permissions
    """By default a permission rule allows every note to be read without approval."""
    settings: list[VaultSettings] = field(default_factory=list)

    def set(self, **changed: object) -> None:
        """Change the settings of the vault."""
        self.settings[0] = self.settings[0].model_copy(update=changed)

    def gate(self, provider: Provider) -> DisclosureGate:
        return DisclosureGate(provider, self.ledger, self.egress_policy)

    async def sent(self, model_request: ModelRequest, destination: Destination = REMOTE) -> ModelRequest:
        """Send *model_request* through the gate and return the request that reached the provider."""
        provider = ScriptedProvider([[]], destination=destination)
        async for _ in self.gate(provider).stream(model_request):
            pass
        return provider.requests[0]


async def collect_events(gate: DisclosureGate, model_request: ModelRequest) -> list[ModelEvent]:
    """Send *model_request* through *gate* and return all events."""
    return [event async for event in gate.stream(model_request)]


@asynccontextmanager
async def open_scene(
    folder: Path,
    notes: Mapping[str, str] = NOTES,
    rules: Sequence[PrivacyRule] = RULES,
    reads: Sequence[PermissionRule] = (PermissionRule(effect="read", answer="allow"),),
) -> AsyncIterator[Scene]:
    """Open a vault of *notes* under *rules*; *reads* are the permission rules for reading notes."""
    root = write_vault(folder / "vault", notes)
    settings = [VaultSettings(privacy=tuple(rules))]
    async with Vault(root, watch=False) as vault, Ledger(folder / "ledger.sqlite") as ledger:
        table = Table(root)
        privacy = PrivacyRules(lambda: settings[0], table, vault)
        permissions = Permissions(lambda: reads)
        egress_policy = EgressPolicy(privacy, ledger, permissions=permissions)
        yield Scene(root, vault, table, privacy, ledger, egress_policy, permissions, settings)


def question(text: str = "What does it cost?") -> Message:
    return Message(id=f"q-{text}", role="user", parts=(TextPart(text=text),))


def call(name: str, call_id: str, words: str = "", **arguments: JsonValue) -> Message:
    """An assistant message with a tool call."""
    part = ToolCallPart(id=call_id, name=name, arguments_json=json.dumps(arguments), arguments=dict(arguments))
    return Message(id=f"a-{call_id}", role="assistant", parts=((TextPart(text=words),) if words else ()) + (part,))


def result(name: str, call_id: str, data: JsonValue, *sources: Source) -> Message:
    """The tool message with a result in the format of the executor."""
    content = json.dumps({"success": True, "data": data, "metadata": {"files_affected": []}}, ensure_ascii=False)
    part = ToolResultPart(call_id=call_id, name=name, content=content, sources=sources)
    return Message(id=f"r-{call_id}", role="tool", parts=(part,))


def read(*paths: str, call_id: str = "c1", allowed: str = "", notes: Mapping[str, str] = NOTES) -> tuple[Message, ...]:
    """The call of `file_read` for whole notes, and its result."""
    data: list[JsonValue] = [{"path": path, "content": notes[path], "size": len(notes[path])} for path in paths]
    sources = [Source(path=path, characters=len(notes[path]), allowed=allowed) for path in paths]
    return (
        call("file_read", call_id, file_paths=list(paths)),
        result("file_read", call_id, data, *sources),
    )


def request(*messages: Message, conversation: str = "chat_1") -> ModelRequest:
    return ModelRequest("m", "Be brief.", messages, conversation_id=conversation)


def request_text(model_request: ModelRequest) -> str:
    """Return everything that a provider could send of *model_request* as one text."""
    return "\n".join(message.model_dump_json() for message in model_request.messages) + model_request.system
