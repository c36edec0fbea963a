"""One nine-ball break to rest with pooltool, warm, as JSON on stdout. Lengths in metres, times in milliseconds, SI otherwise.

The rack is a diamond with the same gap between all neighbours, apex on the foot spot, long axis along +y; the cue ball
stands on the head string and is aimed at the centre of the apex ball.
"""

import argparse
import json
import math
import statistics
import time

import pooltool as pt
from pooltool.game.datatypes import GameType
from pooltool.objects.table.specs import PocketTableSpecs
from pooltool.physics.engine import PhysicsEngine
from pooltool.physics.resolve.resolver import default_resolver

DIAMOND = [1, 2, 3, 2, 1]
"""Balls in each row of the rack, from the apex on."""

NINE_FOOT = dict(l=2.54, w=1.27)
"""Playing area of a nine-foot table; all else as pooltool's seven-foot table."""


def arguments(description=__doc__):
    parser = argparse.ArgumentParser(description=description)
    parser.add_argument("--table", choices=["seven-foot", "nine-foot"], default="seven-foot")
    parser.add_argument("--cue-speed", type=float, default=8.0, help="speed of the cue before the blow, m/s")
    parser.add_argument("--gap", type=float, default=1e-3, help="gap between neighbours, in diameters")
    parser.add_argument("--side", type=float, default=0.1, help="cue ball beside the long axis, in widths of the table")
    parser.add_argument("--runs", type=int, default=30)
    return parser.parse_args()


def table_of(name):
    return pt.Table.from_table_specs(PocketTableSpecs(**(NINE_FOOT if name == "nine-foot" else {})))


def ball_positions(table, radius, gap, side):
    pitch = 2 * radius * (1 + gap)
    apex = (0.5 * table.w, 0.75 * table.l)
    places = []
    for row, count in enumerate(DIAMOND):
        for place in range(count):
            across = (place - 0.5 * (count - 1)) * pitch
            places.append((apex[0] + across, apex[1] + row * pitch * math.sqrt(3) / 2))
    cue = ((0.5 + side) * table.w, 0.25 * table.l)
    return cue, places


def system_of(options):
    table = table_of(options.table)
    parameters = pt.BallParams.default(GameType.NINEBALL)
    cue, places = ball_positions(table, parameters.R, options.gap, options.side)
    balls = {"cue": pt.Ball.create("cue", xy=cue, **ball_arguments(parameters))}
    for number, place in enumerate(places, start=1):
        balls[str(number)] = pt.Ball.create(str(number), xy=place, **ball_arguments(parameters))
    aim = math.degrees(math.atan2(places[0][1] - cue[1], places[0][0] - cue[0]))
    stick = pt.Cue(cue_ball_id="cue", V0=options.cue_speed, phi=aim, theta=0.0, a=0.0, b=0.0)
    return pt.System(cue=stick, table=table, balls=balls)


def ball_arguments(parameters):
    names = ["m", "R", "u_s", "u_r", "u_sp_proportionality", "u_b", "e_b", "e_c", "f_c", "g"]
    return {name: getattr(parameters, name) for name in names}


def default_engine():
    """The default of the package, whatever the user's configuration says."""
    return PhysicsEngine(resolver=default_resolver())


def times_of(system, engine, runs):
    """Milliseconds of each run, and the last one played."""
    times = []
    for _ in range(runs):
        fresh = system.copy()
        start = time.perf_counter()
        pt.simulate(fresh, engine=engine, inplace=True)
        times.append(1e3 * (time.perf_counter() - start))
    return times, fresh


def warm_times(system, engine, runs):
    """Milliseconds of each run; the first one compiles and is not counted."""
    times, fresh = times_of(system, engine, runs + 1)
    return times[1:], fresh


def main():
    options = arguments()
    system = system_of(options)
    times, simulated = warm_times(system, default_engine(), options.runs)
    parameters = next(iter(system.balls.values())).params
    struck = next(event for event in simulated.events if str(event.event_type) == "stick_ball")
    ball_agent = next(agent for agent in struck.agents if agent.id == "cue")
    print(json.dumps({
        "pooltool": pt.__version__,
        "table": {"name": options.table, "length": system.table.l, "width": system.table.w},
        "ball": ball_arguments(parameters),
        "cue": {"speed": options.cue_speed, "mass": system.cue.specs.M, "azimuth_degrees": system.cue.phi},
        "gap_in_diameters": options.gap,
        "positions": {name: list(ball.state.rvw[0]) for name, ball in system.balls.items()},
        "cue_ball_velocity": list(ball_agent.final.state.rvw[1]),
        "events": len(simulated.events),
        "seconds_to_rest": simulated.t,
        "pocketed": sorted(name for name, ball in simulated.balls.items() if ball.state.s == pt.constants.pocketed),
        "rest": {name: list(ball.state.rvw[0]) for name, ball in simulated.balls.items()},
        "milliseconds_per_break": {"median": statistics.median(times), "least": min(times), "most": max(times), "runs": len(times)},
    }, indent=1))


if __name__ == "__main__":
    main()
