"""Tests of providers/gguf/model_files.py."""

import errno
import json
import os
import struct
from contextlib import suppress
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.support.campaigns import examples
from tests.support.model_files import gguf_header, model_file, ollama_model
from vaultdesk.core.errors import ProviderRefused
from vaultdesk.providers.gguf import model_files as module
from vaultdesk.providers.gguf.model_files import (
    MODEL_FILE_WINDOW,
    GgufHeader,
    InvalidGguf,
    ModelFolders,
    found_model_files,
    label_display_name,
    model_display_name,
    model_folders,
    open_model_file,
    read_header,
)
from vaultdesk.providers.provider import ModelInfo

# GGUF header

HEADER = gguf_header()
SMALL_HEADER = GgufHeader(
    "llama",
    trained_context=2048,
    # 30 layers, 3 heads, keys and values of 64 numbers, 2 bytes each
    cache_bytes_per_token=30 * 3 * 2 * 64 * 2,
    parameter_count=135_000_000,
)


def test_a_header_contains_window_cache_size_and_parameter_count(tmp_path: Path) -> None:
    header = read_header(model_file(tmp_path / "m.gguf"))

    assert header == SMALL_HEADER
    assert header.cache_bytes(2048) == 47_185_920


def test_a_template_with_tools_supports_tools(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf", tokenizer_chat_template="{%- if tools %}{{ tools }}{% endif %}")
    other = model_file(tmp_path / "o.gguf", tokenizer_chat_template="{{ toolset }}")

    assert (read_header(file).supports_tools, read_header(other).supports_tools) == (True, False)


@pytest.mark.parametrize(
    ("label", "count"),
    [("0.5B", 500_000_000), ("8x7B", 56_000_000_000), ("270M", 270_000_000), ("large", 0), ("", 0)],
)
def test_the_size_label_is_converted_to_a_parameter_count(tmp_path: Path, label: str, count: int) -> None:
    assert read_header(model_file(tmp_path / "m.gguf", general_size_label=label)).parameter_count == count


def test_an_embedding_model_is_recognized(tmp_path: Path) -> None:
    assert read_header(model_file(tmp_path / "m.gguf", general_architecture="nomic-bert")).is_embedding_model


def test_a_header_longer_than_the_first_read_is_read_completely(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(module, "FIRST_READ", 64)

    assert read_header(model_file(tmp_path / "m.gguf")) == SMALL_HEADER


def test_a_changed_file_is_read_again(tmp_path: Path) -> None:
    file = model_file(tmp_path / "m.gguf")
    read_header(file)
    model_file(file, general_size_label="1.5B")

    assert read_header(file).parameter_count == 1_500_000_000


@pytest.mark.parametrize("length", range(0, len(HEADER), 7))
def test_a_header_truncated_at_any_position_is_refused(tmp_path: Path, length: int) -> None:
    file = tmp_path / "m.gguf"
    file.write_bytes(HEADER[:length])

    with pytest.raises(InvalidGguf):
        read_header(file)


@pytest.mark.parametrize(
    "content",
    [
        b"GGML" + HEADER[4:],
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1 << 60) + HEADER[24:],
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", (1 << 64) - 1),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"k" + struct.pack("<I", 99),
        b"GGUF" + struct.pack("<IQQ", 3, 0, 1) + struct.pack("<Q", 1) + b"k" + struct.pack("<IIQ", 9, 8, 1 << 60),
        b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"k" + struct.pack("<IIQQ", 9, 8, 1, (1 << 64) - 9),
        b"GGUF" + struct.pack("<IQQQ", 3, 0, 1, 1) + b"k" + struct.pack("<IIQ", 9, 9, 2),
        gguf_header({"general.name": "without an architecture"}),
    ],
    ids=["magic", "entries", "key", "type", "items", "string in an array", "array in an array", "architecture"],
)
def test_a_damaged_header_is_refused(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "m.gguf"
    file.write_bytes(content)

    with pytest.raises(InvalidGguf):
        read_header(file)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="Windows has no named pipes")
def test_only_regular_files_are_opened(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "m.gguf")

    with pytest.raises(InvalidGguf):
        read_header(tmp_path / "m.gguf")


@examples(3000, thin=100)
@given(place=st.integers(4, len(HEADER) - 1), byte=st.integers(0, 255), cut=st.integers(0, 40))
def test_a_header_with_any_changed_byte_is_read_or_refused(
    tmp_path_factory: pytest.TempPathFactory, place: int, byte: int, cut: int
) -> None:
    damaged = bytearray(HEADER[: len(HEADER) - cut])
    damaged[min(place, len(damaged) - 1)] = byte
    file = tmp_path_factory.getbasetemp() / "damaged.gguf"
    file.write_bytes(bytes(damaged))
    module._cached_header.cache_clear()

    with suppress(InvalidGguf):
        assert read_header(file).architecture


# Model files

LIBRARY = "registry.ollama.ai/library"
NO_FOLDERS = ModelFolders((), ())


def test_models_of_ollama_have_the_names_that_ollama_shows(tmp_path: Path) -> None:
    folder = tmp_path / ".ollama" / "models"
    content = gguf_header()
    for number, name in enumerate(
        [f"{LIBRARY}/llama3.2/3b", "registry.ollama.ai/ana/notes/latest", "hf.co/ana/small-GGUF/Q4_K_M"]
    ):
        ollama_model(folder, name, content, digest=f"{number}" * 64)

    found = found_model_files(model_folders({}, tmp_path))

    assert [file.id for file in found] == ["ana/notes:latest", "hf.co/ana/small-GGUF:Q4_K_M", "llama3.2:3b"]
    assert found[2].path == folder / "blobs" / f"sha256-{'0' * 64}"


def test_a_model_of_ollama_is_opened_by_its_name(tmp_path: Path) -> None:
    blob = ollama_model(tmp_path, "registry.ollama.ai/library/llama3/latest", gguf_header())

    file = open_model_file("llama3:latest", ModelFolders((tmp_path,), ()))

    assert (file.id, file.path) == ("llama3:latest", blob)


def test_a_model_without_a_file_or_with_a_damaged_manifest_is_omitted(tmp_path: Path) -> None:
    folder = tmp_path / ".ollama" / "models"
    ollama_model(folder, f"{LIBRARY}/gone/latest", gguf_header()).unlink()
    cloud = folder / "manifests" / LIBRARY / "gpt-oss" / "120b-cloud"
    cloud.parent.mkdir(parents=True)
    cloud.write_text('{"layers": []}')
    (cloud.parent / "damaged").write_text("{")
    (cloud.parent / "outside").write_text(
        json.dumps({"layers": [{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:../../x"}]})
    )

    ollama_model(folder, f"{LIBRARY}/large/latest", gguf_header(), digest="cd" * 32)
    manifest = folder / "manifests" / LIBRARY / "large" / "latest"
    manifest.write_text(manifest.read_text() + " " * module.MAX_MANIFEST)

    assert found_model_files(model_folders({}, tmp_path)) == ()


def test_the_folder_in_ollama_models_replaces_the_default(tmp_path: Path) -> None:
    ollama_model(tmp_path / "disk", f"{LIBRARY}/qwen3/8b", gguf_header())
    ollama_model(tmp_path / ".ollama" / "models", f"{LIBRARY}/old/latest", gguf_header())

    folders = model_folders({"OLLAMA_MODELS": str(tmp_path / "disk")}, tmp_path)

    assert [file.id for file in found_model_files(folders)] == ["qwen3:8b"]


def test_files_of_lm_studio_are_found_in_old_and_new_folders(tmp_path: Path) -> None:
    model_file(tmp_path / ".lmstudio/models/pub/Small/small.gguf")
    model_file(tmp_path / ".lmstudio/models/pub/Small/mmproj-small.gguf")
    model_file(tmp_path / ".lmstudio/models/pub/Large/large-00001-of-00002.gguf")
    model_file(tmp_path / ".lmstudio/models/pub/Large/large-00002-of-00002.gguf")
    model_file(tmp_path / ".cache/lm-studio/models/pub/Old/old.gguf")
    model_file(tmp_path / "moved/pub/New/new.gguf")
    model_file(tmp_path / "moved/pub/New/embed.gguf", general_architecture="bert")
    (tmp_path / "moved/pub/New/damaged.gguf").write_bytes(b"x")
    (tmp_path / ".lmstudio/settings.json").write_text(json.dumps({"downloadsFolder": str(tmp_path / "moved")}))

    folders = model_folders({}, tmp_path)
    found = {file.id: file for file in found_model_files(folders)}

    assert list(found) == [
        "pub/Large/large-00001-of-00002.gguf", "pub/New/new.gguf", "pub/Old/old.gguf", "pub/Small/small.gguf",
    ]  # fmt: skip
    assert found["pub/Large/large-00001-of-00002.gguf"].size == 2 * len(gguf_header())
    for name, file in found.items():
        assert open_model_file(name, folders) == file


def test_any_file_is_opened_by_path_and_its_window_is_limited_by_the_trained_one(tmp_path: Path) -> None:
    file = open_model_file(str(model_file(tmp_path / "my model.gguf")), NO_FOLDERS)
    large = open_model_file(str(model_file(tmp_path / "large.gguf", llama_context_length=131_072)), NO_FOLDERS)

    assert (file.window(0), file.window(1024), file.window(99_999)) == (2048, 1024, 2048)
    assert (large.window(0), large.window(32_768)) == (MODEL_FILE_WINDOW, 32_768)
    assert file.memory(1024) == file.size + 23_040 * 1024
    path = str(tmp_path / "my model.gguf")
    assert file.info == ModelInfo(path, "my model.gguf", context=2048, tools=False, images=False, weights=135_000_000)
    assert model_display_name(path) == "my model.gguf"
    assert model_display_name("llama3.2:3b") == "llama3.2:3b"


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("llama3:latest", "There is no model file 'llama3:latest'"),
        ("../secret.gguf", "There is no model file '../secret.gguf'"),
        ("", "There is no model file ''"),
        ("{folder}/missing.gguf", "missing.gguf cannot be read: (No such file|File not found)"),
        ("{folder}/photo.gguf", "photo.gguf is not a model file"),
    ],
)
def test_a_file_that_cannot_be_opened_is_an_error_with_a_hint(tmp_path: Path, name: str, message: str) -> None:
    (tmp_path / "photo.gguf").write_bytes(b"\xff\xd8\xff" * 40)
    model_file(tmp_path / "secret.gguf")
    folders = ModelFolders((), (tmp_path / "inside",))

    with pytest.raises(ProviderRefused, match=message) as refused:
        open_model_file(name.format(folder=tmp_path), folders)

    assert refused.value.hint


def test_a_label_with_a_path_is_shown_as_the_file_name(tmp_path: Path) -> None:
    assert label_display_name(f"gguf/{tmp_path / 'my model.gguf'}") == "gguf/my model.gguf"
    assert label_display_name("gguf/llama3.2:3b") == "gguf/llama3.2:3b"
    assert label_display_name("offline/offline") == "offline/offline"


@pytest.mark.parametrize("closed", [".ollama", ".ollama/models", ".lmstudio/models"])
def test_a_folder_without_access_is_treated_as_missing(
    closed: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Like the folder of Ollama's service with the mode 0750. `stat` is replaced because the tests may run as root."""
    ollama_model(tmp_path / ".ollama/models", f"{LIBRARY}/llama3.2/3b", gguf_header())
    model_file(tmp_path / ".lmstudio/models/pub/Small/small.gguf")
    forbidden, real_stat = tmp_path / closed, Path.stat

    def stat(path: Path, **options: bool) -> os.stat_result:
        if forbidden in path.parents:
            raise PermissionError(errno.EACCES, "Permission denied", str(path))
        return real_stat(path, **options)

    monkeypatch.setattr(Path, "stat", stat)
    folders = model_folders({}, tmp_path)
    readable = "pub/Small/small.gguf" if "ollama" in closed else "llama3.2:3b"

    assert [file.id for file in found_model_files(folders)] == [readable]
    for name in {"pub/Small/small.gguf", "llama3.2:3b"} - {readable}:
        with pytest.raises(ProviderRefused):
            open_model_file(name, folders)
