# Generated from the Rust code by examples/write_stubs.rs; `crates/carom-py/check` compares.

import collections.abc
import typing

import numpy
import numpy.typing

"""
The part of Carom that is in Rust. Use the package `carom` instead: it documents every name.
"""

from _typeshed import SupportsGetItem
from typing import Final, SupportsIndex, final

__all__ = ["__version__", "Picture", "Run", "Scene", "Solved", "Sweep", "fit", "fit_files", "fit_laws", "opening", "recover", "samples_file", "shot_batch", "solve_batch", "studio_page", "toml"]

__version__: Final[str]
"""
The version of the workspace, by the name that Python has for it.
"""

@final
class Picture:
    """
    A finished figure.
    """
    @property
    def kind(self, /) -> str:
        """
        Which figure it is.
        """
    def pdf(self, /) -> bytes:
        """
        As the bytes of a PDF file.
        """
    def png(self, /) -> bytes:
        """
        As the bytes of a PNG file.
        """
    @property
    def svg(self, /) -> str:
        """
        As an SVG document.
        """

@final
class Run:
    """
    A world that was followed, with its scene.
    """
    @property
    def end(self, /) -> float:
        """
        When it ended, in seconds.
        """
    def figure(self, /, name: str | None) -> Picture:
        """
        A figure; without a name the one that fits best.
        """
    def instants(self, /) -> list[float]:
        """
        When something happened, in seconds, in order.
        """
    def json(self, /) -> str:
        """
        The JSON document of `carom run --json`.
        """
    def report(self, /, all: bool) -> str:
        """
        The report of `carom run`.
        """
    def sample(self, /, times: "numpy.typing.NDArray[numpy.float64]") -> "dict[str, numpy.typing.NDArray[numpy.float64]]":
        """
        Every body at times (seconds), by quantity: arrays over (time, body, axis); of a cradle over (time, ball).
        """

@final
class Scene:
    """
    A scene that was read.
    """
    def __new__(cls, /, text: str, name: str) -> Scene:
        """
        Reads the text of a scene file; `name` is what messages call it.
        """
    @property
    def body_names(self, /) -> list[str]: ...
    def compare(self, /) -> tuple[str, str]:
        """
        What every law says of the impact: its document, and its table in words.
        """
    @property
    def contact_names(self, /) -> list[str]: ...
    def derivatives(self, /, one_sided: "bool") -> "tuple[list[str], list[str], numpy.typing.NDArray[numpy.float64], list[tuple[float, str, list[str], list[str]]], list[tuple[str, str, numpy.typing.NDArray[numpy.float64] | None, list[str], float | None, str | None]]]":
        """
        Exact derivatives of the outcome of an impact, or of the end of a motion: names of rows and columns, the matrix, and where it is that of one branch only, as
        (time, cause, contacts, columns). If asked for, also what is to either side there: (column, side, slopes, jumps, uncertainty, refused).
        """
    def impulse_space(self, /) -> Picture:
        """
        The impulses of all laws at the only contact.
        """
    @property
    def is_world(self, /) -> bool:
        """
        Whether it goes on in time.
        """
    def laws(self, /) -> Picture:
        """
        What all laws say: impulses of the only contact, or impulses and velocities of several.
        """
    def motions(self, /) -> "tuple[numpy.typing.NDArray[numpy.float64], numpy.typing.NDArray[numpy.float64]]":
        """
        Velocities and angular velocities of the bodies before an impact.
        """
    @property
    def name(self, /) -> str: ...
    def run(self, /) -> Run:
        """
        Follows the world.
        """
    def solve(self, /) -> Solved:
        """
        Solves the impact.
        """
    @property
    def text(self, /) -> str: ...
    @property
    def title(self, /) -> str: ...

@final
class Solved:
    """
    A solved impact, with its scene.
    """
    def dot(self, /) -> str:
        """
        The transition diagram in Graphviz' language.
        """
    def figure(self, /, name: str | None, contact: SupportsIndex | None) -> Picture:
        """
        A figure; without a name the one that fits best.
        """
    @property
    def has_course(self, /) -> bool:
        """
        Whether the course is known over time.
        """
    def instants(self, /, count: SupportsIndex) -> list[float]:
        """
        Ascending instants for a smooth picture, with every event between; seconds.
        """
    def json(self, /) -> str:
        """
        The JSON document of `carom run --json`.
        """
    def report(self, /, all: bool) -> str:
        """
        The report of `carom run`.
        """
    def sample(self, /, times: "numpy.typing.NDArray[numpy.float64]") -> "dict[str, numpy.typing.NDArray[typing.Any]]":
        """
        Every quantity at ascending instants (seconds), by name.
        """

@final
class Sweep:
    """
    A scene, which keys of it are varied, and which results are kept. Row i depends on these and on i alone.
    """
    def __new__(cls, /, text: str, name: str, settings: SupportsGetItem[int, str], columns: SupportsGetItem[int, str], draws: SupportsIndex, seed: SupportsIndex) -> Sweep:
        """
        Settings are written `PATH=VALUES` as on the command line.
        """
    @property
    def columns(self, /) -> list[tuple[str, str]]:
        """
        The results that are kept, with their units.
        """
    def compute(self, /, start: "int", stop: "int", threads: "int | None" = None, progress: "typing.Callable[[int], object] | None" = None) -> "dict[str, typing.Any]":
        """
        Rows from `start` up to `stop`, by name: the values of the settings as they are written, numbers by column, statuses, messages.
        """
    @property
    def fingerprint(self, /) -> int:
        """
        A number that tells this sweep from others.
        """
    @property
    def rows(self, /) -> int:
        """
        How many rows there are.
        """
    def scene(self, /, row: SupportsIndex) -> str:
        """
        The scene of a row.
        """
    @property
    def settings(self, /) -> list[tuple[str, bool]]:
        """
        The keys that are varied, and whether all values of each are numbers.
        """

def fit(text: str, name: str, scene: str | None, data: str | None, tracks: SupportsGetItem[int, str], profile: bool) -> tuple[str, str, Picture]:
    """
    Document, report and figure of a fit from the texts of its files.
    """

def fit_files(text: str, name: str) -> tuple[str | None, str | None, list[str]]:
    """
    The files that a fit file names, as written there: its scene and its table, if they are files, and the samples of each track, an empty
    name where they are in the fit file.
    """

def fit_laws(text: str, name: str, scene: str | None, data: str | None, tracks: SupportsGetItem[int, str]) -> tuple[str, str]:
    """
    Document and report of every law that applies, fitted on a part of the rows and asked about the rest.
    """

def opening(table: str | None, rack: str | None) -> tuple[str, list[float], list[float] | None] | None:
    """
    The table that is played on, where its cue ball lies when the game begins, and where the first ball of the rack stands, if there
    is one; metres from the middle of the table. Without a table it is the one that the rack belongs on. Nothing if nobody knows the
    table: the scene will be refused.
    """

def recover(text: str, name: str, csv: tuple[str, str] | None) -> tuple[str, str, bool]:
    """
    Document and report of a recovery from the text of its file, whose samples may be in the text of a CSV file (name and text).
    """

def samples_file(text: str, name: str) -> str | None:
    """
    The CSV file that a recovery file names, as written there; nothing if it holds its samples itself.
    """

def shot_batch(text: "str", keys: "list[str]", values: "numpy.typing.NDArray[numpy.float64]", balls: "int", threads: "int | None" = None, progress: "typing.Callable[[int], object] | None" = None) -> "dict[str, typing.Any]":
    """
    Plays the shots of a scene whose `keys`, such as `cue.speed` or `rack.seed`, have the values of a row each.
    """

def solve_batch(scene: "Scene", rows: "int", columns: "dict[str, numpy.typing.NDArray[numpy.float64]]", threads: "int | None" = None, progress: "typing.Callable[[int], object] | None" = None) -> "dict[str, typing.Any]":
    """
    Solves rows of an impact. Columns are over (row, body, axis) and (row, contact). Gives arrays by name, the names of statuses, and
    what was wrong with rows that have no answer.
    """

def studio_page(scene: "str | None" = None) -> "str":
    """
    The browser's page as one HTML file, which opens with a scene if one is given. Fails if the module was compiled without the page.
    """

def toml(mapping: "collections.abc.Mapping[str, typing.Any]") -> "str":
    """
    The TOML text of a mapping. Keys whose value is None are left out; NumPy arrays are lists.
    """
