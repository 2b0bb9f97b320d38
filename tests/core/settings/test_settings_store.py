"""The settings store: loading, changing and validating the settings file."""

import asyncio
import tomllib
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import tomlkit
from pydantic import BaseModel, ValidationError

from vaultdesk.core.errors import SettingsError, UsageError
from vaultdesk.core.platform.paths import app_folders, resource_path
from vaultdesk.core.platform.program_file import lock_file
from vaultdesk.core.settings.bootstrap_settings import RECENT_VAULTS
from vaultdesk.core.settings.settings_schema import (
    Appearance,
    ChatSettings,
    PermissionRule,
    ProviderSettings,
    VaultSettings,
)
from vaultdesk.core.settings.settings_store import VERSION, Settings, SettingsStore, is_welcome_vault, vault_key

NOON = datetime(2026, 3, 1, 12, tzinfo=UTC)


@pytest.fixture
def store(tmp_path: Path) -> SettingsStore:
    return SettingsStore(tmp_path / "settings.toml")


def dark(settings: Settings) -> Settings:
    return settings.model_copy(update={"appearance": Appearance(theme="dark")})


def test_without_a_file_the_defaults_are_used_and_no_file_is_created(store: SettingsStore) -> None:
    assert store.load() == store.settings == Settings()
    assert store.problem is None
    assert not store.file.exists()


def test_a_change_persists_after_a_restart(store: SettingsStore, tmp_path: Path) -> None:
    changed = store.change(
        lambda settings: (
            dark(settings)
            .with_provider("work", ProviderSettings(kind="openai", base_url="https://gate.example/v1"))
            .with_vault(
                tmp_path,
                tool_calling=True,
                opened=NOON,
                rules=(PermissionRule(tool="file_read", folder="a", answer="allow"),),
            )
        )
    )

    reopened = SettingsStore(store.file)

    assert reopened.load() == changed == store.settings
    assert reopened.problem is None
    assert reopened.settings.vaults[vault_key(tmp_path)].rules[0].folder == "a"


def test_only_changed_values_are_written(store: SettingsStore) -> None:
    store.change(dark)

    assert tomllib.loads(store.file.read_text()) == {"version": VERSION, "appearance": {"theme": "dark"}}


def test_a_value_reset_to_its_default_is_removed(store: SettingsStore) -> None:
    store.change(lambda settings: settings.model_copy(update={"appearance": Appearance(theme="dark", approval="card")}))
    store.change(dark)

    assert SettingsStore(store.file).load().appearance == Appearance(theme="dark", approval="dialog")


def test_comments_and_unknown_keys_are_retained(store: SettingsStore) -> None:
    store.file.write_text('# mine\nversion = 1\nfuture = 1\n[chat]\n# talk\nfolder = "Talk"\nshape = "round"\n')

    store.change(dark)

    text = store.file.read_text()
    assert text.startswith('# mine\nversion = 1\nfuture = 1\n[chat]\n# talk\nfolder = "Talk"\nshape = "round"\n')
    assert tomllib.loads(text)["appearance"] == {"theme": "dark"}


def test_a_change_includes_changes_written_by_another_store(store: SettingsStore) -> None:
    store.load()
    SettingsStore(store.file).set("chat.folder", "Talk")

    assert store.change(dark).chat.folder == "Talk"


def test_a_change_without_effect_does_not_write_the_file(store: SettingsStore) -> None:
    store.change(dark)
    before = store.file.stat().st_mtime_ns, store.file.stat().st_ino

    store.change(dark)

    assert (store.file.stat().st_mtime_ns, store.file.stat().st_ino) == before


async def test_the_event_loop_is_not_blocked_while_a_change_waits_for_the_file_lock(store: SettingsStore) -> None:
    with store.changes.subscribe() as published:
        with lock_file(store.file):
            task = asyncio.create_task(store.change_soon(dark))
            await asyncio.sleep(0)
            assert not task.done()
            assert store.settings.appearance.theme != "dark"
        await task
        assert (await anext(published)).appearance.theme == "dark"
    assert SettingsStore(store.file).load().appearance.theme == "dark"


async def test_a_change_is_published(store: SettingsStore) -> None:
    with store.changes.subscribe() as changes:
        store.change(dark)

        async with asyncio.timeout(5):
            assert (await anext(changes)).appearance.theme == "dark"


def test_an_invalid_change_is_not_written(store: SettingsStore) -> None:
    store.change(dark)
    before = store.file.read_bytes()

    with pytest.raises(ValidationError):
        store.change(
            lambda settings: settings.model_copy(update={"chat": ChatSettings().model_copy(update={"model": 3})})
        )
    assert store.file.read_bytes() == before


def test_with_a_malformed_file_the_defaults_are_used_and_nothing_is_written(store: SettingsStore) -> None:
    broken = '[appearance]\ntheme = "dark\n[chat]\n'
    store.file.write_text(broken)

    assert store.load() == Settings()
    assert store.problem is not None
    assert store.problem.title == "The settings file has a mistake in line 2"
    with pytest.raises(SettingsError, match="line 2"):
        store.change(dark)
    with pytest.raises(SettingsError):
        store.set("chat.folder", "Talk")
    assert store.file.read_text() == broken


def test_a_repaired_file_is_used_again(store: SettingsStore) -> None:
    store.file.write_text("[")
    store.load()
    store.file.write_text('[appearance]\ntheme = "dark"\n')

    assert store.load().appearance.theme == "dark"
    assert store.problem is None
    store.set("appearance.approval", "card")
    assert store.settings.appearance == Appearance(theme="dark", approval="card")


def test_an_invalid_value_is_reported_and_the_others_are_used(store: SettingsStore) -> None:
    text = '[appearance]\ntheme = "drak"\n[chat]\nmax_rounds = 4\n[providers.work]\nbase_url = "x"\n'
    store.file.write_text(text)

    settings = store.load()

    assert (settings.appearance.theme, settings.chat.max_rounds, settings.providers) == ("system", 4, {})
    assert store.problem is not None
    assert store.problem.title == "2 settings cannot be used"
    assert store.problem.facts["line"] == 2
    assert "appearance.theme" in store.problem.hint
    store.set("appearance.approval", "card")
    assert tomllib.loads(store.file.read_text()) == {
        "version": VERSION,
        "appearance": {"theme": "drak", "approval": "card"},
        "chat": {"max_rounds": 4},
        "providers": {"work": {"base_url": "x"}},
    }


def test_a_value_of_the_wrong_type_is_not_converted(store: SettingsStore, tmp_path: Path) -> None:
    store.file.write_text(f"[vaults.'{tmp_path}']\ntool_calling = 'yes'\n")

    assert store.load().vault_settings(tmp_path).tool_calling is False
    assert store.problem is not None


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ('[{tool = "file_read", answer = "alow"}]', (PermissionRule(answer="deny"),)),
        ('["deny"]', (PermissionRule(answer="deny"),)),
        ('"none"', (PermissionRule(answer="deny"),)),
        ('[{folder = 3, answer = "allow"}]', (PermissionRule(answer="deny"),)),
        ("[{}]", (PermissionRule(answer="deny"),)),
        (
            '[{answer = "allow"}, {answer = "perhaps"}, {answer = "ask"}]',
            (PermissionRule(answer="allow"), PermissionRule(answer="deny"), PermissionRule(answer="ask")),
        ),
    ],
)
def test_an_unreadable_rule_denies(
    store: SettingsStore, tmp_path: Path, written: str, expected: tuple[PermissionRule, ...]
) -> None:
    store.file.write_text(f"[vaults.'{tmp_path}']\nrules = {written}\n")

    assert store.load().vaults[str(tmp_path)].rules == expected
    assert store.problem is not None


def test_unknown_fields_of_a_rule_are_retained(store: SettingsStore, tmp_path: Path) -> None:
    store.file.write_text(f"[vaults.'{tmp_path}']\nrules = [{{answer = 'allow', until = 2027}}]\n")

    store.change(
        lambda settings: settings.with_vault(
            tmp_path, rules=(PermissionRule(answer="ask"), *settings.vault_settings(tmp_path).rules)
        )
    )

    assert tomllib.loads(store.file.read_text())["vaults"][str(tmp_path)]["rules"] == [
        {"answer": "ask"},
        {"answer": "allow", "until": 2027},
    ]


def test_settings_of_a_newer_version_are_read_but_not_written(store: SettingsStore) -> None:
    text = f'version = {VERSION + 1}\n[appearance]\ntheme = "dark"\n'
    store.file.write_text(text)

    assert store.load().appearance.theme == "dark"
    assert store.problem is not None
    with pytest.raises(SettingsError, match="newer"):
        store.set("chat.folder", "Talk")
    assert store.file.read_text() == text


def test_an_older_file_is_migrated_in_memory_and_written_with_the_first_change(tmp_path: Path) -> None:
    def rename_colour_to_appearance(document: tomlkit.TOMLDocument) -> None:
        document["appearance"] = {"theme": document.pop("colour")}

    file = tmp_path / "settings.toml"
    file.write_text('version = 1\ncolour = "dark"\nfuture = 1\n')
    store = SettingsStore(file, version=2, migrations={1: rename_colour_to_appearance})

    assert store.load().appearance.theme == "dark"
    store.set("chat.folder", "Talk")

    assert tomllib.loads(file.read_text()) == {
        "version": 2,
        "future": 1,
        "appearance": {"theme": "dark"},
        "chat": {"folder": "Talk"},
    }


def test_every_older_version_has_a_migration() -> None:
    from vaultdesk.core.settings.settings_store import MIGRATIONS

    assert set(MIGRATIONS) == set(range(1, VERSION))


def test_a_setting_is_read_and_set_by_its_dotted_name(store: SettingsStore) -> None:
    assert store.get("chat.model") == "offline/offline"

    store.set("providers.work.kind", "openai")
    store.set("providers.work.base_url", "http://localhost:8080/v1")
    store.set("chat.max_rounds", "7")
    store.set("appearance", '{theme = "light"}')
    store.set('vaults."/notes".tool_calling', "true")

    assert store.get("providers.work.base_url") == "http://localhost:8080/v1"
    assert store.get("chat.max_rounds") == "7"
    assert store.get("appearance.theme") == "light"
    assert store.settings.vaults == {"/notes": VaultSettings(tool_calling=True)}


def test_text_that_looks_like_a_number_remains_text_in_a_text_setting(store: SettingsStore) -> None:
    assert store.set("chat.folder", "2026").chat.folder == "2026"
    assert store.set("chat.folder", "true").chat.folder == "true"


@pytest.mark.parametrize(
    ("key", "text", "expected"),
    [
        ("chat.max_rounds", "0", "It must be 1 or more."),
        ("chat.max_rounds", "99", "It must be 50 or less."),
        ("chat.max_rounds", "many", "It must be a whole number."),
        ("appearance.theme", "blue", "It must be one of 'system', 'light' or 'dark'."),
        ("providers.work.base_url", "x", "providers.work.kind: It is missing."),
        ("providers.work", "hello", 'It must be a table, such as {"name": "value"}.'),
        ("providers.work", '{"kind": "opneai"}', "providers.work.kind: It must be one of 'openai', "),
        ("providers.work", '{"base_url": "http://x"}', "providers.work.kind: It is missing."),
        ("providers.work", '{"kind": "ollama", "stream": "yes"}', "providers.work.stream: It must be true or false."),
        ("providers.work", '{"kind": "ollama", "url": "http://x"}', "There is no setting providers.work.url"),
        ("providers.work", '{"kind": "ollama"', 'It must be a table, such as {"name": "value"}.'),
        ("chat.rounds", "5", "chat.max_rounds"),
        ("chat.model.name", "5", "chat.model"),
        ("colour", "red", "Known settings:"),
        ("version", "2", "set by the program"),
        ("a b", "1", "Write it as"),
    ],
)
def test_an_invalid_name_or_value_is_explained_and_changes_nothing(
    store: SettingsStore, key: str, text: str, expected: str
) -> None:
    with pytest.raises(UsageError) as raised:
        store.set(key, text)

    assert expected in str(raised.value)
    assert not store.file.exists()


@pytest.mark.parametrize(
    "text",
    ['{"kind": "ollama", "context": 8192, "stream": false}', '{kind = "ollama", context = 8192, stream = false}'],
)
def test_r9_a_provider_is_set_by_a_table_in_json_or_toml(store: SettingsStore, text: str) -> None:
    store.set("providers.work", text)

    stored = SettingsStore(store.file).load().providers["work"]
    assert stored == ProviderSettings(kind="ollama", context=8192, stream=False)


def test_r9_a_value_refused_by_the_check_is_not_set(store: SettingsStore) -> None:
    def refuse(_settings: Settings) -> None:
        raise UsageError("No.")

    with pytest.raises(UsageError, match="No"):
        store.set("chat.folder", "x", refuse)
    assert not store.file.exists()


def test_an_unknown_setting_cannot_be_read(store: SettingsStore) -> None:
    with pytest.raises(UsageError, match=r"There is no setting chat\.rounds"):
        store.get("chat.rounds")


def test_recent_vaults_are_sorted_by_last_use_without_unopened_vaults(tmp_path: Path) -> None:
    settings = Settings().with_vault(tmp_path / "never", tool_calling=True)
    for age in (3, 1, 2):
        settings = settings.with_vault(tmp_path / str(age), opened=NOON - timedelta(days=age))

    assert settings.recent_vaults() == [tmp_path.resolve() / name for name in ("1", "2", "3")]


def test_a_manually_entered_date_without_a_zone_can_be_sorted(tmp_path: Path) -> None:
    without_zone = NOON.replace(tzinfo=None)  # the value of a local date-time in TOML
    settings = (
        Settings()
        .with_vault(tmp_path / "a", opened=NOON - timedelta(days=1))
        .with_vault(tmp_path / "b", opened=without_zone)
    )

    assert [vault.name for vault in settings.recent_vaults()] == ["b", "a"]


def test_the_number_of_recent_vaults_is_limited(tmp_path: Path) -> None:
    settings = Settings()
    for age in range(RECENT_VAULTS + 5):
        settings = settings.with_vault(tmp_path / str(age), opened=NOON - timedelta(days=age))

    assert len(settings.recent_vaults()) == RECENT_VAULTS


def test_a_vault_is_identified_by_its_normalized_path(tmp_path: Path) -> None:
    settings = Settings().with_vault(tmp_path / "x" / "..", tool_calling=True)

    assert settings.vault_settings(tmp_path).tool_calling


def test_tool_calling_is_undecided_in_every_vault_by_default(tmp_path: Path) -> None:
    assert Settings().vault_settings(tmp_path).tool_calling is None
    assert Settings().vault_settings(resource_path("welcome-vault")).tool_calling is None


def test_the_welcome_vault_and_its_copy_are_recognized(home: Path) -> None:
    copy = home / "data" / "welcome-vault"

    assert is_welcome_vault(resource_path("welcome-vault"))
    assert is_welcome_vault(copy, app_folders({"VAULTDESK_HOME": str(home)}))
    assert not is_welcome_vault(home / "welcome-vault")


def test_tool_calling_switched_off_in_the_welcome_vault_persists(home: Path, store: SettingsStore) -> None:
    store.change(lambda settings: settings.with_vault(resource_path("welcome-vault"), tool_calling=False))

    stored = SettingsStore(store.file).load().vault_settings(resource_path("welcome-vault"))
    assert stored.tool_calling is False


def test_tool_calling_switched_off_in_a_known_welcome_vault_persists(home: Path, store: SettingsStore) -> None:
    store.change(lambda settings: settings.with_vault(resource_path("welcome-vault"), opened=NOON))
    store.change(lambda settings: settings.with_vault(resource_path("welcome-vault"), tool_calling=False))

    stored = SettingsStore(store.file).load().vault_settings(resource_path("welcome-vault"))
    assert stored.tool_calling is False


def test_a_provider_can_be_removed(store: SettingsStore) -> None:
    store.change(lambda settings: settings.with_provider("work", ProviderSettings(kind="openai")))
    store.change(lambda settings: settings.with_provider("work", None))

    assert SettingsStore(store.file).load().providers == {}


@pytest.mark.parametrize("model", [Settings, Appearance, ChatSettings, ProviderSettings, PermissionRule, VaultSettings])
def test_each_settings_field_has_a_title_and_a_description(model: type[BaseModel]) -> None:
    incomplete = [name for name, field in model.model_fields.items() if not field.title or not field.description]

    assert incomplete == []


def test_all_settings_are_frozen() -> None:
    with pytest.raises(ValidationError):
        Settings().chat.folder = "x"  # type: ignore[misc]  # the assignment is expected to fail
