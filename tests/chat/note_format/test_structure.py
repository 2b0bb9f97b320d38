"""Structure: where the pieces of a note begin and end, whatever people wrote between them."""

from vaultdesk.chat.note_format.structure import signs


def kinds(text: str) -> list[tuple[str, str, int, int]]:
    return [(sign.kind, sign.marker.kind, sign.first, sign.end) for sign in signs(text.split("\n"))]


def test_messages_parts_and_callouts_are_found() -> None:
    text = """Mine.

## You
<!-- vaultdesk:user a -->

words

<!-- vaultdesk:text -->

more

> [!note]- Thinking
> <!-- vaultdesk:reasoning -->
> a
>
> b
<!-- vaultdesk:tool b -->
"""
    assert kinds(text) == [
        ("message", "user", 2, 4),
        ("part", "text", 7, 8),
        ("callout", "reasoning", 11, 16),
        ("message", "tool", 16, 17),
    ]


def test_a_callout_of_the_owner_and_a_marker_out_of_place_are_words() -> None:
    assert kinds("> [!note]- Mine\n> words\n\n<!-- vaultdesk:reasoning -->\n\n> <!-- vaultdesk:call x -->") == []


def test_headings_count_where_their_markers_are_gone() -> None:
    assert kinds("## You\n\na\n\n## Assistant (m)\n\nb\n\n## Other") == [
        ("heading", "user", 0, 1),
        ("heading", "assistant", 4, 5),
    ]
    first = "<!-- vaultdesk:user a -->\n\nx\n\n## You\n\nb"
    assert kinds(first)[1:] == [("heading", "user", 4, 5)]
    assert kinds("## You\n\nabove\n\n<!-- vaultdesk:user a -->") == [("message", "user", 4, 5)]
    assert kinds('<!-- vaultdesk:user a -->\n\n<!-- vaultdesk:text {"headings":true} -->\n\n## You')[2:] == []


def test_code_hides_what_is_in_it_but_no_message() -> None:
    inside = "<!-- vaultdesk:user a -->\n\n```\n<!-- vaultdesk:text -->\n## You\n```\n"
    assert [kind for kind, *_ in kinds(inside)] == ["message"]
    message = "<!-- vaultdesk:user a -->\n\n```\n<!-- vaultdesk:user b -->\n```\n"
    assert [kind for kind, *_ in kinds(message)] == ["message", "message"]
    told = message.replace("\n\n```", '\n\n<!-- vaultdesk:text {"quotes":true} -->\n\n```', 1)
    assert [kind for kind, *_ in kinds(told)] == ["message", "part"]
