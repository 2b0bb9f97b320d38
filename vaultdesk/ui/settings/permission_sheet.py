"""Permission sheet: what an assistant may do in the open vault, in sentences that are the rules (mockup 10)."""

from collections.abc import Mapping, Sequence
from functools import partial

from PySide6.QtCore import Signal
from PySide6.QtWidgets import QVBoxLayout, QWidget

from vaultdesk.core.settings.settings_schema import RuleAnswer, VaultSettings
from vaultdesk.core.settings.settings_store import Settings
from vaultdesk.tools.runtime.policy import PolicyAnswer
from vaultdesk.tools.text_sanitizer import sanitize_text
from vaultdesk.ui import bridge
from vaultdesk.ui.agents.unreadable import is_unreadable
from vaultdesk.ui.formatting import format_number
from vaultdesk.ui.settings.change import Keeper
from vaultdesk.ui.settings.elsewhere import providers_elsewhere
from vaultdesk.ui.settings.menu_link import MenuLink, Option
from vaultdesk.ui.settings.permission_words import (
    Group,
    Held,
    answer_words,
    held,
    holds,
    measures,
    with_answer,
)
from vaultdesk.ui.settings.preset_cards import PRESETS, PresetCards
from vaultdesk.ui.settings.private_tally import tally_now
from vaultdesk.ui.settings.sentence import Piece, Sentence, Strong
from vaultdesk.ui.settings.sheet import Sheet
from vaultdesk.ui.settings.standing_rules import StandingRules
from vaultdesk.ui.theme.theme import theme
from vaultdesk.ui.widgets.banner import Banner
from vaultdesk.ui.widgets.buttons import LinkButton
from vaultdesk.ui.widgets.form_controls import Switch
from vaultdesk.ui.widgets.frames import Card, SeparatorLine
from vaultdesk.ui.widgets.labels import PlainLabel
from vaultdesk.workspace import Workspace

ANSWERS: tuple[RuleAnswer, ...] = ("allow", "ask", "deny")
"""What a sentence can be made to say."""

APPROVALS = ("dialog", "card")
"""Where questions appear."""


class PermissionSheet(Sheet):
    """The switch, the preset, the sentences, and the person's own rules."""

    private_requested = Signal()
    """The page of private notes is asked for."""

    def __init__(self, workspace: Workspace, parent: QWidget | None = None) -> None:
        name = sanitize_text(workspace.vault.name)
        words = self.tr("What an assistant may do in {0}. Read it aloud: every sentence is the rule.")
        super().__init__(self.tr("Permissions"), words.format(name), parent=parent)
        self._workspace = workspace
        self._root = workspace.vault.root
        self._keeper = Keeper(workspace.store, self.problem)
        self._shown: object = None
        self._private = -1
        self.links: dict[tuple[str, str], MenuLink] = {}
        """The words that can be exchanged, by the effect and the destination they are about."""
        self.sentences: list[str] = []
        """Every sentence of the groups, in order."""
        self.switch = Switch(self.tr("Assistants may use tools in this vault"))
        self.switch.setToolTip(VaultSettings.model_fields["tool_calling"].title or "")
        self.switch.toggled.connect(self._turn)
        self._effect = PlainLabel(role="text2", wrap=True)
        told = self.tr("One of your rules cannot be read, so it denies everything until you remove it.")
        self.broken = Banner("danger", told, [(self.tr("Show It"), self._show_broken)])
        self.presets = PresetCards()
        self.presets.chosen.connect(self._set_preset)
        self._groups = QWidget()
        self._column = QVBoxLayout(self._groups)
        self.rules = StandingRules(workspace, self._keeper)
        self._lay_out()
        self.refresh(workspace.store.settings)
        bridge.follow(workspace.privacy.changes, lambda _: self._count_private(), owner=self)
        self._count_private()

    def refresh(self, settings: Settings) -> None:
        """Show what holds now."""
        vault = settings.vault_settings(self._root)
        self.switch.blockSignals(True)
        self.switch.setChecked(vault.tool_calling)
        self.switch.blockSignals(False)
        self._effect.setText(self._effect_words(vault.tool_calling))
        self._effect.setVisible(not vault.tool_calling)
        self.broken.setVisible(any(map(is_unreadable, vault.rules)))
        self.presets.set_current(vault.preset)
        groups = held(vault.rules, vault.preset, providers_elsewhere(settings))
        shown = (groups, settings.appearance.approval, self._private, vault.privacy)
        if shown != self._shown:
            self._shown = shown
            self._show_groups(groups, settings)
        self.rules.refresh(settings)

    def _lay_out(self) -> None:
        step = theme().step
        head = QVBoxLayout()
        head.setSpacing(step(2))
        head.addWidget(self.switch)
        remark = self.tr("off in a new vault until you turn it on")
        head.addWidget(PlainLabel(remark, role="muted", font="small", wrap=True))
        top = QVBoxLayout()
        top.setSpacing(step(4))
        top.addLayout(head)
        top.addWidget(self._effect)
        self._column.setContentsMargins(0, 0, 0, 0)
        self._column.setSpacing(step(8))
        self.content.setSpacing(step(20))
        self.content.addWidget(self.broken)
        self.content.addLayout(top)
        self.content.addLayout(self._section(self.tr("How free assistants are here"), self.presets))
        self.content.addWidget(self._groups)
        self.content.addWidget(self.rules)

    def _section(self, title: str, inner: QWidget) -> QVBoxLayout:
        column = QVBoxLayout()
        column.setSpacing(theme().step(8))
        column.addWidget(PlainLabel(title, font="heading"))
        column.addWidget(inner)
        return column

    def _show_groups(self, groups: Mapping[Group, Sequence[Held]], settings: Settings) -> None:
        focused = next((setting for setting, link in self.links.items() if link.hasFocus()), None)
        while (item := self._column.takeAt(0)) is not None:
            if (widget := item.widget()) is not None:
                widget.setParent(None)
                widget.deleteLater()
        self.links, self.sentences = {}, []
        titles: dict[Group, str] = {
            "Reading": self.tr("Reading"),
            "Changing": self.tr("Changing"),
            "Deleting and many at once": self.tr("Deleting and many at once"),
            "Network": self.tr("Network"),
        }
        for group, sentences in groups.items():
            self._add_card(titles[group], [self._made(one) for one in sentences])
            if group == "Reading":
                self._add_card(self.tr("Never"), [self._private_sentence()])
        self._add_card(self.tr("How it asks"), [self._asking(settings), self._sentence("clock", [measures()])])
        if focused in self.links:
            self.links[focused].setFocus()

    def _add_card(self, title: str, rows: Sequence[QWidget]) -> None:
        if self._column.count():
            self._column.addSpacing(theme().step(8))
        self._column.addWidget(PlainLabel(title, font="heading"))
        card = Card(padding=0)
        card.content.setSpacing(0)
        for place, row in enumerate(rows):
            if place:
                card.content.addWidget(SeparatorLine())
            card.content.addWidget(row)
        self._column.addWidget(card)

    def _made(self, one: Held) -> Sentence:
        if one.setting is None:
            strong = one.answer == "deny" or one.after != "."
            pieces: list[Piece] = [one.before, Strong(one.words), one.after] if strong else [one.text]
            return self._sentence(one.icon, pieces, one.remark)
        options: list[Option] = [(answer, answer_words(answer)) for answer in ANSWERS]
        link = MenuLink(one.before, options, one.answer)
        link.chosen.connect(partial(self._set_answer, one.setting))
        self.links[one.setting] = link
        return self._sentence(one.icon, [one.before, link, one.after], one.remark)

    def _private_sentence(self) -> Sentence:
        more = LinkButton(self.tr("Private Notes…"))
        more.clicked.connect(self.private_requested)
        words = self.tr("Private notes go no further than you said for them.")
        remark = self.tr("This wins over every other sentence.")
        if self._private >= 0:
            one = self.tr("1 note today.") if self._private == 1 else self.tr("{0} notes today.")
            remark = f"{one.format(format_number(self._private))} {remark}"
        return self._sentence("lock", [words], remark, [more])

    def _asking(self, settings: Settings) -> Sentence:
        words = {"dialog": self.tr("as a dialog over the window"), "card": self.tr("as a card in the chat")}
        link = MenuLink(
            self.tr("Questions appear"), [(one, words[one]) for one in APPROVALS], settings.appearance.approval
        )
        link.chosen.connect(self._set_approval)
        self.links["approval", ""] = link
        return self._sentence("info", [self.tr("Questions appear"), link, "."])

    def _sentence(
        self, icon: str, pieces: Sequence[Piece], remark: str = "", links: Sequence[QWidget] = ()
    ) -> Sentence:
        made = Sentence(icon, pieces, remark, links)
        self.sentences.append(made.text())
        return made

    def _effect_words(self, on: bool) -> str:
        if on:
            return ""
        return self.tr(
            "The assistant can neither search nor read this vault. It knows only what is written in the chat."
        )

    def _show_broken(self) -> None:
        self.ensureWidgetVisible(self.rules)
        self.rules.list.buttons[-1].setFocus()

    def _turn(self, on: bool) -> None:
        self._keep(tool_calling=on)

    def _set_preset(self, preset: str) -> None:
        self._keep(preset=next(one for one in PRESETS if one == preset))

    def _set_answer(self, setting: tuple[str, str], answer: str) -> None:
        wanted: RuleAnswer = next(one for one in ANSWERS if one == answer)
        root = self._root

        def changed(settings: Settings) -> Settings:
            vault = settings.vault_settings(root)
            return settings.with_vault(root, rules=with_answer(vault.rules, setting, wanted, vault.preset))

        if self._keeper.keep(changed):
            vault = self._keeper.store.settings.vault_settings(root)
            now: PolicyAnswer = holds(vault.rules, setting, vault.preset)
            if now != wanted:
                words = self.tr("Another of your rules is stricter: it {0} all the same.")
                self._keeper.tell(words.format(answer_words(now)))
        self.refresh(self._keeper.store.settings)

    def _set_approval(self, approval: str) -> None:
        def changed(settings: Settings) -> Settings:
            appearance = settings.appearance.model_copy(update={"approval": approval})
            return settings.model_copy(update={"appearance": appearance})

        self._keeper.keep(changed)
        self.refresh(self._keeper.store.settings)

    def _keep(self, **changed: object) -> None:
        root = self._root
        self._keeper.keep(lambda settings: settings.with_vault(root, **changed))
        self.refresh(self._keeper.store.settings)

    def _count_private(self) -> None:
        bridge.start(self._counted(), owner=self)

    async def _counted(self) -> None:
        settings = self._keeper.store.settings
        found = await tally_now(settings.vault_settings(self._root).privacy, self._workspace.known)
        self._private = len(found.notes)
        self.refresh(self._keeper.store.settings)
