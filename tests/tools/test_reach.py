"""What could this agent touch."""

import pytest

from tests.support.desk import LOCAL, REMOTE
from vaultdesk.core.destination import Destination
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset
from vaultdesk.tools.leash import FREE, Leash, ProjectBounds
from vaultdesk.tools.permissions import Permissions
from vaultdesk.tools.privacy_standing import NotePrivacy, Standing
from vaultdesk.tools.reach import Access, reach

SCOPED = Leash("Writer", ("work",))
INVISIBLE = Access("deny", "deny", "deny")


def access(
    path: str, leash: Leash = FREE, destination: Destination = LOCAL, *rules: PermissionRule, preset: Preset = "ask"
) -> Access:
    return reach(Permissions(lambda: rules, preset=lambda: preset), path, leash, destination)


@pytest.mark.parametrize(
    ("found", "expected"),
    [
        (access("work/a.md"), Access("ask", "ask", "deny")),
        (access("work/a.md", FREE, REMOTE), Access("ask", "ask", "ask")),
        (access("work-private/a.md", SCOPED, REMOTE, preset="trusted"), INVISIBLE),
        (access("work/a.md", SCOPED, preset="edit"), Access("allow", "allow", "deny")),
        (access("work/a.md", SCOPED, REMOTE, preset="edit"), Access("ask", "allow", "ask")),
        (access("work/a.md", SCOPED, REMOTE, preset="trusted"), Access("allow", "allow", "allow")),
        (access("work/a.md", SCOPED, preset="read-only"), Access("ask", "deny", "deny")),
        (access("work/a.md", Leash("R", read_only=True), preset="trusted"), Access("allow", "deny", "deny")),
        (access("a.md", FREE, LOCAL, PermissionRule(answer="deny"), preset="trusted"), INVISIBLE),
        (
            access("a.md", FREE, REMOTE, PermissionRule(tool="file_read", effect="read", answer="allow")),
            Access("allow", "ask", "allow"),
        ),
        (
            access("a.md", Leash("R", tools=frozenset({"get_links"})), REMOTE,
                   PermissionRule(tool="file_read", effect="read", answer="allow")),
            Access("ask", "ask", "ask"),
        ),
        (access("a.md", Leash("R", tools=frozenset())), INVISIBLE),
        (access("work/a.md", FREE.within(ProjectBounds("P", ("other",), frozenset({"b.md"})))), INVISIBLE),
        (access("b.md", FREE.within(ProjectBounds("P", notes=frozenset({"b.md"})))), Access("ask", "ask", "deny")),
        (access("work/a.md", FREE.within(ProjectBounds("P", ("work",))), preset="edit"), Access("ask", "ask", "deny")),
    ],
)  # fmt: skip
def test_reach_is_what_the_runner_would_decide(found: Access, expected: Access) -> None:
    assert found == expected


@pytest.mark.parametrize(("standing", "expected"), [("closed", INVISIBLE), ("ask", Access("ask", "ask", "ask"))])
def test_privacy_weighs_more_than_any_preset(standing: Standing, expected: Access) -> None:
    permissions = Permissions(preset=lambda: "trusted", privacy=NotePrivacy(lambda path, destination: standing))
    assert reach(permissions, "a.md", FREE, REMOTE) == expected
