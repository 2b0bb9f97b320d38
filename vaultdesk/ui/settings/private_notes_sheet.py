"""Settings page of private notes: rules as sentences, the dialog to edit one, and the notes that each covers."""

import asyncio
from collections.abc import Mapping, Sequence

from msgspec import Struct
from PySide6.QtCore import QCoreApplication, Signal
from PySide6.QtWidgets import QHBoxLayout, QStackedWidget, QWidget

from vaultdesk.core.phrases import joined_words, with_full_stop
from vaultdesk.core.settings.settings_schema import UNREADABLE_PRIVACY, PrivacyRule
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.privacy.known_notes import NoteFactsLookup
from vaultdesk.privacy.rule_matcher import NoteMarks, PrivacyAnswer, compile_rules, rule_text
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.note_lines import NoteLines
from vaultdesk.ui.browser.file_tree_model import natural_key
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.settings.rule_list import (
    MAX_RULE_VALUE,
    MenuLink,
    RuleDialog,
    RuleEditor,
    RuleRow,
    SentencePart,
    SentenceRow,
)
from vaultdesk.ui.settings.sheet import SettingsWriter, Sheet
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.form_controls import ExplainedComboBox
from vaultdesk.ui.widgets.form_dialog import FolderField
from vaultdesk.ui.widgets.frames import Card
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.ui.widgets.layouts import clear_layout
from vaultdesk.ui.widgets.text_fields import SearchField, TextField
from vaultdesk.vault.note_path import same_name_key
from vaultdesk.workspace import Workspace

_tr = translator("PrivacyRuleDialog")


def is_readable_rule(rule: PrivacyRule) -> bool:
    """Return whether *rule* can be interpreted; an unreadable one makes every note private for every model."""
    return compile_rules((rule,))[0].is_readable


def privacy_sentence(rule: PrivacyRule) -> str:
    if not is_readable_rule(rule):
        return _tr("This rule is not valid, so no note is sent to any model.")
    reach = rule_reach_text(rule.answer, singular=rule.kind == "note")
    return with_full_stop(joined_words(_subject_phrase(rule), reach))


def rule_reach_text(answer: PrivacyAnswer, *, singular: bool = False) -> str:
    """Return how far private notes may be sent; *singular* for a rule about one note."""
    if singular:
        return {
            "never": _tr("is sent to no model at all"),
            "local": _tr("is sent to no model outside this computer"),
            "ask": _tr("is sent to a model outside this computer only if I allow it each time"),
        }[answer]
    return {
        "never": _tr("are sent to no model at all"),
        "local": _tr("are sent to no model outside this computer"),
        "ask": _tr("are sent to a model outside this computer only if I allow it each time"),
    }[answer]


def note_count_text(count: int) -> str:
    """Return the text for a number of notes."""
    return plural_text(count, _tr("{n} note today"), _tr("{n} notes today"))


def _subject_phrase(rule: PrivacyRule) -> str:
    value = sanitize_line(rule.value.strip(), MAX_RULE_VALUE)
    match rule.kind:
        case "folder":
            return _tr("Notes in {0}").format(value.removesuffix("/")) if value else _tr("All notes")
        case "tag":
            return _tr("Notes tagged #{0}").format(value.removeprefix("#"))
        case "property":
            return _tr("Notes with {0}").format(value)
        case "note":
            return _tr("The note {0}").format(value)


class PrivateNote(Struct, frozen=True):
    """One private note."""

    path: str
    rule: PrivacyRule
    """The strictest rule that applies to it."""


class PrivateNoteCount(Struct, frozen=True):
    """Current effect of the rules."""

    counts: tuple[int, ...] = ()
    """Number of notes to which each rule applies, in the order of the rules."""
    notes: tuple[PrivateNote, ...] = ()
    """Every private note, sorted by path."""
    total: int = 0
    """Number of all known notes."""
    unreadable: int = 0
    """Number of unreadable notes: every rule on tags and properties may apply to them."""


def count_private_notes(rules: Sequence[PrivacyRule], marks: Mapping[str, NoteMarks | None]) -> PrivateNoteCount:
    """Return the effect of *rules* on notes with *marks*."""
    matchers = compile_rules(rules)
    indexes = {id(rule): index for index, rule in enumerate(rules)}
    counts = [0] * len(rules)
    notes = []
    for path in sorted(marks, key=natural_key):
        key, note_marks = same_name_key(path), marks[path]
        strictest: PrivacyRule | None = None
        for matcher in matchers:  # The strictest first.
            if matcher.matches(key, note_marks):
                counts[indexes[id(matcher.rule)]] += 1
                strictest = strictest or matcher.rule
        if strictest is not None:
            notes.append(PrivateNote(path, strictest))
    unreadable = sum(1 for note_marks in marks.values() if note_marks is None)
    return PrivateNoteCount(tuple(counts), tuple(notes), len(marks), unreadable)


async def count_private_notes_now(rules: Sequence[PrivacyRule], known: NoteFactsLookup) -> PrivateNoteCount:
    """Return the effect of *rules* on the currently *known* notes; calculated in a thread."""
    marks = {path: known.marks(path) for path in known.paths()}
    return await asyncio.to_thread(count_private_notes, tuple(rules), marks)


class PrivacyRuleDialog(RuleDialog[PrivacyRule]):
    """`rule()` returns the result."""

    def __init__(
        self, known: NoteFactsLookup, folders: Sequence[str], rule: PrivacyRule | None, parent: QWidget
    ) -> None:
        """*rule* is the one to change, None for a new one."""
        explanation = QCoreApplication.translate(
            "Window", "The strictest rule that matches a note applies, whatever else is allowed."
        )
        super().__init__(explanation, parent, is_new=rule is None)
        self._known = known
        self._counting: asyncio.Task[None] | None = None
        shown = rule or PrivacyRule(kind="folder", value="", answer="local")
        kinds = [
            ("folder", self.tr("Notes in a folder")),
            ("tag", self.tr("Notes with a tag")),
            ("property", self.tr("Notes with a property")),
            ("note", self.tr("One note")),
        ]
        answers = [(answer, _sentence_case(rule_reach_text(answer))) for answer in ("local", "never", "ask")]
        self.kind = ExplainedComboBox(self.tr("Which notes"), kinds, shown.kind)
        self.answer = ExplainedComboBox(self.tr("Where they may be sent"), answers, shown.answer)
        self.folder = FolderField(self.tr("Folder"), folders, shown.value if shown.kind == "folder" else "")
        self.value = TextField(self.tr("Value"), "" if shown.kind == "folder" else shown.value)
        self._field = QStackedWidget()
        self._field.addWidget(self.folder)
        self._field.addWidget(self.value)
        fields = (
            (self.tr("Which notes"), self.kind),
            ("", self._field),
            (self.tr("Where it may be sent"), self.answer),
        )
        _, self._value_label, _ = self.add_fields(fields)
        self.kind.chosen.connect(self._update)
        self.answer.chosen.connect(self._update)
        self.folder.changed.connect(self._update)
        self.value.changed.connect(lambda _text: self._update())
        self.done_button.clicked.connect(self.accept)
        self._update()
        self.kind.setFocus()

    def rule(self) -> PrivacyRule:
        """Return the rule as currently selected."""
        value = self.folder.folder() if self.kind.value() == "folder" else self.value.text().strip()
        return PrivacyRule.model_validate({"kind": self.kind.value(), "value": value, "answer": self.answer.value()})

    def sentence(self) -> str:
        """Return the rule as a sentence for screen readers, and its effect."""
        return f"{self._sentence.text()} {self._remark.text()}".strip()

    def _update(self) -> None:
        names = {
            "folder": (self.tr("Folder"), ""),
            "tag": (self.tr("Tag"), self.tr("private")),
            "property": (self.tr("Property"), self.tr("private: true, or just a name")),
            "note": (self.tr("Note"), self.tr("Folder/Name.md")),
        }
        name, hint = names[self.kind.value()]
        self._value_label.setText(name)
        self.value.edit.setAccessibleName(name)
        self.value.edit.setPlaceholderText(hint)
        self._field.setCurrentIndex(0 if self.kind.value() == "folder" else 1)
        rule = self.rule()
        is_valid = is_readable_rule(rule)
        problem = "" if is_valid or not rule.value else self.tr("This cannot match any note.")
        field = self.folder.field if rule.kind == "folder" else self.value
        field.set_problem(problem)
        self.done_button.setEnabled(is_valid)
        self._sentence.setText(privacy_sentence(rule) if is_valid else self.tr("Specify which notes."))
        if self._counting is not None:
            self._counting.cancel()
        self._remark.setText("")
        if is_valid:
            self._counting = bridge.start(self._show_match_count(rule), owner=self)

    async def _show_match_count(self, rule: PrivacyRule) -> None:
        found = await count_private_notes_now((rule,), self._known)
        self._remark.setText(with_full_stop(note_count_text(found.counts[0])))


def _sentence_case(text: str) -> str:
    return text[:1].upper() + text[1:]


RULE_KIND_ICONS = {"folder": "folder", "tag": "tag", "property": "list", "note": "file"}
"""Icon of each kind of rule."""

LIST_HEIGHT = 336
"""Height in design pixels of the list of private notes: twelve rows."""


class PrivacyRulesSection(RuleEditor[PrivacyRule]):
    """The privacy rules, each with the number of notes to which it applies."""

    def __init__(self, workspace: Workspace, writer: SettingsWriter) -> None:
        empty = self.tr("None. Every note may be sent where your permissions allow it.")
        super().__init__(workspace, writer, "privacy", empty)
        self._counts: tuple[int, ...] = ()

    def show_counts(self, counts: tuple[int, ...]) -> None:
        """Show the current rules with *counts*, in their order."""
        self._counts = counts
        self.show_rules()

    def create_row(self, rule: PrivacyRule, index: int) -> RuleRow:
        problem = self.writer.store.problem if rule == PrivacyRule.model_validate(UNREADABLE_PRIVACY) else None
        if not is_readable_rule(rule) or problem is not None:
            text = self.tr("This rule is not valid, so no note is sent to any model.")
            return self.unreadable_row(rule, text, problem)
        today = note_count_text(self._counts[index]) if index < len(self._counts) else ""
        return RuleRow(RULE_KIND_ICONS[rule.kind], privacy_sentence(rule), today)

    def create_dialog(self, rule: PrivacyRule | None, folders: Sequence[str]) -> RuleDialog[PrivacyRule]:
        return PrivacyRuleDialog(self.workspace.known_notes, folders, rule, self.window())


class PrivateNotesSheet(Sheet):
    """Rules, remarks, and the notes they cover today."""

    note_opened = Signal(str)

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        name = sanitize_text(workspace.vault.name)
        text = self.tr(
            "What in {0} stays on this computer. This takes precedence over every permission, rule and answer."
        )
        super().__init__(self.tr("Private notes"), text.format(name), parent=parent)
        self._workspace = workspace
        self._root = workspace.vault.root
        self._writer = SettingsWriter(workspace.store, self.problem)
        self._counting: asyncio.Task[None] | None = None
        self.rules = PrivacyRulesSection(workspace, self._writer)
        self._comments = Card(padding=0)
        self.comments: MenuLink | None = None
        self._total = PlainLabel(font="heading")
        self._unreadable_label = PlainLabel(role="muted", font="small", wrap=True)
        self.search = SearchField(self.tr("Filter private notes"), self.tr("Filter by note or rule"))
        self.notes = NoteLines(self.tr("Private notes"))
        self._build_layout()
        self._connect()
        self.refresh(workspace.store.settings)
        bridge.follow(workspace.privacy.changes, lambda _: self._count(), owner=self)

    def refresh(self, settings: Settings) -> None:
        """Update to the current settings; the counts follow later."""
        vault = settings.vault_settings(self._root)
        self.rules.show_rules()
        if self.comments is None or self.comments.value() != vault.comments:
            self._show_comments(vault.comments)
        self._count()

    def _build_layout(self) -> None:
        px = theme().px
        self.content.setSpacing(px(8))
        self.content.addWidget(PlainLabel(self.tr("What is private"), font="heading"))
        self.content.addWidget(self.rules)
        self.content.addSpacing(px(12))
        self.content.addWidget(PlainLabel(self.tr("Inside notes"), font="heading"))
        self.content.addWidget(self._comments)
        self.content.addSpacing(px(12))
        header = QHBoxLayout()
        header.addWidget(self._total, 1)
        self.search.setFixedWidth(max(px(240), self.search.sizeHint().width()))
        header.addWidget(self.search)
        self.content.addLayout(header)
        self.content.addWidget(self._unreadable_label)
        card = Card(padding=4)
        self.notes.setFixedHeight(px(LIST_HEIGHT))
        card.content.addWidget(self.notes)
        self._notes_card = card
        self.content.addWidget(card)

    def _connect(self) -> None:
        self.rules.changed.connect(self._count)
        self.search.textChanged.connect(self.notes.set_filter)
        self.search.stepped.connect(self.notes.step)
        self.search.returnPressed.connect(self.notes.setFocus)
        self.notes.opened.connect(self.note_opened)

    def _show_comments(self, value: str) -> None:
        clear_layout(self._comments.content)
        options = [("keep", self.tr("stays on this computer")), ("send", self.tr("is sent with its note"))]
        self.comments = MenuLink(self.tr("Text between %% and %%"), options, value)
        self.comments.chosen.connect(self._set_comments)
        parts: list[SentencePart] = [self.tr("Text between %% and %%"), self.comments, "."]
        self._comments.content.addWidget(SentenceRow("chat", parts, self.tr("A model on this computer reads it.")))

    def _set_comments(self, value: str) -> None:
        root = self._root
        self._writer.save(lambda settings: settings.with_vault(root, comments=value))
        self.refresh(self._writer.store.settings)

    def _count(self) -> None:
        if self._counting is not None:
            self._counting.cancel()
        self._counting = bridge.start(self._show_counts(), owner=self)

    async def _show_counts(self) -> None:
        found = await count_private_notes_now(self.rules.rules.all(), self._workspace.known_notes)
        self.rules.show_counts(found.counts)
        total_text = self.tr("Private today: {0} of {1} notes")
        self._total.setText(total_text.format(format_number(len(found.notes)), format_number(found.total)))
        unreadable_text = self.tr(
            "The properties of {0} notes cannot be read. These notes are treated as private if a rule might match them."
        )
        self._unreadable_label.setText(unreadable_text.format(format_number(found.unreadable)))
        self._unreadable_label.setVisible(bool(found.unreadable))
        notes = found.notes
        self.notes.show_notes([note.path for note in notes], lambda index: translate(rule_text(notes[index].rule)))
        for widget in (self._notes_card, self.search):
            widget.setVisible(bool(notes))
