"""Text of a note: headings, sections, links, tags and comments, and edits that preserve everything else."""
