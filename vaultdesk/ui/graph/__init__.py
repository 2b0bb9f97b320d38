"""Link graph of a note or of the whole vault: layout, drawing and pages."""
