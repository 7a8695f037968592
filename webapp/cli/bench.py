"""What an act costs: the engine's step alone, our engine part, the whole act, one press; and what
it costs to find one permit among many.

Everything is measured in one run, medians, CPU of this thread. The commit and the documents
(composing, numbering, typesetting, keeping, signing) are told apart: an act is measured against
the step it takes. Ratios are what to look at: machines are noisy.
"""

import json
import tempfile
from pathlib import Path
from typing import Any

import click

from webapp.cli import findings, press, strides

GOALS = {
    "engine_ratio": 3.0,
    "service_ratio": 7.0,
    "sql_statements": 20,
    "sql_statements_with_document": 26,
    "sql_statements_correction": 32,
    "commits": 1,
    "submit_cpu_ms": 15.0,
    "search_ms": 50.0,
}


@click.command()
@click.option("--json", "as_json", is_flag=True, help="Escreve as medidas em JSON.")
@click.option("--cases", default=30, show_default=True, help="Quantos processos inteiros medir.")
@click.option("--permits", default=100_000, show_default=True, help="Entre quantas buscar uma.")
@click.option("--search-in", default="", help="Buscar neste banco vazio (URL), que fica cheio.")
def bench(*, as_json: bool, cases: int, permits: int, search_in: str) -> None:
    """Mede o custo de um ato, do motor ao clique, e o de uma busca, num banco próprio."""
    with tempfile.TemporaryDirectory() as folder:
        measured = strides.measure(Path(folder) / "bench.db", cases)
        measured |= press.measure(Path(folder) / "press.db", max(5, cases // 3))
        place = search_in or f"sqlite:///{Path(folder) / 'search.db'}"
        measured |= findings.measure(place, permits)
    measured["goals_missed"] = missed(measured)
    click.echo(json.dumps(measured, indent=2) if as_json else report(measured))


def missed(measured: dict[str, Any]) -> list[str]:
    """The goals that this run did not reach."""
    return [name for name, most in GOALS.items() if measured[name] > most]


def report(measured: dict[str, Any]) -> str:
    """The figures side by side, for people."""
    lines = [
        "Processo inteiro, soma das medianas por etapa (ms de CPU):",
        f"  passo do motor, em memória   {measured['raw_ms']:8.2f}",
        f"  motor: ler, mover, escrever  {measured['engine_ms']:8.2f}"
        f"   {measured['engine_ratio']:.1f} x",
        f"  ato inteiro                  {measured['service_ms']:8.2f}"
        f"   {measured['service_ratio']:.1f} x",
        f"  gravação (commit)            {measured['commit_ms']:8.2f}",
        f"  documentos                   {measured['documents_ms']:8.2f}"
        f"   ({measured['typesetting_ms']:.2f} de composição tipográfica; com o resto deles, o ato "
        f"custa {measured['service_with_documents_ratio']:.1f} x)",
        "Um envio pelo navegador:",
        f"  sem documento: {measured['sql_statements']} comandos SQL, "
        f"{measured['commits']} gravação, {measured['submit_cpu_ms']:.1f} ms de CPU",
        f"  com documento: {measured['sql_statements_with_document']} comandos SQL",
        f"  correção:      {measured['sql_statements_correction']} comandos SQL",
        "Uma busca no cadastro, com a primeira página da lista (ms):",
        f"  mediana        {measured['search_ms']:8.1f}",
        *(f"  {what:14} {ms:8.1f}" for what, ms in measured["search_by_ms"].items()),
    ]
    goals = ", ".join(measured["goals_missed"]) or "nenhuma"
    return "\n".join([*lines, f"Metas não alcançadas: {goals}"])
