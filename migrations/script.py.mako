"""${message}

Revision: ${up_revision}   Revises: ${down_revision | comma,n}   Created: ${create_date.date()}

Why: say which need of the law or of the people this serves.
Locks: say what it locks, and for how long, on a database in use.
Back: say what is lost.
"""

import sqlalchemy as sa
from alembic import op
${imports if imports else ""}
revision = ${repr(up_revision)}
down_revision = ${repr(down_revision)}
branch_labels = ${repr(branch_labels)}
depends_on = ${repr(depends_on)}


def upgrade() -> None:
    ${upgrades if upgrades else "raise NotImplementedError"}


def downgrade() -> None:
    ${downgrades if downgrades else "raise NotImplementedError"}
