"""Text of a note: headings, sections, links, tags and comments, and edits that leave everything else as it was."""
