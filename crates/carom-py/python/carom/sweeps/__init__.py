"""Parameter studies of any size: on this machine, on an executor, on a cluster of Dask or Ray; as a
table in memory or in a Parquet file that grows and can be taken up again.
"""

from __future__ import annotations

from .run import sweep
from .table import SweepTable

__all__ = ["SweepTable", "sweep"]
