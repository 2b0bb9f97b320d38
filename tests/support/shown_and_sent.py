"""Random conversations with a model on an address that counts as foreign: what was shown, and what was sent.

Each line of each note holds a marker of its own. A recording approver and reviewer write down the markers of the text
that they were shown and agreed to; the markers on the wire are compared with them.
"""

import json
import random
import re
from collections.abc import Iterator, Mapping
from contextlib import aclosing
from dataclasses import dataclass, field
from pathlib import Path

from tests.support.wire_turns import Call, Recorded, Turn
from vaultdesk.agent.question import Question
from vaultdesk.agent.run import RunFailed
from vaultdesk.chat.conversation import ChatChoices, Conversation
from vaultdesk.chat.messages import ContextItem
from vaultdesk.core.errors import VaultDeskError
from vaultdesk.index.embeddings.embedder import EmbeddingText
from vaultdesk.privacy.disclosure_review import DisclosureDecision, DisclosureRequest
from vaultdesk.privacy.embedding_gate import EmbeddingGate
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest
from vaultdesk.tools.runtime.first_use import FirstUseAnswer, FirstUseRequest
from vaultdesk.workspace import Workspace
from vaultdesk.workspace.chat_titles import ChatTitles
from vaultdesk.workspace.passage_rewriter import PassageToRewrite

MARKER = re.compile(r"\b(?:op|ak|pv|cm)[0-9]+x[0-9]+z\b")
"""`op`: an open note; `ak`: one that asks each time; `pv`: a private one; `cm`: a comment."""

WORDS = ("boiler", "pump", "budget", "garden", "letter")


def markers(text: str) -> set[str]:
    """Return the markers in *text*."""
    return set(MARKER.findall(text))


@dataclass
class RandomVault:
    """Notes with a marker on each line."""

    random: random.Random
    notes: dict[str, str] = field(default_factory=dict)
    site: str = ""
    """The address of a web site that pages are read from."""
    _count: int = 0

    def line(self, kind: str, number: int) -> str:
        """Return a line of a note with a marker that no other line has."""
        self._count += 1
        words = " ".join(self.random.choice(WORDS) for _ in range(self.random.randint(2, 9)))
        return f"{words} {kind}{number}x{self._count}z"

    def write(self) -> Mapping[str, str]:
        """Make some notes of every kind of privacy, with comments, properties, links and headings."""
        for number in range(self.random.randint(6, 12)):
            kind = self.random.choices(("op", "ak", "pv"), (6, 1, 2))[0]
            name = f"{self.random.choice(('', 'House/', 'Daily/'))}Note {number}"
            head = ""
            if kind == "pv":
                how = self.random.choice(("folder", "tag", "property"))
                name = f"Personal/Note {number}" if how == "folder" else name
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
                    lines.append(f"See [[Note {self.random.randint(0, number)}]] {self.line(kind, number)}")
                lines.append("")
            self.notes[f"{name}.md"] = head + "\n".join(lines)
        return self.notes

    def note_of(self, marker: str) -> str:
        """Return the path of the note that *marker* stands in."""
        return next(path for path, text in self.notes.items() if marker in text)


@dataclass(eq=False)
class Consent:
    """Answers at random, and remembers which markers were shown and agreed to."""

    vault: RandomVault
    root: Path
    agreed: set[str] = field(default_factory=set)
    """Markers of what was shown and ticked, names and headings included."""
    owed: set[str] = field(default_factory=set)
    """Markers of the text that was shown and ticked."""
    by_rule: bool = False
    """Whether "Always here" was chosen: then every open note may go."""
    taken_back: set[str] = field(default_factory=set)
    """Markers of text that was left out in a later review."""
    shown: str = ""
    """Names and texts of everything that was agreed to."""
    outside: set[str] = field(default_factory=set)
    """Markers in the arguments that were shown of calls to the web."""
    listed_private: set[str] = field(default_factory=set)
    decisions: list[str] = field(default_factory=list)
    _pending: dict[str, list[tuple[str, str]]] = field(default_factory=dict)
    """What each request of a tool came to: names with headings, and texts."""

    @property
    def _random(self) -> random.Random:
        return self.vault.random

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        if request.destination.local:
            return "once"
        answer: FirstUseAnswer = self._random.choices(("always", "once", "no"), (1, 8, 1))[0]
        self.by_rule = self.by_rule or answer == "always"
        self.decisions.append(f"first use: {answer}")
        return answer

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        if request.continues:
            self._pending.pop(request.continues, None)
        self.listed_private |= {note.path for note in request.withheld_notes}
        roll = self._random.random()
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
        ticked = [one for one in request.passages if self._random.random() < 0.7]
        files = [choice for choice in request.files if self._random.random() < 0.7]
        shown = [(f"{one.path}\n{one.heading}", one.text) for one in ticked]
        if request.preview is not None:
            there = [choice.path for choice in files if choice.size is not None]
            shown += [(path, await request.preview(path)) for path in there]
        if request.results:
            return ApprovalDecision(approved=True)
        if request.changes:
            self._agree_to_changes(request)
            return ApprovalDecision(approved=True)
        self._pending[request.id] = shown
        self.decisions.append(f"ticked {len(ticked)} of {len(request.passages)}, {len(files)} files")
        return ApprovalDecision(
            approved=True,
            files=tuple(choice.path for choice in files),
            passages=tuple(one.id for one in ticked),
        )

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        assert not request.destination.local
        for excerpt in request.excerpts:
            assert not markers(excerpt.text) & self._private_markers(), "private text in a review"
        if self._random.random() < 0.1:
            self.decisions.append("review: not sent")
            self.taken_back |= markers("\n".join(excerpt.text for excerpt in request.excerpts))
            return DisclosureDecision(send=False)
        cut: dict[str, str | None] = {}
        for excerpt in request.excerpts:
            if excerpt.state == "kept":
                continue
            if self._random.random() < 0.3:
                cut[excerpt.id] = None
                self.taken_back |= markers(excerpt.text)
            else:
                self._agree(f"{excerpt.path}\n{excerpt.heading}", excerpt.text)
        self.decisions.append(f"review: {len(cut)} of {len(request.excerpts)} cut")
        return DisclosureDecision(send=True, cut=cut)

    def settle(self) -> None:
        """Count what was agreed to in the requests of tools, now that none of them is asked again."""
        for shown in self._pending.values():
            for name, text in shown:
                self._agree(name, text)
        self._pending.clear()

    def _agree_to_changes(self, request: ApprovalRequest) -> None:
        """Count the lines of the changes that were shown: the result tells the model of them."""
        for change in request.changes.changes:
            for hunk in change.hunks:
                lines = (*hunk.before, *hunk.old_lines, *hunk.new_lines, *hunk.after)
                self.agreed |= markers("\n".join(lines))
                self.shown += f"\n{change.path}"

    def _agree(self, name: str, text: str) -> None:
        self.agreed |= markers(f"{name}\n{text}")
        self.owed |= markers(text)
        self.shown += f"\n{name}\n{text}"

    def _private_markers(self) -> set[str]:
        return {one for text in self.vault.notes.values() for one in markers(text) if one.startswith(("pv", "cm"))}

    def _change_a_note(self) -> None:
        path = self._random.choice(list(self.vault.notes))
        kind = next(iter(markers(self.vault.notes[path])))[:2].replace("cm", "op")
        kind = next((one[:2] for one in markers(self.vault.notes[path]) if not one.startswith("cm")), kind)
        number = int(re.search(r"Note (\d+)", path)[1])  # type: ignore[index]  # each note is called so
        self.vault.notes[path] += f"\n{self.vault.line(kind, number)}\n"
        (self.root / path).write_text(self.vault.notes[path], encoding="utf-8")


def random_turn(rng: random.Random, vault: RandomVault, request: Recorded) -> Turn:
    """Return what the model says to *request*: calls of reading tools where it has some, else words."""
    if not request.json.get("tools") or rng.random() < 0.45:
        return Turn(f"Noted, {rng.choice(WORDS)}.")
    known = markers(_plain(request.json))
    return Turn(calls=[_random_call(rng, vault, number, known) for number in range(rng.choice((1, 1, 2, 3)))])


def _random_edit(rng: random.Random, vault: RandomVault, known: set[str]) -> dict[str, object]:
    """Return arguments that change one line that the model knows, or that fit no line of the note."""
    path = rng.choice(list(vault.notes))
    lines = [one for one in vault.notes[path].split("\n") if markers(one) and markers(one) <= known]
    line = rng.choice(lines or ["Something"])
    return {"path": path, "old": line if rng.random() < 0.8 else f"no {line[:9]}", "new": f"changed {line}"}


def _random_call(rng: random.Random, vault: RandomVault, number: int, known: set[str]) -> Call:
    query, path = rng.choice(WORDS), rng.choice(list(vault.notes))
    about = rng.choice(sorted(one for one in known if one.startswith("op")) or [query])
    ident = f"call_{rng.randrange(10**9)}_{number}"
    calls = [
        ("vault_search", {"query": query}),
        ("local_search", {"query": query, "salient_terms": [rng.choice(WORDS)]}),
        ("search_notes", {"query": query, "limit": rng.randint(1, 8)}),
        ("file_read", {"file_paths": rng.sample(list(vault.notes), rng.randint(1, 3))}),
        ("read_note", {"path": path, "section": f"Part {rng.randint(0, 2)} nowhere"}),
        ("read_note", {"path": path}),
        ("list_notes", {"folder": "", "recursive": True}),
        ("get_file_tree", {}),
        ("get_links", {"path": path}),
        ("graph", {"kind": rng.choice(("orphans", "hubs", "unresolved"))}),
        ("query_notes", {"columns": ["status", "file.modified"]}),
        ("recall", {"query": query}),
        ("edit_note", _random_edit(rng, vault, known)),
        ("fetch_page", {"url": f"{vault.site}/?about={about}"}),
    ]
    name, arguments = rng.choice(calls)
    return Call(name, arguments, ident)


@dataclass
class Played:
    """What one random conversation came to."""

    consent: Consent
    failures: list[str] = field(default_factory=list)


async def play(workspace: Workspace, consent: Consent, label: str, local_label: str, questions: int) -> Played:
    """Lead a random conversation with the model *label*, or with *local_label* now and then, on every way out."""
    rng, played = consent.vault.random, Played(consent)
    workspace.egress_policy.reviewer = consent
    conversation = Conversation(choices=ChatChoices())
    for _ in range(questions):
        way = rng.random()
        try:
            if way < 0.12:
                await _rewrite(workspace, consent, label)
            elif way < 0.18:
                await _embed(workspace, consent, label)
            elif way < 0.25:
                await ChatTitles(workspace._answering_model).suggest_title(conversation)
            else:
                model = local_label if rng.random() < 0.15 else label
                played.failures += await _ask(workspace, consent, conversation, model)
        except VaultDeskError as trouble:
            played.failures.append(str(trouble))
        consent.settle()
    return played


async def _ask(workspace: Workspace, consent: Consent, conversation: Conversation, label: str) -> list[str]:
    rng = consent.vault.random
    items = tuple(
        ContextItem(kind="note", target=path)
        for path in rng.sample(list(consent.vault.notes), rng.choice((0, 0, 1, 2)))
    )
    mode = rng.choice(("agent", "agent", "plus", "vault-qa", "chat"))
    words = f"What about the {rng.choice(WORDS)} and the {rng.choice(WORDS)}?"
    if rng.random() < 0.2:
        words += f" See [[{rng.choice(list(consent.vault.notes)).removesuffix('.md')}]]"
    question = Question(words, context=items, mode=mode)
    agent = workspace.agent(consent, label)
    async with agent.run(conversation, question) as run:
        events = [event async for event in run]
    return [str(event.error) for event in events if isinstance(event, RunFailed)]


async def _embed(workspace: Workspace, consent: Consent, label: str) -> None:
    """Have a model elsewhere read notes for their meaning, as the settings can say."""
    texts = [
        EmbeddingText(
            "\n".join(line for line in text.split("\n") if " cm" not in f" {line}" and "%%" not in line), path
        )
        for path, text in consent.vault.notes.items()
    ]
    gate = workspace.catalog.embeddings(
        label, lambda source, known: EmbeddingGate(source, workspace.privacy, workspace.ledger, known)
    )
    await gate.vectors(texts)
    await gate.aclose()


async def _rewrite(workspace: Workspace, consent: Consent, label: str) -> None:
    path = consent.vault.random.choice(list(consent.vault.notes))
    lines = consent.vault.notes[path].split("\n")
    start = consent.vault.random.randrange(len(lines))
    passage = PassageToRewrite("\n".join(lines[start : start + 3]), path, start + 1, min(start + 3, len(lines)))
    async with aclosing(workspace.passage_rewriter.rewrite(passage, "Shorter.", label)) as pieces:
        async for _ in pieces:
            pass


def sent_texts(requests: list[Recorded]) -> Iterator[str]:
    """Yield the body of each request that asked a model, as text without escapes."""
    for request in requests:
        if request.method == "POST":
            yield _plain(request.json)


def _plain(value: object) -> str:
    """Return every text in *value*, also those in JSON inside a text."""
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
