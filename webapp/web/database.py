"""The pages' door to the database: `db.session()` is the session of the request."""

from flask_sqlalchemy import SQLAlchemy

from webapp.store.tables import metadata

db = SQLAlchemy(metadata=metadata)
