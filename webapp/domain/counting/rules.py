"""The counting rules that the law data may name, each with its source."""

from enum import StrEnum

from webapp.domain.calendar import Calendar
from webapp.domain.counting.pieces import (
    Begin,
    End,
    Length,
    Method,
    after_a_full_day,
    after_publication,
    after_the_day,
    days,
    ends_of_year,
    every_day,
    months,
    on_the_day,
    or_the_last_day,
    or_the_next_day,
    roll,
    stay,
    years,
)


class Rule(StrEnum):
    """The id of a rule, as it stands in a `prazos` entry.

    Every rule leaves out the day of the fact and includes the last one unless it says
    otherwise. A suspension resumes the balance in all of them. «Rolls» means that an end on
    a day without full office hours moves to the next day that has them.
    """

    UTEIS = "UTEIS"
    """Days with municipal office hours, where the local law says «dias úteis»; rolls.

    Half days count, but not as the last. Source: the municipal law's own words, with
    Lei 9.784/1999, art. 66, caput and § 1º.
    """

    CPC_UTEIS = "CPC_UTEIS"
    """Working days by the formula of the Código de Processo Civil; rolls.

    The day of the fact moves to a day of full office hours before it is left out, and the
    first day counted has them too. Source: CPC, arts. 216, 219 and 224, caput and § 1º.
    """

    CPC_DJE = "CPC_DJE"
    """CPC_UTEIS from a gazette: publication is the working day after the text is available.

    Source: CPC, art. 224, §§ 2º and 3º.
    """

    CORRIDOS_9784 = "CORRIDOS_9784"
    """Continuous days; rolls. Source: Lei 9.784/1999, art. 66, caput, §§ 1º and 2º."""

    CORRIDOS_INICIO_UTIL = "CORRIDOS_INICIO_UTIL"
    """Continuous days whose first has office hours; rolls.

    Source: CPC of 1973, arts. 178 and 184, §§ 1º and 2º (notices before 18/03/2016).
    """

    CORRIDOS_SEM_PRORROGA = "CORRIDOS_SEM_PRORROGA"
    """Continuous days that end where they end, on any day.

    For terms whose lapse extinguishes a power of the Administration (decadência).
    Source: Código Civil, art. 132, caput, and art. 207.
    """

    MESES_CC132_ROLA = "MESES_CC132_ROLA"
    """Months, to the day of equal number or the day after a missing one; rolls.

    Source: Código Civil, art. 132, §§ 1º and 3º; Lei 810/1949, arts. 1º and 3º.
    """

    MESES_CC132_SEM_ROLAR = "MESES_CC132_SEM_ROLAR"
    """The same months without rolling, for validity, waits and other states.

    Source: Código Civil, art. 132, § 3º; Lei 810/1949, arts. 1º and 3º.
    """

    ANOS_CC132_ROLA = "ANOS_CC132_ROLA"
    """Years, to the day of equal number or the day after a missing one; rolls.

    Source: Código Civil, art. 132, §§ 1º and 3º; Lei 810/1949, arts. 2º and 3º.
    """

    ANOS_CC132_SEM_ROLAR = "ANOS_CC132_SEM_ROLAR"
    """The same years without rolling. Source: Código Civil, art. 132, § 3º; Lei 810/1949."""

    MESES_9784_ROLA = "MESES_9784_ROLA"
    """Months from date to date, to the month's last day if the number is missing; rolls.

    Source: Lei 9.784/1999, art. 66, §§ 1º and 3º.
    """

    FIM_DE_ANO = "FIM_DE_ANO"
    """31 December of the year in which the length, in years, is completed; does not roll.

    Source: the municipal law's own words («até 31 de dezembro do ano em que completar»).
    """

    JANELA_MESES = "JANELA_MESES"
    """The last day on which a fact still counts in a window of the last n months.

    The day of the fact is the window's first, so it ends one day before the day of equal
    number; does not roll. Source: the municipal law's «nos últimos n meses», read strictly
    because it aggravates the party (an interpretation).
    """

    PENA_DIAS = "PENA_DIAS"
    """The days of a sanction or other state, the first included; does not roll.

    Source: Código Penal, art. 10, by analogy (an interpretation).
    """


def _continuous(length: Length, end: End, begin: Begin = after_the_day) -> Method:
    return Method(begin, every_day, every_day, length, end)


METHODS = {
    Rule.UTEIS: Method(after_the_day, Calendar.is_open, Calendar.is_open, days, roll),
    Rule.CPC_UTEIS: Method(after_a_full_day, Calendar.is_full, Calendar.is_open, days, roll),
    Rule.CPC_DJE: Method(after_publication, Calendar.is_full, Calendar.is_open, days, roll),
    Rule.CORRIDOS_9784: _continuous(days, roll),
    Rule.CORRIDOS_INICIO_UTIL: Method(after_the_day, Calendar.is_open, every_day, days, roll),
    Rule.CORRIDOS_SEM_PRORROGA: _continuous(days, stay),
    Rule.MESES_CC132_ROLA: _continuous(months(or_the_next_day), roll),
    Rule.MESES_CC132_SEM_ROLAR: _continuous(months(or_the_next_day), stay),
    Rule.ANOS_CC132_ROLA: _continuous(years(or_the_next_day), roll),
    Rule.ANOS_CC132_SEM_ROLAR: _continuous(years(or_the_next_day), stay),
    Rule.MESES_9784_ROLA: _continuous(months(or_the_last_day), roll),
    Rule.FIM_DE_ANO: _continuous(ends_of_year, stay),
    Rule.JANELA_MESES: _continuous(months(or_the_next_day), stay, on_the_day),
    Rule.PENA_DIAS: _continuous(days, stay, on_the_day),
}
