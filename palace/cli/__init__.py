"""The command line: `palace VERB ...`, one module for each verb, loaded when it is called."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Any

import click

from palace.errors import InputError, NotationError, Problem

VERBS = ("check", "explain", "rulings", "map", "render", "demo")


class _Verbs(click.Group):
    """Finds a verb's module by its name, so that one verb does not pay for the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        verb = import_module(f"palace.cli.{cmd_name}")
        command: click.Command = getattr(verb, f"{cmd_name}_verb")
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            import difflib

            near = difflib.get_close_matches(args[0], VERBS, 1)
            hint = f"did you mean {near[0]}?" if near else f"it does: {', '.join(VERBS)}"
            raise InputError(Problem("palace", f"there is no verb {args[0]!r}", hint))
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.version_option(package_name="palace", message="palace %(version)s")
@click.pass_context
def palace(context: click.Context) -> None:
    """The referee for Monkey Palace: is this staircase legal, and if not, why?

    Example:  palace check a4-b4+c-c4_cb-d4_cb
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit status: 0 fine, 1 not legal, 2 wrong input."""
    sys.exit(run(arguments))


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status. Errors are one line each on stderr."""
    try:
        status = palace.main(arguments, "palace", standalone_mode=False)
        sys.stdout.flush()
    except InputError as error:
        return _fail(error.problems)
    except NotationError as error:
        return _fail([Problem("", str(error))])
    except click.ClickException as error:
        return _fail([_usage(error)])
    except (KeyboardInterrupt, click.Abort):
        return 130
    except BrokenPipeError:
        # Whoever read our output has gone; a second complaint at exit helps nobody.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return 0
    return status if isinstance(status, int) else 0


def _usage(error: click.ClickException) -> Problem:
    context = getattr(error, "ctx", None)
    verb = context.command_path if context is not None else "palace"
    message = error.format_message().rstrip(".")
    return Problem(verb, message[:1].lower() + message[1:], f"see: {verb} --help")


def _fail(problems: Sequence[Problem]) -> int:
    for problem in problems:
        line = str(problem)
        click.secho(line.encode("utf-8", "replace").decode(), fg="red", err=True)
    return 2
