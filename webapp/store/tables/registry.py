"""People, permits, vehicles and what stands against them. Dated; nothing is overwritten."""

from sqlalchemy import Column, Date, Index, Integer, String, Text

from webapp.store.tables.base import Id, owned, partial, ref

person = owned(
    "person",
    Column("cpf", String(14)),
    Column("name", String(200), nullable=False),
    Column("name_key", String(200), nullable=False, index=True),
    Column("cnh", String(11)),
    Column("address", String(300)),
    Column("phone", String(20)),
    partial("uq_person_cpf", "municipality_id", "cpf", where="cpf is not null", unique=True),
)

vehicle = owned(
    "vehicle",
    Column("plate", String(7), nullable=False),
    Column("plate_key", String(7), nullable=False, index=True),
    Column("model", String(120)),
    Column("colour", String(40)),
    Column("year", Integer),
    Column("renavam", String(11)),
    partial("uq_vehicle_plate", "municipality_id", "plate_key", where="id > 0", unique=True),
)

permit = owned(
    "permit",
    Column("number", String(40), nullable=False),
    Column("kind", String(40), nullable=False),
    Column("from_day", Date, nullable=False),
    Column("to_day", Date),
    Column("act", String(200), nullable=False),
)

permit_link = owned(
    "permit_link",
    Column("permit_id", Id, nullable=False, index=True),
    Column("role", String(40), nullable=False),
    Column("person_id", Id, index=True),
    Column("vehicle_id", Id, index=True),
    Column("from_day", Date, nullable=False),
    Column("to_day", Date),
    Column("act", String(200), nullable=False),
    ref("permit_id", "permit"),
    ref("person_id", "person"),
    ref("vehicle_id", "vehicle"),
)

# A fine that is final: `person_id` was fined, `payer_id` owes it. Units and the source of their
# value (decimal text of reais, empty where nobody knows it) stay with the amount.
fine = owned(
    "fine",
    Column("case_id", Id, nullable=False, index=True),
    Column("effect_id", Id, nullable=False),
    Column("person_id", Id, nullable=False, index=True),
    Column("payer_id", Id, nullable=False),
    Column("item", String(20), nullable=False),
    Column("article", String(80), nullable=False),
    Column("cents", Integer, nullable=False),
    Column("units", String(20), nullable=False),
    Column("unit", String(20), nullable=False),
    Column("unit_value", String(20), nullable=False),
    Column("unit_source", Text, nullable=False),
    Column("fact_on", Date, nullable=False),
    Column("final_on", Date, nullable=False),
    Column("due_on", Date),
    Column("paid_on", Date),
    Column("sent_on", Date),
    Column("cancelled_by", Id),
    ref("case_id", "case"),
    ref("effect_id", "effect"),
    ref("person_id", "person"),
    ref("payer_id", "person"),
)

# A warning, suspension, revocation or impediment that is final. An impediment is of the vehicle; a
# permit is hit only where the person holds it.
restriction = owned(
    "restriction",
    Column("case_id", Id, nullable=False, index=True),
    Column("effect_id", Id, nullable=False),
    Column("person_id", Id, nullable=False, index=True),
    Column("permit_id", Id),
    Column("vehicle_id", Id),
    Column("kind", String(20), nullable=False),
    Column("item", String(20), nullable=False),
    Column("article", String(80), nullable=False),
    Column("basis", Text),
    Column("days", Integer),
    Column("fact_on", Date, nullable=False),
    Column("final_on", Date, nullable=False),
    Column("from_day", Date),
    Column("to_day", Date),
    Column("cancelled_by", Id),
    ref("case_id", "case"),
    ref("effect_id", "effect"),
    ref("person_id", "person"),
    ref("permit_id", "permit"),
    ref("vehicle_id", "vehicle"),
)

# Points of an infraction that is final, dated by its fact. `points`: decimal text. share: inteiro |
# metade (the holder's, of what an auxiliary did).
points_entry = owned(
    "points_entry",
    Column("case_id", Id, nullable=False, index=True),
    Column("effect_id", Id, nullable=False),
    Column("person_id", Id, nullable=False),
    Column("item", String(20), nullable=False),
    Column("points", String(20), nullable=False),
    Column("share", String(20), nullable=False),
    Column("fact_on", Date, nullable=False),
    Column("final_on", Date, nullable=False),
    Column("cancelled_by", Id),
    ref("case_id", "case"),
    ref("effect_id", "effect"),
    ref("person_id", "person"),
    Index("ix_points_entry_person_id", "person_id", "fact_on"),
)
