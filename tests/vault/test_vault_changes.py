"""Many happenings come to few changes, and to the same end."""

from hypothesis import given
from hypothesis import strategies as st

from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault_changes import ChangeKind, FileChange, fold_changes


def change(kind: ChangeKind, name: str, old: str = "") -> FileChange:
    return FileChange(kind, NotePath(f"{name}.md"), NotePath(f"{old}.md") if old else None)


def folded(*changes: FileChange) -> list[FileChange]:
    return list(fold_changes(changes))


def test_what_happens_to_one_note_is_told_once() -> None:
    assert folded(change("created", "a"), change("modified", "a"), change("modified", "a")) == [change("created", "a")]
    assert folded(change("modified", "a"), change("modified", "a")) == [change("modified", "a")]
    assert folded(change("created", "a"), change("deleted", "a")) == []
    assert folded(change("modified", "a"), change("deleted", "a")) == [change("deleted", "a")]
    assert folded(change("deleted", "a"), change("created", "a")) == [change("modified", "a")]


def test_moves_join_and_keep_their_edits() -> None:
    assert folded(change("moved", "b", "a"), change("moved", "c", "b")) == [change("moved", "c", "a")]
    assert folded(change("moved", "b", "a"), change("moved", "a", "b")) == []
    assert folded(change("modified", "a"), change("moved", "b", "a")) == [
        change("moved", "b", "a"),
        change("modified", "b"),
    ]
    assert folded(change("moved", "b", "a"), change("deleted", "b")) == [change("deleted", "a")]
    assert folded(change("created", "t"), change("moved", "a", "t")) == [change("created", "a")]


def test_a_save_that_keeps_a_copy_is_one_edit() -> None:
    """What some editors do: note to backup, new file in its place, backup deleted."""
    assert folded(change("moved", "copy", "a"), change("created", "a"), change("deleted", "copy")) == [
        change("modified", "a")
    ]


def test_two_notes_that_change_places_are_both_edits() -> None:
    swap = (change("moved", "t", "a"), change("moved", "a", "b"), change("moved", "b", "t"))
    assert folded(*swap) == [change("modified", "a"), change("modified", "b")]


def test_different_notes_stay_apart_and_in_order() -> None:
    both = (change("modified", "b"), change("created", "a"), change("deleted", "c"))
    assert folded(*both) == list(both)


NAMES = ["a", "b", "c", "d"]
STEP = st.tuples(
    st.sampled_from(["created", "modified", "deleted", "moved"]), st.sampled_from(NAMES), st.sampled_from(NAMES)
)


@given(st.sets(st.sampled_from(NAMES)), st.lists(STEP, max_size=12))
def test_folded_changes_lead_to_the_same_vault(before: set[str], steps: list[tuple[ChangeKind, str, str]]) -> None:
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
    told = fold_changes(seen)
    replayed = {name: (name, 0) for name in before}
    for one in told:
        if one.kind == "deleted":
            del replayed[one.path.name]
        elif one.kind == "moved" and one.old_path:
            replayed[one.path.name] = replayed.pop(one.old_path.name)
        else:
            assert (one.kind == "created") == (one.path.name not in replayed)
            replayed[one.path.name] = real[one.path.name]
    assert replayed == real
    assert fold_changes(told) == told
