"""Results as tables of pandas, data sets of xarray and HTML."""

from __future__ import annotations

import html as markup
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    import pandas
    import xarray

    from .motion import Motion
    from .result import Result

AXES = ("x", "y", "z")

#: Of columns, for attributes.
UNITS = {
    "velocities": "m/s",
    "angular_velocities": "rad/s",
    "impulses": "N s",
    "normal_impulse": "N s",
    "normal_velocity": "m/s",
    "normal_force": "N",
    "strain_energy": "J",
    "positions": "m",
    "angles": "rad",
    "speeds": "rad/s",
    "displacements": "m",
    "horizontal_velocities": "m/s",
    "orientations": "1",
    "time": "s",
}

RESULT_TABLES = ("bodies", "contacts", "events", "states", "trace")


def of_result(result: Result, what: str) -> pandas.DataFrame:
    """The table of that name."""
    import pandas

    document = result.document
    if what == "bodies":
        rows = {
            name: dict(
                zip(("vx", "vy", "vz", "wx", "wy", "wz"), (*body["velocity"], *body["angular_velocity"]), strict=True)
            )
            for name, body in document["bodies"].items()
        }
        return pandas.DataFrame.from_dict(rows, orient="index").rename_axis("body")
    if what == "contacts":
        index = pandas.Index(result.contact_names, name="contact")
        return pandas.DataFrame([_flat(contact) for contact in document["contacts"]], index=index)
    if what == "events":
        return pandas.DataFrame(
            [{"time": e.time, "kind": e.kind, "contact": e.name} for e in result.events],
            columns=["time", "kind", "contact"],
        )
    if what == "states":
        names = result.contact_names
        return pandas.DataFrame([_state(state, names) for state in document["states"]])
    if what == "trace":
        return result.trace.to_pandas()
    raise ValueError(f"there is no table {what!r}: expected one of {', '.join(RESULT_TABLES)}")


def _flat(contact: dict[str, Any]) -> dict[str, Any]:
    """Vectors as three columns."""
    row: dict[str, Any] = {}
    for key, value in contact.items():
        if key == "between":
            row["first"], row["second"] = value
        elif isinstance(value, list):
            row |= {f"{key}_{axis}": number for axis, number in zip(AXES, value, strict=True)}
        elif key != "name":
            row[key] = value
    return row


def _state(state: dict[str, Any], names: list[str]) -> dict[str, Any]:
    row: dict[str, Any] = {"time": state["time"], "active": ", ".join(names[i] for i in state["active"])}
    for key in ("normal_impulses", "strain_energies", "modes"):
        row |= {f"{key} {name}": value for name, value in zip(names, state.get(key, []), strict=False)}
    return row


def data_set(result: Result) -> xarray.Dataset:
    """An impact as a labelled data set."""
    import xarray

    variables: dict[str, Any] = {}
    if result.body_names:
        variables["velocity"] = (("body", "axis"), result.velocities.array, {"units": "m/s"})
        variables["angular_velocity"] = (("body", "axis"), result.angular_velocities.array, {"units": "rad/s"})
    variables["impulse"] = (("contact", "axis"), result.impulses.array, {"units": "N s"})
    variables["normal_impulses"] = (("contact",), result.normal_impulses.array, {"units": "N s"})
    coordinates: dict[str, Any] = {"contact": result.contact_names, "axis": list(AXES)}
    if result.body_names:
        coordinates["body"] = result.body_names
    if result._solved.has_course:
        for name, column in result.trace.columns.items():
            if name == "time":
                coordinates["time"] = ("time", column, {"units": "s"})
                continue
            of_bodies = name in {"velocities", "angular_velocities"}
            last = {2: (), 3: ("axis",) if column.shape[-1:] == (3,) else ("tangent",)}[column.ndim]
            dimensions = ("time", "body" if of_bodies else "contact", *last)
            variables[f"trace_{name}"] = (dimensions, column, {"units": UNITS.get(name, "SI")})
    attributes = {"title": result.title, "outcome": result.outcome, "duration": result.duration, **dict(result.energy)}
    return xarray.Dataset(variables, coordinates, attributes)


def of_motion(motion: Motion, times: Any) -> pandas.DataFrame:
    """A motion as a table with a row for each time and body."""
    import numpy as np
    import pandas

    samples = motion.sample(times)
    names = np.asarray(motion.names, dtype=object)
    count = len(samples["time"])
    table: dict[str, Any] = {"time": np.repeat(samples["time"], len(names)), "body": np.tile(names, count)}
    for name, column in samples.items():
        if name == "time":
            continue
        if column.ndim == 2:
            table[name] = column.reshape(-1)
            continue
        axes = AXES if column.shape[2] == 3 else ("w", *AXES)
        for place, axis in enumerate(axes):
            table[f"{name}_{axis}"] = column[:, :, place].reshape(-1)
    return pandas.DataFrame(table)


def motion_data_set(motion: Motion, times: Any) -> xarray.Dataset:
    """A motion as a labelled data set."""
    import xarray

    samples = motion.sample(times)
    coordinates: dict[str, Any] = {"time": ("time", samples["time"], {"units": "s"}), "body": motion.names}
    variables: dict[str, Any] = {}
    for name, column in samples.items():
        if name != "time":
            last = {2: (), 3: ("axis",) if column.shape[-1:] == (3,) else ("quaternion",)}[column.ndim]
            variables[name] = (("time", "body", *last), column, {"units": UNITS[name]})
    return xarray.Dataset(
        variables, {**coordinates, "axis": list(AXES)}, {"outcome": motion.outcome, **dict(motion.energy)}
    )


def html(result: Result) -> str:
    """An impact as tables for a notebook."""
    title = markup.escape(result.title or "Impact")
    heading = f"<b>{title}</b>: {result.outcome} after {len(result.events)} events"
    moved = [
        [name, *_numbers(result.velocities[name]), *_numbers(result.angular_velocities[name])]
        for name in result.body_names
    ]
    motions = _table(
        ["body", *(f"v<sub>{a}</sub> m/s" for a in AXES), *(f"ω<sub>{a}</sub> rad/s" for a in AXES)], moved
    )
    pushed = [[name, *_numbers(result.impulses[i])] for i, name in enumerate(result.contact_names)]
    impulses = _table(["contact", *(f"p<sub>{a}</sub> N s" for a in AXES)], pushed)
    ledger = _table(["energy", "J"], [[key.replace("_", " "), f"{value:.6g}"] for key, value in result.energy.items()])
    return f"<div>{heading}{motions if moved else ''}{impulses}{ledger}</div>"


def _numbers(numbers: Any) -> list[str]:
    return [f"{number:.6g}" for number in numbers]


def _table(head: list[str], rows: list[list[str]]) -> str:
    """Column heads are markup of ours, cells are not."""
    heads = "".join(f"<th>{cell}</th>" for cell in head)
    body = "".join("<tr>" + "".join(f"<td>{markup.escape(cell)}</td>" for cell in row) + "</tr>" for row in rows)
    return f"<table><thead><tr>{heads}</tr></thead><tbody>{body}</tbody></table>"
