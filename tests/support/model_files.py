"""Model files: generated GGUF headers, and the scripted engine that replaces the real one."""

import struct
from collections.abc import Mapping, Sequence
from pathlib import Path

import pytest

ENGINE = Path(__file__).parent / "engine"

Entry = str | int | bool | Sequence[str] | Sequence[int]

LLAMA: Mapping[str, Entry] = {
    "general.architecture": "llama",
    "general.name": "Small",
    "general.size_label": "135M",
    "llama.context_length": 2048,
    "llama.block_count": 30,
    "llama.embedding_length": 576,
    "llama.attention.head_count": 9,
    "llama.attention.head_count_kv": 3,
    "tokenizer.ggml.tokens": ["a", "bc", ""],
    "tokenizer.ggml.token_type": [1, 1, 3],
    "tokenizer.chat_template": "{% for m in messages %}{{ m.content }}{% endfor %}",
}


def use_scripted_engine(monkeypatch: pytest.MonkeyPatch) -> None:
    """Put the scripted engine on the import path of this process and its children."""
    monkeypatch.syspath_prepend(str(ENGINE))
    monkeypatch.setenv("PYTHONPATH", str(ENGINE))


def gguf_header(entries: Mapping[str, Entry] = LLAMA, **replaced: Entry) -> bytes:
    """Return a GGUF file without tensors; `general_name="X"` replaces the entry `general.name`."""
    merged = {**entries, **{key.replace("_", ".", 1): value for key, value in replaced.items()}}
    body = b"".join(_text(key) + _typed(value) for key, value in merged.items())
    return b"GGUF" + struct.pack("<IQQ", 3, 0, len(merged)) + body


def model_file(path: Path, **replaced: Entry) -> Path:
    """Write a model file to *path* and return it."""
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_bytes(gguf_header(**replaced))
    return path


def ollama_model(folder: Path, name: str, content: bytes, *, digest: str = "ab" * 32) -> Path:
    """Write a model in the layout of Ollama; *name* is `registry/namespace/model/tag`. Return its blob."""
    blob = folder / "blobs" / f"sha256-{digest}"
    blob.parent.mkdir(parents=True, exist_ok=True)
    blob.write_bytes(content)
    manifest = folder / "manifests" / name
    manifest.parent.mkdir(parents=True, exist_ok=True)
    manifest.write_text(
        '{"schemaVersion": 2, "layers": ['
        '{"mediaType": "application/vnd.ollama.image.template", "digest": "sha256:' + "0" * 64 + '"},'
        '{"mediaType": "application/vnd.ollama.image.model", "digest": "sha256:' + digest + '", "size": 1}]}'
    )
    return blob


def _typed(value: Entry) -> bytes:
    if isinstance(value, str):
        return struct.pack("<I", 8) + _text(value)
    if isinstance(value, bool):
        return struct.pack("<I?", 7, value)
    if isinstance(value, int):
        return struct.pack("<II", 4, value)
    kind = 8 if value and isinstance(value[0], str) else 4
    items = (_text(item) if isinstance(item, str) else struct.pack("<I", item) for item in value)
    return struct.pack("<IIQ", 9, kind, len(value)) + b"".join(items)


def _text(value: str) -> bytes:
    data = value.encode()
    return struct.pack("<Q", len(data)) + data
