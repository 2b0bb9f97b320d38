"""Frozen call: one call checked, permitted and fixed, so that what was shown is what runs (THREATS 2.3)."""

import json
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass

from pydantic import JsonValue

from vaultdesk.chat.messages import ToolCallPart
from vaultdesk.tools.approvals import CallReview
from vaultdesk.tools.permissions import Answer, By, Permissions, Subject, Verdict
from vaultdesk.tools.preview import counted
from vaultdesk.tools.schema import canonical, validated
from vaultdesk.tools.tool import AnyTool, FileChoice, Parameters
from vaultdesk.tools.visible import short, warnings_for

NAMES_TOLD = 20
"""Files a note to the model names; the rest is counted."""


@dataclass(frozen=True, slots=True)
class FrozenCall:
    """A call as it may run. Holds text, not objects: nobody outside can change it."""

    call_id: str
    tool: AnyTool
    arguments_json: str
    """The canonical arguments; read anew each time they are needed."""
    verdict: Verdict
    files: tuple[FileChoice, ...] = ()
    """Files it may read if the person agrees, in the order the model named them."""
    questions: frozenset[str] = frozenset()
    """Paths among them the person must be asked about; a rule or an earlier answer allows the others."""
    denied: tuple[str, ...] = ()
    """Paths a rule denies: never shown as a choice, never read."""

    @property
    def arguments(self) -> Parameters:
        """A fresh copy of the arguments as they were frozen."""
        arguments: Mapping[str, JsonValue] = json.loads(self.arguments_json)
        return validated(self.tool.parameters, arguments)

    @property
    def asked(self) -> tuple[FileChoice, ...]:
        """The files the person must be asked about."""
        return tuple(choice for choice in self.files if choice.path in self.questions)

    @property
    def covered(self) -> frozenset[str]:
        """Paths that a rule or an earlier answer allows."""
        return frozenset(choice.path for choice in self.files) - self.questions

    def review(self) -> CallReview:
        """Return what is shown of this call: copies, made from the frozen text."""
        arguments = self.arguments
        warnings = [*warnings_for([*(choice.path for choice in self.asked), *_texts(json.loads(self.arguments_json))])]
        warnings += [choice.warning for choice in self.asked if choice.warning]
        if self.asked and self.covered:
            warnings.append(f"{counted(len(self.covered), 'more note')} will be read under an answer you gave before.")
        if self.denied:
            warnings.append(f"{counted(len(self.denied), 'note')} will not be read: a rule of yours denies it.")
        return CallReview(
            call_id=self.call_id,
            tool=self.tool.name,
            display_name=self.tool.display_name,
            purpose=self.tool.purpose,
            effect=self.tool.effect,
            arguments=canonical(arguments),
            files=self.asked,
            warnings=tuple(dict.fromkeys(warnings)),
            action=self.tool.action(arguments),
        )

    def narrowed(self, paths: Collection[str]) -> Parameters:
        """Return the arguments for the files at *paths* alone; a call that names no files stays as it is."""
        if not self.files:
            return self.arguments
        chosen = [choice.path for choice in self.files if choice.path in paths]
        arguments: Parameters = self.tool.with_files(self.arguments, chosen)
        return arguments

    def changed(self, now: Mapping[str, FileChoice], paths: Collection[str]) -> tuple[str, ...]:
        """Return those of *paths* the person was shown and that are no longer what was shown."""
        shown = [choice for choice in self.asked if choice.path in paths]
        return tuple(c.path for c in shown if c.path not in now or now[c.path].digest != c.digest)

    def note(self, paths: Collection[str]) -> str:
        """Return what the model should know of the files it does not get."""
        left_out = [choice.path for choice in self.asked if choice.path not in paths]
        told = []
        if left_out:
            total = len(self.files)
            told.append(f"The user chose not to share {len(left_out)} of {total} files: {_named(left_out)}.")
        if self.denied:
            told.append(f"A rule of the user keeps back: {_named(self.denied)}.")
        return " ".join(told)


async def freeze(call: ToolCallPart, tool: AnyTool, permissions: Permissions, subject: Subject) -> FrozenCall:
    """Return *call* fixed as it is now. Raises `WrongArguments`, and what `Tool.files` raises."""
    arguments = validated(tool.parameters, call.arguments or {})
    text = json.dumps(canonical(arguments), sort_keys=True)
    files: list[FileChoice] = []
    questions: set[str] = set()
    denied: list[str] = []
    by: set[By] = set()
    choices = {choice.path: choice for choice in await tool.files(arguments)}
    for choice in choices.values():
        verdict = permissions.decide(subject, choice.path)
        if verdict.answer == "deny":
            denied.append(choice.path)
            continue
        files.append(choice)
        by.add(verdict.by)
        # What the person left out of their own searches is not meant by an answer about its folder.
        if verdict.answer == "ask" or (verdict.by == "grant" and not choice.ticked):
            questions.add(choice.path)
    if choices:
        answer: Answer = "ask" if questions else "allow" if files else "deny"
        whole = Verdict(answer, "grant" if "grant" in by else "rule" if by else "default")
    else:
        whole = permissions.decide(subject, None)
    return FrozenCall(call.id, tool, text, whole, tuple(files), frozenset(questions), tuple(denied))


def _named(paths: Sequence[str]) -> str:
    more = len(paths) - NAMES_TOLD
    return ", ".join(short(path, 200) for path in paths[:NAMES_TOLD]) + (f" and {more} more" if more > 0 else "")


def _texts(value: object) -> list[str]:
    match value:
        case str():
            return [value]
        case dict():
            return [text for inner in value.values() for text in _texts(inner)]
        case list():
            return [text for inner in value for text in _texts(inner)]
        case _:
            return []
