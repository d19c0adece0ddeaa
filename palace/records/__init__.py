"""Records of games and builds: reading with the place of every error, and writing."""

from palace.records.build_file import read_build
from palace.records.record import Record, read_record
from palace.records.writing import write_record

__all__ = ["Record", "read_build", "read_record", "write_record"]
