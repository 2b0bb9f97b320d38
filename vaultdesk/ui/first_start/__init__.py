"""First start: where a person says which folder holds their notes. Opens nothing by itself."""

from vaultdesk.ui.first_start.folder_dialog import chosen_folder, created_folder
from vaultdesk.ui.first_start.page import FirstStart

__all__ = ["FirstStart", "chosen_folder", "created_folder"]
