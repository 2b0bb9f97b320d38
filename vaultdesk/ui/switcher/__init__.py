"""The switcher: one field that leads to any note, heading or tag by a few letters, or makes the note."""
