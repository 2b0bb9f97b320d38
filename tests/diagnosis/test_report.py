"""Report: what was found as text for others, without whose computer it is."""

from vaultdesk.diagnosis.check import Topic, fine, lacking
from vaultdesk.diagnosis.report import report, without_person

DATA = Topic("Data folder", id="data-folder", group="folders")
VAULT = Topic("Vault", id="vault", group="vault")
PROGRAM = Topic("VaultDesk", id="program", group="program")


def test_findings_stand_in_the_order_they_are_read_with_their_remedies() -> None:
    checks = [fine(VAULT, "Well."), lacking(DATA, "Full.", "Free some space."), fine(PROGRAM, "0.1.0")]
    assert report(checks, "/nowhere", "karl").splitlines() == [
        "ok    VaultDesk: 0.1.0",
        "note  Data folder: Full.",
        "      → Free some space.",
        "ok    Vault: Well.",
    ]


def test_the_person_and_the_home_folder_are_taken_out() -> None:
    home = "/srv/people/karl"
    told = report([fine(DATA, f"{home}/.local/share"), fine(VAULT, "/media/karl/Stick and karlsruhe")], home, "karl")
    assert "~/.local/share" in told
    assert "/media/user/Stick and karlsruhe" in told
    assert "/karl" not in told


def test_a_key_is_taken_out() -> None:
    assert "sk-abcdefghijklmnop" not in report([fine(DATA, "sk-abcdefghijklmnop")], "/nowhere", "karl")


def test_a_home_that_begins_another_folders_name_is_not_it() -> None:
    assert without_person("/srv/karl-backup and /srv/karl", "/srv/karl", "") == "/srv/karl-backup and ~"
    assert without_person(r"C:\People\Karl\x", "C:\\People\\Karl", "Karl") == r"~\x"


def test_a_name_of_two_letters_stays_as_it_is_a_part_of_words() -> None:
    assert without_person("go on", "/root", "go") == "go on"
