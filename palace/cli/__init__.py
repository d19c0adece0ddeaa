"""The command line: `palace VERB ...`, one module for each verb, loaded when it is called."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from importlib import import_module
from typing import Any

import click

from palace.core.errors import DISTRIBUTION, InputError, Problem, nearest, shorten
from palace.core.terminal import harmless, hear_endings, on_terminal

VERBS = (
    "check", "audit", "count", "best", "pass", "hint", "new", "score", "play", "table", "sheet",
    "explain", "rulings", "map", "box", "view", "render", "share", "convert", "parts", "demo",
    "analyse", "puzzle", "learn", "league", "simulate",
    "palm-island", "doctor",
)  # fmt: skip

_MODULES = {
    **{verb: f"monkey.{verb}" for verb in ("check", "audit", "convert", "map", "parts", "demo")},
    **dict.fromkeys(("count", "best", "pass"), "monkey.search"),
    "rulings": "explain",
    **dict.fromkeys(("hint", "analyse", "league"), "advice"),
    "learn": "puzzle",
    "palm-island": "palm",
}
"""The modules of the verbs that one game alone has; the others have the name of their verb."""

GONE = 141
"""Exit status when the reader of the output is gone, as of a program that SIGPIPE ends."""

BUG = 70
"""Exit status of a fault of this program, as EX_SOFTWARE of sysexits.h."""

TRACEBACK = "PALACE_TRACEBACK"
"""The environment variable that shows the traceback of such a fault."""

LONGEST = 900
"""Characters of an error's line; a text in a file may be far longer."""

MOST = 20
"""Errors that are printed; the number of the others follows."""


class _Verbs(click.Group):
    """Finds a verb's module by its name, so that one verb does not pay for the others."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        return list(VERBS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        if cmd_name not in VERBS:
            return None
        verb = import_module(f"palace.cli.{_MODULES.get(cmd_name, cmd_name)}")
        command: click.Command = getattr(verb, f"{cmd_name.replace('-', '_')}_verb")
        return command

    def resolve_command(self, ctx: click.Context, args: list[str]) -> Any:
        if args and args[0] not in VERBS and not args[0].startswith("-"):
            near = nearest(args[0], VERBS)
            hint = f"did you mean {near}?" if near else f"it does: {', '.join(VERBS)}"
            raise InputError(Problem("palace", f"there is no verb {args[0]!r}", hint))
        return super().resolve_command(ctx, args)


@click.group(
    cls=_Verbs,
    invoke_without_command=True,
    context_settings={"help_option_names": ["-h", "--help"]},
)
@click.option(
    "--trust",
    is_flag=True,
    expose_value=False,
    help="Read files that a record names outside its folder, this folder and your home.",
)
@click.version_option(package_name=DISTRIBUTION, message="palace %(version)s")
@click.pass_context
def palace(context: click.Context) -> None:
    """Check builds and recorded games against the rules, draw them, and score them.

    Example:  palace check a4-b4+c-c4_cb-d4_cb
    """
    if context.invoked_subcommand is None:
        click.echo(context.get_help())


def main(arguments: Sequence[str] | None = None) -> None:
    """Run the command line and leave with its exit status.

    0 fine, 1 not legal, 2 wrong input, 70 a fault of this program, 130 Ctrl-C (or SIGTERM, SIGHUP),
    141 output gone.
    """
    hear_endings()
    for stream in (sys.stdout, sys.stderr):
        # A name of another script must not break a run; what cannot be shown is escaped.
        if hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")
    sys.stdout, sys.stderr = _guarded(sys.stdout), _guarded(sys.stderr)
    sys.exit(run(arguments))


class _Guarded(io.TextIOWrapper):
    """An output that is sent colours, line ends and text, and nothing else; a pipe may lead to a
    terminal, too."""

    def write(self, text: str) -> int:
        return super().write(on_terminal(text))


def _guarded(stream: Any) -> Any:
    """Return a stream with what it may be sent; one that is no file as it is."""
    if not hasattr(stream, "buffer"):
        return stream
    lines = stream.line_buffering
    return _Guarded(stream.buffer, stream.encoding, "backslashreplace", line_buffering=lines)


def run(arguments: Sequence[str] | None = None) -> int:
    """Run the command line; returns the exit status. Errors are one line each on stderr."""
    # https://no-color.org; None lets click look at the terminal.
    colour = False if os.environ.get("NO_COLOR") else None
    words = [*(sys.argv[1:] if arguments is None else arguments)]
    with ExitStack() as stack:
        if "--trust" in words:
            from palace.files.problems import trusting

            words.remove("--trust")
            stack.enter_context(trusting())
        return _run(words, colour)


def _run(words: Sequence[str], colour: bool | None) -> int:
    try:
        status = palace.main(words, "palace", standalone_mode=False, color=colour)
        if sys.stdout is not None:
            sys.stdout.flush()
    except InputError as error:
        return _fail(error.problems, colour)
    except click.ClickException as error:
        return _fail([_usage(error, words)], colour)
    except KeyboardInterrupt:
        return 130
    except click.Abort as error:
        # Click makes one of every EOFError, also of one that comes from no prompt.
        return _fault(error.__cause__) if isinstance(error.__cause__, EOFError) else 130
    except SystemExit:
        return GONE  # click's way when the reader of our output has gone
    except BrokenPipeError:
        _drop_output()
        return GONE
    except OSError as error:
        if error.filename is not None:
            return _fault(error)
        _drop_output()
        what = (error.strerror or str(error)).lower()
        return _fail([Problem("standard output", what, "write it elsewhere")], colour)
    except Exception as error:
        return _fault(error)
    return status if isinstance(status, int) else 0


def _fault(error: Exception) -> int:
    """Tell of a fault of this program; return its exit status."""
    if os.environ.get(TRACEBACK):
        raise error
    _fail([_bug(error)], None)
    return BUG


def _drop_output() -> None:
    """Let nothing more be written, so that Python does not complain at exit."""
    os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())


def _called(words: Sequence[str]) -> str:
    """Return the verb that words name, for errors of click that do not tell theirs."""
    verb: click.Command = palace
    path = "palace"
    for word in words:
        inner = (
            verb.get_command(click.Context(verb), word) if isinstance(verb, click.Group) else None
        )
        if inner is None:
            break
        verb, path = inner, f"{path} {word}"
    return path


def _usage(error: click.ClickException, words: Sequence[str]) -> Problem:
    context = getattr(error, "ctx", None)
    verb = context.command_path if context is not None else _called(words)
    near = getattr(error, "possibilities", None)
    message = (error.message if near else error.format_message()).rstrip(".")
    hint = f"did you mean {' or '.join(sorted(near))}?" if near else f"see: {verb} --help"
    short = isinstance(error, click.NoSuchOption) and len(error.option_name) == 2
    if short and verb == "palace check":
        hint = f"write a staircase without blanks, or in quotes; {hint}"  # the tail of `c4 -d4`
    return Problem(verb, message[:1].lower() + message[1:], hint)


def _bug(error: Exception) -> Problem:
    """Return the line about a fault of this program: what, where, and where to report it."""
    import traceback

    frame = traceback.extract_tb(error.__traceback__)[-1]
    place = "/".join(frame.filename.split(os.sep)[-3:])
    what = f"internal error: {type(error).__name__}: {error} ({place}:{frame.lineno})"
    return Problem(
        "palace", what,
        f"a fault of palace, not of your input: open an issue in its repository with this line, "
        f"the call and its files ({TRACEBACK}=1 shows more)",
    )  # fmt: skip


def _fail(problems: Sequence[Problem], colour: bool | None) -> int:
    for problem in problems[:MOST]:
        line = harmless(shorten(str(problem), LONGEST))
        click.secho(line, fg="red", err=True, color=colour)
    if len(problems) > MOST:
        click.secho(f"and {len(problems) - MOST:,} more", fg="red", err=True, color=colour)
    return 2
