from vaultdesk.ui.editor.span import Span


def test_a_moved_span_keeps_what_it_is() -> None:
    assert Span(1, 3, "link", "Boiler").moved(10) == Span(11, 13, "link", "Boiler")
