"""Formula: LaTeX of notes and answers as pictures, laid out in a thread. The rest stays source."""
