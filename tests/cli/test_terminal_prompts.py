"""Tests of cli/terminal_prompts.py."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.support.desk import LOCAL
from tests.support.requests import outgoing_request, results_request
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

# A change set in a terminal: all of it shown or counted, nothing hidden.

UNIT = "rename"


def note(path: str, old: str, new: str, old_path: str | None = None, unit: str = "", reason: str = "") -> StagedNote:
    was = NotePath(old_path or path) if old or old_path else None
    return StagedNote(NotePath(path), new, was, old, "digest" if was else "", unit=unit, reason=reason)


SET = build_change_set(
    [
        note("New.md", "Old\n", "Old\n", "Old.md", UNIT),
        note("Made.md", "", "first\nsecond\n"),
        note("Links.md", "see Old\n", "see New\n", unit=UNIT, reason="repairs 1 link to the new name"),
    ]
)


def test_a_rename_and_its_repairs_are_one_choice_with_every_diff_shown() -> None:
    assert [[change.path for change in members] for members in choice_groups(SET)] == [
        ["Old.md", "Links.md"],
        ["Made.md"],
    ]
    assert change_lines(SET) == [
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


def test_a_long_diff_is_cut_with_a_count_of_what_is_not_shown() -> None:
    new = "".join(f"line {number}\n" for number in range(800))
    lines = change_lines(build_change_set([note("Long.md", "", new)]))
    assert lines[-1] == "      … 741 more lines of this diff are not shown (+741 −0)"
    assert len(lines) == MAX_DIFF_LINES + 2


def test_text_far_to_the_right_or_very_long_is_told() -> None:
    far, long = f"see{' ' * 5000}evil", "x" * 1_000_000
    shown = "\n".join(change_lines(build_change_set([note("a.md", "", f"{far}\n{long}\n")])))
    assert "+see <5,000 blanks> evil" in shown
    assert "… <999,601 more characters>" in shown
    assert len(shown) < 2000


def test_hostile_text_stays_text() -> None:
    changes = build_change_set([note("a.md", "x\n", "\x1b[2Jpay\u202eevil\r\n<b>\n")])
    warned = ChangeSet((NoteChange("c1", "delete", "b\u202e.md", warnings=("odd \x1b[31m",)), *changes.changes))
    shown = "\n".join(change_lines(warned))
    assert "\x1b" not in shown
    assert "\u202e" not in shown
    assert "<U+001B>[2Jpay<U+202E>evil" in shown
    assert "delete b<U+202E>.md" in shown
    assert "! odd <U+001B>[31m" in shown


# Approvers: nothing but a plain yes allows anything.


def request(effect: Effect = "read", files: int = 3) -> ApprovalRequest:
    review = CallReview(
        call_id="call_1",
        tool="file_read",
        display_name="Read notes",
        purpose="opens the listed notes and gives their text to the model.",
        effect=effect,
        arguments={"file_paths": [f"n{number}.md" for number in range(1, files + 1)]},
        files=tuple(FileChoice(f"n{number}.md", 10 * number, "named by the model") for number in range(1, files + 1)),
    )
    return ApprovalRequest(
        "ask_1", "Read 3 notes and send them to Anthropic (api.anthropic.com)", (review,),
        Destination("Anthropic", "api.anthropic.com", local=False), model_text="Let me look.\x1b[2J",
    )  # fmt: skip


@pytest.mark.parametrize("answer", ["", None, "n", "no", "yess", "ok", " ", "0", "4", "1 x", "-1", "y n", "²", "１"])
def test_anything_but_a_plain_yes_refuses(answer: str | None) -> None:
    assert parse_approval(request(), answer) == ApprovalDecision(approved=False)


@pytest.mark.parametrize("answer", ["y", "Y", "yes", " YES "])
def test_a_plain_yes_allows_everything_shown(answer: str) -> None:
    assert parse_approval(request(), answer) == ApprovalDecision(approved=True)


def test_numbers_allow_those_notes_alone() -> None:
    assert parse_approval(request(), "3, 1") == ApprovalDecision(approved=True, files=("n3.md", "n1.md"))


def test_numbers_mean_nothing_where_no_files_are_shown() -> None:
    assert parse_approval(request(files=0), "1") == ApprovalDecision(approved=False)


async def test_the_terminal_shows_all_before_it_asks(capsys: pytest.CaptureFixture[str]) -> None:
    async def yes(prompt: str) -> str | None:
        return "yes"

    assert (await TerminalApprover(yes).ask(request())).approved
    shown = capsys.readouterr().err
    for part in ("Read 3 notes and send", "Read notes: opens", "file_paths", "n2.md (20 bytes", "api.anthropic.com"):
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
async def test_rules_allow_what_they_say(rule: str, effect: Effect, allowed: bool) -> None:
    decision = await RuleApprover(rule).ask(request(effect))  # type: ignore[arg-type]  # a table of words
    assert decision.approved is allowed
    assert bool(decision.reason) is not allowed


async def test_nobody_at_a_terminal_means_no(monkeypatch: pytest.MonkeyPatch) -> None:
    class Pipe:
        isatty: Callable[[], bool] = staticmethod(lambda: False)

    monkeypatch.setattr("sys.stdin", Pipe())
    approver = selected_approver(None)
    assert isinstance(approver, RuleApprover)
    decision = await approver.ask(request())
    assert not decision.approved
    assert "there is no terminal" in decision.reason
    assert isinstance(selected_approver("ask"), TerminalApprover)


def test_what_leaves_is_said_last_before_the_question() -> None:
    assert approval_lines(request())[-1].strip() == "This is sent to Anthropic at api.anthropic.com."


async def test_a_general_yes_leaves_out_what_needs_its_own_yes() -> None:
    asked = request()
    (review,) = asked.calls
    kept_back = replace(review.files[1], ticked=False, warning="The vault's settings exclude it.")
    asked = replace(asked, calls=(replace(review, files=(review.files[0], kept_back, review.files[2])),))
    assert parse_approval(asked, "yes") == ApprovalDecision(approved=True, files=("n1.md", "n3.md"))
    assert await RuleApprover("reads").ask(asked) == ApprovalDecision(
        approved=True, files=("n1.md", "n3.md"), by="rule"
    )
    assert await RuleApprover("all").ask(asked) == ApprovalDecision(approved=True, by="rule")
    assert parse_approval(asked, "2") == ApprovalDecision(approved=True, files=("n2.md",))
    assert "The vault's settings exclude it." in "\n".join(approval_lines(asked))


def writing() -> ApprovalRequest:
    asked = request("write", files=0)
    return replace(asked, headline="Rename 1 note, create 1 note and repair 1 link", changes=SET)


@pytest.mark.parametrize(
    ("answer", "taken"),
    [
        ("2", ("c2",)),
        ("1", ("c1", "c3")),
        ("2 1, 2", ("c2", "c1", "c3")),
        ("y", None),
    ],
)
def test_numbers_choose_whole_changes(answer: str, taken: tuple[str, ...] | None) -> None:
    choices = None if taken is None else tuple(NoteChoice(change) for change in taken)
    assert parse_approval(writing(), answer) == ApprovalDecision(approved=True, changes=choices)


@pytest.mark.parametrize("answer", ["", None, "3", "0", "1 x", "all", "n"])
def test_anything_else_changes_nothing(answer: str | None) -> None:
    assert parse_approval(writing(), answer) == ApprovalDecision(approved=False)


async def test_a_write_shows_its_diff_before_it_asks(capsys: pytest.CaptureFixture[str]) -> None:
    prompts: list[str] = []

    async def one(prompt: str) -> str | None:
        prompts.append(prompt)
        return "1"

    decision = await TerminalApprover(one).ask(writing())
    assert decision.changes == (NoteChoice("c1"), NoteChoice("c3"))
    shown = capsys.readouterr().err
    for part in ("Rename 1 note, create 1 note", "1. rename Old.md to New.md", "+see New", "2. create Made.md"):
        assert part in shown
    assert prompts == ["[y]es to all of it, numbers of what to apply, or Enter for no: "]


async def test_all_applies_all_and_reads_nothing_of_a_change() -> None:
    assert await RuleApprover("all").ask(writing()) == ApprovalDecision(approved=True, by="rule")
    assert not (await RuleApprover("reads").ask(writing())).approved
    # Whatever its calls say of themselves: what changes something is no read.
    pretending = replace(writing(), calls=request("read", files=0).calls)
    assert not (await RuleApprover("reads").ask(pretending)).approved


ASKED = Elicitation("ask_1", "Which\x1b[2J project?", ("House", "Garden", "2"))


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
def test_what_is_typed_is_a_choice_or_words(typed: str | None, answer: ElicitationAnswer) -> None:
    assert parse_choice(ASKED, typed) == answer


def test_several_choices_and_no_words_where_the_question_says_so() -> None:
    several = replace(ASKED, multiple=True, free_text=False)
    assert parse_choice(several, "3 1 3") == ElicitationAnswer(("House", "2"))
    assert parse_choice(several, "something else") == DISMISSED_ANSWER


async def test_the_terminal_shows_the_question_plain_before_it_waits(capsys: pytest.CaptureFixture[str]) -> None:
    prompts: list[str] = []

    async def second(prompt: str) -> str | None:
        prompts.append(prompt)
        return "2"

    assert await TerminalApprover(second).elicit(ASKED) == ElicitationAnswer(("Garden",))
    shown = capsys.readouterr().err
    assert "\x1b" not in shown
    assert "The assistant asks: Which<U+001B>[2J project?" in shown
    assert "   2. Garden\n" in shown
    assert prompts == ["A number, or your own words; Enter for no answer: "]


async def test_a_rule_answers_approvals_and_the_person_questions() -> None:
    async def first(_prompt: str) -> str | None:
        return "1"

    approver = AttendedApprover("reads", first)
    assert (await approver.ask(request())).approved
    assert not (await approver.ask(request("write"))).approved
    assert await approver.elicit(ASKED) == ElicitationAnswer(("House",))
    assert not hasattr(RuleApprover("all"), "elicit"), "without a terminal nobody is there to ask"


def test_what_goes_out_and_what_came_back_are_shown_plain() -> None:
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
def test_results_are_taken_by_their_numbers(typed: str | None, decision: ApprovalDecision) -> None:
    assert parse_approval(results_request(), typed) == decision


def test_a_long_result_says_how_much_is_not_printed() -> None:
    long = result_choice(1, "Long", "https://a.example/", "line\n" * 200)
    assert approval_lines(results_request([long]))[-2].endswith("| … 140 more lines")


async def test_all_lets_results_through_and_reads_never_lets_words_out() -> None:
    assert await RuleApprover("all").ask(results_request()) == ApprovalDecision(approved=True, by="rule")
    assert not (await RuleApprover("reads").ask(outgoing_request())).approved


async def test_the_terminal_says_how_to_choose_results() -> None:
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


def typing(line: str | None) -> TerminalReviewer:
    async def read(_prompt: str) -> str | None:
        return line

    return TerminalReviewer(read)


@pytest.mark.parametrize("line", ["y", " YES "])
async def test_a_plain_yes_sends_everything(line: str) -> None:
    decision = await typing(line).review(disclosure(PRIVATE, OPEN))
    assert (decision.send, dict(decision.replacements)) == (True, {})


@pytest.mark.parametrize("line", ["", "no", "yes please", "2", None])
async def test_anything_else_keeps_the_private_piece_and_sends_the_rest(line: str | None) -> None:
    decision = await typing(line).review(disclosure(PRIVATE, OPEN))
    assert (decision.send, dict(decision.replacements)) == (True, {"e1": None})


async def test_without_private_text_nobody_is_asked() -> None:
    class Nobody:
        async def __call__(self, _prompt: str) -> str:
            raise AssertionError("asked")

    assert (await TerminalReviewer(Nobody()).review(disclosure(OPEN))).send


def test_receiver_note_lines_and_words_are_shown_with_invisible_characters_spelled_out() -> None:
    lines = disclosure_lines(disclosure(PRIVATE, OPEN))
    assert lines[1] == "── Send 1 passage of 1 note to Anthropic (api.anthropic.com), model claude?"
    assert lines[2:] == ["   1. Diary.md, lines 3-4 (5 tokens; private: rule)", "      | Slept<U+202E> badly."]


WAITING = replace(OPEN, state="ask")


@pytest.mark.parametrize(
    ("line", "cut"),
    [("y", {"e1"}), ("1 2", set()), ("1", {"e2"}), ("2", {"e1"}), ("", {"e1", "e2"}), ("3", {"e1", "e2"})],
)
async def test_t2_numbers_choose_passages_and_yes_leaves_private_ones_among_others(line: str, cut: set[str]) -> None:
    decision = await typing(line).review(disclosure(PRIVATE, WAITING))
    assert (decision.send, set(decision.replacements), decision.by) == (True, cut, "review")


async def test_t2_approve_is_a_rule_that_lets_go_what_is_not_private() -> None:
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


async def test_t2_the_terminal_lists_passages_and_takes_numbers_and_other_words(
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
    assert shown.count("| line") == 11 + 40, "all of it on demand"
    assert "- Diary.md: private (by name), never sent" in shown
    decision = await TerminalApprover(read).ask(FOUND)
    assert (decision.approved, decision.new_query) == (False, "pump")
    assert parse_approval(FOUND, "y") == ApprovalDecision(approved=True)


@pytest.mark.parametrize(
    ("line", "answer"), [("a", "always"), ("t", "once"), ("", "no"), ("n", "no"), ("y", "no"), (None, "no")]
)
async def test_t2_the_terminal_asks_the_first_decision(
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
    here = "\n".join(first_use_lines(replace(first, destination=LOCAL)))
    assert "Nothing leaves this computer." in here
    assert "Private notes are not read: there are 60." in here
    assert "This time: you choose the passages before they are read." in here


@pytest.mark.parametrize("choice", ["none", None])
def test_where_nobody_can_be_asked_there_is_no_reviewer(choice: str | None) -> None:
    assert selected_reviewer(choice) is None  # type: ignore[arg-type]  # the words of the option
