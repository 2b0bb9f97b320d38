"""Approvers: who answers an approval on the command line: a rule from `--approve`, or the person at the terminal."""

import json
import sys
from collections.abc import Awaitable, Callable
from typing import Literal

from vaultdesk.cli.change_lines import change_lines, groups
from vaultdesk.cli.prompt import typed_line
from vaultdesk.cli.screen import one_line, say
from vaultdesk.tools.approvals import ApprovalDecision, ApprovalRequest, Approver
from vaultdesk.vault.change_set import NoteChoice

ApproveChoice = Literal["ask", "reads", "all", "none"]


class RuleApprover:
    """Answers by the rule the person gave with `--approve` for this run (CONTRACTS)."""

    def __init__(self, rule: Literal["reads", "all", "none"], why: str = "") -> None:
        """*why* is what the model and the person are told when it refuses."""
        self._rule = rule
        self._why = why or f"refused by --approve {rule}"

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Allow every call (all), calls that only read (reads), or nothing (none)."""
        only_reads = not request.changes and all(call.effect in ("read", "none") for call in request.calls)
        allowed = self._rule == "all" or (self._rule == "reads" and only_reads)
        reason = "" if allowed else self._why
        files = _ticked(request) if allowed and self._rule == "reads" else None
        return ApprovalDecision(approved=allowed, files=files, reason=reason)


class TerminalApprover:
    """Asks the person at the terminal. Anything but a plain yes or a list of files means no."""

    def __init__(self, read_line: Callable[[str], Awaitable[str | None]] = typed_line) -> None:
        self._read_line = read_line

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Show what would happen and wait for the answer; the end of input refuses."""
        for line in describe(request):
            say(line, stream=sys.stderr)
        how = "[y]es, or Enter for no: "
        if request.changes:
            how = "[y]es to all of it, numbers of what to apply, or Enter for no: "
        elif request.files:
            how = "[y]es, numbers of the notes to allow, or Enter for no: "
        return read_answer(request, await self._read_line(how))


def describe(request: ApprovalRequest) -> list[str]:
    """Return what the person must see, in the order of UX.md: what, tool, the model's words, arguments, files."""
    lines = ["", f"── {request.headline}"]
    for call in request.calls:
        lines.append(f"   {call.display_name}: {call.purpose}")
        lines += [f"   {name} = {_argument(value)}" for name, value in call.arguments.items()]
        lines += [f"   ! {warning}" for warning in call.warnings]
    if request.model_words:
        lines.append(f"   In the model's words, not checked: “{one_line(request.model_words, 300)}”")
    for number, choice in enumerate(request.files, start=1):
        size = "no such file" if choice.size is None else f"{choice.size:,} bytes"
        lines.append(f"   {number}. {choice.path} ({size}; {choice.reason})")
        if choice.warning:
            lines.append(f"      ! {choice.warning}")
        if not choice.ticked:
            lines.append(f"      ! Yes leaves it out; name it by its number, {number}, to include it.")
    lines += change_lines(request.changes)
    if not request.destination.local and not request.changes:
        where = f"{request.destination.name} at {request.destination.host}"
        lines.append(f"   This leaves the computer for {where}.")
    return lines


def read_answer(request: ApprovalRequest, answer: str | None) -> ApprovalDecision:
    """Turn what was typed into a decision: y or yes, numbers of files or of changes, anything else is no."""
    words = (answer or "").replace(",", " ").split()
    if len(words) == 1 and words[0].casefold() in ("y", "yes"):
        return ApprovalDecision(approved=True, files=_ticked(request))
    files, choices = request.files, groups(request.changes)
    offered = len(choices) or len(files)
    if not words or not all(word.isascii() and word.isdigit() and 1 <= int(word) <= offered for word in words):
        return ApprovalDecision(approved=False)
    numbers = [int(word) - 1 for word in dict.fromkeys(words)]
    if choices:
        taken = [change for number in dict.fromkeys(numbers) for change in choices[number]]
        return ApprovalDecision(approved=True, changes=tuple(NoteChoice(change.id) for change in taken))
    return ApprovalDecision(approved=True, files=tuple(files[number].path for number in numbers))


def chosen_approver(choice: ApproveChoice | None) -> Approver:
    """Return who answers: what `--approve` says, else the person at a terminal, else nobody (which refuses)."""
    if choice is None:
        if not (sys.stdin.isatty() and sys.stderr.isatty()):
            return RuleApprover("none", "there is no terminal to ask in, and no --approve was given")
        choice = "ask"
    return TerminalApprover() if choice == "ask" else RuleApprover(choice)


def _ticked(request: ApprovalRequest) -> tuple[str, ...] | None:
    """Return the files a general yes covers; None where that is all. The others need to be named (OBSIDIAN E.5)."""
    if all(choice.ticked for choice in request.files):
        return None
    return tuple(choice.path for choice in request.files if choice.ticked)


def _argument(value: object) -> str:
    return one_line(json.dumps(value, ensure_ascii=False), 2000)
