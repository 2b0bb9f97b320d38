"""Approvals as values."""

from tests.support.desk import LOCAL
from vaultdesk.tools.approvals import ApprovalRequest, CallReview
from vaultdesk.tools.tool import FileChoice


def test_the_files_of_all_calls_are_listed_once_in_order() -> None:
    a, b, c = (FileChoice(f"{name}.md", 1, "named") for name in "abc")
    calls = tuple(
        CallReview(i, "file_read", "Read", "", "read", {}, files) for i, files in (("1", (b, a)), ("2", (a, c)))
    )
    assert ApprovalRequest("ask_1", "", calls, LOCAL).files == (b, a, c)
