"""Finds model files on this computer: those of Ollama and LM Studio, and any GGUF file by its path.

The id of a model is the name that users know: Ollama's name (`llama3.2:3b`), a file's path inside LM Studio's folder
(`publisher/model/file.gguf`), or an absolute path.
"""

import glob
import json
import os
import re
import sys
from collections.abc import Iterable, Iterator, Mapping
from contextlib import suppress
from dataclasses import dataclass
from itertools import islice
from pathlib import Path

from vaultdesk.core.errors import ProviderRefused
from vaultdesk.core.phrases import Phrase
from vaultdesk.providers.gguf.gguf_header import GgufHeader, InvalidGguf, read_header
from vaultdesk.providers.lenient_json import list_of, object_of, text_of
from vaultdesk.providers.provider import ModelInfo

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


@dataclass(frozen=True, slots=True)
class ModelFolders:
    """Folders in which other programs keep their model files."""

    ollama: tuple[Path, ...]
    lmstudio: tuple[Path, ...]


@dataclass(frozen=True, slots=True)
class ModelFile:
    """One model file with its header."""

    id: str
    """Name of the model in the settings."""
    path: Path
    size: int
    """Bytes."""
    header: GgufHeader

    def window(self, wanted: int) -> int:
        """Return the tokens of the context window: *wanted*, or the default if it is 0, at most the trained window."""
        window = wanted or MODEL_FILE_WINDOW
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
            tools=header.takes_tools,
            images=False,
            weights=header.parameter_count,
        )


CHOOSE_HINT = Phrase("Choose a model from the list, or give the whole path of a GGUF file.")


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
    moved = environment.get("OLLAMA_MODELS", "").strip()
    ollama = [Path(moved).expanduser()] if moved else [home / ".ollama" / "models"]
    if sys.platform == "linux" and not moved:
        ollama.append(Path("/usr/share/ollama/.ollama/models"))  # of its system service
    lmstudio = [_lmstudio_downloads(home), home / ".lmstudio" / "models", home / ".cache" / "lm-studio" / "models"]
    return ModelFolders(_existing(ollama), _existing(one for one in lmstudio if one is not None))


def found_model_files(folders: ModelFolders) -> tuple[ModelFile, ...]:
    """Return the models in *folders*, except embedding models, sorted by name, each name once. Reads the disk."""
    named = [pair for folder in folders.ollama for pair in _ollama_blobs(folder)]
    named += [pair for folder in folders.lmstudio for pair in _gguf_files(folder)]
    by_id: dict[str, Path] = {}
    for name, path in named:
        by_id.setdefault(name, path)
    files = (_readable_file(name, path) for name, path in sorted(by_id.items())[:MAX_FOUND_FILES])
    return tuple(file for file in files if file is not None and not file.header.embeds)


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
        return ModelFile(name, path, _whole_size(path), read_header(path))
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
        return ModelFile(name, path, _whole_size(path), read_header(path))
    except (InvalidGguf, OSError):
        return None


def _whole_size(path: Path) -> int:
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
    entries = (object_of(layer) for layer in layers)
    digest = next((text_of(one.get("digest")) for one in entries if text_of(one.get("mediaType")) == _OLLAMA_MODEL), "")
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
    named = text_of(object_of(settings).get("downloadsFolder"))
    return Path(named).expanduser() if named else None
