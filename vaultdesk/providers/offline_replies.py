"""Offline replies: the sentences of the offline assistant. It never claims to have understood anything."""

from collections.abc import Sequence

from vaultdesk.providers.quotes import Quote

SIGNED = (
    "*This is the built-in offline assistant: it finds and quotes sentences of your notes, and does not reason. "
    "Choose a model in Settings for answers in its own words.*"
)


def greeting() -> str:
    """Return the answer to what is no question."""
    return (
        "Hello. I am the built-in offline assistant: no model, no account, nothing leaves this computer. Ask about "
        "something in your notes, with the words that are in them, and I will look for them and quote what I find.\n\n"
        "Choose a model in Settings for answers in its own words."
    )


def no_tools() -> str:
    """Return the one line for when it may not look."""
    return (
        "I may not look into your notes: switch on tool calling for this vault (in Settings), then ask again. "
        "In a chat with the model alone I never look."
    )


def quoted(quotes: Sequence[Quote], remarks: Sequence[str]) -> str:
    """Return the answer: each sentence with its link."""
    lines = ["Your notes say:" if len(quotes) > 1 else "One of your notes says:"]
    lines.extend(f"> {_one_line(quote.text)} — {quote.link}" for quote in quotes)
    return _signed(lines, remarks)


def nothing_to_quote(paths: Sequence[str], looked_for: Sequence[str], remarks: Sequence[str]) -> str:
    """Return the answer where notes were read and no sentence in them fits."""
    links = ", ".join(Quote(path, "", "").link for path in paths)
    found = f"No sentence in the notes I could read fits {_listed(looked_for)}."
    return _signed([f"{found} The nearest notes are {links}." if links else found], remarks)


def found_nothing(looked_for: Sequence[str], refusals: Sequence[str]) -> str:
    """Return the answer where no note holds the words."""
    lines = [f"Your notes hold nothing on this. I looked for {_listed(looked_for)}, in names and in text."]
    if refusals:
        lines.append(f"Some of the searches were not carried out: {_sentence(refusals[0])}")
    else:
        lines.append("I look for words as they are written; try other words, or fewer.")
    return _signed(lines, ())


def found_unread(paths: Sequence[str]) -> str:
    """Return the answer where notes were found and may not be read."""
    links = "\n".join(f"- {Quote(path, '', '').link}" for path in paths)
    return _signed([f"These notes hold your words. I have no tool to read them with:\n\n{links}"], ())


def declined(what: str, reasons: Sequence[str], paths: Sequence[str]) -> str:
    """Return the answer where the person or a rule said no."""
    lines = [f"I did not {what}: {_sentence(reasons[0])} So I have nothing to quote."]
    if paths:
        lines.append("Found, and not read: " + ", ".join(Quote(path, "", "").link for path in paths) + ".")
    return _signed(lines, ())


def _signed(lines: Sequence[str], remarks: Sequence[str]) -> str:
    return "\n\n".join([*lines, *(_sentence(remark) for remark in dict.fromkeys(remarks)), SIGNED])


def _listed(words: Sequence[str]) -> str:
    quoted_words = [f'"{_one_line(word)}"' for word in words]
    return " and ".join(filter(None, [", ".join(quoted_words[:-1]), quoted_words[-1] if quoted_words else ""]))


def _sentence(text: str) -> str:
    line = _one_line(text)[:300]
    return line if line.endswith((".", "!", "?")) else f"{line}."


def _one_line(text: str) -> str:
    return " ".join(text.split())
