"""What the command line says, in Portuguese, when it was called wrongly."""

import csv
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from typing import Any, NamedTuple

import click

from webapp.config import BadSetting, NotReady


class Value(click.ParamType[Any]):
    """A value read by a function; `wrong` is the sentence for what it cannot read, with {}."""

    def __init__(self, name: str, read: Callable[[str], Any], wrong: str) -> None:
        self.name = name
        self._read = read
        self._wrong = wrong

    def convert(self, value: Any, param: click.Parameter | None, ctx: click.Context | None) -> Any:
        """Return what `read` makes of the text; its ValueError or OSError is a usage error."""
        try:
            return self._read(value)
        except (ValueError, OSError):
            self.fail(self._wrong.format(value), param, ctx)


class Row(NamedTuple):
    """A row of a CSV file: the line it ends on, and its cells by column; «» where it is short."""

    line: int
    cells: dict[str, str]


def csv_with(columns: Sequence[str]) -> Value:
    """A CSV file that has at least these columns and one row, as a list of `Row`."""

    def read(path: str) -> list[Row]:
        with Path(path).open(encoding="utf-8-sig", newline="") as file:
            reader = csv.DictReader(file, restval="")
            try:
                rows = [Row(reader.line_num, cells) for cells in reader]
            except csv.Error as wrong:
                raise ValueError(path) from wrong
        if not rows or not set(columns) <= set(rows[0].cells):
            raise ValueError(path)
        return rows

    wrong = f"«{{}}» não é um CSV que se possa ler com as colunas {', '.join(columns)}."
    return Value("ARQUIVO.csv", read, wrong)


class WrongUse(click.UsageError):
    """A usage error in Portuguese; the exit code is 2."""

    def show(self, file: Any = None) -> None:
        """Write the sentence, then where to find help."""
        click.echo(f"Erro: {self.message}", file=file, err=True)
        if self.ctx:
            click.echo(f"Ajuda: {self.ctx.command_path} --help", file=file, err=True)


class NotSetUp(click.ClickException):
    """A setting that cannot be used, or a database that is not ready; the exit code is 2."""

    exit_code = 2

    def show(self, file: Any = None) -> None:
        """Write the sentence."""
        click.echo(f"Erro: {self.message}", file=file, err=True)


@contextmanager
def in_portuguese() -> Iterator[None]:
    """Say the usage errors of click in Portuguese, and what is not set up."""
    try:
        yield
    except (BadSetting, NotReady) as wrong:
        raise NotSetUp(str(wrong)) from wrong
    except (WrongUse, click.exceptions.NoArgsIsHelpError):
        raise
    except click.UsageError as wrong:
        raise WrongUse(_sentence(wrong), wrong.ctx) from wrong


def _sentence(wrong: click.UsageError) -> str:
    match wrong:
        case click.MissingParameter():
            return f"falta {_name(wrong)}."
        case click.BadParameter():
            return f"{_name(wrong)}: {wrong.message}"
        case click.NoSuchOption():
            return f"não existe a opção «{wrong.option_name}»."
        case click.BadOptionUsage():
            return f"a opção «{wrong.option_name}» pede um valor."
        case click.exceptions.NoSuchCommand():
            return f"não existe o comando «{wrong.command_name}»."
    return wrong.message


def _name(wrong: click.BadParameter) -> str:
    if isinstance(wrong.param, click.Option):
        return wrong.param.opts[0]
    return (wrong.param and wrong.param.metavar) or "um argumento"
