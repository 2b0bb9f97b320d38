"""The tool `ask_user`: a question with choices for the user."""

from collections.abc import Mapping
from typing import Annotated, ClassVar, Self

from pydantic import Field, JsonValue, model_validator

from vaultdesk.chat.messages import new_id
from vaultdesk.core.phrases import Phrase
from vaultdesk.tools.elicitation import Elicitation, valid_answer
from vaultdesk.tools.text_sanitizer import sanitize_line
from vaultdesk.tools.tool import Effect, Parameters, Tool, ToolFailure, ToolOutput, Visibility

ANSWER_TIMEOUT = 86_400.0
"""Seconds. Long, because the user may take their time; an answer after a day is unlikely."""

NO_USER_RESULT = (
    "The user cannot be asked: there is no window and no terminal. Decide yourself, or say what you need to know."
)
"""Result for the model if there is no user to ask."""

NO_ANSWER = (
    "The user chose not to answer. Do not ask the same question again; continue without the answer, or say why you "
    "cannot."
)
"""Result for the model if the user closed the question."""

ChoiceText = Annotated[str, Field(min_length=1, max_length=200)]


class AskUserParameters(Parameters):
    """Parameters of `ask_user`."""

    question: str = Field(min_length=1, max_length=1000, description="The question, complete in itself.")
    choices: tuple[ChoiceText, ...] = Field(
        min_length=2, max_length=8, description="Two to eight answers to choose from, each short and different."
    )
    several: bool = Field(default=False, description="True if more than one may be chosen.")
    free_text: bool = Field(default=True, description="False if only the choices make sense.")

    @model_validator(mode="after")
    def _differ(self) -> Self:
        if not self.question.strip():
            raise ValueError("have a question")
        normalized = [" ".join(choice.split()).casefold() for choice in self.choices]
        if len(set(normalized)) < len(normalized) or not all(normalized):
            raise ValueError("have choices that differ, none of them empty")
        return self


class AskUser(Tool[AskUserParameters]):
    """Asks the user, and waits for the answer."""

    name: ClassVar[str] = "ask_user"
    display_name: ClassVar[Phrase] = Phrase("Ask you")
    purpose: ClassVar[Phrase] = Phrase("asks you a question with choices and gives your answer to the model.")
    description: ClassVar[str] = (
        "Ask the user one question with two to eight choices and wait for the answer. Use it if the task is "
        "ambiguous and a wrong guess would cost work. Never ask for permission: tools that need it ask by "
        "themselves. Ask as few questions as possible."
    )
    brief: ClassVar[str] = "Ask the user one question with two to eight choices."
    category: ClassVar[str] = "conversation"
    effect: ClassVar[Effect] = "none"
    parameters: ClassVar[type[Parameters]] = AskUserParameters
    timeout: ClassVar[float] = ANSWER_TIMEOUT
    examples: ClassVar[tuple[Mapping[str, JsonValue], ...]] = (
        {"question": "Which of the two projects do you mean?", "choices": ["House", "Garden"]},
        {
            "question": "What should the summary cover?",
            "choices": ["Decisions", "Open tasks", "Costs"],
            "several": True,
        },
    )

    async def run(self, arguments: AskUserParameters, visibility: Visibility) -> ToolOutput:
        """Ask the question. Fails if there is no user to ask; a closed question is reported as the user's choice."""
        if visibility.elicitor is None:
            raise ToolFailure("PERMISSION_DENIED", NO_USER_RESULT)
        elicitation = Elicitation(
            new_id("ask"),
            arguments.question.strip(),
            tuple(" ".join(choice.split()) for choice in arguments.choices),
            arguments.several,
            arguments.free_text,
        )
        answer = valid_answer(await visibility.elicitor.elicit(elicitation), elicitation)
        if answer.dismissed:
            return ToolOutput({"dismissed": True, "message": NO_ANSWER})
        data: dict[str, JsonValue] = {"chosen": [*answer.chosen]}
        if answer.text:
            data["words"] = answer.text
        return ToolOutput(data)

    def summary(self, arguments: AskUserParameters) -> str:
        """Return the question."""
        return sanitize_line(arguments.question, 120)
