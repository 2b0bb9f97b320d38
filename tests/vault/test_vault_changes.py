"""Folding of file events: fewer changes with the same result."""

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault_changes import ChangeKind, FileChange, fold_changes


def change(kind: ChangeKind, name: str, old: str = "") -> FileChange:
    return FileChange(kind, NotePath(f"{name}.md"), NotePath(f"{old}.md") if old else None)


def folded(*changes: FileChange) -> list[FileChange]:
    return list(fold_changes(changes))


def test_events_of_one_note_are_folded_into_one_change() -> None:
    assert folded(change("created", "a"), change("modified", "a"), change("modified", "a")) == [change("created", "a")]
    assert folded(change("modified", "a"), change("modified", "a")) == [change("modified", "a")]
    assert folded(change("created", "a"), change("deleted", "a")) == []
    assert folded(change("modified", "a"), change("deleted", "a")) == [change("deleted", "a")]
    assert folded(change("deleted", "a"), change("created", "a")) == [change("modified", "a")]


def test_moves_are_combined_and_keep_their_edits() -> None:
    assert folded(change("moved", "b", "a"), change("moved", "c", "b")) == [change("moved", "c", "a")]
    assert folded(change("moved", "b", "a"), change("moved", "a", "b")) == []
    assert folded(change("modified", "a"), change("moved", "b", "a")) == [
        change("moved", "b", "a"),
        change("modified", "b"),
    ]
    assert folded(change("moved", "b", "a"), change("deleted", "b")) == [change("deleted", "a")]
    assert folded(change("created", "t"), change("moved", "a", "t")) == [change("created", "a")]


def test_a_save_with_a_backup_copy_is_one_modification() -> None:
    """Some editors rename the note to a backup, write a new file at its path and delete the backup."""
    assert folded(change("moved", "copy", "a"), change("created", "a"), change("deleted", "copy")) == [
        change("modified", "a")
    ]


def test_two_notes_that_swap_paths_are_both_modified() -> None:
    swap = (change("moved", "t", "a"), change("moved", "a", "b"), change("moved", "b", "t"))
    assert folded(*swap) == [change("modified", "a"), change("modified", "b")]


def test_changes_of_different_notes_stay_separate_and_in_order() -> None:
    both = (change("modified", "b"), change("created", "a"), change("deleted", "c"))
    assert folded(*both) == list(both)


NAMES = ["a", "b", "c", "d"]
STEP = st.tuples(
    st.sampled_from(["created", "modified", "deleted", "moved"]), st.sampled_from(NAMES), st.sampled_from(NAMES)
)


@given(st.sets(st.sampled_from(NAMES)), st.lists(STEP, max_size=12))
def test_folded_changes_result_in_the_same_vault(before: set[str], steps: list[tuple[ChangeKind, str, str]]) -> None:
    real = {name: (name, 0) for name in before}
    seen: list[FileChange] = []
    for number, (kind, name, other) in enumerate(steps, 1):
        if kind == "created" and name not in real:
            real[name] = ("new", number)
        elif kind == "modified" and name in real:
            real[name] = (real[name][0], number)
        elif kind == "deleted" and name in real:
            del real[name]
        elif kind == "moved" and name in real and other not in real:
            real[other] = real.pop(name)
            seen.append(change("moved", other, name))
            continue
        else:
            continue
        seen.append(change(kind, name))
    folded_steps = fold_changes(seen)
    replayed = {name: (name, 0) for name in before}
    for folded_step in folded_steps:
        if folded_step.kind == "deleted":
            del replayed[folded_step.path.name]
        elif folded_step.kind == "moved" and folded_step.old_path:
            replayed[folded_step.path.name] = replayed.pop(folded_step.old_path.name)
        else:
            assert (folded_step.kind == "created") == (folded_step.path.name not in replayed)
            replayed[folded_step.path.name] = real[folded_step.path.name]
    assert replayed == real
    assert fold_changes(folded_steps) == folded_steps
