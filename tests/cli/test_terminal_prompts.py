"""Tests of cli/terminal_prompts.py."""

from collections.abc import Callable

import pytest

from tests.support.requests import outgoing_request, results_request
from tests.support.tool_env import LOCAL
from vaultdesk.cli.terminal_prompts import (
    MAX_DIFF_LINES,
    AttendedApprover,
    RuleApprover,
    RuleReviewer,
    TerminalApprover,
    TerminalReviewer,
    approval_lines,
    change_lines,
    choice_groups,
    disclosure_lines,
    first_use_lines,
    parse_approval,
    parse_choice,
    selected_approver,
    selected_reviewer,
)
from vaultdesk.core.phrases import Phrase
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.privacy.disclosure_review import DisclosureExcerpt, DisclosureRequest
from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer
from vaultdesk.tools.network_tool import result_choice
from vaultdesk.tools.runtime.approvals import (
    ApprovalDecision,
    ApprovalRequest,
    CallReview,
    FirstUseRequest,
    PassageChoice,
    WithheldNote,
)
from vaultdesk.tools.tool import Effect, FileChoice
from vaultdesk.vault.change_set import ChangeSet, NoteChange, NoteChoice
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.staging import StagedNote, build_change_set

# A change set in a terminal: every change is shown or counted.

UNIT = "rename"


def note(path: str, old: str, new: str, old_path: str | None = None, unit: str = "", reason: str = "") -> StagedNote:
    original = NotePath(old_path or path) if old or old_path else None
    return StagedNote(NotePath(path), new, original, old, "digest" if original else "", unit=unit, reason=reason)


CHANGES = build_change_set(
    [
        note("New.md", "Old\n", "Old\n", "Old.md", UNIT),
        note("Made.md", "", "first\nsecond\n"),
        note("Links.md", "see Old\n", "see New\n", unit=UNIT, reason="repairs 1 link to the new name"),
    ]
)


def test_a_rename_and_its_link_repairs_are_one_choice_with_all_diffs() -> None:
    assert [[change.path for change in members] for members in choice_groups(CHANGES)] == [
        ["Old.md", "Links.md"],
        ["Made.md"],
    ]
    assert change_lines(CHANGES) == [
        "   1. rename Old.md to New.md",
        "      change Links.md (+1 −1; repairs 1 link to the new name)",
        "      @@ -1 +1 @@",
        "      -see Old",
        "      +see New",
        "   2. create Made.md (2 lines)",
        "      @@ -0,0 +1,2 @@",
        "      +first",
        "      +second",
    ]


def test_a_long_diff_is_truncated_with_the_number_of_hidden_lines() -> None:
    new = "".join(f"line {number}\n" for number in range(800))
    lines = change_lines(build_change_set([note("Long.md", "", new)]))
    assert lines[-1] == "      … 741 more lines of this diff are not shown (+741 −0)"
    assert len(lines) == MAX_DIFF_LINES + 2


def test_indented_and_very_long_text_is_shortened_with_a_count() -> None:
    far, long = f"see{' ' * 5000}evil", "x" * 1_000_000
    shown = "\n".join(change_lines(build_change_set([note("a.md", "", f"{far}\n{long}\n")])))
    assert "+see <5,000 blanks> evil" in shown
    assert "… <999,601 more characters>" in shown
    assert len(shown) < 2000


def test_hostile_text_is_escaped() -> None:
    changes = build_change_set([note("a.md", "x\n", "\x1b[2Jpay\u202eevil\r\n<b>\n")])
    warned = ChangeSet((NoteChange("c1", "delete", "b\u202e.md", warnings=("odd \x1b[31m",)), *changes.changes))
    shown = "\n".join(change_lines(warned))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "<U+001B>[2Jpay<U+202E>evil" in shown
    assert "delete b<U+202E>.md" in shown
    assert "! odd <U+001B>[31m" in shown


# Approvers: only an explicit yes allows anything.


def request(effect: Effect = "read", files: int = 3) -> ApprovalRequest:
    review = CallReview(
        call_id="call_1",
        tool="file_read",
        display_name="Read notes",
        purpose="reads several notes and gives their text to the model.",
        effect=effect,
        arguments={"file_paths": [f"n{number}.md" for number in range(1, files + 1)]},
        files=tuple(FileChoice(f"n{number}.md", 10 * number, "named by the model") for number in range(1, files + 1)),
    )
    return ApprovalRequest(
        "ask_1", "Read 3 notes and send them to Anthropic (api.anthropic.com)", (review,),
        Destination("Anthropic", "api.anthropic.com", local=False), model_text="Let me look.\x1b[2J",
    )  # fmt: skip


@pytest.mark.parametrize("answer", ["", None, "n", "no", "yess", "ok", " ", "0", "4", "1 x", "-1", "y n", "²", "１"])
def test_any_other_input_refuses(answer: str | None) -> None:
    assert parse_approval(request(), answer) == ApprovalDecision(approved=False)


@pytest.mark.parametrize("answer", ["y", "Y", "yes", " YES "])
def test_yes_allows_everything_shown(answer: str) -> None:
    assert parse_approval(request(), answer) == ApprovalDecision(approved=True)


def test_numbers_allow_only_those_notes() -> None:
    assert parse_approval(request(), "3, 1") == ApprovalDecision(approved=True, files=("n3.md", "n1.md"))


def test_numbers_are_refused_if_no_files_are_shown() -> None:
    assert parse_approval(request(files=0), "1") == ApprovalDecision(approved=False)


async def test_the_terminal_shows_the_complete_request_before_asking(capsys: pytest.CaptureFixture[str]) -> None:
    async def yes(prompt: str) -> str | None:
        return "yes"

    assert (await TerminalApprover(yes).ask(request())).approved
    shown = capsys.readouterr().err
    for part in ("Read 3 notes and send", "Read notes: reads", "file_paths", "n2.md (20 bytes", "api.anthropic.com"):
        assert part in shown
    assert "\x1b" not in shown


@pytest.mark.parametrize(
    ("rule", "effect", "allowed"),
    [
        ("all", "write", True),
        ("all", "network", True),
        ("reads", "read", True),
        ("reads", "none", True),
        ("reads", "write", False),
        ("reads", "network", False),
        ("none", "read", False),
        ("none", "none", False),
    ],
)
async def test_rules_allow_only_their_effects(rule: str, effect: Effect, allowed: bool) -> None:
    decision = await RuleApprover(rule).ask(request(effect))  # type: ignore[arg-type]  # values of the table are str
    assert decision.approved is allowed
    assert bool(decision.reason) is not allowed


async def test_without_a_terminal_everything_is_refused(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe:
        isatty: Callable[[], bool] = staticmethod(lambda: False)

    monkeypatch.setattr("sys.stdin", Pipe())
    approver = selected_approver(None)
    assert isinstance(approver, RuleApprover)
    decision = await approver.ask(request())
    assert not decision.approved
    assert "there is no terminal" in decision.reason
    assert isinstance(selected_approver("ask"), TerminalApprover)


def test_the_destination_is_the_last_line_before_the_question() -> None:
    assert approval_lines(request())[-1].strip() == "This is sent to Anthropic at api.anthropic.com."


async def test_yes_leaves_out_files_that_need_explicit_approval() -> None:
    approval_request = request()
    (review,) = approval_request.calls
    excluded = replace(review.files[1], ticked=False, warning="The vault's settings exclude it.")
    approval_request = replace(
        approval_request, calls=(replace(review, files=(review.files[0], excluded, review.files[2])),)
    )
    assert parse_approval(approval_request, "yes") == ApprovalDecision(approved=True, files=("n1.md", "n3.md"))
    assert await RuleApprover("reads").ask(approval_request) == ApprovalDecision(
        approved=True, files=("n1.md", "n3.md"), by="rule"
    )
    assert await RuleApprover("all").ask(approval_request) == ApprovalDecision(approved=True, by="rule")
    assert parse_approval(approval_request, "2") == ApprovalDecision(approved=True, files=("n2.md",))
    assert "The vault's settings exclude it." in "\n".join(approval_lines(approval_request))


def write_request() -> ApprovalRequest:
    approval_request = request("write", files=0)
    return replace(approval_request, headline="Rename 1 note, create 1 note and repair 1 link", changes=CHANGES)


@pytest.mark.parametrize(
    ("answer", "expected_changes"),
    [
        ("2", ("c2",)),
        ("1", ("c1", "c3")),
        ("2 1, 2", ("c2", "c1", "c3")),
        ("y", None),
    ],
)
def test_numbers_select_complete_units(answer: str, expected_changes: tuple[str, ...] | None) -> None:
    choices = None if expected_changes is None else tuple(NoteChoice(change) for change in expected_changes)
    assert parse_approval(write_request(), answer) == ApprovalDecision(approved=True, changes=choices)


@pytest.mark.parametrize("answer", ["", None, "3", "0", "1 x", "all", "n"])
def test_any_other_input_applies_no_changes(answer: str | None) -> None:
    assert parse_approval(write_request(), answer) == ApprovalDecision(approved=False)


async def test_a_write_request_shows_its_diff_before_asking(capsys: pytest.CaptureFixture[str]) -> None:
    prompts: list[str] = []

    async def choose_first(prompt: str) -> str | None:
        prompts.append(prompt)
        return "1"

    decision = await TerminalApprover(choose_first).ask(write_request())
    assert decision.changes == (NoteChoice("c1"), NoteChoice("c3"))
    shown = capsys.readouterr().err
    for part in ("Rename 1 note, create 1 note", "1. rename Old.md to New.md", "+see New", "2. create Made.md"):
        assert part in shown
    assert prompts == ["[y]es to all of it, numbers of what to apply, or Enter for no: "]


async def test_the_all_rule_applies_all_changes_and_the_reads_rule_none() -> None:
    assert await RuleApprover("all").ask(write_request()) == ApprovalDecision(approved=True, by="rule")
    assert not (await RuleApprover("reads").ask(write_request())).approved
    # A request with changes is not a read, whatever its calls declare.
    disguised = replace(write_request(), calls=request("read", files=0).calls)
    assert not (await RuleApprover("reads").ask(disguised)).approved


ELICITATION = Elicitation("ask_1", "Which\x1b[2J project?", ("House", "Garden", "2"))


@pytest.mark.parametrize(
    ("typed", "answer"),
    [
        ("1", ElicitationAnswer(("House",))),
        (" 2 ", ElicitationAnswer(("Garden",))),
        ("garden", ElicitationAnswer(("Garden",))),
        ("2, 1", ElicitationAnswer(("House",))),
        ("4", ElicitationAnswer(text="4")),
        ("both", ElicitationAnswer(text="both")),
        ("", DISMISSED_ANSWER),
        (None, DISMISSED_ANSWER),
        ("   ", DISMISSED_ANSWER),
    ],
)
def test_typed_input_is_a_choice_or_free_text(typed: str | None, answer: ElicitationAnswer) -> None:
    assert parse_choice(ELICITATION, typed) == answer


def test_several_choices_without_free_text_are_parsed_if_allowed() -> None:
    multiple_choice = replace(ELICITATION, multiple=True, free_text=False)
    assert parse_choice(multiple_choice, "3 1 3") == ElicitationAnswer(("House", "2"))
    assert parse_choice(multiple_choice, "something else") == DISMISSED_ANSWER


async def test_the_terminal_shows_the_question_escaped_before_reading(capsys: pytest.CaptureFixture[str]) -> None:
    prompts: list[str] = []

    async def second(prompt: str) -> str | None:
        prompts.append(prompt)
        return "2"

    assert await TerminalApprover(second).elicit(ELICITATION) == ElicitationAnswer(("Garden",))
    shown = capsys.readouterr().err
    assert "\x1b" not in shown
    assert "The assistant asks: Which<U+001B>[2J project?" in shown
    assert "   2. Garden\n" in shown
    assert prompts == ["A number, or your own words; Enter for no answer: "]


async def test_approvals_follow_the_rule_and_elicitations_ask_the_user() -> None:
    async def first(_prompt: str) -> str | None:
        return "1"

    approver = AttendedApprover("reads", first)
    assert (await approver.ask(request())).approved
    assert not (await approver.ask(request("write"))).approved
    assert await approver.elicit(ELICITATION) == ElicitationAnswer(("House",))
    assert not hasattr(RuleApprover("all"), "elicit"), "without a terminal no user can be asked"


def test_outgoing_queries_and_results_are_shown_as_plain_text() -> None:
    lines = "\n".join(approval_lines(outgoing_request("heat pump\x1b[2J")))
    assert 'query = "heat pump' in lines
    assert "The text above is sent to Brave Search at api.search.brave.com." in lines
    shown = "\n".join(approval_lines(results_request()))
    assert "   1. Heat pumps in old houses\n      https://heat-pumps.example/old\n      | They work well below" in shown
    assert "      ! It contains text that looks like an instruction to the assistant" in shown
    assert "   3. Noise<U+202E>gpj.exe" in shown
    assert "\u202e" not in shown


@pytest.mark.parametrize(
    ("typed", "decision"),
    [
        ("y", ApprovalDecision(approved=True)), ("3, 1", ApprovalDecision(approved=True, results=("3", "1"))),
        ("4", ApprovalDecision(approved=False)), ("", ApprovalDecision(approved=False)),
        ("none", ApprovalDecision(approved=False)), (None, ApprovalDecision(approved=False)),
    ],
)  # fmt: skip
def test_results_are_selected_by_number(typed: str | None, decision: ApprovalDecision) -> None:
    assert parse_approval(results_request(), typed) == decision


def test_a_long_result_shows_the_number_of_hidden_lines() -> None:
    long = result_choice(1, "Long", "https://a.example/", "line\n" * 200)
    assert approval_lines(results_request([long]))[-2].endswith("| … 140 more lines")


async def test_the_all_rule_allows_results_and_the_reads_rule_no_outgoing_queries() -> None:
    assert await RuleApprover("all").ask(results_request()) == ApprovalDecision(approved=True, by="rule")
    assert not (await RuleApprover("reads").ask(outgoing_request())).approved


async def test_the_prompt_explains_how_to_select_results() -> None:
    prompts: list[str] = []

    async def second(prompt: str) -> str | None:
        prompts.append(prompt)
        return "2"

    assert await TerminalApprover(second).ask(results_request()) == ApprovalDecision(approved=True, results=("2",))
    assert prompts == ["[y]es to all of it, numbers of what the model may read, or Enter for nothing: "]


CLOUD = Destination("Anthropic", "api.anthropic.com", local=False)
PRIVATE = DisclosureExcerpt(
    "e1", "Diary.md", "Slept\u202e badly.", first_line=3, last_line=4, state="ask", reason=Phrase("rule")
)
OPEN = DisclosureExcerpt("e2", "Boiler.md", "It leaks.")


def disclosure(*excerpts: DisclosureExcerpt) -> DisclosureRequest:
    return DisclosureRequest(CLOUD, "claude", "chat_1", "How did I sleep?", excerpts)


def reviewer_with_input(line: str | None) -> TerminalReviewer:
    async def read(_prompt: str) -> str | None:
        return line

    return TerminalReviewer(read)


@pytest.mark.parametrize("line", ["y", " YES "])
async def test_yes_sends_everything(line: str) -> None:
    decision = await reviewer_with_input(line).review(disclosure(PRIVATE, OPEN))
    assert (decision.send, dict(decision.replacements)) == (True, {})


@pytest.mark.parametrize("line", ["", "no", "yes please", "2", None])
async def test_any_other_input_withholds_private_excerpts_and_sends_the_rest(line: str | None) -> None:
    decision = await reviewer_with_input(line).review(disclosure(PRIVATE, OPEN))
    assert (decision.send, dict(decision.replacements)) == (True, {"e1": None})


async def test_no_question_is_asked_without_private_excerpts() -> None:
    class FailingPrompt:
        async def __call__(self, _prompt: str) -> str:
            raise AssertionError("asked")

    assert (await TerminalReviewer(FailingPrompt()).review(disclosure(OPEN))).send


def test_the_receiver_and_excerpts_are_shown_with_escaped_characters() -> None:
    lines = disclosure_lines(disclosure(PRIVATE, OPEN))
    assert lines[1] == "── Send 1 passage of 1 note to Anthropic (api.anthropic.com), model claude?"
    assert lines[2:] == ["   1. Diary.md, lines 3-4 (5 tokens; private: rule)", "      | Slept<U+202E> badly."]


WAITING = replace(OPEN, state="ask")


@pytest.mark.parametrize(
    ("line", "withheld"),
    [("y", {"e1"}), ("1 2", set()), ("1", {"e2"}), ("2", {"e1"}), ("", {"e1", "e2"}), ("3", {"e1", "e2"})],
)
async def test_t2_numbers_select_passages_and_yes_excludes_private_ones(line: str, withheld: set[str]) -> None:
    decision = await reviewer_with_input(line).review(disclosure(PRIVATE, WAITING))
    assert (decision.send, set(decision.replacements), decision.by) == (True, withheld, "review")


async def test_t2_the_approve_option_withholds_only_private_excerpts() -> None:
    decision = await RuleReviewer().review(disclosure(PRIVATE, WAITING))
    assert (decision.send, dict(decision.replacements), decision.by) == (True, {"e1": None}, "rule")
    assert isinstance(selected_reviewer("reads"), RuleReviewer)
    assert isinstance(selected_reviewer("all"), RuleReviewer)


FOUND = replace(
    request("read", files=0),
    passages=(
        PassageChoice("p1", "Boiler.md", "It leaks.\nBadly.", "Boiler", 3, 4),
        PassageChoice("p2", "Budget.md", "18,400" + "\nline" * 40, is_whole_note=True),
    ),
    withheld_notes=(WithheldNote("Diary.md", Phrase("by name")),),
    query="boiler",
    query_call="c1",
)


async def test_t2_passages_are_listed_and_selected_by_number_or_searched_again(
    capsys: pytest.CaptureFixture[str],
) -> None:
    typed = iter(["s", "2", "e", "pump"])

    async def read(_prompt: str) -> str | None:
        return next(typed)

    decision = await TerminalApprover(read).ask(FOUND)
    assert (decision.approved, decision.passages, decision.files) == (True, ("p2",), ())
    shown = capsys.readouterr().err
    assert "1. Boiler.md, Boiler, lines 3-4 (6 tokens)\n      | It leaks.\n      | Badly.\n" in shown
    assert "2. Budget.md, whole note" in shown
    assert "| … 29 more lines" in shown
    assert shown.count("| line") == 11 + 40, "the complete text on request"
    assert "- Diary.md: private (by name), never sent" in shown
    decision = await TerminalApprover(read).ask(FOUND)
    assert (decision.approved, decision.new_query) == (False, "pump")
    assert parse_approval(FOUND, "y") == ApprovalDecision(approved=True)


@pytest.mark.parametrize(
    ("line", "answer"), [("a", "always"), ("t", "once"), ("", "no"), ("n", "no"), ("y", "no"), (None, "no")]
)
async def test_t2_the_first_use_question_is_asked_in_the_terminal(
    line: str | None, answer: str, capsys: pytest.CaptureFixture[str]
) -> None:
    async def read(_prompt: str) -> str | None:
        return line

    first = FirstUseRequest(CLOUD, "How did I sleep?", "Notes", 1204, 60)
    assert await TerminalApprover(read).ask_first_use(first) == answer
    shown = capsys.readouterr().err
    assert "It searches 1,204 notes of Notes on this computer." in shown
    assert "Matching passages are sent to Anthropic (api.anthropic.com)." in shown
    assert "Private notes never go: there are 60." in shown
    local = "\n".join(first_use_lines(replace(first, destination=LOCAL)))
    assert "Nothing leaves this computer." in local
    assert "Private notes are not read: there are 60." in local
    assert "This time: you choose the passages before they are read." in local


@pytest.mark.parametrize("choice", ["none", None])
def test_without_a_terminal_there_is_no_reviewer(choice: str | None) -> None:
    assert selected_reviewer(choice) is None  # type: ignore[arg-type]  # values of the option
