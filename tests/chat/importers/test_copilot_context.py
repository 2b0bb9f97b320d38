"""The context line of a Copilot message."""

from vaultdesk.chat.importers.copilot_context import context_of


def told(words: str) -> tuple[str, list[str]]:
    rest, items = context_of(words)
    return rest, [f"{item.kind} {item.target}" for item in items]


def test_each_label_becomes_its_kind() -> None:
    line = "[Context: Notes: a.md, b/c.md | URLs: https://x.org | WebTabs: https://y.org | Tags: #t | Folders: f/]"

    assert told(f"Why?\n{line}") == (
        "Why?",
        ["note a", "note b/c", "web https://x.org", "web https://y.org", "tag t", "folder f"],
    )


def test_a_comma_inside_a_name_does_not_part_it_where_names_have_endings() -> None:
    assert told("[Context: Notes: Old, but good.md, New.md]") == ("", ["note Old, but good", "note New"])


def test_base_names_of_early_notes_are_kept_as_they_are() -> None:
    assert told("x\n[Context: Notes: Boiler, Budget]") == ("x", ["note Boiler", "note Budget"])


def test_a_line_that_only_looks_like_one_stays_in_the_text() -> None:
    words = "I wrote\n[Context: is everything]"

    assert context_of(words) == (words, ())
    assert context_of("x\n[Context: Notes: " + "a.md, " * 9000 + "b.md]")[1] == ()
