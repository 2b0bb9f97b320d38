"""Undo plan: whether it can be done as it is, with merges, or not at all."""

from vaultdesk.vault.merge import Merge, MergeConflict
from vaultdesk.vault.undo_plan import UndoItem, UndoPlan

CLEAN = UndoItem("a.md", "modify", now="new\n", after="old\n")
MERGEABLE = UndoItem("b.md", "modify", "changed", merge=Merge("x"))
CONFLICT = UndoItem("c.md", "modify", "changed", merge=Merge("x", (MergeConflict((), ("m",), ("t",), 1),)))
STUCK = UndoItem("d.md", "delete", "changed", "There is another note at its place now.")


def test_one_note_decides_for_all() -> None:
    def both(*items: UndoItem) -> tuple[bool, bool]:
        plan = UndoPlan("Undo", "g", items=items)
        return plan.is_clean, plan.can_merge

    assert both(CLEAN, CLEAN) == (True, True)
    assert both(CLEAN, MERGEABLE) == (False, True)
    assert both(CLEAN, MERGEABLE, CONFLICT) == (False, False)
    assert both(STUCK) == (False, False)


def test_a_plan_with_a_problem_is_never_done() -> None:
    plan = UndoPlan("Undo", "g", problem="This is undone already.")
    assert (plan.is_clean, plan.can_merge) == (False, False)


def test_what_happens_to_the_text_is_a_diff_under_the_name_it_will_have() -> None:
    assert CLEAN.effect.startswith("--- a.md\n+++ a.md\n")
    assert UndoItem("a.md", "move", new_path="b.md").effect == ""
    assert UndoItem("a.md", "create", now="x\n").effect == "--- a.md\n+++ /dev/null\n@@ -1 +0,0 @@\n-x\n"
