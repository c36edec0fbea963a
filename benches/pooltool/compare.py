"""The same nine-ball break to rest with Carom and with pooltool, in one run, and the ratio of their times.

Takes the options of nine_ball_break.py; --runs is the number of breaks timed with each. The two take turns, one break at a
time, so that a busy machine slows both, and the least time of each counts. Both are warm: breaks are played before any is timed.
"""

import json
import math
import os
import pathlib
import statistics
import subprocess
import sys

import nine_ball_break

WORKSPACE = pathlib.Path(__file__).resolve().parents[2]
MODELS = {"with-bed": "Carom, cushions with bed", "alone": "Carom, cushions alone"}
AGREE = 1e-12
"""Metres and metres a second up to which the two breaks begin alike: a few roundings of numbers up to 13."""


def build():
    """The compiled example."""
    command = ["cargo", "build", "--release", "--package", "carom-motion", "--example", "nine_ball_break"]
    subprocess.run(command, cwd=WORKSPACE, check=True)
    target = pathlib.Path(os.environ.get("CARGO_TARGET_DIR", WORKSPACE / "target"))
    return WORKSPACE / target / "release" / "examples" / "nine_ball_break"


def carom(program, options, model, *more):
    words = ["--table", options.table, "--cue-speed", options.cue_speed, "--gap", options.gap, "--side", options.side]
    command = [program, *map(str, words), "--cushion", model, *more]
    done = subprocess.run(command, check=True, capture_output=True, text=True)
    return json.loads(done.stdout)


def begin_alike(system, struck, start):
    """Whether Carom's break starts where pooltool's does, as fast."""
    pairs = [(ball.state.rvw[0][:2], place) for ball, place in zip(system.balls.values(), start["positions"], strict=True)]
    pairs.append((struck, start["cue_ball_velocity"]))
    return all(math.dist(mine, other) < AGREE for mine, other in pairs)


def cue_ball_velocity(simulated):
    struck = next(event for event in simulated.events if str(event.event_type) == "stick_ball")
    return next(agent for agent in struck.agents if agent.id == "cue").final.state.rvw[1]


def main():
    options = nine_ball_break.arguments(__doc__)
    program = build()
    system, engine = nine_ball_break.system_of(options), nine_ball_break.default_engine()
    _, simulated = nine_ball_break.warm_times(system, engine, 1)
    theirs, reports = [], {model: carom(program, options, model, "--runs", "1") for model in MODELS}
    if not all(begin_alike(system, cue_ball_velocity(simulated), report) for report in reports.values()):
        sys.exit("the two programs do not start with the same break")
    ours, to_rack = {model: [] for model in MODELS}, {model: [] for model in MODELS}
    for _ in range(options.runs):
        theirs += nine_ball_break.times_of(system, engine, 1)[0]
        for model in MODELS:
            times = carom(program, options, model, "--runs", "1")["milliseconds_per_break"]
            ours[model].append(times["least"])
            to_rack[model].append(times["to_rack"])
    cores = len(os.sched_getaffinity(0))
    rates = {model: carom(program, options, model, "--runs", "1", "--threads", str(cores)) for model in MODELS}
    show("pooltool " + nine_ball_break.pt.__version__, theirs, len(simulated.events), simulated.t, "")
    for model, name in MODELS.items():
        report, rate = reports[model], rates[model]["breaks_per_second"]
        least, median = (of(theirs) / of(ours[model]) for of in [min, statistics.median])
        more = f"\n{'':27}{least:.1f} times faster by least times, {median:.1f} by medians; {rate:.0f} breaks/s on {cores} cores"
        show(name, ours[model], report["events"], report["seconds_to_rest"], more)
        rack = f"{min(to_rack[model]):.3f} ms least up to the end of the rack's impact"
        print(f"{'':27}{rack}; impacts {report['impacts']}, series {report['series']}")


def show(name, times, events, end, more):
    least, median = min(times), statistics.median(times)
    print(f"{name:25}  {least:8.3f} ms least, {median:8.3f} ms median of {len(times)}; {events} events, {end:.2f} s of play {more}")


if __name__ == "__main__":
    main()
