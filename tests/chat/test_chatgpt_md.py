"""Notes of the ChatGPT MD plugin, of all its versions, are read, and extended only at their end."""

import pytest

from tests.support.growth import check_linear, repeated
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
from vaultdesk.core.values import replace

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
    conversation = read_chatgpt_md(NOTE, "A/Talk.md")
    assert is_chatgpt_md(NOTE)
    assert (conversation.title, conversation.choices.model) == ("Talk", "ollama/llama3")
    assert [(m.role, m.text, m.model) for m in conversation.messages] == [
        ("user", "What is a heat pump?", ""),
        ("assistant", "A fridge turned inside out. See [[Boiler]].", "openai/gpt-5-mini"),
        ("user", "More =begin-chatgpt-md-comment\nnot for you\n=end-chatgpt-md-comment please", ""),
        ("assistant", "Error: no answer.", ""),
    ]
    assert [[getattr(part, "hidden", None) for part in m.parts] for m in conversation.messages[2:]] == [
        [False, True, False],
        [True],
    ]
    assert system_commands(NOTE) == "Be brief.\nBe kind."
    assert [m.id for m in conversation.messages] == [m.id for m in read_chatgpt_md(NOTE, "A/Talk.md").messages]
    assert read_chatgpt_md(NOTE, "Other.md").messages[0].id != conversation.messages[0].id


@pytest.mark.parametrize("ending", ["", "\n", "\n\n\n", "  "])
def test_new_messages_are_only_appended(ending: str) -> None:
    before = f"A question{ending}"
    text = append_messages(before, (answer("An answer"),), {"work/gpt-5": "openai@gpt-5"}, finished=True)
    assert text.startswith(before)
    assert [(m.role, m.text, m.model) for m in read_chatgpt_md(text).messages] == [
        ("user", before.strip(), ""),
        ("assistant", "An answer", "openai/gpt-5"),
    ]
    assert text.endswith(f"\n\n{SEPARATOR}\n\n### role::user\n\n")


def test_an_open_question_section_is_filled() -> None:
    text = append_messages(NOTE, (user_message("Next?"), answer("Yes")), {}, finished=False)
    assert text.startswith(NOTE)
    assert [m.text for m in read_chatgpt_md(text).messages][4:] == ["Next?", "Yes"]
    assert "### role::assistant<span" in text[len(NOTE) :]
    assert not text.endswith("role::user\n\n")


def test_separators_and_headings_in_a_message_do_not_split_it() -> None:
    text = append_messages("q", (answer(f"a {SEPARATOR} b\n\n### role::user\n\nc"),), {}, finished=False)
    assert [m.role for m in read_chatgpt_md(text).messages] == ["user", "assistant"]


def test_tool_messages_are_not_written() -> None:
    call = Message(role="assistant", parts=(ToolCallPart(id="c", name="n", arguments_json="{}"),))
    assert append_messages(NOTE, (call, Message(role="tool", parts=())), {}, finished=True) == NOTE


@pytest.mark.parametrize(
    ("plugin_name", "label"),
    [
        ("openai@gpt-5", "openai/gpt-5"),
        ("local@x", "ollama/x"),
        ("gpt-5", "gpt-5"),
        ("OpenRouter@a/b", "openrouter/a/b"),
    ],
)
def test_model_names_are_converted_in_both_directions(plugin_name: str, label: str) -> None:
    assert model_label(plugin_name) == label
    assert chatgpt_md_spelling("work/gpt-5", "openai") == "openai@gpt-5"
    assert chatgpt_md_spelling("work/gpt-5", "codex") == "gpt-5"


@pytest.mark.parametrize("space", [" ", "\n"])
@pytest.mark.parametrize(
    "unit",
    ["=begin-chatgpt-md-comment", "<span", f"{SEPARATOR}\n", "role::", "#" * 6 + " role::<span>(", "\n" * 9],
)
def test_hostile_notes_are_read_in_linear_time(unit: str, space: str) -> None:
    check_linear(read_chatgpt_md, repeated(unit, before=f"{SEPARATOR}\n### role::user{space}"), 100_000)


# Settings in the frontmatter.


@pytest.mark.parametrize(
    ("frontmatter", "settings"),
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
def test_u19_the_settings_of_a_note_are_read_from_its_frontmatter(frontmatter: str, settings: NoteSettings) -> None:
    assert read_note_settings(f"---\n{frontmatter}\n---\nHi\n\n{SEPARATOR}\n\n### role::assistant\n\nHo\n") == settings
    assert read_note_settings(f"---\n{frontmatter}\n---\nno chat\n") == NoteSettings()


def test_u19_the_digest_depends_only_on_the_used_values() -> None:
    settings = NoteSettings("A", 0.5, 300, "openai@gpt-5")
    assert settings.digest == replace(settings, ignored=("url",)).digest
    changes = [replace(settings, instructions="B"), replace(settings, temperature=0.6),
              replace(settings, max_tokens=301), replace(settings, model=""), NoteSettings()]  # fmt: skip
    assert len({changed.digest for changed in (settings, *changes)}) == 6
    assert NoteSettings(model="x", ignored=("url",)).is_empty
    assert not settings.is_empty
