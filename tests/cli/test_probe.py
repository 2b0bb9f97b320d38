import json

from tests.cli.conftest import CommandLine
from tests.support.wire import Turn, WireServer, refused


def test_a_model_is_probed_and_its_capabilities_printed(command: CommandLine) -> None:
    with WireServer(openai=lambda _: Turn("No.")) as server:
        command("config", "set", "providers.work.kind", "openai-compatible")
        command("config", "set", "providers.work.base_url", server.url)
        probed = command("probe", "work/m")
        listed = command("models", "--provider", "work")

    assert probed.code == 0
    assert "Native tool calls: no" in probed.out
    assert "m called no tool in any form when it was tested." in probed.out
    assert "Asking for one tool call" in probed.err
    assert "work/scripted  (tools not known yet, on this computer)" in listed.out


def test_json_output_has_the_capabilities(command: CommandLine) -> None:
    with WireServer(openai=lambda _: Turn("No.")) as server:
        command("config", "set", "providers.work.kind", "openai-compatible")
        command("config", "set", "providers.work.base_url", server.url)
        card = json.loads(command("probe", "work/m", "--json").out)

    assert (card["model"], card["tools"], card["native"]) == ("work/m", "none", False)


def test_a_model_that_cannot_be_probed_is_a_one_line_error(command: CommandLine) -> None:
    with WireServer(openai=lambda _: refused(401, "no key")) as server:
        command("config", "set", "providers.work.kind", "openai-compatible")
        command("config", "set", "providers.work.base_url", server.url)
        probed = command("probe", "work/m")

    assert probed.code == 1
    assert "requires a key" in probed.err
