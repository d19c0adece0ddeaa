"""`palace doctor`: what works on this machine, and what to do about the rest."""

from __future__ import annotations

import platform
import shutil
import sys
from collections.abc import Iterator
from importlib.metadata import version
from typing import NamedTuple

import click

from palace.cli.options import json_option
from palace.cli.output import counted, echo_json, wrapped
from palace.cli.viewing import installed
from palace.contract.registry import REGISTRY, game
from palace.core.errors import DISTRIBUTION, InputError, install_hint
from palace.core.jit import faults


class Finding(NamedTuple):
    """What was looked at, whether it works, what was found, what to do if it does not; without
    what is not `needed` the rules still work."""

    what: str
    works: bool
    found: str
    remedy: str = ""
    needed: bool = False


@click.command("doctor", short_help="Check what works on this machine.")
@json_option
def doctor_verb(as_json: bool) -> None:
    """Check what works on this machine, and print what to install for the rest.

    Nothing is changed, but compiled code that cannot be loaded is deleted. The exit status is 0
    unless the rules themselves do not work.

    Example:  palace doctor
    """
    findings = [*_rules(), *_drawing()]
    if as_json:
        checks = [finding._asdict() for finding in findings]
        for check in checks:
            check["remedy"] = None if check["works"] else check["remedy"] or None
        echo_json({
            "works": all(finding.works for finding in findings if finding.needed),
            "complete": all(finding.works for finding in findings),
            "checks": checks,
        })  # fmt: skip
    else:
        for finding in findings:
            _echo(finding)
    if not all(finding.works for finding in findings if finding.needed):
        raise click.exceptions.Exit(1)


def _echo(finding: Finding) -> None:
    works = finding.works
    sign = click.style("ok", fg="blue") if works else click.style("! ", fg="red", bold=True)
    line = wrapped(f"   {finding.what:<14} {finding.found}", 0, 18)
    click.echo(sign + line[2:])
    if not works and finding.remedy:
        click.echo(wrapped(f"-> {finding.remedy}", 18, 3))


def _rules() -> list[Finding]:
    python = f"palace {version(DISTRIBUTION)} on Python {platform.python_version()}"
    return [
        Finding("palace", True, f"{python}, {platform.system()} {platform.machine()}", "", True),
        *_data(),
        _search(),
        _terminal(),
    ]


def _data() -> Iterator[Finding]:
    """Yield whether the data of every game can be read."""
    for key, entry in REGISTRY.items():
        try:
            findings = game(key).findings
            for what, good, found, remedy in () if findings is None else findings():
                yield Finding(what, good, found, remedy, needed=not remedy)
        except InputError as error:
            yield Finding(entry.title, False, str(error), "install palace again", True)


def _search() -> Finding:
    """Return whether searches are compiled; what is left without it, those in plain Python do."""
    try:
        import numba

        for key in REGISTRY:
            if (kernels := game(key).kernels) is not None:
                kernels()
    except ImportError as error:
        return Finding("search", False, f"numba: {error}", install_hint("fast"))
    compiler = f"compiled by numba {numba.__version__}"
    if found := faults():
        what = f"{compiler}, but {counted(len(found), 'function')} could not be loaded: {found[0]}"
        return Finding("search", False, what, "nothing: the next search compiles it again")
    return Finding("search", True, compiler)


def _terminal() -> Finding:
    encoding = (getattr(sys.stdout, "encoding", None) or "unknown").lower()
    columns = shutil.get_terminal_size().columns
    return Finding("terminal", True, f"{columns} columns, {encoding}")


def _drawing() -> list[Finding]:
    try:
        look = installed("doctor")
    except InputError as error:
        return [Finding("viewer", False, error.problems[0].what, install_hint("view"))]
    return [Finding(*finding) for finding in look()]
