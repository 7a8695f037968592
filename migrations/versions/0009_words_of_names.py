"""Keep the words of people's names, so that people are found by any of them.

Revision: 0009_words_of_names   Revises: 0008_registry   Created: 2026-12-01

Why: a name is looked for by the beginning of any of its words, among all people of a municipality.
Locks: `person_word` is new; it is filled from `person`, which is read in one pass.
Back: the words are dropped; the names they were made of stay.
"""

import sqlalchemy as sa
from alembic import op

revision = "0009_words_of_names"
down_revision = "0008_registry"
branch_labels = None
depends_on = None

ID = sa.BigInteger().with_variant(sa.Integer(), "sqlite")
AT_ONCE = 1000


def upgrade() -> None:
    words = op.create_table(
        "person_word",
        sa.Column("municipality_id", ID, nullable=False),
        sa.Column("word", sa.String(200), nullable=False),
        sa.Column("person_id", ID, nullable=False),
        sa.PrimaryKeyConstraint("municipality_id", "word", "person_id"),
        sa.ForeignKeyConstraint(
            ["municipality_id", "person_id"], ["person.municipality_id", "person.id"]
        ),
        sqlite_with_rowid=False,
    )
    op.create_index("ix_person_word_person_id", "person_word", ["person_id"])
    fill(words)


def downgrade() -> None:
    op.drop_table("person_word")


def fill(words: sa.Table) -> None:
    """A word that a name has twice is kept once."""
    connection = op.get_bind()
    names = ("id", "municipality_id", "name_key")
    person = sa.table("person", *(sa.column(name) for name in names))
    people = connection.execute(sa.select(*(person.c[name] for name in names))).all()
    for n in range(0, len(people), AT_ONCE):
        rows = [
            {"municipality_id": one.municipality_id, "person_id": one.id, "word": word}
            for one in people[n : n + AT_ONCE]
            for word in dict.fromkeys(one.name_key.split())
        ]
        if rows:
            connection.execute(sa.insert(words), rows)
