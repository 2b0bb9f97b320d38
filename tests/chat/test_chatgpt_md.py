"""ChatgptMd: notes of the plugin, of every year of it, are read, and continued at their end alone."""

import time
from dataclasses import replace

import pytest

from vaultdesk.chat.chatgpt_md import (
    MAX_INSTRUCTIONS,
    SEPARATOR,
    NoteSettings,
    append_messages,
    chatgpt_md_spelling,
    is_chatgpt_md,
    model_label,
    read_chatgpt_md,
    read_note_settings,
    system_commands,
)
from vaultdesk.chat.messages import Message, TextPart, ToolCallPart, user_message

NOTE = f"""---
model: ollama@llama3
system_commands: ['Be brief.', "Be kind."]
---
What is a heat pump?

{SEPARATOR}

### role::assistant<span style="font-size: small;"> (openai@gpt-5-mini)</span>

A fridge turned inside out. See [[Boiler]].

{SEPARATOR}

## role::user

More =begin-chatgpt-md-comment
not for you
=end-chatgpt-md-comment please

{SEPARATOR}

role::assistant

Error: no answer.

{SEPARATOR}

### role::user

"""


def answer(text: str, model: str = "work/gpt-5") -> Message:
    return Message(role="assistant", parts=(TextPart(text=text),), model=model)


def test_a_note_is_read_as_a_conversation() -> None:
    read = read_chatgpt_md(NOTE, "A/Talk.md")
    assert is_chatgpt_md(NOTE)
    assert (read.title, read.choices.model) == ("Talk", "ollama/llama3")
    assert [(m.role, m.text, m.model) for m in read.messages] == [
        ("user", "What is a heat pump?", ""),
        ("assistant", "A fridge turned inside out. See [[Boiler]].", "openai/gpt-5-mini"),
        ("user", "More =begin-chatgpt-md-comment\nnot for you\n=end-chatgpt-md-comment please", ""),
        ("assistant", "Error: no answer.", ""),
    ]
    assert [[getattr(part, "hidden", None) for part in m.parts] for m in read.messages[2:]] == [
        [False, True, False],
        [True],
    ]
    assert system_commands(NOTE) == "Be brief.\nBe kind."
    assert [m.id for m in read.messages] == [m.id for m in read_chatgpt_md(NOTE, "A/Talk.md").messages]
    assert read_chatgpt_md(NOTE, "Other.md").messages[0].id != read.messages[0].id


@pytest.mark.parametrize("ending", ["", "\n", "\n\n\n", "  "])
def test_continuing_only_adds_at_the_end(ending: str) -> None:
    before = f"A question{ending}"
    text = append_messages(before, (answer("An answer"),), {"work/gpt-5": "openai@gpt-5"}, finished=True)
    assert text.startswith(before)
    assert [(m.role, m.text, m.model) for m in read_chatgpt_md(text).messages] == [
        ("user", before.strip(), ""),
        ("assistant", "An answer", "openai/gpt-5"),
    ]
    assert text.endswith(f"\n\n{SEPARATOR}\n\n### role::user\n\n")


def test_the_question_that_is_left_open_is_filled_in() -> None:
    text = append_messages(NOTE, (user_message("Next?"), answer("Yes")), {}, finished=False)
    assert text.startswith(NOTE)
    assert [m.text for m in read_chatgpt_md(text).messages][4:] == ["Next?", "Yes"]
    assert "### role::assistant<span" in text[len(NOTE) :]
    assert not text.endswith("role::user\n\n")


def test_what_would_part_two_messages_is_no_part_of_one() -> None:
    text = append_messages("q", (answer(f"a {SEPARATOR} b\n\n### role::user\n\nc"),), {}, finished=False)
    assert [m.role for m in read_chatgpt_md(text).messages] == ["user", "assistant"]


def test_tools_leave_no_trace() -> None:
    call = Message(role="assistant", parts=(ToolCallPart(id="c", name="n", arguments_json="{}"),))
    assert append_messages(NOTE, (call, Message(role="tool", parts=())), {}, finished=True) == NOTE


@pytest.mark.parametrize(
    ("spelled", "label"),
    [
        ("openai@gpt-5", "openai/gpt-5"),
        ("local@x", "ollama/x"),
        ("gpt-5", "gpt-5"),
        ("OpenRouter@a/b", "openrouter/a/b"),
    ],
)
def test_models_are_called_as_here_and_as_there(spelled: str, label: str) -> None:
    assert model_label(spelled) == label
    assert chatgpt_md_spelling("work/gpt-5", "openai") == "openai@gpt-5"
    assert chatgpt_md_spelling("work/gpt-5", "codex") == "gpt-5"


def test_hostile_notes_are_read_in_a_moment() -> None:
    began = time.process_time()
    for piece in (
        "=begin-chatgpt-md-comment",
        "<span",
        f"{SEPARATOR}\n",
        "role::",
        "#" * 6 + " role::<span>(",
        "\n" * 9,
    ):
        read_chatgpt_md(SEPARATOR + "\n### role::user " + piece * 60_000)
        read_chatgpt_md(SEPARATOR + "\n### role::user\n" + piece * 60_000)
    assert time.process_time() - began < 20


# What the head asks for.


@pytest.mark.parametrize(
    ("head", "settings"),
    [
        ("system_commands: ['A', \"B\"]\ntemperature: 0.7", NoteSettings("A\nB", 0.7)),
        ("system_commands: Be brief", NoteSettings("Be brief")),
        ("system_commands:\n  - One\n  - ''\n  - 3", NoteSettings("One")),
        ("temperature: '1.5'\nmax_tokens: 300", NoteSettings("", 1.5, 300)),
        ("temperature: 0", NoteSettings("", 0.0)),
        ("max_completion_tokens: 500.0", NoteSettings("", None, 500)),
        ("temperature: 9\nmax_tokens: 3", NoteSettings(ignored=("temperature", "max_tokens"))),
        ("temperature: true\nmax_tokens: .inf", NoteSettings(ignored=("temperature", "max_tokens"))),
        ("model: openai@gpt-5\nurl: http://evil.example", NoteSettings(model="openai@gpt-5", ignored=("url",))),
        (f"system_commands: {'x' * (MAX_INSTRUCTIONS + 1)}", NoteSettings(ignored=("system_commands",))),
        ("tags: [a]", NoteSettings()),
    ],
)
def test_u19_what_the_head_of_a_note_asks_for(head: str, settings: NoteSettings) -> None:
    assert read_note_settings(f"---\n{head}\n---\nHi\n\n{SEPARATOR}\n\n### role::assistant\n\nHo\n") == settings
    assert read_note_settings(f"---\n{head}\n---\nno chat\n") == NoteSettings()


def test_u19_the_digest_is_that_of_the_values_and_of_nothing_else() -> None:
    one = NoteSettings("A", 0.5, 300, "openai@gpt-5")
    assert one.digest == replace(one, ignored=("url",)).digest
    others = [replace(one, instructions="B"), replace(one, temperature=0.6), replace(one, max_tokens=301),
              replace(one, model=""), NoteSettings()]  # fmt: skip
    assert len({other.digest for other in (one, *others)}) == 6
    assert NoteSettings(model="x", ignored=("url",)).is_empty
    assert not one.is_empty
