"""Project: a value that says what it is about."""

from vaultdesk.agent.project import Project, ProjectScope, ProjectStanding


def test_a_scope_reads_as_folders_tags_and_links() -> None:
    scope = ProjectScope(("Projects/House",), ("heating", "a/b"), ("Budget",))

    assert scope.words == "Projects/House, #heating, #a/b, [[Budget]]"
    assert ProjectScope().words == ""


def test_only_what_was_accepted_may_be_worked_in() -> None:
    standings: tuple[ProjectStanding, ...] = ("accepted", "changed", "new", "broken")

    usable = [standing for standing in standings if Project("P.md", "P", standing=standing).usable]

    assert usable == ["accepted"]
