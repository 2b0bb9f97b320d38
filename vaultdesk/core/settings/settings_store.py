"""The settings as one frozen tree, and the store that validates, loads, changes and saves it."""

import asyncio
import copy
import difflib
import threading
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Annotated, Any

from pydantic import BaseModel, Field, ValidationError
from pydantic_core import ErrorDetails

from vaultdesk.core.errors import SettingsError, UsageError
from vaultdesk.core.feed import Feed
from vaultdesk.core.phrases import Phrase, verbatim
from vaultdesk.core.platform.paths import AppFolders, app_folders, resource_path
from vaultdesk.core.settings.bootstrap_settings import recent_vaults_first
from vaultdesk.core.settings.setting_keys import (
    TomlTable,
    explicit_values,
    format_setting,
    join_key,
    line_of_setting,
    parse_setting,
    split_key,
    value_at,
    with_value,
)
from vaultdesk.core.settings.settings_schema import (
    UNREADABLE_PRIVACY,
    Appearance,
    BrowserSettings,
    ChatSettings,
    DesktopSettings,
    EditorSettings,
    EmbeddingSettings,
    JournalSettings,
    MemorySettings,
    PomodoroSettings,
    ProviderSettings,
    SettingsGroup,
    SpendingLimits,
    VaultSettings,
    VocabularySettings,
    WebSettings,
    with_stricter_rules,
)
from vaultdesk.core.settings.toml_file import Migration, SettingsContents, SettingsFile

_Context = Mapping[str, Any]  # Any: limits as the validation library reports them

_PROBLEMS: Mapping[str, Callable[[_Context], Phrase]] = {
    "missing": lambda _: Phrase("It is missing"),
    "literal_error": lambda context: Phrase("It must be one of {0}", context["expected"]),
    "string_type": lambda _: Phrase("It must be text"),
    "bool_type": lambda _: Phrase("It must be true or false"),
    "int_type": lambda _: Phrase("It must be a whole number"),
    "int_from_float": lambda _: Phrase("It must be a whole number"),
    "float_type": lambda _: Phrase("It must be a number"),
    "model_type": lambda _: Phrase('It must be a table, such as {"name": "value"}'),
    "model_attributes_type": lambda _: Phrase('It must be a table, such as {"name": "value"}'),
    "dict_type": lambda _: Phrase('It must be a table, such as {"name": "value"}'),
    "mapping_type": lambda _: Phrase('It must be a table, such as {"name": "value"}'),
    "list_type": lambda _: Phrase('It must be a list, such as ["one", "two"]'),
    "tuple_type": lambda _: Phrase('It must be a list, such as ["one", "two"]'),
    "greater_than_equal": lambda context: Phrase("It must be {0} or more", context["ge"]),
    "greater_than": lambda context: Phrase("It must be more than {0}", context["gt"]),
    "less_than_equal": lambda context: Phrase("It must be {0} or less", context["le"]),
    "less_than": lambda context: Phrase("It must be less than {0}", context["lt"]),
    "string_too_short": lambda _: Phrase("It must not be empty"),
}
"""By pydantic's error type; the messages of other types are shown unchanged."""


def setting_problem(details: ErrorDetails) -> Phrase:
    """Return the reason in *details*, an error of the validation, as a sentence without its full stop."""
    problem = _PROBLEMS.get(details["type"])
    return verbatim(details["msg"]) if problem is None else problem(details.get("ctx", {}))


# The file is read and written in toml_file.py; keys are in credentials.py; the window stores its own geometry.

VERSION = 1
"""The version of the tree below. Raise it together with an entry in `MIGRATIONS`."""

MIGRATIONS: Mapping[int, Migration] = {}
"""Functions that migrate a file of version N to N + 1, for each N below `VERSION`."""


class Settings(SettingsGroup):
    """The whole tree. Change it with `model_copy` through `SettingsStore.change`."""

    version: int = Field(default=VERSION, ge=1, title="Version", description="Version of the format of this file.")
    appearance: Appearance = Field(default=Appearance(), title="Appearance", description="How the window looks.")
    chat: ChatSettings = Field(default=ChatSettings(), title="Chat", description="Defaults of chats.")
    spending: SpendingLimits = Field(default=SpendingLimits(), title="Spending", description="Spending limits.")
    journal: JournalSettings = Field(
        default=JournalSettings(), title="Undo", description="How long changes can be undone."
    )
    meaning: EmbeddingSettings = Field(
        default=EmbeddingSettings(),
        title="Meaning",
        description="Search by the meaning of notes, in addition to their words.",
    )
    memory: MemorySettings = Field(
        default=MemorySettings(), title="Memory", description="What an assistant remembers across conversations."
    )
    web: WebSettings = Field(default=WebSettings(), title="Web", description="How the web is searched.")
    vocabulary: VocabularySettings = Field(
        default=VocabularySettings(), title="Vocabulary", description="Folder of the vocabulary."
    )
    browser: BrowserSettings = Field(default=BrowserSettings(), title="Notes", description="How notes are listed.")
    editor: EditorSettings = Field(default=EditorSettings(), title="Editor", description="How notes are written.")
    desktop: DesktopSettings = Field(
        default=DesktopSettings(), title="Desktop", description="What the program does outside its window."
    )
    keys: dict[str, Annotated[tuple[str, ...], Field(strict=False)]] = Field(
        default={}, title="Shortcuts", description="Shortcuts of the window's commands, by command name."
    )
    pomodoro: PomodoroSettings = Field(default=PomodoroSettings(), title="Pomodoro", description="The small timer.")
    toolsets: tuple[str, ...] = Field(
        default=(), strict=False, title="Toolsets", description="Names of other packages' toolsets that are allowed."
    )
    providers: dict[str, ProviderSettings] = Field(default={}, title="Providers", description="Endpoints, by name.")
    vaults: dict[str, VaultSettings] = Field(default={}, title="Vaults", description="Vaults, by absolute path.")

    def vault_settings(self, root: Path) -> VaultSettings:
        """Return the settings of the vault at *root*."""
        return self.vaults.get(vault_key(root), VaultSettings())

    def with_vault(self, root: Path, **changed: object) -> "Settings":
        """Return the tree with fields of one vault changed: `with_vault(root, tool_calling=True)`."""
        key = vault_key(root)
        vault = self.vaults.get(key, VaultSettings()).model_copy(update=changed)
        return self.model_copy(update={"vaults": {**self.vaults, key: vault}})

    def with_provider(self, name: str, provider: ProviderSettings | None) -> "Settings":
        """Return the tree with one provider set, or without it if *provider* is None."""
        others = {key: value for key, value in self.providers.items() if key != name}
        return self.model_copy(update={"providers": others if provider is None else {**others, name: provider}})

    def recent_vaults(self) -> list[Path]:
        """Return the most recently opened vaults, newest first, whether or not they still exist."""
        return list(
            recent_vaults_first({key: vault.opened for key, vault in self.vaults.items() if vault.opened is not None})
        )


def vault_key(root: Path) -> str:
    """Return the key of `Settings.vaults` for the vault at *root*."""
    return str(root.expanduser().resolve())


def is_welcome_vault(root: Path, folders: AppFolders | None = None) -> bool:
    """Return whether *root* is the vault that ships with the program, or the user's copy of it."""
    copy = (folders or app_folders()).data / "welcome-vault"
    return root.resolve() in (resource_path("welcome-vault").resolve(), copy.resolve())


def _accept(_settings: Settings) -> None:
    """Accept any settings."""


class SettingsStore:
    """Keeps the tree in its file. Starts with the defaults; `load` reads the file.

    If the file cannot be read, the defaults stay in force and it is never overwritten: `problem` gives the reason, and
    `change` raises it until the file is repaired. A single value that cannot be read is left out and reported in the
    same way, but the rest is used and can be changed.
    """

    def __init__(self, file: Path, version: int = VERSION, migrations: Mapping[int, Migration] = MIGRATIONS) -> None:
        self._file = SettingsFile(file, version, migrations)
        self._version = version
        self._settings = Settings()
        self._lock = threading.Lock()
        self.problem: SettingsError | None = None
        self.changes: Feed[Settings] = Feed()

    @property
    def file(self) -> Path:
        return self._file.path

    @property
    def settings(self) -> Settings:
        """The current tree."""
        return self._settings

    def load(self) -> Settings:
        """Read the file and return the current settings. Never raises for the file's content: see `problem`."""
        try:
            contents = self._file.read()
        except SettingsError as error:
            self.problem = error
            return self._settings
        self._settings, self.problem = self._validated(contents)
        if contents.version > self._version:
            backup = self._file.own_version_backup()
            if backup is not None:
                vaults = with_stricter_rules(self._settings.vaults, self._validated(backup[1])[0].vaults)
                self._settings = self._settings.model_copy(update={"vaults": vaults})
            self.problem = self._newer_version_error(contents, backup[0] if backup is not None else None)
        return self._settings

    def change(self, change: Callable[[Settings], Settings]) -> Settings:
        """Apply *change* to the current content of the file, save and publish it. Raises `SettingsError`; nothing is
        lost.

        The file is read again first, so that a manual edit or a change by another window is preserved.
        """
        after = self._change(change)
        self.changes.publish(after)
        return after

    async def change_soon(self, change: Callable[[Settings], Settings]) -> None:
        """As `change`, without blocking the loop: a thread waits for the disk and for other programs."""
        await asyncio.to_thread(self._change, change)
        self.changes.publish(self._settings)

    def _change(self, change: Callable[[Settings], Settings]) -> Settings:
        with self._lock, self._file.locked():
            contents = self._file.read()
            if contents.version > self._version:
                raise self._newer_version_error(contents)
            before, _ = self._validated(contents)
            changed = change(before)
            # `model_copy` validates nothing; a tree that cannot be read back must never be written.
            after = Settings.model_validate(explicit_values(changed))
            # Compared by explicitly set values: an explicitly chosen default outlives a change of the default.
            if (
                explicit_values(after) != explicit_values(before)
                or contents.version < self._version
                or not self.file.exists()
            ):
                old = {"version": contents.table.get("version"), **explicit_values(before)}
                self._file.write(contents, old, {**explicit_values(after), "version": self._version})
            self._settings = after
        return after

    def get(self, key: str) -> str:
        """Return the value of a dotted key as text, including defaults. Raises `UsageError` for an unknown key."""
        try:
            return format_setting(value_at(self._settings.model_dump(exclude_none=True), split_key(key)))
        except KeyError:
            raise _unknown(key) from None

    def set(self, key: str, text: str, check: Callable[[Settings], None] = _accept) -> Settings:
        """Set a dotted key from text: a TOML value, a JSON table or plain text.

        *check* receives the changed settings; if it raises, nothing is changed. Raises `UsageError` for a wrong key or
        value, and what *check* raises.
        """
        parts = split_key(key)

        def changed(settings: Settings) -> Settings:
            after = _with_text(settings, parts, text)
            check(after)
            return after

        return self.change(changed)

    def _validated(self, contents: SettingsContents) -> tuple[Settings, SettingsError | None]:
        table, errors = contents.table, []
        while True:
            try:
                settings = Settings.model_validate(table)
                break
            except ValidationError as error:
                problem = error.errors(include_url=False)[0]
                errors.append((problem["loc"], setting_problem(problem)))
                table = _without(table, problem["loc"])
        if not errors:
            return settings, None
        location, reason = errors[0]
        line = line_of_setting(contents.text, location)
        return settings, SettingsError(
            Phrase("{0} settings cannot be used", len(errors))
            if len(errors) > 1
            else Phrase("The setting {0} cannot be used", join_key(location)),
            hint=Phrase("{0}, line {1}: {2}: {3}. It is not used.", self.file, line, join_key(location), reason)
            if line
            else Phrase("{0}: {1}: {2}. It is not used.", self.file, join_key(location), reason),
            path=str(self.file),
            line=line,
        )

    def _newer_version_error(self, contents: SettingsContents, backup: Path | None = None) -> SettingsError:
        advice = f" To continue with this version, replace the file with {backup}." if backup is not None else ""
        return SettingsError(
            Phrase("The settings were written by a newer VaultDesk"),
            hint=Phrase("Update VaultDesk to change settings. {0} was not changed.{1}", self.file, advice),
            version=contents.version,
        )


def _without(table: TomlTable, location: Sequence[str | int]) -> TomlTable:
    """Return *table* without the value at *location*; a value of a permission rule is replaced by one that denies."""
    names = [part for part in location if isinstance(part, str)]
    if names[0] == "vaults" and names[2:3] in (["rules"], ["privacy"]):
        # An unreadable rule denies (vaultdesk/tools/README.md, "Permission order"), in the widest scope it may have
        # meant.
        rules = value_at(table, names[:3])
        denied: list[object] = [{"answer": "deny"} if names[2] == "rules" else dict(UNREADABLE_PRIVACY)]
        if isinstance(rules, list) and len(location) > 3 and isinstance(location[3], int):
            denied = [*rules[: location[3]], *denied, *rules[location[3] + 1 :]]
        return with_value(table, names[:3], denied)
    if names[0] == "vaults" and names[2:] == ["tool_calling"]:
        return with_value(table, names, value=False)  # It may have been meant to disable tools.
    changed = copy.deepcopy(table)
    while True:
        parent = value_at(changed, names[:-1])
        if isinstance(parent, dict) and names[-1] in parent:
            del parent[names[-1]]
            return changed
        names.pop()  # A missing key cannot be left out: its table is.


def _with_text(settings: Settings, parts: Sequence[str], text: str) -> Settings:
    key = join_key(parts)
    if parts == ("version",):
        raise UsageError(Phrase("version cannot be set"), hint=Phrase("It is set by the program that writes the file."))
    failure: ValidationError | None = None
    for value in (parse_setting(text), text):
        try:
            changed = Settings.model_validate(with_value(explicit_values(settings), parts, value))
            accepted = value_at(changed.model_dump(), parts)
        except KeyError:
            raise _unknown(key) from None
        except ValidationError as error:
            failure = failure or error
        else:
            _check_names(parts, value, accepted)
            return changed
    assert failure is not None
    details = failure.errors(include_url=False)[0]
    location, problem = join_key(details["loc"]), setting_problem(details)
    raise UsageError(
        Phrase("{0} cannot be {1}", key, text),
        hint=Phrase("{0}: {1}.", location, problem) if location != key else Phrase("{0}.", problem),
    ) from failure


def _check_names(parts: Sequence[str], requested: object, accepted: object) -> None:
    """Raise `UsageError` if the table *requested* contains an unknown name, which is missing in *accepted*."""
    if isinstance(requested, Mapping) and isinstance(accepted, Mapping):
        for name, value in requested.items():
            if name not in accepted:
                raise _unknown(join_key((*parts, name)))
            _check_names((*parts, name), value, accepted[name])


def _unknown(key: str) -> UsageError:
    known = [f"{group}.{field}" for group, model in _GROUPS.items() for field in model.model_fields]
    similar = difflib.get_close_matches(key, known, n=3, cutoff=0.5) or known
    return UsageError(Phrase("There is no setting {0}", key), hint=Phrase("Known settings: {0}.", ", ".join(similar)))


_GROUPS: Mapping[str, type[BaseModel]] = {
    **{
        name: field.annotation
        for name, field in Settings.model_fields.items()
        if isinstance(field.annotation, type) and issubclass(field.annotation, BaseModel)
    },
    "providers.NAME": ProviderSettings,
    "vaults.PATH": VaultSettings,
}
"""The groups of the tree by their keys."""
