"""A case of Marilândia at each of its stages, with people who can sign in to look at it."""

from collections.abc import Callable, Mapping

from sqlalchemy import delete, insert, update

from tests.cases.kit import World
from tests.web.conftest import HASH
from webapp.store import tables
from webapp.store.database import transaction

SECRETS = (
    "Fulano da Silva",
    "Beltrana Souza",
    "529.982.247-25",
    "52998224725",
    "982.247",
    "MQX4E21",
    "MQX",
    "Rua das Flores",
    "touca",
)
"""What the file of the case knows about its parties, and no page for anybody may tell."""


def opened(world: World) -> None:
    """Monday 01/12/2025: the auto is drawn up and delivered, the five days to defend run."""
    world.register_holder("Beltrana Souza", "111.444.777-35", "MQX4E21")
    world.open()


def defended(world: World) -> None:
    """Friday 05/12/2025: the defence came in time."""
    opened(world)
    world.go("2025-12-05").paper("defesa", "2025-12-05")


def to_judge(world: World) -> None:
    """Monday 08/12/2025, where the clock of the pages stands: a defence waits for the Diretor."""
    defended(world)
    world.go("2025-12-08")
    stand_still(world)


def lapsed(world: World) -> None:
    """Tuesday 09/12/2025: nobody defended himself, and the lapse is to be certified."""
    opened(world)
    world.go("2025-12-09").tick()


def judged(world: World) -> None:
    """Monday 08/12/2025: the Diretor imposed the fine, and it is to be notified."""
    defended(world)
    world.go("2025-12-08").judge()


def notified(world: World) -> None:
    """Tuesday 09/12/2025: the fine is notified, the five days to ask for reconsideration run."""
    judged(world)
    world.go("2025-12-09").notify("2025-12-09")


def final(world: World) -> None:
    """Monday 05/01/2026: the fine is final, and its payment is awaited."""
    notified(world)
    world.go("2025-12-26").tick()
    world.go("2026-01-05").answer("certificar_reconsideracao", resultado="decurso")


def paid(world: World) -> None:
    """Tuesday 20/01/2026: the fine is paid and the case is over."""
    final(world)
    world.go("2026-01-20").paper("pagamento", "2026-01-20")


STAGES: Mapping[str, Callable[[World], None]] = {
    each.__name__: each for each in (opened, defended, lapsed, judged, notified, final, paid)
}


def let_people_in(world: World) -> None:
    """Give everybody of the world the password of the tests."""
    with transaction(world.engine) as session:
        session.execute(update(tables.user_account).values(password_hash=HASH))


def stand_still(world: World) -> None:
    """The clock of the pages stands where the world's stands."""
    with transaction(world.engine) as session:
        session.execute(delete(tables.clock_setting))
        session.execute(insert(tables.clock_setting).values(stands_at=world.now, why="teste"))
