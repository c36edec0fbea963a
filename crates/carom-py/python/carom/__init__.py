"""Carom: what happens when rigid bodies hit each other at several points at once.

Friction, tangential compliance and energetic restitution, exact to rounding; and why: the events,
the impulse curve, the energy ledger. SI units throughout.

>>> import carom
>>> r = carom.solve("scenes/bouncing-ball.toml")   # or the text of a scene, or a dictionary
>>> r.velocities["ball"]
array([0.54409016, 0.        , 2.5       ])
>>> r.energy
{before: 13.8 J, after: 3.9651 J, lost_in_restitution: 9.375 J, lost_in_friction: 0.459895 J}
>>> figure, samples = r.plot(), r.sample([0.1, 0.2])

===================  =========================================================================
`solve`              one impact, or a world in motion
`Impact`             an impact of `Body` and `Contact` objects
`solve_batch`        one impact for millions of velocities and coefficients, on all cores
`compare`            one impact under every law
`World`, `Motion`    motion in time: billiards, bouncing bodies, Newton's cradle
`shot`               a billiard shot, and `shot_batch` for many
`recover`            how a ball was moving, from where it was seen
`fit`                parameters that explain measurements, with uncertainties
`sweep`              a parameter study on all cores or on a cluster, into a table
`studio`             the browser's page: the scene in space, with a slider for every number
===================  =========================================================================

`SceneError` says what is wrong with a scene and where, `SolveError` why an impact has no answer.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ._native import __version__

if TYPE_CHECKING:
    from ._named import ByName, Ledger
    from .batch import BatchResult, solve_batch
    from .bodies import Body, Contact
    from .comparison import Comparison, compare
    from .errors import Problem, SceneError, SolveError
    from .figure import Figure
    from .fitting import Fit, Fitted, LawTable, fit
    from .impact import Impact, load, solve
    from .jacobian import Jacobian, Kink, OneSided
    from .motion import Motion, MotionEvent, World
    from .page import Studio, studio
    from .recovery import Estimate, Recovery, recover
    from .result import Event, Result, Samples, State
    from .shots import ShotBatch, shot, shot_batch
    from .sweeps import SweepTable, sweep

__all__ = [
    "BatchResult",
    "Body",
    "ByName",
    "Comparison",
    "Contact",
    "Estimate",
    "Event",
    "Figure",
    "Fit",
    "Fitted",
    "Impact",
    "Jacobian",
    "Kink",
    "LawTable",
    "Ledger",
    "Motion",
    "MotionEvent",
    "OneSided",
    "Problem",
    "Recovery",
    "Result",
    "Samples",
    "SceneError",
    "ShotBatch",
    "SolveError",
    "State",
    "Studio",
    "SweepTable",
    "World",
    "__version__",
    "compare",
    "fit",
    "load",
    "recover",
    "shot",
    "shot_batch",
    "solve",
    "solve_batch",
    "studio",
    "sweep",
]

#: Where the names are. Modules are imported when they are first asked for: `import carom` loads none of them.
_HOMES = {
    "BatchResult": "batch",
    "Body": "bodies",
    "ByName": "_named",
    "Comparison": "comparison",
    "Contact": "bodies",
    "Estimate": "recovery",
    "Event": "result",
    "Figure": "figure",
    "Fit": "fitting",
    "Fitted": "fitting",
    "Impact": "impact",
    "Jacobian": "jacobian",
    "Kink": "jacobian",
    "OneSided": "jacobian",
    "LawTable": "fitting",
    "Ledger": "_named",
    "Motion": "motion",
    "MotionEvent": "motion",
    "Problem": "errors",
    "Recovery": "recovery",
    "Result": "result",
    "Samples": "result",
    "SceneError": "errors",
    "ShotBatch": "shots",
    "SolveError": "errors",
    "State": "result",
    "Studio": "page",
    "SweepTable": "sweeps",
    "World": "motion",
    "compare": "comparison",
    "fit": "fitting",
    "load": "impact",
    "recover": "recovery",
    "shot": "shots",
    "shot_batch": "shots",
    "solve": "impact",
    "solve_batch": "batch",
    "studio": "page",
    "sweep": "sweeps",
}


def __getattr__(name: str) -> object:
    from importlib import import_module

    if name in _HOMES:
        value = globals()[name] = getattr(import_module(f".{_HOMES[name]}", __name__), name)
        return value
    if name in _HOMES.values():
        return import_module(f".{name}", __name__)
    raise AttributeError(f"module 'carom' has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
