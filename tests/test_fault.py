"""Fault: kinds and places of an error, and not one word of what it says or of the folders of this computer."""

import pytest

from vaultdesk.fault import LONGEST, fault, short_place

ANNA, WINDOWS = "/".join(("", "home", "anna")), "\\".join(("C:", "Users", "Anna"))
"""Homes of somebody, put together here: no file of the project names one."""

NOTE = "The boiler costs 18,400 euros"


def raised(error: BaseException) -> BaseException:
    try:
        raise error
    except BaseException as caught:  # noqa: BLE001 - it is what is wanted
        return caught


def test_kinds_and_places_are_told_and_no_words() -> None:
    inner = raised(ValueError(NOTE))
    outer = RuntimeError(f"with {NOTE}")
    outer.__cause__ = inner
    told = fault(raised(outer))

    assert told.splitlines()[0] == "builtins.RuntimeError"
    assert "builtins.ValueError" in told
    assert "test_fault.py:" in told
    assert " in raised" in told
    assert "boiler" not in told


def test_a_group_tells_of_its_members_and_a_ring_ends() -> None:
    one, two = ValueError(NOTE), KeyError(NOTE)
    told = fault(raised(ExceptionGroup(NOTE, [one, two])))
    assert "ExceptionGroup" in told
    assert "ValueError" in told
    assert "KeyError" in told
    assert "boiler" not in told
    one.__cause__, two.__cause__ = two, one
    assert fault(one).count("ValueError") == 1


def test_what_was_left_out_on_purpose_is_left_out() -> None:
    error = RuntimeError()
    error.__context__, error.__suppress_context__ = ValueError(), True
    assert "ValueError" not in fault(error)


def test_an_endless_recursion_is_told_in_short() -> None:
    def deeper() -> None:
        deeper()

    with pytest.raises(RecursionError) as caught:
        deeper()
    assert len(fault(caught.value).splitlines()) <= LONGEST + 5


def test_a_kind_with_a_strange_name_is_not_told() -> None:
    assert fault(type(NOTE, (Exception,), {})()).strip() == "an error"


@pytest.mark.parametrize(
    ("file", "shown"),
    [
        (f"{ANNA}/vaultdesk/vaultdesk/ui/desktop.py", "vaultdesk/ui/desktop.py"),
        (f"{ANNA}/vaultdesk/secret-project/run.py", "vaultdesk/secret-project/run.py"),
        (f"{ANNA}/env/lib/python3.11/site-packages/qasync/__init__.py", "qasync/__init__.py"),
        (f"{WINDOWS}\\VaultDesk\\_internal\\vaultdesk\\ui\\desktop.py", "vaultdesk/ui/desktop.py"),
        ("/usr/lib/python3.11/asyncio/events.py", "asyncio/events.py"),
        (f"{ANNA}/My diary/x.py", "x.py"),
        ("vaultdesk/ui/desktop.py", "vaultdesk/ui/desktop.py"),
        ("<string>", "<string>"),
        ("", ""),
    ],
)  # fmt: skip
def test_a_place_is_told_without_the_folders_of_this_computer(file: str, shown: str) -> None:
    assert short_place(file) == shown
