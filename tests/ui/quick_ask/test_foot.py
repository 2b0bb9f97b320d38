"""Tests of foot.py."""

from dataclasses import dataclass

from vaultdesk.providers.capabilities import ToolMode
from vaultdesk.ui.quick_ask.foot import QuickFoot
from vaultdesk.ui.widgets.labels import PlainLabel


@dataclass(frozen=True)
class Model:
    """A model as the chat knows one."""

    label: str
    local: bool
    title: str = "A model"
    provider: str = "Somebody"
    way: ToolMode = "native"
    why: str = ""
    sees: bool | None = None
    thinks: bool | None = None
    context: int = 0
    price: str = ""


HERE, AWAY = Model("ollama/qwen3:8b", local=True), Model("anthropic/claude", local=False)


def said(foot: QuickFoot) -> list[str]:
    return [label.text() for label in foot.findChildren(PlainLabel) if not label.isHidden()]


def test_it_says_who_is_asked_and_whether_anything_leaves(qapp: object) -> None:
    foot = QuickFoot()
    foot.set_models((HERE, AWAY), HERE.label, "")
    assert foot.model.words() == "qwen3:8b"
    assert "stays on this computer" in said(foot)
    foot.set_models((HERE, AWAY), AWAY.label, "")
    assert "asks before notes leave" in said(foot)
    foot.set_models((), "gone/one", "")
    assert not {"stays on this computer", "asks before notes leave"} & set(said(foot))


def test_it_says_the_keys_that_do_something(qapp: object) -> None:
    foot = QuickFoot()
    shown = {"ask": foot.ask, "notes": foot.notes, "chat": foot.chat, "hide": foot.hides}

    def told() -> set[str]:
        return {name for name, hint in shown.items() if not hint.isHidden()}

    foot.set_keys(can_ask=False, has_notes=False, has_answer=False)
    assert told() == {"hide"}
    foot.set_keys(can_ask=True, has_notes=True, has_answer=False)
    assert told() == {"ask", "notes", "hide"}
    foot.set_keys(can_ask=False, has_notes=False, has_answer=True)
    assert told() == {"chat", "hide"}


def test_a_notice_takes_its_place_with_the_way_back_and_goes_again(qapp: object) -> None:
    foot, done = QuickFoot(), []
    foot.notify("Added to “2026-11-22”.", "Undo", lambda: done.append("undone"))
    assert foot.notice == "Added to “2026-11-22”."
    foot._act.click()
    assert (done, foot.notice) == (["undone"], "")
    foot.notify("Taken back.")
    assert foot._act.isHidden()
    foot._clock.timeout.emit()
    assert foot.notice == ""


def test_the_button_says_what_goes_into_todays_note(qapp: object) -> None:
    foot = QuickFoot()
    assert foot.note.accessibleName() == "Add the text to today’s note"
    foot.set_note_target(answered=True)
    assert foot.note.accessibleName() == "Add the answer to today’s note"
    assert "Alt+Enter" in foot.note.toolTip()
