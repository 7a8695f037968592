"""The law as plain Python: counting, calendar, penalties, records. Standard library only."""
