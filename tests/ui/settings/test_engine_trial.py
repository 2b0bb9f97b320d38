"""Engine trial: one harmless question to the chosen engine, and its outcome in a banner."""

from pathlib import Path

import pytest

from tests.support.qt_loop import until
from tests.support.web_engines import engine_site, searxng, settings_for
from tests.support.web_site import data
from tests.support.wire_turns import Raw
from tests.ui.settings.settings_desk import on_settings_loop, settings_desk
from vaultdesk.core.credentials import Credentials
from vaultdesk.core.settings.settings_schema import WebSettings
from vaultdesk.ui.settings.engine_trial import QUESTION, EngineTrial
from vaultdesk.ui.settings.web_sheet import WebSheet
from vaultdesk.web.web_search import WebSearch


def trial(settings: WebSettings) -> EngineTrial:
    made = EngineTrial(WebSearch(lambda: settings, Credentials({})))
    made.show()
    return made


@on_settings_loop
async def test_a_press_asks_once_and_says_that_it_answers(tmp_path: Path) -> None:
    with engine_site("searxng") as site:
        made = trial(settings_for("searxng", site))
        assert site.requests == []
        made.button.click()
        await until(lambda: made.outcome.text() == "It answers: 3 results.")

    assert [request.path for request in site.requests] == [f"/search?q={QUESTION}&format=json"]
    assert made.button.isEnabled()


@pytest.mark.parametrize(
    ("answer", "words"),
    [(searxng(), "It answers, but found nothing."), (data({}, 403), "search.formats"), (data({}, 429), "too often")],
)
@on_settings_loop
async def test_what_is_wrong_is_said(answer: Raw, words: str) -> None:
    with engine_site("searxng", answer) as site:
        made = trial(settings_for("searxng", site))
        made.button.click()
        await until(lambda: words in made.outcome.text())


@on_settings_loop
async def test_what_is_not_set_up_is_said_without_asking(tmp_path: Path) -> None:
    made = trial(WebSettings(engine="brave"))
    made.button.click()
    await until(lambda: "no key for Brave Search" in made.outcome.text())
    assert made.button.isEnabled()


@on_settings_loop
async def test_the_sheet_offers_it_for_a_chosen_engine_and_forgets_what_is_old(tmp_path: Path) -> None:
    desk = settings_desk(tmp_path)
    sheet = WebSheet(desk.store, desk.credentials)
    sheet.show()
    assert not sheet.trial.isVisible()
    with engine_site("searxng") as site:
        web = settings_for("searxng", site)
        desk.store.change(lambda settings: settings.model_copy(update={"web": web}))
        sheet.refresh(desk.store.settings)
        assert sheet.trial.isVisible()
        sheet.trial.button.click()
        await until(lambda: sheet.trial.outcome.text() == "It answers: 3 results.")
    sheet.refresh(desk.store.settings)
    assert not sheet.trial.outcome.isVisible()
