"""What each preset comes to."""

import pytest

from vaultdesk.core.settings.settings_schema import Preset
from vaultdesk.tools.leash import FREE, Leash
from vaultdesk.tools.presets import forbids, usual_answer
from vaultdesk.tools.subject import Subject
from vaultdesk.tools.tool import Effect
from vaultdesk.vault.diff.change_set import NoteChangeKind

SCOPED = Leash("Writer", ("work",))
AWAY = "api.anthropic.com"

TABLE: tuple[tuple[Effect, NoteChangeKind | None, Leash, str, str], ...] = (
    ("none", None, FREE, "", "allow allow allow allow"),
    ("read", None, FREE, "", "ask ask ask allow"),
    ("read", None, FREE, AWAY, "ask ask ask allow"),
    ("read", None, SCOPED, "", "ask ask allow allow"),
    ("read", None, SCOPED, AWAY, "ask ask ask allow"),
    ("read", None, Leash(folders=("",)), "", "ask ask ask allow"),
    ("write", "create", FREE, "", "ask ask ask allow"),
    ("write", "create", SCOPED, AWAY, "ask ask allow allow"),
    ("write", "modify", SCOPED, "", "ask ask allow allow"),
    ("write", "move", SCOPED, "", "ask ask ask allow"),
    ("write", None, SCOPED, "", "ask ask ask ask"),
    ("delete", "delete", SCOPED, "", "ask ask ask ask"),
    ("network", None, SCOPED, "", "ask ask ask ask"),
)
"""Effect, change, leash, host, and the answers of read-only, ask, edit and trusted."""


@pytest.mark.parametrize(("effect", "change", "leash", "host", "answers"), TABLE)
def test_the_four_words(effect: Effect, change: NoteChangeKind | None, leash: Leash, host: str, answers: str) -> None:
    presets: tuple[Preset, ...] = ("read-only", "ask", "edit", "trusted")
    subject = Subject("tool", effect, "chat", host, leash, change)
    assert " ".join(usual_answer(preset, subject) for preset in presets) == answers
    many = Subject("tool", effect, "chat", host, leash, change, bulk=True)
    if effect == "write":
        assert {usual_answer(preset, many) for preset in presets} == {"ask"}


@pytest.mark.parametrize(
    ("effect", "barred"), [("read", False), ("none", False), ("write", True), ("delete", True), ("network", True)]
)
def test_read_only_bars_what_changes_or_goes_out(effect: Effect, barred: bool) -> None:
    assert forbids("read-only", Subject("t", effect)) is barred
    assert not forbids("trusted", Subject("t", effect))
