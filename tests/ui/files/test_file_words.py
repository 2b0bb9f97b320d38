import pytest

from vaultdesk.ui.files import file_words as words
from vaultdesk.workspace.file_changes import FileChangeResult


def test_a_name_that_is_taken_gets_a_number_before_its_ending() -> None:
    assert words.free_name("a.png", {"b.png"}) == "a.png"
    assert words.free_name("A.png", {"a.png", "a 1.png"}) == "A 2.png"
    assert words.free_name("Folder", {"folder"}) == "Folder 1"


def test_a_note_keeps_its_ending_and_others_get_what_is_typed() -> None:
    assert words.new_path("A/x.md", "y") == "A/y.md"
    assert words.new_path("x.md", "y.md") == "y.md"
    assert words.new_path("A/x.png", "y.jpg") == "A/y.jpg"
    assert words.new_path("A/Folder", "Other") == "A/Other"


@pytest.mark.parametrize(
    ("name", "why"),
    [
        (" ", "needed"),
        ("a/b", "slash"),
        ("con", "device"),
        ("what?", "Windows"),
        ("a#b", "links"),
        (".hidden", "hidden"),
        ("Taken", "already"),
        ("x" * 300, "longer"),
        ("free", ""),
        ("BOILER", ""),
    ],
)
def test_what_cannot_be_a_name_is_said(name: str, why: str) -> None:
    said = words.why_no_name("A/Boiler.md", name, {"taken.md", "boiler.md"})
    assert why in said
    assert bool(said) == bool(why)


def test_what_was_done_is_said_with_counts_and_links() -> None:
    one = FileChangeResult("g", {"Boiler.md": "Area/Boiler.md"}, links=2, lost=1)
    many = FileChangeResult("g", {f"{n}.md": f"A/{n}.md" for n in range(1200)})
    assert words.moved_words(["Boiler.md"], "Area", one) == (
        "Moved “Boiler” to “Area”. 2 links follow. 1 link cannot say the new name."
    )
    assert words.moved_words(["House"], "", many) == "Moved “House” with 1,200 files to the top of the vault."
    assert words.deleted_words(["a", "b"], many, trash=True) == "Moved 1,200 files to the trash."
    left = FileChangeResult("g", {"A/x.md": ""}, left=("A",))
    assert words.deleted_words(["A"], left, trash=False) == (
        "Deleted “A”. The folder stays: there are hidden files in it."
    )
    assert words.renamed_words("a.md", "b\u202e.md", FileChangeResult("g", {})) == "Renamed “a” to “b<U+202E>”."
