"""Answers of the offline assistant as phrases."""

from collections.abc import Callable, Sequence
from typing import TYPE_CHECKING

from pydantic import JsonValue

from vaultdesk.core.phrases import Number, Phrase, Sentences, and_list, comma_list, counted, with_full_stop
from vaultdesk.providers.offline.quotes import Quote

if TYPE_CHECKING:
    from vaultdesk.providers.offline.note_questions import NoteQuestion
    from vaultdesk.providers.offline.offline_results import OfflineResults

Translate = Callable[[Phrase], str]
"""Returns a phrase in the user's language."""

SIGNATURE = Phrase(
    "This is the built-in offline assistant: it finds and quotes sentences from your notes, and does not reason. "
    "Choose a model in Settings for answers in its own words."
)

GREETING = (
    Phrase(
        "Hello. I am the built-in offline assistant: no model, no account, nothing leaves this computer. Ask about "
        "something in your notes, in words that occur in them, and I will quote what I find."
    ),
    Phrase("Choose a model in Settings for answers in its own words."),
)

NO_TOOLS = Phrase(
    "I cannot search your notes: switch on tool calling for this vault in Settings, then ask again. In Chat mode "
    "notes are never searched."
)

MAX_REASON = 300
"""Maximum number of characters of a reason or a remark."""

MAX_CLOSEST_NOTES = 3
"""Maximum number of notes named if none answers the question."""


class OfflineReplies:
    """Formats the answers in the language of the window."""

    def __init__(self, translate: Translate = str) -> None:
        self._translate = translate

    def greeting(self) -> str:
        """Return the answer to a text that is not a question."""
        return "\n\n".join(map(self._translate, GREETING))

    def no_tools(self) -> str:
        """Return the answer if no tool may run."""
        return self._translate(NO_TOOLS)

    def quotes(self, quotes: Sequence[Quote], remarks: Sequence[str] = (), *, is_certain: bool = True) -> str:
        """Return each quote with its link, and whether they answer the question for certain."""
        has_several_notes = len({quote.path for quote in quotes}) > 1
        heading = Phrase("Your notes say:") if has_several_notes else Phrase("One of your notes says:")
        if not is_certain:
            heading = Phrase("Your notes may answer this:")
        return self._signed([heading, *map(quote_line, quotes)], remarks)

    def notes_quoted(self, quotes: Sequence[Quote], remarks: Sequence[str] = ()) -> str:
        """Return the quotes from the notes of a time."""
        return self._signed([Phrase("Your notes from that time say:"), *map(quote_line, quotes)], remarks)

    def nothing_found(
        self,
        words: Sequence[str],
        near_paths: Sequence[str],
        remarks: Sequence[str] = (),
        *,
        closest: Sequence[Quote] = (),
        is_dated: bool = False,
    ) -> str:
        """Return the answer if no sentence answers the question; *is_dated*: only notes of one time were searched.

        *closest* are the closest sentences. If there are none, the notes *near_paths* are named.
        """
        heading = (
            Phrase("Your notes from that time contain nothing about this.")
            if is_dated
            else Phrase("Your notes contain nothing about this.")
        )
        searched_words = Phrase("I searched for {0}.", and_list([f'"{one_line(word)}"' for word in words]))
        lines: list[str] = [Sentences(heading, searched_words) if words else heading]
        if closest:
            lines += [Phrase("Closest in your notes:"), *map(quote_line, closest)]
        elif near_paths:
            lines.append(
                Phrase("Closest in your notes: {0}.", ", ".join(_link(path) for path in near_paths[:MAX_CLOSEST_NOTES]))
            )
        return self._signed(lines, remarks)

    def found_notes(
        self, question: "NoteQuestion", paths: Sequence[str], total: int, remarks: Sequence[str] = ()
    ) -> str:
        """Return the number of notes a query found, and a list of them."""
        if not paths:
            heading = (
                Phrase("No note found ({0}).", question.description)
                if question.description
                else Phrase("No note found.")
            )
            return self._signed([heading], remarks)
        heading = (
            counted(total, "{0} note found ({1}):", "{0} notes found ({1}):", question.description)
            if question.description
            else counted(total, "{0} note found:", "{0} notes found:")
        )
        return self._signed([heading, self._list(paths, total)], remarks)

    def unknown_tags(self, tags: Sequence[str], remarks: Sequence[str] = ()) -> str:
        """Return the answer to a question with *tags* that no note has; they are written without `#`."""
        return self._signed([Sentences(*(Phrase("No note has the tag {0}.", f"#{tag}") for tag in tags))], remarks)

    def found_dated(self, question: "NoteQuestion", results: "OfflineResults") -> str:
        """Return the notes with a date, each with the values of the columns, and the tasks that were found."""
        columns = [str(name) for name in _items(question.arguments.get("columns"))]
        lines = []
        for path, values in results.rows.items():
            values_text = ", ".join(str(values[name]) for name in columns if values.get(name) not in (None, ""))
            lines.append(f"- {values_text}: {_link(path)}" if values_text else f"- {_link(path)}")
        paragraphs: list[str] = []
        if lines:
            heading = counted(results.total, "{0} note found ({1}):", "{0} notes found ({1}):", question.description)
            paragraphs += [heading, self._with_remainder(lines, results.total)]
        if results.tasks:
            paragraphs += self._task_list(results.tasks, results.task_total, _task_description(question))
        return self._signed(paragraphs, [*results.remarks, *results.refusals])

    def no_tasks(self, question: "NoteQuestion", remarks: Sequence[str]) -> str:
        """Return the answer if the vault has no such tasks."""
        return self._signed([Phrase("No task found ({0}).", _task_description(question))], remarks)

    def notes_of_time(self, paths: Sequence[str], total: int, *, is_changed: bool) -> str:
        """Return the notes of a time, or those whose file was changed then."""
        if not paths:
            return self._translate(
                Phrase("No note was changed at that time.")
                if is_changed
                else Phrase("There are no notes from that time.")
            )
        heading = (
            Phrase("These notes were changed at that time:")
            if is_changed
            else Phrase("These notes are from that time:")
        )
        return f"{self._translate(heading)}\n\n{self._list(paths, total)}"

    def summary_text(self, topic: str, quotes: Sequence[Quote]) -> str:
        """Return a text of *quotes* below a heading for each note, without a signature, because it may become a
        note.
        """
        lines = [f"# {topic[:1].upper()}{topic[1:]}"]
        for path in dict.fromkeys(quote.path for quote in quotes):
            lines += ["", f"## {_link(path)}", ""]
            lines += [f"- {one_line(quote.text)}" for quote in quotes if quote.path == path]
        return "\n".join(lines)

    def summary(self, text: str, remarks: Sequence[str] = ()) -> str:
        """Return a summary as an answer."""
        return self._signed([text], remarks)

    def unread(self, paths: Sequence[str]) -> str:
        """Return the answer if notes were found but cannot be read by a tool."""
        return self._signed(
            [Phrase("These notes contain your words. I have no tool to read them:"), self._list(paths, len(paths))],
            (),
        )

    def search_refused(self, reason: str) -> str:
        """Return the answer if the user or a rule refused a search."""
        return self._signed([Sentences(Phrase("The notes were not searched."), _reason(reason))], ())

    def reading_refused(self, reason: str, paths: Sequence[str]) -> str:
        """Return the answer if the user or a rule refused reading the notes at *paths*."""
        lines = [
            Sentences(Phrase("The notes that were found were not read."), _reason(reason)),
            Phrase("Found but not read: {0}.", ", ".join(map(_link, paths))),
        ]
        return self._signed(lines if paths else lines[:1], ())

    def failed(self, reason: str) -> str:
        """Return the answer if a change or a command was not executed."""
        return self._translate(Sentences(Phrase("It was not done."), _reason(reason)))

    def say(self, *phrases: Phrase | str) -> str:
        """Return *phrases* as paragraphs."""
        return "\n\n".join(map(self._translated, phrases))

    def _task_list(self, tasks: Sequence[tuple[str, str]], total: int, description: Phrase) -> list[str]:
        if total > len(tasks):  # The number of notes with the other tasks is not known.
            heading = Phrase("{0} of {1} tasks ({2}):", Number(len(tasks)), Number(total), description)
        else:
            in_notes = counted(len({path for path, _ in tasks}), "{0} note", "{0} notes")
            heading = counted(total, "{0} task in {2} ({1}):", "{0} tasks in {2} ({1}):", description, in_notes)
        return [heading, self._with_remainder([f"- {text} — {_link(path)}" for path, text in tasks], total)]

    def _list(self, paths: Sequence[str], total: int) -> str:
        return self._with_remainder([f"- {_link(path)}" for path in paths], total)

    def _with_remainder(self, lines: Sequence[str], total: int) -> str:
        remainder = [self._translate(_more(total - len(lines)))] if total > len(lines) else []
        return "\n".join([*lines, *remainder])

    def _signed(self, lines: Sequence[str], remarks: Sequence[str]) -> str:
        remark_texts = list(map(_reason, dict.fromkeys(remarks)))
        return "\n\n".join([*map(self._translated, [*lines, *remark_texts]), f"*{self._translate(SIGNATURE)}*"])

    def _translated(self, text: str) -> str:
        return self._translate(text) if isinstance(text, Phrase) else text


def _task_description(question: "NoteQuestion") -> Phrase:
    state = Phrase("finished tasks") if question.task_state == "done" else Phrase("open tasks")
    return comma_list([state, question.description]) if question.description else state


def without_signature(answer: str) -> str:
    """Return *answer* without the line that names the assistant, in any language."""
    body, _, last = answer.strip().rpartition("\n\n")
    return body.strip() if last.startswith("*") and last.endswith("*") and not last.startswith("* ") else answer.strip()


def quote_line(quote: Quote) -> str:
    """Return a quote with its link."""
    return f"> {one_line(quote.text)} — {quote.link}"


def one_line(text: str) -> str:
    return " ".join(text.split())


def _reason(text: str) -> str:
    """Return the reason *text* as a sentence."""
    if isinstance(text, Phrase):
        return text
    line = one_line(text)[:MAX_REASON]
    return with_full_stop(line[:1].upper() + line[1:])


def _link(path: str) -> str:
    return Quote(path, "", "").link


def _more(count: int) -> Phrase:
    return counted(count, "- and {0} more", "- and {0} more")


def _items(value: JsonValue) -> list[JsonValue]:
    return value if isinstance(value, list) else []
