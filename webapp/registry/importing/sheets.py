"""What each file of an import may hold: its columns, and how their cells are read."""

import csv
import re
from collections.abc import Callable, Collection, Iterator, Mapping
from dataclasses import dataclass, field
from datetime import date
from io import StringIO
from typing import Any, Final

from webapp.domain import identifiers
from webapp.domain.numbering import search_key
from webapp.forms import PATTERNS

_BRAZILIAN: Final = re.compile(r"([0-9]{2})/([0-9]{2})/([0-9]{4})")
_ISO: Final = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_NUMBER: Final = re.compile(r"[0-9]{1,6}")

Read = Callable[[str], Any]


@dataclass(frozen=True, slots=True)
class Problem:
    """What is wrong, and where: the file, the line (1 is the header; 0 is the whole file), the
    column (empty: the whole line) and a sentence."""

    file: str
    line: int
    column: str
    why: str


@dataclass(frozen=True, slots=True)
class Column:
    """A column: how a cell is read (ValueError is a sentence), and whether it may be empty."""

    read: Read
    required: bool = False


@dataclass(frozen=True, slots=True)
class Sheet:
    """A kind of file, known by its columns. `title` is what its rows are called."""

    name: str
    title: str
    columns: Mapping[str, Column]

    @property
    def required(self) -> frozenset[str]:
        return frozenset(name for name, column in self.columns.items() if column.required)


@dataclass(frozen=True, slots=True)
class Row:
    """A line that could be read: its values by column, None where the cell is empty."""

    file: str
    line: int
    values: Mapping[str, Any]

    def wrong(self, column: str, why: str) -> Problem:
        return Problem(self.file, self.line, column, why)


@dataclass(slots=True)
class Found:
    """The rows of every file by sheet, and what is wrong so far."""

    rows: dict[str, list[Row]] = field(default_factory=lambda: {name: [] for name in SHEETS})
    problems: list[Problem] = field(default_factory=list)


def _text(longest: int) -> Read:
    def read(cell: str) -> str:
        if len(cell) > longest:
            raise ValueError(f"Tem {len(cell)} letras; cabem {longest}.")
        return cell

    return read


def _day(cell: str) -> date:
    try:
        if _ISO.fullmatch(cell):
            return date.fromisoformat(cell)
        if found := _BRAZILIAN.fullmatch(cell):
            return date(*map(int, reversed(found.groups())))
    except ValueError:
        pass
    raise ValueError("Não é uma data. Escreva AAAA-MM-DD ou DD/MM/AAAA.")


def _number(cell: str) -> int:
    if not _NUMBER.fullmatch(cell):
        raise ValueError("Não é um número inteiro.")
    return int(cell)


def _one_of(names: Collection[str]) -> Read:
    def read(cell: str) -> str:
        known = cell.strip().lower()
        if known not in names:
            raise ValueError(f"Escreva um destes: {', '.join(names)}.")
        return known

    return read


def _letters(cell: str) -> str:
    letters = cell.replace(" ", "").upper()
    if not re.fullmatch(r"(ACC)?[ABCDE]{0,2}", letters) or not letters:
        raise ValueError("A categoria é como A, B ou AB.")
    return letters


def _pattern(name: str) -> Read:
    return PATTERNS[name].normal


def _must(read: Read) -> Column:
    return Column(read, required=True)


SHEETS: Final[Mapping[str, Sheet]] = {
    sheet.name: sheet
    for sheet in (
        Sheet(
            "pessoas",
            "pessoas e empresas",
            {
                "cpf_ou_cnpj": _must(_pattern("cpf_ou_cnpj")),
                "nome": _must(_text(200)),
                "nascimento": Column(_day),
                "cnh": Column(_pattern("cnh")),
                "cnh_categoria": Column(_letters),
                "cnh_categoria_desde": Column(_day),
                "cnh_validade": Column(_day),
                "endereco": Column(_text(300)),
                "municipio": Column(_text(120)),
                "telefone": Column(_pattern("telefone")),
            },
        ),
        Sheet(
            "veiculos",
            "veículos",
            {
                "placa": _must(_pattern("placa")),
                "marca_modelo": _must(_text(120)),
                "cor": Column(_text(40)),
                "ano_fabricacao": Column(_number),
                "cilindrada": Column(_number),
                "municipio_placa": Column(_text(120)),
                "renavam": Column(_pattern("renavam")),
            },
        ),
        Sheet(
            "pontos",
            "pontos",
            {
                "ponto": _must(_text(120)),
                "especie": _must(_one_of(("fixo", "rotativo", "provisorio"))),
                "vagas": Column(_number),
                "desde": _must(_day),
                "ate": Column(_day),
                "ato": _must(_text(200)),
            },
        ),
        Sheet(
            "permissoes",
            "autorizações ou permissões",
            {
                "numero": _must(_text(40)),
                "especie": _must(_text(40)),
                "cota": Column(_one_of(("geral", "pcd", "distrito"))),
                "desde": _must(_day),
                "ate": Column(_day),
                "ato": _must(_text(200)),
                "motivo_fim": Column(
                    _one_of(("cancelamento", "transferencia", "cassacao", "obito", "renuncia"))
                ),
            },
        ),
        Sheet(
            "vinculos",
            "vínculos",
            {
                "numero": _must(_text(40)),
                "papel": _must(_one_of(("titular", "auxiliar", "veiculo", "ponto"))),
                "vinculado": _must(_text(120)),
                "desde": _must(_day),
                "ate": Column(_day),
                "ato": _must(_text(200)),
                "motivo_fim": Column(
                    _one_of(("troca", "transferencia", "obito", "renuncia", "revogacao"))
                ),
            },
        ),
        Sheet(
            "documentos",
            "documentos",
            {
                "de": _must(_one_of(("pessoa", "veiculo", "autorizacao"))),
                "pertence_a": _must(_text(120)),
                "documento": _must(_text(60)),
                "emissao": _must(_day),
                "validade": Column(_day),
                "apresentacao": Column(_day),
                "numero_documento": Column(_text(60)),
            },
        ),
        Sheet(
            "vistorias",
            "vistorias",
            {
                "placa_vistoriada": _must(_pattern("placa")),
                "vistoria": _must(_text(60)),
                "dia": _must(_day),
                "resultado": _must(_one_of(("aprovado", "reprovado"))),
                "vistoriador": _must(_text(200)),
                "valida_ate": Column(_day),
            },
        ),
    )
}


def read(name: str, content: bytes, found: Found) -> None:
    """Read a file into `found`: comma or semicolon, UTF-8 or as Excel of Windows writes it."""
    try:
        lines = csv.reader(StringIO(_decoded(content), newline=""), delimiter=_delimiter(content))
        header = [search_key(cell).lower().replace(" ", "_") for cell in _spaced(next(lines, []))]
        sheet = _sheet(header)
        if sheet is None:
            found.problems.append(Problem(name, 1, "", _no_sheet(header)))
            return
        for cells in lines:
            if any(cell.strip() for cell in cells):
                _line(
                    Row(name, lines.line_num, {}),
                    dict(zip(header, cells, strict=False)),
                    sheet,
                    found,
                )
    except csv.Error:
        found.problems.append(Problem(name, 0, "", "Não se pode ler como CSV."))


def _decoded(content: bytes) -> str:
    try:
        return content.decode("utf-8-sig")
    except UnicodeDecodeError:
        return content.decode("cp1252", errors="replace")


def _delimiter(content: bytes) -> str:
    first = content.partition(b"\n")[0]
    return ";" if first.count(b";") >= first.count(b",") else ","


def _spaced(header: list[str]) -> Iterator[str]:
    return (cell.replace("_", " ").replace("-", " ") for cell in header)


def _sheet(header: list[str]) -> Sheet | None:
    names = set(header)
    fit = (sheet for sheet in SHEETS.values() if sheet.required <= names <= set(sheet.columns))
    return next(fit, None)


def _no_sheet(header: list[str]) -> str:
    near = max(SHEETS.values(), key=lambda sheet: len(set(header) & set(sheet.columns)))
    missing = sorted(near.required - set(header))
    strange = sorted(set(header) - set(near.columns))
    told = [
        f"faltam {', '.join(missing)}" if missing else "",
        f"não se conhecem {', '.join(strange)}" if strange else "",
    ]
    return f"As colunas não são de {near.title}: {'; '.join(filter(None, told))}."


def _line(row: Row, cells: Mapping[str, str], sheet: Sheet, found: Found) -> None:
    """Read a line; of a line with mistakes every one is told, and nothing is kept."""
    values, wrong = {}, []
    for name, column in sheet.columns.items():
        cell = cells.get(name, "").strip()
        try:
            values[name] = column.read(cell) if cell else None
        except ValueError as mistake:
            wrong.append(row.wrong(name, str(mistake)))
            continue
        if not cell and column.required:
            wrong.append(row.wrong(name, "Falta este valor."))
    found.problems.extend(wrong)
    if not wrong:
        found.rows[sheet.name].append(Row(row.file, row.line, values))


def number_key(cell: str) -> str:
    """How a permit's number is compared."""
    return search_key(cell)


def target(role: str, cell: str) -> str:
    """How who or what a permit is bound to is compared: CPF or CNPJ, plate, name of a stand.

    Raises ValueError with a sentence.
    """
    if role in ("titular", "auxiliar", "pessoa"):
        return PATTERNS["cpf_ou_cnpj"].normal(cell)
    if role == "veiculo":
        return identifiers.plate_key(PATTERNS["placa"].normal(cell))
    return search_key(cell)
