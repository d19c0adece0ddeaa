"""CSV as spreadsheets write it: rows of cells under a header, each with its place.

Cells are parted by comma, semicolon or tab, whichever the header uses; a cell in double quotes may
hold separators, line ends and doubled quotes.  Lines end with LF, CRLF or CR.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

from palace.core.errors import Problem, nearest, shorten
from palace.core.provenance import PROVENANCES
from palace.files.text_file import Place, place_in, wrong

SEPARATORS = ",;\t"


class Cell(NamedTuple):
    """The text of a cell without its quotes and the blanks around it, and where it begins."""

    text: str
    place: Place
    broken: bool = False

    def at(self, index: int) -> Place:
        """Return the place of a character of the text.

        Its beginning if it goes over several lines.
        """
        return self.place if self.broken else self.place._replace(column=self.place.column + index)


def rows_of(text: str, file: str, separator: str) -> list[list[Cell]]:
    """Return every row, blank ones too.

    An `InputError` for a quote that never closes or closes early.
    """
    # Within quotes a line end is a blank: no value here goes over several lines.
    text = re.sub("\r\n?", "\n", text)
    bare = re.compile(f"[^{separator}\n]*")
    rows: list[list[Cell]] = [[]]
    at = line = start = 0
    while True:
        while at < len(text) and text[at] in " \t" and text[at] != separator:
            at += 1
        place = Place(file, line + 1, at - start + 1)
        if text[at : at + 1] == '"':
            closed = re.compile(r'"((?:[^"]|"")*)"').match(text, at)
            if closed is None:
                raise wrong(str(place), "this quote is never closed", 'close it with "')
            value = closed[1].replace('""', '"')
            lead = value[: len(value) - len(value.lstrip())]
            begin = text.rfind("\n", start, at + 1 + len(lead)) + 1 or start
            column = at + 1 + len(lead) - begin + 1
            place = Place(file, line + 1 + lead.count("\n"), column)
            line += value.count("\n")
            start = text.rfind("\n", start, closed.end()) + 1 or start
            after = bare.match(text, closed.end())
            assert after is not None
            if after[0].strip():
                where = str(place_in(text, closed.end(), file))
                raise wrong(where, "something follows the closing quote", 'write " in it twice')
            at = after.end()
        else:
            found = bare.match(text, at)
            assert found is not None
            value, at = found[0], found.end()
        rows[-1].append(Cell(" ".join(value.split()), place, "\n" in value.strip()))
        if at >= len(text):
            return rows
        if text[at] == "\n":
            rows.append([])
            line, start = line + 1, at + 1
        at += 1


def separator_of(line: str) -> str:
    """Return the separator that occurs most in a header line, by default a comma."""
    return max(SEPARATORS, key=line.count)


_PROVENANCE = re.compile(r"#\s*provenance\s*[:=]\s*(.*?)", re.IGNORECASE)


class CsvReader:
    """Checks the rows of one file under its header, and collects every problem with its place.

    `needed` are its columns.  What begins with `#` is a note, a row or a column; one of the notes
    may hold the provenance.
    """

    def __init__(self, text: str, file: str, needed: Sequence[str]) -> None:
        self.file = file
        self.needed = needed
        self.problems: list[Problem] = []
        self.provenance = PROVENANCES[0]
        self.columns: dict[int, str] = {}
        self.notes: set[int] = set()
        self.every = rows_of(text, file, separator_of(_header_line(text)))

    def wrong(self, cell: Cell, what: str, remedy: str, at: int = 0) -> None:
        """Collect what is wrong with a cell, from a character of it on."""
        self.problems.append(Problem(str(cell.at(at)), what, remedy))

    def rows(self) -> Iterator[list[Cell]]:
        """Yield the rows below the header; with a wrong header there is none."""
        headed = False
        for row in self.every:
            if row[0].text.startswith("#"):
                self._note(row[0])
            elif not any(cell.text for cell in row) or _names_separator(row[0].text):
                continue
            elif headed:
                yield row
            else:
                headed = True
                self._header(row)
                if self.problems:
                    return
        if not headed:
            begin = f"begin with the row {','.join(self.needed)}"
            self.problems.append(Problem(f"{self.file}:1:1", "there is no header", begin))

    def cells(self, row: list[Cell]) -> dict[str, Cell]:
        """Return the cells of a row by their columns; those that it lacks are empty, at its end."""
        cells = dict.fromkeys(self.needed, Cell("", row[-1].at(len(row[-1].text))))
        for index, cell in enumerate(row):
            if index in self.columns:
                cells[self.columns[index]] = cell
            elif cell.text and index not in self.notes:
                what = f"{shorten(cell.text)!r} is under no column"
                self.wrong(cell, what, "name the column, with # before it for notes")
        return cells

    def whole(self, cell: Cell, column: str, least: int, most: int) -> int | None:
        """Return a whole number; None if there is none, which is then a problem."""
        wanted = f"a whole number from {least} to {most}"
        if not cell.text:
            self.wrong(cell, f"{column}: this cell is empty", f"write {wanted}")
        elif not re.fullmatch("[0-9]{1,3}", cell.text) or not least <= int(cell.text) <= most:
            self.wrong(cell, f"{column}: {shorten(cell.text)!r} does not fit", f"expected {wanted}")
        else:
            return int(cell.text)
        return None

    def _note(self, cell: Cell) -> None:
        """Keep the provenance that a note may hold."""
        said = _PROVENANCE.fullmatch(cell.text)
        if said is None:
            return
        if said[1].lower() in PROVENANCES:
            self.provenance = said[1].lower()
        else:
            what = f"provenance: {shorten(said[1])!r} is not known"
            self.wrong(cell, what, f"it is {' or '.join(PROVENANCES)}", said.start(1))

    def _header(self, row: list[Cell]) -> None:
        """Keep the name of every column; a cell without a name is no column."""
        slips = []
        for index, cell in enumerate(row):
            name = cell.text.lower()
            if name.startswith("#"):
                self.notes.add(index)
            elif name and name not in self.needed:
                near = nearest(name, self.needed)
                slips.append(near)
                hint = f"did you mean {near}?" if near else "put # before the name of a note"
                self.wrong(cell, f"there is no column {shorten(cell.text)!r}", hint)
            elif name and name in self.columns.values():
                self.wrong(cell, f"two columns are called {name}", "take one of them out")
            elif name:
                self.columns[index] = name
        for name in self.needed:
            if name not in self.columns.values() and name not in slips:
                wanted = f"the header is {','.join(self.needed)}"
                self.wrong(row[0], f"the column {name} is missing", wanted)


def _header_line(text: str) -> str:
    """Return the first line that is neither blank nor a note."""
    lines = (line.strip() for line in text.splitlines())
    bare = ((line, line.strip('"').strip(" ,;\t")) for line in lines)
    return next((line for line, text in bare if text[:1] not in ("", "#")
                 and not _names_separator(text)), "")  # fmt: skip


def _names_separator(text: str) -> bool:
    """Return whether this is the line `sep=;`, which gives the separator of a spreadsheet."""
    return text.lower().startswith("sep=")
