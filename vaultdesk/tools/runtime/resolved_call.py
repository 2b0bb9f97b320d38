"""Resolved calls: validated, permitted and immutable, grouped into batches that run together."""

import json
from collections.abc import Collection, Mapping, Sequence
from typing import Literal

from msgspec import Struct, field
from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.core.phrases import Phrase, Sentences, counted
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.tools.argument_schema import (
    InvalidArguments,
    canonical_arguments,
    explicit_arguments,
    validate_arguments,
)
from vaultdesk.tools.network_tool import NetworkTool
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.approvals import CallReview
from vaultdesk.tools.runtime.policy import (
    Permissions,
    PolicyAnswer,
    PolicyRequest,
    PolicySource,
    PolicyVerdict,
    PrivacyStatus,
)
from vaultdesk.tools.runtime.tool_results import strings_in
from vaultdesk.tools.text_sanitizer import has_hidden_characters, hidden_character_warning, name_warnings, sanitize_line
from vaultdesk.tools.tool import AnyTool, ChangingTool, Effect, FileChoice, Parameters
from vaultdesk.vault.note_path import NOTE_SUFFIX, same_name_key

MAX_NAMED_PATHS = 20
"""Maximum number of files named in a note to the model; the rest is counted."""

MAX_NAME_LENGTH = 300
"""Maximum length of an argument checked as a name; a longer one is text, which may mix scripts."""

PRIVATE_NOTE_WARNING = Phrase("This note is private: your rules ask each time before its text goes to a model.")
"""Warning for a note whose privacy rule requires approval."""


class ResolvedCall(Struct, frozen=True):
    """A call as it may run. Contains text, not objects, so that no other code can change it."""

    call_id: str
    tool: AnyTool
    arguments_json: str
    """The canonical arguments; parsed each time they are needed."""
    verdict: PolicyVerdict
    files: tuple[FileChoice, ...] = ()
    """Files it may read with approval, in the model's order."""
    paths_to_ask: frozenset[str] = frozenset()
    """Paths of `files` that need approval; a rule or an earlier answer allows the others."""
    denied_paths: tuple[str, ...] = ()
    """Paths denied by a rule: never shown as a choice, never read."""
    hidden_paths: tuple[str, ...] = ()
    """Paths that do not exist for the caller: missing, outside its folders, or private. The tool runs and finds
    nothing.
    """
    withheld_paths: tuple[str, ...] = ()
    """Existing paths among `hidden_paths`; the log records that they were refused."""
    effect: Effect = "read"
    """The effect of this call; may be less than the tool's, depending on the arguments."""
    allowed_by: Mapping[str, PolicySource] = field(default_factory=dict)
    """Who permitted each file that needs no approval."""
    is_ambiguous: bool = False
    """Whether it names no readable file, and one by an ambiguous name."""
    receiver: Destination | None = None
    """The receiver of the arguments other than the model."""

    @property
    def arguments(self) -> Parameters:
        """A new copy of the frozen arguments."""
        arguments: Mapping[str, JsonValue] = json.loads(self.arguments_json)
        return validate_arguments(self.tool.parameters, arguments)

    @property
    def files_to_ask(self) -> tuple[FileChoice, ...]:
        """The files that need approval."""
        return tuple(choice for choice in self.files if choice.path in self.paths_to_ask)

    @property
    def preapproved_paths(self) -> frozenset[str]:
        """Paths that a rule or an earlier answer allows."""
        return frozenset(choice.path for choice in self.files) - self.paths_to_ask

    @property
    def denied_as_written(self) -> list[str]:
        """Paths denied by a rule, as spelled in the call, so that the location of such a note is not disclosed."""
        texts = list(strings_in(json.loads(self.arguments_json)))
        return [_as_written(path, texts) for path in self.denied_paths]

    def review(self) -> CallReview:
        """Return the data shown for this call: copies, made from the frozen text."""
        arguments = self.arguments
        texts = list(strings_in(json.loads(self.arguments_json)))
        names = [text for text in texts if len(text) <= MAX_NAME_LENGTH and "\n" not in text]
        warnings = [*name_warnings([*(choice.path for choice in self.files_to_ask), *names])]
        warnings += [
            hidden_character_warning(text) for text in texts if text not in names and has_hidden_characters(text)
        ]
        warnings += [choice.warning for choice in self.files_to_ask if choice.warning]
        if self.files_to_ask and self.preapproved_paths:
            warnings.append(
                counted(
                    len(self.preapproved_paths),
                    "{0} more note will be read under a permission you gave before.",
                    "{0} more notes will be read under a permission you gave before.",
                )
            )
        if self.denied_paths:
            warnings.append(
                counted(
                    len(self.denied_paths),
                    "{0} note will not be read: a rule of yours denies it.",
                    "{0} notes will not be read: a rule of yours denies it.",
                )
            )
        if self.withheld_paths:
            warnings.append(
                counted(
                    len(self.withheld_paths),
                    "{0} note will not be read: private, or outside the allowed folders.",
                    "{0} notes will not be read: private, or outside the allowed folders.",
                )
            )
        return CallReview(
            call_id=self.call_id,
            tool=self.tool.name,
            display_name=self.tool.display_name,
            purpose=self.tool.purpose,
            effect=self.effect,
            arguments=canonical_arguments(arguments),
            files=self.files_to_ask,
            warnings=tuple(dict.fromkeys(warnings)),
            action=self.tool.action(arguments),
            receiver=self.receiver,
            has_lines=self.tool.has_lines and not self.tool.is_foreign,
        )

    def narrowed_arguments(self, paths: Collection[str]) -> Parameters:
        """Return the arguments for only the files at *paths*; a call that names no files is unchanged."""
        if not self.files:
            return self.arguments
        # Paths that do not exist for the caller are kept, so that the tool reports them as missing.
        selected = [choice.path for choice in self.files if choice.path in paths]
        if len(selected) == len(self.files) and not self.denied_paths:
            return self.arguments
        texts = list(strings_in(json.loads(self.arguments_json)))
        missing = [_as_written(path, texts) for path in self.hidden_paths]
        arguments: Parameters = self.tool.with_files(self.arguments, [*selected, *missing])
        return arguments

    def changed_paths(self, current_files: Mapping[str, FileChoice], paths: Collection[str]) -> tuple[str, ...]:
        """Return those of *paths* that were shown and have changed since."""
        shown = [choice for choice in self.files_to_ask if choice.path in paths]
        return tuple(c.path for c in shown if c.path not in current_files or current_files[c.path].digest != c.digest)

    def omission_note(self, paths: Collection[str]) -> str:
        """Return the note for the model about files it does not get."""
        texts = list(strings_in(json.loads(self.arguments_json)))
        left_out = [_as_written(choice.path, texts) for choice in self.files_to_ask if choice.path not in paths]
        sentences = []
        if left_out:
            total = len(self.files)
            sentences.append(f"The user chose not to share {len(left_out)} of {total} files: {name_paths(left_out)}.")
        if self.denied_paths:
            sentences.append(f"A rule of the user withholds: {name_paths(self.denied_as_written)}.")
        return " ".join(sentences)


def plans_changes(tool: AnyTool, effect: Effect) -> bool:
    """Whether a call of *tool* with *effect* is planned in a staging area instead of run."""
    return isinstance(tool, ChangingTool) and effect in ("write", "delete")


async def resolve_call(
    call: ToolCallPart, tool: AnyTool, permissions: Permissions, policy_request: PolicyRequest, destination: Destination
) -> ResolvedCall:
    """Return *call* resolved in its current state. Raises `InvalidArguments`, and what `Tool.files` and `receiver`
    raise.
    """
    arguments = validate_arguments(tool.parameters, call.arguments or {})
    text = json.dumps(explicit_arguments(arguments))
    if plans_changes(tool, policy_request.effect):
        # The affected files are known after planning; then each file is checked.
        return ResolvedCall(call.id, tool, text, PolicyVerdict("ask", "default"), effect=policy_request.effect)
    verdicts = _FileVerdicts()
    choices = {choice.path: choice for choice in await tool.files(arguments)}
    for choice in choices.values():
        verdicts.add(
            choice, policy_request, permissions, await permissions.privacy.current_status(choice.path, destination)
        )
    verdicts.hide_missing()
    return ResolvedCall(
        call.id,
        tool,
        text,
        verdicts.verdict() if choices else permissions.decide(policy_request, None),
        tuple(verdicts.files),
        paths_to_ask=frozenset(verdicts.paths_to_ask),
        denied_paths=tuple(verdicts.denied),
        hidden_paths=tuple(verdicts.hidden),
        withheld_paths=tuple(path for path, exists in verdicts.hidden.items() if exists),
        effect=policy_request.effect,
        allowed_by=verdicts.allowed_by,
        is_ambiguous=not verdicts.files and any(choice.is_ambiguous for choice in choices.values()),
        receiver=tool.receiver(arguments) if isinstance(tool, NetworkTool) else None,
    )


class _FileVerdicts(Struct):
    """The files of a call, grouped by verdict."""

    files: list[FileChoice] = field(default_factory=list)
    paths_to_ask: set[str] = field(default_factory=set)
    denied: list[str] = field(default_factory=list)
    hidden: dict[str, bool] = field(default_factory=dict)
    """Paths that do not exist for the caller, with whether there is something to hide."""
    allowed_by: dict[str, PolicySource] = field(default_factory=dict)

    def add(
        self, choice: FileChoice, policy_request: PolicyRequest, permissions: Permissions, status: PrivacyStatus
    ) -> None:
        reached = policy_request.agent_scope.allows_path(choice.path)
        if status == "closed" or not reached:
            self.hidden[choice.path] = choice.size is not None or bool(choice.warning) or not reached
            return
        verdict = permissions.decide(policy_request, choice.path)
        if verdict.answer == "deny":
            self.denied.append(choice.path)
            return
        private = status == "ask" and choice.size is not None
        self.files.append(_as_private(choice) if private else choice)
        self.allowed_by[choice.path] = verdict.by
        # A folder's approval does not cover notes that the user excluded from search.
        if private or verdict.answer == "ask" or (verdict.by == "grant" and not choice.ticked):
            self.paths_to_ask.add(choice.path)

    def hide_missing(self) -> None:
        """Request no approval if none of the files exists: the tool runs and reports the wrong names."""
        if any(choice.size is not None or choice.warning for choice in self.files):
            return
        self.hidden.update((choice.path, False) for choice in self.files)
        self.files.clear()
        self.paths_to_ask.clear()

    def verdict(self) -> PolicyVerdict:
        """Return the verdict for the call. If all its files are hidden, it may run: it finds nothing."""
        answer: PolicyAnswer = "ask" if self.paths_to_ask else "allow" if self.files or not self.denied else "deny"
        by = {*self.allowed_by.values(), *(("rule",) if self.denied else ())}
        return PolicyVerdict(answer, "grant" if "grant" in by else "rule" if "rule" in by else "default")


def name_paths(paths: Sequence[str]) -> str:
    """Return *paths* for a sentence to the model: the first ones, and the number of others."""
    more = len(paths) - MAX_NAMED_PATHS
    return ", ".join(sanitize_line(path, 200) for path in paths[:MAX_NAMED_PATHS]) + (
        f" and {more} more" if more > 0 else ""
    )


def _as_written(path: str, texts: Sequence[str]) -> str:
    """Return *path* as spelled in the call: the spelling on disk would disclose that a hidden file exists."""
    key = same_name_key(path)
    endings = (key, key.removesuffix(NOTE_SUFFIX))
    exact = (text for text in texts if same_name_key(text) in endings)
    # A name that only one note has may be used instead of its path.
    short = (text for text in texts if text.strip() and f"/{key}".endswith(_name_endings(text)))
    return next(exact, None) or next(short, path)


def _name_endings(text: str) -> tuple[str, str]:
    key = same_name_key(text)
    return f"/{key}", f"/{key}{NOTE_SUFFIX}"


def _as_private(choice: FileChoice) -> FileChoice:
    return replace(choice, ticked=False, warning=Sentences(choice.warning, PRIVATE_NOTE_WARNING))


BatchKind = Literal["any", "reads", "changes", "alone"]
"""`any`: it has its result without running, so it fits in any batch. `alone`: it sends data, or changes something other
than a file of the vault.
"""


class CallBatch(Struct):
    """Calls that are executed together."""

    kind: BatchKind
    calls: list[ToolCallPart] = field(default_factory=list)

    @property
    def changes(self) -> bool:
        """Whether its calls plan changes of files."""
        return self.kind == "changes"


def batch_calls(calls: Sequence[ToolCallPart], registry: ToolRegistry) -> list[CallBatch]:
    """Return *calls* in order as batches: a read before a write runs before the write is planned, and vice versa."""
    batches: list[CallBatch] = []
    for call in calls:
        kind = _batch_kind(call, registry)
        last = batches[-1] if batches else None
        if last is None or kind == "alone" or last.kind == "alone" or not _can_join(kind, last.kind):
            batches.append(CallBatch(kind, [call]))
            continue
        last.calls.append(call)
        if last.kind == "any":
            last.kind = kind
    return batches


def _can_join(kind: BatchKind, other: BatchKind) -> bool:
    return kind == other or "any" in (kind, other)


def _batch_kind(call: ToolCallPart, registry: ToolRegistry) -> BatchKind:
    tool = registry.get(call.name)
    if tool is None or call.arguments is None:
        return "any"
    try:
        effect = tool.effect_of(validate_arguments(tool.parameters, call.arguments))
    except InvalidArguments:
        return "any"
    if plans_changes(tool, effect):
        return "changes"
    return "reads" if effect in ("read", "none") else "alone"
