"""How a ball was moving and turning, from where it was seen."""

import numpy as np

import carom

shot = carom.shot(speed=2, height=-0.4, aim=20, until=0.8)
times = np.arange(0, 0.8, 0.02)
seen = np.column_stack([times, shot.path("cue", times)[:, :2]])
found = carom.recover(samples=seen, ball="pool", sliding_friction=0.2, noise=1e-4)
print(found.velocity, found.angular_velocity, found.rolling_begins)
