"""The command `autos`."""

from pkgutil import resolve_name
from typing import Any

import click

from webapp.cli.usage import in_portuguese

SUBJECTS = {
    "audit": "webapp.cli.audit:audit",
    "bench": "webapp.cli.bench:bench",
    "backup": "webapp.cli.backup:backup",
    "calendar": "webapp.cli.calendar:calendar",
    "db": "webapp.cli.db:db",
    "deadline": "webapp.cli.deadline:deadline",
    "demo": "webapp.cli.demo:demo",
    "expression": "webapp.cli.expression:expression",
    "fare": "webapp.cli.fare:fare",
    "law": "webapp.cli.law:law",
    "registry": "webapp.cli.registry:registry",
    "release": "webapp.cli.backup:release",
    "restore": "webapp.cli.backup:restore",
    "scenario": "webapp.cli.scenario:scenario",
    "serve": "webapp.cli.serve:serve",
    "user": "webapp.cli.user:user",
    "worker": "webapp.worker:worker",
}


class Subjects(click.Group):
    """The commands of SUBJECTS, each loaded when it is called, so that none slows the others."""

    def list_commands(self, _ctx: click.Context) -> list[str]:
        """Return the names, in alphabetical order."""
        return sorted(SUBJECTS)

    def get_command(self, _ctx: click.Context, name: str) -> click.Command | None:
        """Return the command of a subject, None if there is no such subject."""
        if name not in SUBJECTS:
            return None
        command: click.Command = resolve_name(SUBJECTS[name])
        return command

    def make_context(self, *args: Any, **extra: Any) -> click.Context:
        """Read the arguments; errors are in Portuguese."""
        with in_portuguese():
            return super().make_context(*args, **extra)

    def invoke(self, ctx: click.Context) -> Any:
        """Run the command; errors are in Portuguese."""
        with in_portuguese():
            return super().invoke(ctx)


@click.group(cls=Subjects)
def main() -> None:
    """Autos: processos administrativos de táxi e mototáxi."""
