from vaultdesk.ui.properties.edits import added, removed, renamed, retyped, value_set

NOTE = "---\nstatus: open # why\ntags:\n- a\n---\nText\n"


def test_each_edit_changes_its_own_lines() -> None:
    assert value_set("status", "done", {})(NOTE) == NOTE.replace("open", "done")
    assert value_set("tags", ["a", "b"], {})(NOTE) == NOTE.replace("- a\n", "- a\n- b\n")
    assert removed("status")(NOTE) == NOTE.replace("status: open # why\n", "")
    assert renamed("status", "state")(NOTE) == NOTE.replace("status", "state")
    assert retyped("status", "list")(NOTE).count("open") == 1
    assert added("due", "date", {})(NOTE) == NOTE.replace("---\nText", "due:\n---\nText")
    assert added("STATUS", "text", {})(NOTE) == NOTE


def test_the_first_property_makes_the_head() -> None:
    assert added("done", "checkbox", {})("Text\n") == "---\ndone: false\n---\nText\n"
