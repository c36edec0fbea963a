"""Rows of a sweep as a table."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, TypeAlias

from .. import _native
from .study import Study

if TYPE_CHECKING:
    import numpy as np
    import pandas
    import pyarrow
    from numpy.typing import NDArray

#: Rows as Rust hands them over.
Columns: TypeAlias = "dict[str, Any]"

#: Rows in a group of a Parquet file, whatever the chunks were: a file does not show who computed it.
GROUP = 65_536


def schema(study: Study) -> pyarrow.Schema:
    """Names, types and units of the columns, and where they come from."""
    import json

    import pyarrow as pa

    native = study.native
    fields = [pa.field("row", pa.uint64())]
    fields += [pa.field(path, pa.float64() if is_numeric else pa.string()) for path, is_numeric in native.settings]
    fields.append(pa.field("status", pa.string()))
    fields += [pa.field(path, pa.float64(), metadata={"unit": unit}) for path, unit in native.columns]
    fields.append(pa.field("message", pa.string()))
    return pa.schema(
        fields,
        metadata={
            "carom.version": _native.__version__,
            "carom.scene": study.text,
            "carom.settings": json.dumps(list(study.settings)),
            "carom.columns": json.dumps(list(study.columns)),
            "carom.draws": str(study.draws),
            "carom.seed": str(study.seed),
            "carom.rows": str(native.rows),
            "carom.fingerprint": f"{native.fingerprint:016x}",
        },
    )


def arrow(study: Study, rows: Columns) -> pyarrow.Table:
    """Rows as a table of Arrow."""
    import pyarrow as pa

    names = schema(study)
    settings = [
        values if names.field(path).type == pa.string() else [float(value) for value in values]
        for (path, _), values in zip(study.native.settings, rows["settings"], strict=True)
    ]
    columns = [rows["row"], *settings, rows["status"], *rows["values"], rows["message"]]
    arrays = [
        pa.array(column, type=field.type, from_pandas=field.type == pa.float64())
        for column, field in zip(columns, names, strict=True)
    ]
    return pa.Table.from_arrays(arrays, schema=names)


class SweepTable:
    """The rows of a sweep, in order. Made by `carom.sweep`.

    Attributes
    ----------
    columns : list of str
        ``"row"``, the keys that were varied, ``"status"``, the results, ``"message"``.
    """

    def __init__(self, table: pyarrow.Table) -> None:
        self._table = table

    @property
    def columns(self) -> list[str]:
        """Names of the columns."""
        names: list[str] = self._table.column_names
        return names

    @property
    def metadata(self) -> dict[str, str]:
        """Where the rows come from: version, scene, settings, seed."""
        return {key.decode(): value.decode() for key, value in (self._table.schema.metadata or {}).items()}

    @property
    def units(self) -> dict[str, str]:
        """Units of the results."""
        return {field.name: field.metadata[b"unit"].decode() for field in self._table.schema if field.metadata}

    def __getitem__(self, column: str) -> NDArray[np.generic]:
        """A column as an array; NaN where a row has no answer."""
        if column not in self.columns:
            raise KeyError(f"there is no column {column!r}: expected one of {', '.join(self.columns)}")
        array: NDArray[np.generic] = self._table.column(column).to_numpy()
        return array

    def __len__(self) -> int:
        return int(self._table.num_rows)

    def to_pandas(self) -> pandas.DataFrame:
        """The rows as a table of pandas."""
        return self._table.to_pandas()

    def to_arrow(self) -> pyarrow.Table:
        """The rows as a table of Arrow."""
        return self._table

    def __repr__(self) -> str:
        return f"<carom.SweepTable: {len(self)} rows of {', '.join(self.columns)}>"
