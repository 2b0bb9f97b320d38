"""Exchange wiring: what the exchanges on show ask for, done: asked again, elsewhere, branched off, handed on."""

from collections.abc import Callable, Mapping
from dataclasses import replace

from PySide6.QtCore import QObject, Signal
from PySide6.QtWidgets import QWidget

from vaultdesk.ui.chat.asker import Asker
from vaultdesk.ui.chat.chat_listing import ChatListing
from vaultdesk.ui.chat.conversation_markdown import conversation_markdown
from vaultdesk.ui.chat.exchange import Exchange
from vaultdesk.ui.chat.exchange_view import ExchangeView
from vaultdesk.ui.chat.model_choosing import ModelChoosing
from vaultdesk.ui.chat.source_ages import SourceAges
from vaultdesk.ui.chat.talk import Talk
from vaultdesk.ui.chat.talk_list import TalkList


class ExchangeWiring(QObject):
    """Listens to each exchange that is built."""

    source_opened = Signal(str, str, str)
    link_opened = Signal(str)

    def __init__(
        self,
        talks: TalkList,
        asker: Asker,
        models: ModelChoosing,
        listing: ChatListing,
        ages: SourceAges,
        targets: Mapping[str, Callable[[str], object]],
    ) -> None:
        """*targets* take the Markdown of an answer: for the editor's cursor, the open note, a new note."""
        super().__init__(talks)
        self._talks = talks
        self._asker = asker
        self._models = models
        self._listing = listing
        self._ages = ages
        self._targets = targets

    def follow(self, view: ExchangeView) -> None:
        """Listen to *view*."""
        exchange = view.exchange
        view.source_opened.connect(self.source_opened)
        self._ages.follow(view)
        view.link_opened.connect(self.link_opened)
        view.edit_requested.connect(lambda: self._asker.edit(exchange))
        view.retry_requested.connect(lambda: self._asker.retry(self._last(exchange)))
        view.other_model_requested.connect(lambda: self._asker.retry_elsewhere(exchange))
        view.ask_other_requested.connect(lambda button: self._choose_other(exchange, button))
        view.branch_requested.connect(lambda: self._listing.branch(exchange))
        view.note_requested.connect(self._show_note)
        view.foot_pressed.connect(lambda action: self._targets[action](exchange.text))

    def _show_note(self) -> None:
        """Show the note the conversation is kept in, or make one of it."""
        talk = self._talks.current
        if talk.note:
            self._listing.note_requested.emit(talk.note)
        else:
            self._targets["new-note"](conversation_markdown(talk.title, talk.exchanges))

    def _choose_other(self, exchange: Exchange, button: QWidget) -> None:
        """Let the person choose at *button* which model is asked the same."""
        talk = self._talks.current
        popup = self._models.choose_at(button, exchange.model or self._models.current(talk))
        popup.chosen.connect(lambda model: self._ask_other(talk, exchange, model))

    def _ask_other(self, talk: Talk, exchange: Exchange, model: str) -> None:
        if talk is not self._talks.current:
            return  # Another chat was shown while the choice was open.
        exchange = self._last(exchange)
        talk = self._talks.current
        # For this chat alone: what new chats ask is chosen at the composer.
        talk.change(choices=replace(talk.conversation.choices, model=model))
        self._models.changed.emit()
        talk.ask_again(exchange)

    def _last(self, exchange: Exchange) -> Exchange:
        """Return what is asked again: *exchange* where it is the last one, else its like at the end of a branch.

        What was said after it stays where it is, in the old chat.
        """
        talk = self._talks.current
        if talk.running or talk.exchanges[-1] is exchange:
            return exchange
        self._listing.branch(exchange)
        branch = self._talks.current
        return branch.exchanges[-1] if branch is not talk else exchange
