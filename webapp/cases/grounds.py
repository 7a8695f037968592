"""Grounds of cassation: what the law names as one, and the step in which it is proposed.

Cassation is imposed only in a case of its own: a ground asks the Secretaria to propose that case.
"""

from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final

from webapp.cases import rowtasks
from webapp.cases.act import Act
from webapp.cases.records import Effect, Task
from webapp.domain.errors import Refused
from webapp.forms import Option
from webapp.laws import Entry, Law
from webapp.registry import people

PROCESS: Final = "cassacao"
PROPOSE: Final = "propor_cassacao"
SOURCE: Final = "fundamentos_cassacao"


def has_own_case(law: Law) -> bool:
    """Whether the municipality's law has cassation as a case of its own."""
    return PROCESS in law.keys("processos")


def require_own_case(law: Law) -> None:
    """Raise Refused where the municipality's law has no such case."""
    if not has_own_case(law):
        raise Refused("A lei do Município não prevê processo próprio de cassação.")


def entries(law: Law) -> Iterator[tuple[str, Entry]]:
    """The grounds in the law's data, by code: penalties that only that case may impose."""
    for code in law.keys("penalidades"):
        entry = law.entries(f"penalidades.{code}")[-1]
        if entry.get("kind") == "cassacao" and entry.get("own_case"):
            yield code, entry


def options(law: Law) -> list[Option]:
    """The grounds to choose from: «art. 55, V, d: …»."""
    return [Option(code, f"{entry.article}: {entry['label']}") for code, entry in entries(law)]


def articles(law: Law, codes: Sequence[str]) -> str:
    """«art. 55, V, a; art. 55, V, d»."""
    known = dict(entries(law))
    return "; ".join(known[code].article for code in codes if code in known)


# ---- «Propor cassação»


def ask(act: Act, row: Effect) -> None:
    """Open «Propor cassação» for a ground that came out of what is final now: one for each
    person, however many grounds there are."""
    if has_own_case(act.law) and not is_open(act, row.person_id):
        open_step(act, row.person_id, {"effect": row.id}, row.body["article"])


def is_open(act: Act, person_id: int | None) -> bool:
    """Whether the step stands open against a person."""
    steps = [task for task in act.tasks if task.element == PROPOSE]
    return any(task.body["person"] == person_id for task in steps)


def open_step(act: Act, person_id: int | None, why: Mapping[str, Any], basis: str) -> Task:
    """Open it. `why`: the `effect` that gave the ground, or the `grounds` and the `reason` that
    somebody wrote."""
    return rowtasks.open_row_task(
        act,
        PROPOSE,
        "Propor cassação",
        "secretaria",
        basis=basis[:120],
        body={"person": person_id, **why},
    )


def reasons(act: Act, task: Task) -> tuple[str, ...]:
    """Why it may be proposed: what the effects that stand tell, and what somebody wrote."""
    told = [row.body["why"] for row in _against(act, task)]
    written = [task.body["reason"]] if "reason" in task.body else []
    return (f"Contra {people.known(act.session, task.body['person']).name}.", *told, *written)


def _against(act: Act, task: Task) -> list[Effect]:
    person_id = task.body["person"]
    return [e for e in act.effects if e.kind == "ground" and e.stands and e.person_id == person_id]


def first_values(act: Act, task: Task) -> dict[str, Any]:
    """What the proposal, or the act that opens the case, begins with."""
    proposal = act.answers.get(PROPOSE, {})
    if task.element != PROPOSE:
        return {"fundamentos": list(proposal.get("fundamentos", ()))}
    cited = {row.body["article"] for row in _against(act, task)}
    codes = [code for code, entry in entries(act.law) if entry.article in cited]
    fact = act.fact("fato", "auto")
    return {
        "fundamentos": [*task.body.get("grounds", ()), *codes],
        "data_fato": fact.value if fact else "",
        "fatos": "\n".join(reasons(act, task)[1:]),
    }


# ---- the case of its own


def own_process(law: Law) -> str:
    """The id of the process of cassation; empty where the law has none."""
    return str(law.entries(f"processos.{PROCESS}")[-1]["process"]) if has_own_case(law) else ""


def charged(act: Act) -> list[str]:
    """The grounds that the person answers to in a case of cassation, by code: those of the act that
    opened it, else those proposed. None in any other case."""
    if act.case.process != own_process(act.law):
        return []
    opened = act.answers.get("decidir_instauracao", {}).get("fundamentos")
    return list(opened or act.answers.get(PROPOSE, {}).get("fundamentos", ()))


def charge(act: Act) -> dict[str, Any]:
    """What a document says of it: each ground with its article, and the facts alleged."""
    known = dict(entries(act.law))
    cited = [{"article": known[c].article, "text": known[c]["label"]} for c in charged(act)]
    return {"grounds": cited, "facts": act.answers.get(PROPOSE, {}).get("fatos", "")}


def proposed(act: Act) -> tuple[str, ...]:
    """What whoever decides on a cassation has before her: the grounds, and the facts alleged."""
    known = dict(entries(act.law))
    cited = [f"{known[code].article}: {known[code]['label']}." for code in charged(act)]
    return (*cited, *act.answers.get(PROPOSE, {}).get("fatos", "").splitlines())
