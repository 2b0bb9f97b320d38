"""Dialog to create or edit the note of an agent, and the resulting changes to the note."""

import asyncio
from collections.abc import Iterable, Sequence

from msgspec import Struct, field
from pydantic import JsonValue
from PySide6.QtCore import QCoreApplication, Qt, Signal
from PySide6.QtGui import QPalette, QResizeEvent
from PySide6.QtWidgets import QCheckBox, QGridLayout, QRadioButton, QScrollArea, QWidget

from vaultdesk.agent.instructions.agents import (
    FIELD_SPELLINGS,
    MIN_RESULT_CHARACTERS,
    PROPERTY_FIELDS,
    ProfileField,
    agent_note,
    normalized_key,
)
from vaultdesk.agent.profile import MAX_DESCRIPTION_CHARACTERS, AgentProfile, grant_sentences
from vaultdesk.core.errors import NoteConflict, VaultDeskError
from vaultdesk.core.settings.settings_schema import ChatSettings
from vaultdesk.core.values import replace
from vaultdesk.providers.provider import Effort
from vaultdesk.tools.registry import ToolRegistry
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE
from vaultdesk.tools.tool import AnyTool
from vaultdesk.ui import bridge
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translate_error, translator
from vaultdesk.ui.widgets.form_controls import Choice, ExplainedComboBox, NumberField, Switch, field_label
from vaultdesk.ui.widgets.form_dialog import FolderChips, FormDialog, TextArea
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel, as_tooltip
from vaultdesk.ui.widgets.layouts import column_layout, transparent_scroll_area
from vaultdesk.ui.widgets.menu import literal_menu_text
from vaultdesk.ui.widgets.text_fields import TextField
from vaultdesk.vault.frontmatter.property_edit import with_properties
from vaultdesk.vault.markdown.note import parse_note
from vaultdesk.vault.note_path import NotePath
from vaultdesk.vault.vault import Vault

# A new note is written as a whole. In an existing note only changed properties are modified, so that unknown ones,
# comments, order and quotes are preserved.


class AgentDraft(Struct, frozen=True):
    """Values of the editor's fields."""

    name: str = ""
    description: str = ""
    body: str = ""
    """Text of the note after its properties, with the user's comments, without surrounding blank lines."""
    model: str = ""
    tools: tuple[str, ...] | None = None
    folders: tuple[str, ...] | None = None
    read_only: bool = False
    dangerous: bool = False
    rounds: int = 0
    result_limit: int = 0
    calls_a_minute: int = CALLS_A_MINUTE
    effort: Effort = ""

    @property
    def profile(self) -> AgentProfile:
        """Return the resulting agent, for its description and for a new note."""
        return AgentProfile(
            name=self.name or "…",
            description=self.description,
            instructions=self.body,
            model=self.model,
            tools=self.tools,
            folders=self.folders,
            read_only=self.read_only,
            dangerous=self.dangerous,
            rounds=self.rounds,
            result_limit=self.result_limit,
            calls_a_minute=self.calls_a_minute,
            effort=self.effort,
        )


def agent_draft_of(profile: AgentProfile, text: str | None = None) -> AgentDraft:
    """Return the initial values of the editor; *text* is that of the agent's note, if any."""
    body = profile.instructions
    if text is not None:
        body = parse_note(NotePath("x.md"), text).body
    return AgentDraft(
        name=profile.name.rpartition("/")[2],
        description=translate(profile.description),
        body=body.strip("\n"),
        model=profile.model,
        tools=profile.tools,
        folders=profile.folders,
        read_only=profile.read_only,
        dangerous=profile.dangerous,
        rounds=profile.rounds,
        result_limit=profile.result_limit,
        calls_a_minute=profile.calls_a_minute,
        effort=profile.effort,
    )


def new_agent_text(draft: AgentDraft) -> str:
    """Return the text of a new agent's note."""
    return agent_note(replace(draft.profile, name=draft.name))


def edited_agent_text(text: str, before: AgentDraft, after: AgentDraft) -> str:
    """Return *text*, the note of *before*, changed to *after*. Raises `NoteNotWritten` if that is not possible."""
    properties = parse_note(NotePath("x.md"), text).properties
    spellings = {
        PROPERTY_FIELDS[normalized_key(key)]: key
        for key in reversed(properties)
        if normalized_key(key) in PROPERTY_FIELDS
    }
    old_values, new_values = _property_values(before), _property_values(after)
    written: dict[str, JsonValue] = {}
    removed: list[str] = []
    for name, value in new_values.items():
        if value == old_values[name]:
            continue
        key = spellings.get(name, FIELD_SPELLINGS[name])
        if value is None:
            removed.append(key)
        else:
            written[key] = value
    changed = with_properties(text, written, removed)
    return changed if before.body == after.body else _with_body(changed, after.body)


def _property_values(draft: AgentDraft) -> dict[ProfileField, JsonValue]:
    """Return the value of each property; None to omit it."""
    return {
        "description": draft.description or None,
        "model": draft.model or None,
        "tools": None if draft.tools is None else [*draft.tools],
        "folders": None if draft.folders is None else [*draft.folders],
        "read_only": draft.read_only,
        "dangerous": draft.dangerous,
        "rounds": draft.rounds or None,
        "result_limit": draft.result_limit or None,
        "calls_a_minute": draft.calls_a_minute if draft.calls_a_minute != CALLS_A_MINUTE else None,
        "effort": draft.effort or None,
    }


def _with_body(text: str, body: str) -> str:
    start = parse_note(NotePath("x.md"), text).body_start
    old_body = text[start:]
    # The blank lines between the properties and the text are preserved.
    blank_lines = old_body[: len(old_body) - len(old_body.lstrip("\n"))] or ("\n" if start else "")
    return f"{text[:start]}{blank_lines}{body.strip(chr(10))}\n"


_tr = translator("AgentEditor")

TOOL_COLUMN_WIDTH = 210
"""Minimum width in design pixels of a column of check boxes."""


class ToolChecklist(QWidget):
    """Two radio buttons, with check boxes below the second one."""

    changed = Signal()

    def __init__(
        self, tools: Iterable[AnyTool], chosen: Sequence[str] | None = None, parent: QWidget | None = None
    ) -> None:
        """*chosen* are the names of the permitted tools; None means all."""
        super().__init__(parent)
        px = theme().px
        self.all_tools = QRadioButton(self.tr("All tools, including ones added later"))
        self.selected_tools = QRadioButton(self.tr("Only selected tools"))
        self._initial = tuple(chosen or ())
        self.boxes: dict[str, QCheckBox] = {}
        self._groups: dict[str, list[QWidget]] = {}
        self._boxes_area = QWidget()
        self._grid = QGridLayout(self._boxes_area)
        self._grid.setContentsMargins(px(24), 0, 0, 0)
        self._grid.setHorizontalSpacing(px(16))
        self._grid.setVerticalSpacing(px(6))
        self._columns = 0
        # Less than several columns need: the number of columns adapts to the width.
        self._boxes_area.setMinimumWidth(px(TOOL_COLUMN_WIDTH) // 2)
        listed = tuple(tools)
        titles = [tool.display_name for tool in listed]
        for tool in listed:
            is_ambiguous = titles.count(tool.display_name) > 1
            title = translate(tool.display_name)
            box = QCheckBox(literal_menu_text(f"{title} ({tool.name})" if is_ambiguous else title))
            box.setToolTip(as_tooltip(f"{translate(tool.purpose)}\n{tool.name}"))
            box.setAccessibleDescription(translate(tool.purpose))
            box.setChecked(chosen is not None and tool.name in chosen)
            box.toggled.connect(lambda _on: self.changed.emit())
            self.boxes[tool.name] = box
            self._groups.setdefault(self._group(tool), []).append(box)
        (self.all_tools if chosen is None else self.selected_tools).setChecked(True)
        self.selected_tools.toggled.connect(self._switch)
        column = column_layout(self, 8)
        for widget in (self.all_tools, self.selected_tools, self._boxes_area):
            column.addWidget(widget)
        self._arrange(3)
        self._boxes_area.setVisible(chosen is not None)

    def chosen(self) -> tuple[str, ...] | None:
        """Return the names of the ticked tools, the initially ticked ones first; None means all."""
        if self.all_tools.isChecked():
            return None
        ticked = [name for name, box in self.boxes.items() if box.isChecked()]
        return tuple(dict.fromkeys([name for name in self._initial if name in ticked] + ticked))

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Update the number of columns."""
        super().resizeEvent(event)
        self._arrange(max(1, min(4, event.size().width() // theme().px(TOOL_COLUMN_WIDTH))))

    def _switch(self, some: bool) -> None:
        self._boxes_area.setVisible(some)
        self.changed.emit()

    def _group(self, tool: AnyTool) -> str:
        if tool.dangerous or tool.effect == "delete":
            return self.tr("Deleting and bulk changes")
        if tool.effect == "write":
            return self.tr("Changing notes")
        if tool.effect == "network":
            return self.tr("Network")
        return self.tr("Finding and reading")

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        while self._grid.count():
            item = self._grid.takeAt(0)
            widget = item.widget() if item is not None else None
            if isinstance(widget, PlainLabel):
                widget.deleteLater()
        row = 0
        for title, boxes in self._groups.items():
            heading = PlainLabel(title, role="muted", font="caption")
            self._grid.addWidget(heading, row, 0, 1, columns)
            for index, box in enumerate(boxes):
                self._grid.addWidget(box, row + 1 + index // columns, index % columns)
            row += 1 + (len(boxes) + columns - 1) // columns
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)


WIDTH, HEIGHT = 820, 760
"""Size in design pixels."""

EFFORT_CHOICES: tuple[Effort, ...] = ("", "off", "low", "medium", "high")
"""Reasoning efforts that can be set for an agent."""


class EditedAgent(Struct, frozen=True):
    """The agent being edited."""

    draft: AgentDraft
    path: str = ""
    """Path of its note; empty for a new one."""
    text: str = ""
    """The note as read."""
    digest: str = ""
    """SHA-256 of the note's bytes."""


class EditorChoices(Struct, frozen=True):
    """Available choices."""

    registry: ToolRegistry
    chat: ChatSettings
    folders: Sequence[str] = ()
    models: Sequence[Choice] = field(default=())
    """Label and title of each model."""
    used_names: frozenset[str] = frozenset()
    """Names of existing agents."""


class AgentEditor(FormDialog):
    """`saved` is the path of the written note; empty if none was written."""

    def __init__(self, vault: Vault, choices: EditorChoices, editing: EditedAgent, parent: QWidget) -> None:
        is_new = not editing.path
        title = _tr("New agent") if is_new else _tr("Edit “{0}”").format(editing.draft.name)
        lead = QCoreApplication.translate(
            "Window", "An agent is a note. It can narrow your permissions but never extend them."
        )
        super().__init__(title, lead, _tr("Save"), parent, width=WIDTH)
        self.saved = ""
        self._vault, self._choices, self._editing = vault, choices, editing
        self._saving: asyncio.Task[None] | None = None
        draft = editing.draft
        self.name = TextField(self.tr("Name"), draft.name, placeholder=self.tr("Librarian"))
        self.name.edit.setReadOnly(not is_new)
        self.description = TextField(
            self.tr("Description"), draft.description, placeholder=self.tr("What it is for, in one line")
        )
        self.description.edit.setMaxLength(MAX_DESCRIPTION_CHARACTERS)
        self.body = TextArea(self.tr("Instructions"), draft.body, 9)
        models: list[Choice] = [("", self.tr("the chat’s model")), *choices.models]
        if draft.model and all(label != draft.model for label, _ in models):
            models.append((draft.model, draft.model))
        self.model = ExplainedComboBox(self.tr("Model"), models, draft.model)
        efforts = (self.tr("as in Settings"), self.tr("off"), self.tr("low"), self.tr("medium"), self.tr("high"))
        self.effort = ExplainedComboBox(
            self.tr("Thinking"), list(zip(EFFORT_CHOICES, efforts, strict=True)), draft.effort
        )
        # A tool that lists tools is always available with others and cannot be chosen.
        choosable = tuple(tool for tool in choices.registry.tools if not tool.lists_tools)
        self.tools = ToolChecklist(choosable, draft.tools)
        self.folders = FolderChips(choices.folders, draft.folders or ())
        self.read_only = Switch(self.tr("Read only"))
        self.read_only.setChecked(draft.read_only)
        self.dangerous = Switch(self.tr("It may ask to delete notes and to change many at once"))
        self.dangerous.setChecked(draft.dangerous)
        chat = choices.chat
        self.rounds = self._number(self.tr("Tool rounds per question"), chat.max_rounds, draft.rounds)
        self.result_size = self._number(self.tr("Characters per tool result"), chat.result_limit, draft.result_limit)
        self.result_size.setSingleStep(MIN_RESULT_CHARACTERS)
        self.rate = NumberField(self.tr("Tool calls per minute"), 1, CALLS_A_MINUTE)
        self.rate.setValue(draft.calls_a_minute)
        self._summary = PlainLabel(role="text2", wrap=True)
        self._build_layout()
        self._connect()
        self._refresh()
        window_size = parent.window().size()
        self.resize(self.minimumWidth(), min(theme().px(HEIGHT), max(window_size.height() - 16, theme().px(320))))
        (self.name if is_new else self.body).setFocus()

    def draft(self) -> AgentDraft:
        """Return the values of the fields."""
        folders = self.folders.folders()
        before = self._editing.draft
        return AgentDraft(
            name=self.name.text().strip(),
            description=" ".join(self.description.text().split()),
            body=self.body.text().strip("\n"),
            model=self.model.value(),
            tools=self.tools.chosen(),
            # An agent without any folder stays without access until a folder is chosen.
            folders=folders or (() if before.folders == () else None),
            read_only=self.read_only.isChecked(),
            dangerous=self.dangerous.isChecked(),
            rounds=self.rounds.value(),
            result_limit=0 if self.result_size.value() < MIN_RESULT_CHARACTERS else self.result_size.value(),
            calls_a_minute=self.rate.value(),
            effort=next(effort for effort in EFFORT_CHOICES if effort == self.effort.value()),
        )

    def sentences(self) -> list[str]:
        """Return what the agent would be allowed to do, as shown."""
        return self._summary.text().split("\n")

    def reject(self) -> None:
        """Close; ask before unsaved changes are discarded."""
        changed = self.draft() != self._editing.draft
        if changed and self.isVisible() and not self.problem.links:
            self.problem.set_kind("warning")
            self.show_problem(self.tr("Your changes are not saved."))
            discard = (self.tr("Discard"), super().reject)
            self.problem.set_actions([discard, (self.tr("Keep Editing"), self._resume_editing)])
            self.problem.links[1].setFocus()
        elif not changed or not self.isVisible():
            super().reject()
        else:
            self._resume_editing()

    def _number(self, name: str, maximum: int, value: int) -> NumberField:
        field = NumberField(name, 0, maximum)
        field.setSpecialValueText(self.tr("as in Settings"))
        field.setValue(value)
        return field

    def _build_layout(self) -> None:
        px = theme().px
        host = QWidget()
        grid = QGridLayout(host)
        grid.setContentsMargins(0, 0, px(8), 0)
        grid.setHorizontalSpacing(px(16))
        grid.setVerticalSpacing(px(12))
        grid.setColumnStretch(1, 1)
        comments = self.tr("These are sent to the model, except for comments between %% and %%.")
        whole_vault = self.tr("Without a folder, it can see the whole vault, within your permissions.")
        rows: tuple[tuple[str, QWidget, str], ...] = (
            (self.tr("Name"), self.name, ""),
            (self.tr("Description"), self.description, ""),
            (self.tr("Instructions"), self.body, comments),
            (self.tr("Folders"), self.folders, whole_vault),
            (self.tr("Tools"), self.tools, ""),
            ("", self.read_only, ""),
            ("", self.dangerous, ""),
            (self.tr("Model"), self.model, ""),
            (self.tr("Thinking"), self.effort, ""),
            (self.tr("Tool rounds"), self.rounds, ""),
            (self.tr("Tool result"), self.result_size, ""),
            (self.tr("Calls per minute"), self.rate, ""),
        )
        for row, (title, widget, remark) in enumerate(rows):
            grid.addWidget(field_label(title), row, 0, Qt.AlignmentFlag.AlignTop)
            small = isinstance(widget, NumberField | Switch)
            cell = column_layout(spacing=4)
            if small:
                cell.addWidget(widget, 0, Qt.AlignmentFlag.AlignLeft)
            else:
                cell.addWidget(widget)
            if remark:
                cell.addWidget(PlainLabel(remark, role="muted", font="small", wrap=True))
            grid.addLayout(cell, row, 1)
        card = Card(background="sunken", padding=12)
        card.content.setSpacing(px(4))
        card.content.addWidget(PlainLabel(self.tr("Resulting permissions"), role="muted", font="caption"))
        card.content.addWidget(self._summary)
        grid.addWidget(card, len(rows), 0, 1, 2)
        self.content.addWidget(self._scrolled(host), 1)

    def _scrolled(self, host: QWidget) -> QScrollArea:
        area = transparent_scroll_area(host)
        area.viewport().setBackgroundRole(QPalette.ColorRole.Button)
        return area

    def _connect(self) -> None:
        self.name.changed.connect(lambda _text: self.name.set_problem(""))
        self.name.changed.connect(lambda _text: self._refresh())
        self.body.edit.textChanged.connect(self._refresh)
        for box in (self.model, self.effort):
            box.chosen.connect(self._refresh)
        self.tools.changed.connect(self._refresh)
        self.folders.changed.connect(self._refresh)
        for switch in (self.read_only, self.dangerous):
            switch.toggled.connect(lambda _on: self._refresh())
        for number in (self.rounds, self.result_size, self.rate):
            number.valueChanged.connect(lambda _value: self._refresh())
        self.done_button.clicked.connect(self._save)

    def _refresh(self) -> None:
        draft = self.draft()
        self._summary.setText("\n".join(map(translate, grant_sentences(draft.profile, self._choices.registry))))
        missing = self._missing_text(draft)
        self.done_button.set_disabled_reason(missing)

    def _missing_text(self, draft: AgentDraft) -> str:
        if not draft.name:
            return self.tr("Enter a name first.")
        if not draft.body.strip():
            return self.tr("Enter instructions first.")
        return ""

    def _resume_editing(self) -> None:
        self.problem.set_actions(())
        self.problem.set_kind("danger")
        self.show_problem("")
        self.body.setFocus()

    def _save(self) -> None:
        if self._saving is None or self._saving.done():
            self._saving = bridge.start(self._save_draft(self.draft()), owner=self)

    async def _save_draft(self, draft: AgentDraft) -> None:
        self._resume_editing()
        folder = self._choices.chat.agents_folder.strip("/")
        try:
            if self._editing.path:
                path = NotePath.parse(self._editing.path)
                text = edited_agent_text(self._editing.text, self._editing.draft, draft)
                await self._vault.write(path, text, self._editing.digest)
            else:
                path = NotePath.parse(f"{folder}/{_file_name(draft.name)}.md")
                await self._vault.create(path, new_agent_text(draft))
        except NoteConflict as problem:
            self._show_conflict(problem)
        except VaultDeskError as problem:
            self.show_problem(translate_error(problem))
        else:
            self.saved = path.text
            self.accept()

    def _show_conflict(self, problem: NoteConflict) -> None:
        if not self._editing.path:
            self.name.set_problem(self.tr("A note with this name already exists."))
            self.name.setFocus()
            return
        self.show_problem(translate_error(problem))
        self.problem.set_actions([(self.tr("Save as a New Note"), self._save_as_copy)])

    def _save_as_copy(self) -> None:
        """Save the edits beside the note that another program changed."""
        self._editing = replace(self._editing, path="", text="", digest="")
        self.name.edit.setReadOnly(False)
        self.name.set_text(free_agent_name(self.name.text(), self._choices.used_names))
        self._save()


def free_agent_name(name: str, used_names: frozenset[str]) -> str:
    """Return *name* with a number that makes it unique among the agents."""
    number = 2
    while f"{name} {number}" in used_names:
        number += 1
    return f"{name} {number}"


def _file_name(name: str) -> str:
    return name.replace("/", "-").removesuffix(".md").strip()
