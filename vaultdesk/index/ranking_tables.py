"""Ranking tables: what the search by words keeps beside the full text: names to look up, and lists for common words.

Filled by frequent_upkeep.py, read by frequent_words.py; writes and reads nothing itself.
"""

TABLES = """
CREATE INDEX note_name ON note(name_key);
CREATE INDEX note_title ON note(title COLLATE NOCASE);
CREATE INDEX alias_name ON alias(alias COLLATE NOCASE);
-- The words that many notes hold, as the full text knows them, with how many do.
CREATE TABLE frequent_word (term TEXT PRIMARY KEY, notes INTEGER NOT NULL) WITHOUT ROWID;
-- Of the commonest of them the notes that rank highest for the word alone: numbers and scores, best first.
CREATE TABLE best_notes (
    term TEXT PRIMARY KEY,
    revision INTEGER NOT NULL,  -- of the newest note when the list was made
    ids BLOB NOT NULL, scores BLOB NOT NULL
);
-- One row: the newest note's revision and how many notes there were when the words were counted, and every word there
-- was as a line (vocabulary.py); NULL where they would not do.
CREATE TABLE words_counted (revision INTEGER NOT NULL, notes INTEGER NOT NULL, words BLOB);
"""

NAMES = frozenset({"frequent_word", "best_notes", "words_counted"})
