"""How many permits the law admits, how many there are, and whether one more may be granted."""

from dataclasses import dataclass

from webapp.domain.finding import Finding, Verdict, fails, meets, unknown

GERAL, PCD, DISTRITO = "geral", "pcd", "distrito"


@dataclass(frozen=True, slots=True)
class FleetRule:
    """`each` permits for every `per` inhabitants; a fraction counts as one where `rounds_up`."""

    key: str
    label: str
    article: str
    each: int
    per: int
    rounds_up: bool
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ReserveRule:
    """`percent` of the vacancies are for drivers with a disability, where there are at least
    `from_vacancies`; where there are fewer the authority decides."""

    key: str
    label: str
    article: str
    percent: int
    rounds_up: bool
    from_vacancies: int
    notes: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class VacancyRules:
    """`missing` names the act that must still fix the cap or the population, where one must;
    `village` is the article that lets permits of villages stand outside of the cap, where one
    does."""

    fleet: FleetRule | None
    reserve: ReserveRule | None = None
    missing: str = ""
    village: str = ""


@dataclass(frozen=True, slots=True)
class InForce:
    """The permits in force on a day, by quota."""

    general: int = 0
    pcd: int = 0
    village: int = 0


@dataclass(frozen=True, slots=True)
class Vacancy:
    """What the cap comes to.

    `cap` is None where the law sets none or it cannot be computed; `occupied` are the permits that
    count against it, `village` those that do not. `free` is never below zero: what stands above
    the cap is `excess`, and `why` says so. `reserved` are, of those free, the vacancies for drivers
    with a disability.
    """

    rules: VacancyRules
    cap: int | None
    occupied: int
    village: int
    free: int
    excess: int
    reserved: int
    why: tuple[str, ...]

    def finding(self, quota: str) -> Finding | None:
        """Whether one more permit of a quota may be granted; None where the law sets no cap."""
        rule = self.rules.fleet
        if rule is None:
            return None
        verdict = self._one_more(quota)
        return Finding(rule.key, rule.label, rule.article, *verdict, notes=rule.notes)

    def _one_more(self, quota: str) -> Verdict:
        if quota == DISTRITO and self.rules.village:
            return unknown(
                f"A vaga de distrito fica fora do limite da frota ({self.rules.village}): "
                "confira o interesse público."
            )
        if self.cap is None:
            return unknown(f"O limite não se calcula: falta {self.rules.missing}.")
        if not self.free:
            ends = f"terminarem {self.excess + 1}" if self.excess else "terminar uma"
            return fails(" ".join(self.why), f"Depois de {ends} das que estão em vigor.")
        if quota != PCD and self.rules.reserve:
            return self._beside_the_reserve(self.rules.reserve)
        return meets(" ".join(self.why))

    def _beside_the_reserve(self, rule: ReserveRule) -> Verdict:
        """The reserve is of the vacancies of a grant; with few of them somebody decides."""
        if self.reserved:
            return meets(
                f"{' '.join(self.why)} Das livres, {self.reserved} para condutor com deficiência "
                f"({rule.article})."
            )
        return unknown(
            f"{' '.join(self.why)} Com menos de {rule.from_vacancies} vagas, a Autoridade decide "
            f"com razões quantas ficam para condutor com deficiência ({rule.article})."
        )


def vacancy(population: int | None, in_force: InForce, rules: VacancyRules) -> Vacancy:
    """The cap that follows from a population, and what it leaves free.

    Without a population the cap is not known. Raises ValueError for a negative number.
    """
    if min(population or 0, in_force.general, in_force.pcd, in_force.village) < 0:
        raise ValueError("nobody counts inhabitants or permits below zero")
    village = in_force.village if rules.village else 0
    occupied = in_force.general + in_force.pcd + in_force.village - village
    cap = _cap(population, rules.fleet)
    free = max(0, (cap or 0) - occupied)
    return Vacancy(
        rules=rules,
        cap=cap,
        occupied=occupied,
        village=village,
        free=free,
        excess=max(0, occupied - cap) if cap is not None else 0,
        reserved=_reserved(free, rules.reserve),
        why=tuple(_why(population, occupied, cap, rules)),
    )


def share(n: int, each: int, per: int, rounds_up: bool) -> int:
    """`each` for every `per` of `n`, whole, the fraction dropped or counted as one."""
    return -(-n * each // per) if rounds_up else n * each // per


def _cap(population: int | None, rule: FleetRule | None) -> int | None:
    if rule is None or population is None:
        return None
    return share(population, rule.each, rule.per, rule.rounds_up)


def _reserved(free: int, rule: ReserveRule | None) -> int:
    if rule is None or free < rule.from_vacancies:
        return 0
    return share(free, rule.percent, 100, rule.rounds_up)


def _why(population: int | None, occupied: int, cap: int | None, rules: VacancyRules) -> list[str]:
    if rules.fleet is None:
        return ["Nenhuma regra em vigor limita a frota."]
    if cap is None or population is None:
        return [f"Falta {rules.missing}.", f"Em vigor: {occupied}."]
    rounding = "a fração conta" if rules.fleet.rounds_up else "a fração se despreza"
    sums = (
        f"{_thousands(population)} habitantes × {rules.fleet.each} ÷ "
        f"{_thousands(rules.fleet.per)} = {cap} ({rounding})."
    )
    over = f" São {occupied - cap} acima do limite." if occupied > cap else ""
    return [sums, f"Em vigor: {occupied}; livres: {max(0, cap - occupied)}.{over}"]


def _thousands(n: int) -> str:
    return f"{n:,}".replace(",", ".")
