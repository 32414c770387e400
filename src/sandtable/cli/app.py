"""`sandtable`: finds the command, and says in one sentence what was wrong with its input."""

from __future__ import annotations

import pkgutil
import sys
from collections.abc import Callable
from importlib import import_module
from types import ModuleType
from typing import Annotated, Any, NoReturn

import typer
from typer.core import TyperGroup
from typer.main import get_command

import sandtable
from sandtable import extras
from sandtable.core import NATIVE

from . import commands
from .screen import err


class Commands(TyperGroup):
    """Every module of `commands` is a command; it is imported when it is asked for."""

    def list_commands(self, ctx: Any) -> list[str]:
        return sorted(m.name for m in pkgutil.iter_modules(commands.__path__))

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        if cmd_name not in self.list_commands(ctx):
            return None
        try:
            module = import_module(f"{commands.__name__}.{cmd_name}")
        except ModuleNotFoundError as e:
            return without(cmd_name, extras.missing(e))
        command = getattr(module, cmd_name)
        return get_command(command if isinstance(command, typer.Typer) else alone(cmd_name, command, module))


def alone(name: str, function: Callable[..., None], module: ModuleType) -> typer.Typer:
    """The application of one command; a module may say the shape (a class of Typer's) of its own."""
    command = typer.Typer(add_completion=False, rich_markup_mode=None)
    command.command(name, cls=getattr(module, "SHAPE", None))(function)
    return command


def without(name: str, missing: extras.MissingExtra) -> Any:
    """A command whose libraries are not installed: it is listed, and says how to get them."""
    command = typer.Typer(add_completion=False, rich_markup_mode=None)

    @command.command(name, help=str(missing), context_settings=LOOSE, add_help_option=False)
    def refuse() -> None:
        raise missing

    return get_command(command)


LOOSE = {"ignore_unknown_options": True, "allow_extra_args": True}

app = typer.Typer(cls=Commands, add_completion=False, no_args_is_help=False, rich_markup_mode=None)


@app.callback(invoke_without_command=True)
def default(ctx: typer.Context, version: Annotated[bool, typer.Option("--version")] = False) -> None:
    """Five rulebooks about the Sinai and Suez wars, played by rule. Without a command: start the table."""
    if version:
        kernels = "native kernels" if NATIVE else "kernels in Python: no C module was built, or SANDTABLE_NATIVE=0"
        typer.echo(f"sandtable {sandtable.__version__} ({kernels})")
    elif ctx.invoked_subcommand is None:
        app(["play"])


def main() -> None:
    """Run a command; any mistake in its input is one sentence on standard error and exit code 2."""
    try:
        app()
    except (ValueError, sandtable.IllegalAction) as e:
        complain(str(e))
    except BrokenPipeError:
        sys.exit(0)
    except OSError as e:
        complain(f"{e.filename}: {e.strerror or e}" if e.filename else f"{e.strerror or e}")


def complain(sentence: str) -> NoReturn:
    err.print(f"sandtable: {sentence}", style="bold red", markup=False, highlight=False, soft_wrap=True)
    sys.exit(2)
