"""Check: every outcome carries the topic it is about, and what is not well says what to do."""

from vaultdesk.diagnosis.check import Check, Topic, broken, fine, lacking

TRAY = Topic("Tray", id="tray", group="window")


def test_each_outcome_carries_its_topic() -> None:
    assert fine(TRAY, "There.") == Check("Tray", "ok", "There.", "", "tray", "window")
    assert lacking(TRAY, "None.", "Add one.", "add-it", "desktop") == Check(
        "Tray", "warning", "None.", "Add one.", "tray", "window", "add-it", "desktop"
    )
    assert broken(TRAY, "Gone.", "Mend it.") == Check("Tray", "failed", "Gone.", "Mend it.", "tray", "window")
