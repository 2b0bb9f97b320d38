"""Put back: a change of the journal taken off the disk again, because its unit cannot be done whole. No new change."""

from vaultdesk.vault.file_work import FileWork
from vaultdesk.vault.journal import Journal
from vaultdesk.vault.journal_entry import Intent
from vaultdesk.vault.note_path import NotePath


def put_back(work: FileWork, journal: Journal, intent: Intent) -> None:
    """Make the disk as it was before *intent*, which is in place. Raises where somebody changed the file since."""
    path = NotePath(intent.path)
    match intent.kind:
        case "modify":
            data = journal.snapshot(intent.old_digest)
            work.replace(path, data, intent.new_digest, intent.temporary, intent.attributes)
        case "create":
            work.remove(path, intent.new_digest)
        case "move":
            work.move(path, intent.new_path.split("/"), path.parts, intent.old_digest)
        case "delete" if intent.new_path:
            work.move(path, intent.new_path.split("/"), path.parts, intent.old_digest)
        case "delete":
            work.create(path, journal.snapshot(intent.old_digest), intent.temporary, intent.attributes)
    work.remove_folders(intent.folders)
