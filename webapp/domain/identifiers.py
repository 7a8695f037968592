"""Normal forms, spellings and masks of CPF, CNPJ, plate, CNH, RENAVAM, CEP and phone.

The normal form is what is stored and compared; check digits are the forms' matter. A normal
form never raises: text that is no identifier stays what it is, without signs.
"""

import re
from typing import Final

OLD_PLATE: Final = re.compile(r"[A-Z]{3}[0-9]{4}")
MERCOSUL_PLATE: Final = re.compile(r"[A-Z]{3}[0-9][A-Z][0-9]{2}")
# Resolução Contran 969/2022: the fifth sign of an old plate, 0 to 9, becomes A to J.
_FIFTH: Final = str.maketrans("0123456789", "ABCDEFGHIJ")


def digits(text: str) -> str:
    """Only the ASCII digits of `text`: the normal form of CPF, CNH, CEP and phone."""
    return re.sub(r"[^0-9]", "", text)


def cnpj(text: str) -> str:
    """Fourteen letters and digits, upper case (letters since July 2026: IN RFB 2.229/2024)."""
    return _signs(text)


def is_cnpj(text: str) -> bool:
    """Whether `text` is written as a CNPJ: twelve letters and digits, then two check digits."""
    written = re.fullmatch(
        r"[0-9A-Z]{2}\.?[0-9A-Z]{3}\.?[0-9A-Z]{3}/?[0-9A-Z]{4}-?[0-9]{2}", text.upper()
    )
    return bool(written)


def renavam(text: str) -> str:
    """Eleven digits; older registers have fewer and are filled with zeros at the left."""
    return digits(text).zfill(11)


def plate(text: str) -> str:
    """Upper case without blanks or hyphen: «abc-1234» is «ABC1234»."""
    return _signs(text)


def is_plate(text: str) -> bool:
    """Whether `text` spells a plate, old (AAA9999) or Mercosul (AAA9A99)."""
    return bool(OLD_PLATE.fullmatch(plate(text)) or MERCOSUL_PLATE.fullmatch(plate(text)))


def plate_key(text: str) -> str:
    """The Mercosul spelling of a plate: both spellings of one plate give the same key."""
    normal = plate(text)
    if not OLD_PLATE.fullmatch(normal):
        return normal
    return normal[:4] + normal[4].translate(_FIFTH) + normal[5:]


def show_plate(text: str) -> str:
    """«ABC-1234» for the old spelling, «ABC1C34» for Mercosul."""
    normal = plate(text)
    return f"{normal[:3]}-{normal[3:]}" if OLD_PLATE.fullmatch(normal) else normal


def show_cpf(text: str) -> str:
    """«529.982.247-25»."""
    return _shaped(digits(text), r"(.{3})(.{3})(.{3})(.{2})", r"\1.\2.\3-\4")


def mask_cpf(text: str) -> str:
    """«***.982.247-**», for whoever need not know the whole number (LGPD, art. 6º, III)."""
    return _shaped(digits(text), r".{3}(.{3})(.{3}).{2}", r"***.\1.\2-**", otherwise="***")


def show_cnpj(text: str) -> str:
    """«11.222.333/0001-81»."""
    return _shaped(cnpj(text), r"(.{2})(.{3})(.{3})(.{4})(.{2})", r"\1.\2.\3/\4-\5")


def show_cep(text: str) -> str:
    """«29725-000»."""
    return _shaped(digits(text), r"(.{5})(.{3})", r"\1-\2")


def show_phone(text: str) -> str:
    """«(27) 99999-0000» or «(27) 3724-0000»."""
    return _shaped(digits(text), r"(.{2})(.{4,5})(.{4})", r"(\1) \2-\3")


def _signs(text: str) -> str:
    return re.sub(r"[^0-9A-Z]", "", text.upper())


def _shaped(normal: str, shape: str, spelling: str, otherwise: str | None = None) -> str:
    """Text of another length is shown as it is, or as `otherwise` where it must stay hidden."""
    if re.fullmatch(shape, normal) is None:
        return normal if otherwise is None else otherwise
    return re.sub(shape, spelling, normal)  # it keeps the spelling parsed; `expand` does not
