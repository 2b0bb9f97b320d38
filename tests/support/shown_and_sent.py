"""Random conversations with a model at a remote address: compares the approved text with the text sent.

Each line of each note contains a unique marker, and so does each name. A recording approver and reviewer collects the
markers of the text that was shown and approved; the markers in the requests are compared with them.
"""

import json
import random
import re
from collections import Counter
from collections.abc import Awaitable, Callable, Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.support.wire_turns import Call, Recorded, Turn
from vaultdesk.agent.agent import DEFINITION_QUESTION, define_word
from vaultdesk.agent.context.conversation_summary import SUMMARY_PROMPT
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import Run, RunFailed
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.core.settings.settings_schema import ModeName
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureRequest
from vaultdesk.privacy.embedding_gate import EmbeddingGate
from vaultdesk.tools.builtin.vocabulary_notes import VocabularyWord
from vaultdesk.tools.runtime.approvals import (
    ApprovalDecision,
    ApprovalRequest,
    FirstUseAnswer,
    FirstUseRequest,
    LineRange,
)
from vaultdesk.tools.runtime.found_result import picked_text
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.chat_titles import TITLE_PROMPT, ChatTitles
from vaultdesk.workspace.passage_rewriter import PassageToRewrite

MARKER = re.compile(r"\b(?:op|ak|pv|cm)[0-9]+x[0-9]+z\b")
"""`op`: an open note; `ak`: a note that needs approval each time; `pv`: a private note; `cm`: a comment."""

WORDS = ("boiler", "pump", "budget", "garden", "letter")


NAME = re.compile(r"\bnm[0-9]+z\b")
"""A unique word in the name of a note."""


def names(text: str) -> set[str]:
    """Return the name words in *text*."""
    return set(NAME.findall(text))


def markers(text: str) -> set[str]:
    """Return the markers in *text*."""
    return set(MARKER.findall(text))


@dataclass
class RandomVault:
    """Random notes with a marker on each line."""

    random: random.Random
    notes: dict[str, str] = field(default_factory=dict)
    site: str = ""
    """URL of the web site that pages are fetched from."""
    said: set[str] = field(default_factory=set)
    """Name words that the user or the remote model wrote."""
    _count: int = 0

    def line(self, kind: str, number: int) -> str:
        """Return a line of a note with a unique marker."""
        self._count += 1
        words = " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(2, 9)))
        return f"{words} {kind}{number}x{self._count}z"

    def write(self) -> Mapping[str, str]:
        """Create notes of every privacy level, with comments, properties, links and headings."""
        for number in range(self.random.randint(6, 12)):
            kind = self.random.choices(("op", "ak", "pv"), (6, 1, 2))[0]
            own_name = f"Note {number} nm{number}z"
            name = f"{self.random.choice(('', 'House/', 'Daily/'))}{own_name}"
            head = ""
            if kind == "pv":
                how = self.random.choice(("folder", "tag", "property"))
                name = f"Personal/{own_name}" if how == "folder" else name
                head = {"tag": "---\ntags: [private]\n---\n", "property": "---\nprivate: true\n---\n"}.get(how, "")
            elif kind == "ak":
                head = "---\nteam: yes\n---\n"
            elif self.random.random() < 0.4:
                head = f"---\nstatus: {self.line(kind, number)}\n---\n"
            lines = [f"# Note {number}", ""]
            for part in range(self.random.randint(1, 4)):
                lines += [f"## Part {part} {self.line(kind, number)}", ""]
                lines += [self.line(kind, number) for _ in range(self.random.randint(1, 8))]
                if self.random.random() < 0.4:
                    around = f"{self.line(kind, number)} %%{self.line('cm', number)}"
                    around += "\n" if self.random.random() < 0.4 else " "
                    lines.append(f"{around}{self.line('cm', number)}%% {self.line(kind, number)}")
                if self.random.random() < 0.3:
                    other = self.random.randint(0, number)
                    lines.append(f"See [[Note {other} nm{other}z]] {self.line(kind, number)}")
                lines.append("")
            lines += ["## Closing", "", self.line(kind, number), ""]
            self.notes[f"{name}.md"] = head + "\n".join(lines)
        # Two notes of the same name, for ambiguous references.
        for folder in ("House", "Daily"):
            self.notes[f"{folder}/Twin nm{len(self.notes)}z/Twin.md"] = f"# Twin\n\n{self.line('op', 99)}\n"
        return self.notes

    def open_names(self) -> set[str]:
        """Return the name words of notes that are not private, and of the links in them."""
        opened = [f"{path}\n{text}" for path, text in self.notes.items() if not text_is_private(text)]
        return names("\n".join(opened))

    def note_of(self, marker: str) -> str:
        """Return the path of the note that contains *marker*."""
        return next(path for path, text in self.notes.items() if marker in text)


@dataclass(eq=False)
class Consent:
    """Answers at random, and records which markers were shown and approved."""

    vault: RandomVault
    root: Path
    agreed: set[str] = field(default_factory=set)
    """Markers of everything shown and selected, including names and headings."""
    owed: set[str] = field(default_factory=set)
    """Markers of the text that was shown and selected."""
    by_rule: bool = False
    """Whether "Always here" was chosen, which allows every open note."""
    agreed_names: set[str] = field(default_factory=set)
    """Name words in everything shown and selected."""
    asked_again: list[str] = field(default_factory=list)
    """Excerpts reviewed again although they were approved before for the same host and chat."""
    is_agreeable: bool = False
    """Whether everything shown is approved."""
    taken_back: set[str] = field(default_factory=set)
    """Markers of text excluded in a later review."""
    shown: str = ""
    """Names and texts of everything approved."""
    outside: set[str] = field(default_factory=set)
    """Markers in the displayed arguments of web calls."""
    listed_private: set[str] = field(default_factory=set)
    decisions: list[str] = field(default_factory=list)
    _pending: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """Approved content of each tool request: names with headings, and texts."""

    _reviewed: set[tuple[str, str, str]] = field(default_factory=set)
    """Chat, note and text of every excerpt approved in a review."""

    _cut: set[tuple[str, str]] = field(default_factory=set)
    """Chat and note of every excerpt excluded in a review; other excerpts of it may be reviewed again."""

    def _ticks(self, share: float) -> bool:
        return self.is_agreeable or self._random.random() < share

    @property
    def _random(self) -> random.Random:
        return self.vault.random

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        if request.destination.local:
            return "once"
        weights = (0, 1, 0) if self.is_agreeable else (1, 8, 1)
        answer: FirstUseAnswer = self._random.choices(("always", "once", "no"), weights)[0]
        self.by_rule = self.by_rule or answer == "always"
        self.decisions.append(f"first use: {answer}")
        return answer

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        if request.continues:
            self._pending.pop(request.continues, None)
        self.listed_private |= {note.path for note in request.withheld_notes}
        roll = 1.0 if self.is_agreeable else self._random.random()
        if any(call.receiver is not None for call in request.calls):
            self.outside |= markers(str([call.arguments for call in request.calls]))
            return ApprovalDecision(approved=True)
        if request.destination.local:
            return ApprovalDecision(approved=True)
        for passage in request.passages:
            assert not markers(passage.text) & self._private_markers(), "private text in a request"
        if roll < 0.12:
            self.decisions.append("refused")
            return ApprovalDecision(approved=False)
        if roll < 0.2 and request.query:
            self.decisions.append("other words")
            return ApprovalDecision(approved=False, new_query=self._random.choice(WORDS))
        if roll < 0.3 and not request.changes and not request.continues:
            self._change_a_note()
        selected = [passage for passage in request.passages if self._ticks(0.7)]
        files = [choice for choice in request.files if self._ticks(0.7)]
        shown = [(f"{passage.path}\n{passage.heading}", passage.text) for passage in selected]
        lines: dict[str, tuple[LineRange, ...]] = {}
        if request.preview is not None:
            for path in [choice.path for choice in files if choice.size is not None]:
                text = await request.preview(path)
                if request.has_lines(path) and not self._ticks(0.8):
                    lines[path] = self._pick_lines(text)
                    text = picked_text(text, lines[path])
                shown.append((path, text))
        if request.results:
            return ApprovalDecision(approved=True)
        if request.changes:
            self._agree_to_changes(request)
            return ApprovalDecision(approved=True)
        self._pending[request.id] = shown
        self.decisions.append(f"ticked {len(selected)} of {len(request.passages)}, {len(files)} files")
        return ApprovalDecision(
            approved=True,
            files=tuple(choice.path for choice in files),
            passages=tuple(passage.id for passage in selected),
            lines=lines,
        )

    def _pick_lines(self, text: str) -> tuple[LineRange, ...]:
        """Return some non-empty lines of *text*."""
        rows = [number for number, line in enumerate(text.split("\n"), 1) if line.strip()]
        picked = sorted(self._random.sample(rows, self._random.randint(1, min(4, len(rows)))))
        return tuple((number, number) for number in picked)

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        assert not request.destination.local
        for excerpt in request.excerpts:
            assert not markers(excerpt.text) & self._private_markers(), "private text in a review"
        if not self._ticks(0.9):
            self.decisions.append("review: not sent")
            self.taken_back |= markers("\n".join(excerpt.text for excerpt in request.excerpts))
            return DisclosureDecision(send=False)
        cut: dict[str, str | None] = {}
        reviewed = frozenset(self._reviewed)
        for excerpt in request.excerpts:
            if excerpt.state == "kept":
                continue
            key = (request.conversation_id, excerpt.path, excerpt.text)
            if excerpt.state == "ask" and key in reviewed and key[:2] not in self._cut:
                chat = request.conversation_id
                self.asked_again.append(f"{chat} {request.question[:40]} {excerpt.path}: {excerpt.text[:200]}")
            if not self._ticks(0.7):
                cut[excerpt.id] = None
                self._cut.add((request.conversation_id, excerpt.path))
                self.taken_back |= markers(excerpt.text)
            else:
                self._reviewed.add(key)
                self._agree(f"{excerpt.path}\n{excerpt.heading}", excerpt.text)
        # Two excerpts of a note with the same length count as one: excluding either is sufficient.
        excluded = {(excerpt.path, excerpt.original) for excerpt in request.excerpts if excerpt.id in cut}
        withheld_texts = [excerpt.text for excerpt in request.excerpts if (excerpt.path, excerpt.original) in excluded]
        self.taken_back |= markers("\n".join(withheld_texts))
        self.decisions.append(f"review: {len(cut)} of {len(request.excerpts)} cut")
        return DisclosureDecision(send=True, replacements=cut)

    def branched(self, chat: str, branch: str) -> None:
        """Copy the approvals of *chat* to *branch*."""
        self._reviewed |= {(branch, path, text) for source, path, text in self._reviewed if source == chat}
        self._cut |= {(branch, path) for source, path in self._cut if source == chat}

    def settle(self) -> None:
        """Record the approved content of tool requests, once none of them is continued."""
        for shown in self._pending.values():
            for name, text in shown:
                self._agree(name, text)
        self._pending.clear()

    def _agree_to_changes(self, request: ApprovalRequest) -> None:
        """Record the displayed lines of the changes, which the tool result contains."""
        for change in request.changes.changes:
            for hunk in change.hunks:
                lines = (*hunk.before, *hunk.old_lines, *hunk.new_lines, *hunk.after)
                self.agreed |= markers("\n".join(lines))
                self.agreed_names |= names("\n".join((change.path, change.final_path, *lines)))
                self.shown += f"\n{change.path}"

    def _agree(self, name: str, text: str) -> None:
        self.agreed |= markers(f"{name}\n{text}")
        self.agreed_names |= names(f"{name}\n{text}")
        self.owed |= markers(text)
        self.shown += f"\n{name}\n{text}"

    def _private_markers(self) -> set[str]:
        return {
            marker for text in self.vault.notes.values() for marker in markers(text) if marker.startswith(("pv", "cm"))
        }

    def _change_a_note(self) -> None:
        path = self._random.choice(list(self.vault.notes))
        kind = next(iter(markers(self.vault.notes[path])))[:2].replace("cm", "op")
        kind = next((marker[:2] for marker in markers(self.vault.notes[path]) if not marker.startswith("cm")), kind)
        match = re.search(r"Note (\d+)", path)
        number = int(match[1]) if match is not None else 99
        self.vault.notes[path] += f"\n{self.vault.line(kind, number)}\n"
        (self.root / path).write_text(self.vault.notes[path], encoding="utf-8")


def text_is_private(text: str) -> bool:
    """Return whether *text* is that of a private note."""
    return any(marker.startswith("pv") for marker in markers(text))


def random_turn(rng: random.Random, vault: RandomVault, request: Recorded, *, is_elsewhere: bool = True) -> Turn:
    """Return a random turn for *request*: tool calls if tools are offered, else text.

    With *is_elsewhere* the model is remote and knows what it wrote itself.
    """
    if not request.json.get("tools") or rng.random() < 0.45:
        return Turn(f"Noted, {rng.choice(WORDS)}.")
    text = _plain(request.json)
    # A model names notes it knows from the request; sometimes it guesses a name.
    known_paths = [path for path in vault.notes if names(path) <= names(text)]
    paths = known_paths if known_paths and rng.random() < 0.8 else list(vault.notes)
    calls = [_random_call(rng, vault, number, markers(text), paths) for number in range(rng.choice((1, 1, 2, 3)))]
    if is_elsewhere:
        vault.said |= names(str([call.arguments for call in calls]))
    return Turn(calls=calls)


def _random_edit(rng: random.Random, vault: RandomVault, known: set[str], paths: list[str]) -> dict[str, object]:
    """Return arguments that change one line known to the model, or that match no line of the note."""
    path = rng.choice(paths)
    lines = [line for line in vault.notes[path].split("\n") if markers(line) and markers(line) <= known]
    line = rng.choice(lines or ["Something"])
    return {"path": path, "old": line if rng.random() < 0.8 else f"no {line[:9]}", "new": f"changed {line}"}


def _random_call(rng: random.Random, vault: RandomVault, number: int, known: set[str], paths: list[str]) -> Call:
    query, path = rng.choice(WORDS), rng.choice(paths)
    about = rng.choice(sorted(marker for marker in known if marker.startswith("op")) or [query])
    ident = f"call_{rng.randrange(10**9)}_{number}"
    calls = [
        ("vault_search", {"query": query}),
        ("local_search", {"query": query, "salient_terms": [rng.choice(WORDS)]}),
        ("search_notes", {"query": query, "limit": rng.randint(1, 8)}),
        ("file_read", {"file_paths": rng.sample(paths, min(len(paths), rng.randint(1, 3)))}),
        ("read_note", {"path": path, "section": f"Part {rng.randint(0, 2)} nowhere"}),
        ("read_note", {"path": path, "section": "Closing"}),
        ("read_note", {"path": path}),
        ("read_note", {"path": "Twin"}),
        ("read_note", {"path": path.rpartition("/")[2]}),
        ("get_links", {"path": "Twin"}),
        ("graph", {"kind": "neighbours", "path": path, "depth": 2}),
        ("list_notes", {"folder": "", "recursive": True}),
        ("get_file_tree", {}),
        ("get_links", {"path": path}),
        ("graph", {"kind": rng.choice(("orphans", "hubs", "unresolved"))}),
        ("query_notes", {"columns": ["status", "file.modified"]}),
        ("recall", {"query": query}),
        ("edit_note", _random_edit(rng, vault, known, paths)),
        ("fetch_page", {"url": f"{vault.site}/?about={about}"}),
    ]
    name, arguments = rng.choice(calls)
    return Call(name, arguments, ident)


@dataclass
class Played:
    """Result of one random conversation."""

    consent: Consent
    failures: list[str] = field(default_factory=list)
    requests: Counter[str] = field(default_factory=Counter)
    """Number of requests to the remote model, by purpose."""


@dataclass
class Talk:
    """The conversation, its workspace and models."""

    workspace: Workspace
    consent: Consent
    label: str
    local_label: str
    conversation: Conversation = field(default_factory=lambda: Conversation(choices=ChatChoices()))
    failures: list[str] = field(default_factory=list)
    edited: dict[str, str] = field(default_factory=dict)
    """Notes named by edit calls, by call id."""

    @property
    def random(self) -> random.Random:
        """The random number generator."""
        return self.consent.vault.random


Way = Callable[[Talk], Awaitable[None]]


async def play(talk: Talk, sent: list[Recorded], steps: int, only: str = "") -> Played:
    """Run a random conversation of *steps* actions, or only of the action *only*; *sent* are the requests received."""
    talk.workspace.egress_policy.reviewer = talk.consent
    played = Played(talk.consent, talk.failures)
    for _ in range(steps):
        name = only or talk.random.choices(list(WAYS), [weight for weight, _ in WAYS.values()])[0]
        sent_before, owed_before, failures_before = len(sent), frozenset(talk.consent.owed), len(talk.failures)
        try:
            await WAYS[name][1](talk)
        except VaultDeskError as error:
            talk.failures.append(str(error))
        talk.consent.settle()
        if any("too long" in failure for failure in talk.failures[failures_before:]):
            # Text approved in this step is not sent: the conversation exceeds the context of the model.
            talk.consent.taken_back |= talk.consent.owed - owed_before
        played.requests.update(_purpose_of(request, name) for request in sent[sent_before:] if request.method == "POST")
    return played


def _purpose_of(request: Recorded, name: str) -> str:
    """Return the purpose of *request*, sent by the action *name*."""
    if "embeddings" in request.path:
        return "embed"
    text = _plain(request.json)
    return next((purpose for purpose, words in PURPOSES.items() if words in text), name)


PURPOSES = {
    "title": TITLE_PROMPT,
    "summary": SUMMARY_PROMPT,
    "definition": DEFINITION_QUESTION,
}


async def _question(talk: Talk) -> None:
    label = talk.local_label if talk.random.random() < 0.15 else talk.label
    await _ask(talk, label, talk.random.choice(("agent", "agent", "plus", "vault-qa", "chat")))


async def _agent(talk: Talk) -> None:
    await _ask(talk, talk.label, "agent")


async def _mention(talk: Talk) -> None:
    await _ask(talk, talk.label, "chat", 2)


async def _attachment(talk: Talk) -> None:
    """Ask with a folder, the open note, or a selection as context."""
    path = talk.random.choice(list(talk.consent.vault.notes))
    lines = [line for line in talk.consent.vault.notes[path].split("\n") if line and "%%" not in line]
    start = talk.random.randrange(len(lines))
    items = (
        ContextItem(kind="folder", target=talk.random.choice(("House", "Daily", ""))),
        ContextItem(kind="active", target=path),
        ContextItem(kind="selection", target=path, text="\n".join(lines[start : start + 3])),
    )
    await _run(talk, talk.label, Question("What of this?", (talk.random.choice(items),), mode="chat"))


async def _switch(talk: Talk) -> None:
    """Let the local model read notes, then ask the remote one."""
    await _ask(talk, talk.local_label, "agent")
    await _ask(talk, talk.label, "chat", 0)


async def _retry(talk: Talk) -> None:
    if any(message.role == "user" for message in talk.conversation.messages):
        agent = talk.workspace.agent(talk.consent, talk.label)
        await _follow(talk, agent.retry(talk.conversation))
    else:
        await _question(talk)


async def _edit(talk: Talk) -> None:
    """Replace an earlier question."""
    questions = [message for message in talk.conversation.messages if message.role == "user"]
    if questions:
        talk.conversation.ask_again_from(talk.random.choice(questions).id)
    await _ask(talk, talk.label, "agent")


async def _branch(talk: Talk) -> None:
    """Continue from an earlier message in a branch."""
    messages = talk.conversation.messages
    if messages:
        branch = talk.workspace.chats.branch(talk.conversation, talk.random.choice(messages).id)
        talk.consent.branched(talk.conversation.id, branch.id)
        talk.conversation = branch
    await _ask(talk, talk.label, "agent")


async def _restart(talk: Talk) -> None:
    """Ask after restoring the disclosure history as on a restart."""
    policy, chat = talk.workspace.egress_policy, talk.conversation.id
    state = json.loads(json.dumps(policy.history.state(chat)))
    policy.history._conversations.pop(chat, None)
    policy.history.restore(chat, state)
    await _ask(talk, talk.label, "agent")


async def _title(talk: Talk) -> None:
    if not talk.conversation.messages:
        await _ask(talk, talk.label, "chat", 0)
    await ChatTitles(talk.workspace._answering_model).suggest_title(talk.conversation)


async def _define(talk: Talk) -> None:
    """Request a definition of a word of a note."""
    path = talk.random.choice(list(talk.consent.vault.notes))
    lines = [line for line in talk.consent.vault.notes[path].split("\n") if line and "%%" not in line]
    word = VocabularyWord(path, talk.random.choice(lines))
    await define_word(word, talk.workspace.agent(talk.consent, talk.label))


async def _summary(talk: Talk) -> None:
    """Fill the context until the beginning of the conversation is summarized."""
    await _ask(talk, talk.label, "chat", 2)
    text = " ".join(talk.random.choice(WORDS) for _ in range(4_000))
    await _run(talk, talk.label, Question(text, mode="chat"))


async def _ask(talk: Talk, label: str, mode: ModeName, mentions: int | None = None) -> None:
    """Ask about random notes in *mode*."""
    rng, vault = talk.random, talk.consent.vault
    count = rng.choice((0, 0, 1, 2)) if mentions is None else mentions
    items = tuple(ContextItem(kind="note", target=path) for path in rng.sample(list(vault.notes), count))
    words = f"What about the {rng.choice(WORDS)} and the {rng.choice(WORDS)}?"
    if mentions is None and rng.random() < 0.2:
        words += f" See [[{rng.choice(list(vault.notes)).removesuffix('.md')}]]"
    vault.said |= names(words)
    await _run(talk, label, Question(words, context=items, mode=mode))


async def _run(talk: Talk, label: str, question: Question) -> None:
    await _follow(talk, talk.workspace.agent(talk.consent, label).run(talk.conversation, question))


async def _follow(talk: Talk, work: Run) -> None:
    async with work as run:
        events = [event async for event in run]
    for call in (call for message in talk.conversation.messages for call in message.tool_calls):
        if call.name == "edit_note" and call.arguments and isinstance(path := call.arguments.get("path"), str):
            talk.edited[call.id] = path
    talk.failures += [str(event.error) for event in events if isinstance(event, RunFailed)]


async def _embed(talk: Talk) -> None:
    """Create embeddings of notes with the remote model, as the settings allow."""
    workspace = talk.workspace
    texts = [
        EmbeddingText(
            "\n".join(line for line in text.split("\n") if " cm" not in f" {line}" and "%%" not in line), path
        )
        for path, text in talk.consent.vault.notes.items()
    ]
    gate = workspace.catalog.embeddings(
        talk.label, lambda source, known: EmbeddingGate(source, workspace.privacy, workspace.ledger, known)
    )
    await gate.vectors(texts)
    await gate.aclose()


async def _rewrite(talk: Talk) -> None:
    path = talk.random.choice(list(talk.consent.vault.notes))
    lines = talk.consent.vault.notes[path].split("\n")
    start = talk.random.randrange(len(lines))
    passage = PassageToRewrite("\n".join(lines[start : start + 3]), path, start + 1, min(start + 3, len(lines)))
    async with aclosing(talk.workspace.passage_rewriter.rewrite(passage, "Shorter.", talk.label)) as pieces:
        async for _ in pieces:
            pass


WAYS: Mapping[str, tuple[int, Way]] = {
    "question": (40, _question), "agent": (8, _agent), "mention": (4, _mention), "attachment": (6, _attachment),
    "switch": (8, _switch), "retry": (6, _retry), "edit": (4, _edit), "branch": (4, _branch), "restart": (4, _restart),
    "rewrite": (8, _rewrite), "embed": (4, _embed), "title": (4, _title), "definition": (4, _define),
    "summary": (3, _summary),
}  # fmt: skip
"""Actions that send text, each with its weight."""


def sent_texts(requests: list[Recorded]) -> Iterator[str]:
    """Yield the body of each model request as text without escapes."""
    for request in requests:
        if request.method == "POST":
            yield _plain(request.json)


def notes_of_refused_edits(sent: list[Recorded], edited: Mapping[str, str]) -> set[str]:
    """Return the notes for which *sent* contains the message that an edit does not match the note.

    The message names text that the note does not contain, and may contain neither its text nor its name. The note is
    the one named in the call: *edited* maps call ids to notes, because the arguments of calls of another model may be
    omitted in *sent*. Calls of the receiving model have other ids.
    """
    notes, refused = dict(edited), set[str]()
    for message in _chat_messages(sent):
        for call in message.get("tool_calls") or ():
            path = json.loads(call["function"]["arguments"]).get("path")
            if call["function"]["name"] == "edit_note" and path:
                notes[call["id"]] = path
    for message in _chat_messages(sent):
        if message["role"] == "tool" and message["tool_call_id"] in notes:
            result = json.loads(message["content"])
            error = result.get("error") if isinstance(result, dict) else None
            if isinstance(error, dict) and error.get("code") == "VALIDATION_FAILED" and error.get("message"):
                refused.add(notes[message["tool_call_id"]])
    return refused


def _chat_messages(requests: list[Recorded]) -> Iterator[dict[str, Any]]:
    for request in requests:
        if request.method == "POST":
            yield from request.json.get("messages", ())


def _plain(value: object) -> str:
    """Return every text in *value*, including those in nested JSON strings."""
    match value:
        case str():
            try:
                inner = json.loads(value)
            except ValueError:
                return value
            return value if isinstance(inner, str | int | float) or inner is None else f"{value}\n{_plain(inner)}"
        case list():
            return "\n".join(map(_plain, value))
        case dict():
            return "\n".join(f"{key}: {_plain(inner)}" for key, inner in value.items())
        case _:
            return str(value)
