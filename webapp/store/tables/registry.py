"""People, permits, vehicles and what stands against them. Dated; nothing is overwritten."""

from typing import Any

from sqlalchemy import (
    Column,
    Date,
    Index,
    Integer,
    PrimaryKeyConstraint,
    String,
    Table,
    Text,
)

from webapp.domain.numbering import search_key
from webapp.store.tables.base import Id, metadata, owned, partial, ref

# kind: fisica | juridica. `city` is where the person lives or has its seat; `cnh_category`, the
# letters of the driving licence, held since `cnh_category_on`; it is good until `cnh_until`.
person = owned(
    "person",
    Column("kind", String(10), nullable=False, server_default="fisica"),
    Column("cpf", String(14)),
    Column("cnpj", String(14)),
    Column("name", String(200), nullable=False),
    Column("name_key", String(200), nullable=False, index=True),
    Column("birth_on", Date),
    Column("cnh", String(11)),
    Column("cnh_category", String(5)),
    Column("cnh_category_on", Date),
    Column("cnh_until", Date),
    Column("address", String(300)),
    Column("city", String(120)),
    Column("phone", String(20)),
    partial("uq_person_cpf", "municipality_id", "cpf", where="cpf is not null", unique=True),
    partial("uq_person_cnpj", "municipality_id", "cnpj", where="cnpj is not null", unique=True),
    Index("ix_person_cnh_until", "municipality_id", "cnh_until"),
)

# The words of each person's name in normal form: people are found by the beginning of any of them.
person_word = Table(
    "person_word",
    metadata,
    Column("municipality_id", Id, nullable=False),
    Column("word", String(200), nullable=False),
    Column("person_id", Id, nullable=False, index=True),
    PrimaryKeyConstraint("municipality_id", "word", "person_id"),
    ref("person_id", "person"),
    sqlite_with_rowid=False,
)

# `plate_city` is where the vehicle is registered, `year` when it was made.
vehicle = owned(
    "vehicle",
    Column("plate", String(7), nullable=False),
    Column("plate_key", String(7), nullable=False, index=True),
    Column("model", String(120)),
    Column("colour", String(40)),
    Column("year", Integer),
    Column("engine_cc", Integer),
    Column("plate_city", String(120)),
    Column("renavam", String(11)),
    partial("uq_vehicle_plate", "municipality_id", "plate_key", where="id > 0", unique=True),
)


def _key_of_number(context: Any) -> str:
    return search_key(context.get_current_parameters()["number"])[:40]


# quota: geral | pcd (of the reserve for drivers with a disability) | distrito (a village's, outside
# of the town's cap). end_reason: cancelamento | transferencia | cassacao | obito | renuncia.
permit = owned(
    "permit",
    Column("number", String(40), nullable=False),
    Column("number_key", String(40), nullable=False, default=_key_of_number),
    Column("kind", String(40), nullable=False),
    Column("quota", String(20), nullable=False, server_default="geral"),
    Column("from_day", Date, nullable=False),
    Column("to_day", Date),
    Column("act", String(200), nullable=False),
    Column("end_reason", String(20)),
    Index("ix_permit_number_key", "municipality_id", "number_key"),
    Index("ix_permit_to_day", "municipality_id", "to_day"),
)

# kind: fixo | rotativo | provisorio. capacity: how many vehicles; empty where no act says so.
stand = owned(
    "stand",
    Column("name", String(120), nullable=False),
    Column("name_key", String(120), nullable=False),
    Column("kind", String(20), nullable=False),
    Column("capacity", Integer),
    Column("from_day", Date, nullable=False),
    Column("to_day", Date),
    Column("act", String(200), nullable=False),
)

# role: titular | auxiliar (a person), veiculo (a vehicle), ponto (a stand).
permit_link = owned(
    "permit_link",
    Column("permit_id", Id, nullable=False, index=True),
    Column("role", String(40), nullable=False),
    Column("person_id", Id, index=True),
    Column("vehicle_id", Id, index=True),
    Column("stand_id", Id, index=True),
    Column("from_day", Date, nullable=False),
    Column("to_day", Date),
    Column("act", String(200), nullable=False),
    Column("end_reason", String(20)),
    ref("permit_id", "permit"),
    ref("person_id", "person"),
    ref("vehicle_id", "vehicle"),
    ref("stand_id", "stand"),
)

# A document that somebody showed, of a person, a vehicle or a permit. kind: a key of `validades` of
# the law data. Of one kind, that presented last counts. No `expires_on`: it does not expire.
certificate = owned(
    "certificate",
    Column("person_id", Id, index=True),
    Column("vehicle_id", Id, index=True),
    Column("permit_id", Id, index=True),
    Column("kind", String(60), nullable=False),
    Column("number", String(60)),
    Column("issued_on", Date, nullable=False),
    Column("expires_on", Date),
    Column("presented_on", Date, nullable=False),
    Column("act", String(200)),
    ref("person_id", "person"),
    ref("vehicle_id", "vehicle"),
    ref("permit_id", "permit"),
    Index("ix_certificate_expires_on", "municipality_id", "expires_on"),
)

# kind: a key of `validades`. result: aprovado | reprovado. `inspector` is who looked at it.
inspection = owned(
    "inspection",
    Column("vehicle_id", Id, nullable=False, index=True),
    Column("on_day", Date, nullable=False),
    Column("kind", String(60), nullable=False),
    Column("result", String(20), nullable=False),
    Column("inspector", String(200), nullable=False),
    Column("valid_until", Date),
    ref("vehicle_id", "vehicle"),
    Index("ix_inspection_valid_until", "municipality_id", "valid_until"),
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
