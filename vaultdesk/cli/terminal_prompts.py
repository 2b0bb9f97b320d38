"""Prompts at the terminal: approvals, by --approve or with the changes shown, and review of private text."""

import json
import re
import sys
from collections.abc import Awaitable, Callable, Iterable, Sequence
from typing import Literal

from vaultdesk.cli.console import escaped_line, escaped_text, print_text, read_typed_line
from vaultdesk.privacy.disclosure_review import (
    DisclosureDecision,
    DisclosureExcerpt,
    DisclosureRequest,
    DisclosureReviewer,
)
from vaultdesk.tools.elicitation import Elicitation, ElicitationAnswer, valid_answer
from vaultdesk.tools.network_tool import ResultChoice
from vaultdesk.tools.runtime.approval_text import change_line, count_notes, destination_text
from vaultdesk.tools.runtime.approvals import (
    ApprovalDecision,
    ApprovalRequest,
    Approver,
    FirstUseAnswer,
    FirstUseRequest,
)
from vaultdesk.vault.change_set import ChangeSet, NoteChange, NoteChoice
from vaultdesk.vault.line_diff import unified_diff

MAX_DIFF_LINES = 60
"""Maximum number of lines of one note's diff that are shown; the rest is counted."""

MAX_LINE_CHARACTERS = 400
"""Maximum number of characters of one line of a diff; the rest is counted."""

MAX_DIFF_CHARACTERS = 4_000_000
"""Maximum number of characters of a diff that are computed, to count what is not shown."""

_BLANK_RUN = re.compile(r"[ \t]{20,}")


def choice_groups(changes: ChangeSet) -> list[tuple[NoteChange, ...]]:
    """Return *changes* in the units in which the user accepts them: a rename and its link repairs are one choice."""
    groups: dict[str, list[NoteChange]] = {}
    for change in changes.changes:
        groups.setdefault(f"unit {change.unit}" if change.unit else f"change {change.id}", []).append(change)
    return [tuple(members) for members in groups.values()]


def change_lines(changes: ChangeSet) -> list[str]:
    """Return lines that describe *changes*, each choice with its number."""
    lines: list[str] = []
    for number, members in enumerate(choice_groups(changes), start=1):
        for index, change in enumerate(members):
            mark = f"{number}." if index == 0 else " " * len(f"{number}.")
            lines.append(f"   {mark} {escaped_text(change_line(change))}")
            lines += [f"      ! {escaped_line(warning, 300)}" for warning in change.warnings]
            lines += _diff(change)
    return lines


def _diff(change: NoteChange) -> list[str]:
    if change.kind == "delete":
        return []
    diff = unified_diff(change.old_text, change.new_text, change.final_path, MAX_DIFF_CHARACTERS).split("\n")[2:-1]
    shown = [f"      {_cut_line(line)}" for line in diff[:MAX_DIFF_LINES]]
    hidden_counts = _line_counts(diff[MAX_DIFF_LINES:])
    hidden = len(diff) - len(shown)
    return (
        [*shown, f"      … {hidden:,} more lines of this diff are not shown ({hidden_counts})"] if hidden > 0 else shown
    )


def _line_counts(lines: Sequence[str]) -> str:
    added = sum(line.startswith("+") for line in lines)
    removed = sum(line.startswith("-") for line in lines)
    return f"+{added:,} −{removed:,}"


def _cut_line(line: str) -> str:
    # Long runs of spaces are replaced by their number: text far behind them would be out of view.
    shortened = _BLANK_RUN.sub(lambda blanks: f" <{len(blanks[0]):,} blanks> ", line)
    text = escaped_text(shortened[: MAX_LINE_CHARACTERS * 2])
    hidden = len(shortened) - MAX_LINE_CHARACTERS
    return f"{text[:MAX_LINE_CHARACTERS]}… <{hidden:,} more characters>" if hidden > 0 else text


ApproveChoice = Literal["ask", "reads", "all", "none"]

MAX_RESULT_LINES, MAX_RESULT_WIDTH = 60, 600
"""Maximum number of lines of one result that are printed, and of characters of each; the window's dialog shows a long
page completely.
"""

ReadLine = Callable[[str], Awaitable[str | None]]
"""Shows a prompt and returns the line that was typed; None at the end of input."""


def _show(lines: Iterable[str]) -> None:
    for line in lines:
        print_text(line, stream=sys.stderr)


class RuleApprover:
    """Decides by the rule of `--approve` for this run (vaultdesk/workspace/README.md, "Consent on the command
    line").
    """

    def __init__(self, rule: Literal["reads", "all", "none"], reason: str = "") -> None:
        """*reason* is shown to the model and the user when it refuses."""
        self._rule = rule
        self._reason = reason or f"refused by --approve {rule}"

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Allow every call (all), calls that only read (reads), or nothing (none)."""
        only_reads = not request.changes and all(call.effect in ("read", "none") for call in request.calls)
        allowed = self._rule == "all" or (self._rule == "reads" and only_reads)
        reason = "" if allowed else self._reason
        files = _selected_files(request) if allowed and self._rule == "reads" else None
        return ApprovalDecision(approved=allowed, files=files, reason=reason, by="rule")

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        """Leave the decision to the rule, which is applied to each call."""
        return "once"


class TerminalElicitor:
    """Asks an assistant's questions at the terminal."""

    def __init__(self, read_line: ReadLine = read_typed_line) -> None:
        self._read_line = read_line

    async def elicit(self, elicitation: Elicitation) -> ElicitationAnswer:
        """Show the question with its choices and wait for the answer; an empty line or the end of input is no
        answer.
        """
        _show(question_lines(elicitation))
        prompt = "Numbers" if elicitation.multiple else "A number"
        free_text_hint = ", or your own words" if elicitation.free_text else ""
        return parse_choice(elicitation, await self._read_line(f"{prompt}{free_text_hint}; Enter for no answer: "))


class AttendedApprover(RuleApprover, TerminalElicitor):
    """Decides approvals by the rule of `--approve`, and asks questions at the terminal."""

    def __init__(self, rule: Literal["reads", "all"], read_line: ReadLine = read_typed_line) -> None:
        RuleApprover.__init__(self, rule)
        TerminalElicitor.__init__(self, read_line)


class TerminalApprover(TerminalElicitor):
    """Asks the user at the terminal. Anything but an explicit yes or a list of numbers means no."""

    async def ask(self, request: ApprovalRequest) -> ApprovalDecision:
        """Show the effects and wait for the answer; the end of input refuses."""
        _show(approval_lines(request))
        prompt = approval_prompt(request)
        while True:
            answer = await self._read_line(prompt)
            word = (answer or "").strip().casefold()
            if request.passages and word in ("s", "show"):
                _show(passage_lines(request, complete=True))
            elif request.query and word in ("e", "edit"):
                new_query = (await self._read_line("Search for these words instead: ") or "").strip()
                if new_query:
                    return ApprovalDecision(approved=False, new_query=new_query)
            else:
                return parse_approval(request, answer)

    async def ask_first_use(self, request: FirstUseRequest) -> FirstUseAnswer:
        """Ask for the first decision about the vault; anything but one of the letters is a no."""
        _show(first_use_lines(request))
        answer = (await self._read_line("[a]lways here, [t]his time, or Enter for no: ") or "").strip().casefold()
        if answer in ("a", "always"):
            return "always"
        return "once" if answer in ("t", "this time") else "no"


def first_use_lines(request: FirstUseRequest) -> list[str]:
    """Return the lines that are shown before a model reads notes of a vault for the first time."""
    notes = count_notes(request.notes, "note")
    lines = ["", "── Let the assistant search and read your notes?"]
    if request.question:
        lines.append(f"   To answer “{escaped_line(request.question, 300)}”")
    lines.append(f"   It searches {notes} of {escaped_line(request.vault_name, 100)} on this computer.")
    local = request.destination.local
    if local:
        lines.append("   Nothing leaves this computer.")
    else:
        lines.append(f"   Matching passages are sent to {destination_text(request.destination)}.")
    if request.private_notes:
        handling = "are not read" if local else "never go"
        lines.append(f"   Private notes {handling}: there are {request.private_notes:,}.")
    lines.append("   Changes to notes still need your approval each time.")
    lines.append("   Always here: search and read without asking; it is listed in Permissions.")
    lines.append(f"   This time: you choose the passages before they {'are read' if local else 'go'}.")
    return lines


def approval_prompt(request: ApprovalRequest) -> str:
    """Return the possible answers to *request*."""
    if request.changes:
        return "[y]es to all of it, numbers of what to apply, or Enter for no: "
    if request.passages or request.files:
        options = ["[y]es", "numbers of what to send" if request.passages else "numbers of the notes to allow"]
        options += ["[s]how all of the text"] if request.passages else []
        options += ["[e]dit the words of the search"] if request.query else []
        return f"{', '.join(options)}, or Enter for no: "
    if request.results:
        return "[y]es to all of it, numbers of what the model may read, or Enter for nothing: "
    return "[y]es, or Enter for no: "


def approval_lines(request: ApprovalRequest) -> list[str]:
    """Return the lines that are shown for approval: headline, tools with their arguments, the model's text, files,
    passages, changes, results, recipient (vaultdesk/cli/README.md, "Approvals at the terminal").
    """
    lines = ["", f"── {request.headline}"]
    for call in request.calls:
        lines.append(f"   {call.display_name}: {call.purpose}")
        lines += [f"   {name} = {_argument_text(value)}" for name, value in call.arguments.items()]
        lines += [f"   ! {warning}" for warning in call.warnings]
    if request.model_text:
        lines.append(f"   In the model's words, not checked: “{escaped_line(request.model_text, 300)}”")
    for number, choice in enumerate(request.files, start=1):
        size = "no such file" if choice.size is None else f"{choice.size:,} bytes"
        lines.append(f"   {number}. {choice.path} ({size}; {choice.reason})")
        if choice.warning:
            lines.append(f"      ! {choice.warning}")
        if not choice.ticked:
            lines.append(f"      ! Not included in yes; enter its number, {number}, to include it.")
    lines += passage_lines(request)
    lines += change_lines(request.changes)
    lines += result_lines(request.results)
    sent = [call.receiver for call in request.calls if call.receiver is not None]
    if sent:
        receivers = ", ".join(dict.fromkeys(f"{receiver.name} at {receiver.host}" for receiver in sent))
        lines.append(f"   The text above is sent to {receivers}.")
    elif not request.destination.local and not request.changes:
        lines.append(f"   This is sent to {request.destination.name} at {request.destination.host}.")
    return lines


MAX_PASSAGE_LINES = 12
"""Maximum number of lines of one passage that are printed unless the user requests the complete text."""


def passage_lines(request: ApprovalRequest, *, complete: bool = False) -> list[str]:
    """Return each passage that would be sent, with its number after the files, and its literal text."""
    lines: list[str] = []
    for number, passage in enumerate(request.passages, start=len(request.files) + 1):
        location_parts = [passage.path or "the rest of the result", *([passage.heading] if passage.heading else [])]
        if passage.is_whole_note:
            location_parts.append("whole note")
        elif passage.first_line:
            location_parts.append(_line_range(passage.first_line, passage.last_line))
        location = ", ".join(escaped_line(part, 200) for part in location_parts)
        lines.append(f"   {number}. {location} ({count_notes(passage.tokens, 'token')})")
        lines += _quoted_lines(passage.text, None if complete else MAX_PASSAGE_LINES)
    for note in request.withheld_notes:
        lines.append(f"   - {escaped_line(note.path, 200)}: private ({note.reason}), never sent")
    return lines


def result_lines(results: Sequence[ResultChoice]) -> list[str]:
    """Return the results from outside, each with its number; every character is visible."""
    lines = []
    for number, result in enumerate(results, start=1):
        lines += [
            f"   {number}. {escaped_line(result.title or result.address, 300)}",
            f"      {escaped_line(result.address, 2_048)}",
        ]
        lines += [f"      ! {escaped_line(warning, 300)}" for warning in result.warnings]
        lines += _quoted_lines(result.text, MAX_RESULT_LINES)
    return lines


def _quoted_lines(text: str, limit: int | None) -> list[str]:
    """Return the first *limit* lines of *text*, shortened, and the number of the others; None for all of it."""
    lines, width = text.splitlines(), MAX_DIFF_CHARACTERS if limit is None else MAX_RESULT_WIDTH
    quoted = [f"      | {escaped_line(line, width)}" for line in lines[:limit]]
    hidden = len(lines) - len(quoted)
    return [*quoted, f"      | … {hidden:,} more lines"] if hidden else quoted


def _chosen_numbers(answer: str, count: int) -> list[int]:
    """Return the numbers in *answer*, counted from 0; empty unless it consists of numbers from 1 to *count*."""
    words = answer.replace(",", " ").split()
    if not all(word.isascii() and word.isdigit() and 1 <= int(word) <= count for word in words):
        return []
    return list(dict.fromkeys(int(word) - 1 for word in words))


def parse_approval(request: ApprovalRequest, answer: str | None) -> ApprovalDecision:
    """Return the decision for the typed *answer*: y or yes, numbers of files or of changes, anything else is no."""
    if (answer or "").replace(",", " ").strip().casefold() in ("y", "yes"):
        return ApprovalDecision(approved=True, files=_selected_files(request))
    files, choices = request.files, choice_groups(request.changes)
    choice_count = len(choices) or len(request.results) or len(files) + len(request.passages)
    numbers = _chosen_numbers(answer or "", choice_count)
    if not numbers:
        return ApprovalDecision(approved=False)
    if request.results:
        return ApprovalDecision(approved=True, results=tuple(request.results[number].id for number in numbers))
    if choices:
        selected = [change for number in numbers for change in choices[number]]
        return ApprovalDecision(approved=True, changes=tuple(NoteChoice(change.id) for change in selected))
    return ApprovalDecision(
        approved=True,
        files=tuple(files[number].path for number in numbers if number < len(files)),
        passages=tuple(request.passages[number - len(files)].id for number in numbers if number >= len(files))
        if request.passages
        else None,
    )


def question_lines(elicitation: Elicitation) -> list[str]:
    """Return a question with its numbered choices: the model's words, each on one line."""
    lines = ["", f"── The assistant asks: {escaped_line(elicitation.question, 1000)}"]
    return lines + [
        f"   {number}. {escaped_line(choice, 200)}" for number, choice in enumerate(elicitation.choices, start=1)
    ]


def parse_choice(elicitation: Elicitation, typed: str | None) -> ElicitationAnswer:
    """Return the answer for what was *typed*: numbers of choices, a choice itself, else free text."""
    text = (typed or "").strip()
    if numbers := _chosen_numbers(text, len(elicitation.choices)):
        return valid_answer(ElicitationAnswer(tuple(elicitation.choices[number] for number in numbers)), elicitation)
    choice_name = next((choice for choice in elicitation.choices if choice.casefold() == text.casefold()), "")
    return valid_answer(
        ElicitationAnswer((choice_name,) if choice_name else (), "" if choice_name else text), elicitation
    )


def selected_approver(choice: ApproveChoice | None) -> Approver:
    """Return the approver: the rule of `--approve`, else the user at a terminal, else one that refuses."""
    match choice:
        case None if not _is_attended():
            return RuleApprover("none", "there is no terminal, and --approve was not given")
        case None | "ask":
            return TerminalApprover()
        case "reads" | "all" if _is_attended():
            return AttendedApprover(choice)
        case _:
            return RuleApprover(choice)


def _is_attended() -> bool:
    """Whether a user can read questions and answer them."""
    return sys.stdin.isatty() and sys.stderr.isatty()


def _selected_files(request: ApprovalRequest) -> tuple[str, ...] | None:
    """Return the files that the answer yes includes; None if that is all. The others must be selected by number
    (vaultdesk/vault/README.md, "Obsidian's settings").
    """
    if all(choice.ticked for choice in request.files):
        return None
    return tuple(choice.path for choice in request.files if choice.ticked)


def _argument_text(value: object) -> str:
    return escaped_line(json.dumps(value, ensure_ascii=False), 2000)


class TerminalReviewer:
    """Asks the user at the terminal. Yes sends all excerpts but private ones (all if every one is private); numbers
    send those; any other answer sends none of them. What needs no approval is always sent.
    """

    def __init__(self, read_line: ReadLine = read_typed_line) -> None:
        self._read_line = read_line

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        """Show what needs approval and wait for the answer; at the end of input none of it is sent."""
        excerpts = request.waiting_excerpts
        if not excerpts:
            return DisclosureDecision(send=True)
        _show(disclosure_lines(request))
        prompt = "[y]es, numbers of what to send, [s]how all of the text, or Enter to send none of these: "
        while True:
            answer = (await self._read_line(prompt) or "").strip().casefold()
            if answer not in ("s", "show"):
                break
            _show(disclosure_lines(request, complete=True))
        if answer in ("y", "yes"):
            withheld = _explicit_only(request)
        else:
            selected = _chosen_numbers(answer, len(excerpts))
            withheld = [excerpt for number, excerpt in enumerate(excerpts) if number not in selected]
        return DisclosureDecision(send=True, replacements={excerpt.id: None for excerpt in withheld})


class RuleReviewer:
    """Decides by the rule of `--approve` for this run; private notes are not sent."""

    async def review(self, request: DisclosureRequest) -> DisclosureDecision:
        """Allow all excerpts that are not private."""
        withheld = {excerpt.id: None for excerpt in request.waiting_excerpts if excerpt.is_private}
        return DisclosureDecision(send=True, replacements=withheld, by="rule")


def _explicit_only(request: DisclosureRequest) -> list[DisclosureExcerpt]:
    """Return the private excerpts that the answer yes excludes: all of them, unless every excerpt is private."""
    private = [excerpt for excerpt in request.waiting_excerpts if excerpt.is_private]
    return private if len(private) < len(request.waiting_excerpts) else []


NO_NOTE_TITLE = "names of notes and details about them"
"""The name of an excerpt that belongs to no note."""


def disclosure_lines(request: DisclosureRequest, *, complete: bool = False) -> list[str]:
    """Return the lines that are shown for review: the recipient, and each excerpt with its note, lines and text."""
    excerpts = request.waiting_excerpts
    passages = count_notes(len(excerpts), "passage")
    notes = count_notes(len({excerpt.path for excerpt in excerpts} - {""}), "note")
    lines = [
        "",
        f"── Send {passages} of {notes} to {destination_text(request.destination)}, model {request.model}?",
    ]
    for number, excerpt in enumerate(excerpts, start=1):
        size = count_notes(excerpt.tokens, "token")
        private = f"; private: {excerpt.reason}" if excerpt.is_private else ""
        title = escaped_line(excerpt.path or NO_NOTE_TITLE, 200)
        place = f", {_line_range(excerpt.first_line, excerpt.last_line)}" if excerpt.first_line else ""
        lines.append(f"   {number}. {title}{place} ({size}{private})")
        if excerpt in _explicit_only(request):
            lines.append(f"      ! Not included in yes; enter its number, {number}, to send it.")
        lines += _quoted_lines(excerpt.text, None if complete else MAX_PASSAGE_LINES)
    lines += [
        f"   - {escaped_line(note.path, 200)}: private ({note.reason}), never sent" for note in request.closed_notes
    ]
    return lines


def selected_reviewer(choice: ApproveChoice | None) -> DisclosureReviewer | None:
    """Return the reviewer: the user at a terminal, or the rule of `--approve`; None withholds what needs approval."""
    if choice in ("reads", "all"):
        return RuleReviewer()
    return TerminalReviewer() if choice in (None, "ask") and _is_attended() else None


def _line_range(first: int, last: int) -> str:
    return f"lines {first}-{last or first}"
