"""A nine-ball break, and a hundred of them with racks that are not quite tight."""

import numpy as np

import carom

shot = carom.shot(rack="9-ball", speed=8, height=0.1)
print(repr(shot))
print(shot.path("cue", shot.times(5)))
shot.plot().save("break.svg")
breaks = carom.shot_batch(rack="9-ball", speed=8, gap=0.01, seed=np.arange(100))
print(dict(zip(breaks.names, breaks.pocketed.mean(axis=0).round(2), strict=True)))
