import pytest

from vaultdesk.core.errors import NoteConflict
from vaultdesk.ui.note.tasks import task_line, toggled

NOTE = """---
a: 1
---
%% - [ ] hidden %%
- [ ] first
- no task
  - [x] inside

> - [/] half
>   more

```
- [ ] code
```

1. [ ] numbered
"""

LINES = NOTE.split("\n")


def test_each_task_that_is_shown_is_found_on_its_line() -> None:
    found = [task_line(NOTE, number, 10_000) for number in range(5)]

    assert [LINES[line] if line is not None else None for line in found] == [
        "- [ ] first",
        "  - [x] inside",
        "> - [/] half",
        "1. [ ] numbered",
        None,
    ]


def test_a_task_is_ticked_and_any_sign_taken_away() -> None:
    assert toggled("- [ ] a\n- [ ] b", 1, "- [ ] b") == "- [ ] a\n- [x] b"
    assert toggled("> - [/] half [x]", 0, "> - [/] half [x]") == "> - [ ] half [x]"


def test_a_line_that_is_another_by_now_is_left_alone() -> None:
    with pytest.raises(NoteConflict):
        toggled("- [ ] other", 0, "- [ ] a")
