from typing import Any

import pytest
from pydantic import BaseModel, ValidationError

from vaultdesk import settings_groups
from vaultdesk.settings_groups import ChatSettings, Group, VaultSettings

GROUPS = [one for one in vars(settings_groups).values() if isinstance(one, type) and issubclass(one, Group)]


@pytest.mark.parametrize("group", GROUPS, ids=lambda one: one.__name__)
def test_each_field_has_words_for_people(group: type[BaseModel]) -> None:
    assert all(field.title and field.description for field in group.model_fields.values())


@pytest.mark.parametrize(("field", "value"), [("mode", "clever"), ("compact", "yes"), ("max_rounds", 0)])
def test_a_value_of_another_kind_is_refused(field: str, value: Any) -> None:
    with pytest.raises(ValidationError):
        ChatSettings.model_validate({field: value})


def test_a_vault_has_not_been_asked_whether_chats_are_kept() -> None:
    assert VaultSettings().chats == ""


def test_a_group_is_frozen() -> None:
    with pytest.raises(ValidationError):
        ChatSettings().mode = "chat"  # type: ignore[misc]
