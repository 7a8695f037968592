"""Identifiers that a form may ask for: each typed text becomes one normal form, or a sentence.

The lengths and signs are checked here because validate-docbr pads a short CPF, accepts a
RENAVAM of zeros and refuses spaces; the check digits are its work. Source: CNPJ with letters,
IN RFB 2.229/2024. How an identifier is shown is `domain.identifiers`.
"""

import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from decimal import Decimal
from typing import Final

from validate_docbr import CNH, CNPJ, CPF, RENAVAM

from webapp.domain import identifiers

_SIGNS: Final = str.maketrans("", "", " .-/()+\u00a0\u2013")
_DIGITS: Final = re.compile(r"[0-9]+")
_KM: Final = re.compile(r"[0-9]{1,3}(\.[0-9]{1,2})?")
_DECIMAL: Final = re.compile(r"[0-9]{1,7}(\.[0-9]{1,6})?")
_LOCAL_DECIMAL: Final = re.compile(r"([0-9]{1,3}(\.[0-9]{3})+|[0-9]{1,9})(,[0-9]{1,6})?")
_LETTERS_DIGITS: Final = re.compile(r"[0-9A-Z]+")


@dataclass(frozen=True, slots=True)
class Pattern:
    """How one identifier is read, shown and typed.

    `normal(text)` gives the form that is stored, or raises ValueError with a sentence for the
    person; `show(normal)` puts the usual signs back. `size` is the width of the input, in
    characters, and `inputmode` the keyboard of a phone.
    """

    label: str
    normal: Callable[[str], str]
    show: Callable[[str], str]
    size: int
    inputmode: str = "numeric"


def _bare(text: str) -> str:
    return text.translate(_SIGNS).upper()


def _digits(text: str, what: str) -> str:
    bare = _bare(text)
    if not _DIGITS.fullmatch(bare):
        raise ValueError(f"{what} só tem números. Apague as letras e os outros sinais.")
    return bare


def _exactly(text: str, length: int, what: str) -> str:
    bare = _digits(text, what)
    if len(bare) != length:
        raise ValueError(f"{what} tem {length} números; aqui há {len(bare)}.")
    return bare


def _cpf(text: str) -> str:
    bare = _exactly(text, 11, "O CPF")
    if not CPF().validate(bare):
        raise ValueError("Este CPF não existe: os dígitos não conferem. Confira no documento.")
    return bare


def _cnpj(text: str) -> str:
    bare = _bare(text)
    if not _LETTERS_DIGITS.fullmatch(bare):
        raise ValueError("O CNPJ só tem números e letras. Apague os outros sinais.")
    if len(bare) != 14:
        raise ValueError(f"O CNPJ tem 14 números ou letras; aqui há {len(bare)}.")
    if not CNPJ().validate(bare):
        raise ValueError("Este CNPJ não existe: os dígitos não conferem. Confira no documento.")
    return bare


def _cpf_or_cnpj(text: str) -> str:
    length = len(_bare(text))
    if length == 11:
        return _cpf(text)
    if length == 14:
        return _cnpj(text)
    raise ValueError(f"O CPF tem 11 números e o CNPJ, 14; aqui há {length}.")


def _plate(text: str) -> str:
    bare = _bare(text)
    if len(bare) != 7:
        raise ValueError(f"A placa tem 7 letras e números; aqui há {len(bare)}.")
    if not identifiers.is_plate(bare):
        raise ValueError("A placa é como ABC1D23 ou ABC1234. Confira letra por letra.")
    return bare


def _cnh(text: str) -> str:
    bare = _exactly(text, 11, "A CNH")
    # One object per call: CNH keeps a half-made sum in itself and threads would mix theirs.
    if not CNH().validate(bare):
        raise ValueError("Esta CNH não existe: os dígitos não conferem. Confira o registro.")
    return bare


def _renavam(text: str) -> str:
    bare = _digits(text, "O Renavam")
    if not 9 <= len(bare) <= 11:
        raise ValueError(f"O Renavam tem de 9 a 11 números; aqui há {len(bare)}.")
    full = bare.zfill(11)
    if not int(full) or not RENAVAM().validate(full):
        raise ValueError("Este Renavam não existe: os dígitos não conferem. Confira no CRLV.")
    return full


def _cep(text: str) -> str:
    return _exactly(text, 8, "O CEP")


def _phone(text: str) -> str:
    bare = _digits(text, "O telefone")
    if len(bare) in (12, 13) and bare.startswith("55"):
        bare = bare[2:]
    if len(bare) not in (10, 11):
        raise ValueError(f"O telefone tem DDD e 8 ou 9 números; aqui há {len(bare)} ao todo.")
    if "0" in bare[:2] or (len(bare) == 11 and bare[2] != "9"):
        raise ValueError("O telefone é como (27) 99999-0000. Confira o DDD e o número.")
    return bare


def _unit_value(text: str) -> str:
    bare = text.strip().removeprefix("R$").strip().replace(",", ".")
    if not _DECIMAL.fullmatch(bare) or not float(bare):
        raise ValueError("O valor da unidade é como 4,7175: reais, vírgula e até seis casas.")
    return bare


def _number(text: str) -> str:
    bare = text.strip().removeprefix("R$").strip()
    if not _LOCAL_DECIMAL.fullmatch(bare) or not set(bare) & set("123456789"):
        raise ValueError("Escreva o número com vírgula, como 4,7175, 1.621,00 ou 12387.")
    return bare.replace(".", "").replace(",", ".")


def _show_number(bare: str) -> str:
    return f"{Decimal(bare):,f}".translate(str.maketrans(",.", ".,"))


def _km(text: str) -> str:
    bare = text.replace(",", ".").lower().removesuffix("km").strip()
    if not _KM.fullmatch(bare):
        raise ValueError("A distância é como 4,5: até 999 km, vírgula e até duas casas.")
    return bare


def _show_either(bare: str) -> str:
    return identifiers.show_cpf(bare) if len(bare) == 11 else identifiers.show_cnpj(bare)


PATTERNS: Final[Mapping[str, Pattern]] = {
    "cpf": Pattern("CPF", _cpf, identifiers.show_cpf, 16),
    "cnpj": Pattern("CNPJ", _cnpj, identifiers.show_cnpj, 20, "text"),
    "cpf_ou_cnpj": Pattern("CPF ou CNPJ", _cpf_or_cnpj, _show_either, 20, "text"),
    "placa": Pattern("Placa", _plate, identifiers.show_plate, 9, "text"),
    "cnh": Pattern("CNH", _cnh, str, 14),
    "renavam": Pattern("Renavam", _renavam, str, 14),
    "cep": Pattern("CEP", _cep, identifiers.show_cep, 11),
    "valor_unidade": Pattern(
        "Valor da unidade", _unit_value, lambda text: text.replace(".", ","), 12, "decimal"
    ),
    "numero": Pattern("Número", _number, _show_number, 16, "decimal"),
    "quilometros": Pattern("Quilômetros", _km, lambda text: text.replace(".", ","), 8, "decimal"),
    "telefone": Pattern("Telefone", _phone, identifiers.show_phone, 18, "tel"),
}
