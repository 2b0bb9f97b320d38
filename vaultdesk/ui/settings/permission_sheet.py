"""Settings page of permissions: the preset, what an assistant may do in the vault as editable sentences, and the
list of its tools."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import partial
from typing import Literal

from msgspec import Struct
from PySide6.QtCore import QRect, QRectF, QSize, Qt, Signal
from PySide6.QtGui import QPainter, QPaintEvent, QResizeEvent
from PySide6.QtWidgets import QAbstractButton, QButtonGroup, QGridLayout, QSizePolicy, QVBoxLayout, QWidget

from vaultdesk.core.phrases import Sentences, joined_words, with_full_stop
from vaultdesk.core.settings.settings_schema import PermissionRule, Preset, RuleAnswer, VaultSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.core.values import replace
from vaultdesk.tools.builtin.find_tools import CATEGORIES, by_category, tool_matches
from vaultdesk.tools.runtime.agent_scope import CALLS_A_MINUTE, AgentScope
from vaultdesk.tools.runtime.call_limits import LOOP_WINDOW, MAX_EQUAL_CALLS
from vaultdesk.tools.runtime.policy import (
    PRESET_NAMES,
    THIS_COMPUTER,
    Permissions,
    PolicyAnswer,
    PolicyRequest,
    preset_forbids,
)
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.tools.tool import AnyTool, Effect
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.agent_reach import is_unreadable
from vaultdesk.ui.formatting import plural_text
from vaultdesk.ui.settings.permission_rules import PermissionRulesSection
from vaultdesk.ui.settings.private_notes_sheet import count_private_notes_now
from vaultdesk.ui.settings.provider_list import RemoteProvider, remote_providers
from vaultdesk.ui.settings.rule_list import MenuLink, MenuOption, SentencePart, SentenceRow, StrongText
from vaultdesk.ui.settings.sheet import SettingsWriter, Sheet
from vaultdesk.ui.theme.painting import box, mirror_painting
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.theme.widget_painter import CORNER_RADIUS
from vaultdesk.ui.translation import translate, translator
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel, draw_wrapped_text, wrapped_height
from vaultdesk.ui.widgets.layouts import clear_layout, column_layout, wrapping_policy
from vaultdesk.ui.widgets.text_fields import SearchField
from vaultdesk.workspace import Workspace

PRESETS: tuple[Preset, ...] = ("read-only", "ask", "edit", "trusted")
"""From the most to the least restrictive."""

CARD_PADDING, RADIO_SIZE, RADIO_GAP = 14, 14, 10
"""Design pixels: padding around the text, size of the radio mark, and gap between mark and text."""

FOUR_COLUMNS = 900
"""Width in design pixels from which four cards are side by side; below it two."""


class PresetCard(QAbstractButton):
    """A title and a sentence; the radio mark shows whether it is selected."""

    def __init__(self, title: str, text: str, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self._text = text
        self.setText(title)
        self.setAccessibleName(title)
        self.setAccessibleDescription(text)
        self.setCheckable(True)
        self.setProperty(CORNER_RADIUS, 8)
        self.setFocusPolicy(Qt.FocusPolicy.StrongFocus)
        self.setAttribute(Qt.WidgetAttribute.WA_Hover)
        self.setSizePolicy(wrapping_policy(QSizePolicy.Policy.Expanding, QSizePolicy.Policy.Preferred))
        theme().changed.connect(self.update)

    def description(self) -> str:
        """Return the sentence."""
        return self._text

    def hasHeightForWidth(self) -> bool:
        return True

    def heightForWidth(self, width: int) -> int:
        px = theme().px
        text_height = wrapped_height(self._text, "small", self._text_rect(width).width())
        return px(CARD_PADDING) * 2 + self._title_rect(width).height() + px(4) + text_height

    def sizeHint(self) -> QSize:
        width = theme().px(240)
        return QSize(width, self.heightForWidth(width))

    def minimumSizeHint(self) -> QSize:
        width = theme().px(140)
        return QSize(width, self.heightForWidth(width))

    def paintEvent(self, _event: QPaintEvent) -> None:
        values, painter = theme(), QPainter(self)
        mirror_painting(painter, self.rect())
        px, selected = values.px, self.isChecked()
        background = "accent_soft" if selected else "hover" if self.underMouse() else "surface"
        line = "accent" if selected else "border"
        box(painter, self.rect(), px(8), values.color(background), values.color(line))
        title_rect = self._title_rect(self.width())
        side = px(RADIO_SIZE)
        mark = QRectF(px(CARD_PADDING), px(CARD_PADDING) + (theme().metrics("strong").height() - side) / 2, side, side)
        box(
            painter,
            mark,
            side / 2,
            values.color("accent" if selected else "surface"),
            None if selected else values.color("outline"),
        )
        if selected:
            inner = mark.adjusted(side * 0.3, side * 0.3, -side * 0.3, -side * 0.3)
            box(painter, inner, inner.width() / 2, values.color("on_accent"))
        top = Qt.AlignmentFlag.AlignLeft | Qt.AlignmentFlag.AlignTop
        painter.setPen(values.color("text"))
        draw_wrapped_text(painter, title_rect, top, self.text(), "strong")
        painter.setPen(values.color("text2"))
        draw_wrapped_text(painter, self._text_rect(self.width()), top, self._text, "small")

    def _title_rect(self, width: int) -> QRect:
        px = theme().px
        left = px(CARD_PADDING) + px(RADIO_SIZE) + px(RADIO_GAP)
        text_width = width - left - px(CARD_PADDING)
        return QRect(left, px(CARD_PADDING), text_width, wrapped_height(self.text(), "strong", text_width))

    def _text_rect(self, width: int) -> QRect:
        px = theme().px
        left = px(CARD_PADDING) + px(RADIO_SIZE) + px(RADIO_GAP)
        top = px(CARD_PADDING) + self._title_rect(width).height() + px(4)
        return QRect(left, top, width - left - px(CARD_PADDING), 10_000)


class PresetCards(QWidget):
    """One of four is selected; arrow keys move between them."""

    chosen = Signal(str)
    """The user chose a preset."""

    def __init__(self, parent: QWidget | None = None) -> None:
        super().__init__(parent)
        self.setAccessibleName(self.tr("Permission preset"))
        texts: dict[Preset, str] = {
            "read-only": self.tr("Reading requires your approval. Nothing can be changed, whatever else is set."),
            "ask": self.tr("You are asked before every action."),
            "edit": self.tr(
                "An agent may change notes in its own folders without asking. All else requires your approval."
            ),
            "trusted": self.tr(
                "Reading, creating, changing and renaming do not ask. Deleting, bulk changes and the network ask."
            ),
        }
        self._group = QButtonGroup(self)
        self.cards = tuple(PresetCard(translate(PRESET_NAMES[preset]), texts[preset]) for preset in PRESETS)
        self._grid = QGridLayout(self)
        self._grid.setContentsMargins(0, 0, 0, 0)
        self._grid.setSpacing(theme().px(8))
        for preset, card in zip(PRESETS, self.cards, strict=True):
            self._group.addButton(card)
            card.clicked.connect(partial(self._choose, preset))
        self._columns = 0
        self._arrange(2)

    def current(self) -> Preset:
        """Return the selected preset."""
        return next((preset for preset, card in zip(PRESETS, self.cards, strict=True) if card.isChecked()), "ask")

    def set_current(self, preset: Preset) -> None:
        """Select the card of *preset* without emitting `chosen`."""
        self.cards[PRESETS.index(preset)].setChecked(True)

    def resizeEvent(self, event: QResizeEvent) -> None:
        """Put the cards side by side if they fit."""
        super().resizeEvent(event)
        self._arrange(4 if event.size().width() >= theme().px(FOUR_COLUMNS) else 2)

    def _arrange(self, columns: int) -> None:
        if columns == self._columns:
            return
        self._columns = columns
        for number, card in enumerate(self.cards):
            self._grid.addWidget(card, number // columns, number % columns)
        for column in range(4):
            self._grid.setColumnStretch(column, 1 if column < columns else 0)

    def _choose(self, preset: Preset, _checked: bool = False) -> None:
        self.chosen.emit(preset)


_tr_tool_list = translator("ToolListSection")

EFFECT_ICONS: dict[Effect, str] = {
    "read": "eye", "write": "pencil", "delete": "trash", "network": "globe", "none": "info",
}  # fmt: skip


def effect_text(effect: Effect) -> str:
    """Return a short text for the effect of a tool on the vault."""
    return {
        "read": _tr_tool_list("reads notes"),
        "write": _tr_tool_list("changes notes"),
        "delete": _tr_tool_list("deletes notes"),
        "network": _tr_tool_list("uses the network"),
        "none": _tr_tool_list("uses no notes"),
    }[effect]


class ToolListSection(QWidget):
    """A search field, and a card for each category with matching tools."""

    def __init__(self, tools: Callable[[], Sequence[AnyTool]], parent: QWidget | None = None) -> None:
        """*tools* returns the current tools."""
        super().__init__(parent)
        self._tools = tools
        self.search = SearchField(self.tr("Find a tool"), self.tr("Find a tool"))
        self.search.textChanged.connect(lambda _text: self._show())
        self._nothing = PlainLabel(self.tr("No tools match."), role="muted")
        self._groups = QWidget()
        self._column = QVBoxLayout(self._groups)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(theme().px(8))
        column = column_layout(self, 8)
        column.addWidget(PlainLabel(self.tr("Tools"), font="heading"))
        for widget in (self.search, self._nothing, self._groups):
            column.addWidget(widget)
        self._show()

    def shown_names(self) -> dict[str, list[str]]:
        """Return the names of the visible tools, by category."""
        return {category: [tool.name for tool in tools] for category, tools in self._matching_tools().items()}

    def _matching_tools(self) -> dict[str, list[AnyTool]]:
        words = self.search.text().split()
        matching = (
            tool
            for tool in self._tools()
            if tool_matches(
                tool, tool.category, words, translate(tool.display_name), translate(tool.purpose),
                translate(CATEGORIES.get(tool.category, "")), effect_text(tool.effect),
            )
        )  # fmt: skip
        return by_category(matching, lambda tool: tool.category)

    def _show(self) -> None:
        clear_layout(self._column)
        found = self._matching_tools()
        for category, tools in found.items():
            self._column.addWidget(PlainLabel(translate(CATEGORIES[category]), role="muted", font="caption"))
            card = Card(padding=0)
            card.content.setSpacing(0)
            for index, tool in enumerate(tools):
                if index:
                    card.content.addWidget(SeparatorLine())
                card.content.addWidget(_tool_row(tool))
            self._column.addWidget(card)
        self._nothing.setVisible(not found)


def _tool_row(tool: AnyTool) -> SentenceRow:
    remark = " · ".join((tool.name, effect_text(tool.effect), translate(tool.purpose)))
    return SentenceRow(EFFECT_ICONS[tool.effect], [translate(tool.display_name)], remark)


_tr = translator("PermissionSheet")

SAMPLE_NOTE = "x.md"
"""A note to which no folder rule applies."""

SAMPLE_SCOPED_AGENT = AgentScope(agent="x", folders=("Its folder",))
"""An agent with its own folder, and `SAMPLE_NOTE_IN_SCOPE` a note in it."""

SAMPLE_NOTE_IN_SCOPE = "Its folder/x.md"

SAMPLE_UNLISTED_HOST = "elsewhere.invalid"
"""A host that no rule names: its result applies to every provider without a specific rule."""

PermissionGroup = Literal["Reading", "Changing", "Deleting and many at once", "Network"]
"""The groups of sentences, in order."""


class PermissionSentence(Struct, frozen=True):
    """One sentence: *before* *words* *after*."""

    icon: str
    before: str
    words: str
    after: str = "."
    remark: str = ""
    answer: PolicyAnswer = "ask"
    setting: tuple[str, str] | None = None
    """Effect and destination of the rule that changes it; None if it is fixed."""

    @property
    def text(self) -> str:
        text = joined_words(self.before, self.words)
        if self.after == ".":
            return with_full_stop(text)
        return f"{text}{self.after}" if self.after[:1] in ".," else joined_words(text, self.after)


def answer_text(answer: PolicyAnswer) -> str:
    """Return the part of a sentence for *answer*."""
    return {
        "allow": _tr("is allowed without asking"),
        "ask": _tr("asks me each time"),
        "deny": _tr("is never allowed"),
    }[answer]


def permission_sentences(
    rules: Sequence[PermissionRule], preset: Preset, remote: Iterable[RemoteProvider]
) -> dict[PermissionGroup, tuple[PermissionSentence, ...]]:
    """Return the sentences for the effective permissions; *remote* are the configured remote providers."""
    permissions = Permissions(lambda: rules, None, lambda: preset)
    return {
        "Reading": tuple(_reading_sentences(permissions, remote)),
        "Changing": tuple(_changing_sentences(permissions)),
        "Deleting and many at once": tuple(_dangerous_sentences(permissions)),
        "Network": (_network_sentence(permissions),),
    }


def rate_limit_sentences() -> str:
    """Return the limits on how often an assistant may make requests."""
    return _tr("At most {0} calls per minute. The same call {1} times in {2} seconds is stopped.").format(
        CALLS_A_MINUTE, MAX_EQUAL_CALLS + 1, round(LOOP_WINDOW)
    )


def with_answer(
    rules: Sequence[PermissionRule], setting: tuple[str, str], answer: RuleAnswer, preset: Preset
) -> tuple[PermissionRule, ...]:
    """Return *rules* with the vault-wide rule for an effect and a destination set to *answer*."""
    effect, destination = setting
    new_rule = PermissionRule.model_validate({"effect": effect, "destination": destination, "answer": answer})
    replaced = [replace_answer(rule, answer) == new_rule for rule in rules]
    others = tuple(rule for rule, is_same in zip(rules, replaced, strict=True) if not is_same)
    if effective_answer(others, setting, preset) == answer:
        return others  # The default needs no rule.
    return (*others, new_rule)


def replace_answer(rule: PermissionRule, answer: RuleAnswer) -> PermissionRule:
    """Return *rule* with another answer and all fields set explicitly, for comparison."""
    return PermissionRule.model_validate({**rule.model_dump(), "answer": answer})


def effective_answer(rules: Sequence[PermissionRule], setting: tuple[str, str], preset: Preset) -> PolicyAnswer:
    """Return the effective vault-wide answer for an effect and a destination."""
    return Permissions(lambda: rules, None, lambda: preset).decide(_sample_request(setting), SAMPLE_NOTE).answer


def _sample_request(setting: tuple[str, str]) -> PolicyRequest:
    effect, destination = setting
    host = "" if destination in ("*", THIS_COMPUTER) else destination
    if effect == "write":
        return PolicyRequest("", "write", host=host, change="modify")
    return PolicyRequest("", "read", host=host)


def _reading_sentences(permissions: Permissions, remote: Iterable[RemoteProvider]) -> Iterable[PermissionSentence]:
    local = permissions.decide(PolicyRequest("", "read"), SAMPLE_NOTE).answer
    action = _tr("Searching and reading notes for a model on this computer")
    remark = _exceptions_remark(permissions, PolicyRequest("", "read"))
    yield PermissionSentence(
        "chip", action, answer_text(local), remark=remark, answer=local, setting=("read", THIS_COMPUTER)
    )
    providers = [provider for provider in remote if provider.host]
    for provider in providers or [RemoteProvider("", "")]:
        answer = permissions.decide(
            PolicyRequest("", "read", host=provider.host or SAMPLE_UNLISTED_HOST), SAMPLE_NOTE
        ).answer
        recipient = _tr("{0} ({1})").format(sanitize_line(provider.title, 60), sanitize_line(provider.host, 80))
        action = _tr("Searching and reading notes and sending them to {0}").format(
            recipient if provider.host else _tr("a provider outside this computer")
        )
        setting = ("read", provider.host) if provider.host else None
        yield PermissionSentence("cloud", action, answer_text(answer), answer=answer, setting=setting)
    in_scope = permissions.decide(
        PolicyRequest("", "read", agent_scope=SAMPLE_SCOPED_AGENT), SAMPLE_NOTE_IN_SCOPE
    ).answer
    if in_scope != local:
        action = _tr("For a model on this computer, reading by an agent in its own folders")
        yield PermissionSentence("person", action, answer_text(in_scope), answer=in_scope)


def _changing_sentences(permissions: Permissions) -> Iterable[PermissionSentence]:
    general = PolicyRequest("", "write", change="modify")
    answer = permissions.decide(general, SAMPLE_NOTE).answer
    action = _tr("Creating, changing and renaming notes")
    if preset_forbids(permissions.preset(), general):
        remark = _tr("This is set by the preset and takes precedence over other settings.")
        yield PermissionSentence("pencil", action, answer_text(answer), remark=remark, answer=answer)
        return
    remark = _exceptions_remark(permissions, general)
    yield PermissionSentence(
        "pencil", action, answer_text(answer), remark=remark, answer=answer, setting=("write", "*")
    )
    scoped = PolicyRequest("", "write", change="modify", agent_scope=SAMPLE_SCOPED_AGENT)
    in_scope = permissions.decide(scoped, SAMPLE_NOTE_IN_SCOPE).answer
    if in_scope != answer:
        moving = permissions.decide(replace(scoped, change="move"), SAMPLE_NOTE_IN_SCOPE).answer
        remark = _tr("Renaming requires your approval.") if moving == "ask" else ""
        action = _tr("Creating and changing notes by an agent in its own folders")
        yield PermissionSentence("person", action, answer_text(in_scope), remark=remark, answer=in_scope)
    for request, path in ((general, SAMPLE_NOTE), (scoped, SAMPLE_NOTE_IN_SCOPE)):
        tainted = permissions.decide(replace(request, tainted=True), path)
        if tainted.answer == "ask" and permissions.decide(request, path).answer == "allow":
            action = _tr("In a chat that contains both text from elsewhere and your notes, every change")
            yield PermissionSentence("shield", action, _tr("asks again"), remark=_fixed_remark(), answer="ask")
            return


def _dangerous_sentences(permissions: Permissions) -> Iterable[PermissionSentence]:
    deleting = permissions.decide(PolicyRequest("", "delete", change="delete"), SAMPLE_NOTE).answer
    many = permissions.decide(PolicyRequest("", "write", change="modify", bulk=True), SAMPLE_NOTE).answer
    rows = [(_tr("Deleting notes, and changing many at once,"), deleting)]
    if deleting != many:
        rows = [(_tr("Deleting notes"), deleting), (_tr("Changing many notes at once"), many)]
    for action, answer in rows:
        if answer == "ask":
            undo_text = _tr("and can always be undone.")
            yield PermissionSentence("warning", action, _tr("always asks"), undo_text, _fixed_remark(), answer)
        else:
            yield PermissionSentence("warning", action, answer_text(answer), answer=answer)


def _network_sentence(permissions: Permissions) -> PermissionSentence:
    answer = permissions.decide(PolicyRequest("", "network", host=SAMPLE_UNLISTED_HOST), None).answer
    action = _tr("Using the network")
    if answer == "ask":
        return PermissionSentence(
            "globe", action, _tr("always asks"), _tr("and shows the whole address."), _fixed_remark(), answer
        )
    return PermissionSentence("globe", action, answer_text(answer), answer=answer)


def _exceptions_remark(permissions: Permissions, general: PolicyRequest) -> str:
    """Return the remark that some folder or tool rule deviates from the general answer."""
    answer = permissions.decide(general, SAMPLE_NOTE).answer
    for rule in permissions.rules():
        host = "" if rule.destination in ("*", THIS_COMPUTER) else rule.destination
        request = replace(general, tool="" if rule.tool == "*" else rule.tool, host=host)
        path = f"{rule.folder}/{SAMPLE_NOTE}" if rule.folder else SAMPLE_NOTE
        if (rule.folder or rule.tool != "*") and permissions.decide(request, path).answer != answer:
            return _tr("Your rules below set exceptions for some folders or tools.")
    return ""


def _fixed_remark() -> str:
    return _tr("Fixed. No setting, agent or model can change this.")


RULE_ANSWERS: tuple[RuleAnswer, ...] = ("allow", "ask", "deny")
"""Answers that a sentence can be set to."""

APPROVAL_PLACES = ("dialog", "card")
"""Where requests are shown."""


class PermissionSheet(Sheet):
    """The switch, the preset, the sentences, and the user's own rules."""

    private_requested = Signal()
    """The page of private notes is requested."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        name = sanitize_text(workspace.vault.name)
        text = self.tr("What an assistant may do in {0}. Each sentence is a rule that is enforced.")
        super().__init__(self.tr("Permissions"), text.format(name), parent=parent)
        self._workspace = workspace
        self._root = workspace.vault.root
        self._writer = SettingsWriter(workspace.store, self.problem)
        self._shown: object = None
        self._private_count = -1
        self.links: dict[tuple[str, str], MenuLink] = {}
        """The changeable parts of sentences, by effect and destination."""
        self.sentences: list[str] = []
        """Every sentence of the groups, in order."""
        self.switch = Switch(self.tr("Assistants may use tools in this vault"))
        self.switch.setToolTip(VaultSettings.model_fields["tool_calling"].title or "")
        self.switch.toggled.connect(self._set_enabled)
        self._disabled_label = PlainLabel(role="text2", wrap=True)
        broken_text = self.tr("One of your rules is not valid, so it denies everything until you remove it.")
        self.broken = Banner("danger", broken_text, [(self.tr("Show It"), self._show_broken)])
        self.presets = PresetCards()
        self.presets.chosen.connect(self._set_preset)
        self._groups = QWidget()
        self._column = QVBoxLayout(self._groups)
        self.rules = PermissionRulesSection(workspace, self._writer)
        self.tools = ToolListSection(lambda: workspace.registry.tools)
        self._build_layout()
        self.refresh(workspace.store.settings)
        bridge.follow(workspace.privacy.changes, lambda _: self._start_counting_private(), owner=self)
        self._start_counting_private()

    def refresh(self, settings: Settings) -> None:
        vault = settings.vault_settings(self._root)
        self.switch.blockSignals(True)
        self.switch.setChecked(vault.tool_calling is not False)
        self.switch.blockSignals(False)
        self._disabled_label.setText(self._disabled_text(vault.tool_calling is not False))
        self._disabled_label.setVisible(vault.tool_calling is False)
        self.broken.setVisible(any(map(is_unreadable, vault.rules)))
        self.presets.set_current(vault.preset)
        groups = permission_sentences(vault.rules, vault.preset, remote_providers(settings))
        shown = (groups, settings.appearance.approval, self._private_count, vault.privacy)
        if shown != self._shown:
            self._shown = shown
            self._show_groups(groups, settings)
        self.rules.show_rules()

    def _build_layout(self) -> None:
        px = theme().px
        switch_layout = column_layout(spacing=2)
        switch_layout.addWidget(self.switch)
        remark = self.tr("The first use in a vault asks you. Turned off, nothing is asked and no note is used.")
        switch_layout.addWidget(PlainLabel(remark, role="muted", font="small", wrap=True))
        top = column_layout(spacing=4)
        top.addLayout(switch_layout)
        top.addWidget(self._disabled_label)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(px(8))
        self.content.setSpacing(px(20))
        self.content.addWidget(self.broken)
        self.content.addLayout(top)
        self.content.addLayout(self._section(self.tr("Permission preset"), self.presets))
        self.content.addWidget(self._groups)
        self.content.addWidget(self.rules)
        self.content.addWidget(self.tools)

    def _section(self, title: str, inner: QWidget) -> QVBoxLayout:
        column = column_layout(spacing=8)
        column.addWidget(PlainLabel(title, font="heading"))
        column.addWidget(inner)
        return column

    def _show_groups(self, groups: Mapping[PermissionGroup, Sequence[PermissionSentence]], settings: Settings) -> None:
        focused = next((setting for setting, link in self.links.items() if link.hasFocus()), None)
        clear_layout(self._column)
        self.links, self.sentences = {}, []
        titles: dict[PermissionGroup, str] = {
            "Reading": self.tr("Reading"),
            "Changing": self.tr("Changing"),
            "Deleting and many at once": self.tr("Deleting and bulk changes"),
            "Network": self.tr("Network"),
        }
        for group, sentences in groups.items():
            self._add_card(titles[group], [self._sentence_row(sentence) for sentence in sentences])
            if group == "Reading":
                self._add_card(self.tr("Never"), [self._private_row()])
        self._add_card(
            self.tr("Approval requests"),
            [self._approval_row(settings), self._add_sentence_row("clock", [rate_limit_sentences()])],
        )
        if focused in self.links:
            self.links[focused].setFocus()

    def _add_card(self, title: str, rows: Sequence[QWidget]) -> None:
        if self._column.count():
            self._column.addSpacing(theme().px(8))
        self._column.addWidget(PlainLabel(title, font="heading"))
        card = Card(padding=0)
        card.content.setSpacing(0)
        for index, row in enumerate(rows):
            if index:
                card.content.addWidget(SeparatorLine())
            card.content.addWidget(row)
        self._column.addWidget(card)

    def _sentence_row(self, sentence: PermissionSentence) -> SentenceRow:
        if sentence.setting is None:
            strong = sentence.answer == "deny" or sentence.after != "."
            parts: list[SentencePart] = (
                [sentence.before, StrongText(sentence.words), sentence.after] if strong else [sentence.text]
            )
            return self._add_sentence_row(sentence.icon, parts, sentence.remark)
        options: list[MenuOption] = [(answer, answer_text(answer)) for answer in RULE_ANSWERS]
        link = MenuLink(sentence.before, options, sentence.answer)
        link.chosen.connect(partial(self._set_answer, sentence.setting))
        self.links[sentence.setting] = link
        return self._add_sentence_row(sentence.icon, [sentence.before, link, sentence.after], sentence.remark)

    def _private_row(self) -> SentenceRow:
        link = LinkButton(self.tr("Private Notes…"))
        link.clicked.connect(self.private_requested)
        text = self.tr("Private notes are used only as far as you set for them.")
        remark = self.tr("This takes precedence over all other permissions.")
        if self._private_count >= 0:
            notes = plural_text(self._private_count, self.tr("{n} note today."), self.tr("{n} notes today."))
            remark = Sentences(notes, remark)
        return self._add_sentence_row("lock", [text], remark, [link])

    def _approval_row(self, settings: Settings) -> SentenceRow:
        texts = {"dialog": self.tr("as a dialog over the window"), "card": self.tr("as a card in the chat")}
        link = MenuLink(
            self.tr("Requests appear"),
            [(place, texts[place]) for place in APPROVAL_PLACES],
            settings.appearance.approval,
        )
        link.chosen.connect(self._set_approval)
        self.links["approval", ""] = link
        return self._add_sentence_row("info", [self.tr("Requests appear"), link, "."])

    def _add_sentence_row(
        self, icon: str, parts: Sequence[SentencePart], remark: str = "", links: Sequence[QWidget] = ()
    ) -> SentenceRow:
        row = SentenceRow(icon, parts, remark, links)
        self.sentences.append(row.text())
        return row

    def _disabled_text(self, enabled: bool) -> str:
        if enabled:
            return ""
        return self.tr(
            "The assistant can neither search nor read this vault. It knows only what is written in the chat."
        )

    def _show_broken(self) -> None:
        self.ensureWidgetVisible(self.rules)
        self.rules.list.buttons[-1].setFocus()

    def _set_enabled(self, on: bool) -> None:
        # Switched on again it is undecided: the first use asks.
        self._change_vault(tool_calling=None if on else False)

    def _set_preset(self, preset: str) -> None:
        self._change_vault(preset=next(known for known in PRESETS if known == preset))

    def _set_answer(self, setting: tuple[str, str], answer: str) -> None:
        new_answer: RuleAnswer = next(known for known in RULE_ANSWERS if known == answer)
        root = self._root

        def changed(settings: Settings) -> Settings:
            vault = settings.vault_settings(root)
            return settings.with_vault(root, rules=with_answer(vault.rules, setting, new_answer, vault.preset))

        if self._writer.save(changed):
            vault = self._writer.store.settings.vault_settings(root)
            effective: PolicyAnswer = effective_answer(vault.rules, setting, vault.preset)
            if effective != new_answer:
                text = self.tr("Another of your rules is stricter, so it still {0}.")
                self._writer.show_problem(text.format(answer_text(effective)))
        self.refresh(self._writer.store.settings)

    def _set_approval(self, approval: str) -> None:
        def changed(settings: Settings) -> Settings:
            appearance = settings.appearance.model_copy(update={"approval": approval})
            return settings.model_copy(update={"appearance": appearance})

        self._writer.save(changed)
        self.refresh(self._writer.store.settings)

    def _change_vault(self, **changed: object) -> None:
        root = self._root
        self._writer.save(lambda settings: settings.with_vault(root, **changed))
        self.refresh(self._writer.store.settings)

    def _start_counting_private(self) -> None:
        bridge.start(self._update_private_count(), owner=self)

    async def _update_private_count(self) -> None:
        settings = self._writer.store.settings
        found = await count_private_notes_now(settings.vault_settings(self._root).privacy, self._workspace.known_notes)
        self._private_count = len(found.notes)
        self.refresh(self._writer.store.settings)
