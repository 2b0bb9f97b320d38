"""What a link must say so that it means after a renaming what it meant before."""

import pytest

from vaultdesk.vault.link_syntax import Link, LinkKind
from vaultdesk.vault.links import NoteNames
from vaultdesk.vault.obsidian import LinkFormat
from vaultdesk.vault.renaming import Renaming

FILES = (
    "Home.md",
    "a/Boiler.md",
    "a/Log.md",
    "b/Log.md",
    "b/Plan.md",
    "b/sub/Deep.md",
    "img/Plan.png",
    "map.canvas",
    "Caf\u00e9.md",
)


def said(
    target: str,
    source: str,
    moves: dict[str, str],
    kind: LinkKind = "wikilink",
    style: LinkFormat = "shortest",
) -> str | None:
    targets = Renaming(NoteNames(FILES), moves, style).targets(Link(kind, target), source)
    return None if targets is None else targets[0]


BOILER = {"a/Boiler.md": "a/Heating.md"}


@pytest.mark.parametrize(
    ("target", "source", "moves", "expected"),
    [
        ("Boiler", "Home.md", BOILER, "Heating"),
        ("boiler", "Home.md", BOILER, "Heating"),
        ("Boiler.md", "Home.md", BOILER, "Heating.md"),
        ("a/Boiler", "b/Log.md", BOILER, "a/Heating"),
        ("/a/Boiler", "b/Log.md", BOILER, "/a/Heating"),
        ("./Boiler", "a/Log.md", BOILER, "./Heating"),
        ("../a/Boiler.md", "b/Log.md", BOILER, "../a/Heating.md"),
        ("sub/Deep", "b/Log.md", {"b/sub/Deep.md": "b/sub/Low.md"}, "sub/Low"),
        ("sub/Deep", "Home.md", {"b/sub/Deep.md": "b/sub/Low.md"}, "sub/Low"),
        ("sub/Deep", "b/Log.md", {"b/sub/Deep.md": "b/Deep.md"}, "Deep"),
        ("Home", "b/Log.md", BOILER, None),
        ("Missing", "b/Log.md", BOILER, None),
        ("Plan", "Home.md", {"b/Plan.md": "c/Plan.md"}, None),
        ("b/Plan", "Home.md", {"b/Plan.md": "c/Plan.md"}, "c/Plan"),
        ("Cafe\u0301", "Home.md", {"Caf\u00e9.md": "Tea.md"}, "Tea"),
    ],
)
def test_a_link_to_a_moved_note_keeps_the_writers_form(
    target: str, source: str, moves: dict[str, str], expected: str | None
) -> None:
    assert said(target, source, moves) == expected


def test_a_short_name_grows_where_it_is_not_alone_any_more() -> None:
    assert said("Boiler", "Home.md", {"a/Boiler.md": "c/Plan.md"}) == "c/Plan"
    assert said("Boiler", "Home.md", {"a/Boiler.md": "Plan.md"}) == "Plan", "at the root it is meant before others"


def test_links_that_a_new_name_captures_keep_their_meaning() -> None:
    moves = {"a/Boiler.md": "c/Plan.md"}
    assert said("Plan", "Home.md", moves) == "b/Plan", "two notes of one name: the link was sure before"
    assert said("Plan", "c/x.md", moves) == "b/Plan"
    assert said("b/Plan", "Home.md", moves) is None
    assert said("Plan.png", "Home.md", moves) is None


def test_a_link_that_was_unsure_before_is_only_touched_where_it_would_change() -> None:
    assert said("Log", "a/x.md", BOILER) is None
    assert said("Log", "a/x.md", {"b/Log.md": "c/Log.md"}) is None
    assert said("Log", "b/x.md", {"b/Log.md": "c/Log.md"}) == "c/Log"
    assert said("Log", "a/x.md", {"a/x.md": "b/x.md"}) == "a/Log"


def test_a_moved_notes_own_relative_links_still_lead_where_they_did() -> None:
    moves = {"b/Plan.md": "c/d/Plan.md"}
    assert said("sub/Deep", "b/Plan.md", moves) is None, "the end of the path still finds it"
    assert said("./sub/Deep.md", "b/Plan.md", moves, "markdown") == "../../b/sub/Deep.md"
    assert said("../img/Plan.png", "b/Plan.md", moves, "markdown") == "../../img/Plan.png"
    assert said("../Home", "b/Plan.md", moves) == "../../Home"
    assert said("./Plan", "b/Plan.md", moves) is None


def test_markdown_links_in_a_folder_stay_relative_where_the_name_is_not_enough() -> None:
    moves = {"b/Plan.md": "a/Log 2.md", "a/Log.md": "x/Log 2.md"}
    assert said("Plan.md", "b/Log.md", moves, "markdown") == "../a/Log 2.md"


def test_who_lives_by_relative_links_gets_relative_links() -> None:
    moves = {"b/Plan.md": "c/Plan.md"}
    assert said("Plan.md", "b/Log.md", moves, "markdown") is None
    assert said("Plan.md", "b/Log.md", moves, "markdown", "relative") == "../c/Plan.md"
    assert said("../b/Plan.md", "a/Log.md", moves, "markdown", "relative") == "../c/Plan.md"


def test_notes_that_change_places_are_followed() -> None:
    moves = {"a/Log.md": "b/Log.md", "b/Log.md": "a/Log.md"}
    assert said("a/Log", "Home.md", moves) == "b/Log"
    assert said("b/Log", "Home.md", moves) == "a/Log"


def test_a_change_of_case_alone_breaks_no_link() -> None:
    assert said("Boiler", "Home.md", {"a/Boiler.md": "a/BOILER.md"}) is None


def test_places_in_the_same_note_and_addresses_are_left_alone() -> None:
    renaming = Renaming(NoteNames(FILES), BOILER)
    assert renaming.targets(Link("wikilink", "", "Head"), "a/Boiler.md") is None
    assert renaming.targets(Link("markdown", "https://a/Boiler.md", external=True), "Home.md") is None


def test_names_after_a_renaming_are_those_of_a_vault_made_anew() -> None:
    moves = {"a/Boiler.md": "b/Log.md.md", "b/Log.md": "a/log.md", "Home.md": "a/Boiler.md"}
    after = Renaming(NoteNames(FILES), moves).after
    anew = NoteNames(moves.get(path, path) for path in FILES)
    for path in (*FILES, *moves.values(), "Log.md", "Boiler.md", "x"):
        assert after.at(path) == anew.at(path)
        assert sorted(after.ending_in(path)) == sorted(anew.ending_in(path))
        assert (path in after) == (path in anew)
