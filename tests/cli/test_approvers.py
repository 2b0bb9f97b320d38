"""Approvers: nothing but a plain yes allows anything."""

from collections.abc import Callable
from dataclasses import replace

import pytest

from tests.cli.test_change_lines import SET
from tests.support.requests import outgoing_request, results_request
from vaultdesk.cli.approvers import (
    AttendedApprover,
    RuleApprover,
    TerminalApprover,
    chosen_approver,
    describe,
    read_answer,
    read_choice,
)
from vaultdesk.core.destination import Destination
from vaultdesk.tools.elicitation import DISMISSED_ANSWER, Elicitation, ElicitationAnswer
from vaultdesk.tools.network_tool import result_choice
from vaultdesk.tools.runtime.approvals import ApprovalDecision, ApprovalRequest, CallReview
from vaultdesk.tools.tool import Effect, FileChoice
from vaultdesk.vault.diff.change_set import NoteChoice


def request(effect: Effect = "read", files: int = 3) -> ApprovalRequest:
    review = CallReview(
        call_id="call_1",
        tool="file_read",
        display_name="Read notes",
        purpose="opens the notes below and gives their text to the model.",
        effect=effect,
        arguments={"file_paths": [f"n{number}.md" for number in range(1, files + 1)]},
        files=tuple(FileChoice(f"n{number}.md", 10 * number, "named by the model") for number in range(1, files + 1)),
    )
    return ApprovalRequest(
        "ask_1", "Read 3 notes and send them to Anthropic (api.anthropic.com)", (review,),
        Destination("Anthropic", "api.anthropic.com", local=False), model_words="Let me look.\x1b[2J",
    )  # fmt: skip


@pytest.mark.parametrize("answer", ["", None, "n", "no", "yess", "ok", " ", "0", "4", "1 x", "-1", "y n", "²", "１"])
def test_anything_but_a_plain_yes_refuses(answer: str | None) -> None:
    assert read_answer(request(), answer) == ApprovalDecision(approved=False)


@pytest.mark.parametrize("answer", ["y", "Y", "yes", " YES "])
def test_a_plain_yes_allows_everything_shown(answer: str) -> None:
    assert read_answer(request(), answer) == ApprovalDecision(approved=True)


def test_numbers_allow_those_notes_alone() -> None:
    assert read_answer(request(), "3, 1") == ApprovalDecision(approved=True, files=("n3.md", "n1.md"))


def test_numbers_mean_nothing_where_no_files_are_shown() -> None:
    assert read_answer(request(files=0), "1") == ApprovalDecision(approved=False)


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
    approver = chosen_approver(None)
    assert isinstance(approver, RuleApprover)
    decision = await approver.ask(request())
    assert not decision.approved
    assert "there is no terminal to ask in" in decision.reason
    assert isinstance(chosen_approver("ask"), TerminalApprover)


def test_what_leaves_is_said_last_before_the_question() -> None:
    assert describe(request())[-1].strip() == "This leaves the computer for Anthropic at api.anthropic.com."


async def test_a_general_yes_leaves_out_what_needs_its_own_yes() -> None:
    asked = request()
    (review,) = asked.calls
    kept_back = replace(review.files[1], ticked=False, warning="The vault's settings exclude it.")
    asked = replace(asked, calls=(replace(review, files=(review.files[0], kept_back, review.files[2])),))
    assert read_answer(asked, "yes") == ApprovalDecision(approved=True, files=("n1.md", "n3.md"))
    assert await RuleApprover("reads").ask(asked) == ApprovalDecision(approved=True, files=("n1.md", "n3.md"))
    assert await RuleApprover("all").ask(asked) == ApprovalDecision(approved=True)
    assert read_answer(asked, "2") == ApprovalDecision(approved=True, files=("n2.md",))
    assert "The vault's settings exclude it." in "\n".join(describe(asked))


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
    assert read_answer(writing(), answer) == ApprovalDecision(approved=True, changes=choices)


@pytest.mark.parametrize("answer", ["", None, "3", "0", "1 x", "all", "n"])
def test_anything_else_changes_nothing(answer: str | None) -> None:
    assert read_answer(writing(), answer) == ApprovalDecision(approved=False)


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
    assert await RuleApprover("all").ask(writing()) == ApprovalDecision(approved=True)
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
        ("4", ElicitationAnswer(words="4")),
        ("both", ElicitationAnswer(words="both")),
        ("", DISMISSED_ANSWER),
        (None, DISMISSED_ANSWER),
        ("   ", DISMISSED_ANSWER),
    ],
)
def test_what_is_typed_is_a_choice_or_words(typed: str | None, answer: ElicitationAnswer) -> None:
    assert read_choice(ASKED, typed) == answer


def test_several_choices_and_no_words_where_the_question_says_so() -> None:
    several = replace(ASKED, several=True, free=False)
    assert read_choice(several, "3 1 3") == ElicitationAnswer(("House", "2"))
    assert read_choice(several, "something else") == DISMISSED_ANSWER


async def test_the_terminal_shows_the_question_plain_before_it_waits(capsys: pytest.CaptureFixture[str]) -> None:
    prompts: list[str] = []

    async def second(prompt: str) -> str | None:
        prompts.append(prompt)
        return "2"

    assert await TerminalApprover(second).inquire(ASKED) == ElicitationAnswer(("Garden",))
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
    assert await approver.inquire(ASKED) == ElicitationAnswer(("House",))
    assert not hasattr(RuleApprover("all"), "inquire"), "without a terminal nobody is there to ask"


def test_what_goes_out_and_what_came_back_are_shown_plain() -> None:
    lines = "\n".join(describe(outgoing_request("heat pump\x1b[2J")))
    assert 'query = "heat pump' in lines
    assert "What stands above leaves the computer for Brave Search at api.search.brave.com." in lines
    shown = "\n".join(describe(results_request()))
    assert "   1. Heat pumps in old houses\n      https://heat-pumps.example/old\n      | They work well below" in shown
    assert "      ! It contains words that read like an order to the assistant" in shown
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
    assert read_answer(results_request(), typed) == decision


def test_a_long_result_says_how_much_is_not_printed() -> None:
    long = result_choice(1, "Long", "https://a.example/", "line\n" * 200)
    assert describe(results_request([long]))[-2].endswith("| … 140 more lines")


async def test_all_lets_results_through_and_reads_never_lets_words_out() -> None:
    assert await RuleApprover("all").ask(results_request()) == ApprovalDecision(approved=True)
    assert not (await RuleApprover("reads").ask(outgoing_request())).approved


async def test_the_terminal_says_how_to_choose_results() -> None:
    prompts: list[str] = []

    async def second(prompt: str) -> str | None:
        prompts.append(prompt)
        return "2"

    assert await TerminalApprover(second).ask(results_request()) == ApprovalDecision(approved=True, results=("2",))
    assert prompts == ["[y]es to all of it, numbers of what the model may read, or Enter for nothing: "]
