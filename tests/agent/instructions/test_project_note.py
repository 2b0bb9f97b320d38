"""Tests of agent/instructions/project_note.py."""

import pytest

from vaultdesk.agent.instructions.project_note import (
    Project,
    ProjectScope,
    ProjectStatus,
    project_note,
    project_sentences,
    read_project,
    valid_note_name,
)
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath

# Project: a value that says what it is about.


def test_a_scope_reads_as_folders_tags_and_links() -> None:
    scope = ProjectScope(("Projects/House",), ("heating", "a/b"), ("Budget",))

    assert scope.text == "Projects/House, #heating, #a/b, [[Budget]]"
    assert ProjectScope().text == ""


def test_only_what_was_accepted_may_be_worked_in() -> None:
    standings: tuple[ProjectStatus, ...] = ("accepted", "changed", "new", "broken")

    usable = [standing for standing in standings if Project("P.md", "P", status=standing).is_usable]

    assert usable == ["accepted"]


# Project notes: read strictly, written as they are read.

PATH = NotePath("Assistant/Projects/House.md")


def read(text: str) -> Project:
    return read_project(parse_note(PATH, text), lambda model: "" if model == "own/m" else f"There is no {model}.")


def test_every_property_has_its_place() -> None:
    project = read(
        "---\ndescription: The  house\nfolders: [Projects/House/]\ntags: ['#heating', plan/2026]\n"
        'links:\n  - "[[Budget|the money]]"\n  - "[[Notes/Boiler#Decision]]"\nagent: Filer\nmodel: own/m\n'
        "aliases: [x]\ncolour: red\n---\nAmounts are in euros. %% mine %%\n"
    )

    assert (project.path, project.name, project.description) == (PATH.text, "House", "The house")
    assert project.scope == ProjectScope(("Projects/House",), ("heating", "plan/2026"), ("Budget", "Notes/Boiler"))
    assert (project.agent, project.model, project.instructions) == ("Filer", "own/m", "Amounts are in euros.")
    assert (project.problems, project.status) == ((), "new")
    assert project.remarks == ("“colour” means nothing to VaultDesk.",)


@pytest.mark.parametrize(
    ("head", "problem"),
    [
        ("agent: X", "It says of no notes that they are its own: name folders, tags or links."),
        ("folders: []", "It says of no notes that they are its own: name folders, tags or links."),
        ("folders: [../up]", "“folders” names no folder of the vault: “../up”."),
        ("folders: ['']", "“folders” must be a list of names (numbers in quotes)."),
        ("folders: 3", "“folders” must be a list of names (numbers in quotes)."),
        ("tags: ['#']", "“tags” names no tag: “#”."),
        ("tags: [a b]", "“tags” names no tag: “a b”."),
        ("links: ['[[]]']", "“links” names no note: “[[]]”."),
        ("folders: [A]\nfolder: B", "“folder” says again what another property says."),
        ("folders: [A]\nexclude: [B]", "“exclude” is not known, and may be meant to limit the project."),
        ("folders: [A]\nprivacy: open", "“privacy” cannot be set by a note, only in Settings."),
        ("folders: [A]\nmodel: other/x", "“model” names a model that cannot be asked. There is no other/x."),
        ("folders: [A]\nagent: [x]", "“agent” must be text on one line."),
    ],
)
def test_what_is_unclear_is_refused(head: str, problem: str) -> None:
    project = read(f"---\n{head}\n---\nText.\n")

    assert project.status == "broken"
    assert any(told.startswith(problem) for told in project.problems), project.problems


def test_a_folder_that_climbs_or_is_the_whole_vault_is_no_scope() -> None:
    for folder in ('"/"', '""', '"."', '".."', '"A/../B"'):
        assert read(f"---\nfolders: [{folder}]\n---\nText.\n").problems


def test_a_project_needs_no_instructions() -> None:
    assert read("---\nfolders: [A]\n---\n").problems == ()


def test_a_new_note_reads_back_as_the_project_it_was_written_for() -> None:
    project = read(project_note("The house", ["Projects/House"]))

    assert project.problems == ()
    assert (project.description, project.scope.folders) == ("The house", ("Projects/House",))
    assert project.instructions.startswith("What the assistant should know")


@pytest.mark.parametrize(
    ("name", "expected"),
    [("House", "House"), ("a/b: c?", "a b c"), (" ..", "Project"), ("", "Project"), ("[[x]]#^", "x")],
)
def test_a_name_becomes_one_a_note_can_have(name: str, expected: str) -> None:
    assert valid_note_name(name) == expected


def test_the_person_reads_what_working_in_it_comes_to() -> None:
    project = read("---\nfolders: [A]\nagent: Filer\nmodel: own/m\n---\nText.\n")

    assert project_sentences(project) == (
        "It is about A, and has its own chats. Other notes are not there for whoever works in it.",
        "What its note says is sent along with each question.",
        "The agent Filer works in it, where you allowed that agent.",
        "It uses the model own/m unless the chat names another.",
        "A change of its note ends this.",
    )
