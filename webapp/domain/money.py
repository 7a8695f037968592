"""Money is integer cents; units of a law are decimal text. Digits and words for documents."""

from decimal import ROUND_HALF_UP, Decimal
from typing import Final


def _words(text: str) -> tuple[str, ...]:
    return tuple(text.split())


_SMALL: Final = _words(
    "zero um dois três quatro cinco seis sete oito nove dez onze doze treze quatorze quinze "
    "dezesseis dezessete dezoito dezenove"
)
_TENS: Final = _words("- - vinte trinta quarenta cinquenta sessenta setenta oitenta noventa")
_HUNDREDS: Final = _words(
    "- cento duzentos trezentos quatrocentos quinhentos seiscentos setecentos oitocentos novecentos"
)
_SCALES: Final = (
    ("", ""),
    ("mil", "mil"),
    ("milhão", "milhões"),
    ("bilhão", "bilhões"),
    ("trilhão", "trilhões"),
)
_LIMIT: Final = 10 ** (3 * len(_SCALES))


def units_in_cents(units: Decimal, unit_cents: Decimal) -> int:
    """So many units at `unit_cents` each, rounded half up to the cent."""
    return rounded(units * unit_cents)


def rounded(cents: Decimal) -> int:
    """Whole cents: half a cent goes up."""
    return int(cents.quantize(Decimal(1), rounding=ROUND_HALF_UP))


def units_text(units: Decimal) -> str:
    """«0,5», «3»: a quantity of units as people write it, without zeros at the end."""
    text = f"{units:f}"
    return (text.rstrip("0").rstrip(".") if "." in text else text).replace(".", ",")


def unit_value(cents: Decimal | int) -> str:
    """«1518.00», «4.7175»: what a unit is worth in reais, as decimal text for the record."""
    value = Decimal(cents) / 100
    places = -int(value.as_tuple().exponent)
    return f"{value:.{max(places, 2)}f}"


def owed(cents: int, units: str, unit: str) -> str:
    """«R$ 759,00»; «80 VRTE» for a fine of units whose value nobody knows yet."""
    if cents or not units:
        return reais(cents)
    return f"{units_text(Decimal(units))} {unit}"


def tidy(number: Decimal) -> Decimal:
    """The same number without idle zeros, «1» for «1.0»: units and points are stored as text."""
    whole = number.to_integral_value()
    return whole if number == whole else number.normalize()


def reais(cents: int) -> str:
    """«R$ 1.621,00». Negative amounts bear the sign before the symbol."""
    whole, rest = divmod(abs(cents), 100)
    sign = "-" if cents < 0 else ""
    return f"{sign}R$ {whole:,}".replace(",", ".") + f",{rest:02}"


def price(cents: Decimal) -> str:
    """«R$ 4,7175», «R$ 1.621,00»: what one unit is worth, to the last digit that its act fixed."""
    whole = int(cents)
    return reais(whole) + units_text(cents - whole).partition(",")[2]


def balance(owed: int, paid: int) -> str:
    """«faltam R$ 310,50», «R$ 10,00 a restituir»; empty where what was paid is what is owed."""
    if paid < owed:
        return f"faltam {reais(owed - paid)}"
    return f"{reais(paid - owed)} a restituir" if paid > owed else ""


def reais_in_words(cents: int) -> str:
    """«mil seiscentos e vinte e um reais», «um real e cinco centavos».

    Raises ValueError for negative amounts and from R$ 1.000.000.000.000.000 on.
    """
    if cents < 0:
        raise ValueError("an amount in words cannot be negative")
    whole, rest = divmod(cents, 100)
    parts = []
    if whole or not rest:
        parts.append(_counted(whole, "real", "reais"))
    if rest:
        parts.append(_counted(rest, "centavo", "centavos"))
    return " e ".join(parts)


def number_in_words(n: int) -> str:
    """A whole number from 0 to 10**15 - 1 in words, masculine: «cento e quarenta e dois»."""
    if not 0 <= n < _LIMIT:
        raise ValueError(f"{n} has no words here")
    groups = _groups(n)
    if not groups:
        return _SMALL[0]
    words = [_group_in_words(value, scale) for value, scale in groups]
    last = groups[-1][0]
    # «mil e vinte», «mil e duzentos», but «mil duzentos e trinta».
    joint = " e " if last < 100 or last % 100 == 0 else " "
    return joint.join(filter(None, [" ".join(words[:-1]), words[-1]]))


def _counted(n: int, one: str, many: str) -> str:
    of = " de" if n >= 10**6 and n % 10**6 == 0 else ""
    return f"{number_in_words(n)}{of} {one if n == 1 else many}"


def _groups(n: int) -> list[tuple[int, int]]:
    """(value, scale) of each group of three digits that is not zero, greatest first."""
    values = [(n // 1000**scale % 1000, scale) for scale in range(len(_SCALES))]
    return [(value, scale) for value, scale in reversed(values) if value]


def _group_in_words(value: int, scale: int) -> str:
    if scale == 1 and value == 1:
        return "mil"
    name = _SCALES[scale][value != 1]
    return f"{_below_thousand(value)} {name}".strip()


def _below_thousand(value: int) -> str:
    if value == 100:
        return "cem"
    hundreds, rest = divmod(value, 100)
    parts = [_HUNDREDS[hundreds]] if hundreds else []
    if rest:
        parts.append(_below_hundred(rest))
    return " e ".join(parts)


def _below_hundred(value: int) -> str:
    if value < 20:
        return _SMALL[value]
    tens, ones = divmod(value, 10)
    return f"{_TENS[tens]} e {_SMALL[ones]}" if ones else _TENS[tens]
