"""Sentences of a request to read or send: headline, second line, what is sent, and button labels.

Every sentence is translated as a whole, with placeholders for its numbers and names. Text between `**` is emphasized
(`PlainLabel.set_sentence`).
"""

from collections.abc import Mapping

from msgspec import Struct, field

from vaultdesk.core.text_tokens import text_tokens
from vaultdesk.core.transmission import Destination
from vaultdesk.core.values import replace
from vaultdesk.tools.runtime.approval_text import privacy_notice, request_headline, results_notice
from vaultdesk.tools.runtime.approvals import ApprovalRequest
from vaultdesk.tools.text_sanitizer import sanitize_line, sanitize_text
from vaultdesk.ui.formatting import format_number, plural_text
from vaultdesk.ui.review.passage_choices import FilePart, PassageChoices
from vaultdesk.ui.translation import translate, translator

_tr = translator("ConsentText")

MAX_NAME_CHARACTERS = 120
"""Maximum number of characters of a destination's name in a sentence."""

MAX_QUOTE_CHARACTERS = 2_000
"""Maximum number of characters of the model's text in one line, which is elided well before that."""


class Sentence(Struct, frozen=True):
    """A translatable sentence with the values of its placeholders."""

    template: str
    values: Mapping[str, str] = field(default_factory=dict)

    @property
    def text(self) -> str:
        """The sentence without markup, for screen readers."""
        return "".join(part.format(**self.values) for part in self.template.split("**"))


def destination_name(destination: Destination) -> str:
    """Return the destination's name for use in a sentence."""
    return sanitize_line(translate(destination.name) or destination.host, MAX_NAME_CHARACTERS)


def destination_address(destination: Destination) -> str:
    """Return the destination's address for use in a sentence."""
    return sanitize_line(destination.host or destination.name, MAX_NAME_CHARACTERS)


# Passages: search results, and the parts of notes that a request would send.


def passages_headline(choices: PassageChoices, destination: Destination) -> str:
    """Return the headline for passages: `Send 6 passages of 5 notes to Anthropic?`."""
    sent, recipient, local = choices.ticked_passages, destination_name(destination), destination.local
    count, notes = len(sent), choices.notes
    values = {"passages": format_number(count), "who": recipient}
    if choices.passages and not count:
        return _nothing_headline(destination)
    if not choices.passages:
        template = (
            _tr("Nothing was found for the assistant to read") if local else _tr("Nothing was found to send to {who}")
        )
    elif any(not passage.path for passage in sent):
        if count == 1:
            template = _tr("Let the assistant read what was found?") if local else _tr("Send what was found to {who}?")
        else:
            template = (
                _tr("Let the assistant read {passages} passages?")
                if local
                else _tr("Send {passages} passages to {who}?")
            )
    else:
        return _passages_of_notes(count, notes, destination)
    return template.format(**values)


def _passages_of_notes(count: int, notes: int, destination: Destination) -> str:
    local = destination.local
    if count == 1:
        template = (
            _tr("Let the assistant read 1 passage of 1 note?") if local else _tr("Send 1 passage of 1 note to {who}?")
        )
    elif notes == 1:
        template = (
            _tr("Let the assistant read {passages} passages of 1 note?")
            if local
            else _tr("Send {passages} passages of 1 note to {who}?")
        )
    else:
        template = (
            _tr("Let the assistant read {passages} passages of {notes} notes?")
            if local
            else _tr("Send {passages} passages of {notes} notes to {who}?")
        )
    return template.format(passages=format_number(count), notes=format_number(notes), who=destination_name(destination))


def passages_button(count: int, destination: Destination) -> str:
    """Return the button label for *count* passages."""
    if not count:
        return _tr("Continue")
    if destination.local:
        return plural_text(count, _tr("Read 1 passage"), _tr("Read {n} passages"))
    return plural_text(count, _tr("Send 1 passage"), _tr("Send {n} passages"))


def search_sentence(*, found: bool) -> str:
    """Return the second line of a search; its placeholder `{words}` is the query."""
    if not found:
        return _tr("Searched for “{words}”. Other terms may find more.")
    return _tr("Found for “{words}”. The model reads them to answer your question.")


def found_sentence() -> str:
    """Return the second line of a request whose passages were not found by a text query."""
    return _tr("Found on this computer. The model reads what is ticked to answer your question.")


# Notes named by a call, and external results.


def notes_headline(count: int, destination: Destination) -> str:
    """Return the headline for notes: `Send 3 notes to Anthropic?`."""
    if not count:
        return _nothing_headline(destination)
    if destination.local:
        return plural_text(count, _tr("Let the assistant read 1 note?"), _tr("Let the assistant read {n} notes?"))
    who = destination_name(destination)
    return plural_text(count, _tr("Send 1 note to {who}?"), _tr("Send {n} notes to {who}?"), who=who)


def notes_button(count: int, destination: Destination) -> str:
    """Return the button label for *count* notes."""
    if not count:
        return _tr("Continue")
    if destination.local:
        return plural_text(count, _tr("Read 1 note"), _tr("Read {n} notes"))
    return plural_text(count, _tr("Send 1 note"), _tr("Send {n} notes"))


def results_headline(count: int, destination: Destination) -> str:
    """Return the headline for external results: `Send 3 results to Anthropic?`."""
    if not count:
        return _nothing_headline(destination)
    if destination.local:
        return plural_text(count, _tr("Let the assistant read 1 result?"), _tr("Let the assistant read {n} results?"))
    who = destination_name(destination)
    return plural_text(count, _tr("Send 1 result to {who}?"), _tr("Send {n} results to {who}?"), who=who)


def results_button(count: int, destination: Destination) -> str:
    """Return the button label for *count* results."""
    if not count:
        return _tr("Continue")
    if destination.local:
        return plural_text(count, _tr("Read 1 result"), _tr("Read {n} results"))
    return plural_text(count, _tr("Send 1 result"), _tr("Send {n} results"))


def _nothing_headline(destination: Destination) -> str:
    if destination.local:
        return _tr("The assistant reads nothing")
    return _tr("Nothing is sent to {who}").format(who=destination_name(destination))


# Any request of a tool.


Parts = Mapping[str, FilePart]
"""Ticked files that are shared in part, by path."""

NO_PARTS: Parts = {}


def with_part_tokens(request: ApprovalRequest, parts: Parts) -> ApprovalRequest:
    """Return *request* with the tokens of the shared parts in *parts*."""
    if not parts:
        return request
    calls = []
    for call in request.calls:
        files = [
            replace(file, counted_tokens=parts[file.path].tokens) if file.path in parts else file for file in call.files
        ]
        calls.append(replace(call, files=tuple(files)))
    return replace(request, calls=tuple(calls))


def headline(
    request: ApprovalRequest, ticked: tuple[str, ...], choices: PassageChoices | None, parts: Parts = NO_PARTS
) -> str:
    """Return the headline of a request that changes nothing, for the current selection.

    Each range of picked lines counts as a passage.
    """
    if parts:
        picked = sum(len(part.ranges) for part in parts.values())
        passages, notes = (0, 0) if choices is None else (len(choices.ticked_passages), choices.notes)
        if whole_notes := len(ticked) - len(parts):
            return _mixed_headline(passages + picked, whole_notes, request.destination)
        return _passages_of_notes(passages + picked, notes + len(parts), request.destination)
    if choices is not None:
        if not ticked:
            return passages_headline(choices, request.destination)
        if not choices.ticked_passages:
            return notes_headline(len(ticked), request.destination)
        return _mixed_headline(len(choices.ticked_passages), len(ticked), request.destination)
    if request.results:
        return results_headline(len(ticked), request.destination)
    if request.files and all(call.files for call in request.calls):
        return notes_headline(len(ticked), request.destination)
    return translate(request_headline(request, ticked))


def approve_button(
    request: ApprovalRequest, ticked: tuple[str, ...], choices: PassageChoices | None, parts: Parts = NO_PARTS
) -> str:
    """Return the label of the approving button of a request that changes nothing."""
    if parts and choices is None and len(parts) == len(ticked):
        return passages_button(sum(len(part.ranges) for part in parts.values()), request.destination)
    if choices is not None:
        if request.files and (ticked or choices.ticked_passages):
            return _tr("Read What Is Ticked") if request.destination.local else _tr("Send What Is Ticked")
        return passages_button(len(choices.ticked_passages), request.destination)
    if request.results:
        return results_button(len(ticked), request.destination)
    if request.files:
        return notes_button(len(ticked), request.destination)
    return _tr("Approve and Execute")


def refuse_button(request: ApprovalRequest) -> str:
    """Return the label of the button that denies."""
    listed = request.passages or request.withheld_notes or request.results or request.files
    return _tr("Don’t Send") if listed and not request.destination.local else _tr("Refuse")


def quoted_words(text: str) -> str:
    """Return the model's *text* in the quotation marks of the language."""
    return _tr("“{0}”").format(text)


def model_sentence(request: ApprovalRequest) -> Sentence | None:
    """Return the second line of a request, with the model's reason if it gave one; None if there is none."""
    model_text = sanitize_line(request.model_text.strip(), MAX_QUOTE_CHARACTERS)
    quote = {"words": quoted_words(model_text)} if model_text else {}
    if request.results:
        return Sentence(_tr("Nothing of this has reached the model yet."))
    if request.files:
        if quote:
            singular = _tr("The model asks to read it. Its reason: {words}")
            plural = _tr("The model asks to read them. Its reason: {words}")
        else:
            singular, plural = _tr("The model asks to read it."), _tr("The model asks to read them.")
        return Sentence(singular if len(request.files) == 1 else plural, quote)
    if request.changes:
        return Sentence(_tr("The model’s reason: {words}"), quote) if quote else None
    return None


def disclosure_sentence(
    request: ApprovalRequest, ticked: tuple[str, ...], choices: PassageChoices | None
) -> Sentence | None:
    """Return the sentence about what leaves this computer if the selection is approved; None if there is none."""
    destination = request.destination
    if choices is not None:
        return disclosed_tokens_sentence(choices.tokens + _file_tokens(request, ticked), destination)
    if request.results:
        tokens = sum(text_tokens(result.text) for result in request.results if result.id in ticked)
        return disclosed_tokens_sentence(tokens, destination)
    if request.files:
        return disclosed_tokens_sentence(_file_tokens(request, ticked), destination)
    notice = translate(privacy_notice(request.calls, destination, ticked))
    return Sentence("{notice}", {"notice": notice}) if notice else None


def _file_tokens(request: ApprovalRequest, ticked: tuple[str, ...]) -> int:
    return sum(choice.tokens for choice in request.files if choice.path in ticked)


def _mixed_headline(passages: int, notes: int, destination: Destination) -> str:
    """Return the headline for a request that combines a search and reading named notes."""
    if destination.local:
        templates = (
            _tr("Let the assistant read 1 passage and 1 whole note?"),
            _tr("Let the assistant read 1 passage and {notes} whole notes?"),
            _tr("Let the assistant read {passages} passages and 1 whole note?"),
            _tr("Let the assistant read {passages} passages and {notes} whole notes?"),
        )
    else:
        templates = (
            _tr("Send 1 passage and 1 whole note to {who}?"),
            _tr("Send 1 passage and {notes} whole notes to {who}?"),
            _tr("Send {passages} passages and 1 whole note to {who}?"),
            _tr("Send {passages} passages and {notes} whole notes to {who}?"),
        )
    template = templates[2 * (passages > 1) + (notes > 1)]
    return template.format(
        passages=format_number(passages), notes=format_number(notes), who=destination_name(destination)
    )


def disclosed_tokens_sentence(tokens: int, destination: Destination) -> Sentence:
    """Return `About 760 tokens leave this computer for api.anthropic.com`."""
    if destination.local:
        return Sentence(_tr("**Nothing leaves this computer.**"))
    values = {"n": format_number(tokens), "host": destination_address(destination)}
    if not tokens:
        return Sentence(_tr("**Nothing** leaves this computer for **{host}**"), values)
    if tokens == 1:
        return Sentence(_tr("About **1 token** leaves this computer for **{host}**"), values)
    return Sentence(_tr("About **{n} tokens** leave this computer for **{host}**"), values)


def full_notice(
    request: ApprovalRequest, ticked: tuple[str, ...], choices: PassageChoices | None, parts: Parts = NO_PARTS
) -> str:
    """Return the privacy notice in the details: what is sent, how much, to whom, and where that is recorded."""
    if request.destination.local:
        return _tr("Nothing leaves this computer.")
    if choices is not None or parts:
        template = _tr(
            "Exactly the ticked text goes to {who} at {host}, about {n} tokens of it. "
            "It is recorded in “What left this computer”."
        )
        return template.format(
            who=destination_name(request.destination),
            host=destination_address(request.destination),
            n=format_number((choices.tokens if choices is not None else 0) + _file_tokens(request, ticked)),
        )
    if request.results:
        return translate(results_notice(request, ticked))
    return translate(privacy_notice(request.calls, request.destination, ticked))


class ScopeLabels(Struct, frozen=True):
    """Duration of an answer: short for the button, long for the menu."""

    short: str
    full: str


def scope_labels(folder: str, *, searching: bool) -> Mapping[str, ScopeLabels]:
    """Return the durations of an approval for a *folder* (`""` is the whole vault)."""
    folder_text = sanitize_text(folder)
    if not folder:
        chat = (
            _tr("Searching this vault, until this chat ends")
            if searching
            else _tr("Reading in this vault, until this chat ends")
        )
        always = _tr("Searching this vault, always") if searching else _tr("Reading in this vault, always")
    else:
        chat = _tr("Reading inside {0}, until this chat ends").format(folder_text)
        always = _tr("Reading inside {0}, always").format(folder_text)
    return {
        "once": ScopeLabels(_tr("This time"), _tr("This time only")),
        "conversation": ScopeLabels(_tr("This chat"), chat),
        "always": ScopeLabels(_tr("Always"), always),
    }
