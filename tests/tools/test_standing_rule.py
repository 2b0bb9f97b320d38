"""What one rule says: writes only where it names them, deletions and the network never."""

import pytest

from vaultdesk.core.settings.settings_schema import PermissionRule
from vaultdesk.tools.standing_rule import EVERYWHERE, says
from vaultdesk.tools.subject import Subject

WRITE = Subject("edit_note", "write", change="modify")


def rule(answer: str, folder: str = "", **more: str) -> PermissionRule:
    return PermissionRule.model_validate({"answer": answer, "folder": folder, **more})


@pytest.mark.parametrize(
    ("found", "subject", "path", "expected"),
    [
        (rule("allow", "work", effect="write"), WRITE, "work/a.md", ("allow", 1)),
        (rule("allow", effect="write"), WRITE, "a.md", ("allow", 0)),
        (rule("allow", "work"), WRITE, "work/a.md", ("ask", 1)),
        (rule("allow", "work", effect="write"), WRITE, "work-private/a.md", None),
        (rule("allow", "work", effect="write", tool="write_note"), WRITE, "work/a.md", None),
        (rule("allow", effect="write"), Subject("bulk", "write", change="modify", bulk=True), "a.md", ("ask", 0)),
        (rule("allow", effect="write"), Subject("remember", "write"), None, ("ask", 0)),
        (rule("allow", effect="write"), Subject("x", "write", change="delete"), "a.md", ("ask", 0)),
        (rule("allow", effect="delete"), Subject("x", "delete", change="delete"), "a.md", ("ask", 0)),
        (rule("allow", effect="network"), Subject("x", "network"), None, ("ask", 0)),
        (rule("deny", "work", effect="write"), WRITE, "WORK/a.md", ("deny", 1)),
        (rule("deny", "../x", effect="write"), WRITE, "a.md", ("deny", EVERYWHERE)),
        (rule("allow", effect="write", destination="this-computer"), WRITE, "a.md", ("allow", 0)),
        (
            rule("allow", effect="write", destination="this-computer"),
            Subject("edit_note", "write", host="h", change="modify"), "a.md", None,
        ),
    ],
)  # fmt: skip
def test_what_a_rule_says(
    found: PermissionRule, subject: Subject, path: str | None, expected: tuple[str, int] | None
) -> None:
    assert says(found, subject, path) == expected
