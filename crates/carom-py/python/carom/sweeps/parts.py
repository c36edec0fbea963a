"""A table in a Parquet file that grows in parts and can be taken up again.

While a sweep runs, every chunk of rows becomes a file of its own beside the output, written aside
and renamed, so that a part is whole or not there. When all rows are there they become one file with
groups of a fixed size: its bytes do not depend on the chunks, on who computed them, or on how often
the sweep was interrupted.
"""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from pathlib import Path
from typing import TYPE_CHECKING

from .study import Study
from .table import GROUP, Columns, arrow, schema

if TYPE_CHECKING:
    import pyarrow

#: Names of parts: the first row, and the row after the last.
PART = re.compile(r"rows-(\d+)-(\d+)\.parquet")


class Parts:
    """The parts of one output file."""

    def __init__(self, study: Study, output: str | os.PathLike[str]) -> None:
        self.study = study
        self.output = Path(output)
        self.folder = self.output.with_name(f"{self.output.name}.parts")

    def open(self) -> None:
        """Makes the folder of the parts, or takes it up if it belongs to the same sweep."""
        self.folder.mkdir(parents=True, exist_ok=True)
        mark, fingerprint = self.folder / "sweep", f"{self.study.native.fingerprint:016x}\n"
        if not mark.exists():
            _write_aside(mark, fingerprint.encode())
        elif mark.read_text() != fingerprint:
            raise ValueError(
                f"{self.folder} holds parts of another sweep (other scene, settings, seed or version): "
                "take another output, or delete that folder"
            )

    def is_done(self) -> bool:
        """Whether the output is there, complete and of this sweep."""
        import pyarrow.parquet as pq

        if not self.output.exists():
            return False
        found = (pq.read_schema(self.output).metadata or {}).get(b"carom.fingerprint")
        if found != f"{self.study.native.fingerprint:016x}".encode():
            raise ValueError(f"{self.output} holds another table: take another output, or delete it")
        return True

    def ranges(self) -> list[tuple[int, int]]:
        """First row, and row after the last, of all parts, in order; none overlaps another."""
        found = [
            (int(match[1]), int(match[2]))
            for match in map(PART.fullmatch, sorted(os.listdir(self.folder)))
            if match is not None
        ]
        ranges: list[tuple[int, int]] = []
        for start, stop in sorted(found):
            if not ranges or start >= ranges[-1][1]:
                ranges.append((start, stop))
        return ranges

    def missing(self) -> Iterator[tuple[int, int]]:
        """The stretches of rows that no part holds."""
        next_row = 0
        for start, stop in self.ranges():
            if start > next_row:
                yield next_row, start
            next_row = stop
        if next_row < self.study.native.rows:
            yield next_row, self.study.native.rows

    def write(self, start: int, stop: int, rows: Columns) -> None:
        """Keeps the rows of a chunk."""
        path = self.folder / f"rows-{start}-{stop}.parquet"
        aside = path.with_suffix(f".{os.getpid()}.tmp")
        _write_table(aside, arrow(self.study, rows))
        os.replace(aside, path)

    def finish(self) -> None:
        """Makes one file of all parts."""
        import pyarrow as pa
        import pyarrow.parquet as pq

        aside = self.output.with_name(f"{self.output.name}.{os.getpid()}.tmp")
        try:
            with pq.ParquetWriter(aside, schema(self.study)) as writer:
                held: list[pa.Table] = []
                count = 0
                for start, stop in self.ranges():
                    part = pq.read_table(self.folder / f"rows-{start}-{stop}.parquet", schema=schema(self.study))
                    held.append(part)
                    count += part.num_rows
                    while count >= GROUP:
                        together = pa.concat_tables(held).combine_chunks()
                        writer.write_table(together.slice(0, GROUP), row_group_size=GROUP)
                        held, count = [together.slice(GROUP)], count - GROUP
                if count:
                    writer.write_table(pa.concat_tables(held).combine_chunks(), row_group_size=GROUP)
            os.replace(aside, self.output)
        finally:
            aside.unlink(missing_ok=True)
        shutil.rmtree(self.folder)


def _write_table(path: Path, table: pyarrow.Table) -> None:
    import pyarrow.parquet as pq

    pq.write_table(table, path)


def _write_aside(path: Path, contents: bytes) -> None:
    aside = path.with_name(f"{path.name}.{os.getpid()}.tmp")
    aside.write_bytes(contents)
    os.replace(aside, path)
