"""Sheet stack: the sheet in sight is made at once, the others in pauses, each once."""

from tests.support.qt_loop import on_qt_loop, until
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.sheet_stack import SheetStack


def stack_of(*titles: str) -> tuple[SheetStack, list[str]]:
    """Return a stack and the titles of what it has made so far."""
    made: list[str] = []

    def make(title: str) -> Sheet:
        made.append(title)
        return Sheet(title, "")

    return SheetStack([lambda title=title: make(title) for title in titles]), made  # type: ignore[misc] # bound at once


@on_qt_loop
async def test_only_what_is_shown_is_made_at_once() -> None:
    stack, made = stack_of("One", "Two", "Three")
    stack.show_sheet(1)
    assert made == ["Two"]
    current = stack.currentWidget()
    assert isinstance(current, Sheet)
    assert current.title == "Two"
    assert list(stack.made()) == [current]


@on_qt_loop
async def test_the_others_come_one_at_a_time_once_it_is_seen() -> None:
    stack, made = stack_of("One", "Two", "Three")
    stack.show_sheet(1)
    stack.show()
    assert made == ["Two"]
    await until(lambda: len(made) == 3)
    assert made == ["Two", "One", "Three"]
    assert stack.currentIndex() == 1
    assert [stack.sheet(number).title for number in range(stack.count())] == ["One", "Two", "Three"]
    assert len(made) == 3
    stack.close()
