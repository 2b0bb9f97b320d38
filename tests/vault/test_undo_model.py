"""Model-based test of undo: random writes, moves, deletions, undos and redos compared with an in-memory model."""

import os
import shutil
import tempfile
from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from hypothesis import HealthCheck, Phase, settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, precondition, rule

from tests.support.campaigns import campaign_count
from tests.support.wine import fewer
from vaultdesk.vault.disk.vault_files import VaultFiles
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.note_text import digest_of, encode_text
from vaultdesk.vault.transactions.file_edits import Create, Delete, FileEdit, Move, Origin, Rewrite
from vaultdesk.vault.transactions.journal import Journal
from vaultdesk.vault.transactions.trash import Trash
from vaultdesk.vault.transactions.writer import Writer
from vaultdesk.vault.undo import UndoOutcome, apply_undo, changes_to_redo, changes_to_undo

PLACES = ["a.md", "b.md", "Täglich/c.md", "Täglich/alt/d.md", "x/y/e.md", "x/f.md"]
LINES = ["", "# Head", "words", "more words", "- item"]
STARTS = [b"\xef\xbb\xbfone\r\ntwo\r\n", b"one\ntwo", b"---\ntags: [a]\n---\nx\n", b"mixed\r\nends\n", b""]
MODES = [0o644, 0o600, 0o440, 0o755]

File = tuple[bytes, int, tuple[tuple[str, bytes], ...]]
"""Bytes, mode, extended attributes."""
Tree = Mapping[str, "File | None"]
"""Everything in the vault including its trash; None is a folder."""

counts: Counter[str] = Counter()


def tree_of(root: Path) -> dict[str, "File | None"]:
    found: dict[str, File | None] = {}
    for path in sorted(root.rglob("*")):
        name = path.relative_to(root).as_posix()
        if path.is_dir():
            found[name] = None
            continue
        extended = (
            tuple((key, os.getxattr(path, key)) for key in sorted(os.listxattr(path)))
            if hasattr(os, "listxattr")
            else ()
        )
        found[name] = (path.read_bytes(), path.stat().st_mode & 0o7777, extended)
    return found


@dataclass
class Group:
    """The model of a group of changes."""

    before: Tree
    after: Tree
    touched: frozenset[str]
    applied: bool = True


class UndoMachine(RuleBasedStateMachine):
    """State machine: one vault with every kind of change."""

    @initialize(starts=st.lists(st.tuples(st.sampled_from(STARTS), st.sampled_from(MODES)), min_size=3, max_size=3))
    def begin(self, starts: list[tuple[bytes, int]]) -> None:
        self.home = Path(tempfile.mkdtemp(prefix="undo-"))
        self.root = self.home / "vault"
        self.root.mkdir()
        for place, (data, mode) in zip(PLACES, starts, strict=False):
            file = self.root / place
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)
            file.chmod(mode)
            if hasattr(os, "setxattr"):
                os.setxattr(file, "user.colour", place.encode())
        self.groups: dict[str, Group] = {}
        self.order: list[str] = []
        self.undone: list[str] = []
        self.count = 0
        self.moves: list[tuple[str, str]] = []
        self.open()

    def open(self) -> None:
        self.files = VaultFiles(self.root)
        self.journal = Journal(self.home / "place")
        trash = Trash(self.files.root, self.files.operations, lambda: "local")
        self.writer = Writer(self.files, self.journal, trash, lambda changes: None)

    def teardown(self) -> None:
        if hasattr(self, "journal"):
            self.journal.close()
            for file in self.home.rglob("*.md"):
                file.chmod(0o600)  # Windows removes no file with the read-only attribute.
            shutil.rmtree(self.home)

    @rule()
    def restart(self) -> None:
        self.journal.close()
        self.open()

    @rule(data=st.data())
    def change_notes(self, data: st.DataObject) -> None:
        before = tree_of(self.root)
        notes = {name: file[0] for name, file in before.items() if file is not None and not name.startswith(".")}
        edits: list[FileEdit] = []
        touched: set[str] = set()
        self.count += 1
        unit = data.draw(st.sampled_from(["", "u"]))
        for number in range(data.draw(st.integers(1, 5))):
            text = "\n".join(data.draw(st.lists(st.sampled_from(LINES), max_size=4)))
            text = f"{text}\nwritten by {self.count}.{number}\n"
            free = [place for place in PLACES if place not in notes]
            kind = data.draw(st.sampled_from(["create", "rewrite", "move", "delete"]))
            if kind == "create" and free:
                place = data.draw(st.sampled_from(free))
                edits.append(Create(NotePath(place), text, unit))
                notes[place] = text.encode()
                touched.add(place)
            if kind == "create" or not notes:
                continue
            place = data.draw(st.sampled_from(sorted(notes)))
            touched.add(place)
            path, digest = NotePath(place), digest_of(notes[place])
            if kind == "rewrite":
                edits.append(Rewrite(path, text, digest, unit))
                notes[place] = encode_text(text, notes[place])
            elif kind == "delete" and not any(isinstance(e, Create | Delete) and e.path == path for e in edits):
                edits.append(Delete(path, digest, unit))
                del notes[place]
            elif kind == "move" and free:
                target = data.draw(st.sampled_from(free))
                edits.append(Move(path, NotePath(target), digest, unit))
                notes[target] = notes.pop(place)
                touched.add(target)
                self.moves.append((place, target))
        if not edits:
            return
        group = f"run-{self.count}"
        outcomes = self.writer.apply(edits, Origin(group, f"Run {self.count}", "Librarian"))
        assert [outcome.result for outcome in outcomes] == ["done"] * len(edits)
        after = tree_of(self.root)
        assert {name: file[0] for name, file in after.items() if file and not name.startswith(".")} == notes
        self.groups[group] = Group(before, after, frozenset(touched))
        self.order.append(group)
        self.undone.clear()
        counts["changes"] += len(edits)
        counts["runs"] += 1

    @precondition(lambda self: self.applied_groups())
    @rule()
    def undo_last_run(self) -> None:
        self.undo(self.applied_groups()[-1])

    @precondition(lambda self: self.applied_groups())
    @rule(data=st.data())
    def undo_any_run(self, data: st.DataObject) -> None:
        self.undo(data.draw(st.sampled_from(self.applied_groups())))

    @precondition(lambda self: self.undone)
    @rule()
    def redo_last_undo(self) -> None:
        name = self.undone.pop()
        group, now = self.groups[name], tree_of(self.root)
        outcome = apply_undo(self.writer, self.files.operations, changes_to_redo(self.journal, name), False)
        self.check(outcome, group.before, group.after, group.touched, now)
        group.applied = outcome.done
        counts["redos"] += outcome.done

    @rule(data=st.data())
    def modify_note_externally(self, data: st.DataObject) -> None:
        notes = [name for name, file in tree_of(self.root).items() if file is not None and not name.startswith(".")]
        if notes and data.draw(st.integers(0, 3)) == 0:
            file = self.root / data.draw(st.sampled_from(notes))
            self.count += 1
            file.write_bytes(file.read_bytes() + f"foreign {self.count}\n".encode())
            counts["foreign writes"] += 1

    def applied_groups(self) -> Sequence[str]:
        return [name for name in self.order if self.groups[name].applied]

    def undo(self, name: str) -> None:
        group, now = self.groups[name], tree_of(self.root)
        outcome = apply_undo(self.writer, self.files.operations, changes_to_undo(self.journal, name), False)
        self.check(outcome, group.after, group.before, group.touched, now)
        if outcome.done:
            group.applied = False
            self.undone.append(name)
        counts["undos" if outcome.done else "refused"] += 1

    def check(self, outcome: UndoOutcome, source: Tree, target: Tree, touched: frozenset[str], before: Tree) -> None:
        """Check the disk against *before*; a clean undo leads from *source* to *target*."""
        after = tree_of(self.root)
        clean = all(before.get(name) == source.get(name) for name in touched)
        if not outcome.done:
            assert after == before, "refused, but something was written"
            assert not clean or outcome.problem
            return
        reached = set(touched)
        for old_path, new_path in self.moves:
            reached.update({old_path, new_path} if reached & {old_path, new_path} and not clean else ())
        for name in (*before, *after):
            if name not in reached and not name.startswith(".") and before.get(name) is not None:
                assert after.get(name) == before.get(name), "an unrelated note was changed"
        if clean:
            for name in touched:
                assert after.get(name) == target.get(name)
        if before == source:
            differ = {name: (after.get(name, "nothing"), target.get(name, "nothing")) for name in {*after, *target}}
            assert after == target, {name: pair for name, pair in differ.items() if pair[0] != pair[1]}
            counts["whole trees compared"] += 1


class TestUndoMachine(UndoMachine.TestCase):  # type: ignore[misc,name-defined]
    # Failures are not shrunk: shrinking fifty steps with disk access takes minutes.
    settings = settings(
        max_examples=fewer(campaign_count(45, 15)),
        stateful_step_count=50,
        deadline=None,
        suppress_health_check=list(HealthCheck),
        phases=[Phase.explicit, Phase.reuse, Phase.generate],
    )


def test_the_state_machine_made_enough_steps_of_every_kind() -> None:
    """Runs after the state machine: a run without undos would prove nothing."""
    if counts:
        print(f"\n{dict(counts)}")
        # 751 changes were counted alone and 453 after other tests, because the random draws differ.
        assert counts["changes"] >= fewer(campaign_count(200, 60))
        assert counts["undos"] >= fewer(campaign_count(60, 20))
        assert counts["redos"] >= 1
        assert counts["refused"] >= 1
        assert counts["whole trees compared"] >= fewer(campaign_count(40, 10))
