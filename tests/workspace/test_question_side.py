"""What goes beside questions is joined in the workspace, in its order, and follows the settings."""

from pathlib import Path

from tests.journeys.bench import open_bench
from vaultdesk.agent.context.compaction import ASSUMED_WINDOW, UNLIMITED_WINDOW
from vaultdesk.chat.messages import user_message
from vaultdesk.workspace.question_side import QuestionSide

NOTES = {"AGENTS.md": "Be kind.\n", "Note.md": "A note.\n"}


def side(workspace: object) -> QuestionSide:
    found = vars(workspace)["_side"]
    assert isinstance(found, QuestionSide)
    return found


async def test_the_window_of_a_model_is_known_by_its_settings(tmp_path: Path) -> None:
    async with open_bench(tmp_path, "http://127.0.0.1:9", notes=NOTES, context=7_000) as bench:
        window = side(bench.workspace).window
        assert window("work/scripted") == 7_000
        assert window("offline/offline") == UNLIMITED_WINDOW
        assert window("nobody/m") == 0
        assert ASSUMED_WINDOW > 0


async def test_instructions_stand_before_what_lies_beside_the_first_question(tmp_path: Path) -> None:
    async with open_bench(tmp_path, "http://127.0.0.1:9", notes=NOTES) as bench:
        shelf = bench.workspace.instructions
        await shelf.refresh()
        (one,) = shelf.list()
        await shelf.accept(one.path, one.digest)
        bench.conversation.append(user_message("About [[Note]]?"))
        request = await bench.workspace.agent(bench.answers).request(bench.conversation, "And?")

        first = request.messages[0]
        assert [source.path for source in first.sources] == ["AGENTS.md", "Note.md"]
        assert request.messages[-1].text == "And?"


async def test_who_runs_in_this_program_gets_notes_and_no_instructions(tmp_path: Path) -> None:
    async with open_bench(tmp_path, notes=NOTES) as bench:
        await bench.workspace.instructions.refresh()
        (one,) = bench.workspace.instructions.list()
        await bench.workspace.instructions.accept(one.path, one.digest)
        request = await bench.workspace.agent(bench.answers).request(bench.conversation, "About [[Note]]?")

        assert [source.path for source in request.sources] == ["Note.md"]
