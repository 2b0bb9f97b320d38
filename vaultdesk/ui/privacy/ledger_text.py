"""Texts for entries of the disclosure ledger, for privacy rules, and for the account of outgoing data."""

from collections.abc import Mapping, Sequence
from datetime import date

from msgspec import Struct

from vaultdesk.core.phrases import comma_list
from vaultdesk.core.settings.settings_schema import PrivacyRule
from vaultdesk.core.transmission import Purpose
from vaultdesk.privacy.account import LastTransmission, LocalReading, NoteShare, Receiver, SpanSummary, Today, Totals
from vaultdesk.privacy.ledger_entry import Decision, LedgerEntry
from vaultdesk.privacy.rule_matcher import rule_text
from vaultdesk.ui.chat.tool_text import note_name
from vaultdesk.ui.dates import clock, plain_day
from vaultdesk.ui.formatting import dollar_text, format_number, plural_text
from vaultdesk.ui.translation import translate, translator

_tr = translator("LedgerText")


def decision_text(entry: LedgerEntry) -> str:
    """Return the origin of the decision about *entry*: the user, a rule, or a default."""
    if entry.kind == "kept":
        return _withheld_text(entry)
    if entry.decision == "rule" and entry.why:
        return _tr("by your rule: {rule}").format(rule=translate(entry.why))
    texts: Mapping[Decision, str] = {
        "person": _tr("allowed by you"),
        "rule": _tr("allowed by a rule"),
        "grant": _tr("allowed for that chat"),
        "default": _tr("needed no approval"),
        "review": _tr("allowed by you"),
    }
    return texts.get(entry.decision, "")


def purpose_text(purpose: Purpose) -> str:
    """Return the kind of data sent, for a request that belongs to no question of the user."""
    texts: Mapping[Purpose, str] = {
        "title": _tr("Title for a chat"),
        "summary": _tr("Summary of a chat"),
        "rewrite": _tr("Rewrite of a passage"),
        "definition": _tr("Definition of a word"),
        "program": _tr("Question of another program"),
        "embedding": _tr("Search by meaning"),
        "probe": _tr("Test of a model"),
        "models": _tr("List of models"),
        "update": _tr("Check for updates"),
        "web_search": _tr("Web search"),
        "page": _tr("Web page"),
        "transcript": _tr("Transcript of a video"),
        "tool": _tr("Tool of another package"),
    }
    return texts.get(purpose, _tr("An earlier question"))


def note_part_text(entry: LedgerEntry) -> str:
    """Return which part of the note was sent."""
    if entry.whole:
        return _tr("whole note")
    lines = ""
    if entry.first_line:
        several = entry.last_line > entry.first_line
        lines = (
            _tr("lines {first}–{last}").format(first=entry.first_line, last=entry.last_line)
            if several
            else _tr("line {first}").format(first=entry.first_line)
        )
    return ", ".join(part for part in (entry.heading, lines) if part)


def lock_text(rule: PrivacyRule) -> str:
    """Return the explanation of a lock: why the note is private, and to whom it is not sent."""
    reach = {
        "never": _tr("No model reads it."),
        "local": _tr("Only models on this computer read it."),
        "ask": _tr("You are asked each time before it is sent."),
    }[rule.answer]
    return _tr("Private: {why}. {reach}").format(why=rule_text(rule), reach=reach)


def tokens_text(tokens: int) -> str:
    """Return a number of tokens as text."""
    return plural_text(tokens, _tr("{n} token"), _tr("{n} tokens"))


def notes_text(notes: int) -> str:
    """Return a number of notes as text."""
    return plural_text(notes, _tr("{n} note"), _tr("{n} notes"))


def _withheld_text(entry: LedgerEntry) -> str:
    match entry.decision:
        case "privacy":
            return _tr("withheld by a rule")
        case "review":
            return _tr("withheld by you")
        case _:
            return _tr("withheld: could not be reviewed")


_tr_account_text = translator("AccountText")


class EgressLine(Struct, frozen=True):
    """The text in the middle of the status bar."""

    text: str
    remark: str = ""
    """A remark in a muted font after it."""
    detail: str = ""
    anything_left: bool = True
    """Whether any data was sent."""
    receiver: str = ""
    """The receivers as named in the text, which are shortened first where there is no space."""


def egress_line(today: Today) -> EgressLine:
    """Return the text for *today*; it never claims that nothing left if a byte did."""
    last = today.all.last
    if today.all.is_empty or last is None:
        return EgressLine(_tr_account_text("Nothing has left this computer today"), anything_left=False)
    text, remark = _sentence(today, last)
    names = (receivers_text(today.chat.receivers), receivers_text(today.all.receivers), last.receiver.name)
    receiver = next((name for name in names if name and name in text), "")
    return EgressLine(text, remark, egress_detail(today.all), receiver=receiver)


def egress_detail(totals: Totals) -> str:
    """Return the tokens sent today and their receivers, for a tooltip."""
    receivers = dict.fromkeys(receiver.host or receiver.name for receiver in totals.receivers)
    hosts = translate(comma_list(tuple(receivers)))
    if totals.connections == totals.transmissions:
        return _tr_account_text("Today VaultDesk connected to {who}. Nothing of yours was sent.").format(who=hosts)
    return _tr_account_text("Today about {tokens} were sent to {who}.").format(
        tokens=tokens_text(totals.tokens), who=hosts
    )


def local_text(reading: LocalReading | None) -> str:
    """Return the number of notes read by a model on this computer; empty if none was read."""
    if reading is None:
        return ""
    return plural_text(
        reading.notes,
        _tr_account_text("{model} read 1 note here"),
        _tr_account_text("{model} read {n} notes here"),
        model=reading.model,
    )


def receivers_text(receivers: Sequence[Receiver]) -> str:
    """Return the names of *receivers*."""
    names = list(dict.fromkeys(receiver.name or receiver.host for receiver in receivers))
    match names:
        case []:
            return ""
        case [name]:
            return name
        case [first, second]:
            return _tr_account_text("{first} and {second}").format(first=first, second=second)
    return _tr_account_text("{first} and {n} others").format(first=names[0], n=format_number(len(names) - 1))


def summary_head(summary: SpanSummary, day: date) -> str:
    """Return the line below the title of the popup, with the receivers and the start; *day* is the current date."""
    totals = summary.totals
    if totals.is_empty or totals.since is None:
        match summary.span:
            case "chat":
                return _tr_account_text("Nothing of this chat has left this computer.")
            case "today":
                return _tr_account_text("Nothing has left this computer since midnight.")
            case "month":
                return _tr_account_text("Nothing has left this computer this month.")
    since = totals.since.astimezone()
    match totals.receivers:
        case (receiver,) if receiver.host and receiver.host != receiver.name:
            receivers = _tr_account_text("{name}, {host}").format(name=receiver.name, host=receiver.host)
        case _:
            receivers = receivers_text(totals.receivers)
    if since.date() == day:
        return _tr_account_text("To {who}, since {time}").format(who=receivers, time=clock(since))
    return _tr_account_text("To {who}, since {day}").format(who=receivers, day=plain_day(since.date(), day))


class ShareText(Struct, frozen=True):
    """One of the three shares as text."""

    label: str
    hint: str
    tokens: int


def share_texts(totals: Totals) -> tuple[ShareText, ShareText, ShareText]:
    """Return the shares of notes, of the user's words, and of everything else."""
    notes = (
        plural_text(len(totals.notes), _tr_account_text("1 note"), _tr_account_text("{n} notes"))
        if totals.notes
        else _tr_account_text("No note")
    )
    passages = (
        plural_text(totals.passages, _tr_account_text("1 passage"), _tr_account_text("{n} passages"))
        if totals.notes
        else ""
    )
    questions = (
        plural_text(totals.questions, _tr_account_text("Your question"), _tr_account_text("Your {n} questions"))
        if totals.questions
        else _tr_account_text("Your words")
    )
    others = (
        _tr_account_text("Instructions and earlier answers")
        if totals.earlier.tokens
        else _tr_account_text("Instructions and tools")
    )
    hint = _tr_account_text("sent each time") if totals.transmissions > 1 else ""
    return (
        ShareText(notes, passages, totals.note_text.tokens),
        ShareText(questions, "", totals.words.tokens),
        ShareText(others, hint, totals.instructions.tokens + totals.earlier.tokens),
    )


def note_share_text(note: NoteShare) -> str:
    """Return which parts of a note were sent."""
    if note.parts.is_whole:
        return _tr_account_text("whole note")
    return ", ".join(_part_text(name) for name in note.parts.names)


def more_notes_text(count: int) -> str:
    """Return the number of notes that are not listed."""
    return plural_text(count, _tr_account_text("1 more note"), _tr_account_text("{n} more notes"))


def withheld_notes_text(paths: Sequence[str]) -> str:
    """Return which requested notes were withheld; empty if none were."""
    match len(paths):
        case 0:
            return ""
        case 1:
            return _tr_account_text("{note} was withheld").format(note=note_name(paths[0]))
        case count:
            return _tr_account_text("{n} notes were withheld").format(n=format_number(count))


def elsewhere_text(totals: Totals) -> str:
    """Return the share of other vaults and programs in a span; empty if they have none."""
    if totals.is_empty:
        return ""
    return _tr_account_text("{tokens} of these from other vaults and programs").format(
        tokens=tokens_text(totals.tokens)
    )


def money_text(dollars: float) -> str:
    """Return the cost of today's questions; empty if it is zero or unknown."""
    if dollars <= 0:
        return ""
    if dollars < 0.01:
        return _tr_account_text("under {amount} today").format(amount=dollar_text(0.01, 2))
    return _tr_account_text("{amount} today").format(amount=dollar_text(dollars, 2))


def _sentence(today: Today, last: LastTransmission) -> tuple[str, str]:
    notes, in_chat = len(today.all.notes), len(today.chat.notes)
    others = (
        plural_text(notes, _tr_account_text("1 note today"), _tr_account_text("{n} notes today")) if notes > 1 else ""
    )
    if last.purpose == "rewrite" and last.path:
        template = _tr_account_text("{note} was sent to {who} to be rewritten")
        return template.format(note=note_name(last.path), who=last.receiver.name), others
    if last.purpose == "program":
        return _program_sentence(last, notes)
    if in_chat:
        text = plural_text(
            in_chat,
            _tr_account_text("1 note was sent to {who} in this chat"),
            _tr_account_text("{n} notes were sent to {who} in this chat"),
            who=receivers_text(today.chat.receivers),
        )
        return text, _tr_account_text("{n} today").format(n=format_number(notes)) if notes > in_chat else ""
    if notes:
        text = plural_text(
            notes, _tr_account_text("1 note was sent today"), _tr_account_text("{n} notes were sent today")
        )
        return text, _tr_account_text("none in this chat")
    if today.chat.questions:
        text = plural_text(
            today.chat.questions,
            _tr_account_text("Your question was sent to {who}"),
            _tr_account_text("Your {n} questions were sent to {who}"),
            who=receivers_text(today.chat.receivers),
        )
        return text, _tr_account_text("no note")
    if today.all.questions:
        text = plural_text(
            today.all.questions,
            _tr_account_text("1 question was sent today"),
            _tr_account_text("{n} questions were sent today"),
        )
        return text, _tr_account_text("no note")
    return _other_sentence(today.all, last)


def _program_sentence(last: LastTransmission, notes: int) -> tuple[str, str]:
    program = last.program or _tr_account_text("Another program")
    if last.note_count:
        text = plural_text(
            last.note_count,
            _tr_account_text("{program} received 1 note"),
            _tr_account_text("{program} received {n} notes"),
            program=program,
        )
        return text, _tr_account_text("{n} today").format(n=format_number(notes)) if notes > last.note_count else ""
    text = _tr_account_text("A question from {program} was sent to {who}").format(
        program=program, who=last.receiver.name
    )
    return text, plural_text(
        notes, _tr_account_text("1 note today"), _tr_account_text("{n} notes today")
    ) if notes else _tr_account_text("no note")


def _other_sentence(totals: Totals, last: LastTransmission) -> tuple[str, str]:
    """Return the sentence for transmissions of neither notes nor questions."""
    receiver = last.receiver.name or last.receiver.host
    if totals.connections == totals.transmissions:
        host = last.receiver.host or last.receiver.name
        match last.purpose:
            case "update":
                text = _tr_account_text("VaultDesk asked {host} for updates").format(host=host)
            case "probe":
                text = _tr_account_text("VaultDesk tested a model of {who}").format(who=receiver)
            case _:
                text = _tr_account_text("VaultDesk asked {host} for its models").format(host=host)
        return text, _tr_account_text("nothing of yours")
    match last.purpose:
        case "web_search":
            text = _tr_account_text("A web search was sent to {who}")
        case "page":
            text = _tr_account_text("A page was fetched from {who}")
        case "transcript":
            text = _tr_account_text("A transcript was fetched from {who}")
        case "tool":
            text = _tr_account_text("A tool of {who} was called")
        case "embedding":
            text = _tr_account_text("A search query was sent to {who}")
        case _:
            text = _tr_account_text("Your text was sent to {who}")
    return text.format(who=receiver), _tr_account_text("no note")


def _part_text(name: str) -> str:
    """Return the name of a part: a heading, or a range of lines."""
    if name.isdigit():
        return _tr_account_text("line {first}").format(first=name)
    first, separator, last = name.partition("\u2013")
    if separator and first.isdigit() and last.isdigit():
        return _tr_account_text("lines {first}–{last}").format(first=first, last=last)
    return name
