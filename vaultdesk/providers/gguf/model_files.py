"""Model files on this computer: GGUF files of Ollama and LM Studio or by path, and the facts in their header."""

import glob
import json
import os
import re
import stat
import struct
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from contextlib import suppress
from functools import lru_cache
from itertools import islice
from pathlib import Path

from msgspec import Struct

from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.lenient_json import list_of, object_of, text_of
from vaultdesk.providers.model_list import template_supports_tools
from vaultdesk.providers.provider import ModelInfo

# Format: magic, version, number of tensors, number of entries; then each entry as key, type and value. Numbers are
# little-endian. The file is of unknown origin: every length is checked against the bytes read, and these are bounded.
# It is not mapped into memory: if it were truncated while mapped, reading it would end the program (SIGBUS).

MAGIC = b"GGUF"
FIRST_READ, MAX_HEADER = 8_000_000, 128_000_000
"""Bytes read at first and at most. A header contains the vocabulary, which has 2 to 20 million bytes."""
MAX_ENTRIES = 10_000
"""Maximum entries of a header. Real ones have 20 to 60."""
MAX_ARRAY_ITEMS = 2_000_000
"""Maximum items of an array. The largest vocabularies have 260,000 tokens and 600,000 merges."""
MAX_STRING = 4_000_000
"""Maximum bytes of one string. Chat templates have some 20,000."""

_STRING, _ARRAY = 8, 9
_NUMBERS: Mapping[int, struct.Struct] = {
    number: struct.Struct(f"<{code}")
    for number, code in ((0, "B"), (1, "b"), (2, "H"), (3, "h"), (4, "I"), (5, "i"), (6, "f"), (7, "?"), (10, "Q"),
                         (11, "q"), (12, "d"))
}  # fmt: skip
"""Value types of fixed size, by their number in the file."""

_U32, _U64 = struct.Struct("<I"), struct.Struct("<Q")

Value = str | int | float | bool


class InvalidGguf(Exception):
    """The file is no GGUF file, or its header is damaged."""


class GgufHeader(Struct, frozen=True):
    """Facts in the header of a model file; 0, "" or False for those it does not contain."""

    architecture: str
    trained_context: int = 0
    """Tokens of the context window that the model was trained with."""
    cache_bytes_per_token: int = 0
    """Bytes of the key-value cache for each token of the window, at 16 bits a number."""
    parameter_count: int = 0
    """The parameters that `general.size_label` names: 135,000,000 for "135M"."""
    supports_tools: bool = False
    """Whether its chat template supports tools."""
    is_embedding_model: bool = False
    """Whether it is an embedding model."""

    def cache_bytes(self, context: int) -> int:
        """Return the bytes of the key-value cache for a window of *context* tokens."""
        return self.cache_bytes_per_token * context


def read_header(path: Path) -> GgufHeader:
    """Return the header of the file at *path*. Reads the disk. Raises `InvalidGguf`, `OSError`.

    The result is cached until the size or modification time of the file changes.
    """
    status = path.stat()
    if not stat.S_ISREG(status.st_mode):
        raise InvalidGguf("no regular file")  # opening a FIFO waits for its other end
    return _cached_header(path, status.st_size, status.st_mtime_ns)


@lru_cache(maxsize=256)
def _cached_header(path: Path, size: int, _changed: int) -> GgufHeader:
    with path.open("rb") as file:
        data = file.read(FIRST_READ)
        if data[:4] != MAGIC:
            raise InvalidGguf("no GGUF file")
        while True:
            try:
                return _header_of(_entries(data))
            except struct.error as error:  # the header is longer than the bytes read
                if len(data) >= min(size, MAX_HEADER) or not (more_data := file.read(len(data))):
                    raise InvalidGguf("damaged header") from error
                data += more_data


def _entries(data: bytes) -> dict[str, Value]:
    """Return the entries with scalar values; arrays are skipped. Raises `struct.error` if *data* ends too early."""
    (count,) = _U64.unpack_from(data, 16)
    if count > MAX_ENTRIES:
        raise InvalidGguf("too many entries")
    entries: dict[str, Value] = {}
    offset = 24
    for _ in range(count):
        key, offset = _string(data, offset)
        (kind,) = _U32.unpack_from(data, offset)
        value, offset = _value(data, offset + 4, kind)
        if value is not None:
            entries[key] = value
    return entries


def _string(data: bytes, offset: int) -> tuple[str, int]:
    (length,) = _U64.unpack_from(data, offset)
    end = offset + 8 + length
    if length > MAX_STRING:
        raise InvalidGguf("a string is too long")
    if end > len(data):
        raise struct.error
    return data[offset + 8 : end].decode("utf-8", "replace"), end


def _value(data: bytes, offset: int, kind: int) -> tuple[Value | None, int]:
    if kind == _STRING:
        return _string(data, offset)
    if kind == _ARRAY:
        return None, _after_array(data, offset)
    number_format = _NUMBERS.get(kind)
    if number_format is None:
        raise InvalidGguf("unknown type")
    return number_format.unpack_from(data, offset)[0], offset + number_format.size


def _after_array(data: bytes, offset: int) -> int:
    """Return the offset after the array that begins at *offset*."""
    kind: int = _U32.unpack_from(data, offset)[0]
    count: int = _U64.unpack_from(data, offset + 4)[0]
    offset += 12
    if count > MAX_ARRAY_ITEMS:
        raise InvalidGguf("an array is too long")
    if kind in _NUMBERS:
        return offset + count * _NUMBERS[kind].size
    if kind != _STRING:
        raise InvalidGguf("unknown type")
    read_length, end = _U64.unpack_from, len(data)
    for _ in range(count):
        offset += 8 + read_length(data, offset)[0]
        if offset > end:
            raise struct.error
    return offset


def _header_of(entries: Mapping[str, Value]) -> GgufHeader:
    architecture = _text(entries.get("general.architecture"))
    if not architecture:
        raise InvalidGguf("no architecture")

    def number(key: str) -> int:
        value = entries.get(f"{architecture}.{key}", 0)
        return value if isinstance(value, int) and 0 <= value < 1 << 40 else 0

    return GgufHeader(
        architecture,
        trained_context=number("context_length"),
        cache_bytes_per_token=_cache_bytes_per_token(number),
        parameter_count=_parameter_count(_text(entries.get("general.size_label"))),
        supports_tools=template_supports_tools(_text(entries.get("tokenizer.chat_template"))),
        is_embedding_model=number("pooling_type") > 0 or "bert" in architecture,
    )


def _cache_bytes_per_token(number: Callable[[str], int]) -> int:
    head_count = number("attention.head_count")
    head_size = number("embedding_length") // head_count if head_count else 0
    key, value = number("attention.key_length") or head_size, number("attention.value_length") or head_size
    # If the number differs by layer it is an array, which is skipped; the number of heads is its upper bound.
    return 2 * number("block_count") * (number("attention.head_count_kv") or head_count) * (key + value)


_SIZE_LABEL = re.compile(r"(?:(\d+)x)?(\d+(?:\.\d+)?)([KMBT])", re.IGNORECASE)
_SIZE_UNITS = {"K": 10**3, "M": 10**6, "B": 10**9, "T": 10**12}


def _parameter_count(label: str) -> int:
    """Return the number of parameters in a label such as `135M`, `0.5B` or `8x7B`; 0 for any other form."""
    match = _SIZE_LABEL.fullmatch(label)
    if match is None:
        return 0
    return int(int(match[1] or 1) * float(match[2]) * _SIZE_UNITS[match[3].upper()])


def _text(value: Value | None) -> str:
    return value if isinstance(value, str) else ""


# The id of a model is the name that users know: Ollama's name (`llama3.2:3b`), a file's path inside LM Studio's folder
# (`publisher/model/file.gguf`), or an absolute path.

MODEL_FILE_WINDOW = 8192
"""Tokens of the context window unless the user sets another one. The trained window may need too much memory."""

MAX_FOUND_FILES = 500
"""Maximum number of files in a list."""

MAX_MANIFEST = 1_000_000
"""Maximum bytes of an Ollama manifest. Real ones have some 1,000."""

_OLLAMA_REGISTRY, _OLLAMA_NAMESPACE = "registry.ollama.ai", "library"
"""Registry and namespace that Ollama leaves out of a name."""
_OLLAMA_MODEL = "application/vnd.ollama.image.model"
_OLLAMA_DIGEST = re.compile(r"sha256:[0-9a-f]{64}")
_LATER_PART = re.compile(r"-(?!00001-of-)\d{5}-of-\d{5}\.gguf$", re.IGNORECASE)
"""Matches the second and later files of a model that is split into several; the first represents them all."""


class ModelFolders(Struct, frozen=True):
    """Folders in which other programs keep their model files."""

    ollama: tuple[Path, ...]
    lmstudio: tuple[Path, ...]


class ModelFile(Struct, frozen=True):
    """One model file with its header."""

    id: str
    """Name of the model in the settings."""
    path: Path
    size: int
    """Bytes."""
    header: GgufHeader

    def window(self, requested: int) -> int:
        """Return the tokens of the context window: *requested*, or the default if it is 0; never more than trained."""
        window = requested or MODEL_FILE_WINDOW
        return min(window, self.header.trained_context or window)

    def memory(self, window: int) -> int:
        """Return the bytes of memory for weights and cache with a *window* in tokens."""
        return self.size + self.header.cache_bytes(window)

    @property
    def info(self) -> ModelInfo:
        """The model as an entry of a model list."""
        header = self.header
        name = model_display_name(self.id)
        return ModelInfo(
            self.id,
            name if name != self.id else "",
            context=header.trained_context,
            tools=header.supports_tools,
            images=False,
            weights=header.parameter_count,
        )


CHOOSE_HINT = Phrase("Choose a model from the list, or give the full path of a GGUF file.")


def model_display_name(model: str) -> str:
    """Return the name of *model* for display: the file name of a path, any other unchanged."""
    return Path(model).name if Path(model).is_absolute() else model


def label_display_name(label: str) -> str:
    """Return *label*, `provider/model`, for display: a path is shortened to its file name."""
    provider, separator, model = label.partition("/")
    return f"{provider}{separator}{model_display_name(model)}"


def model_folders(environment: Mapping[str, str] = os.environ, home: Path | None = None) -> ModelFolders:
    """Return the folders that exist. Reads the disk."""
    home = home or Path.home()
    configured = environment.get("OLLAMA_MODELS", "").strip()
    ollama = [Path(configured).expanduser()] if configured else [home / ".ollama" / "models"]
    if sys.platform == "linux" and not configured:
        ollama.append(Path("/usr/share/ollama/.ollama/models"))  # of its system service
    lmstudio = [_lmstudio_downloads(home), home / ".lmstudio" / "models", home / ".cache" / "lm-studio" / "models"]
    return ModelFolders(_existing(ollama), _existing(folder for folder in lmstudio if folder is not None))


def found_model_files(folders: ModelFolders) -> tuple[ModelFile, ...]:
    """Return the models in *folders*, except embedding models, sorted by name, each name once. Reads the disk."""
    named_paths = [pair for folder in folders.ollama for pair in _ollama_blobs(folder)]
    named_paths += [pair for folder in folders.lmstudio for pair in _gguf_files(folder)]
    by_id: dict[str, Path] = {}
    for name, path in named_paths:
        by_id.setdefault(name, path)
    files = (_readable_file(name, path) for name, path in sorted(by_id.items())[:MAX_FOUND_FILES])
    return tuple(file for file in files if file is not None and not file.header.is_embedding_model)


def open_model_file(name: str, folders: ModelFolders) -> ModelFile:
    """Return the model file with the id *name*. Reads the disk. Raises `ProviderRefused`."""
    path = _path_of(name, folders)
    if path is None:
        raise ProviderRefused(
            Phrase("There is no model file {0}", repr(name)),
            hint=CHOOSE_HINT,
            kind="bad_request",
        )
    try:
        return ModelFile(name, path, _total_size(path), read_header(path))
    except InvalidGguf:
        raise ProviderRefused(
            Phrase("{0} is not a model file in the GGUF format, or it is damaged", path.name),
            hint=Phrase("Choose another file, or download this one again."),
            kind="bad_request",
        ) from None
    except OSError as error:
        raise ProviderRefused(
            Phrase("The model file {0} cannot be read: {1}", path.name, error.strerror or str(error)),
            hint=CHOOSE_HINT,
            kind="bad_request",
        ) from None


def _path_of(name: str, folders: ModelFolders) -> Path | None:
    chosen = Path(name).expanduser()
    if chosen.is_absolute():
        return chosen
    for folder in folders.ollama:
        if (blob := dict(_ollama_blobs(folder)).get(name)) is not None:
            return blob
    if ".." in chosen.parts:
        return None
    return next((path for folder in folders.lmstudio if _readable(path := folder / chosen)), None)


def _existing(folders: Iterable[Path]) -> tuple[Path, ...]:
    return tuple(dict.fromkeys(folder for folder in folders if _readable(folder)))


def _readable(path: Path) -> bool:
    """Return whether *path* exists; False also if it is in a folder that this account may not enter."""
    try:
        return path.exists()
    except OSError:
        return False


def _readable_file(name: str, path: Path) -> ModelFile | None:
    try:
        return ModelFile(name, path, _total_size(path), read_header(path))
    except (InvalidGguf, OSError):
        return None


def _total_size(path: Path) -> int:
    """Return the bytes of the model, of all its files if it is split."""
    stem, separator, rest = path.name.rpartition("-00001-of-")
    parts = path.parent.glob(f"{glob.escape(stem)}-*-of-{glob.escape(rest)}") if separator else (path,)
    return sum(part.stat().st_size for part in parts)


def _gguf_files(folder: Path) -> Iterator[tuple[str, Path]]:
    for path in _first(folder.glob("**/*.gguf")):
        if not _LATER_PART.search(path.name) and "mmproj" not in path.name.lower():
            yield path.relative_to(folder).as_posix(), path


def _ollama_blobs(folder: Path) -> Iterator[tuple[str, Path]]:
    """Yield name and file of each model that Ollama keeps in *folder*; cloud models have no file."""
    manifests = folder / "manifests"
    for manifest in _first(manifests.glob("*/*/*/*")):
        digest = _model_digest(manifest)
        blob = folder / "blobs" / digest.replace(":", "-")
        if digest and _readable(blob):
            yield _ollama_name(*manifest.relative_to(manifests).parts), blob


def _first(paths: Iterable[Path]) -> Iterator[Path]:
    """Yield the first `MAX_FOUND_FILES` of *paths*, which are being looked up in a folder."""
    with suppress(PermissionError):  # this account may not enter the folder
        yield from islice(paths, MAX_FOUND_FILES)


def _model_digest(manifest: Path) -> str:
    try:
        if manifest.stat().st_size > MAX_MANIFEST:
            return ""
        layers = list_of(object_of(json.loads(manifest.read_bytes())).get("layers"))
    except (OSError, ValueError, RecursionError):
        return ""
    models = (layer for layer in map(object_of, layers) if text_of(layer.get("mediaType")) == _OLLAMA_MODEL)
    digest = text_of(next(models, {}).get("digest"))
    return digest if _OLLAMA_DIGEST.fullmatch(digest) else ""


def _ollama_name(registry: str, namespace: str, model: str, tag: str) -> str:
    """Return the name as Ollama writes it: `llama3.2:3b`, `person/model:tag`, `hf.co/person/model:tag`."""
    parts = [model]
    if (registry, namespace) != (_OLLAMA_REGISTRY, _OLLAMA_NAMESPACE):
        parts.insert(0, namespace)
    if registry != _OLLAMA_REGISTRY:
        parts.insert(0, registry)
    return f"{'/'.join(parts)}:{tag}"


def _lmstudio_downloads(home: Path) -> Path | None:
    """Return the model folder in LM Studio's settings; None if they name none."""
    try:
        settings = json.loads((home / ".lmstudio" / "settings.json").read_bytes())
    except (OSError, ValueError, RecursionError):
        return None
    folder = text_of(object_of(settings).get("downloadsFolder"))
    return Path(folder).expanduser() if folder else None
